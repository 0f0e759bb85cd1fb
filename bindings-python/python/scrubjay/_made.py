"""The names of tools that show what a memory or a window holds, as they were made in this process: what they gave to a model is not
recorded again."""

from __future__ import annotations

_names: set[str] = set()


def made_here(name: str) -> None:
    _names.add(name)


def tools_made_here() -> list[str]:
    return sorted(_names)
