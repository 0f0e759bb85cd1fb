"""Runs the tests of the installed package. Arguments: a folder below this one, and the name of a test module in it
without `test_`; default: all modules. The last line of the output is the summary that the gate reads."""

import sys
import unittest
from pathlib import Path

FOLDER = Path(__file__).parent.joinpath(*sys.argv[1:2])
NAME = "".join(sys.argv[2:3]) or "*"


def main() -> int:
    suite = unittest.TestLoader().discover(str(FOLDER), pattern=f"test_{NAME}.py", top_level_dir=str(FOLDER))
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    # A test with several failed parts is listed once for each of these parts.
    n_failed = len({getattr(test, "test_case", test).id() for test, _ in result.failures + result.errors})
    verdict = "ok" if result.wasSuccessful() else "FAILED"
    print(f"test result: {verdict}. {result.testsRun - n_failed} passed; {n_failed} failed; 0 ignored")
    return 0 if result.wasSuccessful() and result.testsRun else 1


sys.exit(main())
