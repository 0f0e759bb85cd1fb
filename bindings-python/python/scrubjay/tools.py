"""Tools for agents: plain functions over a memory, which any framework makes into tools by their signatures and docstrings.

    from scrubjay import Memory
    from scrubjay.tools import tools

    agent = Agent(model, tools=tools(Memory.open(".", fresh=True)))

Each returns a text for a model, the one that the command line prints, with a last line for what it leaves out. What a model can mend
by another call (an ambiguous or unknown name, a number out of its range) is such a text too; anything else is raised.
"""

# Annotations here are objects, not texts: schemas are made of them in other modules.

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Any, List, Union

from .aio import AsyncMemory, AsyncWindow
from .errors import BY_KIND, Expired, Failed, Invalid, Unknown, Withheld
from .memory import Memory
from .records import EventKind, SymbolKind
from .window import Window

__all__ = ["restore_tool", "tools"]

_RESTORED = 20_000
"""Characters that `restore` gives at once: some 6,000 tokens, so that it does not fill the window that it belongs to."""

_MENDED_BY_THE_MODEL = frozenset(
    {
        "ambiguous",
        "unknown",
        "invalid",
        "too_large",
        "outside_root",
        "left_out",
        "no_file",
        "folder",
        "usage",
        "full",
        "not_unicode",
    }
)
"""Errors that tell a model what to ask instead."""

_MEANS = {
    "name": "Class.method, path:line or an id from an answer.",
    "path": "The file.",
    "limit": "How many at most, 1 to 1,000.",
    "skip": "How many to pass over, to go on where an answer ended, 0 to 100,000.",
    "depth": "How many steps to follow, 1 to 10.",
    "min_confidence": "The least confidence, 0.0 to 1.0.",
    "unresolved": "List places on unknown receivers too.",
    "all": "Answer for each meaning of the name, 20 at most.",
    "kind": "Of a name with several meanings only those of these kinds.",
    "file": "Of a name with several meanings only those in files whose path begins so.",
}
"""What an argument means, where a tool's own docstring does not say it."""


def tools(memory: Union[Memory, AsyncMemory], *, only: Sequence[str] = ()) -> List[Callable[..., Any]]:
    """The tools of a memory: functions, and of an `AsyncMemory` asynchronous ones.

    Args:
        memory: The memory. Opened with `fresh=True`, each question first takes in what changed in the folder.
        only: The names of the tools that are wanted, in their order; a model pays for each in every request. Default: `()`, all.
    """
    asked = memory._plain if isinstance(memory, AsyncMemory) else memory
    if not isinstance(asked, Memory):
        raise TypeError(f"argument 'memory' must be Memory or AsyncMemory, not {type(memory).__name__}")
    offered = _Tools(asked)
    every = {name: getattr(offered, name) for name in vars(_Tools) if not name.startswith("_")}
    for name in only:
        if name not in every:
            why = f"there is no tool `{name}`: there are {', '.join(every)}"
            raise Invalid(f"only is not valid: {why}", "only", why)
    chosen = [every[name] for name in only or every]
    return [_twin(tool, memory) for tool in chosen] if isinstance(memory, AsyncMemory) else chosen


def _twin(tool: Callable[..., str], memory: AsyncMemory) -> Callable[..., Any]:
    """The tool on the thread of an asynchronous memory."""

    @functools.wraps(tool)
    async def twin(*arguments: Any, **named: Any) -> str:
        return await memory._run(functools.partial(tool, *arguments, **named))

    return twin


def restore_tool(window: Union[Window, AsyncWindow]) -> Callable[..., Any]:
    """The tool by which a model has back what a window pruned: `restore`, of an `AsyncWindow` an asynchronous function.

    It gives 20,000 characters at once, and says how to go on. An id that no part has, and a text that is no longer kept, are answers.

    Args:
        window: The window that the agent's conversation is fitted into.
    """
    if isinstance(window, AsyncWindow):

        async def restore(id: str, skip: int = 0) -> str:
            try:
                return _part((await window.restore(id)).text, skip)
            except (Expired, Invalid, Unknown, Withheld) as why:
                return str(why)

    elif isinstance(window, Window):

        def restore(id: str, skip: int = 0) -> str:  # type: ignore[misc]
            try:
                return _part(window.restore(id).text, skip)
            except (Expired, Invalid, Unknown, Withheld) as why:
                return str(why)

    else:
        raise TypeError(f"argument 'window' must be Window or AsyncWindow, not {type(window).__name__}")
    restore.__doc__ = """Give back the text that a stub `[pruned ID; …]` stands for, as it stood in this conversation; of the range that a `[recap …]` names a list of its parts.

Args:
    id: The ID in the stub, 13 letters and digits, or a range as the recap names it.
    skip: How many characters to pass over, to go on where an answer ended."""
    return restore


