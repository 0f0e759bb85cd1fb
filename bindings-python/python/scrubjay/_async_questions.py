"""The questions that a memory answers, for asyncio. Written by `cargo xtask records` from `wit/`: change that."""

import os
from collections.abc import Sequence
from typing import Any

from .records import (
    Anchor,
    DependencyPage,
    EdgeKind,
    FileOutline,
    FindPage,
    HierarchyPage,
    MemoryStatus,
    NotePage,
    PathPage,
    Prepared,
    RecordTotals,
    RepositoryMap,
    ResolvedAnchors,
    SymbolKind,
    WalkPage,
)


class AsyncRecordQuestions:
    """The questions that a memory answers, for asyncio about its records."""

    __slots__ = ()

    async def _ask(self, question: str, *arguments: object) -> Any:
        raise NotImplementedError

    async def notes(
        self,
        *,
        channel: str = "",
        since: int | None = None,
        until: int | None = None,
        most: int = 20,
        after: str = "",
    ) -> NotePage:
        """The notes of a channel or of all, newest first.

        Args:
            channel: Only of this channel; empty: of all. Default: "". Length: 0 to 128 bytes.
            since: Only what happened then or later.
            until: Only what happened before.
            most: How many notes are given at most. Default: 20. Range: 1 to 1,000.
            after: The id of the note to go on after, as the page before tells; empty: from the newest on. Default: "". Length: 0 to 64 bytes.
        """
        answer: NotePage = await self._ask("records.notes", channel, since, until, most, after)
        return answer

    async def totals(self) -> RecordTotals:
        """How many records there are. They are counted as they are added, not when this is asked."""
        answer: RecordTotals = await self._ask("records.totals")
        return answer


