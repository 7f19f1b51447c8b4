"""`python -m benchmarks`: measure everything, write the tables and the pictures."""

from __future__ import annotations

import shutil
import sys
from datetime import date
from pathlib import Path

import click
import pytest

HERE = Path(__file__).parent


@click.command()
@click.option("--quick", is_flag=True, help="Small samples and short limits: minutes, not an hour.")
@click.option("--limit", type=float, help="Seconds a hard position may take; 60, quick 2.")
@click.option("-k", "only", default="", metavar="WORDS", help="Only benchmarks so named.")
def main(quick: bool, limit: float | None, only: str) -> None:
    """Measure everything: tables go to benchmarks/results, pictures to benchmarks/pictures.

    Ctrl-C keeps what is done. A whole run renews results/latest.md.
    """
    report = HERE / "results" / f"{date.today()}{'-quick' if quick else ''}.md"
    arguments = [str(HERE), f"--report={report}", "-p", "no:cacheprovider", "--tb=short", "-v"]
    arguments += ["--quick"] if quick else []
    arguments += [f"--limit={limit}"] if limit else []
    arguments += ["-k", only] if only else []
    code = pytest.main(arguments)
    if report.exists():
        click.echo(f"tables: {report}")
        if code != pytest.ExitCode.INTERRUPTED and not quick and not only:
            shutil.copy(report, HERE / "results" / "latest.md")
    sys.exit(code)


if __name__ == "__main__":
    main()
