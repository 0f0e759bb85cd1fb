"""The log of a memory, and times as numbers, dates and words."""

import unittest
from datetime import datetime, timezone

from scrubjay import Invalid, Records
from scrubjay._zone import offsets, own_zone
from scrubjay.records import ZoneOffset

HOUR = 3_600_000
NOW = 1_795_927_140_000
"""2026-11-29T04:39Z, which is 20:39 on the day before in Los Angeles."""
AUTUMN = 1_793_523_600_000
"""2026-11-01T09:00Z, when summer time ended in Los Angeles."""
LOS_ANGELES = (ZoneOffset(since=0, seconds=-25_200), ZoneOffset(since=AUTUMN, seconds=-28_800))


def at(text: str) -> int:
    return round(datetime.fromisoformat(text).timestamp() * 1_000)


class Log(unittest.TestCase):
    def setUp(self) -> None:
        self.records = Records()
        self.addCleanup(self.records.close)
        self.records.record(
            [
                {"kind": "turn", "conversation": "c", "session": "s", "text": "Make it faster\nnow", "time": NOW - 2 * HOUR},
                {"kind": "file_touch", "session": "s", "path": "a.py", "operation": "edit", "time": NOW - HOUR},
                {"kind": "note", "text": "of another day", "time": NOW - 48 * HOUR},
            ]
        )

    def test_the_log_of_a_day_of_a_zone_has_a_line_for_each(self) -> None:
        page = self.records.log(when="today", zone=LOS_ANGELES, now=NOW)
        self.assertEqual([(entry.kind, entry.text) for entry in page.entries], [("done", "changed a.py"), ("asked", "Make it faster")])
        self.assertEqual((page.since, page.until), (at("2026-11-28T08:00+00:00"), at("2026-11-29T08:00+00:00")))
        self.assertEqual(self.records.why(page.entries[0].short_id).event.id, page.entries[0].id)
        with self.assertRaisesRegex(Invalid, "last week"):
            self.records.log(when="soon")

    def test_a_time_is_taken_as_a_number_a_datetime_or_a_text(self) -> None:
        since = datetime.fromtimestamp((NOW - 3 * HOUR) / 1_000, timezone.utc)
        for given in (NOW - 3 * HOUR, since, "2026-11-29T01:39:00Z", "2026-11-28T17:39:00-08:00"):
            with self.subTest(given=given):
                self.assertEqual(len(self.records.events(since=given).events), 2)
        self.assertEqual(len(self.records.events(since=datetime(2026, 11, 28).date()).events), 2)
        with self.assertRaisesRegex(Invalid, "since"):
            self.records.events(since="soon")
        with self.assertRaisesRegex(TypeError, "since"):
            self.records.events(since=[])  # type: ignore[arg-type]

    def test_the_offsets_of_a_zone_are_found_by_what_its_clocks_show(self) -> None:
        self.assertEqual(offsets(lambda time: -25_200 if time * 1_000 < AUTUMN else -28_800, NOW // 1_000), LOS_ANGELES)
        self.assertEqual(own_zone()[0].since, 0)
