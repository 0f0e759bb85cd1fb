"""Contexts of sessions in Python, with what stories lack: a model, threads and another writer."""

import asyncio
import json
import re
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from project import ROOT

from scrubjay import AsyncMemory, Conflict, Invalid, Memory, Records, Stale

HISTORY = [
    {"role": "user", "content": "make the parser faster"},
    {"role": "assistant", "content": "The scanner allocates a string for each token."},
    {"role": "user", "content": "go on"},
]


class Sessions(unittest.TestCase):
    def setUp(self):
        self.records = Records()
        self.addCleanup(self.records.close)
        self.records.append_to_session("s1", HISTORY)

    def summarise(self, model):
        return self.records.summarise_session_with("s1", model, is_manual=True, keep_entries=1)

    def test_a_model_is_asked_once_and_may_use_the_records(self):
        requests = []

        def model(request):
            requests.append(request)
            self.records.remember("a note while the model thinks")
            return "The scanner was too slow."

        draft = self.summarise(model)
        self.assertEqual((draft.text, draft.is_of_model, draft.n_entries), ("The scanner was too slow.", True, 2))
        self.assertEqual(requests[0].purpose, "summarise")
        self.assertTrue(self.summarise(model).is_of_model)
        self.assertEqual(len(requests), 1)
        compaction = self.records.compact_session("s1", is_manual=True, keep_entries=1, summary=draft.text, expected=draft.version)
        self.assertEqual((compaction.summary, compaction.n_removed), (draft.text, 2))
        self.assertEqual(json.loads(self.records.load_session("s1").document)["recent_history"], HISTORY[2:])

    def test_a_model_that_fails_changes_nothing(self):
        def failing(request):
            raise KeyError("no key")

        def changing(request):
            self.records.append_to_session("s1", HISTORY[:1])
            return "It is about a parser."

        for model, raised in ((failing, KeyError), (lambda request: 7, TypeError), (lambda request: "", Invalid), (changing, Stale)):
            with self.assertRaises(raised):
                self.summarise(model)
        self.assertEqual(self.records.events().events, ())

    def test_a_document_is_a_dictionary_or_its_json(self):
        self.assertEqual(self.records.save_session("s2", '{"session_id":"s2","x":1.0}'), 1)
        self.assertIn('"x":1.0', self.records.load_session("s2").document)
        self.assertEqual(self.records.save_session("s2", {"session_id": "s2", "x": "ü"}, expected=1), 2)
        with self.assertRaises(Conflict):
            self.records.save_session("s2", {}, expected=1)
        with self.assertRaises(TypeError):
            self.records.save_session("s2", 7)
        with self.assertRaises(Invalid):
            self.records.save_session("s2", {"x": float("nan")})
        self.assertTrue(self.records.delete_session("s2"))
        self.assertFalse(self.records.delete_session("s2"))

    def test_of_two_that_compact_one_session_one_is_told_of_the_conflict(self):
        with tempfile.TemporaryDirectory() as folder:
            both_records = [Records(Path(folder, "memory.redb")) for _ in range(2)]
            version = both_records[0].append_to_session("s1", HISTORY)

            def compacted(records):
                try:
                    return records.compact_session("s1", is_manual=True, keep_entries=1, expected=version).trigger
                except Conflict as error:
                    return error.code

            with ThreadPoolExecutor() as threads:
                self.assertEqual(sorted(threads.map(compacted, both_records)), ["conflict", "manual"])
            self.assertEqual(len(both_records[0].session_versions("s1").versions), 2)
            for records in both_records:
                records.close()

    def test_the_asynchronous_memory_awaits_its_model(self):
        async def model(request):
            await asyncio.sleep(0)
            return "The scanner was too slow."

        async def use_memory(folder):
            async with AsyncMemory(Memory.open(folder, memory=Path(folder, "memory.redb"))) as memory:
                version = await memory.append_to_session("s1", HISTORY)
                draft = await memory.summarise_session_with("s1", model, is_manual=True, keep_entries=1)
                compaction = await memory.compact_session("s1", is_manual=True, keep_entries=1, summary=draft.text, expected=version)
                await memory.recover_session("s1", version)
                await memory.save_session("s2", {"session_id": "s2"})
                return compaction.summary, await memory.delete_session("s2")

        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(asyncio.run(use_memory(folder)), ("The scanner was too slow.", True))

    def test_the_documentations_example_compacts_a_session_and_says_what_left(self):
        example = re.search(r"```python\n(.*?)```", (ROOT / "docs/guide/memory.md").read_text(), re.DOTALL)
        with tempfile.TemporaryDirectory() as folder:
            ran = subprocess.run([sys.executable, "-c", example[1]], cwd=folder, capture_output=True, text=True, timeout=60)
        self.assertRegex(ran.stdout, r"^1 .*Mend the shelf", ran.stderr)


if __name__ == "__main__":
    unittest.main()
