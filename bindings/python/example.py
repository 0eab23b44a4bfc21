import numpy as np

import cairn

cells = np.ones((48, 64), np.uint8)  # cells[y, x]; 1 is open
cells[:40, 30] = 0  # a wall with a gap below
with cairn.Map.from_array(cells) as map:
    db = cairn.build(map)
    print(db)
    agent = cairn.Agent(map, db)
    agent.start((2, 3), (60, 5))
    for step in agent:
        print(*step.cell)
    planner = cairn.Planner(map, db)
    path = planner.path((2, 3), (60, 5))
    print(len(path), "cells,", planner.distance((2, 3), (60, 5)) / 10, "long")
    print(planner.waypoints((2, 3), (60, 5)).tolist())
assert agent.cell == (60, 5)
assert agent.stats.cost == planner.distance((2, 3), (60, 5))
