"""The command line: `python -m scrubjay`, and the script `scrubjay`."""

from __future__ import annotations

import signal
import sys

from ._native import run


def main() -> int:
    """Runs the command line with the arguments of the process, and returns its exit code."""
    # Python's own handler would act on Ctrl-C only after the command is done.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run(["scrubjay", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
