"""The command line: `python -m scrubjay`, and the script `scrubjay`."""

from __future__ import annotations

import signal
import sys

from ._native import run


def main() -> int:
    """Runs the command line on the arguments of the process, and gives its exit code."""
    # Python would only note Ctrl-C until the command is done.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run(["scrubjay", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
