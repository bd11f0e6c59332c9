"""Writing one file of a folder: under a lock, beside the old one, on the disk, then renamed."""

from __future__ import annotations

import fcntl
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from pipelines.folder.errors import FolderError

PATIENCE: Final = 5.0
"""Seconds to wait for another writer of ours."""
_NEW: Final = ".tablo-new"


@contextmanager
def locked(folder: Path, patience: float = PATIENCE) -> Iterator[None]:
    """The folder itself is what is locked: a lock file would be one file more among the organiser's own."""
    with reported(folder):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        _wait_for(handle, folder, patience)
        yield
    finally:
        os.close(handle)


def put(path: Path, data: bytes, verify: Callable[[Path], None] = lambda new: None) -> None:
    """Make the file's bytes these; whoever reads it meanwhile sees the old ones or the new ones, never a part.

    `verify` looks at the new file before it takes the old one's place, and raises where it is not as it should be.
    """
    path = path.resolve()
    before = _state(path)
    new = path.with_name(f".{path.name}{_NEW}{path.suffix}")
    with reported(path), _not_held(path):
        try:
            _write(new, data)
            verify(new)
            if before is not None:
                shutil.copymode(path, new)
            if _state(path) != before:
                raise FolderError(path, "another program changed the file just now", "Try again.")
            new.replace(path)
            _sync(path.parent)
        finally:
            new.unlink(missing_ok=True)


@contextmanager
def reported(where: Path) -> Iterator[None]:
    """What the system refuses, in words."""
    try:
        yield
    except OSError as error:
        advice = "Check that it is there, may be written to, and that the disk is not full."
        raise FolderError(error.filename or where, error.strerror or str(error), advice) from error


@contextmanager
def _not_held(path: Path) -> Iterator[None]:
    """Refuse a file that another program has open for writing; none of ours may lock it meanwhile."""
    office = [path.with_name(f".~lock.{path.name}#"), path.with_name(f"~${path.name}")]
    office.append(path.with_name(f"~${path.name[2:]}"))  # Excel leaves the first two letters of a longer name out
    if any(lock.exists() for lock in office):
        raise _held(path)
    if not path.exists():
        yield
        return
    with path.open("r+b") as file:
        if not all(_taken(lock, file) for lock in (fcntl.flock, fcntl.lockf)):
            raise _held(path)
        yield


def _held(path: Path) -> FolderError:
    return FolderError(path, "another program has the file open", "Close it there and try again; nothing was changed.")


def _taken(lock: Callable[[IO[bytes], int], object], file: IO[bytes]) -> bool:
    try:
        lock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def _wait_for(handle: int, folder: Path, patience: float) -> None:
    until = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                raise FolderError(folder, "the folder is being written to", "Try again in a moment.") from None
            time.sleep(0.05)
        else:
            return


def _state(path: Path) -> tuple[int, int, int] | None:
    """Changes whenever anybody writes the file; None where there is none."""
    try:
        stat = path.stat()
    except FileNotFoundError:
        return None
    return stat.st_ino, stat.st_mtime_ns, stat.st_size


def _write(new: Path, data: bytes) -> None:
    with new.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
