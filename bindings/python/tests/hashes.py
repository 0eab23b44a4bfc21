"""hashes.py MAPS: the lines of test/golden/walks.fnv, through the binding for Python.

MAPS is a folder of maps NN-KIND-SIZE-CORNERS.map. test/portable/hashes.c says what the lines are."""
import contextlib
import pathlib
import sys

import cairn
from cairn import Algorithm, Corners, GoalPolicy, Kind, Method, Option, Status, StepKind, StrandedPolicy

NONE = 0xCBF29CE484222325
WORD = 0xFFFFFFFFFFFFFFFF
RECIPES = {
    "knn": (Kind.KNN, {Option.RECORDS: 40}),
    "knn-fallback": (Kind.KNN, {Option.RECORDS: 10, Option.FALLBACK: 1}),
    "dlrta": (Kind.DLRTA, {Option.LEVEL: 7}),
    "regions": (Kind.REGIONS, {Option.REGION_CUTOFF: 30}),
    "regions-ranges": (Kind.REGIONS, {Option.TABLE_REGIONS: 0, Option.REGION_CUTOFF: 25}),
    "regions-tree": (Kind.REGIONS, {Option.TABLE_REGIONS: 0, Option.RANGE_REGIONS: 0}),
    "labels": (Kind.LABELS, {}),
    "labels-fallback": (Kind.LABELS, {Option.FALLBACK: 1}),
    "dba": (Kind.DBA, {Option.SECTOR: 1}),
    "hcdps": (Kind.HCDPS, {Option.NEIGHBOURHOOD: 3}),
}
ALONE = "LRTA ASTAR TBA LRTS RTAA LSS LRTAK PLRTA FALCONS".split()


class Hash:
    """FNV-1a of bytes and of numbers of 64 bits."""

    def __init__(self):
        self.value = NONE

    def add_bytes(self, data):
        value = self.value
        for byte in data:
            value = ((value ^ byte) * 0x100000001B3) & WORD
        self.value = value

    def add(self, *numbers):
        for number in numbers:
            self.add_bytes(int(number).to_bytes(8, "little"))


class Random:
    def __init__(self, seed):
        self.state = seed

    def draw(self, end):
        self.state = word = (self.state + 0x9E3779B97F4A7C15) & WORD
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & WORD
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & WORD
        return ((word ^ (word >> 31)) % end) & 0xFFFFFFFF


class World:
    def __init__(self, path):
        number, kind, size, corners = path.stem.split("-")
        self.number, self.name = int(number), f"{kind}-{size}-{corners}"
        self.corners = Corners[corners.upper()]
        self.text = path.read_bytes()
        self.map = self.open()
        self.height, self.width = self.map.shape

    def open(self, changing=False):
        return cairn.Map.from_text(self.text, corners=self.corners, changing=changing)

    def print(self, what, found):
        print(f"{found.value:016x}  {self.name}/{what}")

    def draw_problem(self, random):
        while True:
            cells = [(random.draw(self.width), random.draw(self.height)) for _ in range(2)]
            if self.map.has_path(*cells):
                return cells

    def change(self, map, random):
        x, y = random.draw(self.width), random.draw(self.height)
        width, height = random.draw(8) + 1, random.draw(8) + 1
        is_open = random.draw(2)
        map.set_rect(cairn.Rect(x, y, min(width, self.width - x), min(height, self.height - y)), is_open)


def add_map(found, map):
    info = map.info
    found.add(info.open_cells, info.components, info.largest_component, info.fingerprint, info.state)
    found.add(info.version)


def add_step(found, agent, last):
    """What a step answers; of one that fails, the status, and the last answer."""
    status = Status.OK
    try:
        last = agent.step()
    except cairn.CairnError as error:
        status = error.status
    found.add(status, last.kind, last.cell[0] | last.cell[1] << 16, last.units)
    return last


def make_db(world, name):
    kind, options = RECIPES[name]
    image = cairn.Build(world.map, kind=kind, options=options).run().to_bytes()
    found = Hash()
    found.add_bytes(image)
    world.print(f"db-{name}", found)
    db = cairn.Db.from_bytes(image)
    db.verify(world.map if world.number % 2 == 0 else None)
    return db


