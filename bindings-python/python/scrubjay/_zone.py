"""The UTC offsets of the local time zone since 1970: the component has no clock, and knows no time zones."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import lru_cache

from .records import ZoneOffset

_WEEK = 7 * 86_400
_AHEAD = 53 * _WEEK
"""For how many seconds into the future offsets are computed; records are at most a day in the future."""


def own_zone() -> tuple[ZoneOffset, ...]:
    """The local offsets from UTC since 1970, each from when it holds on."""
    now = int(time.time())
    # The time zone may change while the process runs.
    return _offsets(now // _WEEK, os.environ.get("TZ"), _seconds_at(now))


@lru_cache(maxsize=4)
def _offsets(week: int, _zone: str | None, _offset: int) -> tuple[ZoneOffset, ...]:
    return offsets(_seconds_at, (week + 1) * _WEEK + _AHEAD)


def _seconds_at(moment: int) -> int:
    return time.localtime(moment).tm_gmtoff


def offsets(offset_at: Callable[[int], int], end: int) -> tuple[ZoneOffset, ...]:
    """The offsets from UTC, each from when it holds on, up to the time `end`. `offset_at` gives the offset at a time, both in seconds. Of
    several changes within a week, at most one is found.
    """
    seconds = offset_at(0)
    zone_offsets = [ZoneOffset(since=0, seconds=seconds)]
    for week in range(0, end, _WEEK):
        following = offset_at(week + _WEEK)
        if following == seconds:
            continue
        before, after = week, week + _WEEK
        while after - before > 1:
            middle = (before + after) // 2
            before, after = (middle, after) if offset_at(middle) == seconds else (before, middle)
        seconds = following
        zone_offsets.append(ZoneOffset(since=after * 1_000, seconds=seconds))
    return tuple(zone_offsets)
