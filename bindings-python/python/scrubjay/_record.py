"""What every record can do: be JSON, be a short text, be shown in a notebook; and what every page can do: be iterated over."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, ClassVar, Generic, TypeVar

from . import _native
from ._shown import one_line

Item = TypeVar("Item", covariant=True)

_PAGES = frozenset({"DependencyPage", "FindPage", "HierarchyPage", "UnresolvedPage", "PathPage", "WalkPage"})
"""Lists whose text is the one that the command line prints."""
_TEXTS = frozenset({"FileOutline", "Prepared", "RepositoryMap", "SourcePage"})
"""Other answers of which there is such a text."""
_MAX_ROWS = 50
"""Rows of a table in a notebook."""


class Record:
    """A value of the package."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """The record as a dictionary of JSON's values alone: lists for tuples, hexadecimal digits for bytes, and for an error its
        kind and its message.
        """
        return {field.name: _json(getattr(self, field.name)) for field in fields(self)}  # type: ignore[arg-type]

    def __str__(self) -> str:
        is_told = type(self).__name__ in _PAGES | _TEXTS
        return _native.shown(self).rstrip("\n") if is_told else repr(self)

    def _repr_markdown_(self) -> str:
        if isinstance(self, Page):
            left_out = _native.left_out(self) if type(self).__name__ in _PAGES else []
            return _table(list(self), len(self), [_cell(line) for line in left_out])
        if type(self).__name__ in _TEXTS:
            return _block(str(self))
        rows = [f"| {name} | {_cell(value)} |" for name, value in _scalars(self).items()]
        return "\n".join(["| | |", "|---|---|", *rows])


class Page(Record, Generic[Item]):
    """An answer that lists things: `for step in page`, `len(page)`, `page[0]`. One without any is false."""

    __slots__ = ()
    _lists: ClassVar[tuple[str, ...]] = ()

    def _all(self) -> tuple[Item, ...]:
        return tuple(item for name in self._lists for item in getattr(self, name))

    def __iter__(self) -> Iterator[Item]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __getitem__(self, place: int) -> Item:
        return self._all()[place]


def _json(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _json(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, BaseException):
        return {"kind": getattr(value, "kind", type(value).__name__), "message": str(value)}
    if isinstance(value, Mapping):
        return {str(name): _json(one) for name, one in value.items()}
    if isinstance(value, (tuple, list, set, frozenset)):
        return [_json(one) for one in value]
    if isinstance(value, (bytes, bytearray)):
        return value.hex()
    return os.fspath(value) if isinstance(value, os.PathLike) else value


def _table(items: list[Any], n_items: int, left_out: list[str]) -> str:
    if not items:
        return "  \n".join(left_out) or "nothing found"
    columns = list(_scalars(items[0]))
    lines = [f"| {' | '.join(columns)} |", "|---" * len(columns) + "|"]
    for item in items[:_MAX_ROWS]:
        values = _scalars(item)
        lines.append(f"| {' | '.join(_cell(values.get(column)) for column in columns)} |")
    if n_items > _MAX_ROWS:
        lines.append(f"\n{_MAX_ROWS} of {n_items}")
    return "\n".join(lines + [f"\n{line}" for line in left_out])


def _scalars(item: Any) -> dict[str, Any]:
    """What fits into cells: of a symbol its id."""
    named = {field.name: getattr(item, field.name) for field in fields(item)} if is_dataclass(item) else {"": item}
    named = {name: getattr(value, "id", value) if is_dataclass(value) else value for name, value in named.items()}
    return {name: value for name, value in named.items() if value is None or isinstance(value, (str, int, float))}


def _cell(value: Any) -> str:
    text = "" if value is None else f"{value:.2f}" if isinstance(value, float) else str(value)
    # In a table a bar ends the cell and a line the row, and what code says is no markup.
    for sign in ("\\", "|", "<", "`", "*", "_"):
        text = text.replace(sign, "\\" + sign)
    return one_line(" ".join(text.split()))


def _block(text: str) -> str:
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}\n{text}\n{fence}"
