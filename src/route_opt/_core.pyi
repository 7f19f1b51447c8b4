from collections.abc import Callable
from typing import Any

__test__: dict[str, str]

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
def count_routes(instance: Any) -> list[list[int]]: ...
