"""The class `Memory`: opening a memory, indexing its folder, and warnings about incomplete answers.

Not here: the methods of questions (`_questions`), and changes of records (`recording`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any, final

from . import _native
from ._arguments import maybe_json_of, of_type
from ._questions import Questions
from ._tools import OF_CODE
from ._warning import warn
from ._watching import RETRIED_ERRORS, WatchState
from .context import Contexts
from .errors import Closed, Locked
from .recording import Recording, Remembered
from .records import DamagedRow, ExportFormat, Origin, SecretPolicy
from .report import Extent, IncompleteWarning, Indexed, Progress, Purpose, StaleWarning

__all__ = ["Memory"]

_CODE_PREFIXES = ("graph.", "prepare.")
"""The prefixes of questions about code. That of `memory.status` is not among them, because its answer says how complete the index is."""

_NON_RECORD_PREFIXES = (*_CODE_PREFIXES, "memory.")
"""The prefixes of questions that read no records."""

_INCOMPLETE_MESSAGE = "an index run goes on or was cut short: some files may be missing; `index` completes it"


def _stale_message(n_changed: int, why: str) -> str:
    if why == "locked":
        return f"another process is writing the index, and {n_changed} files changed: this is from what it has committed"
    if why == "many":
        return f"{n_changed} files changed since the index was made: `index` takes them in"
    return f"the index is older than the folder, and could not be brought up to date: {why}"


@final
class Memory(Recording, Questions, Contexts):
    """A memory of the code in a folder.

    Open a memory by `Memory.open`, `Memory.reading`, `Memory.in_memory` or `Memory.from_files`, and close it, best by `with`. Any thread
    may use it: calls run one after the other, in the order in which they come. After a fork only the process that opened it may use it.

    If Python ends while daemon threads are in calls, it waits at most five seconds for them. Until Python 3.13, a call whose `progress`
    takes longer then may abort the process.
    """

    __slots__ = ("__weakref__", "_extent", "_fresh", "_n_changed", "_native", "_records", "_watches")

    def __init__(self, native: _native.Memory, *, fresh: bool = False) -> None:
        """Wraps an opened memory of the extension. Use `Memory.open` or the other constructors instead."""
        self._native: _native.Memory = native
        self._records = native.records
        self._fresh = fresh
        self._n_changed: int | None = None
        self._extent: Extent | None = None
        """The last known extent of the index. A whole index stays whole unless a run is stopped."""
        self._watches: list[_native.Changes] = []

    @classmethod
    def open(
        cls,
        root: str | os.PathLike[str],
        *,
        check: bool = False,
        rebuild: bool = False,
        fresh: bool = False,
        wait: float | None = None,
        or_read: bool = False,
        exclude: Sequence[str] | None = None,
        memory: str | os.PathLike[str] | None = None,
        speaker: Origin = "agent",
        max_memory_bytes: int | None = None,
        secrets: SecretPolicy | None = None,
        retention_days: int | None = None,
        max_per_day: int | None = None,
    ) -> Memory:
        """Opens the memory of a folder for writing. `index` brings its index up to date; the index is locked only during a run.

        With `check` the next run verifies every page and row first, as it always does after a crash; with `rebuild` it rebuilds the
        index from nothing.

        With `fresh` each question about code first indexes what changed in the folder: a missing or incomplete index is completed,
        and up to 500 changed files are read. If more changed, or another process is writing, the answer comes from the index as it
        is, a `StaleWarning` is issued, and `n_changed` is the number of changed files.

        If another process is writing the index, opening waits at most `wait` seconds, and then raises `Locked`; with `or_read` it then
        opens the memory for reading instead, as `purpose` says. Without both, opening does not wait; only `index` does.

        `exclude` excludes files and folders by patterns as in a `.gitignore` of the folder, without negation. The patterns take precedence
        over all ignore files. The next run stores them with the index, in place of the stored patterns, and they apply to every later
        run, of any process; an empty list removes the stored patterns.

        `memory` is the file of records, instead of the project's own in the user's data folder. Once the file has reached
        `max_memory_bytes`, nothing is added to it, and `Full` is raised; by default only the disk limits it.

        `secrets` is the policy for texts with a known form of secret: `mask` replaces the secret by its kind, `refuse` refuses the event,
        `keep` records it unchanged. After `retention_days` upkeep forgets turns, tool calls, touched files and what was learnt from
        them; 0 means never. One principal records at most `max_per_day` events on a day of UTC; 0 means no limit. Omitted settings are
        those of the user's `config.json`; without these, `mask`, never and no limit.

        Args:
            root: The folder.
            check: Whether the next run first verifies every page and row. Default: `False`.
            rebuild: Whether the next run rebuilds the index. Default: `False`.
            fresh: Whether questions about code first index changed files. Default: `False`.
            wait: How many seconds to wait for another process that is writing. Default: `None`, not at all.
            or_read: Whether to open for reading if another process is still writing. Default: `False`.
            exclude: Patterns of excluded files and folders. Default: `None`, the stored patterns.
            memory: The file of records. Default: `None`, the project's own.
            speaker: Who records. No record gets a more trusted origin. `"person"` if a person types what is recorded.
                Default: `"agent"`.
            max_memory_bytes: The most bytes of the file of records. Default: `None`, no limit.
            secrets: The policy for secrets: `mask`, `refuse` or `keep`. Default: `None`, the user's setting.
            retention_days: After how many days upkeep forgets, at most 36,500. Default: `None`, the user's setting.
            max_per_day: The most events of a principal on a day. Default: `None`, the user's setting.
        """
        of_type(fresh, "fresh", bool)
        of_type(or_read, "or_read", bool)
        if wait is not None:
            of_type(wait, "wait", float, int)
        rules = (secrets, retention_days, max_per_day)
        native = _native.Memory.open(
            root,
            check=check,
            rebuild=rebuild,
            exclude=exclude,
            memory=memory,
            speaker=speaker,
            max_memory_bytes=max_memory_bytes,
            rules=rules,
        )
        opened = cls(native, fresh=fresh)
        if wait is None and not or_read:
            return opened
        try:
            native.wait_until_free(0.0 if wait is None else wait)
        except Locked:
            opened.close()
            if not or_read:
                raise
            reader = _native.Memory.reading(root, memory=memory, speaker=speaker, max_memory_bytes=max_memory_bytes, rules=rules)
            return cls(reader)
        except BaseException:
            opened.close()
            raise
        return opened

    @classmethod
    def reading(
        cls,
        root: str | os.PathLike[str],
        *,
        fresh: bool = False,
        memory: str | os.PathLike[str] | None = None,
        speaker: Origin = "agent",
        max_memory_bytes: int | None = None,
        secrets: SecretPolicy | None = None,
        retention_days: int | None = None,
        max_per_day: int | None = None,
    ) -> Memory:
        """Opens the memory of an indexed folder for reading, also while another process is writing. Records can be added, as with `open`.

        Args:
            root: The folder.
            fresh: Whether questions about code first index changed files, as for `open`; an incomplete index stays so. Default: `False`.
            memory: The file of records. Default: `None`, the project's own.
            speaker: Who records. No record gets a more trusted origin. `"person"` if a person types what is recorded.
                Default: `"agent"`.
            max_memory_bytes: The most bytes of the file of records. Default: `None`, no limit.
            secrets: The policy for secrets: `mask`, `refuse` or `keep`. Default: `None`, the user's setting.
            retention_days: After how many days upkeep forgets, at most 36,500. Default: `None`, the user's setting.
            max_per_day: The most events of a principal on a day. Default: `None`, the user's setting.
        """
        of_type(fresh, "fresh", bool)
        rules = (secrets, retention_days, max_per_day)
        native = _native.Memory.reading(root, memory=memory, speaker=speaker, max_memory_bytes=max_memory_bytes, rules=rules)
        return cls(native, fresh=fresh)

    @classmethod
    def in_memory(
        cls, root: str | os.PathLike[str], *, exclude: Sequence[str] | None = None, speaker: Origin = "agent"
    ) -> Memory:
        """Creates a memory of a folder, whose index and records are in memory and last as long as the object.

        Args:
            root: The folder.
            exclude: Patterns of excluded files and folders, as for `open`. Default: `None`.
            speaker: Who records. No record gets a more trusted origin. `"person"` if a person types what is recorded.
                Default: `"agent"`.
        """
        return cls(_native.Memory.in_memory(root, exclude=exclude, speaker=speaker))

    @classmethod
    def from_files(
        cls,
        files: Mapping[str | os.PathLike[str], str],
        *,
        exclude: Sequence[str] | None = None,
        speaker: Origin = "agent",
    ) -> Memory:
        """Creates a memory of texts, by their paths, and indexes them. Nothing is stored on disk.

        Args:
            files: The text of each file, by its path relative to a folder that need not exist: `{"src/app.py": "…"}`.
            exclude: Patterns of excluded files and folders, as for `open`. Default: `None`.
            speaker: Who records. No record gets a more trusted origin. `"person"` if a person types what is recorded.
                Default: `"agent"`.
        """
        texts = dict(of_type(files, "files", Mapping))
        memory = cls(_native.Memory.of_texts(texts, exclude=exclude, speaker=speaker))
        memory.index()
        return memory

    def index(
        self,
        progress: Callable[[Progress], object] | None = None,
        *,
        paths: Sequence[str | os.PathLike[str]] | None = None,
        wait: float = 600.0,
    ) -> Indexed:
        """Indexes the files of the folder that changed since the last run.

        `progress` is called several times a second, and may stop the run by raising an exception. However the run is stopped, what was
        committed stays, and the next run continues from there.

        `paths` are files or folders that may have changed, absolute or relative to the memory's folder. Only these are examined
        and reported.

        If another process is indexing the folder, this waits at most `wait` seconds before `Locked` is raised.

        Args:
            progress: A function that is called with the progress of the run. Default: `None`.
            paths: Files or folders that may have changed. Default: `None`, all of the folder.
            wait: How many seconds to wait for another process. Default: 600.
        """
        if progress is not None:
            of_type(progress, "progress", Callable)
        self._extent = None
        return self._native.index(progress, paths, wait)

    def watch(self) -> Generator[Indexed, None, None]:
        """Indexes the folder, and again after each change: `for indexed in memory.watch()`. Yields the report of the first run, and of
        each further one that changed something.

        While the watch waits for a change, other threads can use the memory. The watch ends when the loop ends, or when the memory is
        closed.
        A run that fails for a reason that may pass, such as a full disk, is retried after a `RetriedWarning`.
        """
        watching = WatchState(self._native.changes())
        self._watches.append(watching.changes)
        try:
            while not self.closed and watching.changes.wait():
                try:
                    indexed = self.index()
                except Closed:
                    return
                except RETRIED_ERRORS as error:
                    watching.note_failure(error)
                    continue
                if watching.note_run(indexed):
                    yield indexed
        finally:
            self._watches.remove(watching.changes)

    def _ask(self, question: str, *arguments: object) -> Any:
        if question.startswith(_CODE_PREFIXES):
            self._freshen()
        if question.startswith(_NON_RECORD_PREFIXES):
            return self._native.ask(question, arguments)
        return self._ask_records(question, arguments)

    def _tool(self, tool: str, arguments: str, tools: list[str], prefix: str) -> tuple[str, str | None]:
        is_of_code = tool in OF_CODE
        if is_of_code:
            # The answer says how complete the index is.
            self._freshen(warns_of_extent=False)
        answer: tuple[str, str | None] = self._native.tool(tool, arguments, tools, prefix)
        if not is_of_code:
            self._warn_of_damage()
        return answer

    def _freshen(self, warns_of_extent: bool = True) -> None:
        """With `fresh`, indexes changed files, and warns if some stay out. With `warns_of_extent`, warns if the index is incomplete."""
        if self._fresh:
            n_changed, why = self._native.freshen()
            self._n_changed = n_changed
            if why:
                warn(StaleWarning, _stale_message(n_changed, why))
        if warns_of_extent and self._extent != "whole":
            extent_before, self._extent = self._extent, self._native.extent()
            if self._extent == "part" and extent_before != "part":
                warn(IncompleteWarning, _INCOMPLETE_MESSAGE)

    def remember(
        self,
        text: str,
        *,
        channel: str = "",
        origin: Origin | None = None,
        session: str = "",
        branch: str = "",
        commit: str = "",
        task: str = "",
        time: int | None = None,
        event_id: str | None = None,
        parents: Sequence[str] = (),
        metadata: Mapping[str, Any] | None = None,
        at: Sequence[str | os.PathLike[str]] = (),
    ) -> Remembered:
        """Records a note about this project, by default in the user's data folder.

        Args:
            text: The text of the note, 1 to 65,536 bytes.
            channel: The channel that the note belongs to, at most 128 bytes. Default: `""`, which means `_global`.
            origin: Who said it, if less trusted than the memory's speaker. Default: `None`, the speaker.
            session: The session in which it was said. Default: `""`, none.
            branch: The branch of the repository that was checked out, at most 255 bytes. Default: `""`, none.
            commit: The commit that was checked out, in 40 or 64 hex digits as git writes them. Default: `""`, none.
            task: The task for which it was said, at most 128 bytes. Default: `""`, none.
            time: When it was said, in milliseconds since 1970. Default: now.
            event_id: A unique id, 1 to 256 bytes: an event with a known id is not added again. Default: a random id.
            parents: The ids of records that the note was derived from, at most 100. Default: none.
            metadata: At most 32 members and 16,384 bytes of JSON; questions can filter by texts, numbers and booleans. Default: none.
            at: Files that the note refers to, in their current state, at most 100. Default: none.
        """
        situation = (task, session, branch, commit)
        note = (text, channel, origin, time, event_id, parents, maybe_json_of(metadata, "metadata"), *situation)
        return Remembered(*self._records.remember(note, list(of_type(at, "at", Iterable)))[0])

    def export(
        self,
        *,
        format: ExportFormat = "text",
        path_prefix: str | os.PathLike[str] = "",
        around: str = "",
        depth: int = 1,
    ) -> str:
        """Exports the graph, or a part of it, as one text.

        Args:
            format: `text` is canonical: equal code gives equal texts, in whatever order it was indexed. `json` has the confidence of each
                edge. `dot`, `mermaid` and `graphml` are for programs that draw or analyse graphs. Default: `"text"`.
            path_prefix: Only files whose path has this prefix, and edges between them. Default: `""`, all.
            around: Only this symbol or file, as people type it, and symbols that are at most `depth` edges away. Default: `""`, all.
            depth: The most edges from `around`, from 1 to 10. Default: 1.
        """
        self._freshen()
        return self._native.export((format, path_prefix, around, depth))

    def extent(self) -> Extent:
        """Whether the index covers none, some or all of the folder's files. It covers some during a run, or after an interrupted run."""
        return self._native.extent()

    def damaged(self) -> tuple[DamagedRow, ...]:
        """Rows that could not be read since the memory was opened. Answers since then lack them."""
        return self._native.damaged()

    def close(self) -> None:
        """Closes the memory, after earlier calls of other threads. Closing again does nothing."""
        for changes in [*self._watches]:
            changes.stop()
        self._native.close()

    @property
    def n_changed(self) -> int | None:
        """With `fresh`, how many changed files the last answer does not reflect, because there were too many, another
        process was writing, or indexing them failed. `None` without `fresh`, and before the first question.
        """
        return self._n_changed

    @property
    def purpose(self) -> Purpose:
        """The purpose that the memory was opened for. With `or_read` it may be `reading` although `writing` was asked for."""
        return self._native.purpose

    @property
    def closed(self) -> bool:
        """Whether the memory was closed, or belongs to another process."""
        return self._native.closed

    @property
    def root(self) -> str:
        """The absolute path of the folder, with links resolved; of `from_files`, a path that need not exist."""
        return self._native.root
