"""The binding for Python: objects, errors, lifetimes. CAIRN_GOLDEN names the folder of golden files."""
import gc
import os
import pathlib
import pickle
import subprocess
import sys
import threading
import unittest

import numpy as np

import cairn

GOLDEN = pathlib.Path(os.environ["CAIRN_GOLDEN"])
WIDTH, HEIGHT = 40, 30
HERE, THERE = (3, 4), (35, 6)


def draw_room():
    """A room with a wall across it, which has a door at (20, 25)."""
    cells = np.ones((HEIGHT, WIDTH), np.uint8)
    cells[:, 20] = 0
    cells[25, 20] = 1
    return cells


def make_map(changing=False):
    return cairn.Map.from_array(draw_room(), changing=changing)


class Maps(unittest.TestCase):
    def test_arrays_of_many_types_make_the_same_map(self):
        room = draw_room()
        expected = make_map().info
        kinds = (room.astype(bool), room.astype(float), room.tolist(), np.asfortranarray(room))
        for cells in kinds + (np.repeat(room, 2, axis=1)[:, ::2],):
            self.assertEqual(cairn.Map.from_array(cells).info.fingerprint, expected.fingerprint)
        self.assertEqual((expected.width, expected.height), (WIDTH, HEIGHT))
        self.assertEqual(expected.open_cells, int(room.sum()))
        self.assertEqual(make_map().shape, room.shape)

    def test_questions(self):
        map = make_map()
        for y, x in np.ndindex(HEIGHT, WIDTH):
            self.assertEqual(map.is_open((x, y)), bool(draw_room()[y, x]))
        self.assertTrue(map.has_path(HERE, THERE))
        self.assertIsNone(map.component((20, 3)))
        self.assertEqual(map.component(HERE), map.component(np.array(THERE)))
        self.assertEqual(map.nearest((20, 24)), (19, 24))
        self.assertIn("40 x 30", repr(map))

    def test_texts(self):
        text = "type octile\nheight 2\nwidth 3\nmap\n..@\n...\n"
        self.assertEqual(cairn.Map.from_text(text).info.open_cells, 5)
        with self.assertRaises(cairn.DataError) as caught:
            cairn.Map.from_text(text[:-2])
        self.assertEqual(caught.exception.status, cairn.Status.SYNTAX)
        self.assertGreater(caught.exception.line, 0)
        with self.assertRaises(OSError):
            cairn.Map.open("/nowhere/lost.map")

    def test_wrong_types(self):
        map = make_map()
        for wrong in (lambda: cairn.Map.from_array(np.ones(3)),
                      lambda: cairn.Map.from_array([["a", "b"]]),
                      lambda: map.is_open(3),
                      lambda: map.is_open((1.5, 2)),
                      lambda: map.is_open("ab"),
                      lambda: map.set_rect((1, 2, 3, 4), True),
                      lambda: map.set_cells(np.ones((2, 3), int), True),
                      lambda: cairn.Map.from_text(3),
                      lambda: cairn.Agent(None),
                      lambda: cairn.Agent(map, map),
                      lambda: cairn.Agent(map, algorithm="lrta"),
                      lambda: cairn.Planner("map"),
                      lambda: cairn.Build(draw_room()),
                      lambda: cairn.Repair(map, None),
                      lambda: cairn.Db.from_bytes(3),
                      lambda: cairn.Db.from_bytes("text"),
                      lambda: cairn.Map(),
                      lambda: pickle.dumps(map)):
            self.assertRaises(TypeError, wrong)
        for wrong in (lambda: map.is_open((-1, 2)),
                      lambda: map.is_open((1, 2, 3)),
                      lambda: map.is_open((70000, 2)),
                      lambda: cairn.Map.from_array(np.ones((0, 3))),
                      lambda: cairn.Agent(map, algorithm=99),
                      lambda: cairn.Agent(map, max_work=-1),
                      lambda: cairn.Agent(map, max_work=1 << 40),
                      lambda: cairn.Build(map, options={999: 1}),
                      lambda: cairn.Map.open("a\0b")):
            self.assertRaises((ValueError, cairn.CairnError), wrong)


