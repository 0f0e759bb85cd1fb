"""Every public method as a maker of schemas sees it: literal defaults, annotations that resolve, documentation of each argument."""

import ast
import inspect
import re
import types
import typing
import unittest
from collections.abc import Callable, Iterator
from typing import Any

from scrubjay import AsyncMemory, AsyncWindow, Memory, Records, Window, records, tools
from scrubjay._questions import Questions, RecordQuestions

CLASSES = (Memory, AsyncMemory, Records, Window, AsyncWindow)
N_METHODS = 200
"""About so many there are: a class that is not looked at would be noticed."""


def methods(of: type) -> Iterator[tuple[str, Callable[..., Any]]]:
    for name in dir(of):
        one = inspect.getattr_static(of, name)
        if name.startswith("_") or isinstance(one, (property, types.MemberDescriptorType)):
            continue
        yield f"{of.__name__}.{name}", getattr(of, name)


def parameters(method: Callable[..., Any]) -> list[inspect.Parameter]:
    return [one for one in inspect.signature(method).parameters.values() if one.name != "self"]


class Methods(unittest.TestCase):
    def setUp(self) -> None:
        self.all = [one for of in CLASSES for one in methods(of)]

    def test_there_are_many(self) -> None:
        self.assertGreater(len(self.all), N_METHODS)

    def test_every_default_is_a_literal(self) -> None:
        for name, method in self.all:
            for one in parameters(method):
                with self.subTest(name, argument=one.name):
                    self.assertIn(one.kind, (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY))
                    if one.default is not one.empty:
                        self.assertEqual(ast.literal_eval(repr(one.default)), one.default)
                        self.assertIsNot(one.default, ...)

    def test_every_argument_and_answer_has_a_type_that_resolves(self) -> None:
        for name, method in self.all:
            with self.subTest(name):
                hints = typing.get_type_hints(method)
                self.assertIn("return", hints)
                for one in parameters(method):
                    # What `fit` is given it gives back, as its overloads say.
                    self.assertTrue(hints.get(one.name, Any) is not Any or name.endswith(".fit"), one.name)

    def test_every_method_has_documentation_of_its_own_that_tells_each_argument(self) -> None:
        for name, method in self.all:
            said = inspect.getdoc(method) or ""
            with self.subTest(name):
                self.assertTrue(said)
                self.assertNotRegex(said, r"\bas `(Memory|Window|Records)\.|arguments are those of", "it sends its reader elsewhere")
                told = re.findall(r"^ {4}(\w+): ", said.partition("Args:\n")[2], re.MULTILINE)
                self.assertEqual([one for one in (p.name for p in parameters(method)) if one not in told], [])

    def test_what_the_documentation_says_of_a_default_is_the_default(self) -> None:
        for name, method in self.all:
            said = inspect.getdoc(method) or ""
            for one in parameters(method):
                found = re.search(rf"^ {{4}}{one.name}: (?:.|\n {{8}})*?Default: ([\d.,]+?)\.?(?:$| )", said, re.MULTILINE)
                if found and isinstance(one.default, (int, float)) and not isinstance(one.default, bool):
                    with self.subTest(name, argument=one.name):
                        self.assertEqual(float(found[1].replace(",", "").rstrip(".")), one.default)


class WrongTypes(unittest.TestCase):
    """Whatever a question is given in a wrong type is named."""

    def test_a_type_error_of_a_question_names_the_argument(self) -> None:
        with Memory.from_files({"a.py": "def one(): pass\n"}) as memory:
            for one, questions in ((memory, Questions), (Records(), RecordQuestions)):
                for name, _ in methods(questions):
                    self.each(name, getattr(one, name.split(".")[1]))

    def each(self, name: str, method: Callable[..., Any]) -> None:
        given = {one.name: fitting(str(one.annotation)) for one in parameters(method) if one.default is one.empty}
        for one in parameters(method):
            with self.subTest(name, argument=one.name), self.assertRaisesRegex(TypeError, rf"\b{one.name}\b"):
                method(**{**given, one.name: object()})


def fitting(annotation: str) -> Any:
    for word, value in (("Mapping", {}), ("Sequence", []), ("Iterable", ""), ("int", 1), ("Callable", lambda request: ""), ("EventKind", "note")):
        if word in annotation:
            return value
    return "a.py"


class Tools(unittest.TestCase):
    """The tools against the methods whose questions they ask."""

    def test_numbers_are_those_of_the_questions(self) -> None:
        with Memory.from_files({}) as memory:
            for tool in tools.tools(memory):
                asked = {"show": "source"}.get(tool.__name__, tool.__name__)
                if tool.__name__ == "remember":
                    continue
                theirs = inspect.signature(getattr(Memory, asked)).parameters
                named = {"sure": "least_confidence", **({"most": "most_lines"} if asked == "source" else {})}
                for one in inspect.signature(tool).parameters.values():
                    if isinstance(one.default, (int, float)) and not isinstance(one.default, bool):
                        with self.subTest(tool.__name__, argument=one.name):
                            self.assertEqual(one.default, theirs[named.get(one.name, one.name)].default)
                            documented = re.search(rf"{one.name}: .*?([\d,.]+) to ([\d,]+(?:\.\d+)?)", tool.__doc__ or "")
                            theirs_documented = re.search(
                                rf"^ {{4}}{named.get(one.name, one.name)}:(?:.|\n {{8}})*?Range: ([\d,.]+) to ([\d,.]+)\.",
                                inspect.getdoc(getattr(Memory, asked)) or "", re.MULTILINE)
                            assert documented and theirs_documented
                            self.assertEqual(documented.groups(), theirs_documented.groups())

    def test_words_are_those_of_the_interface(self) -> None:
        hints = typing.get_type_hints(tools._Offered.find)
        self.assertEqual(typing.get_args(hints["kind"]), (records.SymbolKind,))
