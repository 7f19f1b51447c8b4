"""What the documents have in common: a slip in a field's name is an error."""

from __future__ import annotations

from typing import Any

import msgspec


def refers(name: str) -> Any:
    """The mark of a field that another type describes than the one that reads it."""
    return msgspec.Meta(extra_json_schema={"$ref": f"#/components/schemas/{name}"})


class Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A document in which an unknown field is an error, so that a slip is seen."""
