"""Maps and databases."""
from __future__ import annotations

import contextlib
import ctypes
import functools
import os
from dataclasses import dataclass
from typing import Any, Dict, Iterable, Optional, Tuple, Union

import numpy as np

from . import _calls
from ._library import (
    ArgumentError,
    Cell,
    Handle,
    Owner,
    check,
    create,
    demand,
    encode_path,
    get_handle,
    get_pointer,
    long,
    make_def,
    make_error,
    pack,
    pack_array,
    quick,
    set_number,
    to_bytes,
    unpack,
    whole,
)
from ._numbers import ANY_COMPONENT, Corners, Kind, Algorithm

Path = Union[str, bytes, "os.PathLike[str]"]


@dataclass(frozen=True)
class MapInfo:
    """The properties of a map; include/cairn/map.h says it field by field."""

    width: int
    height: int
    corners: Corners
    open_cells: int
    components: int
    largest_component: int
    fingerprint: int
    bytes: int
    state: int
    version: int


@dataclass(frozen=True)
class Rect:
    """Cells (x, y) to (x + width - 1, y + height - 1)."""

    x: int
    y: int
    width: int
    height: int


Change = Tuple[Rect, Union[bool, np.ndarray]]


def _make_rect(rect: Any) -> Any:
    made = _calls.cairn_rect()
    for name in ("x", "y", "width", "height"):
        set_number(made, name, getattr(demand(rect, Rect, "rect"), name))
    return made


def _make_cells(cells: Any) -> np.ndarray:
    """One byte for each cell, without a copy where the array has them already."""
    array = np.asarray(cells)
    if array.ndim != 2:
        raise TypeError("cells are an array of two dimensions: rows of cells")
    if array.dtype not in (np.bool_, np.uint8):
        if array.dtype.kind not in "iuf":
            raise TypeError(f"cells are booleans or numbers, not {array.dtype}")
        array = array != 0
    return np.ascontiguousarray(array).view(np.uint8)


