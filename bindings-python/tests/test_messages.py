"""Conversations that are recorded from their messages: what is recorded of each format, once, and what is refused."""

from __future__ import annotations

import json
import tempfile
import unittest
from pathlib import Path
from typing import Any

from scrubjay import Invalid, Records, record_messages
from scrubjay._capture import Capture, cut, session_of, touched_by
from scrubjay._conversation import parts

CASES = json.loads((Path(__file__).parents[2] / "tests/messages.json").read_text())

TALK: list[dict[str, Any]] = [
    {"role": "user", "content": "Mend the shelf."},
    {"role": "assistant", "content": [{"type": "tool_use", "id": "c1", "name": "read_file", "input": {"path": "a.py"}}]},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "text"}]},
    {"role": "assistant", "content": "It is mended."},
]


def kinds(memory: Records) -> list[str]:
    return [recorded.kind for recorded in reversed(memory.events().events)]


class Messages(unittest.TestCase):
    def test_both_languages_make_the_same_events_of_the_same_messages(self) -> None:
        for case in CASES["conversations"]:
            with self.subTest(case["name"]):
                capture = Capture(case["session"], case.get("metadata"))
                self.assertEqual(list(capture.events(parts(case["messages"], case["format"]))), case["events"])

    def test_both_languages_know_which_file_a_call_names(self) -> None:
        for case in CASES["touches"]:
            touched = touched_by(case["tool"], case["arguments"])
            self.assertEqual(touched and list(touched), case["touched"], case)

    def test_both_languages_name_sessions_and_cut_texts_alike(self) -> None:
        for case in CASES["sessions"]:
            self.assertEqual(session_of(case["name"]), case["session"])
        for case in CASES["cuts"]:
            made = cut(case["text"] * case["times"], case["max_bytes"])
            self.assertEqual(made, case["cut"])
            self.assertLessEqual(len(made.encode()), case["max_bytes"])

    def test_every_event_is_one_that_a_memory_takes(self) -> None:
        for case in CASES["conversations"]:
            memory = Records()
            told = {"format": case["format"], "session": case["session"], "metadata": case.get("metadata")}
            first = record_messages(memory, case["messages"], **told)
            self.assertEqual((first.n_added, first.n_known, first.refused), (len(case["events"]), 0, ()), case["name"])
            again = record_messages(memory, {"messages": case["messages"]}, **told)
            self.assertEqual((again.n_added, again.n_known), (0, len(case["events"])))

    def test_a_conversation_that_grows_is_recorded_once_by_whichever_process(self) -> None:
        with tempfile.TemporaryDirectory() as place:
            for end in range(1, len(TALK) + 1):
                with Records(Path(place) / "memory.redb") as memory:
                    record_messages(memory, TALK[:end], format="anthropic", session="main")
            with Records(Path(place) / "memory.redb") as memory:
                self.assertEqual(kinds(memory), ["turn", "tool_call", "file_touch", "turn"])
                [recalled] = memory.recall("mend the shelf", limit=1).hits
                self.assertEqual((recalled.event.trust, recalled.event.event.origin), ("unconfirmed", "agent"))

    def test_what_a_user_said_is_an_agents_word_also_where_a_person_speaks_to_the_memory(self) -> None:
        memory = Records(speaker="person")
        record_messages(memory, TALK, format="anthropic", session="main")
        trusts = {(recorded.kind, recorded.event.origin, recorded.trust) for recorded in memory.events().events}
        told = {("turn", "agent", "unconfirmed"), ("file_touch", "agent", "unconfirmed"), ("tool_call", "tool", "untrusted")}
        self.assertEqual(trusts, told)

    def test_a_call_that_is_told_with_less_or_otherwise_stays_as_it_was(self) -> None:
        memory = Records()
        record_messages(memory, TALK, format="anthropic", session="main")
        other = json.loads(json.dumps(TALK).replace('"text"}', '"[pruned]"}'))
        again = record_messages(memory, other, format="anthropic", session="main")
        self.assertEqual((again.n_added, again.n_known, again.refused), (0, 4, ()))
        elsewhere = record_messages(memory, TALK, format="anthropic", session="another")
        self.assertEqual(elsewhere.n_added, 4)

    def test_what_is_refused_is_left_out_alone(self) -> None:
        memory = Records(secrets="refuse")
        talk = [{"role": "user", "content": "The key is AKIAIOSFODNN7QWERTYU."}, *TALK]
        made = record_messages(memory, talk, format="anthropic", session="main")
        self.assertEqual((made.n_added, len(made.refused)), (4, 1))
        self.assertNotIn("AKIAIOSFODNN7QWERTYU", str(made.refused))

    def test_a_long_conversation_with_large_texts_is_taken_in_parts(self) -> None:
        memory, large = Records(), "a word and another " * 4_000
        calls = [{"type": "tool_use", "id": f"c{n}", "name": "note", "input": {str(m): large for m in range(20)}} for n in range(300)]
        results = [{"type": "tool_result", "tool_use_id": f"c{n}", "content": large} for n in range(300)]
        talk = [{"role": "user", "content": large}, {"role": "assistant", "content": calls}, {"role": "user", "content": results}]
        made = record_messages(memory, talk, format="anthropic", session="main")
        self.assertEqual((made.n_added, made.refused), (301, ()))
        # JSON writes each of these bytes as six.
        odd = [{"role": "user", "content": chr(1) * 40_000} for _ in range(70)]
        self.assertEqual(record_messages(memory, odd, format="anthropic", session="odd").n_added, 70)

    def test_events_keep_their_order_however_quickly_they_are_told(self) -> None:
        memory = Records()
        talk = [{"role": "user", "content": str(number)} for number in range(250)]
        for end in (100, 249, 250):
            record_messages(memory, talk[:end], format="anthropic", session="main")
        texts = [recorded.event.body.value.text for recorded in reversed(memory.events(limit=300).events)]
        self.assertEqual(texts, [str(number) for number in range(250)])

    def test_bad_input_is_refused_with_its_name(self) -> None:
        memory: Any = Records()
        deep: Any = []
        for _ in range(100_000):
            deep = [deep]
        for wrong in ({"format": "chat"}, {"session": ""}, {"messages": [{"role": "user", "content": float("nan")}]}, {"messages": [{"role": "user", "content": deep}]}):
            given: dict[str, Any] = {"messages": TALK, "format": "anthropic", "session": "main", **wrong}
            with self.assertRaises(Invalid, msg=list(wrong)) as raised:
                record_messages(memory, given.pop("messages"), **given)
            self.assertIn(raised.exception.argument, ("format", "session", "messages"))
        for wrong in ({"session": 7}, {"messages": "text"}, {"messages": 7}, {"messages": {}}, {"metadata": 7}, {"messages": [object()]}):
            given = {"messages": TALK, "format": "anthropic", "session": "main", **wrong}
            with self.assertRaises(TypeError, msg=list(wrong)):
                record_messages(memory, given.pop("messages"), **given)
        with self.assertRaises(TypeError):
            record_messages({}, TALK, format="anthropic", session="main")  # type: ignore[arg-type]
        self.assertEqual(kinds(memory), [])


if __name__ == "__main__":
    unittest.main()
