"""libcairn itself: loading it, its errors, and handles of its objects."""
from __future__ import annotations

import contextlib
import ctypes
import operator
import os
import sys
import threading
from typing import Any, Callable, Iterator, Optional, Sequence, Tuple

import numpy as np

from . import _calls
from ._numbers import VERSION, Status

Cell = Tuple[int, int]

# ---- errors ----


class CairnError(Exception):
    """A call of libcairn failed: `status` says how; `line` and `offset`, where known, say where."""

    status: Status = Status.ARGUMENT
    line: int = 0
    offset: int = 0


class ArgumentError(CairnError, ValueError):
    """An argument is out of range, or the call is not for the object as it is: `status` says which."""


class ClosedError(ArgumentError):
    """The object was closed."""


class BusyError(CairnError, RuntimeError):
    """Another thread is using the object, or something that is still used would be closed."""


class DataError(CairnError, ValueError):
    """A map or database is damaged, of another format, or does not belong to the map."""


class FileError(CairnError, OSError):
    """A file could not be read or written."""


class NoMemoryError(CairnError, MemoryError):
    """Out of memory."""


class NoPathError(CairnError, LookupError):
    """A cell is blocked, or no path joins two cells."""


class InterruptedBuildError(CairnError):
    """The caller interrupted the work."""


class UnfinishedError(CairnError):
    """The work is not done yet."""


_ERRORS = {
    Status.ARGUMENT: ArgumentError,
    Status.MEMORY: NoMemoryError,
    Status.IO: FileError,
    Status.SYNTAX: DataError,
    Status.BLOCKED: NoPathError,
    Status.NO_PATH: NoPathError,
    Status.CORRUPT: DataError,
    Status.VERSION: DataError,
    Status.MISMATCH: DataError,
    Status.INVALID: DataError,
    Status.KIND: DataError,
    Status.NOT_SIZED: ArgumentError,
    Status.NOT_CHANGING: ArgumentError,
    Status.OUTSIDE: ArgumentError,
    Status.NOT_STARTED: ArgumentError,
    Status.NOT_RUN: ArgumentError,
    Status.NO_MEMBER: ArgumentError,
    Status.NO_OCCUPANCY: ArgumentError,
    Status.IN_USE: BusyError,
    Status.INTERRUPTED: InterruptedBuildError,
    Status.UNFINISHED: UnfinishedError,
}


def make_error(status: int, detail: Optional[Any] = None, what: str = "") -> CairnError:
    text = detail.text.decode("utf-8", "replace") if detail is not None else ""
    text = text or quick.cairn_status_get_text(status).decode()
    if detail is not None and detail.line:
        text = f"line {detail.line}: {text}"
    elif detail is not None and detail.offset:
        text = f"byte {detail.offset}: {text}"
    error = _ERRORS.get(status, CairnError)(f"{what}: {text}" if what else text)
    error.status = Status(status)
    if detail is not None:
        error.line, error.offset = detail.line, detail.offset
    return error


def check(status: int, detail: Optional[Any] = None, what: str = "") -> None:
    if status != 0:
        raise make_error(status, detail, what)


# ---- the library ----


def _find_library() -> str:
    """The one beside this file, or the system's of the same version."""
    endings = {"win32": ["cairn.dll"], "darwin": ["libcairn.dylib"]}.get(sys.platform, ["libcairn.so"])
    for ending in endings:
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), ending)
        if os.path.exists(path):
            return path
    major, minor, _ = VERSION.split(".")
    return {"win32": "cairn.dll"}.get(sys.platform, f"libcairn.so.{major}.{minor}")


def _load(kind: Callable[[str], Any]) -> Any:
    library = kind(_find_library())
    for name, (result, parameters) in _calls.CALLS.items():
        call = getattr(library, name)
        call.restype, call.argtypes = result, parameters
    return library


# Python's lock is held in a quick call, and let go in a long one, so that other threads go on.
quick: Any = _load(ctypes.PyDLL)
long: Any = _load(ctypes.CDLL)
if quick.cairn_get_version().decode() != VERSION:
    raise ImportError(f"libcairn has version {quick.cairn_get_version().decode()}, not {VERSION}")


# ---- handles ----


class Guard:
    """Who is using an object, or several that share memory. One thread may come in twice, as a signal does."""

    __slots__ = ("lock", "is_running")

    def __init__(self) -> None:
        self.lock, self.is_running = threading.RLock(), False


