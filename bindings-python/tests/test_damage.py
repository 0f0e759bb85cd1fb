"""Damage of the file of records: told by whoever reads it, mended by whoever changes it, and what is lost is named."""

import asyncio
import unittest
import warnings
from pathlib import Path

from project import Project

from scrubjay import AsyncMemory, Damaged, DamagedWarning, Memory, Records

N = 40


class Damage(Project):
    @property
    def file(self) -> Path:
        return self.folder.parent / "memory.redb"

    def remember(self) -> tuple[str, ...]:
        with Records(self.file) as records:
            return tuple(one.id for one in records.record([{"kind": "note", "text": f"said {n:02}!"} for n in range(N)]))

    def spoil(self, word: bytes = b"said 07!") -> None:
        whole = self.file.read_bytes()
        self.assertIn(word, whole)
        self.file.write_bytes(whole.replace(word, bytes(len(word))))

    def test_a_file_that_is_whole_says_nothing(self) -> None:
        self.remember()
        with Records(self.file) as records, warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertEqual(len(records.notes(most=N)), N)
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
                    self.assertLess(len(records.notes(most=N)), N)
                found = records.verify()
                assert found is not None
                self.assertEqual(Path(found.path).resolve(), self.file.resolve())
                self.assertTrue(found.how)
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
            self.assertEqual((salvage.n_records, salvage.n_lost), (N - len(salvage.lost), len(salvage.lost)))
            self.assertIn(ids[7], [one.id for one in salvage.lost])
            left = {one.id for one in records.notes(most=N)}
            self.assertEqual(left, {*ids} - {one.id for one in salvage.lost})
            self.assertEqual((records.verify(), records.repair()), (None, None))
        with Records(self.file) as records:
            self.assertEqual(records.losses(), (salvage,))
            self.assertEqual((records.saw_losses(), records.losses(), records.saw_losses()), (True, (), False))

    def test_whoever_changes_a_damaged_file_mends_it_and_is_told(self) -> None:
        self.remember()
        self.spoil()

        async def asynchronously() -> None:
            async with await AsyncMemory.open(self.folder, memory=self.file) as memory:
                self.assertIsNone(await memory.salvaged())
                await memory.remember("one more")
                salvage = await memory.salvaged()
                assert salvage is not None
                self.assertEqual(await memory.losses(), (salvage,))
                self.assertEqual((await memory.verify(), await memory.repair()), (None, None))
                self.assertTrue(await memory.saw_losses())

        asyncio.run(asynchronously())

    def test_a_file_of_which_nothing_can_be_read_stays_as_it_is(self) -> None:
        self.file.write_bytes(b"no memory at all" * 1_000)
        before = self.file.read_bytes()
        with Records(self.file) as records, self.assertRaises(Damaged):
            records.repair()
        self.assertEqual(self.file.read_bytes(), before)


if __name__ == "__main__":
    unittest.main()
