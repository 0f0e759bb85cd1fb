"""Answers as texts, as JSON, in notebooks, and as sequences."""

import dataclasses
import json
import types
import typing
from typing import Any

from project import Project

import scrubjay
from scrubjay import Memory, errors, lines, mending, notes, records, report, window
from scrubjay._record import Page, Record

MODULES = (records, report, notes, lines, mending, window)


def classes() -> list[type]:
    record_classes = {record_class for module in MODULES for record_class in vars(module).values() if isinstance(record_class, type) and dataclasses.is_dataclass(record_class)}
    return sorted(record_classes, key=lambda record_class: record_class.__name__)


def made(hint: Any) -> Any:
    """Makes a value of an annotated type, with values in all its fields."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Literal:
        return arguments[0]
    if origin is tuple:
        return (made(arguments[0]),) if arguments[-1] is ... else tuple(made(argument) for argument in arguments)
    if origin in (typing.Union, types.UnionType):
        return made(next(argument for argument in arguments if argument is not type(None)))
    if origin is not None and issubclass(origin, dict | typing.Mapping):  # type: ignore[arg-type]
        return {made(arguments[0]): made(arguments[1])}
    if origin is not None:
        return [made(arguments[0])]
    if dataclasses.is_dataclass(hint):
        hints = typing.get_type_hints(hint)
        fields = {field.name: "00ff" if field.name == "hash" else made(hints[field.name]) for field in dataclasses.fields(hint)}
        return hint(**fields)  # type: ignore[operator]
    if isinstance(hint, type) and issubclass(hint, Exception):
        return errors.Invalid("text is not valid", "text", "not valid")
    return {str: "a | b\n`c`", int: 1, float: 0.5, bool: True, bytes: b"\x00\xff", object: "", Any: ""}[hint]


class Values(Project):
    def setUp(self) -> None:
        super().setUp()
        self.memory = Memory.in_memory(self.folder)
        self.memory.index()
        self.addCleanup(self.memory.close)

    def test_every_record_as_a_dictionary_is_json_and_has_its_fields(self) -> None:
        self.assertGreater(len(classes()), 100)
        for of in classes():
            with self.subTest(of.__name__):
                self.assertTrue(issubclass(of, Record))
                value = made(of)
                values = json.loads(json.dumps(value.to_dict(), allow_nan=False))
                self.assertEqual(values, value.to_dict())
                self.assertEqual(list(values), [field.name for field in dataclasses.fields(of)])

    def test_every_record_is_shown_as_a_text_and_in_a_notebook(self) -> None:
        for of in classes():
            with self.subTest(of.__name__):
                value = made(of)
                self.assertTrue(str(value))
                self.assertTrue(value._repr_markdown_())

    def test_an_answers_text_is_what_the_command_line_prints(self) -> None:
        self.program("index")
        memory = self.memory
        for answer, command in (
            (memory.find("add"), ["find", "add"]),
            (memory.callers("Shelf.add"), ["callers", "Shelf.add"]),
            (memory.path("restock", "Shelf.add"), ["path", "restock", "Shelf.add"]),
            (memory.outline("shop.py"), ["show", "shop.py"]),
            (memory.dependencies("shop.py"), ["deps", "shop.py"]),
            (memory.map(budget=200), ["map", "--budget", "200"]),
            (memory.source("Shelf.add"), ["show", "shelf.py#Shelf.add"]),
            (memory.prepare("fix Shelf.add", budget=300), ["prepare", "fix Shelf.add", "--budget", "300"]),
        ):
            with self.subTest(command[0]):
                printed = self.program(*command).stdout.rstrip()
                self.assertTrue(printed)
                self.assertEqual(str(answer)[: len(printed)], printed)
        self.assertEqual(str(memory.find("zzzzqqqq")), "nothing found\nno name, signature or comment has: zzzzqqqq")
        self.grow(2)
        memory.index()
        self.assertTrue(str(memory.find("part_1", limit=1)).endswith("`skip` and `limit` give the others"))

    def test_pages_are_iterated_over_and_counted(self) -> None:
        page = self.memory.callers("Shelf.add")
        self.assertEqual([step.symbol.id for step in page], ["shop.py#restock"])
        self.assertEqual((len(page), page[0]), (1, page.steps[0]))
        self.assertFalse(self.memory.find("zzzzqqqq"))
        self.assertEqual(list(self.memory.hierarchy("Shelf")), [])
        pages = [of for of in classes() if issubclass(of, Page)]
        self.assertGreater(len(pages), 14)
        for of in pages:
            with self.subTest(of.__name__):
                value = made(of)
                self.assertEqual(list(value), [one for name in of._lists for one in getattr(value, name)])
        unlisted = [of.__name__ for of in classes() if of.__name__.endswith("Page") and not issubclass(of, Page)]
        self.assertEqual(unlisted, ["SourcePage"])

    def test_a_notebook_gets_a_table_or_code(self) -> None:
        table = self.memory.callers("Shelf.add")._repr_markdown_().splitlines()
        self.assertEqual(table[0][:10], "| symbol |")
        self.assertIn("shop.py#restock", table[2])
        self.assertTrue(self.memory.prepare("fix Shelf.add")._repr_markdown_().startswith("```"))
        self.assertEqual(self.memory.find("zzzzqqqq")._repr_markdown_(), "nothing found  \nno name, signature or comment has: zzzzqqqq")

    def test_a_page_that_was_made_by_hand_is_shown_or_says_which_member_is_wrong(self) -> None:
        wrong = records.FindPage(hits=(3,), n_hits=1, suggestions=(), unmatched=(), unread=(), hints=())  # type: ignore[arg-type]
        with self.assertRaisesRegex(TypeError, "Found"):
            str(wrong)

    def test_everything_that_may_be_raised_or_warned_of_is_at_the_top(self) -> None:
        warnings = {report.StaleWarning, report.IncompleteWarning, report.RetriedWarning, report.DamagedWarning}
        for of in {*errors.BY_CODE.values(), *warnings}:
            self.assertIs(getattr(scrubjay, of.__name__), of)
            self.assertIn(of.__name__, scrubjay.__all__)
        self.assertRegex(scrubjay.__version__, r"^\d+\.\d+\.\d+")
