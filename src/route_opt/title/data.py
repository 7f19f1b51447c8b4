"""A table of a title file as a struct."""

from __future__ import annotations

import msgspec


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a title file: unknown fields are an error, so that a typo is seen."""