class Walks(unittest.TestCase):
    def test_agents_walk_what_planners_find(self):
        map = make_map()
        db = cairn.build(map)
        agent, planner = cairn.Agent(map, db), cairn.Planner(map, db)
        agent.start(HERE, THERE)
        steps = list(agent)
        self.assertEqual(steps[-1].kind, cairn.StepKind.ARRIVED)
        path = planner.path(HERE, THERE)
        self.assertEqual(path.shape, (len(steps) + 1, 2))
        moves = np.abs(np.diff(path, axis=0))
        self.assertEqual(moves.max(), 1)
        cost = int(np.where(moves.sum(axis=1) == 2, 14, 10).sum())
        self.assertEqual((agent.stats.cost, planner.distance(HERE, THERE)), (cost, cost))
        walked = agent.walk(HERE, THERE)
        self.assertEqual(walked.tolist()[1:], [list(step.cell) for step in steps])
        self.assertEqual((agent.cell, agent.goal), (THERE, THERE))
        for x, y in planner.waypoints(HERE, THERE):
            self.assertTrue(map.is_open((x, y)))

    def test_slices(self):
        map = make_map()
        planner = cairn.Planner(map)
        planner.ask(HERE, THERE)
        with self.assertRaises(cairn.UnfinishedError):
            planner.found_distance
        while not planner.run(cairn.MIN_WORK):
            pass
        distance, path = planner.found_distance, planner.found_path().tolist()
        self.assertEqual(planner.found_waypoints(1, 2).shape, (2, 2))
        self.assertEqual((distance, path), (planner.distance(HERE, THERE), planner.path(HERE, THERE).tolist()))

    def test_refusals(self):
        map = make_map()
        with self.assertRaises(LookupError):
            cairn.Planner(map).distance(HERE, (20, 3))
        with self.assertRaises(cairn.NoPathError):
            cairn.Agent(map, algorithm=cairn.Algorithm.LRTA).start(HERE, (20, 3))
        with self.assertRaises(cairn.DataError) as caught:
            cairn.Agent(map)
        self.assertEqual(caught.exception.status, cairn.Status.KIND)
        with self.assertRaises(cairn.ArgumentError):
            cairn.Agent(map, algorithm=cairn.Algorithm.LRTA).step()

    def test_options_and_budgets(self):
        agent = cairn.Agent(make_map(), algorithm=cairn.Algorithm.LRTA, max_work=cairn.MIN_WORK,
                            options={cairn.Option.G_MAX: 20})
        agent.start(HERE, THERE)
        self.assertLessEqual(max(step.units for step in agent), cairn.MIN_WORK)
        self.assertGreater(agent.stats.learned, 0)
        agent.forget()


class Failures(unittest.TestCase):
    def check(self, status, words, call, *arguments):
        with self.assertRaises(cairn.ArgumentError) as caught:
            call(*arguments)
        self.assertEqual(caught.exception.status, status)
        self.assertIn(words, str(caught.exception))

    def test_they_say_what_was_wrong(self):
        fixed, map = make_map(), make_map(changing=True)
        db = cairn.build(fixed)
        agent, planner, crowd = cairn.Agent(fixed, db), cairn.Planner(fixed, db), cairn.Crowd(fixed, db)
        self.check(cairn.Status.NOT_CHANGING, "changing", fixed.set_rect, cairn.Rect(0, 0, 1, 1), False)
        self.check(cairn.Status.OUTSIDE, "2 x 1 at (39, 0)", map.set_rect, cairn.Rect(39, 0, 2, 1), False)
        self.check(cairn.Status.OUTSIDE, "cell 1, (7, 99)", map.set_cells, [HERE, (7, 99)], False)
        self.check(cairn.Status.NOT_STARTED, "no problem", agent.step)
        self.check(cairn.Status.NOT_STARTED, "nothing was asked", planner.found_path)
        self.check(cairn.Status.NO_MEMBER, "no member number 0", crowd.remove, 0)
        self.check(cairn.Status.NO_MEMBER, "no member number 9", crowd.order, [crowd.add(HERE), 9], THERE)
        self.check(cairn.Status.NO_OCCUPANCY, "without occupancy", crowd.reserve, HERE, 3)
        self.check(cairn.Status.NOT_RUN, "run the build", cairn.Build(fixed).open_db)
        self.check(cairn.Status.OUTSIDE, "not inside the map", fixed.cells, cairn.Rect(39, 0, 2, 1))
        with self.assertRaisesRegex(cairn.NoPathError, r"cell \(20, 3\) is blocked"):
            agent.start(HERE, (20, 3))


