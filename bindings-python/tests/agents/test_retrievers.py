"""Runs LangChain's standard tests of retrievers (`retrievers.py`) by pytest."""

from __future__ import annotations

import re
import subprocess
import sys
import unittest
from pathlib import Path

TESTS = Path(__file__).with_name("retrievers.py")


class Retrievers(unittest.TestCase):
    def test_both_pass_the_tests_of_their_framework(self) -> None:
        options = ["-q", "--rootdir", str(TESTS.parent), "-p", "no:cacheprovider", "-o", "asyncio_mode=auto", "-W", "ignore"]
        ran = subprocess.run([sys.executable, "-m", "pytest", *options, str(TESTS)], capture_output=True, text=True, check=False)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        # Four and one that none of these is skipped or overridden, for each.
        self.assertRegex(ran.stdout, re.compile(r"^10 passed", re.MULTILINE))
