"""Warns at the caller's line: the innermost one outside of this package."""

import sys
import warnings

_PACKAGE = __name__.partition(".")[0]


def warn(category: type[Warning], text: str) -> None:
    """Issues a warning for the caller's line. By the default filters it is shown once per line."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and str(frame.f_back.f_globals.get("__name__", "")).partition(".")[0] == _PACKAGE:
        level, frame = level + 1, frame.f_back
    warnings.warn(text, category, stacklevel=level + 1)