class Ends(unittest.TestCase):
    def test_objects_keep_what_they_need(self):
        map = make_map(changing=True)
        db = cairn.build(map)
        guide, planner = cairn.Planner(map), cairn.Planner(map, db)
        agent = cairn.Agent(map, db, planner=guide)
        for one in (map, db, guide):
            one.close()
            one.close()
        gc.collect()
        agent.start(HERE, THERE)
        self.assertEqual(list(agent)[-1].cell, THERE)
        self.assertEqual(planner.distance(HERE, THERE), agent.stats.cost)

    def test_closed_objects_say_so(self):
        map = make_map(changing=True)
        db = cairn.build(map)
        build, repair = cairn.Build(map), cairn.Repair(map, db)
        agent, planner = cairn.Agent(map, db), cairn.Planner(map, db)
        for one in (map, db, build, repair, agent, planner):
            one.close()
            self.assertTrue(one.closed)
        calls = (lambda: map.info, lambda: map.is_open(HERE), lambda: map.copy(),
                 lambda: map.set_rect(cairn.Rect(1, 1, 1, 1), True), map.save_changes,
                 lambda: map.load_changes(b""), lambda: db.info, lambda: db.figures, db.verify,
                 build.run, build.to_bytes, build.open_db, lambda: build.report, repair.follow,
                 repair.run, repair.swap, lambda: repair.info, agent.step, lambda: agent.cell,
                 lambda: agent.stats, lambda: agent.start(HERE, THERE), lambda: list(agent),
                 lambda: agent.walk(HERE, THERE), lambda: planner.path(HERE, THERE), planner.run,
                 lambda: cairn.Agent(map, db), lambda: cairn.Planner(map), lambda: map.__enter__())
        for call in calls:
            self.assertRaises(cairn.ClosedError, call)
        self.assertIn("closed", repr(map) + repr(db))

    def test_threads_cannot_meet(self):
        map = make_map(changing=True)
        refused = []

        def meddle(_):
            if build.closed:
                return
            for call in (lambda: map.set_rect(cairn.Rect(1, 1, 1, 1), False), build.to_bytes, build.run):
                try:
                    call()
                except cairn.BusyError as error:
                    refused.append(error)
            build.close()

        build = cairn.Build(map, kind=cairn.Kind.KNN, progress=meddle)
        build.run()
        self.assertGreaterEqual(len(refused), 3)
        map.set_rect(cairn.Rect(1, 1, 1, 1), False)

    def test_threads_go_on_during_a_build(self):
        map = make_map()
        told = threading.Event()
        build = cairn.Build(map, kind=cairn.Kind.KNN, progress=lambda _: told.set())
        runner = threading.Thread(target=build.run)
        runner.start()
        self.assertTrue(told.wait(60))
        runner.join()
        self.assertGreater(build.report.bytes, 0)


class Databases(unittest.TestCase):
    def test_files_that_must_fail(self):
        """The status is in their names; from the disk, and from bytes, aligned and not."""
        map = cairn.Map.open(GOLDEN / "caves.map")
        names = sorted(GOLDEN.glob("fail-*.cairn"))
        self.assertGreater(len(names), 5)
        for name in names:
            data = name.read_bytes()
            odd = memoryview(bytearray(b"x" + data))[1:]
            for open_it in (lambda: cairn.Db.open(name), lambda: cairn.Db.from_bytes(data),
                            lambda: cairn.Db.from_bytes(odd)):
                with self.assertRaises(cairn.DataError, msg=name) as caught:
                    open_it().verify(map)
                self.assertEqual(caught.exception.status.name, name.name.split("-")[1])

    def test_foreign_files(self):
        for data in (b"", b"x", bytes(4000), os.urandom(4000), (GOLDEN / "caves.map").read_bytes()):
            self.assertRaises(cairn.DataError, cairn.Db.from_bytes, data)
        self.assertRaises(cairn.DataError, cairn.Db.open, GOLDEN / "caves.map")
        self.assertRaises(OSError, cairn.Db.open, GOLDEN / "lost")
        self.assertRaises(OSError, cairn.Db.open, GOLDEN)
        other = cairn.Map.open(GOLDEN / "caves.map")
        with self.assertRaises(cairn.DataError) as caught:
            cairn.Agent(other, cairn.build(make_map()))
        self.assertEqual(caught.exception.status, cairn.Status.MISMATCH)

    def test_damaged_bytes_never_crash(self):
        map = make_map()
        image = bytearray(cairn.Build(map, kind=cairn.Kind.LABELS).run().to_bytes())
        for place in range(0, len(image), 7):
            image[place] ^= 0x5A
            try:
                agent = cairn.Agent(map, cairn.Db.from_bytes(image))
                agent.start(HERE, THERE)
                for _ in range(100):
                    agent.step()
                cairn.Planner(map, cairn.Db.from_bytes(image)).path(HERE, THERE)
            except cairn.CairnError:
                pass
            image[place] ^= 0x5A

    def test_builds(self):
        map, phases = make_map(), []
        options = {cairn.Option.RECORDS: 20}
        build = cairn.Build(map, kind=cairn.Kind.KNN, options=options, progress=phases.append)
        self.assertRaises(cairn.CairnError, build.open_db)
        build.run()
        self.assertTrue(phases and phases[0].name)
        image = build.to_bytes()
        self.assertEqual(build.report.bytes, len(image))
        db = cairn.Db.from_bytes(image)
        db.verify(map)
        self.assertEqual((db.info.kind, db.figures["records"]), (cairn.Kind.KNN, 20))
        self.assertEqual(cairn.Build(map, kind=cairn.Kind.KNN, options=options, threads=2).run().to_bytes(), image)
        self.assertRaises(OSError, build.write, "/nowhere/lost.cairn")
        self.assertIn("knn", repr(db))

    def test_interruptions(self):
        def fail(_):
            raise ZeroDivisionError("from the callback")

        self.assertRaises(ZeroDivisionError, cairn.Build(make_map(), progress=fail).run)
        self.assertRaises(cairn.InterruptedBuildError, cairn.Build(make_map(), progress=lambda _: False).run)


