"""A program like a user's, which must pass the type checker in its strictest mode."""

from __future__ import annotations

import asyncio

from scrubjay import Ambiguous, AsyncMemory, Conflict, Memory, Unknown, Window
from scrubjay.records import SymbolKind, WalkPage
from scrubjay.report import Progress, Read

KINDS: list[SymbolKind] = ["function", "method"]


def show(progress: Progress) -> None:
    if isinstance(progress, Read):
        print(f"{progress.n_files} of {progress.n_of}")


def callers(memory: Memory, name: str) -> WalkPage | None:
    try:
        return memory.callers(name, depth=2, min_confidence=0.5)
    except Ambiguous as many:
        return memory.callers(many.candidates[0].id)
    except Unknown as unknown:
        print(", ".join(unknown.suggestions))
        return None


def ask(folder: str) -> int:
    with Memory.open(folder) as memory:
        memory.index(show)
        hits = memory.find("add", kinds=KINDS).hits
        return sum(page.n_steps for hit in hits if (page := callers(memory, hit.symbol.id)) is not None)


async def context(folder: str, task: str) -> str:
    async with await AsyncMemory.reading(folder) as memory:
        return (await memory.prepare(task, budget=4000)).text


def fit(window: Window, messages: list[dict[str, object]]) -> list[dict[str, object]]:
    try:
        fitted = window.fit(messages, "anthropic")
    except Conflict:
        fitted = window.fit(messages)
    if window.last is not None and (explained := window.find_snapshot()) is not None:
        print(window.last.tokens_after, [item.id for item in explained.items if item.fate == "pruned"])
    return fitted


def request(window: Window, messages: list[dict[str, object]]) -> dict[str, object]:
    return window.fit({"model": "m", "messages": messages}, format="openai_chat")


if __name__ == "__main__":
    print(ask("."), asyncio.run(context(".", "fix add")))
