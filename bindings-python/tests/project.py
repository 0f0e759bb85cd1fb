"""The base class of tests with a folder of code, and the programs that tests run."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "examples/embed-rust/project"

# The program that the workspace builds; the gate says where it is.
PROGRAM = os.environ["SCRUBJAY_PROGRAM"]


class Project(unittest.TestCase):
    """A test with a copy of the sample project in a temporary folder."""

    def setUp(self) -> None:
        place = tempfile.TemporaryDirectory(prefix="scrubjay-")
        self.addCleanup(place.cleanup)
        self.folder = Path(place.name) / "project"
        shutil.copytree(SAMPLE, self.folder, ignore=shutil.ignore_patterns(".scrubjay"))

    def grow(self, n_files: int) -> None:
        """Adds `n_files` files, so that an index run takes noticeable time."""
        body = "\n".join(f"def part_{n}(x):\n    return x + part_{n - 1}(x)" for n in range(1, 60))
        for n in range(n_files):
            (self.folder / f"part_{n}.py").write_text(body)

    def at_home(self) -> Path:
        """Sets `SCRUBJAY_HOME` to a new folder until the test ends, and returns the folder."""
        home = self.folder.parent / "home"
        patch = unittest.mock.patch.dict(os.environ, SCRUBJAY_HOME=str(home))
        patch.start()
        self.addCleanup(patch.stop)
        return home

    def program(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Runs the native program with `--root` and these arguments; kills it after a minute."""
        words = [PROGRAM, "--root", str(self.folder), *arguments]
        return subprocess.run(words, capture_output=True, text=True, timeout=60)

    def python(self, source: str) -> subprocess.CompletedProcess[str]:
        """Runs a source text in another Python, in the folder; kills it after a minute."""
        words = [sys.executable, "-c", source]
        return subprocess.run(words, cwd=self.folder, capture_output=True, text=True, timeout=60)
