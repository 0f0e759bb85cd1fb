"""Where the machine's clocks stand beside UTC, and since when: the component has no clock, and knows no zones."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import lru_cache

from .records import ZoneOffset

_WEEK = 7 * 86_400
_AHEAD = 53 * _WEEK
"""How far ahead offsets are told: of what was recorded nothing lies later."""


def own_zone() -> tuple[ZoneOffset, ...]:
    """The offsets of the zone of this machine since 1970."""
    now = int(time.time())
    # A process may live on while its user travels.
    return _offsets(now // _WEEK, os.environ.get("TZ"), _seconds_at(now))


@lru_cache(maxsize=4)
def _offsets(week: int, _zone: str | None, _offset: int) -> tuple[ZoneOffset, ...]:
    return offsets(_seconds_at, (week + 1) * _WEEK + _AHEAD)


def _seconds_at(moment: int) -> int:
    return time.localtime(moment).tm_gmtoff


def offsets(at: Callable[[int], int], end: int) -> tuple[ZoneOffset, ...]:
    """The offsets up to a moment, in seconds, from what they are at each. Clocks that change twice within a week are not seen."""
    seconds = at(0)
    found = [ZoneOffset(since=0, seconds=seconds)]
    for week in range(0, end, _WEEK):
        following = at(week + _WEEK)
        if following == seconds:
            continue
        before, after = week, week + _WEEK
        while after - before > 1:
            middle = (before + after) // 2
            before, after = (middle, after) if at(middle) == seconds else (before, middle)
        seconds = following
        found.append(ZoneOffset(since=after * 1_000, seconds=seconds))
    return tuple(found)
