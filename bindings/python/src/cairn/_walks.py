"""Agents that walk, and finders that answer."""
from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any, Iterator, Mapping, NamedTuple, Optional

import numpy as np

from . import _calls
from ._library import (
    Cell,
    Handle,
    Owner,
    check,
    collect_cells,
    create,
    demand,
    get_struct,
    make_def,
    make_options,
    pack,
    quick,
    unpack,
    view_cells,
)
from ._maps import Db, Map
from ._numbers import (
    Algorithm,
    BusyPolicy,
    Costs,
    GoalPolicy,
    Method,
    Option,
    Status,
    StepKind,
    StrandedPolicy,
)

_ENDS = (StepKind.ARRIVED, StepKind.STRANDED, StepKind.CUT_OFF)


def get_pointer(one: Optional[Owner]) -> Optional[int]:
    return None if one is None else one._pointer


def get_needs(*objects: Optional[Owner]) -> list:
    """Handles that must live as long as what is made of them."""
    return [None if one is None else one._get_handle() for one in objects]


class Scout(Owner):
    """The memory of one search on a changing map, which all agents of a thread share."""

    def __init__(self, map: Map) -> None:
        detail = _calls.cairn_detail()
        definition = make_def(_calls.cairn_scout_def, detail)
        of = demand(map, Map, "map")._pointer
        pointer = create(quick.cairn_scout_create, of, ctypes.byref(definition), detail=detail)
        self._handle = Handle(pointer, quick.cairn_scout_destroy, get_needs(map))


class Step(NamedTuple):
    """What a step did, where the agent is now, and the units of work that were spent."""

    kind: StepKind
    cell: Cell
    units: int


@dataclass(frozen=True)
class AgentStats:
    """What an agent did since its start; include/cairn/agent.h says it field by field."""

    selections: int
    failures: int
    cost: int
    moves: int
    diagonal: int
    learned: int
    open_closed: int
    memory_states: int
    memory_bytes: int
    raises: int


class Agent(Owner):
    """One agent, moved one cell a step. `for step in agent` walks until it arrives."""

    def __init__(
        self,
        map: Map,
        db: Optional[Db] = None,
        *,
        algorithm: int = Algorithm.AUTO,
        max_work: int = 0,
        busy: int = BusyPolicy.WAIT,
        goal_policy: int = GoalPolicy.EXACT,
        stranded_policy: int = StrandedPolicy.STAY,
        options: Optional[Mapping[Option, int]] = None,
        scout: Optional[Scout] = None,
    ) -> None:
        detail = _calls.cairn_detail()
        definition = make_def(
            _calls.cairn_agent_def,
            detail,
            algorithm=algorithm,
            max_work=max_work,
            busy=busy,
            goal_policy=goal_policy,
            stranded_policy=stranded_policy,
        )
        definition.option_count, array = make_options(options)
        definition.options = ctypes.addressof(array)
        demand(map, Map, "map"), db is None or demand(db, Db, "db")
        definition.scout = get_pointer(scout if scout is None else demand(scout, Scout, "scout"))
        pointer = create(
            quick.cairn_agent_create,
            map._pointer,
            get_pointer(db),
            ctypes.byref(definition),
            detail=detail,
        )
        self._handle = Handle(pointer, quick.cairn_agent_destroy, get_needs(map, db, scout))
        self._step = _calls.cairn_step()
        self._step_at = ctypes.byref(self._step)

    def start(self, start: Cell, goal: Cell) -> None:
        """Sets a new problem; NoPathError if there is no path."""
        check(quick.cairn_agent_start(self._pointer, pack(start), pack(goal)))

    def step(self) -> Step:
        """Moves one cell."""
        status = quick.cairn_agent_step(self._pointer, self._step_at)
        if status != 0:
            check(status)
        made = self._step
        return Step(StepKind(made.kind), unpack(made.cell), made.units)

    def __iter__(self) -> Iterator[Step]:
        """The steps of the walk, up to the one that arrives, is stranded or cut off."""
        while True:
            step = self.step()
            yield step
            if step.kind in _ENDS:
                return

    def walk(self, start: Cell, goal: Cell, max_steps: int = 1 << 24) -> np.ndarray:
        """The cells of a whole walk, as rows (x, y), the start included."""
        self.start(start, goal)
        cells, step, at = [pack(start)], self._step, self._step_at
        pointer, call = self._pointer, quick.cairn_agent_step
        for _ in range(max_steps):
            check(call(pointer, at))
            cells.append(step.cell)
            if step.kind in _ENDS:
                break
        return view_cells(np.array(cells, np.uint32)).astype(np.int32)

    @property
    def cell(self) -> Cell:
        """Where the agent is."""
        return unpack(quick.cairn_agent_get_cell(self._pointer))

    @property
    def goal(self) -> Cell:
        """Where it goes: with GoalPolicy.NEAREST the cell that is really headed for."""
        return unpack(quick.cairn_agent_get_goal(self._pointer))

    @property
    def stats(self) -> AgentStats:
        """What the agent did since its start."""
        pointer = self._pointer
        found = get_struct(
            _calls.cairn_agent_stats, lambda stats: quick.cairn_agent_get_stats(pointer, stats)
        )
        return AgentStats(*(getattr(found, name) for name in AgentStats.__dataclass_fields__))

    def forget(self) -> None:
        """Forgets all learned values, and the problem."""
        check(quick.cairn_agent_forget(self._pointer))

    def set_db(self, db: Db) -> None:
        """Gives the agent another database: that of Repair.swap()."""
        detail = _calls.cairn_detail()
        by = demand(db, Db, "db")._pointer
        check(quick.cairn_agent_set_db(self._pointer, by, ctypes.byref(detail)), detail)
        self._get_handle().needs[1] = db._get_handle()


