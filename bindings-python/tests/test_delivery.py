"""Deliveries in Python: runs the example of the documentation unchanged."""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Delivery(unittest.TestCase):
    def test_the_documentations_example_tells_an_open_task_and_lists_that_it_was_told(self):
        example = re.search(r"```python\n(.*?)```", (ROOT / "docs/delivery.md").read_text(), re.DOTALL)
        with tempfile.TemporaryDirectory() as folder:
            ran = subprocess.run([sys.executable, "-c", example[1]], cwd=folder, capture_output=True, text=True, timeout=60)
        self.assertRegex(ran.stdout, r"(?s)> open task, .*: mend the shelf\n.*\nstart mend the shelf Its task is active", ran.stderr)


if __name__ == "__main__":
    unittest.main()
