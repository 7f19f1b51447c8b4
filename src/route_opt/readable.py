"""Types of documents made known to msgspec, one at a time.

What msgspec finds out about a structure it keeps with the class, from the first reading on, and it
does so before it has found out everything: another thread that reads its first document just then
uses half of it, and the process dies. So every type goes through here before it is read.
"""

from __future__ import annotations

import threading
from typing import Any, TypeVar

import msgspec

_Kind = TypeVar("_Kind")

_lock = threading.Lock()
_known: set[Any] = set()


def readable(kind: _Kind) -> _Kind:
    """The type itself, all that it is made of found out before it is given back."""
    if kind not in _known:
        with _lock:
            msgspec.json.Decoder(kind)
            _known.add(kind)
    return kind
