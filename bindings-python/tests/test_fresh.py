"""Memories that follow their folders: `fresh`, `watch`, opening beside a writer, memories of texts, and warnings."""

import asyncio
import subprocess
import sys
import threading
import time
import warnings
from pathlib import Path
from typing import Any

from project import Project

from scrubjay import AsyncMemory, IncompleteWarning, Invalid, Locked, Memory, NotIndexed, ReadOnly, StaleWarning, report

HOLD = """
import sys, scrubjay
def tell(_): print('held', flush=True); sys.stdin.readline()
scrubjay.Memory.open('.', check=True).index(tell)
"""


class Fresh(Project):
    def hold_lock(self) -> "subprocess.Popen[bytes]":
        """Starts another process that holds the index's lock until that process is killed."""
        holder = subprocess.Popen([sys.executable, "-c", HOLD], cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(lambda: (holder.kill(), holder.communicate()))
        assert holder.stdout is not None
        holder.stdout.readline()
        return holder

    def test_the_next_question_knows_of_an_edit_a_new_file_and_one_that_is_gone(self) -> None:
        with Memory.open(self.folder, fresh=True) as memory:
            self.assertEqual(memory.find("add")[0].symbol.path, "shelf.py")
            (self.folder / "new.py").write_text("def brand_new(): pass\n")
            self.assertEqual(memory.find("brand_new")[0].symbol.path, "new.py")
            (self.folder / "new.py").write_text("def brand_other(): pass\n")
            self.assertTrue(memory.find("brand_other"))
            (self.folder / "new.py").unlink()
            self.assertFalse([hit for hit in memory.find("brand_other") if hit.symbol.path == "new.py"])
            self.assertEqual(memory.n_changed, 0)
            self.assertIn("shop.py#restock", memory.export())

    def test_without_fresh_a_question_is_answered_from_the_index_as_it_is(self) -> None:
        with Memory.open(self.folder) as memory:
            memory.index()
            (self.folder / "new.py").write_text("def brand_new(): pass\n")
            self.assertFalse([hit for hit in memory.find("brand_new") if hit.symbol.path == "new.py"])
            self.assertIsNone(memory.n_changed, "nobody looked")

    def test_a_memory_that_reads_takes_changes_in_too_where_that_is_asked_for(self) -> None:
        with Memory.open(self.folder) as memory:
            memory.index()
        with Memory.reading(self.folder, fresh=True) as memory:
            (self.folder / "new.py").write_text("def brand_new(): pass\n")
            self.assertEqual((memory.find("brand_new")[0].symbol.path, memory.n_changed), ("new.py", 0))

    def test_where_much_changed_the_answer_is_older_and_says_so(self) -> None:
        with Memory.open(self.folder, fresh=True) as memory:
            memory.find("add")
            for number in range(600):
                (self.folder / f"many_{number}.py").write_text(f"def many_{number}(): pass\n")
            with self.assertWarnsRegex(StaleWarning, "600 files changed") as caught:
                page = memory.find("add")
            self.assertEqual(Path(caught.filename).name, "test_fresh.py")
            self.assertEqual((page[0].symbol.path, memory.n_changed), ("shelf.py", 600))
            memory.index()
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                self.assertTrue(memory.find("many_599"))
            self.assertEqual(memory.n_changed, 0)

    def test_where_another_process_writes_the_answer_is_older_and_says_so(self) -> None:
        with Memory.open(self.folder) as memory:
            memory.index()
        (self.folder / "new.py").write_text("def brand_new(): pass\n")
        self.hold_lock()
        with Memory.open(self.folder, fresh=True) as memory:
            with self.assertWarnsRegex(StaleWarning, "another process is writing"):
                self.assertEqual(memory.callers("Shelf.add")[0].symbol.id, "shop.py#restock")
            self.assertEqual(memory.n_changed, 1)

    def test_the_asynchronous_twin_is_fresh_too(self) -> None:
        async def ask() -> None:
            async with await AsyncMemory.open(self.folder, fresh=True) as memory:
                self.assertTrue(await memory.find("add"))
                (self.folder / "new.py").write_text("def brand_new(): pass\n")
                self.assertEqual((await memory.find("brand_new"))[0].symbol.path, "new.py")
                self.assertEqual((memory.n_changed, memory.purpose), (0, "writing"))

        asyncio.run(ask())


class Incomplete(Project):
    def test_a_question_of_what_was_never_indexed_is_refused(self) -> None:
        with Memory.open(self.folder) as memory:
            for ask in (lambda: memory.find("add"), lambda: memory.callers("add"), lambda: memory.prepare("mend add")):
                with self.assertRaises(NotIndexed) as refused:
                    ask()
                self.assertEqual(Path(refused.exception.path), self.folder.resolve())
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                memory.index()
                self.assertEqual(len(memory.find("add")), 1)

    def test_an_index_that_was_cut_short_warns(self) -> None:
        self.grow(400)

        def stop(stage: report.Progress) -> None:
            if isinstance(stage, report.Read) and stage.n_files > 200:
                raise KeyboardInterrupt

        with Memory.open(self.folder) as memory:
            with self.assertRaises(KeyboardInterrupt):
                memory.index(stop)
            self.assertEqual(memory.extent(), "part")
            with self.assertWarnsRegex(IncompleteWarning, "cut short"):
                memory.find("add")


class Opened(Project):
    def test_a_writer_is_waited_for(self) -> None:
        holder = Fresh.hold_lock(self)  # type: ignore[arg-type]
        with self.assertRaises(Locked) as caught:
            Memory.open(self.folder, wait=0.1)
        self.assertEqual(caught.exception.pid, holder.pid)
        threading.Timer(0.3, holder.kill).start()
        with Memory.open(self.folder, wait=30.0) as memory:
            self.assertEqual((memory.purpose, memory.index().n_read), ("writing", 2))

    def test_with_or_read_an_index_that_is_being_written_is_opened_for_reading(self) -> None:
        with Memory.open(self.folder) as memory:
            memory.index()
        self.grow(1)
        Fresh.hold_lock(self)  # type: ignore[arg-type]
        with Memory.open(self.folder, wait=0.1, or_read=True) as memory:
            self.assertEqual(memory.purpose, "reading")
            self.assertEqual(memory.callers("Shelf.add")[0].symbol.id, "shop.py#restock")
            with self.assertRaises(ReadOnly):
                memory.index()

    def test_an_index_that_nobody_writes_is_opened_at_once(self) -> None:
        with Memory.open(self.folder, wait=600.0, or_read=True) as memory:
            self.assertEqual(memory.purpose, "writing")

    def test_a_path_object_is_taken_wherever_a_path_is(self) -> None:
        with Memory.open(Path(self.folder), memory=Path(self.folder.parent / "m.redb")) as memory:
            memory.index(paths=[Path("shop.py"), self.folder / "shelf.py"])
            memory.index()
            for path in (Path("shop.py"), self.folder / "shop.py", str(self.folder / "shop.py")):
                self.assertEqual(memory.outline(path).path, "shop.py")
                self.assertEqual(memory.map(focus=[path]).unknown_focus, ())
                self.assertEqual(memory.prepare("add", focus=[path]).unknown_focus, ())
            memory.remember("Oak.", at=[Path("shop.py"), self.folder / "shelf.py"])
            self.assertEqual([anchor.path for anchor in memory.notes()[0].anchors], ["shop.py", "shelf.py"])


class Texts(Project):
    def test_texts_are_a_memory(self) -> None:
        files = {"app.py": "from lib.core import work\n\ndef main():\n    return work()\n", Path("lib/core.py"): "def work():\n    return 1\n"}
        with Memory.from_files(files) as memory:
            self.assertEqual(memory.callers("work")[0].symbol.id, "app.py#main")
            self.assertEqual(memory.extent(), "whole")
            self.assertIn("def work", memory.source("work").text)
            self.assertIn("def main", memory.prepare("fix main", budget=500).text)
            self.assertEqual(memory.dependencies("app.py")[0].name, "lib/core.py")
            self.assertEqual(memory.index().n_same, 2)
            memory.remember("nothing is kept")
            self.assertEqual(len(memory.notes()), 1)

    def test_a_path_that_leads_out_is_refused(self) -> None:
        for path in ("../a.py", "/a.py", "", "a/../../b.py"):
            with self.subTest(path), self.assertRaises(Invalid) as caught:
                Memory.from_files({path: ""})
            self.assertEqual(caught.exception.argument, "files")
        wrong: Any = {"a.py": b"bytes"}
        with self.assertRaisesRegex(TypeError, "'files'"):
            Memory.from_files(wrong)

    def test_no_texts_at_all_are_a_memory_too(self) -> None:
        with Memory.from_files({}) as memory:
            self.assertEqual((len(memory.find("add")), memory.status().n_files), (0, 0))


class Watched(Project):
    def test_each_change_is_told_of_and_the_loop_ends_the_watch(self) -> None:
        with Memory.open(self.folder) as memory:
            reports = []
            for indexed in memory.watch():
                reports.append(indexed)
                if len(reports) == 1:
                    (self.folder / "new.py").write_text("def brand_new(): pass\n")
                    continue
                break
            self.assertEqual((reports[0].n_read, reports[1].n_read), (2, 1))
            self.assertTrue(memory.find("brand_new"))

    def test_other_threads_ask_while_it_waits_and_closing_ends_it(self) -> None:
        memory = Memory.open(self.folder)
        reports: list[report.Indexed] = []
        first_report = threading.Event()

        def watch() -> None:
            for indexed in memory.watch():
                reports.append(indexed)
                first_report.set()

        watcher = threading.Thread(target=watch)
        watcher.start()
        self.assertTrue(first_report.wait(30))
        began = time.monotonic()
        self.assertTrue(memory.find("add"))
        self.assertLess(time.monotonic() - began, 5)
        memory.close()
        watcher.join(30)
        self.assertFalse(watcher.is_alive())
        self.assertEqual(len(reports), 1)

    def test_a_task_that_watches_can_be_cancelled(self) -> None:
        async def run() -> None:
            async with await AsyncMemory.open(self.folder) as memory:
                reports: list[report.Indexed] = []

                async def watch() -> None:
                    async for indexed in memory.watch():
                        reports.append(indexed)
                        (self.folder / "new.py").write_text("def brand_new(): pass\n")

                task = asyncio.create_task(watch())
                while len(reports) < 2:
                    await asyncio.sleep(0.05)
                self.assertTrue(await memory.find("brand_new"))
                task.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await task
                self.assertTrue(await memory.find("add"))

        asyncio.run(asyncio.wait_for(run(), 60))
