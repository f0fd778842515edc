"""Files written whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path


def write(path: Path, data: bytes) -> None:
    """Put `data` in the place of what a file holds, or leave all as it was and raise `OSError`.

    The file keeps its mode, and a link stays a link to it. One that nobody may write to is left alone, although its
    folder would allow to replace it.
    """
    target = Path(os.path.realpath(path))  # `resolve` raises no OSError for a link to itself
    try:
        status = target.stat()
    except FileNotFoundError:
        status = None
    if status is not None and not stat.S_ISREG(status.st_mode):  # a device or a pipe cannot be replaced
        target.write_bytes(data)
        return
    if status is not None and not (status.st_mode & 0o222 and os.access(target, os.W_OK)):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    stream = beside.open("xb")
    try:
        with stream:
            if status is not None:
                beside.chmod(stat.S_IMODE(status.st_mode))
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
