"""Base classes: records, which convert to JSON, to a short text and for notebooks; and pages, which are sequences too."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, ClassVar, Generic, TypeVar

from . import _native
from ._shown import one_line

Item = TypeVar("Item", covariant=True)

_PAGES = frozenset({"DependencyPage", "FindPage", "HierarchyPage", "UnresolvedPage", "PathPage", "WalkPage"})
"""The names of pages that are formatted as on the command line."""
_TEXTS = frozenset({"FileOutline", "Prepared", "RepositoryMap", "SourcePage"})
"""The names of other answers that are formatted as on the command line."""
_MAX_ROWS = 50
"""The most rows of a table in a notebook."""


class Record:
    """The base class of answers: dataclasses that convert to JSON, and that notebooks show as tables."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Converts the record to a dictionary that can be written as JSON: tuples become lists, bytes hexadecimal digits, and errors
        dictionaries with their kind and message.
        """
        return {field.name: _json(getattr(self, field.name)) for field in fields(self)}  # type: ignore[arg-type]

    def __str__(self) -> str:
        is_formatted = type(self).__name__ in _PAGES | _TEXTS
        return _native.shown(self).rstrip("\n") if is_formatted else repr(self)

    def _repr_markdown_(self) -> str:
        if isinstance(self, Page):
            left_out = _native.left_out(self) if type(self).__name__ in _PAGES else []
            return _table(list(self), len(self), [_cell(line) for line in left_out])
        if type(self).__name__ in _TEXTS:
            return _block(str(self))
        rows = [f"| {name} | {_cell(value)} |" for name, value in _scalars(self).items()]
        return "\n".join(["| | |", "|---|---|", *rows])


class Page(Record, Generic[Item]):
    """An answer that is a sequence: `for step in page`, `len(page)`, `page[0]`. An empty page is false."""

    __slots__ = ()
    _lists: ClassVar[tuple[str, ...]] = ()

    def _all_items(self) -> tuple[Item, ...]:
        return tuple(item for name in self._lists for item in getattr(self, name))

    def __iter__(self) -> Iterator[Item]:
        return iter(self._all_items())

    def __len__(self) -> int:
        return len(self._all_items())

    def __getitem__(self, index: int) -> Item:
        return self._all_items()[index]


def _json(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _json(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, BaseException):
        return {"kind": getattr(value, "kind", type(value).__name__), "message": str(value)}
    if isinstance(value, Mapping):
        return {str(name): _json(one) for name, one in value.items()}
    if isinstance(value, (tuple, list, set, frozenset)):
        return [_json(item) for item in value]
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
    """The values of an item for the cells of a table, by column. A nested record is represented by its id; without an id, and like lists,
    it is left out."""
    values = {field.name: getattr(item, field.name) for field in fields(item)} if is_dataclass(item) else {"": item}
    values = {name: getattr(value, "id", value) if is_dataclass(value) else value for name, value in values.items()}
    return {name: value for name, value in values.items() if value is None or isinstance(value, (str, int, float))}


def _cell(value: Any) -> str:
    text = "" if value is None else f"{value:.2f}" if isinstance(value, float) else str(value)
    # Bars and line ends would end a cell or row, and code could contain markup.
    for sign in ("\\", "|", "<", "`", "*", "_"):
        text = text.replace(sign, "\\" + sign)
    return one_line(" ".join(text.split()))


def _block(text: str) -> str:
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}\n{text}\n{fence}"
