"""Reads arguments that the extension does not read. Errors name the argument, with the same messages as the extension's."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Union

from .errors import Invalid

Time = Union[int, float, datetime, date, str]
"""A time: milliseconds since 1970, a `date` or `datetime`, or an ISO 8601 text. Without an offset it is in the local time zone."""


class Range:
    """The range of a number that a tool takes. Only the tool's schema says it: given another number, the tool answers with an error."""

    __slots__ = ("max", "min")

    def __init__(self, min: float, max: float) -> None:
        self.min = min
        self.max = max

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Range) and (self.min, self.max) == (other.min, other.max)

    def __hash__(self) -> int:
        return hash((self.min, self.max))

    def __repr__(self) -> str:
        return f"Range({self.min}, {self.max})"

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> Any:
        """Adds the range to a schema; called by pydantic, with which frameworks make schemas."""
        return {**handler(schema), "minimum": self.min, "maximum": self.max}


def of_type(value: Any, argument: str, *types: Any) -> Any:
    """Returns an argument if it has one of these types, else raises `TypeError`. A text does not count as a sequence of texts."""
    if isinstance(value, types) and (str in types or not isinstance(value, str)):
        return value
    names = " or ".join(expected.__name__ for expected in types)
    raise TypeError(f"argument '{argument}' must be {names}, not {type(value).__name__}")


def ids_of(ids: str | Sequence[str]) -> list[str]:
    """Ids as a list, given one id or several. Raises `TypeError` for anything but a text or an iterable."""
    return [ids] if isinstance(ids, str) else list(of_type(ids, "ids", str, Iterable))


def as_json(value: object, argument: str, place: str = "", **options: Any) -> str:
    """Writes a value as JSON. `place` says for errors which of several values it is.

    Raises `TypeError` for a value of a type that JSON lacks, and `Invalid` for any other that cannot be written.
    """
    try:
        return json.dumps(value, **{"allow_nan": False, "ensure_ascii": False, "separators": (",", ":"), **options})
    except TypeError as error:
        raise TypeError(f"{place}argument '{argument}' cannot be written as JSON: {error}") from error
    except (ValueError, RecursionError) as error:
        why = f"it cannot be written as JSON: {error}"
        raise Invalid(f"{place}{argument} is not valid: {why}", argument, why) from None


def moment_of(value: Time | None, argument: str) -> int | None:
    """Converts a time to milliseconds since 1970; of a date, its beginning in the local time zone; `None` for `None`.

    Raises `Invalid` for a text that is no time, and `TypeError` for any other type.
    """
    if value is None or isinstance(value, int):
        return value
    if isinstance(value, str):
        value = _read_moment(value, argument)
    if isinstance(value, date):
        moment = value if isinstance(value, datetime) else datetime(value.year, value.month, value.day)
        return round(moment.timestamp() * 1_000)
    milliseconds: float = of_type(value, argument, int, float, datetime, date, str)
    return round(milliseconds)


def _read_moment(text: str, argument: str) -> datetime:
    try:
        # Before Python 3.11, `fromisoformat` reads no `Z`.
        return datetime.fromisoformat(text[:-1] + "+00:00" if text[-1:] in ("Z", "z") else text)
    except ValueError:
        why = "it is no moment: write it as 2026-11-23 or 2026-11-23T09:30Z"
        raise Invalid(f"{argument} is not valid: {why}", argument, why) from None


def json_of(value: Any, argument: str) -> str:
    """Writes a dictionary or a list as JSON. A text is taken to be JSON already, and returned unchanged."""
    if isinstance(value, str):
        return value
    of_type(value, argument, str, Mapping, Sequence)
    return as_json(dict(value) if isinstance(value, Mapping) else list(value), argument)


def maybe_json_of(value: Mapping[str, Any] | None, argument: str) -> str:
    """Writes a dictionary as JSON; the empty text for `None`."""
    return "" if value is None else as_json(dict(of_type(value, argument, Mapping)), argument)
