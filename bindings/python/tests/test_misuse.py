"""The binding for Python: arguments that run code of their own, numbers that do not fit, second threads."""
import sys
import threading
import unittest

import numpy as np

import cairn
from test_cairn import HERE, THERE, make_map


class Cell:
    """A cell that does something first."""

    def __init__(self, act, cell=HERE):
        self.act, self.cell = act, cell

    def __iter__(self):
        self.act()
        return iter(self.cell)


class Number:
    """A number that does something first."""

    def __init__(self, act, number=1):
        self.act, self.number = act, number

    def __index__(self):
        self.act()
        return self.number


class Long(bytes):
    """Bytes that tell a length of their own."""

    def __len__(self):
        return 1 << 30


class World:
    """One object of each class, on a changing map."""

    def __init__(self):
        self.map = make_map(changing=True)
        self.db = cairn.build(self.map)
        self.planner = cairn.Planner(self.map, self.db)
        self.agent = cairn.Agent(self.map, self.db, planner=self.planner)
        self.crowd = cairn.Crowd(self.map, self.db, occupancy=cairn.Occupancy.CELLS, planner=self.planner)
        self.repair = cairn.Repair(self.map, self.db)
        self.build = cairn.Build(self.map)
        self.member = self.crowd.add((1, 1))
        self.agent.start(HERE, THERE)
        self.planner.ask(HERE, THERE)

    def close(self):
        for one in list(vars(self).values()):
            if isinstance(one, cairn.Map.__bases__[0]):
                one.close()


# Every call that converts arguments, given what becomes a cell and what becomes a number.
CALLS = {
    "is_open": lambda w, cell, number: w.map.is_open(cell(HERE)),
    "component": lambda w, cell, number: w.map.component(cell(HERE)),
    "has_path": lambda w, cell, number: w.map.has_path(HERE, cell(THERE)),
    "nearest": lambda w, cell, number: w.map.nearest(cell(HERE), number(0)),
    "cells": lambda w, cell, number: w.map.cells(cairn.Rect(number(1), 1, 1, 1)),
    "set_rect": lambda w, cell, number: w.map.set_rect(cairn.Rect(number(1), 1, 1, 1), True),
    "change": lambda w, cell, number: w.map.change([(cairn.Rect(1, 1, 1, number(1)), True)]),
    "agent": lambda w, cell, number: cairn.Agent(w.map, w.db, max_work=number(1024), planner=w.planner),
    "planner": lambda w, cell, number: cairn.Planner(w.map, w.db, method=number(0)),
    "crowd": lambda w, cell, number: cairn.Crowd(w.map, w.db, capacity=number(3), planner=w.planner),
    "build": lambda w, cell, number: cairn.Build(w.map, threads=number(1)),
    "options": lambda w, cell, number: cairn.Agent(w.map, w.db, options={cairn.Option.G_MAX: number(20)}),
    "repair": lambda w, cell, number: cairn.Repair(w.map, w.db, changes=number(1)),
    "start": lambda w, cell, number: w.agent.start(HERE, cell(THERE)),
    "walk": lambda w, cell, number: w.agent.walk(cell(HERE), cell(THERE), number(5)),
    "distance": lambda w, cell, number: w.planner.distance(HERE, cell(THERE)),
    "path": lambda w, cell, number: w.planner.path(HERE, cell(THERE)),
    "waypoints": lambda w, cell, number: w.planner.waypoints(cell(HERE), THERE),
    "ask": lambda w, cell, number: w.planner.ask(HERE, cell(THERE)),
    "planner run": lambda w, cell, number: w.planner.run(number(1024)),
    "found_path": lambda w, cell, number: (w.planner.run(), w.planner.found_path(number(0), number(5))),
    "found_waypoints": lambda w, cell, number: (w.planner.run(), w.planner.found_waypoints(0, number(1))),
    "add": lambda w, cell, number: w.crowd.add(cell(HERE)),
    "remove": lambda w, cell, number: w.crowd.remove(number(w.member)),
    "order": lambda w, cell, number: w.crowd.order(number(w.member), cell(THERE)),
    "order several": lambda w, cell, number: w.crowd.order([number(w.member), w.member], THERE),
    "halt": lambda w, cell, number: w.crowd.halt(number(w.member)),
    "push": lambda w, cell, number: w.crowd.push(number(w.member), cell(HERE)),
    "member": lambda w, cell, number: w.crowd.member(number(w.member)),
    "find": lambda w, cell, number: w.crowd.find(cell(HERE)),
    "reserve": lambda w, cell, number: w.crowd.reserve(cell(HERE), number(3)),
    "repair run": lambda w, cell, number: w.repair.run(number(cairn.MIN_REPAIR)),
}


