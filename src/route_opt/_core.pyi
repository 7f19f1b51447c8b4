from collections.abc import Callable, Collection
from typing import Any, Self

from typing_extensions import disjoint_base

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

@disjoint_base
class Question:
    def __new__(cls, instance: Any) -> Self: ...

def validate(instance: Any, unread: Collection[str] = ()) -> list[str]: ...
def solve(
    instance: Any,
    *,
    seconds: float = ...,
    nodes: int = ...,
    progress: Callable[[int, int, int, float], bool | None] | None = ...,
    ties: bool = ...,
    threads: int = ...,
) -> _Answer: ...
def all_optimal(
    instance: Any, *, goal: str, sets: int, seconds: float = ..., nodes: int = ...
) -> tuple[list[_Solution], bool]: ...
def verify(
    instance: Any,
    status: str,
    value: int,
    bound: int,
    routes: list[tuple[int, list[int], list[int], int]],
) -> list[str]: ...
def count_routes(instance: Any) -> list[list[int]]: ...
def relevant(instance: Any) -> bytes: ...
