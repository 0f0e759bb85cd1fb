"""Runs `examples/agent-loop/` twice, unchanged: the second run begins with the results of the first."""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from project import ROOT

AGENT = ROOT / "examples/agent-loop/agent.py"
MAX_LINES = 120
"""The most lines of the example, which shows that an agent with a memory takes few."""
N_MODULES = 20

EXPECTED = (
    """\
Nothing was done before.
To be continued. 12 modules were edited, in requests of at most # tokens.
Unpruned the last one would have had # tokens; # parts of it were pruned.
""",
    """\
The task docstrings is active; last was a docstring for part_11.py. Edited were part_00.py, part_01.py, part_02.py, part_03.py, \
part_04.py, part_05.py, part_06.py, part_07.py, part_08.py, part_09.py, part_10.py, part_11.py.
All is done. 8 modules were edited, in requests of at most # tokens.
Unpruned the last one would have had # tokens; # parts of it were pruned.
""",
)
"""The output of both runs, with `#` for numbers that depend on how tokens are counted."""
MAX_TOKENS = 6_000


class Example(unittest.TestCase):
    def test_an_agents_second_run_knows_what_the_first_did(self) -> None:
        with tempfile.TemporaryDirectory(prefix="scrubjay-agent-") as place:
            folder = Path(place) / "project"
            folder.mkdir()
            bodies = {f"part_{number:02}.py": self.module(number) for number in range(N_MODULES)}
            for name, body in bodies.items():
                (folder / name).write_text(body)
            for expected in EXPECTED:
                pattern = re.escape(expected).replace(r"\#", r"([\d,]+)")
                match = re.fullmatch(pattern, self.run_in(folder))
                assert match is not None, expected
                largest, unpruned, n_pruned = (int(number.replace(",", "")) for number in match.groups())
                self.assertLessEqual(largest, MAX_TOKENS)
                self.assertGreater(unpruned, MAX_TOKENS)
                self.assertGreater(n_pruned, 1)
            for name, body in bodies.items():
                self.assertEqual((folder / name).read_text(), f'"""What {name} is for."""\n{body}')
            self.assertIn("All is done. 0 modules were edited", self.run_in(folder))

    def test_the_example_stays_small(self) -> None:
        self.assertLess(len(AGENT.read_text().splitlines()), MAX_LINES)

    def module(self, number: int) -> str:
        return "".join(f"def part_{number}_{at}(shelf):\n    return shelf.place({at}, {number})\n\n" for at in range(60))

    def run_in(self, folder: Path) -> str:
        environment = {**os.environ, "SCRUBJAY_HOME": str(folder.parent / "home")}
        run = subprocess.run([sys.executable, AGENT, folder], env=environment, capture_output=True, text=True, timeout=60)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        return run.stdout
