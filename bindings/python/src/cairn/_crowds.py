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
    collect_bytes,
    create,
    demand,
    get_struct,
    long,
    make_def,
    pack,
    quick,
    unpack,
    view_cells,
)
from ._maps import Db, Map
from ._numbers import GoalPolicy, MemberState, Occupancy, StrandedPolicy
from ._share import Lending, Share
from ._walks import Scout, get_needs, get_pointer


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
    """What there is to know of a crowd."""

    capacity: int
    members: int
    used: int
    bytes: int
    hash: int


@dataclass(frozen=True)
class MemberInfo:
    """What there is to know of a member."""

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
        scout: Optional[Scout] = None,
        share: Optional[Share] = None,
    ) -> None:
        detail = _calls.cairn_detail()
        self._lending = None if share is None else Lending(share)
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
        definition.scout = get_pointer(scout if scout is None else demand(scout, Scout, "scout"))
        if self._lending is not None:
            definition.share = ctypes.cast(self._lending.function, ctypes.c_void_p)
        pointer = create(
            quick.cairn_crowd_create,
            demand(map, Map, "map")._pointer,
            demand(db, Db, "db")._pointer,
            ctypes.byref(definition),
            detail=detail,
        )
        self._handle = Handle(pointer, quick.cairn_crowd_destroy, get_needs(map, db, scout))

    # ---- members ----

    def add(self, cell: Cell) -> int:
        """Adds a member, which is idle, on an open cell."""
        made = ctypes.c_uint32()
        check(quick.cairn_crowd_add(self._pointer, pack(cell), ctypes.byref(made)))
        return made.value

    def remove(self, member: int) -> None:
        """Removes a member."""
        check(quick.cairn_crowd_remove(self._pointer, member))

    def order(self, members: Any, goal: Cell) -> None:
        """Orders a member, or an array of them, to a goal. Nothing is ordered if it fails."""
        array = np.atleast_1d(np.asarray(members))
        if array.size and array.dtype.kind not in "iu":
            raise TypeError("members are whole numbers")
        array = np.ascontiguousarray(array, np.uint32)
        check(quick.cairn_crowd_order(self._pointer, array.ctypes.data, len(array), pack(goal)))

    def halt(self, member: int) -> None:
        """Takes a member's order back."""
        check(quick.cairn_crowd_halt(self._pointer, member))

    def push(self, member: int, cell: Cell) -> None:
        """Puts a member on another open cell; its order stays."""
        check(quick.cairn_crowd_push(self._pointer, member, pack(cell)))

    def member(self, member: int) -> MemberInfo:
        """A member's properties."""
        pointer = self._pointer
        found = get_struct(
            _calls.cairn_member_info, lambda info: quick.cairn_crowd_get_member(pointer, member, info)
        )
        return MemberInfo(MemberState(found.state), unpack(found.cell), unpack(found.goal))

    # ---- frames ----

    def step(self) -> CrowdFrame:
        """Makes a frame: plans, and one move of each member that can move. Other threads go on meanwhile,
        unless the crowd has a scout, which agents of this thread may have as well."""
        frame = _calls.cairn_crowd_frame(size=ctypes.sizeof(_calls.cairn_crowd_frame))
        handle, lending = self._get_handle(), self._lending
        library = long if handle.needs[2] is None else quick
        with handle.run(handle.needs[0]) as pointer:
            status = library.cairn_crowd_step(pointer, ctypes.byref(frame))
        if lending is not None:
            lending.finish()
        check(status)
        return CrowdFrame(*(getattr(frame, name) for name in CrowdFrame.__dataclass_fields__))

    @property
    def info(self) -> CrowdInfo:
        """What there is to know of the crowd."""
        pointer = self._pointer
        found = get_struct(
            _calls.cairn_crowd_info, lambda info: quick.cairn_crowd_get_info(pointer, info)
        )
        return CrowdInfo(*(getattr(found, name) for name in CrowdInfo.__dataclass_fields__))

    def _view(self, kind: Any, address: int) -> np.ndarray:
        """An array over the crowd's own memory, which lives as long as the array."""
        used = self.info.used
        memory = (kind * max(used, 1)).from_address(address)
        memory.keeper = self._get_handle()
        array = np.frombuffer(memory, kind)[:used]
        array.flags.writeable = False
        return array

    @property
    def cells(self) -> np.ndarray:
        """Cells of all members by index, rows (x, y) of uint16: the crowd's own memory, not a copy.
        Every step changes it; look again after add()."""
        return view_cells(self._view(ctypes.c_uint32, quick.cairn_crowd_get_cells(self._pointer)))

    @property
    def states(self) -> np.ndarray:
        """What all members do, as MemberState, by index: the crowd's own memory, not a copy."""
        return self._view(ctypes.c_uint8, quick.cairn_crowd_get_states(self._pointer))

    # ---- cells that are taken ----

    def find(self, cell: Cell) -> Optional[int]:
        """With Occupancy.CELLS: the member on a cell."""
        return quick.cairn_crowd_find(self._pointer, pack(cell)) or None

    def reserve(self, cell: Cell, frames: int) -> None:
        """With Occupancy.CELLS: keeps a cell free for so many frames; 0 ends that."""
        check(quick.cairn_crowd_reserve(self._pointer, pack(cell), frames))

    # ---- databases, saved games ----

    def set_db(self, db: Db) -> None:
        """Gives the crowd another database: that of Repair.swap()."""
        detail = _calls.cairn_detail()
        by = demand(db, Db, "db")._pointer
        check(quick.cairn_crowd_set_db(self._pointer, by, ctypes.byref(detail)), detail)
        self._get_handle().needs[1] = db._get_handle()

    def save(self) -> bytes:
        """The whole state, for a saved game or for rolling back."""
        pointer = self._pointer
        return collect_bytes(lambda *rest: quick.cairn_crowd_save(pointer, *rest))

    def load(self, block: bytes) -> None:
        """Brings the crowd to a state that was saved. If it fails, nothing is changed."""
        detail = _calls.cairn_detail()
        data = bytes(demand(block, bytes, "block"))
        check(quick.cairn_crowd_load(self._pointer, data, len(data), ctypes.byref(detail)), detail)
