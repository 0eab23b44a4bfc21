"""Planners that answer, and agents that walk."""
from __future__ import annotations

import ctypes
import operator
from dataclasses import dataclass
from typing import Any, Iterator, Mapping, NamedTuple, Optional

import numpy as np

from . import _calls
from ._library import (
    Cell,
    Handle,
    Owner,
    check,
    MOST_PLACES,
    MOST_UNITS,
    create,
    demand,
    get_handle,
    get_pointer,
    make_def,
    make_options,
    pack,
    quick,
    set_db,
    unpack,
    view_cells,
    whole,
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
_STEP_KINDS = {int(kind): kind for kind in StepKind}


class Planner(Owner):
    """Answers how far it is, which way, over which corners: by labels, or without a database by search.
    Agents of a thread that share it on a changing map get their ways around obstacles from it."""

    def __init__(
        self,
        map: Map,
        db: Optional[Db] = None,
        *,
        method: int = Method.AUTO,
        costs: int = Costs.OCTILE,
    ) -> None:
        detail = _calls.cairn_detail()
        definition = make_def(_calls.cairn_planner_def, detail, method=method, costs=costs)
        of, by = demand(map, Map, "map")._get_handle(), get_handle(db, Db, "db")
        at = ctypes.byref(definition)
        pointer = create(quick.cairn_planner_create, of.pointer, get_pointer(by), at, detail=detail)
        self._handle = Handle(pointer, quick.cairn_planner_destroy, [of, by])
        self.spent = 0  # units, by the last run()

    def distance(self, start: Cell, goal: Cell) -> int:
        """The length of the shortest path, in tenths."""
        found, ends = ctypes.c_uint32(), (pack(start), pack(goal))
        self._do(quick.cairn_planner_find, *ends, ctypes.byref(found))
        return found.value

    def path(self, start: Cell, goal: Cell) -> np.ndarray:
        """The cells of a shortest path, both ends included, as rows (x, y)."""
        return self._find(quick.cairn_planner_get_path, start, goal)

    def waypoints(self, start: Cell, goal: Cell) -> np.ndarray:
        """The ends of a shortest path and the cells where it turns, as rows (x, y)."""
        return self._find(quick.cairn_planner_get_waypoints, start, goal)

    def _find(self, call: Any, start: Cell, goal: Cell) -> np.ndarray:
        found, ends = ctypes.c_uint32(), (pack(start), pack(goal))
        handle = self._get_handle()
        with handle.guard.lock:  # nobody asks anything else before the answer is copied
            handle.do(quick.cairn_planner_find, *ends, ctypes.byref(found))
            return _copy_cells(handle, call, 0, found.value // 10 + 1)

    # ---- in slices ----

    def ask(self, start: Cell, goal: Cell) -> None:
        """Asks for a path, which run() finds."""
        ends = pack(start), pack(goal)
        self._do(quick.cairn_planner_ask, *ends)

    def run(self, units: int = 0) -> bool:
        """Works on what was asked, and on ways that agents wait for: spends at most `units`; True once
        nothing is left to do."""
        most, spent = whole(units, "units", MOST_UNITS), ctypes.c_uint64()
        handle = self._get_handle()
        with handle.guard.lock:
            status = handle.call(quick.cairn_planner_run, most, ctypes.byref(spent))
            self.spent = spent.value
            if status not in (Status.OK, Status.UNFINISHED):
                raise handle.explain(status)
        return status == 0

    @property
    def found_distance(self) -> int:
        """The length of the path that was found, in tenths."""
        found = ctypes.c_uint32()
        check(self._call(quick.cairn_planner_get_distance, ctypes.byref(found)))
        return found.value

    def found_path(self, first: int = 0, count: int = 4096) -> np.ndarray:
        """Cells of the path that was found, from number `first` on."""
        place, room = whole(first, "first", MOST_PLACES), whole(count, "count", MOST_PLACES)
        return _copy_cells(self._get_handle(), quick.cairn_planner_get_path, place, room)

    def found_waypoints(self, first: int = 0, count: int = 4096) -> np.ndarray:
        """The same for the waypoints."""
        place, room = whole(first, "first", MOST_PLACES), whole(count, "count", MOST_PLACES)
        return _copy_cells(self._get_handle(), quick.cairn_planner_get_waypoints, place, room)

    def set_db(self, db: Db) -> None:
        """Gives the planner another database: that of Repair.swap()."""
        set_db(self._get_handle(), quick.cairn_planner_set_db, demand(db, Db, "db")._get_handle())


def _copy_cells(planner: Handle, call: Any, first: int, room: int) -> np.ndarray:
    """Cells that a planner has found, as rows (x, y)."""
    got, cells = ctypes.c_size_t(), np.empty(room, np.uint32)
    planner.do(call, first, room, cells.ctypes.data, ctypes.byref(got))
    return view_cells(cells[: got.value]).astype(np.int32)


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
        planner: Optional[Planner] = None,
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
        of, by = demand(map, Map, "map")._get_handle(), get_handle(db, Db, "db")
        guide = get_handle(planner, Planner, "planner")
        definition.planner = get_pointer(guide)
        at = ctypes.byref(definition)
        pointer = create(quick.cairn_agent_create, of.pointer, get_pointer(by), at, detail=detail)
        needs = (of, by, guide)
        self._step = _calls.cairn_step()
        self._step_at = ctypes.byref(self._step)
        self._handle = Handle(pointer, quick.cairn_agent_destroy, needs, guide and guide.guard)

    def start(self, start: Cell, goal: Cell) -> None:
        """Sets a new problem; NoPathError if there is no path."""
        ends = pack(start), pack(goal)
        self._do(quick.cairn_agent_start, *ends)

    def step(self) -> Step:
        """Moves one cell."""
        handle, made = self._get_handle(), self._step
        with handle.guard.lock:  # all threads have one answer
            status = handle.call(quick.cairn_agent_step, self._step_at)
            kind, cell, units = made.kind, made.cell, made.units
            if status != 0:
                raise handle.explain(status)
        return Step(_STEP_KINDS[kind], unpack(cell), units)

    def __iter__(self) -> Iterator[Step]:
        """The steps of the walk, up to the one that arrives, is stranded or cut off."""
        while True:
            step = self.step()
            yield step
            if step.kind in _ENDS:
                return

    def walk(self, start: Cell, goal: Cell, max_steps: int = 1 << 24) -> np.ndarray:
        """The cells of a whole walk, as rows (x, y), the start included."""
        ends, count = (pack(start), pack(goal)), operator.index(max_steps)
        handle, step, at, cells = self._get_handle(), self._step, self._step_at, [ends[0]]
        call = quick.cairn_agent_step
        with handle.guard.lock:
            handle.do(quick.cairn_agent_start, *ends)
            for _ in range(count):
                status = handle.call(call, at)
                if status != 0:
                    raise handle.explain(status)
                cells.append(step.cell)
                if step.kind in _ENDS:
                    break
        return view_cells(np.array(cells, np.uint32)).astype(np.int32)

    @property
    def cell(self) -> Cell:
        """Where the agent is."""
        return unpack(self._call(quick.cairn_agent_get_cell))

    @property
    def goal(self) -> Cell:
        """Where it goes: with GoalPolicy.NEAREST the cell that is really headed for."""
        return unpack(self._call(quick.cairn_agent_get_goal))

    @property
    def stats(self) -> AgentStats:
        """What the agent did since its start."""
        found = self._get_struct(_calls.cairn_agent_stats, quick.cairn_agent_get_stats)
        return AgentStats(*(getattr(found, name) for name in AgentStats.__dataclass_fields__))

    def forget(self) -> None:
        """Forgets all learned values, and the problem."""
        self._do(quick.cairn_agent_forget)

    def set_db(self, db: Db) -> None:
        """Gives the agent another database: that of Repair.swap()."""
        set_db(self._get_handle(), quick.cairn_agent_set_db, demand(db, Db, "db")._get_handle())
