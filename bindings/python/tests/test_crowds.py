"""The binding for Python: crowds, and threads that are lent to them."""
import concurrent.futures
import unittest

import numpy as np

import cairn
from test_cairn import HERE, THERE, make_map


class Crowds(unittest.TestCase):
    def test_a_crowd_marches(self):
        map = make_map()
        crowd = cairn.Crowd(map, cairn.build(map), capacity=10, occupancy=cairn.Occupancy.CELLS)
        map.close()
        members = np.array([crowd.add((2 + i, 3)) for i in range(10)])
        self.assertEqual(crowd.cells.tolist(), [[2 + i, 3] for i in range(10)])
        with self.assertRaises(cairn.CairnError) as caught:
            crowd.add((2, 5))
        self.assertEqual(caught.exception.status, cairn.Status.FULL)
        self.assertEqual((crowd.find((4, 3)), crowd.find(THERE)), (members[2], None))
        crowd.order(members, THERE)
        cells = crowd.cells
        for _ in range(20):
            crowd.step()
        saved, hashed, then = crowd.save(), crowd.info.hash, cells.copy()
        self.assertNotEqual(then.tolist(), [[2 + i, 3] for i in range(10)])  # the same memory
        for _ in range(1000):
            if crowd.step().walking == 0:
                break
        self.assertTrue((crowd.states == cairn.MemberState.ARRIVED).all())
        for member in members:
            self.assertEqual(crowd.member(member).cell, tuple(crowd.cells[cairn.index_of(member)]))
        self.assertEqual(len(np.unique(cells, axis=0)), 10)
        crowd.load(saved)
        self.assertEqual((crowd.info.hash, cells.tolist()), (hashed, then.tolist()))
        self.assertRaises(cairn.DataError, crowd.load, saved[:-1] + b"x")
        crowd.remove(members[3])
        self.assertRaises(cairn.ArgumentError, crowd.remove, members[3])
        self.assertRaises(cairn.ArgumentError, crowd.halt, members[3])
        self.assertRaises(cairn.NoPathError, crowd.push, members[4], (20, 3))
        self.assertRaises(ValueError, cells.__setitem__, 0, 0)
        self.assertRaises(TypeError, crowd.order, ["a"], THERE)
        crowd.reserve((1, 1), 5)
        crowd.close()
        for call in (crowd.step, crowd.save, lambda: crowd.cells, lambda: crowd.states, lambda: crowd.info,
                     lambda: crowd.add(HERE), lambda: crowd.order(members, HERE)):
            self.assertRaises(cairn.ClosedError, call)
        self.assertEqual(cells.tolist(), then.tolist())  # an array keeps the memory

    def test_a_crowd_gets_a_new_database(self):
        map = make_map(changing=True)
        db = cairn.build(map)
        crowd = cairn.Crowd(map, db, planner=cairn.Planner(map))
        repair = cairn.Repair(map, db)
        crowd.order(crowd.add(HERE), THERE)
        map.set_rect(cairn.Rect(20, 2, 1, 1), True)
        repair.follow(), repair.run()
        crowd.set_db(repair.swap())
        while crowd.step().walking:
            pass
        self.assertEqual(tuple(crowd.cells[0]), THERE)

    def make_many(self, map, **settings):
        crowd = cairn.Crowd(map, cairn.build(map), capacity=8192, **settings)
        for i in range(8192):
            crowd.order(crowd.add((i % 20, i % 30)), THERE)
        return crowd

    def test_lent_threads_change_nothing_but_time(self):
        kept = []

        def share_badly(count, piece):  # some are left out, others asked for twice, or much too late
            [one(0) for one in kept]
            kept.append(piece)
            piece(0), piece(0), piece(count)

        map = make_map()
        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            pieces = []
            crowds = [
                self.make_many(map),
                self.make_many(map, share=lambda n, piece: pieces.extend(pool.map(piece, range(n)))),
                self.make_many(map, share=lambda n, piece: [pool.submit(piece, i) for i in range(n)]),
                self.make_many(map, share=share_badly),
            ]
            for _ in range(30):
                frames = [crowd.step() for crowd in crowds]
                self.assertEqual(frames, frames[:1] * 4)
        self.assertGreater(len(pieces), 30)
        self.assertEqual(len({crowd.info.hash for crowd in crowds}), 1)
        self.assertRaises(TypeError, cairn.Crowd, map, cairn.build(map), share=3)

    def test_what_lends_threads_may_fail_but_not_change_things(self):
        map = make_map(changing=True)
        repair = cairn.Repair(map, cairn.build(map))

        def share(count, piece):
            self.assertRaises(cairn.BusyError, crowd.step)
            self.assertRaises(cairn.BusyError, map.set_cells, [THERE], False)
            self.assertRaises(cairn.BusyError, repair.swap)
            raise LookupError("no threads")

        crowd, alone = (self.make_many(map, planner=cairn.Planner(map), share=one) for one in (share, None))
        self.assertRaisesRegex(LookupError, "no threads", crowd.step)
        alone.step()
        self.assertEqual(crowd.info.hash, alone.info.hash)
        map.set_cells([THERE], False)

    def test_threads_step_crowds_of_one_map(self):
        map = make_map()
        crowds = [self.make_many(map) for _ in range(3)]
        march = lambda crowd: [crowd.step() for _ in range(30)][-1]
        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            frames = list(pool.map(march, crowds))
        self.assertEqual(frames, frames[:1] * 3)
        self.assertEqual(len({crowd.info.hash for crowd in crowds}), 1)


if __name__ == "__main__":
    unittest.main()
