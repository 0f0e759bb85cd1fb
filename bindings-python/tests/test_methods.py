"""Every public method has what generators of schemas need: literal defaults, annotations that resolve, documented arguments."""

import ast
import asyncio
import inspect
import re
import types
import typing
import unittest
from collections.abc import Callable, Iterator
from typing import Any

from scrubjay import AsyncMemory, AsyncRecords, AsyncWindow, Export, Invalid, Memory, Records, Window, locate, records, tools, windows

CLASSES = (Memory, AsyncMemory, Records, AsyncRecords, Window, AsyncWindow)
N_METHODS = 250
"""A lower bound of the number of methods: a class that the test leaves out would fall below it."""


def methods(owner: type) -> Iterator[tuple[str, Callable[..., Any]]]:
    for name in dir(owner):
        member = inspect.getattr_static(owner, name)
        if name.startswith("_") or isinstance(member, (property, types.MemberDescriptorType)):
            continue
        yield f"{owner.__name__}.{name}", getattr(owner, name)


def parameters(method: Callable[..., Any]) -> list[inspect.Parameter]:
    return [parameter for parameter in inspect.signature(method).parameters.values() if parameter.name != "self"]


class Methods(unittest.TestCase):
    def setUp(self) -> None:
        self.methods = [method for of in CLASSES for method in methods(of)]

    def test_there_are_many(self) -> None:
        self.assertGreater(len(self.methods), N_METHODS)

    def test_every_default_is_a_literal(self) -> None:
        for name, method in self.methods:
            for parameter in parameters(method):
                with self.subTest(name, argument=parameter.name):
                    self.assertIn(parameter.kind, (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY))
                    if parameter.default is not parameter.empty:
                        self.assertEqual(ast.literal_eval(repr(parameter.default)), parameter.default)
                        self.assertIsNot(parameter.default, ...)

    def test_every_argument_and_answer_has_a_type_that_resolves(self) -> None:
        for name, method in self.methods:
            with self.subTest(name):
                hints = typing.get_type_hints(method)
                self.assertIn("return", hints)
                for parameter in parameters(method):
                    # What `fit` is given it gives back, as its overloads say.
                    self.assertTrue(hints.get(parameter.name, Any) is not Any or name.endswith(".fit"), parameter.name)

    def test_every_method_has_documentation_of_its_own_that_tells_each_argument(self) -> None:
        for name, method in self.methods:
            documentation = inspect.getdoc(method) or ""
            with self.subTest(name):
                self.assertTrue(documentation)
                self.assertNotRegex(documentation, r"\bas `(Memory|Window|Records)\.|arguments are those of", "it sends its reader elsewhere")
                documented = re.findall(r"^ {4}(\w+): ", documentation.partition("Args:\n")[2], re.MULTILINE)
                self.assertEqual([parameter for parameter in (p.name for p in parameters(method)) if parameter not in documented], [])

    def test_what_the_documentation_says_of_a_default_is_the_default(self) -> None:
        for name, method in self.methods:
            documentation = inspect.getdoc(method) or ""
            for parameter in parameters(method):
                stated = re.search(rf"^ {{4}}{parameter.name}: (?:.|\n {{8}})*?Default: ([\d.,]+?)\.?(?:$| )", documentation, re.MULTILINE)
                if stated and isinstance(parameter.default, (int, float)) and not isinstance(parameter.default, bool):
                    with self.subTest(name, argument=parameter.name):
                        self.assertEqual(float(stated[1].replace(",", "").rstrip(".")), parameter.default)


