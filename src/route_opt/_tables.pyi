from array import array
from collections.abc import Callable, Iterable

from typing_extensions import disjoint_base

__test__: dict[str, str]

_Stop = tuple[int, int, int, bool, bool]
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

@disjoint_base
class Tables:
    def __init__(
        self, printed: list[_Lies], stops: dict[str, int], make: Callable[[str, str], _Lies]
    ) -> None: ...
    def lay(
        self,
        tiles: dict[str, str],
        tokens: dict[str, tuple[str | None, ...]],
        runner: str,
        closed: Iterable[int] = (),
    ) -> Ground: ...
