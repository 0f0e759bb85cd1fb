"""Runs the examples of `docs/guide/python.md` unchanged."""

import re

from project import ROOT, Project

PAGE = ROOT / "docs/guide/python.md"


class Docs(Project):
    def test_each_example_prints_what_it_says(self) -> None:
        page = PAGE.read_text()
        examples = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", page, re.DOTALL)
        self.assertEqual(len(examples), page.count("```python"))
        self.assertGreater(len(examples), 4)
        for example, expected in examples:
            with self.subTest(example):
                ran = self.python(example)
                self.assertEqual(ran.stdout, expected, ran.stderr)
                self.assertEqual(ran.stderr, "")