def walk(world, name, db, algorithm):
    found, random = Hash(), Random(world.number)
    for budget in range(2):
        agent = cairn.Agent(
            world.map, db, algorithm=algorithm, max_work=budget * cairn.MIN_WORK, busy=budget
        )
        for _ in range(2):
            agent.start(*world.draw_problem(random))
            last = cairn.Step(StepKind.MOVED, (0, 0), 0)
            for _ in range(300):
                last = add_step(found, agent, last)
                if last.kind == StepKind.ARRIVED:
                    break
            found.add(agent.stats.cost, agent.stats.learned)
    world.print(f"walk-{name}", found)


def add_path(found, planner, problem):
    try:
        tenths = planner.distance(*problem)
    except cairn.CairnError as error:
        found.add(error.status, 0)
        return
    found.add(Status.OK, tenths)
    for x, y in planner.path(*problem):
        found.add(int(x) | int(y) << 16)


def find(world, db, method):
    found, random = Hash(), Random(world.number)
    planner = cairn.Planner(world.map, db, method=method)
    for _ in range(8):
        add_path(found, planner, world.draw_problem(random))
    world.print(f"find-{method.name.lower()}", found)


def walk_changing(world, name, db, algorithm):
    found, random, map = Hash(), Random(world.number + 1000), world.open(True)
    agent = cairn.Agent(
        map,
        db,
        algorithm=algorithm,
        max_work=4 * cairn.MIN_WORK,
        goal_policy=GoalPolicy.NEAREST,
        stranded_policy=StrandedPolicy.LEAVE,
        planner=cairn.Planner(map) if world.number % 2 == 0 else None,
    )
    agent.start(*world.draw_problem(random))
    last = cairn.Step(StepKind.MOVED, (0, 0), 0)
    for i in range(150):
        if i % 5 == 4:
            world.change(map, random)
        last = add_step(found, agent, last)
    add_map(found, map)
    found.add_bytes(map.save_changes())
    world.print(f"change-{name}", found)


def repair(world, db):
    found, random, map = Hash(), Random(world.number + 2000), world.open(True)
    rebuild, planner = cairn.Repair(map, db), cairn.Planner(map, db)
    for _ in range(40):
        world.change(map, random)
        rebuild.follow()
        is_done, spent = rebuild.run(20 * cairn.MIN_REPAIR), rebuild.spent
        found.add(Status.OK if is_done else Status.UNFINISHED, spent)
        if is_done and rebuild.info.phase == cairn.RepairPhase.READY:
            planner.set_db(rebuild.swap())
        add_path(found, planner, world.draw_problem(random))
    world.print("repair", found)


def march(world, name, db, changing):
    found, random = Hash(), Random(world.number + 3000)
    map = world.open(True) if changing else world.map
    crowd = cairn.Crowd(
        map,
        db,
        capacity=80,
        max_work=cairn.MIN_CROWD_WORK,
        goal_policy=GoalPolicy.NEAREST,
        stranded_policy=StrandedPolicy.LEAVE,
        occupancy=world.number // 2 % 2,
        planner=cairn.Planner(map) if changing else None,
    )
    goal, members = world.draw_problem(random)[1], []
    for _ in range(80):
        cell = world.draw_problem(random)[0]
        if map.has_path(cell, goal):
            with contextlib.suppress(cairn.CairnError):
                members.append(crowd.add(cell))
    with contextlib.suppress(cairn.CairnError):
        crowd.order(members, goal)
    for i in range(60):
        cell = world.draw_problem(random)[1]
        if members:
            with contextlib.suppress(cairn.CairnError):
                crowd.order(members[random.draw(len(members))], cell)
        if i % 8 == 7 and changing:
            world.change(map, random)
        found.add(crowd.step().units, crowd.info.hash)
    world.print(f"crowd-{'change-' * changing}{name}", found)


def run(path):
    world, found = World(path), Hash()
    add_map(found, world.map)
    world.print("map", found)
    dbs = {name: make_db(world, name) for name in RECIPES}
    walkers = [(name, db, Algorithm.AUTO) for name, db in dbs.items()]
    walkers += [(name.lower(), None, Algorithm[name]) for name in ALONE]
    for walker in walkers:
        walk(world, *walker)
    for method in (Method.ASTAR, Method.JUMP, Method.LABELS):
        find(world, dbs["labels"], method)
    for walker in walkers:
        walk_changing(world, *walker)
    repair(world, dbs["labels"])
    for name in ("knn-fallback", "regions", "labels"):
        march(world, name, dbs[name], False)
        march(world, name, dbs[name], True)


for map_path in sorted(pathlib.Path(sys.argv[1]).glob("*.map")):
    run(map_path)
