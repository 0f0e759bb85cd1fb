"""Runs the Python examples of `docs/guide/frameworks.md` unchanged, with a scripted model."""

import contextlib
import os
import re
import tempfile
import unittest
import unittest.mock
import warnings
from pathlib import Path

from pydantic_ai.models.function import FunctionModel
from scripted import read, scripted
from test_tools import FILES, Asking, AskingOpenAI, asking

PAGE = (Path(__file__).parents[3] / "docs/guide/frameworks.md").read_text()
BEFORE, _, AFTER = PAGE.partition("## Agents that record themselves")
RECORDED, _, AFTER = AFTER.partition("## A loop of your own")
LOOP, _, TOOLS = AFTER.partition("## Tools of a memory")


class Docs(unittest.TestCase):
    def test_each_example_runs_an_agent_to_its_end(self) -> None:
        examples = re.findall(r"```python\n(.*?)```", BEFORE, re.DOTALL)
        self.assertEqual(len(examples), 3)
        for example in examples:
            with tempfile.TemporaryDirectory() as folder, folder_of_the_process(folder), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                known = {"model": scripted(3), "tools": [read]}
                exec(example, known)
                self.assertEqual(known["state"]["messages"][-1].content, "Done.")
                self.assertEqual(known["window"].status().n_steps, 3)
                known["window"].close()

    def test_an_agent_that_records_itself_has_filled_the_memory(self) -> None:
        [example] = re.findall(r"```python\n(.*?)```", RECORDED, re.DOTALL)
        with tempfile.TemporaryDirectory() as folder, folder_of_the_process(folder):
            with unittest.mock.patch.dict(os.environ, SCRUBJAY_HOME=f"{folder}/home"):
                known = {"model": scripted(3), "tools": [read]}
                exec(example, known)
                kinds = [recorded.kind for recorded in known["memory"].events().events]
                known["memory"].close()
        self.assertEqual(sorted(set(kinds)), ["file_touch", "tool_call", "turn"])
        self.assertEqual(len(kinds), 2 + 2 * 3)

    def test_a_first_message_has_what_was_recorded_indented(self) -> None:
        [example] = re.findall(r"```python\n(.*?)```", LOOP, re.DOTALL)
        known: dict = {}
        with tempfile.TemporaryDirectory() as folder, folder_of_the_process(folder):
            exec(example, known)
        self.assertIn("\n    a shelf is mended with glue", known["messages"][0]["content"])

    def test_each_framework_is_given_the_tools_by_what_stands_on_the_page(self) -> None:
        examples = re.findall(r"```python\n(.*?)```", TOOLS, re.DOTALL)
        models = [Asking(), FunctionModel(asking), AskingOpenAI()]
        for example, model in zip(examples, models, strict=True):
            with tempfile.TemporaryDirectory() as folder, folder_of_the_process(folder):
                for name, text in FILES.items():
                    Path(name).write_text(text)
                known = {"model": model}
                exec(example, known)
                answer = known["answer"] if "answer" in known else known["state"]["messages"][-1].text
                self.assertIn("shop.py:6  function restock", answer)
                if "documents" in known:
                    self.assertEqual(known["documents"][0].metadata["path"], "shelf.py")


@contextlib.contextmanager
def folder_of_the_process(folder):
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
