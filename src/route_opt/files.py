"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import shutil
from pathlib import Path


def write_whole(path: str | Path, data: bytes) -> None:
    """Write a file; what was there stays until all of it is written, on a full disk for good.

    Pipes and devices are written to as they are, and a link still leads to its file.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        target.write_bytes(data)
        return
    part = target.with_name(f".{target.name[:60]}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, part)
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
