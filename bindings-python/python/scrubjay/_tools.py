"""The tools as methods. Written by `cargo xtask records` from `wit/tools.json`: change that."""

# Annotations here are objects, not texts: schemas are made of them in other modules.

from typing import Annotated, Any, List, Literal, Optional

from ._arguments import Range
from .records import SymbolKind

ALL = (
    "find",
    "show",
    "callers",
    "impact",
    "prepare",
    "recall",
    "remember",
    "update",
    "forget",
    "restore",
    "references",
    "path",
    "hierarchy",
    "tests",
    "dependencies",
    "dependents",
    "map",
    "notes",
    "work",
    "session",
)
"""Every tool."""

DEFAULT = (
    "find",
    "show",
    "callers",
    "impact",
    "prepare",
    "recall",
    "remember",
    "update",
    "forget",
    "restore",
)
"""The tools that are offered unless others are asked for."""

OF_CODE = (
    "find",
    "show",
    "callers",
    "impact",
    "prepare",
    "references",
    "path",
    "hierarchy",
    "tests",
    "dependencies",
    "dependents",
    "map",
)
"""The tools that ask about code."""


class Tools:
    """The tools, each of which hands its arguments to `_answer`."""

    def find(
        self,
        text: Annotated[str, "text"],
        kind: Annotated[List[SymbolKind], "kind"] = [],
        path_prefix: Annotated[str, "path prefix"] = "",
        limit: Annotated[int, "limit", Range(1, 1000)] = 20,
        skip: Annotated[int, "skip", Range(0, 100000)] = 0,
    ) -> str:
        """Find symbols by name or words.

        Args:
            text: text
            kind: kind
            path_prefix: path prefix
            limit: limit
            skip: skip
        """
        return self._answer("find", {"text": text, "kind": kind, "path_prefix": path_prefix, "limit": limit, "skip": skip})

    def show(
        self,
        name: Annotated[str, "a symbol or a path"],
        limit: Annotated[int, "lines, or symbols of a file", Range(1, 100000)] = 400,
        all: Annotated[bool, "each meaning of the name"] = False,
        file: Annotated[str, "path prefix"] = "",
    ) -> str:
        """Source of a symbol, or outline of a file.

        Args:
            name: a symbol or a path
            limit: lines, or symbols of a file
            all: each meaning of the name
            file: path prefix
        """
        return self._answer("show", {"name": name, "limit": limit, "all": all, "file": file})

    def callers(
        self,
        name: Annotated[str, "Class.method, path:line or an id"],
        direction: Annotated[Literal["callers", "callees"], "direction"] = "callers",
        depth: Annotated[int, "depth", Range(1, 10)] = 1,
        limit: Annotated[int, "limit", Range(1, 1000)] = 100,
        skip: Annotated[int, "skip", Range(0, 100000)] = 0,
        unresolved: Annotated[bool, "on unknown receivers too"] = False,
        all: Annotated[bool, "each meaning of the name"] = False,
        file: Annotated[str, "path prefix"] = "",
    ) -> str:
        """Who calls a symbol, or what it calls.

        Args:
            name: Class.method, path:line or an id
            direction: direction
            depth: depth
            limit: limit
            skip: skip
            unresolved: on unknown receivers too
            all: each meaning of the name
            file: path prefix
        """
        return self._answer("callers", {"name": name, "direction": direction, "depth": depth, "limit": limit, "skip": skip, "unresolved": unresolved, "all": all, "file": file})

    def impact(
        self,
        name: Annotated[str, "name"],
        depth: Annotated[int, "depth", Range(1, 10)] = 3,
        limit: Annotated[int, "limit", Range(1, 1000)] = 100,
        skip: Annotated[int, "skip", Range(0, 100000)] = 0,
        unresolved: Annotated[bool, "on unknown receivers too"] = False,
        all: Annotated[bool, "each meaning of the name"] = False,
        file: Annotated[str, "path prefix"] = "",
    ) -> str:
        """What a change of a symbol or file can reach. Ask before editing.

        Args:
            name: name
            depth: depth
            limit: limit
            skip: skip
            unresolved: on unknown receivers too
            all: each meaning of the name
            file: path prefix
        """
        return self._answer("impact", {"name": name, "depth": depth, "limit": limit, "skip": skip, "unresolved": unresolved, "all": all, "file": file})

    def prepare(
        self,
        task: Annotated[str, "with names, paths, error lines"],
        budget: Annotated[int, "tokens", Range(64, 1000000)] = 8000,
        focus: Annotated[List[str], "files in hand"] = [],
        recent: Annotated[List[str], "touched lately"] = [],
        error: Annotated[List[str], "error"] = [],
        code_only: Annotated[bool, "nothing recorded"] = False,
    ) -> str:
        """Code that a task needs, with past work, notes and open tasks that fit it, within a budget.

        Args:
            task: with names, paths, error lines
            budget: tokens
            focus: files in hand
            recent: touched lately
            error: error
            code_only: nothing recorded
        """
        return self._answer("prepare", {"task": task, "budget": budget, "focus": focus, "recent": recent, "error": error, "code_only": code_only})

    def recall(
        self,
        query: Annotated[str, "with names, paths, error codes, \"phrases\""],
        kind: Annotated[List[str], "note, turn, decision, lesson, …"] = [],
        channel: Annotated[str, "channel"] = "",
        session: Annotated[str, "session"] = "",
        since: Annotated[str, "date, or 7d, 12h ago"] = "",
        limit: Annotated[int, "limit", Range(1, 100)] = 10,
        per_session: Annotated[int, "0: any number", Range(0, 100)] = 3,
        around: Annotated[int, "turns before and after each", Range(0, 10)] = 0,
        outdated: Annotated[bool, "also what holds no more"] = False,
        weak: Annotated[bool, "also what fits weakly"] = False,
    ) -> str:
        """What was said, done, decided and noted before, best first, and sections of documents that fit. Ask before work begins and on an error; that nothing fits is an answer.

        Args:
            query: with names, paths, error codes, "phrases"
            kind: note, turn, decision, lesson, …
            channel: channel
            session: session
            since: date, or 7d, 12h ago
            limit: limit
            per_session: 0: any number
            around: turns before and after each
            outdated: also what holds no more
            weak: also what fits weakly
        """
        return self._answer("recall", {"query": query, "kind": kind, "channel": channel, "session": session, "since": since, "limit": limit, "per_session": per_session, "around": around, "outdated": outdated, "weak": weak})

    def remember(
        self,
        text: Annotated[str, "text"],
        at: Annotated[List[str], "files it speaks of"] = [],
        channel: Annotated[str, "topic"] = "",
    ) -> str:
        """Keep a note about this project for later sessions.

        Args:
            text: text
            at: files it speaks of
            channel: topic
        """
        return self._answer("remember", {"text": text, "at": at, "channel": channel})

    def update(self, id: Annotated[str, "id"], text: Annotated[str, "text"]) -> str:
        """Replace what a note says; its metadata goes.

        Args:
            id: id
            text: text
        """
        return self._answer("update", {"id": id, "text": text})

    def forget(self, id: Annotated[str, "id"]) -> str:
        """Forget a record, and what was derived from it, for good.

        Args:
            id: id
        """
        return self._answer("forget", {"id": id})

    def restore(
        self,
        id: Annotated[str, "an ID, or a range `ID..ID`, which a word may follow"],
        skip: Annotated[int, "characters", Range(0, 4294967295)] = 0,
    ) -> str:
        """Give back the text that a stub `[pruned ID; …]` in this conversation stands for. Of the range of IDs in a `[recap …]` (`FIRST..LAST`), list the parts that left, by file and command; with a word behind it (`FIRST..LAST lock.py`), those that name it.

        Args:
            id: an ID, or a range `ID..ID`, which a word may follow
            skip: characters
        """
        return self._answer("restore", {"id": id, "skip": skip})

    def references(
        self,
        name: Annotated[str, "name"],
        limit: Annotated[int, "limit", Range(1, 1000)] = 100,
        skip: Annotated[int, "skip", Range(0, 100000)] = 0,
        min_confidence: Annotated[float, "min confidence", Range(0.0, 1.0)] = 0.0,
        unresolved: Annotated[bool, "on unknown receivers too"] = False,
        all: Annotated[bool, "each meaning of the name"] = False,
        file: Annotated[str, "path prefix"] = "",
    ) -> str:
        """Every place that names a symbol.

        Args:
            name: name
            limit: limit
            skip: skip
            min_confidence: min confidence
            unresolved: on unknown receivers too
            all: each meaning of the name
            file: path prefix
        """
        return self._answer("references", {"name": name, "limit": limit, "skip": skip, "min_confidence": min_confidence, "unresolved": unresolved, "all": all, "file": file})

    def path(
        self,
        source: Annotated[str, "source"],
        target: Annotated[str, "target"],
        depth: Annotated[int, "depth", Range(1, 10)] = 10,
        min_confidence: Annotated[float, "min confidence", Range(0.0, 1.0)] = 0.0,
        all: Annotated[bool, "each meaning of the name"] = False,
        file: Annotated[str, "path prefix"] = "",
    ) -> str:
        """How one symbol or file leads to another.

        Args:
            source: source
            target: target
            depth: depth
            min_confidence: min confidence
            all: each meaning of the name
            file: path prefix
        """
        return self._answer("path", {"source": source, "target": target, "depth": depth, "min_confidence": min_confidence, "all": all, "file": file})

    def hierarchy(
        self,
        name: Annotated[str, "name"],
        depth: Annotated[int, "depth", Range(1, 10)] = 1,
        limit: Annotated[int, "limit", Range(1, 1000)] = 100,
        skip: Annotated[int, "skip", Range(0, 100000)] = 0,
        min_confidence: Annotated[float, "min confidence", Range(0.0, 1.0)] = 0.0,
        all: Annotated[bool, "each meaning of the name"] = False,
        file: Annotated[str, "path prefix"] = "",
    ) -> str:
        """Types above and below a type; of a method, what it overrides and what overrides it.

        Args:
            name: name
            depth: depth
            limit: limit
            skip: skip
            min_confidence: min confidence
            all: each meaning of the name
            file: path prefix
        """
        return self._answer("hierarchy", {"name": name, "depth": depth, "limit": limit, "skip": skip, "min_confidence": min_confidence, "all": all, "file": file})

    def tests(
        self,
        name: Annotated[str, "a symbol or a path"],
        depth: Annotated[int, "depth", Range(1, 10)] = 10,
        limit: Annotated[int, "limit", Range(1, 1000)] = 100,
        skip: Annotated[int, "skip", Range(0, 100000)] = 0,
        min_confidence: Annotated[float, "min confidence", Range(0.0, 1.0)] = 0.0,
        all: Annotated[bool, "each meaning of the name"] = False,
        file: Annotated[str, "path prefix"] = "",
    ) -> str:
        """Tests that reach a symbol through calls.

        Args:
            name: a symbol or a path
            depth: depth
            limit: limit
            skip: skip
            min_confidence: min confidence
            all: each meaning of the name
            file: path prefix
        """
        return self._answer("tests", {"name": name, "depth": depth, "limit": limit, "skip": skip, "min_confidence": min_confidence, "all": all, "file": file})

    def dependencies(
        self,
        path: Annotated[str, "path"],
        depth: Annotated[int, "depth", Range(1, 10)] = 1,
        limit: Annotated[int, "limit", Range(1, 1000)] = 100,
        skip: Annotated[int, "skip", Range(0, 100000)] = 0,
    ) -> str:
        """What a file imports and uses.

        Args:
            path: path
            depth: depth
            limit: limit
            skip: skip
        """
        return self._answer("dependencies", {"path": path, "depth": depth, "limit": limit, "skip": skip})

    def dependents(
        self,
        path: Annotated[str, "path"],
        depth: Annotated[int, "depth", Range(1, 10)] = 1,
        limit: Annotated[int, "limit", Range(1, 1000)] = 100,
        skip: Annotated[int, "skip", Range(0, 100000)] = 0,
    ) -> str:
        """Which files import and use a file.

        Args:
            path: path
            depth: depth
            limit: limit
            skip: skip
        """
        return self._answer("dependents", {"path": path, "depth": depth, "limit": limit, "skip": skip})

    def map(
        self,
        budget: Annotated[int, "tokens", Range(64, 1000000)] = 2000,
        focus: Annotated[List[str], "paths or names"] = [],
    ) -> str:
        """The most important symbols of the project.

        Args:
            budget: tokens
            focus: paths or names
        """
        return self._answer("map", {"budget": budget, "focus": focus})

    def notes(
        self,
        channel: Annotated[str, "channel"] = "",
        since: Annotated[str, "date, or 7d, 12h ago"] = "",
        limit: Annotated[int, "limit", Range(1, 1000)] = 20,
        after: Annotated[str, "id to go on after"] = "",
    ) -> str:
        """What was remembered, newest first.

        Args:
            channel: channel
            since: date, or 7d, 12h ago
            limit: limit
            after: id to go on after
        """
        return self._answer("notes", {"channel": channel, "since": since, "limit": limit, "after": after})

    def work(
        self,
        question: Annotated[Literal["file", "together", "last", "tools", "tasks"], "question"],
        of: Annotated[str, "the file, or the part of paths"] = "",
        limit: Annotated[Optional[Annotated[int, Range(1, 1000)]], "limit"] = None,
    ) -> str:
        """What was done: with a `file`; edited `together`; `last` in paths with a part; by `tools`; for `tasks`.

        Args:
            question: question
            of: the file, or the part of paths
            limit: limit
        """
        return self._answer("work", {"question": question, "of": of, "limit": limit})

    def session(
        self,
        question: Annotated[Literal["begin", "reread"], "question"],
        of: Annotated[str, "the message, or the session's id"],
        limit: Annotated[Optional[Annotated[int, Range(1, 100)]], "limit"] = None,
    ) -> str:
        """`begin`: files, tasks, failures, notes and past work for a message; `reread`: files to read again after compaction.

        Args:
            question: question
            of: the message, or the session's id
            limit: limit
        """
        return self._answer("session", {"question": question, "of": of, "limit": limit})

    def _answer(self, tool: str, arguments: dict[str, Any]) -> str:
        raise NotImplementedError
