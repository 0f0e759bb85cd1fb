"""Scrubjay: a memory of code for software agents.

    from scrubjay import Memory

    with Memory.open(".") as memory:
        memory.index()
        for step in memory.callers("Session.get"):
            print(step.path, step.line, step.symbol.id)

`Records` has records without a project, and `Window` fits a conversation into a budget of tokens. For asyncio there are `AsyncMemory`,
`AsyncRecords` and `AsyncWindow`. `scrubjay.langgraph` and `scrubjay.langchain` fit agents' requests into a window, `scrubjay.tools` has
tools for agents, and `record_messages` records conversations. Answers are of classes in `scrubjay.records`, errors are in
`scrubjay.errors`, and reports of index runs in `scrubjay.report`.
"""

from __future__ import annotations

import atexit
from typing import TYPE_CHECKING

from . import errors, records, report
from ._native import __version__, close_all, locate
from .errors import (
    Ambiguous,
    Closed,
    Conflict,
    Damaged,
    DiskFull,
    Expired,
    Failed,
    Floor,
    Foreign,
    Full,
    Incompatible,
    Invalid,
    Link,
    Locked,
    NewerFormat,
    NoFolder,
    NotIndexed,
    NotUnicode,
    OlderFormat,
    OtherProject,
    OutsideRoot,
    ReadOnly,
    ScrubjayError,
    Stale,
    TooLarge,
    Unclosed,
    Unknown,
    Unreachable,
    Withheld,
)
from .lines import CapturedLines, Export, Imported, Merged, RefusedLine
from .memory import Memory
from .messages import RecordedMessages, record_messages
from .mending import Damage, Lost, Salvage
from .notes import Backup, Erasure, Forgetting, Records, Remembered
from .report import DamagedWarning, IncompleteWarning, NotRecordedWarning, RetriedWarning, ScrubjayWarning, StaleWarning
from .window import CodePlace, Part, Pruned, Window, windows

if TYPE_CHECKING:
    from .aio import AsyncMemory, AsyncRecords, AsyncWindow

__all__ = [
    "Ambiguous", "AsyncMemory", "AsyncRecords", "AsyncWindow", "Backup", "CapturedLines", "Closed", "CodePlace", "Conflict", "Damage",
    "Damaged", "DamagedWarning", "DiskFull", "Erasure", "Expired", "Export", "Failed", "Floor", "Foreign", "Forgetting",
    "Full", "Imported", "Incompatible", "IncompleteWarning", "Invalid", "Link", "Locked", "Lost", "Memory", "Merged",
    "NewerFormat", "NoFolder", "NotIndexed", "NotRecordedWarning", "NotUnicode", "OlderFormat", "OtherProject", "OutsideRoot", "Part",
    "Pruned", "ReadOnly", "RecordedMessages", "Records", "RefusedLine", "Remembered", "RetriedWarning", "Salvage",
    "ScrubjayError", "ScrubjayWarning", "Stale", "StaleWarning", "TooLarge", "Unclosed", "Unknown", "Unreachable", "Window",
    "Withheld", "__version__", "errors", "locate", "record_messages", "records", "report", "windows",
]

# An unclosed memory would leave its lock behind, and the next process would verify the whole store.
atexit.register(close_all)


def __getattr__(name: str) -> object:
    # asyncio takes longer to import than everything else, so it is imported on demand.
    if name in ("AsyncMemory", "AsyncRecords", "AsyncWindow"):
        from . import aio

        return getattr(aio, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