class Handle:
    """A pointer to an object of the library, which ends with this. What the object needs lives on as
    long: handles of others, or memory. A call keeps the handle: an object that is closed meanwhile ends
    when the call has returned. Arguments are converted before, since that may run any code."""

    __slots__ = ("pointer", "end", "needs", "guard", "readers", "__weakref__")

    def __init__(
        self,
        pointer: int,
        end: Optional[Callable[[int], None]],
        needs: Sequence[Any],
        guard: Optional[Guard] = None,
    ):
        self.pointer, self.end, self.needs, self.readers = pointer, end, list(needs), 0
        self.guard = Guard() if guard is None else guard

    def __del__(self) -> None:
        if self.end is not None:
            self.end(self.pointer)

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """A quick call: those of other threads wait for it."""
        guard = self.guard
        with guard.lock:
            if guard.is_running:
                raise BusyError("the object is in use: it runs")
            return function(self.pointer, *arguments)

    def change(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """The same for a call that changes what long calls may be reading."""
        with self.guard.lock:
            if self.readers:
                raise BusyError("a build or a frame is reading the map")
            return self.call(function, *arguments)

    def explain(self, status: int) -> CairnError:
        """Why a call failed that has changed nothing since, of an object that remembers it."""
        detail = _calls.cairn_detail()
        quick.cairn_get_detail(self.pointer, ctypes.byref(detail))
        return make_error(status, detail)

    def do(self, function: Callable[..., int], *arguments: Any) -> None:
        """A quick call that may fail, and whose failure the object remembers."""
        with self.guard.lock:
            status = self.call(function, *arguments)
            if status != 0:
                raise self.explain(status)

    @contextlib.contextmanager
    def run(self, *read: "Handle") -> Iterator[int]:
        """The object is used by a long call, during which others may be read but not changed."""
        with self.guard.lock:
            if self.guard.is_running:
                raise BusyError("the object is in use: it runs")
            self.guard.is_running = True
        try:
            with contextlib.ExitStack() as reading:
                for one in read:
                    reading.enter_context(one.read())
                yield self.pointer
        finally:
            self.guard.is_running = False

    @contextlib.contextmanager
    def read(self) -> Iterator[int]:
        """Nobody may change the object meanwhile."""
        with self.guard.lock:
            self.readers += 1
        try:
            yield self.pointer
        finally:
            with self.guard.lock:
                self.readers -= 1


class Owner:
    """What all classes have: close(), `with`, and a handle that is looked after."""

    _handle: Optional[Handle] = None

    def close(self) -> None:
        """Closes the object, as soon as nothing else needs it. Closing twice is fine."""
        self._handle = None

    @property
    def closed(self) -> bool:
        return self._handle is None

    def __enter__(self) -> Any:
        self._get_handle()
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __reduce__(self) -> Any:
        raise TypeError(f"{type(self).__name__} cannot be pickled or copied")

    def _get_handle(self) -> Handle:
        handle = self._handle  # looked at once: another thread may close it
        if handle is None:
            raise ClosedError(f"the {type(self).__name__} is closed")
        return handle

    def _call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """A quick call about the object."""
        return self._get_handle().call(function, *arguments)

    def _do(self, function: Callable[..., int], *arguments: Any) -> None:
        """The same of a call that may fail, and whose failure the object remembers."""
        self._get_handle().do(function, *arguments)

    def _get_struct(self, kind: Any, function: Callable[..., int], *arguments: Any) -> Any:
        """A struct with its size set, filled in by the library."""
        found = kind(size=ctypes.sizeof(kind))
        check(self._call(function, *arguments, ctypes.byref(found)))
        return found

    def _collect_bytes(self, function: Callable[..., int]) -> bytes:
        """A block of unknown size."""
        handle, count = self._get_handle(), ctypes.c_size_t()
        with handle.guard.lock:
            status = handle.call(function, 0, None, ctypes.byref(count))
            if status != Status.CAPACITY:
                check(status)
            block = (ctypes.c_uint64 * (count.value // 8 + 1))()
            check(handle.call(function, count.value, block, ctypes.byref(count)))
        return ctypes.string_at(block, count.value)


def get_handle(one: Optional[Owner], kind: type, name: str) -> Optional[Handle]:
    """The handle of an argument that may be left out."""
    return None if one is None else demand(one, kind, name)._get_handle()


def get_pointer(handle: Optional[Handle]) -> Optional[int]:
    return None if handle is None else handle.pointer


def set_db(one: Handle, call: Callable[..., int], db: Handle) -> None:
    """Gives an object, whose second need is its database, another one."""
    detail = _calls.cairn_detail()
    with one.guard.lock:
        one.needs.append(db)  # first, so that no interruption leaves one that is not kept
        try:
            check(one.call(call, db.pointer, ctypes.byref(detail)), detail)
        except CairnError:
            one.needs.pop()
            raise
        one.needs[1] = db
        one.needs.pop()


def create(call: Callable[..., int], *arguments: Any, detail: Any = None, what: str = "") -> int:
    """Calls a function whose result comes last, and returns that pointer."""
    made = ctypes.c_void_p()
    check(call(*arguments, ctypes.byref(made)), detail, what)
    return made.value or 0


def demand(value: Any, kind: type, name: str) -> Any:
    if not isinstance(value, kind):
        raise TypeError(f"{name} must be a {kind.__name__}, not {type(value).__name__}")
    return value


def whole(value: Any, name: str, most: int = 0xFFFFFFFF) -> int:
    """A number that fits: ctypes would cut one that does not."""
    number = operator.index(value)
    if not 0 <= number <= most:
        raise ArgumentError(f"{name} is out of range: {number}")
    return number


MOST_UNITS, MOST_PLACES = (1 << 64) - 1, (1 << 8 * ctypes.sizeof(ctypes.c_size_t)) - 1


def make_def(struct: Any, detail: Any, /, **values: int) -> Any:
    """A definition with its size, its detail, and numbers that fit."""
    made = struct(size=ctypes.sizeof(struct), detail=ctypes.addressof(detail))
    for name, value in values.items():
        set_number(made, name, value)
    return made


def set_number(struct: Any, name: str, value: int) -> None:
    """ctypes would cut a number that does not fit."""
    value = operator.index(value)
    setattr(struct, name, value)
    if getattr(struct, name) != value:
        raise ArgumentError(f"{name} is out of range: {value}")


def make_options(options: Any) -> Tuple[int, Any]:
    """How many options there are, and the array of them."""
    items = list((options or {}).items())
    array = (_calls.cairn_option * max(len(items), 1))()
    for one, (number, value) in zip(array, items):
        set_number(one, "option", number)
        set_number(one, "value", value)
    return len(items), array


def to_bytes(block: Any, name: str) -> bytes:
    """Bytes whose length is the real one: a class that is derived may tell another."""
    demand(block, bytes, name)
    return block if type(block) is bytes else bytes(memoryview(block))


# ---- cells ----


def pack(cell: Any) -> int:
    """A cell from (x, y)."""
    try:
        x, y = cell
        x, y = operator.index(x), operator.index(y)
    except TypeError as error:
        raise TypeError(f"a cell is a pair of whole numbers (x, y), not {cell!r}") from error
    except ValueError as error:
        raise ArgumentError(f"a cell is a pair (x, y), not {cell!r}") from error
    if not (0 <= x <= 0xFFFF and 0 <= y <= 0xFFFF):
        raise ArgumentError(f"a cell has numbers from 0 to 65535: {cell!r}")
    return x | y << 16


def unpack(cell: int) -> Cell:
    return cell & 0xFFFF, cell >> 16


def view_cells(cells: np.ndarray) -> np.ndarray:
    """The same memory as rows (x, y): x lies in the low half of a cell, y in the high one."""
    pairs = cells.view(np.uint16).reshape(-1, 2)
    return pairs if sys.byteorder == "little" else pairs[:, ::-1]


def pack_array(cells: Any) -> np.ndarray:
    """Rows (x, y) as an array of cells."""
    array = np.asarray(cells)
    if array.size == 0:
        return np.zeros(0, np.uint32)
    if array.ndim != 2 or array.shape[1] != 2 or array.dtype.kind not in "iu":
        raise TypeError("cells are an array of whole numbers with rows (x, y)")
    if array.min() < 0 or array.max() > 0xFFFF:
        raise ArgumentError("cells have numbers from 0 to 65535")
    array = array.astype(np.uint32)
    return np.ascontiguousarray(array[:, 0] | array[:, 1] << 16)


def pack_members(members: Any) -> np.ndarray:
    """A member or several, as an array of numbers."""
    array = np.atleast_1d(np.asarray(members))
    if array.ndim != 1:
        raise TypeError("members are a number, or a row of numbers")
    if array.dtype.kind == "O" or array.size == 0:
        return np.array([whole(one, "member") for one in array], np.uint32)
    if array.dtype.kind not in "iu":
        raise TypeError("members are whole numbers")
    if array.min() < 0 or array.max() > 0xFFFFFFFF:
        raise ArgumentError("members have numbers from 1 to 4294967295")
    return np.ascontiguousarray(array, np.uint32)


def encode_path(path: Any) -> bytes:
    encoded = os.fsencode(path)
    if b"\0" in encoded:
        raise ArgumentError("a path has no zero byte")
    return encoded
