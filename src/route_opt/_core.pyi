from collections.abc import Callable
from typing import Any

Answer = tuple[
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
) -> Answer: ...
def count_routes(instance: Any) -> list[list[int]]: ...
