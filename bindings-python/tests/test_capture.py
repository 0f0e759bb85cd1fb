"""Transcripts captured from their text, at once, in parts and repeatedly: each event is recorded once."""

import json
import unittest

from scrubjay import Invalid, Records


def line(kind: str, id: str, content: object) -> str:
    return json.dumps(
        {
            "type": kind, "uuid": id, "sessionId": "s1", "timestamp": "2026-11-20T10:00:00.000Z", "cwd": "/home/a/shop",
            "message": {"role": kind, "content": content},
        },
        ensure_ascii=False,
    )


EDIT = {"type": "tool_use", "id": "t1", "name": "Edit", "input": {"file_path": "/home/a/shop/src/cart.py"}}
LINES = [
    line("user", "u1", "round the total ä"),
    line("assistant", "a1", [EDIT]),
    line("user", "u2", [{"type": "tool_result", "tool_use_id": "t1", "content": "done"}]),
]


class Capture(unittest.TestCase):
    def test_a_transcript_is_recorded_once_whole_and_in_parts(self) -> None:
        text = "".join(f"{line}\n" for line in LINES)
        data = text.encode()
        with Records() as records:
            first_part = records.capture_lines(data[:-30].decode())
            self.assertEqual((first_part.n_added, first_part.refused, first_part.session, first_part.folder), (1, (), "s1", "/home/a/shop"))
            rest_part = records.capture_lines(data[first_part.n_bytes :].decode(), state=first_part.state)
            self.assertEqual((rest_part.n_added, first_part.n_bytes + rest_part.n_bytes), (2, len(data)))
            again = records.capture_lines(text, harness="claude_code", folder="/home/a/shop")
            self.assertEqual((again.n_added, again.n_known), (0, 3))
            self.assertEqual(len(records.file_history("src/cart.py").touches), 1)

    def test_what_is_no_transcript_is_refused_and_a_line_that_cannot_be_read_is_told(self) -> None:
        with Records() as records:
            captured = records.capture_lines(f"{LINES[0]}\n{{ no JSON\n")
            self.assertEqual((captured.n_added, [line.line for line in captured.refused]), (1, [2]))
            for wrong in ({"lines": "hello\n"}, {"lines": LINES[0], "harness": "x"}, {"lines": LINES[0], "state": b"12"}):
                with self.assertRaises(Invalid):
                    records.capture_lines(**wrong)


if __name__ == "__main__":
    unittest.main()