class ForeignCode(unittest.TestCase):
    def test_arguments_may_close_all_there_is(self):
        for name, call in CALLS.items():
            with self.subTest(name):
                world, count = World(), []
                act = lambda: (count.append(1), world.close())
                try:
                    call(world, lambda cell: Cell(act, cell), lambda number: Number(act, number))
                except cairn.ClosedError:
                    pass
                self.assertTrue(count)

    def test_a_number_may_tell_another_one_each_time(self):
        class Growing:
            def __init__(self):
                self.number = 1

            def __index__(self):
                self.number *= 100
                return self.number

        world = World()
        world.planner.run()
        self.assertEqual(len(world.planner.found_path(0, Growing())), len(world.planner.path(HERE, THERE)))

        class Fickle(cairn.Rect):
            asked = 0

            def __getattribute__(self, name):
                if name == "height":
                    Fickle.asked += 1
                    return 20 if Fickle.asked == 1 else 2
                return super().__getattribute__(name)

        self.assertRaises(ValueError, world.map.change, [(Fickle(1, 1, 3, 2), np.zeros((2, 3)))])

    def test_bytes_may_tell_another_length(self):
        world = World()
        saved, changes = world.crowd.save(), world.map.save_changes()
        image = cairn.Build(world.map).run().to_bytes()
        world.crowd.load(Long(saved))
        world.map.load_changes(Long(changes))
        cairn.Db.from_bytes(Long(image)).verify(world.map)
        text = b"type octile\nheight 1\nwidth 1\nmap\n.\n"
        self.assertEqual(cairn.Map.from_text(Long(text)).info.open_cells, 1)


class Numbers(unittest.TestCase):
    WRONG = (-1, 1 << 32, 1 << 64, -(1 << 70), 1 << 200)

    def test_numbers_that_do_not_fit_are_refused(self):
        world = World()
        of_members = (
            world.crowd.remove, world.crowd.halt, world.crowd.member,
            lambda number: world.crowd.push(number, HERE), lambda number: world.crowd.order(number, THERE),
            lambda number: world.crowd.order([world.member, number], THERE),
            lambda number: world.crowd.order(np.array([world.member, number]), THERE),
        )
        for call in of_members:
            for wrong in self.WRONG + (world.member + (1 << 32), world.member - (1 << 32)):
                self.assertRaises((cairn.ArgumentError, TypeError), call, wrong)
            self.assertRaises(TypeError, call, 1.5)
            self.assertRaises(TypeError, call, "1")
        for call in (lambda number: world.crowd.reserve(HERE, number), lambda number: world.map.nearest(HERE, number),
                     lambda number: world.planner.run((1 << 32) * number), lambda number: world.repair.run((1 << 32) * number),
                     lambda number: world.planner.found_path((1 << 32) * number, 1),
                     lambda number: world.planner.found_path(0, (1 << 32) * number),
                     lambda number: world.map.cells(cairn.Rect(0, 0, number, 1)),
                     lambda number: world.map.is_open((number, 0)),
                     lambda number: cairn.Agent(world.map, world.db, max_work=number)):
            for wrong in self.WRONG:
                self.assertRaises(cairn.ArgumentError, call, wrong)
        self.assertEqual(world.crowd.member(world.member).state, cairn.MemberState.IDLE)

    def test_members_are_one_row(self):
        world = World()
        other = world.crowd.add((2, 1))
        self.assertRaises(TypeError, world.crowd.order, np.array([[world.member], [other]]), THERE)
        world.crowd.order([], THERE)
        world.crowd.order(np.array([world.member, other], np.int64), THERE)
        world.crowd.step()
        self.assertEqual(world.crowd.states.tolist(), [cairn.MemberState.WALKING] * 2)

    def test_cells_come_back(self):
        map = make_map(changing=True)
        cells = map.cells()
        self.assertEqual(cairn.Map.from_array(cells).info.fingerprint, map.info.fingerprint)
        self.assertEqual(map.cells(cairn.Rect(19, 24, 2, 3)).tolist(), [[True, False], [True, True], [True, False]])
        self.assertRaises(ValueError, map.cells, cairn.Rect(39, 0, 2, 1))


