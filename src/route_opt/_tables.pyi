from array import array
from collections.abc import Callable, Iterable
from typing import Any

from typing_extensions import disjoint_base

__test__: dict[str, str]

_Stop = tuple[int, Any, int, int, bool]
_Lies = tuple[int, array[int], list[_Stop]]

@disjoint_base
class Ground:
    @property
    def track(self) -> array[int]: ...
    @property
    def value(self) -> array[int]: ...
    @property
    def own(self) -> bytearray: ...
    @property
    def full(self) -> bytearray: ...
    @property
    def ends(self) -> bytearray: ...
    def stop(self, name: str) -> Any: ...

@disjoint_base
class Tables:
    def __init__(
        self,
        printed: list[_Lies],
        stops: dict[str, int],
        make: Callable[[str, str], _Lies],
        found: Callable[[Any, tuple[str | None, ...], int, int], Any],
    ) -> None: ...
    def lay(
        self,
        tiles: dict[str, str],
        tokens: dict[str, tuple[str | None, ...]],
        runner: str,
        closed: Iterable[int] = (),
    ) -> Ground: ...
