"""Warnings are about the line outside of this package that led to them."""

import sys
import warnings

_PACKAGE = __name__.partition(".")[0]


def warn(category: type[Warning], text: str) -> None:
    """Warns once for each line that asks, as filters of warnings have it."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and str(frame.f_back.f_globals.get("__name__", "")).partition(".")[0] == _PACKAGE:
        level, frame = level + 1, frame.f_back
    warnings.warn(text, category, stacklevel=level + 1)