def _part(text: str, skip: int) -> str:
    if not 0 <= skip <= len(text):
        return f"skip: from 0 to {len(text)}, which are all characters"
    end = skip + _RESTORED
    left = len(text) - end
    return text[skip:end] + (f"\n[{left} more characters: skip={end}]" if left > 0 else "")


class _Tools:
    """The tools as methods: names, arguments and words are those of the program's server for agents, where that has them."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def find(self, text: str, kind: List[SymbolKind] = [], path_prefix: str = "", limit: int = 20, skip: int = 0) -> str:
        """Find symbols by name or words.

        Args:
            text: A name, a part of one, or words.
            kind: Only symbols of these kinds.
            path_prefix: Only files whose path begins so.
        """
        return self._said("find", [text], {"kind": kind, "in": path_prefix, "limit": limit, "skip": skip})

    def show(
        self, name: str, limit: int = 400, all: bool = False, kind: List[SymbolKind] = [], file: str = ""
    ) -> str:
        """Source of a symbol, or outline of a file: its symbols with lines and signatures.

        Args:
            name: A symbol or a path.
            limit: How many lines of a symbol, or symbols of a file, at most, 1 to 100,000.
        """
        named = {"limit": limit, "all": all, "kind": kind, "file": file}
        return self._said("show", [name], named)

    def callers(
        self,
        name: str,
        depth: int = 1,
        limit: int = 100,
        skip: int = 0,
        min_confidence: float = 0.0,
        unresolved: bool = False,
        all: bool = False,
        kind: List[SymbolKind] = [],
        file: str = "",
    ) -> str:
        """Who calls a symbol."""
        named = {"depth": depth, "limit": limit, "skip": skip, "min_confidence": min_confidence, "unresolved": unresolved, "all": all, "kind": kind, "file": file}
        return self._said("callers", [name], named)

    def callees(
        self,
        name: str,
        depth: int = 1,
        limit: int = 100,
        skip: int = 0,
        min_confidence: float = 0.0,
        all: bool = False,
        kind: List[SymbolKind] = [],
        file: str = "",
    ) -> str:
        """What a symbol calls."""
        named = {"depth": depth, "limit": limit, "skip": skip, "min_confidence": min_confidence, "all": all, "kind": kind, "file": file}
        return self._said("callees", [name], named)

    def references(
        self,
        name: str,
        limit: int = 100,
        skip: int = 0,
        min_confidence: float = 0.0,
        unresolved: bool = False,
        all: bool = False,
        kind: List[SymbolKind] = [],
        file: str = "",
    ) -> str:
        """Every place that names a symbol."""
        named = {"limit": limit, "skip": skip, "min_confidence": min_confidence, "unresolved": unresolved, "all": all, "kind": kind, "file": file}
        return self._said("refs", [name], named)

    def impact(
        self,
        name: str,
        depth: int = 3,
        limit: int = 100,
        skip: int = 0,
        min_confidence: float = 0.0,
        unresolved: bool = False,
        all: bool = False,
        kind: List[SymbolKind] = [],
        file: str = "",
    ) -> str:
        """What a change of a symbol or file can reach. Ask before editing.

        Args:
            name: A symbol or a path.
        """
        named = {"depth": depth, "limit": limit, "skip": skip, "min_confidence": min_confidence, "unresolved": unresolved, "all": all, "kind": kind, "file": file}
        return self._said("impact", [name], named)

    def path(
        self,
        source: str,
        target: str,
        depth: int = 10,
        min_confidence: float = 0.0,
        all: bool = False,
        kind: List[SymbolKind] = [],
        file: str = "",
    ) -> str:
        """How one symbol leads to another: the shortest chain of calls, or else of any edges.

        Args:
            source: Where the chain begins: a symbol or a path.
            target: Where it ends.
            depth: How many edges at most, 1 to 10.
        """
        named = {"depth": depth, "min_confidence": min_confidence, "all": all, "kind": kind, "file": file}
        return self._said("path", [source, target], named)

    def hierarchy(
        self,
        name: str,
        depth: int = 1,
        limit: int = 100,
        skip: int = 0,
        min_confidence: float = 0.0,
        all: bool = False,
        kind: List[SymbolKind] = [],
        file: str = "",
    ) -> str:
        """Types above and below a type; of a method, what it overrides and what overrides it.

        Args:
            name: A type, or Class.method.
        """
        named = {"depth": depth, "limit": limit, "skip": skip, "min_confidence": min_confidence, "all": all, "kind": kind, "file": file}
        return self._said("hierarchy", [name], named)

    def tests(
        self,
        name: str,
        depth: int = 5,
        limit: int = 100,
        skip: int = 0,
        min_confidence: float = 0.0,
        all: bool = False,
        kind: List[SymbolKind] = [],
        file: str = "",
    ) -> str:
        """Tests that reach a symbol through calls.

        Args:
            name: A symbol or a path.
            depth: How many calls a test may be away, 1 to 10.
        """
        named = {"depth": depth, "limit": limit, "skip": skip, "min_confidence": min_confidence, "all": all, "kind": kind, "file": file}
        return self._said("tests", [name], named)

    def dependencies(self, path: str, depth: int = 1, limit: int = 100, skip: int = 0) -> str:
        """What a file imports and uses."""
        return self._said("deps", [path], {"depth": depth, "limit": limit, "skip": skip})

    def dependents(self, path: str, depth: int = 1, limit: int = 100, skip: int = 0) -> str:
        """Which files import and use a file."""
        return self._said("dependents", [path], {"depth": depth, "limit": limit, "skip": skip})

    def map(self, budget: int = 2000, focus: List[str] = []) -> str:
        """The most important symbols of the project.

        Args:
            budget: Tokens that the text may take, 64 to 1,000,000.
            focus: Paths or names to lean towards.
        """
        return self._said("map", [], {"budget": budget, "focus": focus})

    def prepare(
        self,
        task: str,
        budget: int = 8000,
        focus: List[str] = [],
        recent: List[str] = [],
        error: List[str] = [],
        code_only: bool = False,
    ) -> str:
        """The source code that a task needs, and past work, notes and open tasks that fit it, within a budget.

        Args:
            task: What is to be done, with names, paths, error lines.
            budget: Tokens that all of it may take, 64 to 1,000,000.
            focus: Files in hand.
            recent: Files touched lately, latest first.
            error: Errors in hand.
            code_only: Nothing recorded.
        """
        given = {"budget": budget, "focus": focus, "recent": recent, "error": error, "code_only": code_only}
        return self._said("prepare", [task], given)

    def remember(self, text: str, at: List[str] = [], channel: str = "") -> str:
        """Keep a note about this project for later sessions.

        Args:
            text: What to remember.
            at: Files it speaks of.
            channel: Its topic.
        """
        # An agent says it, not its user.
        return self._said("remember", [text], {"at": at, "channel": channel, "origin": "agent"}, is_of_code=False)

    def recall(
        self,
        query: str,
        kind: List[EventKind] = [],
        channel: str = "",
        session: str = "",
        since: str = "",
        limit: int = 10,
        per_session: int = 3,
        around: int = 0,
        outdated: bool = False,
        weak: bool = False,
    ) -> str:
        """What was said, done, decided and noted before, by words, best first. Ask before work begins and when an error comes up; that nothing fits is an answer.

        Args:
            query: What is looked for, with names, paths, error codes, "phrases".
            kind: Only of these kinds.
            channel: Only of this topic.
            session: Only of this session.
            since: Only since a date, or 7d, 12h ago.
            limit: How many at most, 1 to 100.
            per_session: How many of one session, 0 to 100; 0: any number.
            around: Turns before and after each, 0 to 10.
            outdated: Also what holds no more.
            weak: Also what fits only weakly.
        """
        named = {"kind": kind, "channel": channel, "session": session, "since": since, "limit": limit}
        named |= {"per_session": per_session, "around": around, "outdated": outdated, "weak": weak}
        return self._said("recall", [query], named, is_of_code=False)

    def notes(self, channel: str = "", since: str = "", limit: int = 20, after: str = "") -> str:
        """What was remembered, newest first.

        Args:
            channel: Only of this topic.
            since: Only since a date, or 7d, 12h ago.
            after: The id of the note to go on after.
        """
        named = {"channel": channel, "since": since, "limit": limit, "after": after}
        return self._said("notes", [], named, is_of_code=False)

    def _said(self, command: str, places: List[str], named: "dict[str, Any]", is_of_code: bool = True) -> str:
        words = [command]
        for argument, value in named.items():
            name = argument.replace("_", "-")
            if value is True:
                words.append(f"--{name}")
            elif value is not False and value not in ("", []):
                words.extend(f"--{name}={one}" for one in (value if isinstance(value, (list, tuple)) else [value]))
        # A dash alone would stand for the standard input.
        words += ["--", *(" -" if place == "-" else place for place in places)] if places else []
        text, kind = self._memory._command(words, is_of_code)
        if kind is not None and kind not in _MENDED_BY_THE_MODEL:
            raise BY_KIND.get(kind, Failed)(text.strip())
        return text.rstrip("\n")


def _described(tool: Callable[..., str]) -> str:
    """What a model reads of a tool: a line, and each argument in the order of the signature."""
    said, _, own = (inspect.getdoc(tool) or "").partition("\n\nArgs:\n")
    means = {**_MEANS, **dict(line.strip().split(": ", 1) for line in own.splitlines())}
    names = list(inspect.signature(tool).parameters)[1:]
    return "\n".join([said, "", "Args:", *(f"    {name}: {means[name]}" for name in names)])


for _tool in vars(_Tools).values():
    if inspect.isfunction(_tool) and not _tool.__name__.startswith("_"):
        _tool.__doc__ = _described(_tool)