class AsyncQuestions(AsyncRecordQuestions):
    """The questions that a memory answers, for asyncio."""

    __slots__ = ()

    async def find(
        self,
        text: str,
        *,
        kinds: Sequence[SymbolKind] = (),
        path_prefix: str = "",
        most: int = 20,
        explain: bool = False,
    ) -> FindPage:
        """Finds symbols: exact names first, then qualified names, beginnings, parts, and words. Equal scores order by id.
        The path of a file, or an end of one with a slash or an ending in it, finds the file where no kinds are given.

        Args:
            text: A name, a part of one, or words of a signature or doc comment. Length: 1 to 1,000 bytes.
            kinds: Only these kinds; none given: all but imports. Default: [].
            path_prefix: Only files whose path begins so; empty: all. Default: "". Length: 0 to 1,024 bytes.
            most: How many symbols are given at most. Default: 20. Range: 1 to 1,000.
            explain: Gives each score's factors. Default: False.
        """
        answer: FindPage = await self._ask("graph.find", text, kinds, path_prefix, most, explain)
        return answer

    async def outline(self, path: str | os.PathLike[str]) -> FileOutline:
        """The symbols of one file. Length of `path`: 1 to 1,024 bytes."""
        answer: FileOutline = await self._ask("graph.outline", path)
        return answer

    async def callers(self, name: str, *, depth: int = 1, most: int = 100, least_confidence: float = 0.0) -> WalkPage:
        """Who calls a symbol.

        Args:
            name: The symbol, as people type it; a path means the file itself. Length: 1 to 1,000 bytes.
            depth: How many steps to follow. Default: 1. Range: 1 to 10.
            most: How many steps are given at most. Default: 100. Range: 1 to 1,000.
            least_confidence: Leaves out edges of a lower confidence. Default: 0.0. Range: 0.0 to 1.0.
        """
        answer: WalkPage = await self._ask("graph.callers", name, depth, most, least_confidence)
        return answer

    async def callees(self, name: str, *, depth: int = 1, most: int = 100, least_confidence: float = 0.0) -> WalkPage:
        """What a symbol calls.

        Args:
            name: The symbol, as people type it; a path means the file itself. Length: 1 to 1,000 bytes.
            depth: How many steps to follow. Default: 1. Range: 1 to 10.
            most: How many steps are given at most. Default: 100. Range: 1 to 1,000.
            least_confidence: Leaves out edges of a lower confidence. Default: 0.0. Range: 0.0 to 1.0.
        """
        answer: WalkPage = await self._ask("graph.callees", name, depth, most, least_confidence)
        return answer

    async def references(
        self,
        name: str,
        *,
        depth: int = 1,
        most: int = 100,
        least_confidence: float = 0.0,
    ) -> WalkPage:
        """Every place that names a symbol, whatever the kind of edge. `depth` must be 1.

        Args:
            name: The symbol, as people type it; a path means the file itself. Length: 1 to 1,000 bytes.
            depth: How many steps to follow. Default: 1. Range: 1 to 10.
            most: How many steps are given at most. Default: 100. Range: 1 to 1,000.
            least_confidence: Leaves out edges of a lower confidence. Default: 0.0. Range: 0.0 to 1.0.
        """
        answer: WalkPage = await self._ask("graph.references", name, depth, most, least_confidence)
        return answer

    async def impact(self, name: str, *, depth: int = 1, most: int = 100, least_confidence: float = 0.0) -> WalkPage:
        """What a change of a symbol can reach: everything that calls, uses, inherits or references it, and so on. Confidence is the product along the way.

        Args:
            name: The symbol, as people type it; a path means the file itself. Length: 1 to 1,000 bytes.
            depth: How many steps to follow. Default: 1. Range: 1 to 10.
            most: How many steps are given at most. Default: 100. Range: 1 to 1,000.
            least_confidence: Leaves out edges of a lower confidence. Default: 0.0. Range: 0.0 to 1.0.
        """
        answer: WalkPage = await self._ask("graph.impact", name, depth, most, least_confidence)
        return answer

    async def tests(self, name: str, *, depth: int = 5, most: int = 100, least_confidence: float = 0.0) -> WalkPage:
        """The tests that reach a symbol through calls, each once, by the shortest chain: what its language takes for a test, or the
        code of a test file that stands outside any function. A chain ends at the first test.

        Args:
            name: The symbol, as people type it; a type or a file stands also for what is inside it. Length: 1 to 1,000 bytes.
            depth: How many calls a test may be away. Default: 5. Range: 1 to 10.
            most: How many tests are given at most. Default: 100. Range: 1 to 1,000.
            least_confidence: Leaves out tests that a chain of calls reaches with a lower confidence, which is the product along the chain. Default: 0.0.
                Range: 0.0 to 1.0.
        """
        answer: WalkPage = await self._ask("graph.tests", name, depth, most, least_confidence)
        return answer

    async def path(
        self,
        source: str,
        target: str,
        *,
        depth: int = 10,
        kinds: Sequence[EdgeKind] = (),
        least_confidence: float = 0.0,
    ) -> PathPage:
        """The shortest chain of edges from one symbol to another. Of several, the one whose confidences have the greatest product,
        then the one that stands first by path and line.

        Args:
            source: Where the chain begins, as people type it. A type or a file stands also for what is inside it, at both ends.
                Length: 1 to 1,000 bytes.
            target: Where it ends, as people type it. Length: 1 to 1,000 bytes.
            depth: The most edges. Default: 10. Range: 1 to 10.
            kinds: Only edges of these kinds; none given: calls alone, or where these lead nowhere, all kinds. Default: [].
            least_confidence: Leaves out edges of a lower confidence. Default: 0.0. Range: 0.0 to 1.0.
        """
        answer: PathPage = await self._ask("graph.path", source, target, depth, kinds, least_confidence)
        return answer

    async def hierarchy(
        self,
        name: str,
        *,
        depth: int = 1,
        most: int = 100,
        least_confidence: float = 0.0,
    ) -> HierarchyPage:
        """The types above and below a type; for a member of a type, what it overrides and what overrides it. `most` holds for each list.

        Args:
            name: The symbol, as people type it; a path means the file itself. Length: 1 to 1,000 bytes.
            depth: How many steps to follow. Default: 1. Range: 1 to 10.
            most: How many steps are given at most. Default: 100. Range: 1 to 1,000.
            least_confidence: Leaves out edges of a lower confidence. Default: 0.0. Range: 0.0 to 1.0.
        """
        answer: HierarchyPage = await self._ask("graph.hierarchy", name, depth, most, least_confidence)
        return answer

    async def dependencies(self, path: str | os.PathLike[str], *, depth: int = 1, most: int = 100) -> DependencyPage:
        """The files and outside modules that a file imports or uses.

        Args:
            path: The file. Length: 1 to 1,024 bytes.
            depth: How many steps to follow. Default: 1. Range: 1 to 10.
            most: How many files and modules are given at most. Default: 100. Range: 1 to 1,000.
        """
        answer: DependencyPage = await self._ask("graph.dependencies", path, depth, most)
        return answer

    async def dependents(self, path: str | os.PathLike[str], *, depth: int = 1, most: int = 100) -> DependencyPage:
        """The files that import or use a file.

        Args:
            path: The file. Length: 1 to 1,024 bytes.
            depth: How many steps to follow. Default: 1. Range: 1 to 10.
            most: How many files and modules are given at most. Default: 100. Range: 1 to 1,000.
        """
        answer: DependencyPage = await self._ask("graph.dependents", path, depth, most)
        return answer

    async def map(self, *, budget: int = 2000, focus: Sequence[str] = ()) -> RepositoryMap:
        """The most important symbols of the repository, by rank over the graph, in a token budget.

        Args:
            budget: Tokens that the text may take. Default: 2,000. Range: 64 to 1,000,000.
            focus: Paths or names to lean towards; unknown ones are ignored, and named in the answer. Default: [].
                At most 100, of at most 1,024 bytes each.
        """
        answer: RepositoryMap = await self._ask("graph.map", budget, focus)
        return answer

    async def resolve_anchors(self, anchors: Sequence[Anchor]) -> ResolvedAnchors:
        """What became of places that were recorded, in the code as it is indexed. Nothing of it is stored.

        Args:
            anchors: The places, as a note gives them; up to 1,000.
        """
        answer: ResolvedAnchors = await self._ask("graph.resolve-anchors", anchors)
        return answer

    async def status(self) -> MemoryStatus:
        """How the memory stands. Loads every edge."""
        answer: MemoryStatus = await self._ask("memory.status")
        return answer

    async def prepare(self, task: str, *, budget: int = 8000, focus: Sequence[str] = ()) -> Prepared:
        """The code that a task needs, inside a token budget, each piece with its reasons.

        Args:
            task: What is to be done, in words; identifiers, paths and error lines in it count. Length: 1 to 65,536 bytes.
            budget: Tokens that the pieces may take together. Default: 8,000. Range: 64 to 1,000,000.
            focus: Paths in hand (open in an editor, just changed): a leaning, not a filter; unknown ones are ignored, and named in the answer.
                Default: []. At most 100, of at most 1,024 bytes each.
        """
        answer: Prepared = await self._ask("recall.prepare", task, budget, focus)
        return answer
