"""`record_messages`: the records of each format, each once, and refused arguments."""

from __future__ import annotations

import json
import tempfile
import unittest
from pathlib import Path
from typing import Any

from scrubjay import Invalid, Memory, Records, record_messages
from scrubjay._cut import cut
from scrubjay.tools import tools

TALK: list[dict[str, Any]] = [
    {"role": "user", "content": "Mend the shelf."},
    {"role": "assistant", "content": [{"type": "tool_use", "id": "c1", "name": "read_file", "input": {"path": "a.py"}}]},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "text"}]},
    {"role": "assistant", "content": "It is mended."},
]


def kinds(memory: Records) -> list[str]:
    return [recorded.kind for recorded in reversed(memory.events().events)]


class Messages(unittest.TestCase):
    def test_a_text_is_cut_in_its_middle_between_whole_characters(self) -> None:
        self.assertEqual(cut("short", 100), "short")
        self.assertEqual(cut("é" * 100, 128), f"{'é' * 16}\n[… 136 bytes left out …]\n{'é' * 16}")

    def test_a_conversation_is_the_same_in_every_format(self) -> None:
        memory = Records()
        record_messages(memory, TALK, format="anthropic", session="main")
        call = {"id": "c1", "type": "function", "function": {"name": "read_file", "arguments": '{"path": "a.py"}'}}
        chat = [
            {"role": "user", "content": "Mend the shelf."},
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "c1", "content": "text"},
            {"role": "assistant", "content": "It is mended."},
        ]
        second_recording = record_messages(memory, {"messages": chat}, format="openai_chat", session="main")
        self.assertEqual((second_recording.n_added, second_recording.n_known, second_recording.refused), (0, 4, ()))

    def test_what_a_tool_of_this_memory_gave_is_not_recorded_again(self) -> None:
        def outputs(tool: str) -> list[str]:
            memory = Records()
            talk = json.loads(json.dumps(TALK).replace('"read_file"', json.dumps(tool)))
            record_messages(memory, talk, format="anthropic", session="main")
            return [recorded.event.body.value.output for recorded in memory.events(kinds=["tool_call"]).events]

        self.assertEqual(outputs("mine_find"), ["text"])
        with tempfile.TemporaryDirectory() as place, Memory.open(place, memory=Path(place) / "home") as memory:
            tools(memory, prefix="mine_")
        self.assertEqual(outputs("mine_find"), [""])
        self.assertEqual(outputs("another_find"), ["text"])

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
        expected_trusts = {("turn", "agent", "unconfirmed"), ("file_touch", "agent", "unconfirmed"), ("tool_call", "agent", "unconfirmed")}
        self.assertEqual(trusts, expected_trusts)

    def test_a_call_that_is_told_with_less_or_otherwise_stays_as_it_was(self) -> None:
        memory = Records()
        record_messages(memory, TALK, format="anthropic", session="main")
        changed_talk = json.loads(json.dumps(TALK).replace('"text"}', '"[pruned]"}'))
        second_recording = record_messages(memory, changed_talk, format="anthropic", session="main")
        self.assertEqual((second_recording.n_added, second_recording.n_known, second_recording.refused), (0, 4, ()))
        other_session = record_messages(memory, TALK, format="anthropic", session="another")
        self.assertEqual(other_session.n_added, 4)

    def test_what_is_refused_is_left_out_alone(self) -> None:
        memory = Records(secrets="refuse")
        talk = [{"role": "user", "content": "The key is AKIAIOSFODNN7QWERTYU."}, *TALK]
        recorded = record_messages(memory, talk, format="anthropic", session="main")
        self.assertEqual((recorded.n_added, len(recorded.refused)), (4, 1))
        self.assertNotIn("AKIAIOSFODNN7QWERTYU", str(recorded.refused))

    def test_a_long_conversation_with_large_texts_is_taken_in_parts(self) -> None:
        memory, large = Records(), "a word and another " * 4_000
        calls = [{"type": "tool_use", "id": f"c{n}", "name": "note", "input": {str(m): "word " * 500 for m in range(4)}} for n in range(300)]
        results = [{"type": "tool_result", "tool_use_id": f"c{n}", "content": large[:20_000]} for n in range(300)]
        talk = [{"role": "user", "content": large}, {"role": "assistant", "content": calls}, {"role": "user", "content": results}]
        recorded = record_messages(memory, talk, format="anthropic", session="main")
        self.assertEqual((recorded.n_added, recorded.refused), (301, ()))
        # JSON writes each of these bytes as six.
        control_talk = [{"role": "user", "content": chr(1) * 40_000} for _ in range(70)]
        self.assertEqual(record_messages(memory, control_talk, format="anthropic", session="odd").n_added, 70)

    def test_images_keep_no_message_from_being_recorded_and_what_is_too_long_is_told(self) -> None:
        memory = Records()
        image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0K" * 600_000}}
        image_message = {"role": "user", "content": [*[image] * 5, {"type": "text", "text": "Mend what you see."}]}
        long_message = {"role": "user", "content": [{"type": "text", "text": "word " * 20_000} for _ in range(100)]}
        recorded = record_messages(memory, [image_message, long_message, *TALK], format="anthropic", session="main")
        self.assertEqual((recorded.n_added, len(recorded.refused)), (5, 1))
        self.assertEqual(memory.events(limit=10).events[-1].event.body.value.text, "Mend what you see.")

    def test_events_keep_their_order_however_quickly_they_are_told(self) -> None:
        memory = Records()
        talk = [{"role": "user", "content": str(number)} for number in range(250)]
        for end in (100, 249, 250):
            record_messages(memory, talk[:end], format="anthropic", session="main")
        texts = [recorded.event.body.value.text for recorded in reversed(memory.events(limit=300).events)]
        self.assertEqual(texts, [str(number) for number in range(250)])

    def test_bad_input_is_refused_with_its_name(self) -> None:
        memory: Any = Records()
        deep_list: Any = []
        for _ in range(100_000):
            deep_list = [deep_list]
        for wrong in ({"format": "chat"}, {"session": ""}, {"messages": [{"role": "user", "content": float("nan")}]}, {"messages": [{"role": "user", "content": deep_list}]}):
            arguments: dict[str, Any] = {"messages": TALK, "format": "anthropic", "session": "main", **wrong}
            with self.assertRaises(Invalid, msg=list(wrong)) as raised:
                record_messages(memory, arguments.pop("messages"), **arguments)
            self.assertIn(raised.exception.argument, ("format", "session", "messages"))
        for wrong in ({"session": 7}, {"messages": "text"}, {"messages": 7}, {"messages": {}}, {"metadata": 7}, {"messages": [object()]}):
            arguments = {"messages": TALK, "format": "anthropic", "session": "main", **wrong}
            with self.assertRaises(TypeError, msg=list(wrong)):
                record_messages(memory, arguments.pop("messages"), **arguments)
        with self.assertRaises(TypeError):
            record_messages({}, TALK, format="anthropic", session="main")  # type: ignore[arg-type]
        self.assertEqual(kinds(memory), [])


if __name__ == "__main__":
    unittest.main()