class Changes(unittest.TestCase):
    def test_changes(self):
        map = make_map(changing=True)
        agent = cairn.Agent(map, cairn.build(map))
        agent.start(HERE, THERE)
        map.set_rect(cairn.Rect(20, 25, 1, 1), False)
        self.assertEqual(agent.step().kind, cairn.StepKind.CUT_OFF)
        saved = map.save_changes()
        map.set_cells([(20, 2), (20, 3)], True)
        self.assertEqual(list(agent)[-1].cell, THERE)
        map.load_changes(saved)
        self.assertFalse(map.has_path(HERE, THERE))
        self.assertRaises(cairn.DataError, map.load_changes, saved[:-1] + b"x")
        map.change([(cairn.Rect(1, 1, 3, 2), np.zeros((2, 3))), (cairn.Rect(5, 5, 2, 2), False)])
        self.assertFalse(map.is_open((3, 2)) or map.is_open((6, 6)))
        self.assertRaises(ValueError, map.change, [(cairn.Rect(1, 1, 3, 2), np.zeros((3, 2)))])
        self.assertEqual(map.copy().info.fingerprint, map.info.state)
        self.assertRaises(ValueError, make_map().set_cells, [(1, 1)], False)

    def test_repairs(self):
        """A swap may not close a database that an agent still has."""
        map = make_map(changing=True)
        db = cairn.build(map)
        repair, agent = cairn.Repair(map, db), cairn.Agent(map, db)
        self.assertRaises(cairn.UnfinishedError, repair.swap)
        for i in range(3):
            map.set_rect(cairn.Rect(20, 2 + 2 * i, 1, 1), True)
            repair.follow()
            while not repair.run(cairn.MIN_REPAIR):
                pass
            if i == 2:
                self.assertRaises(cairn.BusyError, repair.swap)
                agent.close()
            db = repair.swap()
            db.verify()
            if i == 0:
                agent.set_db(db)
        self.assertEqual(repair.info.swaps, 3)
        repair.close()
        planner = cairn.Planner(map, db)
        db.close()
        self.assertEqual(planner.distance(HERE, THERE), 10 * 32 + 4 * 2)


NO_MEMORY = """
import resource
import numpy as np, cairn
map = cairn.Map.from_array(np.ones((16000, 16000), bool))
resource.setrlimit(resource.RLIMIT_AS, (1 << 31, 1 << 31))
try:
    cairn.Planner(map).distance((0, 0), (4, 4))
except MemoryError as error:
    assert error.status == cairn.Status.MEMORY
    print("caught", cairn.Planner(cairn.Map.from_array(np.ones((5, 5)))).distance((0, 0), (4, 4)))
"""


class Memory(unittest.TestCase):
    def test_no_memory(self):
        told = subprocess.run([sys.executable, "-c", NO_MEMORY], capture_output=True, text=True)
        self.assertEqual((told.stdout, told.stderr), ("caught 56\n", ""))


if __name__ == "__main__":
    unittest.main()