class Map(Owner):
    """A grid of open and blocked cells. A changing one may be changed while agents walk.

    Agents, planners, builds and repairs keep a map open as long as they need it."""

    def __init__(self) -> None:
        raise TypeError("make a Map by Map.open, Map.from_text or Map.from_array")

    @classmethod
    def _make(cls, call: Any, arguments: Any, corners: int, changing: bool, what: str = "") -> "Map":
        """`arguments` are asked for when all else is converted."""
        detail = _calls.cairn_detail()
        definition = make_def(_calls.cairn_map_def, detail, corners=corners, changing=bool(changing))
        pointer = create(call, *arguments(), ctypes.byref(definition), detail=detail, what=what)
        made = cls.__new__(cls)
        made._handle = Handle(pointer, quick.cairn_map_close, ())
        return made

    @classmethod
    def open(cls, path: Path, *, corners: int = Corners.STRICT, changing: bool = False) -> "Map":
        """Opens a `.map` file of MovingAI's format."""
        name = encode_path(path)
        return cls._make(quick.cairn_map_open, lambda: (name,), corners, changing, os.fsdecode(name))

    @classmethod
    def from_text(
        cls, text: Union[str, bytes], *, corners: int = Corners.STRICT, changing: bool = False
    ) -> "Map":
        """Reads a `.map` text."""
        data = str.encode(text) if isinstance(text, str) else to_bytes(text, "text")
        return cls._make(quick.cairn_map_open_memory, lambda: (data, len(data)), corners, changing)

    @classmethod
    def from_array(
        cls, cells: Any, *, corners: int = Corners.STRICT, changing: bool = False
    ) -> "Map":
        """Makes a map from an array of rows, cells[y, x]: zero or False is blocked."""
        array = _make_cells(cells)
        height, width = array.shape
        if max(width, height) > 0xFFFFFFFF:
            raise ArgumentError("the map is too large")
        arguments = lambda: (width, height, array.ctypes.data)
        return cls._make(quick.cairn_map_create, arguments, corners, changing)

    def copy(self, *, changing: bool = False) -> "Map":
        """A map of its own with the cells that are open now."""
        is_changing = bool(changing)
        copy = functools.partial(self._call, quick.cairn_map_copy)
        return self._make(copy, lambda: (), 0, is_changing)

    # ---- questions ----

    @property
    def info(self) -> MapInfo:
        """The properties of the map."""
        found = self._get_struct(_calls.cairn_map_info, quick.cairn_map_get_info)
        values = {name: getattr(found, name) for name in MapInfo.__dataclass_fields__}
        values["corners"] = Corners(found.corners)
        return MapInfo(**values)

    @property
    def shape(self) -> Tuple[int, int]:
        """(height, width), as of an array."""
        info = self.info
        return info.height, info.width

    def is_open(self, cell: Cell) -> bool:
        """Whether a cell is inside the map and open."""
        at = pack(cell)
        return bool(self._call(quick.cairn_map_is_open, at))

    def component(self, cell: Cell) -> Optional[int]:
        """The number of the cells that paths join to a cell; None for a blocked one."""
        at = pack(cell)
        found = self._call(quick.cairn_map_get_component, at)
        return None if found == 0xFFFFFFFF else found

    def has_path(self, start: Cell, goal: Cell) -> bool:
        """Whether a path joins two cells. Constant time."""
        ends = pack(start), pack(goal)
        return bool(self._call(quick.cairn_map_has_path, *ends))

    def nearest(self, cell: Cell, component: Optional[int] = None) -> Cell:
        """The open cell nearest to a cell, of one component or of any."""
        found, at = ctypes.c_uint32(), pack(cell)
        number = ANY_COMPONENT if component is None else whole(component, "component")
        check(self._call(quick.cairn_map_find_nearest_cell, at, number, ctypes.byref(found)))
        return unpack(found.value)

    def cells(self, rect: Optional[Rect] = None) -> np.ndarray:
        """The cells of a rectangle, or all: an array of booleans, cells[y, x], True for open."""
        if rect is None:
            height, width = self.shape
            rect = Rect(0, 0, width, height)
        area = _make_rect(rect)
        found = np.empty((area.height, area.width), bool)
        check(self._call(quick.cairn_map_get_cells, ctypes.byref(area), found.ctypes.data))
        return found

    # ---- changes ----

    def _change(self, function: Any, *arguments: Any, detail: Any = None) -> None:
        handle = self._get_handle()
        with handle.guard.lock:
            status = handle.change(function, *arguments)
            if status != 0:
                raise handle.explain(status) if detail is None else make_error(status, detail)

    def set_rect(self, rect: Rect, open: bool) -> None:
        """Opens or blocks the cells of a rectangle. Agents notice at their next step."""
        area, is_open = _make_rect(rect), bool(open)
        self._change(quick.cairn_map_set_rect, ctypes.byref(area), is_open)

    def set_cells(self, cells: Any, open: bool) -> None:
        """Opens or blocks cells, rows (x, y)."""
        array, is_open = pack_array(cells), bool(open)
        self._change(quick.cairn_map_set_cells, array.ctypes.data, len(array), is_open)

    def change(self, changes: Iterable[Change]) -> None:
        """Sets rectangles in their order, in one call: each to open, blocked, or an array of cells."""
        items = list(changes)
        array = (_calls.cairn_change * max(len(items), 1))()
        kept = []
        for one, (rect, value) in zip(array, items):
            one.rect = _make_rect(rect)
            if isinstance(value, (bool, int, np.bool_)):
                one.open = bool(value)
                continue
            cells = _make_cells(value)
            if cells.shape != (one.rect.height, one.rect.width):
                raise ArgumentError(f"an array of {cells.shape} is not for {rect}")
            kept.append(cells)
            one.cells = cells.ctypes.data
        self._change(quick.cairn_map_change, array, len(items))

    def save_changes(self) -> bytes:
        """The cells that differ from those that were opened, for a saved game."""
        return self._collect_bytes(quick.cairn_map_save_changes_memory)

    def load_changes(self, block: bytes) -> None:
        """Brings the map to the cells that were saved. If it fails, nothing is changed."""
        detail = _calls.cairn_detail()
        data = to_bytes(block, "block")
        load = quick.cairn_map_load_changes_memory
        self._change(load, data, len(data), ctypes.byref(detail), detail=detail)

    def __repr__(self) -> str:
        if self.closed:
            return "<cairn.Map, closed>"
        info = self.info
        return f"<cairn.Map {info.width} x {info.height}, {info.open_cells} open cells>"


