"""Pack recorded games for the tests: `python tests/corpus/pack.py FOLDER`.

Each of `PARTS` in that folder becomes an archive beside this file. The same files give the same
bytes, whoever packs them and when.
"""

from __future__ import annotations

import io
import lzma
import sys
import tarfile
from pathlib import Path

HERE = Path(__file__).parent
PARTS = (
    *("positions", "stress", "hard", "games", "history", "more"),
    *("ledger", "whole", "whole-undone", "facts", "RULES.md", "RULES-STOCK.md"),
)


def packed(source: Path, name: str) -> bytes:
    """A folder or a file as an archive, in the order of names, without owners and dates."""
    whole = source / name
    files = [whole] if whole.is_file() else [file for file in whole.rglob("*") if file.is_file()]
    if not files:
        sys.exit(f"{whole}: nothing to pack")
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for file in sorted(files):
            content = file.read_bytes()
            member = tarfile.TarInfo(file.relative_to(source).as_posix())
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return lzma.compress(buffer.getvalue(), preset=9 | lzma.PRESET_EXTREME)


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for name in PARTS:
        content = packed(Path(sys.argv[1]), name)
        (HERE / f"{name}.tar.xz").write_bytes(content)
        print(f"{name}: {len(content):,} bytes")


if __name__ == "__main__":
    main()
