"""The context of a task: the project's code that it needs, and the records about it.

Two stores answer. What `remind` finds among the records is passed unchanged to `prepare`, which decides what fits into the budget, and in
which order.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ._arguments import of_type
from .records import BesidePiece, MessageFormat, Piece, Prepared, Reminders
from .window import Window

if TYPE_CHECKING:
    from .aio import AsyncMemory, AsyncWindow
    from .memory import Memory

__all__ = ["async_context_in", "context_in"]

_MAX_SHOWN = 1_000
"""The most ids that `prepare` accepts of pieces that are visible already."""


class Contexts:
    """The method `context`, for a class with `remind` and `prepare`."""

    __slots__ = ()

    remind: Any
    prepare: Any

    def context(
        self,
        task: str,
        *,
        budget: int = 8000,
        focus: Sequence[str | os.PathLike[str]] = (),
        errors: Sequence[str] = (),
        recent: Sequence[str | os.PathLike[str]] = (),
    ) -> Prepared:
        """The context of a task: the code that it needs, as from `prepare`, followed by related records, as from `remind`: similar past
        work and its errors, matching notes, open tasks, and the user's preferences.

        Args:
            task: The task in words, 1 to 65,536 bytes.
            budget: The most tokens of the context, 64 to 1,000,000; records take at most a quarter. Default: 8,000.
            focus: Paths that the task is about, at most 100. Default: none.
            errors: Texts of errors that the task is about, at most 20 of 16,384 bytes each. Default: none.
            recent: Paths that were changed or read lately, the latest first, at most 100. Default: none.
        """
        arguments = {"budget": budget, "focus": focus, "errors": errors, "recent": recent}
        reminders = self.remind(task, errors=errors, budget=budget)
        prepared: Prepared = self.prepare(task, **arguments, beside=_beside(reminders), likely=reminders.likely)
        return prepared


def context_in(
    memory: Memory, window: Window, messages: Any, task: str, *, format: MessageFormat = "anthropic", **options: Any
) -> tuple[Any, Prepared]:
    """The context of a task, as from `Memory.context`, for a conversation in a window. `fit` pushes all of its messages, up to the new one,
    and prunes them if they exceed the budget. Returns the messages to send, and the context. Pieces of the context are left out, up to
    1,000, if the fitted conversation still has their text as a part.

    Args:
        memory: The memory.
        window: The window.
        messages: All messages of the conversation, or a whole request, as for `fit`.
        task: The task in words, 1 to 65,536 bytes.
        format: The format of the messages. Default: `"anthropic"`.
        options: Arguments of `context`: `budget`, `focus`, `errors`, `recent`.
    """
    fitted = of_type(window, "window", Window).fit(messages, format)
    arguments = {"budget": 8000, **options}
    reminders = memory.remind(task, errors=options.get("errors", ()), budget=arguments["budget"])
    shown: list[str] = []
    while True:
        prepared: Prepared = memory.prepare(task, **arguments, beside=_beside(reminders), likely=reminders.likely, shown=shown)
        pieces: list[Piece | BesidePiece] = [*prepared.pieces, *prepared.beside]
        visible_ids = [piece.id for piece in pieces if window.already_visible(piece.text) is not None]
        if not visible_ids or len(shown) + len(visible_ids) > _MAX_SHOWN:
            return fitted, prepared
        shown += visible_ids


async def async_context_in(
    memory: AsyncMemory, window: AsyncWindow, messages: Any, task: str, *, format: MessageFormat = "anthropic", **options: Any
) -> tuple[Any, Prepared]:
    """The context of a task for a conversation in a window, like `context_in`, for asyncio.

    Args:
        memory: The memory.
        window: The window.
        messages: All messages of the conversation, or a whole request, as for `fit`.
        task: The task in words, 1 to 65,536 bytes.
        format: The format of the messages. Default: `"anthropic"`.
        options: Options of `context`: `budget`, `focus`, `errors`, `recent`.
    """
    from .aio import AsyncMemory, AsyncWindow

    sync_objects = of_type(memory, "memory", AsyncMemory)._plain, of_type(window, "window", AsyncWindow)._plain
    return await memory._run(lambda: context_in(*sync_objects, messages, task, format=format, **options))


def _beside(reminders: Reminders) -> list[BesidePiece]:
    return [BesidePiece(id=piece.id, text=piece.text, why=piece.why) for piece in reminders.pieces]
