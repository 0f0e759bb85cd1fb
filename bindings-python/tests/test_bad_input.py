"""Arguments of wrong types and values: each raises a typed error, and the memory stays usable."""

import os
import pickle
import shutil
import typing
import unittest.mock

from project import Project

from scrubjay import Closed, Invalid, Memory, NotIndexed, ReadOnly, ScrubjayError, Unknown, errors, locate

SURROGATE = "lone \ud800"


class BadInput(Project):
    def setUp(self) -> None:
        super().setUp()
        self.memory: typing.Any = Memory.in_memory(self.folder)
        self.memory.index()
        self.addCleanup(self.memory.close)

    def test_a_text_that_is_not_unicode_is_invalid(self) -> None:
        calls = {
            "text": lambda: self.memory.find(SURROGATE),
            "path_prefix": lambda: self.memory.find("add", path_prefix=SURROGATE),
            "path": lambda: self.memory.outline(SURROGATE),
            "name": lambda: self.memory.callers(SURROGATE),
            "target": lambda: self.memory.path("add", SURROGATE),
            "task": lambda: self.memory.prepare(SURROGATE),
            "focus": lambda: self.memory.map(focus=["shop.py", SURROGATE]),
            "kinds": lambda: self.memory.find("add", kinds=[SURROGATE]),
            "root": lambda: Memory.in_memory(SURROGATE),
        }
        for argument, call in calls.items():
            with self.subTest(argument), self.assertRaises(Invalid) as caught:
                call()
            self.assertEqual(caught.exception.argument, argument)

    def test_a_number_out_of_range_is_invalid_however_large(self) -> None:
        for number in (-1, -(10**40), 0, 1001, 2**32, 2**63, 10**40):
            with self.subTest(number=number), self.assertRaises(Invalid) as caught:
                self.memory.callers("add", limit=number)
            self.assertEqual(caught.exception.argument, "limit")

    def test_a_confidence_that_is_no_confidence_is_invalid(self) -> None:
        for number in (float("nan"), float("inf"), -0.5, 1.5):
            with self.subTest(number=number), self.assertRaises(Invalid) as caught:
                self.memory.callers("add", min_confidence=number)
            self.assertEqual(caught.exception.argument, "min_confidence")
            self.assertIn("min_confidence", str(caught.exception))
        with self.assertRaises(OverflowError):
            self.memory.callers("add", min_confidence=10**400)

    def test_a_wrong_type_is_a_type_error(self) -> None:
        for wrong in (None, 1, b"add", ["add"], object()):
            with self.subTest(wrong=wrong), self.assertRaisesRegex(TypeError, "'text'"):
                self.memory.find(wrong)
        for wrong in (None, "3", 1.5, [1]):
            with self.subTest(wrong=wrong), self.assertRaisesRegex(TypeError, "'limit'"):
                self.memory.find("add", limit=wrong)
        for wrong in (None, "shop.py", 3, [3], [None]):
            with self.subTest(wrong=wrong), self.assertRaisesRegex(TypeError, "'focus'"):
                self.memory.map(focus=wrong)
        for wrong in (None, 3, object()):
            with self.subTest(wrong=wrong), self.assertRaises(TypeError):
                Memory.open(wrong)
        with self.assertRaises(TypeError):
            self.memory.find("add", 5)
        with self.assertRaises(TypeError):
            self.memory.index(progress=3)

    def test_a_word_that_is_no_kind_is_invalid(self) -> None:
        with self.assertRaises(Invalid) as caught:
            self.memory.find("add", kinds=["class", "klass"])
        self.assertIn("klass", str(caught.exception))

    def test_an_empty_text_and_one_too_long_are_refused(self) -> None:
        for text in ("", "x" * 100_000):
            with self.subTest(length=len(text)), self.assertRaises(ScrubjayError):
                self.memory.find(text)

    def test_an_unknown_name_has_suggestions_and_an_ambiguous_one_candidates(self) -> None:
        with self.assertRaises(Unknown) as unknown:
            self.memory.callers("restok")
        self.assertEqual((unknown.exception.name, unknown.exception.suggestions), ("restok", ("restock",)))
        self.assertEqual(str(unknown.exception), "nothing is called restok; did you mean: restock")
        (self.folder / "other.py").write_text("def restock():\n    pass\n")
        self.memory.index()
        with self.assertRaises(errors.Ambiguous) as ambiguous:
            self.memory.source("restock")
        self.assertEqual({candidate.path for candidate in self.memory.callers("restock").meanings}, {"other.py", "shop.py"})
        self.assertEqual(ambiguous.exception.n_candidates, 2)
        self.assertEqual({candidate.path for candidate in ambiguous.exception.candidates}, {"other.py", "shop.py"})
        ids = ", ".join(candidate.id for candidate in ambiguous.exception.candidates)
        self.assertEqual(str(ambiguous.exception), f"restock could mean 2 symbols: {ids}")

    def test_an_error_can_be_pickled(self) -> None:
        with self.assertRaises(Unknown) as caught:
            self.memory.callers("restok")
        unpickled = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((str(unpickled), unpickled.name), (str(caught.exception), "restok"))

    def test_a_closed_memory_says_so(self) -> None:
        self.memory.close()
        self.memory.close()
        self.assertTrue(self.memory.closed)
        for call in (self.memory.status, self.memory.index, self.memory.export, lambda: self.memory.root):
            with self.assertRaises(Closed):
                call()

    def test_a_folder_that_is_none_and_one_without_an_index_are_told_apart(self) -> None:
        with self.assertRaises(errors.NoFolder):
            Memory.open(self.folder / "nowhere")
        with self.assertRaises(NotIndexed):
            Memory.reading(self.folder)
        with self.assertRaises(NotIndexed):
            locate(self.folder)

    def test_a_folder_that_is_gone_is_no_folder_and_what_is_known_of_it_stays(self) -> None:
        shutil.move(self.folder, self.folder.parent / "elsewhere")
        with self.assertRaises(errors.NoFolder) as caught:
            self.memory.index()
        self.assertEqual(caught.exception.path, self.memory.root)
        self.assertEqual(self.memory.status().n_files, 2)
        shutil.move(self.folder.parent / "elsewhere", self.folder)
        self.assertEqual(self.memory.index().n_removed, 0)

    def test_a_memory_for_reading_is_not_written(self) -> None:
        with Memory.open(self.folder) as memory:
            memory.index()
        with Memory.reading(self.folder) as memory:
            (self.folder / "new.py").write_text("x = 1\n")
            with self.assertRaises(ReadOnly):
                memory.index()
            self.assertEqual(memory.status().n_files, 2)

    def test_a_damaged_store_is_an_error_and_no_crash(self) -> None:
        with Memory.open(self.folder) as memory:
            memory.index()
        store = self.folder / ".scrubjay/index.redb"
        store.write_bytes(b"rubbish" * 1000)
        with self.assertRaises(errors.Damaged):
            Memory.reading(self.folder)
        with Memory.open(self.folder) as memory:
            with self.assertRaises(errors.Damaged):
                memory.status()
            indexed = memory.index()
            self.assertEqual((indexed.n_read, indexed.remade), (2, "damaged"))
        with Memory.open(self.folder, rebuild=True) as memory:
            indexed = memory.index()
            self.assertEqual((indexed.n_read, indexed.remade), (2, "asked"))

    def test_an_index_of_somebody_else_and_a_link_are_refused_and_named(self) -> None:
        with Memory.open(self.folder) as memory:
            memory.index()
        elsewhere = str(self.folder.parent / "home")
        with unittest.mock.patch.dict(os.environ, SCRUBJAY_HOME=elsewhere):
            with self.assertRaises(errors.Foreign) as foreign:
                Memory.reading(self.folder)
            self.assertTrue(foreign.exception.path.endswith("index.redb"))
            with Memory.open(self.folder) as memory:
                self.assertEqual(memory.index().remade, "foreign")
        (self.folder / ".scrubjay/index.redb").unlink()
        (self.folder / ".scrubjay/index.redb").symlink_to(self.folder / "shop.py")
        with self.assertRaises(errors.Link) as link:
            Memory.open(self.folder)
        self.assertTrue(link.exception.path.endswith("index.redb"))

    def test_a_call_from_inside_a_call_is_refused_instead_of_waiting_for_itself(self) -> None:
        with Memory.in_memory(self.folder) as memory:
            with self.assertRaises(RuntimeError):
                memory.index(lambda _: memory.status())
            self.assertEqual(memory.index().n_read + memory.status().n_files > 0, True)

    def test_progress_that_raises_stops_the_run_and_nothing_is_lost(self) -> None:
        class Enough(Exception):
            pass

        def tell(_: object) -> None:
            raise Enough

        (self.folder / "new.py").write_text("def new():\n    pass\n")
        with self.assertRaises(Enough):
            self.memory.index(tell)
        self.assertEqual(self.memory.status().n_files, 2)
        self.memory.index()
        self.assertEqual(self.memory.status().n_files, 3)
