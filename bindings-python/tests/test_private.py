"""Text between the tags of private sections is in no file of a memory, whichever call passes it."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path
from typing import Any

from scrubjay import Records, ScrubjayError, record_messages

SAID = [
    "a <private>hidden</private> b",
    "a <PRIVATE why='mine'>hidden</Private> b",
    "a <private>x<private>y</private>hidden</private> b",
    "a <private>hidden",
    "hidden</private> b",
    "a \\u003cprivate>hidden\\u003c/private> b",
    "<private>hidden</private>",
]


class Private(unittest.TestCase):
    def test_nothing_private_is_kept_of_events_messages_sessions_and_names(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            with Records(Path(folder) / "memory.redb") as memory:
                for nth, text in enumerate(SAID):
                    metadata = {"a": ["x <private>hidden", "hidden too"], "b": "hidden</private>", "text": text}
                    memory.record({"text": text, "metadata": metadata, "branch": text})
                    memory.record({"kind": "tool_call", "tool": text, "parameters": metadata, "output": text})
                    memory.append_to_session("s", [{"role": "user", "content": [{"type": "text", "text": text}]}])
                    parts = [{"type": "text", "text": f"{nth} <private>hidden"}, {"type": "text", "text": "hidden</private> after"}]
                    use: dict[str, Any] = {"type": "tool_use", "id": f"c{nth}", "name": "read_file", "input": {"path": "a.py", "why": text}}
                    messages: list[dict[str, Any]] = [
                        {"role": "user", "content": parts},
                        {"role": "assistant", "content": [{"type": "text", "text": text}, use]},
                        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": f"c{nth}", "content": text}]},
                        # Its end is so far away that the middle is cut out, with the beginning of the part.
                        {"role": "user", "content": "word " * 4000 + "<private>" + "word " * 4000 + "hidden</private> end"},
                    ]
                    recorded = record_messages(memory, messages, format="anthropic", session=f"m{nth}")
                    self.assertEqual(recorded.refused, ())
                events_text = repr(memory.events(limit=100))
                self.assertIn("after", events_text)
                self.assertNotIn("hidden", events_text)
            for path in Path(folder).rglob("*"):
                if path.is_file():
                    self.assertNotIn(b"hidden", path.read_bytes(), path)

    def test_an_error_repeats_no_secret_of_an_argument(self) -> None:
        secret = "ghp_" + "aB3" * 12
        with Records() as memory:
            self.assertNotIn(secret[4:], repr(memory.load_session(secret)))
            wrong: Any = secret
            for refused in (
                lambda: memory.why(secret),
                lambda: memory.events(kinds=[wrong]),
                lambda: memory.events(since=wrong),
                lambda: memory.remember("x", origin=wrong),
                lambda: memory.forget(secret),
                lambda: memory.append_to_session("s", secret),
            ):
                with self.assertRaises((ScrubjayError, ValueError, TypeError)) as raised:
                    refused()
                self.assertNotIn(secret[4:], str(raised.exception))


if __name__ == "__main__":
    unittest.main()
