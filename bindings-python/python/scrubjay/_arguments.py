"""Arguments that are read here and not by the extension: errors say the same, and name the argument."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Union

from .errors import Invalid

Time = Union[int, float, datetime, date, str]
"""A moment: milliseconds since 1970, a date or a time of the standard library, or a text of ISO 8601. Without a zone it is of this machine's."""


class Range:
    """From where to where a number of a tool may be, as its schema says it. What is outside is answered, and not raised."""

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
        """What pydantic asks, of which frameworks make schemas."""
        return {**handler(schema), "minimum": self.min, "maximum": self.max}


def of_type(given: Any, argument: str, *wanted: Any) -> Any:
    """What is given, if it has one of these types. A text is also a sequence of texts, but is never intended as one."""
    if isinstance(given, wanted) and (str in wanted or not isinstance(given, str)):
        return given
    names = " or ".join(one.__name__ for one in wanted)
    raise TypeError(f"argument '{argument}' must be {names}, not {type(given).__name__}")


def ids_of(ids: str | Sequence[str]) -> list[str]:
    """One id, or several."""
    return [ids] if isinstance(ids, str) else list(of_type(ids, "ids", str, Iterable))


def as_json(given: object, argument: str, place: str = "", **options: Any) -> str:
    """JSON of what is given. `place` says where among several it is."""
    try:
        return json.dumps(given, **{"allow_nan": False, "ensure_ascii": False, "separators": (",", ":"), **options})
    except TypeError as error:
        raise TypeError(f"{place}argument '{argument}' cannot be written as JSON: {error}") from error
    except (ValueError, RecursionError) as error:
        why = f"it cannot be written as JSON: {error}"
        raise Invalid(f"{place}{argument} is not valid: {why}", argument, why) from None


def moment_of(given: Time | None, argument: str) -> int | None:
    """The milliseconds since 1970 of a moment."""
    if given is None or isinstance(given, int):
        return given
    if isinstance(given, str):
        given = _read_moment(given, argument)
    if isinstance(given, date):
        whole = given if isinstance(given, datetime) else datetime(given.year, given.month, given.day)
        return round(whole.timestamp() * 1_000)
    milliseconds: float = of_type(given, argument, int, float, datetime, date, str)
    return round(milliseconds)


def _read_moment(written: str, argument: str) -> datetime:
    try:
        # Before Python 3.11 it reads no Z.
        return datetime.fromisoformat(written[:-1] + "+00:00" if written[-1:] in ("Z", "z") else written)
    except ValueError:
        why = "it is no moment: write it as 2026-11-23 or 2026-11-23T09:30Z"
        raise Invalid(f"{argument} is not valid: {why}", argument, why) from None


def json_of(given: Any, argument: str) -> str:
    """JSON of a dictionary or a list; a text is some already."""
    if isinstance(given, str):
        return given
    of_type(given, argument, str, Mapping, Sequence)
    return as_json(dict(given) if isinstance(given, Mapping) else list(given), argument)


def maybe_json_of(given: Mapping[str, Any] | None, argument: str) -> str:
    """JSON of a dictionary; empty where there is none."""
    return "" if given is None else as_json(dict(of_type(given, argument, Mapping)), argument)
