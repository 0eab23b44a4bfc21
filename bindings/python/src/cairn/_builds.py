"""Builds of databases, and repairs for maps that change."""
from __future__ import annotations

import ctypes
import os
import weakref
from dataclasses import dataclass
from typing import Any, Callable, Mapping, Optional

from . import _calls
from ._library import (
    BusyError,
    Handle,
    Owner,
    check,
    MOST_UNITS,
    create,
    demand,
    encode_path,
    long,
    make_def,
    make_options,
    quick,
    whole,
)
from ._maps import Db, Map, Path
from ._numbers import Kind, Option, RepairPhase, Status


@dataclass(frozen=True)
class Progress:
    """How far a build has come."""

    phase: int
    kind: Kind
    name: str
    unit: Optional[str]
    done: int
    total: int


@dataclass(frozen=True)
class BuildReport:
    """The outcome of a build; include/cairn/build.h says it field by field."""

    kind: Kind
    bytes: int
    reason: Optional[str]
    problems: int
    cut: int
    suboptimality: int
    median: int
    target_met: bool
    tried: int


def _decode(text: Optional[bytes]) -> Optional[str]:
    return None if text is None else text.decode()


class _Teller:
    """Hands progress to a function of Python. What it raises interrupts the build and is raised again
    by run(); so is KeyboardInterrupt, for which this is called even if nobody asked."""

    def __init__(self, tell: Optional[Callable[[Progress], Any]]):
        self.tell, self.raised = tell, None
        self.call = _calls.cairn_progress_function(self.run)

    def run(self, _context: Any, at: int) -> int:
        try:
            if self.tell is None:
                return 1
            now = _calls.cairn_progress.from_address(at)
            name, unit = _decode(now.name) or "", _decode(now.unit)
            told = Progress(now.phase, Kind(now.kind), name, unit, now.done, now.total)
            return 0 if self.tell(told) is False else 1
        except BaseException as error:  # it may not go through C
            self.raised = error
            return 0


class Build(Owner):
    """A database in the making. Python's other threads go on while it runs."""

    def __init__(
        self,
        map: Map,
        *,
        kind: int = Kind.AUTO,
        threads: int = 1,
        target: int = 0,
        max_bytes: int = 0,
        options: Optional[Mapping[Option, int]] = None,
        progress: Optional[Callable[[Progress], Any]] = None,
    ) -> None:
        self._detail = _calls.cairn_detail()
        definition = make_def(
            _calls.cairn_build_def,
            self._detail,
            kind=kind,
            threads=threads,
            target=target,
            max_bytes=max_bytes,
        )
        definition.option_count, array = make_options(options)
        definition.options = ctypes.addressof(array)
        self._teller = _Teller(progress)
        definition.progress = ctypes.cast(self._teller.call, ctypes.c_void_p).value
        of, at = demand(map, Map, "map")._get_handle(), ctypes.byref(definition)
        pointer = create(quick.cairn_build_create, of.pointer, at, detail=self._detail)
        needs = (of, self._detail, self._teller)
        self._handle = Handle(pointer, quick.cairn_build_destroy, needs)

    def run(self) -> "Build":
        """Builds the database. Long work. What `progress` raises, or its False, interrupts it."""
        handle, teller = self._get_handle(), self._teller
        teller.raised = None
        with handle.run(handle.needs[0]) as pointer:
            status = long.cairn_build_run(pointer)
        if teller.raised is not None:
            raise teller.raised
        check(status, self._detail)
        return self

    @property
    def report(self) -> BuildReport:
        """The outcome so far."""
        handle = self._get_handle()
        with handle.guard.lock:  # the reason lies in the build's memory
            found = self._get_struct(_calls.cairn_build_report, quick.cairn_build_get_report)
            values = {name: getattr(found, name) for name in BuildReport.__dataclass_fields__}
        values["kind"], values["reason"] = Kind(found.kind), _decode(values["reason"])
        values["target_met"] = bool(found.target_met)
        return BuildReport(**values)

    def write(self, path: Path) -> None:
        """Writes the database to a file, which appears whole or not at all."""
        name = encode_path(path)
        check(self._call(quick.cairn_build_write, name), self._detail, os.fsdecode(name))

    def to_bytes(self) -> bytes:
        """The database as bytes."""
        return self._collect_bytes(quick.cairn_build_write_memory)

    def open_db(self) -> Db:
        """The database of a finished build, in the build's own memory."""
        handle = self._get_handle()
        pointer = create(handle.call, quick.cairn_build_open_db, detail=self._detail)
        return Db._make(pointer, (handle,))


def build(map: Map, **settings: Any) -> Db:
    """Builds the best database for a map, or the one that is asked for as in Build, and opens it."""
    return Build(map, **settings).run().open_db()


@dataclass(frozen=True)
class RepairInfo:
    """How far a repair has come."""

    phase: RepairPhase
    units: int
    before: int
    version: int
    swaps: int


class Repair(Owner):
    """Builds databases for a changing map while the game goes on."""

    def __init__(self, map: Map, db: Db, *, changes: int = 0) -> None:
        self._detail = _calls.cairn_detail()
        definition = make_def(_calls.cairn_repair_def, self._detail, changes=changes)
        of, by = demand(map, Map, "map")._get_handle(), demand(db, Db, "db")._get_handle()
        at = ctypes.byref(definition)
        pointer = create(quick.cairn_repair_create, of.pointer, by.pointer, at, detail=self._detail)
        self._handle = Handle(pointer, quick.cairn_repair_destroy, (of, by, self._detail))
        self.spent = 0  # units, by the last run()
        self._present: Any = lambda: None
        self._before: Any = lambda: None

    def follow(self) -> None:
        """Looks at the map, and begins a rebuild if it is worth it."""
        check(self._call(quick.cairn_repair_follow), self._detail)

    def run(self, units: int = 0) -> bool:
        """Spends at most `units` on the rebuild; True if there is nothing more to do. It may run
        on a thread of its own, beside changes of the map and steps of agents."""
        most, spent = whole(units, "units", MOST_UNITS), ctypes.c_uint64()
        with self._get_handle().run() as pointer:
            status = long.cairn_repair_run(pointer, most, ctypes.byref(spent))
        self.spent = spent.value
        if status != Status.UNFINISHED:
            check(status, self._detail)
        return status == 0

    @property
    def info(self) -> RepairInfo:
        """How far it has come. Any thread, any time."""
        handle, found = self._get_handle(), _calls.cairn_repair_info()
        found.size = ctypes.sizeof(found)
        check(quick.cairn_repair_get_info(handle.pointer, ctypes.byref(found)))
        phase = RepairPhase(found.phase)
        return RepairInfo(phase, found.units, found.before, found.version, found.swaps)

    def swap(self) -> Db:
        """The new database, for all agents and planners: set_db(). UnfinishedError if none waits.

        A swap closes the database of the swap before the last one: BusyError as long as an agent, a
        planner or a Db has that."""
        handle = self._get_handle()
        with handle.guard.lock:
            if self._before() is not None:
                raise BusyError("the database of the swap before the last is still in use")
            swap = lambda _map, out: handle.call(quick.cairn_repair_swap, out)
            made = create(handle.needs[0].change, swap, detail=self._detail)
            db = Db._make(made, (handle,), None)
            self._before, self._present = self._present, weakref.ref(db._get_handle())
        return db