@dataclass(frozen=True)
class DbInfo:
    """The properties of a database; include/cairn/db.h says it field by field."""

    kind: Kind
    algorithm: Algorithm
    corners: Corners
    width: int
    height: int
    fingerprint: int
    bytes: int
    header_bytes: int
    format_version: int


class Db(Owner):
    """A database, immutable and shared by any number of agents, which keep it open."""

    def __init__(self) -> None:
        raise TypeError("make a Db by Db.open, Db.from_bytes or Build.open_db")

    @classmethod
    def _make(cls, pointer: int, needs: Any, end: Any = quick.cairn_db_close) -> "Db":
        made = cls.__new__(cls)
        made._handle = Handle(pointer, end, needs)
        return made

    @classmethod
    def open(cls, path: Path) -> "Db":
        """Maps a database file; its frame is checked, the rest by verify(). Nobody may change or truncate
        the file while it is open; from_bytes(path.read_bytes()) has a copy."""
        detail = _calls.cairn_detail()
        definition = make_def(_calls.cairn_db_def, detail)
        name = encode_path(path)
        pointer = create(
            quick.cairn_db_open, name, ctypes.byref(definition), detail=detail, what=os.fsdecode(name)
        )
        return cls._make(pointer, ())

    @classmethod
    def from_bytes(cls, image: Any) -> "Db":
        """Opens a database in memory. `bytes` are used in place; anything else is copied first."""
        data = image if type(image) is bytes else bytes(memoryview(image))
        detail = _calls.cairn_detail()
        definition = make_def(_calls.cairn_db_def, detail)
        address = ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p).value or 0
        needs: Any = data
        if address % 8 != 0:
            needs = (ctypes.c_uint64 * (len(data) // 8 + 1)).from_buffer_copy(data.ljust(len(data) + 8))
            address = ctypes.addressof(needs)
        pointer = create(
            quick.cairn_db_open_memory, address, len(data), ctypes.byref(definition), detail=detail
        )
        return cls._make(pointer, (needs,))

    @property
    def info(self) -> DbInfo:
        """The properties of the database."""
        found = self._get_struct(_calls.cairn_db_info, quick.cairn_db_get_info)
        values = {name: getattr(found, name) for name in DbInfo.__dataclass_fields__}
        values["kind"], values["corners"] = Kind(found.kind), Corners(found.corners)
        values["algorithm"] = Algorithm(found.algorithm)
        return DbInfo(**values)

    @property
    def figures(self) -> Dict[str, int]:
        """What databases of this kind count, such as records and states."""
        figure, found = _calls.cairn_figure(), {}
        handle = self._get_handle()
        while handle.call(quick.cairn_db_get_figure, len(found), ctypes.byref(figure)) == 0:
            found[figure.name.decode()] = figure.value
        return found

    def verify(self, map: Optional[Map] = None) -> None:
        """Checks everything, and with a map that it belongs to it; raises DataError."""
        detail = _calls.cairn_detail()
        of, handle = get_handle(map, Map, "map"), self._get_handle()
        with contextlib.nullcontext() if of is None else of.read():
            status = long.cairn_db_verify(handle.pointer, get_pointer(of), ctypes.byref(detail))
        if status != 0:
            raise make_error(status, detail)

    def __repr__(self) -> str:
        if self.closed:
            return "<cairn.Db, closed>"
        info = self.info
        return f"<cairn.Db of kind {info.kind.name.lower()}, {info.bytes} bytes>"
