"""The names of the tools that this process offered to agents. Their results, which come from a memory or a window, are not recorded
again."""

from __future__ import annotations

_offered_names: set[str] = set()


def note_offered_tool(name: str) -> None:
    _offered_names.add(name)


def offered_tools() -> list[str]:
    return sorted(_offered_names)
