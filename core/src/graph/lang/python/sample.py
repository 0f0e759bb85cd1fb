"""Every shape that the extractor knows, for the test that damages trees."""
from __future__ import annotations
import a.b as c, d.e
from . import f
from ..p.q import (y as z, w)
from m import *

__all__ = ["Shelf", "fetch"] + ["more"]
__all__ += ("last",)
LIMIT, total = 10, {"k": f, 1: [c, lambda q, *r: q]}
Alias: TypeAlias = "Optional[Shelf]"
type Pair[T] = tuple[T, T]


@deco(1)
@c.other
class Shelf(Base[Item], c.D, metaclass=Meta):
    """Doc."""

    slots: dict[str, "List[a.Slot] | None"] = {}

    def __init__(self, first: Foo | Bar = None, *rest: int, key=f, **more) -> None:
        super().__init__(first, key=key)
        self.first, (self.rest, *other) = first, rest
        self.slots["k"] = self.made[0] = cast("Foo", other)

    @property
    def size(self) -> Annotated[int, Depends(get)]:
        global total
        total += [self.first]
        return self._size or (len(self.rest) if self.rest else -1)

    @classmethod
    async def fetch(cls, url):
        async with open(url) as handle, g() as (p, q):
            async for i, (j, *k) in handle:
                yield await i.go(p, *q, n=j, **k)
        try:
            raise Broken from None
        except (A, c.B) as error:
            raise error
        yield from [x.y for x in cls.all if (n := x.z())]


match total:
    case Shelf(first=a, kind=c.D) as found if found:
        pass
    case [one, *others] | {"k": v, **kw}:
        print(f"{v.name!r:>{LIMIT}} and {kw}")


def outer():
    count = 0

    def inner():
        nonlocal count
        count += 1
        return inner().next[1:2]["k"][count]

    return inner, {k: v for k, v in count}, (q for q in count), not count, "a" % count
