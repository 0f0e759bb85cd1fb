"""Updates of notes, export and import as lines, dry runs, and the user's settings."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from project import Project

from scrubjay import AsyncMemory, Invalid, Memory, Records, TooLarge

TIME = 1_700_000_000_000


class Lines(Project):
    def setUp(self) -> None:
        super().setUp()
        self.file = self.folder.parent / "lines.redb"
        self.file.unlink(missing_ok=True)

    def notes(self, n: int) -> list[dict[str, Any]]:
        return [{"event_id": f"e{at}", "time": TIME + at, "text": f"note {at} ü", "session": f"s{at % 2}"} for at in range(n)]

    def test_an_update_replaces_what_a_note_says(self) -> None:
        with Records() as records, Memory.in_memory(self.folder) as memory:
            for store in (records, memory):
                (remembered,) = store.record(self.notes(1))
                self.assertTrue(store.update(remembered.id, "better", metadata={"someName": 1}))
                (note,) = store.notes().notes
                self.assertEqual((note.id, note.time, note.text, json.loads(note.metadata)), (remembered.id, TIME, "better", {"someName": 1}))
                store.forget(remembered.id)
                self.assertFalse(store.update(remembered.id, "again"))
                with self.assertRaises(Invalid):
                    store.update("x", "no such id")

    def test_a_memory_goes_as_lines_into_another(self) -> None:
        with Records() as records, Records(speaker="person") as other, Memory.in_memory(self.folder) as memory:
            for at in range(0, 2_500, 1_000):
                records.record(self.notes(2_500)[at : at + 1_000])
            exported = "".join(records.export_lines())
            pieces = [exported[at : at + 7_001] for at in range(0, len(exported), 7_001)]
            first_import = other.import_lines(iter(pieces), mine=True)
            self.assertEqual((first_import.n_added, first_import.n_known, first_import.refused, first_import.is_whole), (2_500, 0, (), True))
            second_import = other.import_lines(exported)
            self.assertEqual((second_import.n_added, second_import.n_known, second_import.is_whole), (0, 2_500, True))
            self.assertEqual(memory.import_lines(exported).n_added, 2_500)
            (note,) = memory.notes(limit=1).notes
            self.assertEqual((note.origin, note.trust), ("imported", "untrusted"))
            without_times = lambda text: [json.loads(line) | {"recorded": 0} for line in text.splitlines()[:-1]]
            self.assertEqual(without_times("".join(other.export_lines())), without_times(exported))

    def test_what_was_imported_before_is_adopted_by_a_person_alone_and_falls_with_its_adoption(self) -> None:
        """Earlier, imported records stayed untrusted even if a person imported them again as their own."""
        with Records(speaker="person") as theirs, Records(speaker="person") as mine, Records() as agents:
            theirs.remember("the tests need a database")
            exported = "".join(theirs.export_lines())
            session_start = lambda records: str(records.begin_session(message="what do the tests need?"))
            for records in (mine, agents):
                records.import_lines(exported)
                self.assertNotIn("database", session_start(records))
            with self.assertRaises(Invalid):
                agents.import_lines(exported, mine=True)
            (note,) = agents.notes().notes
            self.assertEqual((note.origin, note.trust), ("imported", "untrusted"))
            imported = mine.import_lines(exported, mine=True)
            self.assertEqual((imported.n_added, imported.n_known, imported.n_adopted), (0, 1, 1))
            (note,) = mine.notes().notes
            self.assertEqual((note.origin, note.trust), ("person", "confirmed"))
            self.assertIn("database", session_start(mine))
            (adoption,) = mine.why(note.id).adoptions
            self.assertEqual((adoption.kind, adoption.event.origin), ("adoption", "person"))
            mine.forget(adoption.id)
            (note,) = mine.notes().notes
            self.assertEqual((note.origin, note.trust), ("imported", "untrusted"))
            self.assertNotIn("database", session_start(mine))

    def test_what_was_cut_or_changed_is_noticed(self) -> None:
        with Records() as records, Records() as other:
            records.record(self.notes(3))
            lines = "".join(records.export_lines()).splitlines()
            cut_import = other.import_lines(lines[0] + "\n" + lines[1][:40])
            self.assertEqual((cut_import.n_added, cut_import.is_whole, [refusal.line for refusal in cut_import.refused]), (1, False, [2]))
            self.assertIsInstance(cut_import.refused[0].error, Invalid)
            changed_import = other.import_lines("\n".join(lines).replace("note 1", "note 7"))
            self.assertEqual(([refusal.line for refusal in changed_import.refused], changed_import.is_whole), ([4], False))
            with self.assertRaises(TypeError):
                other.import_lines([b"x"])  # type: ignore[list-item]
            with self.assertRaises(TooLarge) as raised:
                other.import_lines("x" * (1 << 16) for _ in range(1_000_000))
            self.assertEqual(raised.exception.limit, 16 << 20)

    def test_a_line_that_is_refused_keeps_out_nothing_else(self) -> None:
        with Records() as records:
            event = {"kind": "note", "event_id": "e", "time": TIME, "text": "one"}
            lines = [event, {**event, "text": "two"}, {**event, "event_id": "f", "text": "x" * (1 << 20)}, {**event, "event_id": "g"}]
            imported = records.import_lines("\n".join(json.dumps(line) for line in lines))
            self.assertEqual((imported.n_added, [refusal.line for refusal in imported.refused]), (2, [2, 3]))
            self.assertIn("1048576 bytes", str(imported.refused[1].error))

    def test_who_speaks_is_said_when_a_memory_is_opened_and_no_text_raises_it(self) -> None:
        event = {"event_id": "e", "time": TIME, "text": "told", "origin": "person"}
        notes_in = lambda one: [(note.text, note.origin, note.trust) for note in reversed(one.notes().notes)]
        open_in_file = lambda **given: Memory.open(self.folder, memory=self.folder.parent / f"{given or 'no'}.redb", **given)
        openings_in_memory = (lambda **given: Memory.in_memory(self.folder, **given), lambda **given: Memory.from_files({"a.py": "x = 1\n"}, **given))
        for opening in (Records, open_in_file, *openings_in_memory):
            with opening() as agent, opening(speaker="person") as person:
                for store in (agent, person):
                    store.remember("said", time=TIME)
                    store.record({**event, "time": TIME + 1})
                    store.remember("handed on", origin="tool", time=TIME + 2)
                handed_on = ("handed on", "tool", "untrusted")
                self.assertEqual(notes_in(agent), [("said", "agent", "unconfirmed"), ("told", "agent", "unconfirmed"), handed_on])
                self.assertEqual(notes_in(person), [("said", "person", "confirmed"), ("told", "person", "confirmed"), handed_on])
            with self.assertRaises(Invalid):
                opening(speaker="nobody")

    def test_anothers_records_are_imported_until_they_are_called_ones_own(self) -> None:
        with Records(self.file, speaker="person") as theirs:
            theirs.remember("believe me")
            exported = "".join(theirs.export_lines())
        for mine, speaker, expected in ((False, "agent", ("imported", "untrusted")), (True, "person", ("person", "confirmed"))):
            with Records(speaker=speaker) as importer, Records(speaker=speaker) as merger:
                importer.import_lines(exported, mine=mine)
                merger.merge(self.file, mine=mine)
                for records in (importer, merger):
                    (note,) = records.notes().notes
                    self.assertEqual((note.origin, note.trust), expected)

    def test_a_dry_run_changes_nothing(self) -> None:
        with Records(self.file) as records:
            ids = [record.id for record in records.record(self.notes(4))]
            self.assertEqual([receipt.fate for receipt in records.forget(ids[0], dry_run=True).receipts], ["forgotten"])
            self.assertEqual(len(records.rollback(session="s1", dry_run=True).receipts), 2)
            erasure = records.erase(session="s1", dry_run=True)
            self.assertEqual((len(erasure.receipts), erasure.rewritten), (2, (str(self.file),)))
            self.assertEqual(records.totals().n_notes, 4)
            self.assertEqual(records.erase(session="s1"), erasure)
            self.assertEqual(records.totals().n_notes, 2)
            self.assertNotIn(b"note 1", self.file.read_bytes())
            with self.assertRaises(Invalid):
                records.erase(ids, session="s0")
            self.assertEqual(records.totals().n_notes, 2)

    def test_the_asynchronous_twin_does_the_same(self) -> None:
        async def story() -> tuple[object, ...]:
            async with await AsyncMemory.in_memory(self.folder) as memory, await AsyncMemory.in_memory(self.folder) as other:
                recorded = await memory.record(self.notes(2))
                exported = "".join([text async for text in memory.export_lines()])
                imported = await other.import_lines(exported)
                updated = await other.update(recorded[0].id, "better")
                dry_forgetting = await other.forget(recorded[0].id, dry_run=True)
                rolled = await other.rollback(session="s0", dry_run=True)
                erased = await other.erase(session="s0", dry_run=True)
                n_left = (await other.totals()).n_notes
                return imported.n_added, imported.is_whole, updated, len(dry_forgetting.receipts), len(rolled.receipts), len(erased.receipts), n_left

        self.assertEqual(asyncio.run(story()), (2, True, True, 1, 1, 1, 2))

    def in_home(self, config: str, program: str) -> subprocess.CompletedProcess[str]:
        home = self.folder.parent / "home"
        home.mkdir(exist_ok=True)
        Path(home, "config.json").write_text(config)
        environment = {**os.environ, "SCRUBJAY_HOME": str(home)}
        command = [sys.executable, "-c", program, str(self.file), str(self.folder)]
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)

    def test_the_users_settings_hold_unless_a_caller_sets_something_else(self) -> None:
        program = """if True:
            import sys
            from scrubjay import Invalid, Memory, Records
            secret = "it is ghp_abcdefghijklmnopqrstuvwxyz0123456789"
            file, folder = sys.argv[1:]
            for one in (Records(file), Memory.open(folder, memory=file), Memory.open(folder)):
                with one:
                    try:
                        one.remember(secret)
                        print("taken")
                    except Invalid as error:
                        print(error.argument)
            with Records(file, secrets="keep") as one, Records() as nowhere:
                print(one.remember(secret).state, nowhere.remember(secret).state)
        """
        ran = self.in_home('{"secrets": "refuse"}', program)
        self.assertEqual((ran.stdout.split(), ran.stderr), (["text", "text", "text", "added", "added"], ""))
        refused_run = self.in_home('{"secrets": "hide"}', program)
        self.assertIn("secrets is not valid: neither mask, refuse nor keep", refused_run.stderr)
        self.assertIn("config.json", refused_run.stderr)

    def test_a_window_keeps_no_secret_and_says_so_where_another_process_restores(self) -> None:
        program = """if True:
            import sys
            from scrubjay import Window, Withheld
            secret, file = "ghp_" + "abcdefghijklmnopqrstuvwxyz0123456789", sys.argv[1]
            messages = [{"role": "user", "content": "Go."}]
            for at in range(6):
                call = {"type": "tool_use", "id": f"t{at}", "name": "read", "input": {}}
                result = {"type": "tool_result", "tool_use_id": f"t{at}", "content": f"{secret} of {at}\\n" * 90}
                messages += [{"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]
            window = Window(memory=file, name="w", max_tokens=8000, policy="keep_last")
            window.fit(messages)
            id = window.last.edits[0].id
            own_restored = window.restore(id)
            print(secret in own_restored.text, own_restored.is_masked)
            window.close()
            with Window(memory=file, name="w", max_tokens=8000, policy="keep_last") as other:
                try:
                    restored = other.restore(id)
                    print(secret in restored.text, restored.is_masked)
                except Withheld as error:
                    print("withheld", error.id == id)
        """
        for policy, expected in (("mask", "False True"), ("refuse", "withheld True"), ("keep", "True False")):
            ran = self.in_home(json.dumps({"secrets": policy}), program)
            self.assertEqual((ran.stdout, ran.stderr), (f"True False\n{expected}\n", ""), policy)
            is_kept = b"abcdefghijklmnopqrstuvwxyz0123456789" in self.file.read_bytes()
            self.assertEqual(is_kept, policy == "keep")
            self.file.unlink()