class Threads(unittest.TestCase):
    def test_a_step_under_way_keeps_others_out(self):
        """A second thread steps from within an argument, and is not done when the call is made."""
        world, begun, goes_on = World(), threading.Event(), threading.Event()

        def share(count, piece):
            begun.set()
            goes_on.wait(60)

        crowd = cairn.Crowd(world.map, world.db, capacity=8192, planner=world.planner, share=share)
        members = [crowd.add((i % 20, i % 30)) for i in range(8192)]
        crowd.order(members, THERE)
        thread = threading.Thread(target=crowd.step)
        cell = Cell(lambda: (thread.start(), begun.wait(60)))
        try:
            self.assertRaises(cairn.BusyError, crowd.add, cell)
            for call in (crowd.step, crowd.save, lambda: crowd.cells, lambda: crowd.order(members, HERE),
                         lambda: crowd.remove(members[0]), world.agent.step, lambda: world.planner.path(HERE, THERE),
                         lambda: world.map.set_cells([HERE], False)):
                self.assertRaises(cairn.BusyError, call)
            self.assertTrue(world.map.is_open(HERE))  # reading goes on
            crowd.close()
            self.assertRaises(cairn.ClosedError, crowd.step)
        finally:
            goes_on.set()
            thread.join()
        world.agent.step()
        world.map.set_cells([HERE], False)

    # What a second thread may end while it is used.
    USES = (
        lambda w: w.map.info, lambda w: w.map.copy(), lambda w: w.map.save_changes(), lambda w: w.map.cells(),
        lambda w: w.db.figures, lambda w: w.db.verify(w.map), lambda w: cairn.Planner(w.map, w.db),
        lambda w: w.agent.walk(HERE, THERE, 5), lambda w: w.agent.set_db(w.db), lambda w: w.planner.path(HERE, THERE),
        lambda w: w.crowd.add(HERE), lambda w: w.crowd.cells.tolist(), lambda w: w.crowd.save(), lambda w: w.crowd.step(),
        lambda w: w.build.report, lambda w: w.repair.info, lambda w: w.repair.follow(),
    )

    def close_before(self, instruction, use):
        """Uses a world, of which all is closed before an instruction of the binding; whether there was such a one."""
        world, count = World(), 0

        def trace(frame, event, _):
            nonlocal count
            frame.f_trace_opcodes = "/cairn/" in frame.f_code.co_filename
            if event == "opcode":
                count += 1
                if count == instruction:
                    sys.settrace(None)
                    world.close()
            return trace if frame.f_trace_opcodes or event != "call" else None

        sys.settrace(trace)
        try:
            use(world)
        except cairn.ClosedError:
            pass
        finally:
            sys.settrace(None)
        return count >= instruction

    def test_closing_meets_calls(self):
        """A second thread may come in before every instruction of the interpreter."""
        for number, use in enumerate(self.USES):
            instruction = 1
            while self.close_before(instruction, use):
                instruction += 1
            self.assertGreater(instruction, 10, number)


if __name__ == "__main__":
    unittest.main()
