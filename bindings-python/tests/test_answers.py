"""The answers of a memory, the shapes of its methods, and the attributes of errors."""

import asyncio
import dataclasses
import hashlib
import inspect
import json
import pathlib
import pickle
import re
import threading
import typing

from project import ROOT, Project

import scrubjay
from scrubjay import AsyncMemory, Memory, errors, records, report


class Answers(Project):
    def test_an_indexed_folder_answers(self) -> None:
        with Memory.open(self.folder) as memory:
            indexed = memory.index()
            self.assertEqual((indexed.n_read, indexed.problems), (2, ()))
            self.assertEqual(memory.find("add").hits[0].symbol.id, "shelf.py#Shelf.add")
            [step] = memory.callers("Shelf.add").steps
            self.assertEqual((step.path, step.line, step.edge, step.strategy), ("shop.py", 10, "calls", "constructed"))
            self.assertEqual(len(memory.callees("restock", limit=1).steps), 1)
            self.assertEqual(memory.references("Shelf.add").n_steps, 1)
            self.assertEqual(memory.impact("Shelf.add").steps[0].symbol.id, "shop.py#restock")
            self.assertEqual(memory.path("restock", "Shelf.add").steps[-1].symbol.id, "shelf.py#Shelf.add")
            self.assertEqual(memory.hierarchy("Shelf").n_above, 0)
            self.assertEqual(memory.dependencies("shop.py").dependencies[0].name, "shelf.py")
            self.assertEqual(memory.dependents("shelf.py").dependencies[0].name, "shop.py")
            self.assertEqual(memory.outline("shop.py").language, "python")
            digest = hashlib.sha256((self.folder / "shop.py").read_bytes()).hexdigest()
            self.assertEqual(memory.outline("shop.py").hash, digest)
            self.assertLessEqual(memory.map(budget=64).tokens, 64)
            self.assertIn("shop.py#restock", memory.export())
            prepared = memory.prepare("books are added twice: fix Shelf.add", focus=["shop.py"])
            self.assertIn("def add", prepared.text)
            self.assertEqual(memory.status().n_files, 2)
            self.assertEqual(memory.root, str(self.folder.resolve()))

    def test_kinds_prefix_and_factors_are_handed_on(self) -> None:
        with Memory.in_memory(self.folder) as memory:
            memory.index()
            page = memory.find("shelf", kinds=["class"], path_prefix="shelf", limit=5, explain=True)
            self.assertEqual([found.symbol.kind for found in page.hits], ["class"])
            self.assertTrue(page.hits[0].factors)
            self.assertFalse((self.folder / ".scrubjay").exists())

    def test_records_are_values(self) -> None:
        with Memory.in_memory(self.folder) as memory:
            memory.index()
            page = memory.find("add")
            self.assertEqual(page, memory.find("add"))
            self.assertEqual(hash(page), hash(memory.find("add")))
            self.assertEqual(pickle.loads(pickle.dumps(page)), page)
            with self.assertRaises(dataclasses.FrozenInstanceError):
                page.n_hits = 3  # type: ignore[misc]

    def test_the_text_of_an_answer_tells_what_the_answer_leaves_out(self) -> None:
        (self.folder / "more.py").write_text(
            "class Desk:\n    def lend(self):\n        pass\n\nclass Till:\n    def lend(self):\n        pass\n\ndef later(desk):\n    desk.lend()\n\ndef spare():\n    pass\n"
        )
        (self.folder / "report.rb").write_text("puts 1\n")
        with Memory.in_memory(self.folder) as memory:
            memory.index()
            self.assertIn("1 more place in 1 file", str(memory.callers("Desk.lend")))
            self.assertRegex(str(memory.callees("restock", limit=1)), r"1 of \d+: `skip` and `limit` give the others")
            self.assertIn("nothing that far", str(memory.callers("Shelf.add", skip=50)))
            self.assertRegex(str(memory.callers("spare")), "nothing found\nnot read: 1 file of Ruby")
            self.assertIn("not read: 1 file of Ruby", str(memory.map()))
            self.assertIn("left out: ", str(memory.prepare("add a book")))
            self.assertIn("left out: 1 line after these", str(memory.source("spare", max_lines=1)))
            self.assertIn("not read: 1 file of Ruby", memory.callers("spare")._repr_markdown_())

    def test_an_answer_as_a_dictionary_is_json(self) -> None:
        with Memory.in_memory(self.folder) as memory:
            memory.index()
            for answer in (memory.outline("shop.py"), memory.find("add", explain=True), memory.status()):
                self.assertEqual(len(json.loads(json.dumps(dataclasses.asdict(answer)))), len(dataclasses.fields(answer)))

    def test_a_file_may_be_given_as_any_path_inside_the_folder(self) -> None:
        with Memory.in_memory(self.folder) as memory:
            memory.index()
            expected = memory.outline("shop.py")
            for path in (pathlib.PurePath("shop.py"), self.folder / "shop.py", str(self.folder / "shop.py")):
                self.assertEqual(memory.outline(path), expected)
                self.assertEqual(memory.dependencies(path), memory.dependencies("shop.py"))
            with self.assertRaises(scrubjay.OutsideRoot):
                memory.outline(self.folder.parent / "elsewhere.py")

    def test_a_memory_says_how_much_of_the_folder_it_answers_for(self) -> None:
        def stop(_: report.Progress) -> None:
            raise KeyboardInterrupt

        with Memory.open(self.folder) as memory:
            self.assertEqual(memory.extent(), "nothing")
            with self.assertRaises(KeyboardInterrupt):
                memory.index(stop)
            self.assertIn(memory.extent(), ("nothing", "part"))
            memory.index()
            self.assertEqual(memory.extent(), "whole")

    def test_progress_is_told_from_the_walk_to_the_last_file(self) -> None:
        stages: list[report.Progress] = []
        with Memory.in_memory(self.folder) as memory:
            memory.index(stages.append)
        self.assertEqual(stages[0], report.Walked(n_files=2))
        self.assertEqual(stages[-1], report.Read(n_files=2, n_of=2, n_bytes=557))

    def test_skipped_and_declined_files_are_reported(self) -> None:
        (self.folder / "notes.txt").write_text("nothing")
        (self.folder / "latin.py").write_bytes(b"# caf\xe9\n")
        with Memory.in_memory(self.folder) as memory:
            indexed = memory.index()
            second_run = memory.index()
        self.assertEqual((second_run.n_same, second_run.n_not_utf8, second_run.problems), (3, 1, ()))
        self.assertEqual((dict(indexed.skipped), indexed.n_not_utf8), ({"language": 1}, 0))
        [problem] = indexed.problems
        self.assertEqual((problem.path, problem.kind, problem.error), ("latin.py", "not_utf8", None))

    def test_a_part_of_the_folder_is_indexed_by_its_paths(self) -> None:
        with Memory.in_memory(self.folder) as memory:
            memory.index()
            for name in ("new.py", "other.py"):
                (self.folder / name).write_text("def added(): pass\n")
            indexed = memory.index(paths=["new.py", self.folder / "no_such_file.py"])
            self.assertEqual((indexed.n_read, indexed.n_same, indexed.n_removed), (1, 0, 0))
            self.assertEqual([hit.symbol.path for hit in memory.find("added").hits], ["new.py"])
            self.assertEqual(memory.index(paths=[]).n_read, 0)
            with self.assertRaises(scrubjay.OutsideRoot):
                memory.index(paths=["../elsewhere.py"])
            self.assertEqual(memory.index().n_read, 1)
            self.assertEqual(memory.damaged(), ())

    def test_several_threads_may_ask_at_once(self) -> None:
        answers: list[records.WalkPage] = []
        with Memory.in_memory(self.folder) as memory:
            memory.index()

            def ask() -> None:
                answers.extend(memory.callers("Shelf.add") for _ in range(50))

            threads = [threading.Thread(target=ask) for _ in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(len(answers), 400)
        self.assertEqual(len(set(answers)), 1)

    def test_the_readmes_example_prints_what_it_says(self) -> None:
        readme = (ROOT / "README.md").read_text()
        example = re.search(r"```python\n(.*?)```\n\n```text\n(.*?)```", readme, re.DOTALL)
        assert example is not None
        ran = self.python(example[1])
        self.assertEqual(ran.stdout, example[2], ran.stderr)


class Shape(Project):
    """Compares the package with the WIT, from which most of it is generated."""

    def test_each_question_takes_what_the_interface_says(self) -> None:
        for verb, fields in questions().items():
            parameters = [*inspect.signature(getattr(Memory, verb.replace("-", "_"))).parameters][1:]
            # Where an export goes on is between the package and the component: the package joins the slices.
            self.assertEqual(parameters, [name for name in fields if name != "cursor"], verb)

    def test_signatures_say_types_and_defaults_and_documentation_says_limits(self) -> None:
        for memory_class in (Memory, AsyncMemory):
            signature = inspect.signature(memory_class.callers)
            self.assertEqual(
                {name: parameter.default for name, parameter in signature.parameters.items() if parameter.kind is parameter.KEYWORD_ONLY},
                {"depth": 1, "limit": 100, "min_confidence": 0.0, "skip": 0, "kinds": (), "path_prefix": ""},
            )
            hints = typing.get_type_hints(memory_class.find)
            self.assertEqual((hints["text"], hints["limit"], hints["return"]), (str, int, records.FindPage))
            self.assertEqual(typing.get_args(hints["kinds"]), (records.SymbolKind,))
            self.assertIn("depth: How many steps to follow. Default: 1. Range: 1 to 10.", inspect.getdoc(memory_class.callers) or "")

    def test_the_asynchronous_twin_has_the_same_methods_and_arguments(self) -> None:
        for name in public(Memory):
            twin = inspect.getattr_static(AsyncMemory, name)
            if isinstance(twin, property):
                continue
            own_parameters, twin_parameters = (
                [(parameter.name, parameter.kind) for parameter in [*inspect.signature(getattr(memory_class, name)).parameters.values()][skipped(memory_class, name):]]
                for memory_class in (Memory, AsyncMemory)
            )
            self.assertEqual(own_parameters, twin_parameters, name)
        self.assertEqual(public(Memory), public(AsyncMemory))

    def test_each_error_of_the_interface_has_its_exception(self) -> None:
        text = (ROOT / "wit/types.wit").read_text()
        cases = re.search(r"variant error \{(.*?)\n  \}", text, re.DOTALL)
        assert cases is not None
        case_names = re.findall(r"^    ([a-z-]+)", cases[1], re.MULTILINE)
        self.assertEqual([errors.BY_CODE[case.replace("-", "_")].code for case in case_names],
                         [case.replace("-", "_") for case in case_names])

    def test_an_error_has_its_code_and_its_details(self) -> None:
        refused = errors.Invalid("limit is not valid: 1 to 1,000", "limit", "1 to 1,000")
        self.assertEqual((refused.code, refused.details), ("invalid", {"argument": "limit", "why": "1 to 1,000"}))
        # An answer for a model has words alone.
        self.assertEqual(errors.Invalid("limit is not valid").details, {})
        self.assertEqual(errors.Unknown("nothing is called a", "a").details["suggestions"], ())

    def test_everything_public_is_documented(self) -> None:
        for module in (records, report, errors):
            for name, member in vars(module).items():
                if inspect.isclass(member) and member.__module__ == module.__name__:
                    self.assertTrue(member.__doc__ and not member.__doc__.startswith(f"{name}("), name)
        for name in public(Memory):
            self.assertTrue(inspect.getattr_static(Memory, name).__doc__, name)
        for name in scrubjay.__all__:
            self.assertTrue(getattr(scrubjay, name).__doc__, name)

    def test_every_field_of_every_record_has_the_type_that_it_says(self) -> None:
        with Memory.in_memory(self.folder) as memory:
            memory.index()
            answers = [
                memory.find("add", explain=True), memory.outline("shop.py"), memory.callers("Shelf.add"),
                memory.path("restock", "Shelf.add"), memory.hierarchy("Shelf"), memory.dependencies("shop.py"),
                memory.map(), memory.prepare("fix Shelf.add"), memory.status(),
            ]
        for answer in answers:
            check(self, answer, type(answer))


def check(test: Project, value: object, hint: typing.Any) -> None:
    """Asserts that a value, and every value in it, has the annotated type."""
    origin = typing.get_origin(hint)
    if origin is typing.Literal:
        test.assertIn(value, typing.get_args(hint))
    elif origin is tuple:
        assert isinstance(value, tuple)
        for item in value:
            check(test, item, typing.get_args(hint)[0])
    elif dataclasses.is_dataclass(hint):
        assert isinstance(hint, type)
        test.assertIs(type(value), hint)
        hints = typing.get_type_hints(hint)
        for member in dataclasses.fields(hint):
            check(test, getattr(value, member.name), hints[member.name])
    elif origin is None:
        test.assertIs(type(value), hint)
    else:
        test.assertTrue(value is None or type(value) in typing.get_args(hint))


def skipped(owner: type, name: str) -> int:
    """The number of parameters for the object itself: 0 for class methods, which are bound already, else 1."""
    return 0 if isinstance(inspect.getattr_static(owner, name), (classmethod, type(dict.__dict__["fromkeys"]))) else 1


def public(owner: type) -> set[str]:
    return {name for name in dir(owner) if not name.startswith("_")}


def questions() -> dict[str, list[str]]:
    """The fields of the record of each question, by the question's name in the WIT."""
    text = "".join((ROOT / f"wit/{name}.wit").read_text() for name in ("graph", "prepare"))
    fields = {
        name: [field.replace("-", "_") for field in re.findall(r"^    ([a-z-]+):", body, re.MULTILINE)]
        for name, body in re.findall(r"record ([a-z-]+-question) \{(.*?)\n  \}", text, re.DOTALL)
    }
    question_functions = re.findall(r"^  %?([a-z-]+): func\(question: ([a-z-]+),", text, re.MULTILINE)
    assert len(question_functions) > 8
    return {verb: fields[record] for verb, record in question_functions}


class Asynchronous(Project):
    def test_the_twin_answers_alike(self) -> None:
        async def ask() -> None:
            async with await AsyncMemory.open(self.folder) as memory:
                reports: list[report.Progress] = []
                await memory.index(reports.append)
                await asyncio.sleep(0)
                self.assertTrue(reports)
                pages = await asyncio.gather(*(memory.callers("Shelf.add") for _ in range(20)))
                self.assertEqual({page.n_steps for page in pages}, {1})
                self.assertEqual((await memory.find("add")).hits[0].symbol.name, "add")
                self.assertEqual((await memory.path("restock", "Shelf.add")).steps[0].edge, "calls")
                with self.assertRaises(scrubjay.Unknown):
                    await memory.callees("nothing_of_the_kind")
            self.assertTrue(memory.closed)

        asyncio.run(ask())

    def test_a_cancelled_run_stops_and_leaves_the_memory_usable(self) -> None:
        self.grow(400)

        async def ask() -> None:
            async with await AsyncMemory.in_memory(self.folder) as memory:
                begun = asyncio.Event()
                run = asyncio.create_task(memory.index(lambda _: begun.set()))
                await begun.wait()
                run.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await run
                self.assertLess((await memory.status()).n_files, 402)
                await memory.index()
                self.assertEqual((await memory.status()).n_files, 402)

        asyncio.run(ask())

    def test_a_cancelled_call_leaves_the_queue(self) -> None:
        self.grow(200)

        async def ask() -> None:
            async with await AsyncMemory.in_memory(self.folder) as memory:
                run = asyncio.create_task(memory.index())
                late = asyncio.create_task(memory.export())
                await asyncio.sleep(0.01)
                late.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await late
                self.assertEqual((await run).n_read, 202)

        asyncio.run(ask())

    def test_a_closed_asynchronous_memory_says_so(self) -> None:
        async def ask() -> None:
            memory = await AsyncMemory.in_memory(self.folder)
            await memory.close()
            await memory.close()
            for call in (memory.status, memory.index, memory.export, lambda: memory.find("add")):
                with self.assertRaises(scrubjay.Closed):
                    await call()
            # Also where the closing is on its way.
            memory = await AsyncMemory.in_memory(self.folder)
            results = await asyncio.gather(memory.close(), memory.close(), memory.status(), return_exceptions=True)
            self.assertEqual([type(result) for result in results], [type(None), type(None), scrubjay.Closed])

        asyncio.run(ask())
