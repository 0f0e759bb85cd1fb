"""Damage of the file of records: reading warns of it, a change mends it first, and losses are named."""

import asyncio
import json
import secrets
import unittest
import warnings
from collections.abc import Callable, Generator
from pathlib import Path

from project import Project

from scrubjay import AsyncMemory, Damaged, DamagedWarning, Memory, Records
from scrubjay.tools import tools

N_NOTES = 40


class Damage(Project):
    @property
    def file(self) -> Path:
        return self.folder.parent / "memory.redb"

    def remember(self) -> tuple[str, ...]:
        with Records(self.file) as records:
            return tuple(record.id for record in records.record([{"kind": "note", "text": f"said {n:02}!"} for n in range(N_NOTES)]))

    def spoil(self, word: bytes = b"said 07!") -> None:
        content = self.file.read_bytes()
        self.assertIn(word, content)
        self.file.write_bytes(content.replace(word, bytes(len(word))))

    def test_a_file_that_is_whole_says_nothing(self) -> None:
        self.remember()
        with Records(self.file) as records, warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertEqual(len(records.notes(limit=N_NOTES)), N_NOTES)
            self.assertEqual((records.verify(), records.repair(), records.salvaged()), (None, None, None))
            self.assertEqual((records.losses(), records.saw_losses()), ((), False))
        with Records() as nowhere:
            self.assertEqual((nowhere.verify(), nowhere.repair(), nowhere.losses()), (None, None, ()))

    def test_what_is_read_of_a_damaged_file_is_warned_of_and_nothing_is_changed(self) -> None:
        self.remember()
        self.spoil()
        damaged = self.file.read_bytes()
        for opening in (lambda: Records(self.file), lambda: Memory.open(self.folder, memory=self.file)):
            with opening() as records:
                with self.assertWarnsRegex(DamagedWarning, "may be short, and `repair` mends them: .*memory.redb"):
                    self.assertLess(len(records.notes(limit=N_NOTES)), N_NOTES)
                damage = records.verify()
                assert damage is not None
                self.assertEqual(Path(damage.path).resolve(), self.file.resolve())
                self.assertTrue(damage.how)
        self.assertEqual(self.file.read_bytes(), damaged)

    def test_a_repair_names_what_is_lost_until_a_person_has_seen_it(self) -> None:
        ids = self.remember()
        self.spoil()
        damaged = self.file.read_bytes()
        with Records(self.file) as records, warnings.catch_warnings():
            warnings.simplefilter("error")
            salvage = records.repair()
            assert salvage is not None
            self.assertEqual(Path(salvage.kept).read_bytes(), damaged)
            self.assertEqual((salvage.n_records, salvage.n_lost), (N_NOTES - len(salvage.lost), len(salvage.lost)))
            self.assertIn(ids[7], [loss.id for loss in salvage.lost])
            left_ids = {note.id for note in records.notes(limit=N_NOTES)}
            self.assertEqual(left_ids, {*ids} - {loss.id for loss in salvage.lost})
            self.assertEqual((records.verify(), records.repair()), (None, None))
        with Records(self.file) as records:
            self.assertEqual(records.losses(), (salvage,))
            self.assertEqual((records.saw_losses(), records.losses(), records.saw_losses()), (True, (), False))

    def test_whoever_changes_a_damaged_file_mends_it_and_is_told(self) -> None:
        self.remember()
        self.spoil()

        async def change_asynchronously() -> None:
            async with await AsyncMemory.open(self.folder, memory=self.file) as memory:
                self.assertIsNone(await memory.salvaged())
                await memory.remember("one more")
                salvage = await memory.salvaged()
                assert salvage is not None
                self.assertEqual(await memory.losses(), (salvage,))
                self.assertEqual((await memory.verify(), await memory.repair()), (None, None))
                self.assertTrue(await memory.saw_losses())

        asyncio.run(change_asynchronously())

    def exported(self, export: Generator[str, None, int]) -> tuple[str, int]:
        """The text of an export of a damaged file, and how many records were left out."""
        pieces = []
        with self.assertWarnsRegex(DamagedWarning, "may be short"):
            while True:
                try:
                    pieces.append(next(export))
                except StopIteration as end:
                    return "".join(pieces), end.value

    def test_an_export_of_a_long_file_that_is_damaged_is_warned_of_and_not_vouched_for(self) -> None:
        # Once, a file of more than 4 MiB was not verified, and the trailer confirmed an incomplete export.
        word = "a note that will be hit"
        with Records(self.file) as records:
            for n in range(8):
                notes = [{"text": secrets.token_hex(6_000)} for _ in range(100)]
                records.record([*notes, {"text": word}] if n == 4 else notes)
            exported_text = "".join(records.export_lines())
        self.assertGreater(self.file.stat().st_size, 4 << 20)
        self.assertEqual(exported_text.count("\n"), 802)
        self.spoil(word.encode())
        damaged = self.file.read_bytes()
        openings: tuple[Callable[[], Records | Memory], ...] = (
            lambda: Records(self.file),
            lambda: Memory.open(self.folder, memory=self.file),
        )
        for opening in openings:
            with opening() as records:
                text, n_left_out = self.exported(records.export_lines())
                self.assertGreater(n_left_out, 0)
                *lines, trailer = text.splitlines()
                self.assertTrue(set(lines) < set(exported_text.splitlines()[:-1]), "nothing else than before")
                self.assertEqual(json.loads(trailer), {"trailer": {"n_lines": len(lines), "is_damaged": True}})
                with Records() as importer:
                    self.assertFalse(importer.import_lines(text).is_whole)
                table, n_left_out = self.exported(records.export_csv("note"))
                self.assertGreater(n_left_out, 0)
                self.assertTrue(table.startswith("id,") and table.endswith("\r\n"), table[:100])

        async def export_asynchronously() -> None:
            async with await AsyncMemory.open(self.folder, memory=self.file) as memory:
                for export in (memory.export_lines(), memory.export_csv("note")):
                    with self.assertWarnsRegex(DamagedWarning, "may be short"):
                        text = "".join([piece async for piece in export])
                    self.assertNotIn(word, text)
                    self.assertGreater(export.n_damaged, 0)

        asyncio.run(export_asynchronously())
        self.assertEqual(self.file.read_bytes(), damaged)

    def test_a_model_is_told_that_its_notes_may_be_short_and_what_a_salvage_lost(self) -> None:
        # Once, a model was not told that a list is incomplete, nor that its own note had the file mended.
        ids = self.remember()
        with Memory.open(self.folder, memory=self.file) as memory:
            notes, remember = tools(memory, only=["notes", "remember"])
            self.assertNotIn("damaged", notes(limit=N_NOTES))
        self.spoil()
        with Memory.open(self.folder, memory=self.file) as memory:
            notes, remember = tools(memory, only=["notes", "remember"])
            with self.assertWarnsRegex(DamagedWarning, "may be short"):
                notes_answer = notes(limit=N_NOTES)
            self.assertIn("the memory is damaged, and this may not be all of it", notes_answer)
            self.assertLess(notes_answer.count("said "), N_NOTES)
            remember_answer = remember(text="one more")
            salvage = memory.salvaged()
            assert salvage is not None
            self.assertIn("the memory was damaged: ", remember_answer)
            self.assertIn(ids[7], remember_answer)
            self.assertIn(Path(salvage.kept).name, remember_answer)
            for answer in (notes(limit=N_NOTES), remember(text="and another")):
                self.assertNotIn("damaged", answer)

    def test_a_file_of_which_nothing_can_be_read_stays_as_it_is(self) -> None:
        self.file.write_bytes(b"no memory at all" * 1_000)
        content_before = self.file.read_bytes()
        with Records(self.file) as records, self.assertRaises(Damaged):
            records.repair()
        self.assertEqual(self.file.read_bytes(), content_before)


if __name__ == "__main__":
    unittest.main()