class Finder(Owner):
    """Answers how far it is, which way, over which corners; by labels, or without a database."""

    def __init__(
        self,
        map: Map,
        db: Optional[Db] = None,
        *,
        method: int = Method.AUTO,
        costs: int = Costs.OCTILE,
    ) -> None:
        detail = _calls.cairn_detail()
        definition = make_def(_calls.cairn_finder_def, detail, method=method, costs=costs)
        demand(map, Map, "map"), db is None or demand(db, Db, "db")
        pointer = create(
            quick.cairn_finder_create,
            map._pointer,
            get_pointer(db),
            ctypes.byref(definition),
            detail=detail,
        )
        self._handle = Handle(pointer, quick.cairn_finder_destroy, get_needs(map, db))

    def distance(self, start: Cell, goal: Cell) -> int:
        """The length of the shortest path, in tenths."""
        found = ctypes.c_uint32()
        check(
            quick.cairn_finder_find_distance(
                self._pointer, pack(start), pack(goal), ctypes.byref(found)
            )
        )
        return found.value

    def path(self, start: Cell, goal: Cell) -> np.ndarray:
        """The cells of a shortest path, both ends included, as rows (x, y)."""
        pointer, ends = self._pointer, (pack(start), pack(goal))
        return collect_cells(512, lambda *rest: quick.cairn_finder_find_path(pointer, *ends, *rest))

    def waypoints(self, start: Cell, goal: Cell) -> np.ndarray:
        """The ends of a shortest path and the cells where it turns, as rows (x, y)."""
        pointer, ends = self._pointer, (pack(start), pack(goal))
        return collect_cells(64, lambda *rest: quick.cairn_finder_find_waypoints(pointer, *ends, *rest))

    # ---- in slices ----

    def start(self, start: Cell, goal: Cell) -> None:
        """Starts a search, which run() goes on with."""
        check(quick.cairn_finder_start(self._pointer, pack(start), pack(goal)))

    def run(self, units: int = 0) -> bool:
        """Spends at most so many units; True once the path is known."""
        status = quick.cairn_finder_run(self._pointer, units, None)
        if status != Status.UNFINISHED:
            check(status)
        return status == 0

    @property
    def found_distance(self) -> int:
        """The length of the path that run() has found, in tenths."""
        found = ctypes.c_uint32()
        check(quick.cairn_finder_get_distance(self._pointer, ctypes.byref(found)))
        return found.value

    def _get_found(self, call: Any, first: int, count: int) -> np.ndarray:
        got, cells = ctypes.c_size_t(), np.empty(count, np.uint32)
        check(call(self._pointer, first, count, cells.ctypes.data, ctypes.byref(got)))
        return view_cells(cells[: got.value]).astype(np.int32)

    def found_path(self, first: int = 0, count: int = 4096) -> np.ndarray:
        """Cells of the path that run() has found, from number `first` on."""
        return self._get_found(quick.cairn_finder_get_path, first, count)

    def found_waypoints(self, first: int = 0, count: int = 4096) -> np.ndarray:
        """The same for the waypoints."""
        return self._get_found(quick.cairn_finder_get_waypoints, first, count)

    def set_db(self, db: Db) -> None:
        """Gives the finder another database: that of Repair.swap()."""
        detail = _calls.cairn_detail()
        by = demand(db, Db, "db")._pointer
        check(quick.cairn_finder_set_db(self._pointer, by, ctypes.byref(detail)), detail)
        self._get_handle().needs[1] = db._get_handle()