class WrongTypes(unittest.TestCase):
    """An argument of a wrong type raises an error that names it, and changes nothing."""

    def setUp(self) -> None:
        self.memory, self.records, self.window = Memory.from_files({"a.py": "def one(): pass\n"}), Records(), Window()
        for store in (self.memory, self.records, self.window):
            self.addCleanup(store.close)

    def tearDown(self) -> None:
        self.assertEqual((self.memory.totals().n_records, self.records.totals().n_records), (0, 0))
        self.assertEqual((self.memory.status().n_files, self.window.status().n_items), (1, 0))

    def test_a_type_error_names_the_argument_what_it_must_be_and_what_it_is(self) -> None:
        twins = AsyncMemory(self.memory), AsyncRecords(self.records), AsyncWindow(self.window)
        called = [(name, getattr(of, name.split(".")[1]))
                  for of in (self.memory, self.records, self.window, *twins) for name, _ in methods(type(of))]
        called += [(function.__name__, function) for function in (Records, Window, locate, windows)]
        asyncio.run(self.each_argument(called))

    async def each_argument(self, called: list[tuple[str, Callable[..., Any]]]) -> None:
        for name, method in called:
            arguments = {parameter.name: fitting(str(parameter.annotation)) for parameter in parameters(method) if parameter.default is parameter.empty}
            for parameter in parameters(method):
                with self.subTest(name, argument=parameter.name):
                    with self.assertRaisesRegex(TypeError, f"^argument '{parameter.name}' must be .+, not object$"):
                        await begin_or_await(method(**{**arguments, parameter.name: object()}))

    def test_what_is_wrong_inside_of_an_argument_names_it(self) -> None:
        memory, records, window = typing.cast(Any, (self.memory, self.records, self.window))
        calls: dict[str, list[Callable[[], object]]] = {
            "at": [lambda: memory.remember("a", at=[1]), lambda: memory.remember("a", at="a.py")],
            "document": [lambda: records.save_session("s", {"session_id": object()})],
            "dry_run": [lambda: memory.forget("a", dry_run=1), lambda: records.erase("a", dry_run="no")],
            "entries": [lambda: memory.append_to_session("s", [object()])],
            "events": [lambda: memory.record([object()]), lambda: records.record({"text": object()})],
            "files": [lambda: Memory.from_files({1: ""}), lambda: Memory.from_files({"a.py": b""})],  # type: ignore[dict-item]
            "ids": [lambda: memory.forget([object()]), lambda: records.erase([1]), lambda: window.pin([1])],
            "lines": [lambda: memory.import_lines([1]), lambda: records.import_lines(b"{}")],
            "messages": [lambda: window.fit([object()]), lambda: window.fit("text"), lambda: window.push_messages([b""])],
            "memory": [lambda: AsyncMemory(typing.cast(Any, window))],
            "metadata": [lambda: memory.update("a", "b", metadata={"a": object()})],
            "parents": [lambda: records.remember("a", parents=[1])],
            "parts": [lambda: window.push([object()])],
            "paths": [lambda: memory.index(paths=[1]), lambda: memory.index(paths="a.py")],
            "records": [lambda: AsyncRecords(memory)],
            "relevance": [lambda: window.set_relevance({1: 1.0}), lambda: window.set_relevance({"a": "1"})],
            "saved": [lambda: Window(saved="text")],  # type: ignore[arg-type]
            "window": [lambda: AsyncWindow(memory)],
        }
        for argument, several in calls.items():
            for number, call in enumerate(several):
                with self.subTest(argument, number=number), self.assertRaisesRegex(TypeError, f"argument '{argument}' "):
                    call()

    def test_a_format_that_is_none_is_refused_also_where_there_are_no_lines(self) -> None:
        for lines in ("", [], "{}"):
            with self.subTest(lines=lines), self.assertRaises(Invalid) as caught:
                self.records.import_lines(lines, format="csv")  # type: ignore[arg-type]
            self.assertEqual(caught.exception.argument, "format")
        self.assertEqual(self.records.import_lines("").n_added, 0)


def fitting(annotation: str) -> Any:
    """A valid value for an argument with this annotation."""
    values = {
        "Mapping": {}, "Sequence": [], "Iterable": "", "Callable": lambda request: "", "EventKind": "note", "int": 1, "Any": [],
    }
    return next((value for word, value in values.items() if word in annotation), "a.py")


async def begin_or_await(answer: Any) -> None:
    """Awaits the answer of a call, or takes its first item: some calls read their arguments only then."""
    answer = await answer if inspect.isawaitable(answer) else answer
    if isinstance(answer, Export):
        await anext(aiter(answer))
    elif inspect.isgenerator(answer):
        next(answer)


class Tools(unittest.TestCase):
    """Compares the tools with the methods for the same questions."""

    def test_numbers_are_those_of_the_questions(self) -> None:
        with Memory.from_files({}) as memory:
            for tool in tools.tools(memory, toolset="all"):
                method_name = {"show": "source"}.get(tool.__name__, tool.__name__)
                if tool.__name__ in ("remember", "restore", "work", "session"):
                    continue
                method_parameters = inspect.signature(getattr(Memory, method_name)).parameters
                method_argument = {"limit": "max_lines"} if method_name == "source" else {}
                for parameter in inspect.signature(tool).parameters.values():
                    if isinstance(parameter.default, (int, float)) and not isinstance(parameter.default, bool):
                        with self.subTest(tool.__name__, argument=parameter.name):
                            self.assertEqual(parameter.default, method_parameters[method_argument.get(parameter.name, parameter.name)].default)
                            theirs_documented = re.search(
                                rf"^ {{4}}{method_argument.get(parameter.name, parameter.name)}:(?:.|\n {{8}})*?Range: ([\d,.]+) to ([\d,.]+)\.",
                                inspect.getdoc(getattr(Memory, method_name)) or "", re.MULTILINE)
                            assert theirs_documented
                            range = typing.get_args(parameter.annotation)[-1]
                            least, most = (float(end.replace(",", "")) for end in theirs_documented.groups())
                            self.assertEqual((range.min, range.max), (least, most))

    def test_words_are_those_of_the_interface(self) -> None:
        hints = typing.get_type_hints(tools.Tools.find)
        self.assertEqual(typing.get_args(hints["kind"]), (records.SymbolKind,))
