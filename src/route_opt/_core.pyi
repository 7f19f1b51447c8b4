from collections.abc import Callable
from typing import Any

__test__: dict[str, str]

_Solution = tuple[
    str,
    int,
    int,
    list[tuple[int, list[int], list[int], int]],
    tuple[int, int, float],
]
_Answer = tuple[
    str,
    int,
    int,
    list[tuple[int, list[int], list[int], int]],
    tuple[int, int, float],
    BaseException | None,
]

def solve(
    instance: Any,
    *,
    seconds: float = ...,
    nodes: int = ...,
    progress: Callable[[int, int, int, float], bool | None] | None = ...,
) -> _Answer: ...
def all_optimal(
    instance: Any, *, goal: str, sets: int, seconds: float = ..., nodes: int = ...
) -> tuple[list[_Solution], bool]: ...
def count_routes(instance: Any) -> list[list[int]]: ...
