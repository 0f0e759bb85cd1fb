"""The examples of `docs/agents.md` in Python, run as they stand there with a scripted model."""

import contextlib
import os
import re
import tempfile
import unittest
import warnings
from pathlib import Path

from scripted import read, scripted

PAGE = Path(__file__).parents[3] / "docs/agents.md"


class Docs(unittest.TestCase):
    def test_each_example_runs_an_agent_to_its_end(self) -> None:
        examples = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
        self.assertEqual(len(examples), 2)
        for example in examples:
            with tempfile.TemporaryDirectory() as folder, folder_of_the_process(folder), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                known = {"model": scripted(3), "tools": [read]}
                exec(example, known)
                self.assertEqual(known["state"]["messages"][-1].content, "Done.")
                self.assertEqual(known["window"].status().n_steps, 3)
                known["window"].close()


@contextlib.contextmanager
def folder_of_the_process(folder):
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
