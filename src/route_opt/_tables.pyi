from array import array
from collections.abc import Callable, Iterable

from typing_extensions import disjoint_base

__test__: dict[str, str]

_Stop = tuple[int, int, int, bool, bool]

@disjoint_base
class Piece:
    def __init__(self, place: int, track: array[int], stops: Iterable[_Stop]) -> None: ...

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
    @property
    def there(self) -> bytearray: ...

@disjoint_base
class Tables:
    def __init__(
        self, printed: list[Piece], stops: dict[str, int], make: Callable[[str, str], Piece]
    ) -> None: ...
    def lay(
        self,
        tiles: dict[str, str],
        tokens: dict[str, tuple[str | None, ...]],
        runner: str,
        closed: Iterable[int] = (),
    ) -> Ground: ...
