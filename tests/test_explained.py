"""Every field that people write or read is explained, in schemas and in the files of a title."""

from __future__ import annotations

import json
import shutil
import tomllib
from pathlib import Path

import msgspec
import pytest

from route_opt import titles
from route_opt.errors import TitleError
from route_opt.explained import meanings, structs
from route_opt.forms import Route
from route_opt.records.rules import RecordRules
from route_opt.title.files import load_title
from route_opt.title.written import FILES
from whole_game.data import StockData
from whole_game.schemas import DOCUMENTS, FOLDER

TYPES = structs([*FILES.values(), RecordRules, StockData, *DOCUMENTS.values(), Route])


@pytest.mark.parametrize("type_", TYPES, ids=lambda type_: type_.__name__)
def test_every_field_is_explained_and_every_explanation_has_its_field(type_: type) -> None:
    fields = {field.encode_name for field in msgspec.structs.fields(type_)}
    assert set(meanings(type_)) == fields


def test_schemas_tell_what_each_field_means() -> None:
    position = json.loads((FOLDER / "position.json").read_text("utf-8"))["$defs"]["Position"]
    assert (
        position["properties"]["phase"]["description"] == meanings(DOCUMENTS["position"])["phase"]
    )
    assert "Attributes" not in position["description"]


@pytest.mark.parametrize("name", titles.names())
def test_the_files_of_a_title_hold_nothing_else(name: str) -> None:
    """The tops of files as the parser reads them, beside the types they are described by."""
    folder = titles.names()[name]
    for file, type_ in FILES.items():
        written = tomllib.loads((folder / f"{file}.toml").read_text("utf-8"))
        assert written.keys() <= set(type_.__struct_fields__), file


def test_a_table_that_no_file_has_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "g1889"
    shutil.copytree(titles.names()["1889"], folder)
    file = folder / "map.toml"
    file.write_text(file.read_text("utf-8") + "\n[border]\nC8-D7 = {}\n", encoding="utf-8")
    with pytest.raises(TitleError, match="'border' is not a field here"):
        load_title(folder)
