"""Crowds: many agents that share one budget a frame."""
from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any, Optional

import numpy as np

from . import _calls
from ._library import (
    Cell,
    Handle,
    Owner,
    check,
    create,
    demand,
    get_handle,
    get_pointer,
    long,
    make_def,
    pack,
    pack_members,
    quick,
    set_db,
    to_bytes,
    unpack,
    view_cells,
    whole,
)
from ._maps import Db, Map
from ._numbers import GoalPolicy, MemberState, Occupancy, StrandedPolicy
from ._share import Lending, Share
from ._walks import Planner


@dataclass(frozen=True)
class CrowdFrame:
    """What a frame did; include/cairn/crowd.h says it field by field."""

    frame: int
    moved: int
    arrived: int
    walking: int
    waiting: int
    pending: int
    longest_wait: int
    units: int


@dataclass(frozen=True)
class CrowdInfo:
    """The properties of a crowd."""

    capacity: int
    members: int
    used: int
    bytes: int
    hash: int


@dataclass(frozen=True)
class MemberInfo:
    """The properties of a member."""

    state: MemberState
    cell: Cell
    goal: Cell


def index_of(member: int) -> int:
    """Where a member stands in the arrays of its crowd."""
    return member & 0xFFFFF


class Crowd(Owner):
    """Many agents that share one budget a frame. A member is a number, which add() gives.

    `share` lends threads to frames: called with a number of pieces and a function that makes one, it calls
    that so often, on any threads, such as `lambda count, piece: list(pool.map(piece, range(count)))` with a
    ThreadPoolExecutor. Nothing but time depends on it: pieces that it leaves out are made when it is done.
    What it raises comes out of step(), after the frame."""

    def __init__(
        self,
        map: Map,
        db: Db,
        *,
        capacity: int = 0,
        max_work: int = 0,
        stays: bool = False,
        goal_policy: int = GoalPolicy.EXACT,
        stranded_policy: int = StrandedPolicy.STAY,
        occupancy: int = Occupancy.OFF,
        planner: Optional[Planner] = None,
        share: Optional[Share] = None,
    ) -> None:
        detail, lending = _calls.cairn_detail(), None if share is None else Lending(share)
        definition = make_def(
            _calls.cairn_crowd_def,
            detail,
            capacity=capacity,
            max_work=max_work,
            stays=bool(stays),
            goal_policy=goal_policy,
            stranded_policy=stranded_policy,
            occupancy=occupancy,
        )
        of, by = demand(map, Map, "map")._get_handle(), demand(db, Db, "db")._get_handle()
        guide = get_handle(planner, Planner, "planner")
        definition.planner = get_pointer(guide)
        if lending is not None:
            definition.share = ctypes.cast(lending.function, ctypes.c_void_p)
        pointer = create(
            quick.cairn_crowd_create, of.pointer, by.pointer, ctypes.byref(definition), detail=detail
        )
        needs = (of, by, guide, lending)
        self._handle = Handle(pointer, quick.cairn_crowd_destroy, needs, guide and guide.guard)

    # ---- members ----

    def add(self, cell: Cell) -> int:
        """Adds a member, which is idle, on an open cell."""
        made, at = ctypes.c_uint32(), pack(cell)
        self._do(quick.cairn_crowd_add, at, ctypes.byref(made))
        return made.value

    def remove(self, member: int) -> None:
        """Removes a member."""
        number = whole(member, "member")
        self._do(quick.cairn_crowd_remove, number)

    def order(self, members: Any, goal: Cell) -> None:
        """Orders a member, or an array of them, to a goal. Nothing is ordered if it fails."""
        array, to = pack_members(members), pack(goal)
        self._do(quick.cairn_crowd_order, array.ctypes.data, len(array), to)

    def halt(self, member: int) -> None:
        """Takes a member's order back."""
        number = whole(member, "member")
        self._do(quick.cairn_crowd_halt, number)

    def push(self, member: int, cell: Cell) -> None:
        """Puts a member on another open cell; its order stays."""
        number, at = whole(member, "member"), pack(cell)
        self._do(quick.cairn_crowd_push, number, at)

    def member(self, member: int) -> MemberInfo:
        """A member's properties."""
        number = whole(member, "member")
        found = self._get_struct(_calls.cairn_member_info, quick.cairn_crowd_get_member, number)
        return MemberInfo(MemberState(found.state), unpack(found.cell), unpack(found.goal))

    # ---- frames ----

    def step(self) -> CrowdFrame:
        """Makes a frame: plans, and one move of each member that can move. Other threads go on meanwhile;
        they cannot use the crowd, nor what has the same planner."""
        frame = _calls.cairn_crowd_frame(size=ctypes.sizeof(_calls.cairn_crowd_frame))
        handle = self._get_handle()
        map, _, _, lending = handle.needs[:4]
        with handle.run(map) as pointer:
            status = long.cairn_crowd_step(pointer, ctypes.byref(frame))
            error = handle.explain(status) if status != 0 else None
        if lending is not None:
            lending.finish()
        if error is not None:
            raise error
        return CrowdFrame(*(getattr(frame, name) for name in CrowdFrame.__dataclass_fields__))

    @property
    def info(self) -> CrowdInfo:
        """The properties of the crowd."""
        found = self._get_struct(_calls.cairn_crowd_info, quick.cairn_crowd_get_info)
        return CrowdInfo(*(getattr(found, name) for name in CrowdInfo.__dataclass_fields__))

    def _view(self, kind: Any, function: Any) -> np.ndarray:
        """An array over the crowd's own memory, which lives as long as the array."""
        handle = self._get_handle()
        known = _calls.cairn_crowd_info(size=_calls.cairn_crowd_info.hash.offset)  # without the hash
        check(handle.call(quick.cairn_crowd_get_info, ctypes.byref(known)))
        memory = (kind * max(known.used, 1)).from_address(handle.call(function))
        memory.keeper = handle
        array = np.frombuffer(memory, kind)[: known.used]
        array.flags.writeable = False
        return array

    @property
    def cells(self) -> np.ndarray:
        """Cells of all members by index, rows (x, y) of uint16: the crowd's own memory, not a copy.
        Every step changes it; look again after add()."""
        return view_cells(self._view(ctypes.c_uint32, quick.cairn_crowd_get_cells))

    @property
    def states(self) -> np.ndarray:
        """What all members do, as MemberState, by index: the crowd's own memory, not a copy."""
        return self._view(ctypes.c_uint8, quick.cairn_crowd_get_states)

    # ---- cells that are taken ----

    def find(self, cell: Cell) -> Optional[int]:
        """With Occupancy.CELLS: the member on a cell."""
        at = pack(cell)
        return self._call(quick.cairn_crowd_find, at) or None

    def reserve(self, cell: Cell, frames: int) -> None:
        """With Occupancy.CELLS: keeps a cell free for `frames` frames; 0 ends that."""
        at, count = pack(cell), whole(frames, "frames")
        self._do(quick.cairn_crowd_reserve, at, count)

    # ---- databases, saved games ----

    def set_db(self, db: Db) -> None:
        """Gives the crowd another database: that of Repair.swap()."""
        set_db(self._get_handle(), quick.cairn_crowd_set_db, demand(db, Db, "db")._get_handle())

    def save(self) -> bytes:
        """The whole state, for a saved game or for rolling back."""
        return self._collect_bytes(quick.cairn_crowd_save)

    def load(self, block: bytes) -> None:
        """Brings the crowd to a state that was saved. If it fails, nothing is changed."""
        detail, data = _calls.cairn_detail(), to_bytes(block, "block")
        check(self._call(quick.cairn_crowd_load, data, len(data), ctypes.byref(detail)), detail)
