"""Notes: recording, listing, forgetting, and sharing with other processes."""

import asyncio
import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from project import Project

from scrubjay import AsyncMemory, AsyncRecords, AsyncWindow, Closed, Full, Invalid, Memory, OtherProject, Records, TooLarge, Unknown


class Notes(Project):
    def setUp(self) -> None:
        super().setUp()
        self.file = self.folder.parent / "memory.redb"

    def test_a_note_is_there_until_it_is_forgotten(self) -> None:
        with Memory.open(self.folder, memory=self.file) as memory:
            note = memory.remember("the tests want Node 20", channel="ci", at=["shelf.py"])
            self.assertEqual(note.state, "added")
            page = memory.notes(channel="ci")
            self.assertEqual([note.text for note in page.notes], ["the tests want Node 20"])
            self.assertEqual(page.notes[0].anchors[0].path, "shelf.py")
            self.assertEqual(len(page.notes[0].anchors[0].hash), 64)
            self.assertEqual(memory.forget(note.id).receipts[0].fate, "forgotten")
            self.assertEqual(memory.forget([note.id]).receipts[0].fate, "already_forgotten")
            self.assertEqual((memory.notes().notes, memory.totals().n_forgotten), ((), 1))

    def test_an_event_that_is_told_again_is_not_added_again(self) -> None:
        with Records(self.file) as records:
            first_note = records.remember("one", event_id="call-1")
            note = records.notes().notes[0]
            second_note = records.remember("one", event_id="call-1", time=note.time)
            self.assertEqual((second_note.id, second_note.state), (first_note.id, "known"))
            with self.assertRaises(Invalid) as raised:
                records.remember("two", event_id="call-1", time=note.time)
            self.assertEqual(raised.exception.argument, "event_id")

    def test_notes_are_shared_with_the_command_line_and_by_the_project(self) -> None:
        home = self.at_home()
        run = self.program("remember", "written on a terminal", "--from", "agent")
        self.assertEqual(run.returncode, 0, run.stderr)
        with Memory.in_memory(self.folder) as nowhere:
            self.assertEqual(nowhere.notes().notes, ())
        with Memory.open(self.folder) as memory:
            memory.index(paths=[])
            self.assertEqual([(note.text, note.trust) for note in memory.notes().notes], [("written on a terminal", "unconfirmed")])
            memory.remember("written in Python")
        texts = [note["text"] for note in json.loads(self.program("--json", "notes").stdout)["notes"]]
        self.assertEqual(texts, ["written in Python", "written on a terminal"])
        self.assertTrue((home / "projects").is_dir())

    def test_many_threads_and_processes_write_one_file(self) -> None:
        source = "import sys, scrubjay\nr = scrubjay.Records(sys.argv[1])\nfor n in range(40): r.remember(f'{sys.argv[2]}-{n}')"
        children = [subprocess.Popen([sys.executable, "-c", source, self.file, str(n)]) for n in range(3)]
        with Records(self.file) as records, ThreadPoolExecutor(4) as threads:
            list(threads.map(lambda n: records.remember(f"thread-{n}"), range(40)))
            self.assertEqual([child.wait() for child in children], [0, 0, 0])
            texts = {note.text for note in records.notes(limit=1000).notes}
        self.assertEqual(len(texts), 160)

    def test_without_a_file_notes_last_as_long_as_they_are_open(self) -> None:
        records = Records()
        records.remember("soon gone")
        self.assertEqual(len(records.notes().notes), 1)
        records.close()
        records.close()
        with self.assertRaises(Closed):
            records.notes()

    def test_what_one_owner_wrote_another_does_not_see(self) -> None:
        with Records(self.file, tenant="a", trust="unconfirmed") as first_owner, Records(self.file, tenant="b") as second_owner:
            first_owner.remember("a's")
            self.assertEqual((first_owner.notes().notes[0].trust, second_owner.notes().n_notes), ("unconfirmed", 0))

    def test_bad_notes_are_refused_and_nothing_is_changed(self) -> None:
        with Records(self.file) as records:
            for bad_text in ("", " \n", "x" * 65_537):
                with self.assertRaises((Invalid, TooLarge)):
                    records.remember(bad_text)
            for time in (-1, 2**63):
                with self.assertRaises(Invalid):
                    records.remember("x", time=time)
            with self.assertRaises(Invalid):
                records.remember("x", origin="nobody")  # type: ignore[arg-type]
            with self.assertRaises(Unknown):
                records.remember("x", parents=["018bcfe5-6800-7525-b9df-ffbca3937010"])
            with self.assertRaises(Invalid):
                records.forget("the last one")
            with self.assertRaises(TypeError):
                records.remember(7)  # type: ignore[arg-type]
            self.assertEqual(records.totals().n_notes, 0)

    def test_the_asynchronous_twin_remembers_too(self) -> None:
        async def story() -> tuple[str, ...]:
            async with await AsyncMemory.open(self.folder, memory=self.file) as memory:
                note = await memory.remember("later")
                texts = tuple(note.text for note in (await memory.notes()).notes)
                await memory.forget(note.id)
                erased = await memory.erase(note.id)
                self.assertEqual((erased.receipts[0].fate, erased.rewritten), ("already_forgotten", (str(self.file),)))
                return texts + tuple(note.text for note in (await memory.notes()).notes)

        self.assertEqual(asyncio.run(story()), ("later",))

    def test_a_change_of_nothing_makes_no_file(self) -> None:
        with Records(self.file) as records:
            self.assertFalse(records.update("018bcfe5-6800-7525-b9df-ffbca3937010", "x"))
            self.assertFalse(records.delete_session("s"))
            self.assertEqual(records.forget("018bcfe5-6800-7525-b9df-ffbca3937010").receipts[0].fate, "unknown")
            with self.assertRaises(Invalid):
                records.rollback()
            self.assertEqual(list(self.file.parent.glob("memory*")), [])
            self.assertEqual(records.append_to_session("s", [{"role": "user", "content": "Hello."}]), 1)
            self.assertTrue(self.file.exists())

    def test_records_have_an_asynchronous_twin_with_all_that_they_have(self) -> None:
        async def story() -> tuple[int, int, list[str]]:
            async with await AsyncRecords.open(self.file, tenant="team") as records:
                await records.remember("later", session="s")
                await records.append_to_session("s", [{"role": "user", "content": "Hello."}])
                lines = "".join([text async for text in records.export_lines()])
            async with AsyncRecords(Records()) as other_records:
                imported = await other_records.import_lines(lines)
                texts = [note.text for note in await other_records.notes()]
                version = await other_records.append_to_session("s", [{"role": "user", "content": "Hello."}])
            return imported.n_added, version, texts

        self.assertEqual(asyncio.run(story()), (1, 1, ["later"]))
        method_names = {name for name in dir(Records) if not name.startswith("_")}
        self.assertEqual(method_names | {"open"}, {name for name in dir(AsyncRecords) if not name.startswith("_")})

    def test_each_asynchronous_twin_is_closed_by_async_with(self) -> None:
        async def story() -> None:
            async with await AsyncMemory.from_files({"a.py": "def one(): pass\n"}) as memory:
                self.assertEqual((await memory.status()).n_files, 1)
            async with await AsyncRecords.open() as records:
                self.assertEqual((await records.totals()).n_records, 0)
            async with await AsyncWindow.open() as window:
                self.assertEqual((await window.status()).n_items, 0)
            for twin in (memory, records, window):
                await twin.close()
            for call in (memory.status, records.totals, records.verify, window.status):
                with self.assertRaises(Closed):
                    await call()
            with self.assertRaises(ZeroDivisionError):
                async with AsyncRecords(Records()) as records:
                    raise ZeroDivisionError
            with self.assertRaises(Closed):
                await records.remember("later")

        asyncio.run(story())

    def test_of_what_is_erased_no_byte_is_left(self) -> None:
        texts = [f"canary {at:03} of Python" for at in range(100)]
        with Records(self.file) as records:
            ids = [records.remember(text).id for text in texts]
            records.remember("kept")
            copies = [self.file.with_name("memory.damaged-17.redb"), self.folder.parent / "backup.redb"]
            for copy in copies:
                copy.unlink(missing_ok=True)
            records.backup(copies[1])
            copies[0].write_bytes(copies[1].read_bytes())
            records.forget(ids)
            n_texts_in = lambda path: sum(text.encode() in path.read_bytes() for text in texts)
            self.assertTrue(all(n_texts_in(path) > 90 for path in (self.file, *copies)))
            erased = records.erase(ids)
            self.assertEqual((n_texts_in(self.file), copies[0].exists()), (0, False))
            self.assertEqual((erased.rewritten, erased.removed), ((str(self.file),), (str(copies[0]),)))
            self.assertEqual([(one.path, one.is_there) for one in erased.backups], [(str(copies[1].resolve()), True)])
            self.assertEqual({receipt.fate for receipt in erased.receipts}, {"already_forgotten"})
            self.assertEqual(records.erase().receipts, ())
            self.assertEqual([note.text for note in records.notes().notes], ["kept"])

    def test_a_backup_has_what_is_not_forgotten(self) -> None:
        copy = self.folder.parent / "copy.redb"
        with Records(self.file) as records:
            forgotten_id = records.remember("gone").id
            records.remember("kept")
            records.forget(forgotten_id)
            records.backup(copy)
        with Records(copy) as records:
            self.assertEqual([note.text for note in records.notes().notes], ["kept"])

    def test_one_tenant_does_not_copy_the_records_of_all(self) -> None:
        copy = self.folder.parent / "copy.redb"
        with Records(self.file, tenant="one") as records:
            records.remember("mine")
            with self.assertRaises(Invalid) as raised:
                records.backup(copy)
            self.assertEqual(raised.exception.argument, "tenant")
        self.assertFalse(copy.exists())

    def test_what_lies_in_a_project_chooses_no_memory(self) -> None:
        home = self.at_home()
        with Memory.open(self.folder) as memory:
            memory.remember("first")
        (project_id,) = os.listdir(home / "projects")
        mark = self.folder / ".scrubjay" / "mark"
        for text in ["", "nonsense"]:
            mark.write_text(text)
            with Memory.open(self.folder) as memory:
                self.assertEqual([note.text for note in memory.notes().notes], ["first"])
        copy = self.folder.parent / "copy"
        shutil.copytree(self.folder, copy)
        (copy / ".scrubjay" / "id").write_text(project_id)
        with Memory.open(copy) as memory:
            self.assertEqual(memory.notes().notes, ())
            memory.remember("of the copy")
        with Memory.open(self.folder) as memory:
            self.assertEqual([note.text for note in memory.notes().notes], ["first"])

    def test_a_file_in_the_place_of_another_projects_memory_is_refused(self) -> None:
        home = self.at_home()
        other_folder = self.folder.parent / "other"
        other_folder.mkdir()
        for folder, text in [(self.folder, "mine"), (other_folder, "of the other")]:
            with Memory.open(folder) as memory:
                memory.remember(text)
        projects = home / "projects"
        ids = {(projects / one / "root").read_text(): one for one in os.listdir(projects)}
        own_id, other_id = ids[os.path.realpath(self.folder)], ids[os.path.realpath(other_folder)]
        shutil.copy(projects / other_id / "memory.redb", projects / own_id / "memory.redb")
        with Memory.open(self.folder) as memory, self.assertRaises(OtherProject) as raised:
            memory.notes()
        self.assertEqual((raised.exception.project, raised.exception.found), (own_id, other_id))

    def test_a_memory_of_its_greatest_size_takes_no_more_notes(self) -> None:
        with Records(self.file) as records:
            records.remember("first")
        with Records(self.file, max_bytes=4096) as records, self.assertRaises(Full) as raised:
            records.remember("second")
        self.assertEqual((raised.exception.what, raised.exception.limit), ("bytes of the memory", 4096))
        self.assertGreater(raised.exception.actual, 4096)
        with Memory.open(self.folder, memory=self.file, max_memory_bytes=4096) as memory:
            with self.assertRaises(Full):
                memory.remember("third")
            self.assertEqual([note.text for note in memory.notes().notes], ["first"])
        with Records(self.file, max_bytes=10**9) as records:
            self.assertEqual(records.remember("fourth").state, "added")
        for bad_size in (0, -1):
            with self.assertRaises(Invalid):
                Records(self.file, max_bytes=bad_size)
            with self.assertRaises(Invalid):
                Memory.open(self.folder, max_memory_bytes=bad_size)
        with self.assertRaises(TypeError):
            Records(self.file, max_bytes="much")  # type: ignore[arg-type]
