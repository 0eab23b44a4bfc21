"""cairn: real-time pathfinding on very large game maps.

    map = cairn.Map.from_array(cells)          # cells[y, x]; zero is blocked
    db = cairn.build(map)                      # once for a map; saved by Build.write
    agent = cairn.Agent(map, db)
    agent.start((2, 3), (60, 5))
    for step in agent:
        print(step.cell)

Cells are pairs (x, y); paths are arrays of rows (x, y). Objects keep open what they need; close() or
`with` ends them at once. Calls that fail raise a CairnError, which is also a ValueError, an OSError, a
MemoryError or a LookupError where that fits.
"""
from . import _numbers
from ._builds import Build, BuildReport, Progress, Repair, RepairInfo, build
from ._crowds import Crowd, CrowdFrame, CrowdInfo, MemberInfo, index_of
from ._library import (
    ArgumentError,
    BusyError,
    CairnError,
    ClosedError,
    DataError,
    FileError,
    InterruptedBuildError,
    NoMemoryError,
    NoPathError,
    UnfinishedError,
)
from ._maps import Db, DbInfo, Map, MapInfo, Rect
from ._numbers import *  # noqa: F401,F403
from ._walks import Agent, AgentStats, Planner, Step

__version__ = _numbers.VERSION
