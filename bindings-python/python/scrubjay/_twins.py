"""Methods that run on the thread of an asynchronous twin. Written by `cargo xtask records` from the classes: change those."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, overload

from ._twin import RecordingTwin, Self, Twin
from .context import Contexts
from .lines import Imported, LineFormat, Merged
from .memory import Memory
from .mending import Damage, Mending, Salvage
from .notes import Records
from .recording import Erasure, Forgetting, Recording, Remembered
from .records import (
    Compaction,
    DamagedRow,
    EventKind,
    Explanation,
    ExportFormat,
    LearningPage,
    MessageFormat,
    Origin,
    Policy,
    Prepared,
    Pushed,
    RecoveredWindow,
    Restored,
    SecretPolicy,
    SnapshotComparison,
    SnapshotOfWindow,
    SnapshotPage,
    StubKind,
    Trust,
    VisibleItem,
    WindowOpened,
    WindowStatus,
)
from .report import Extent, Purpose
from .sessions import Sessions
from .window import Message, Part, Pruned, Window


class AsyncContextsCalls(Twin):
    """What is called of `Contexts`."""

    _plain: Contexts

    async def context(
        self,
        task: str,
        *,
        budget: int = 8000,
        focus: Sequence[str | os.PathLike[str]] = (),
        errors: Sequence[str] = (),
        recent: Sequence[str | os.PathLike[str]] = (),
    ) -> Prepared:
        """The code that a task needs, as by `prepare`, and behind it what was recorded that the task calls to mind, as by `remind`:
        past work like it with what went wrong, notes that fit, open tasks, what is kept of the user.

        Args:
            task: What is to be done, in words, 1 to 65,536 bytes.
            budget: Tokens that all of it may take together, 64 to 1,000,000; what was recorded takes at most a quarter. Default: 8,000.
            focus: Paths in hand, at most 100. Default: none.
            errors: Texts of errors in hand, at most 20 of 16,384 bytes each. Default: none.
            recent: Paths that were changed or read lately, the latest first, at most 100. Default: none.
        """
        return await self._run(
            lambda: self._plain.context(
                task,
                budget=budget,
                focus=focus,
                errors=errors,
                recent=recent,
            )
        )


class AsyncSessionsCalls(Twin):
    """What is called of `Sessions`."""

    _plain: Sessions

    async def save_session(self, id: str, document: str | Mapping[str, Any], *, expected: int | None = None) -> int:
        """Saves a document as the context of a session. Every member is kept. The version after it.

        Args:
            id: The session, 1 to 128 bytes.
            document: A dictionary or its JSON, as `scrubjay.records.SessionContext` has it.
            expected: The version that this is of. Default: any.
        """
        return await self._run(lambda: self._plain.save_session(id, document, expected=expected))

    async def append_to_session(
        self,
        id: str,
        entries: str | Sequence[Mapping[str, Any]],
        *,
        expected: int | None = None,
    ) -> int:
        """Appends entries to the history of a session, which is made where there is none. The version after it.

        Args:
            id: The session, 1 to 128 bytes.
            entries: Dictionaries, or the JSON of a list.
            expected: The version that this is of. Default: any.
        """
        return await self._run(lambda: self._plain.append_to_session(id, entries, expected=expected))

    async def delete_session(self, id: str, *, expected: int | None = None) -> bool:
        """Deletes the context of a session, with its versions. Whether there was one.

        Args:
            id: The session, 1 to 128 bytes.
            expected: The version that this is of. Default: any.
        """
        return await self._run(lambda: self._plain.delete_session(id, expected=expected))

    async def recover_session(self, id: str, version: int, *, expected: int | None = None) -> int:
        """Brings a version of a session back; how it is now is kept as a version. The version after it.

        Args:
            id: The session, 1 to 128 bytes.
            version: The one to bring back, which `session_versions` tells.
            expected: The version that this is of. Default: any.
        """
        return await self._run(lambda: self._plain.recover_session(id, version, expected=expected))

    async def compact_session(
        self,
        id: str,
        *,
        max_entries: int = 50,
        keep_entries: int = 30,
        max_tokens: int = 100_000,
        task_hours: int = 24,
        is_manual: bool = False,
        summary: str | None = None,
        expected: int | None = None,
    ) -> Compaction:
        """Compacts the context of a session where a limit is passed. How it was before is kept as a version.

        Args:
            id: The session, 1 to 128 bytes.
            max_entries: The most entries; one more, and the oldest leave. From 1 to 100,000,000. Default: 50.
            keep_entries: How many of the newest stay then. From 1 to 100,000,000. Default: 30.
            max_tokens: The most tokens of the history; above, the oldest half of the entries leaves, and again, until it holds.
                From 1 to 100,000,000. Default: 100,000.
            task_hours: How long a completed task stays, in hours, at most 876,000. Default: 24.
            is_manual: All but the newest leave, whether or not a limit is passed. Default: `False`.
            summary: What to say of the entries that leave, at most 16 KiB and no longer than they are; it gives its reader no
                orders. Default: what a rule makes of them.
            expected: The version that this is of. Default: any.
        """
        return await self._run(
            lambda: self._plain.compact_session(
                id,
                max_entries=max_entries,
                keep_entries=keep_entries,
                max_tokens=max_tokens,
                task_hours=task_hours,
                is_manual=is_manual,
                summary=summary,
                expected=expected,
            )
        )


class AsyncMendingCalls(Twin):
    """What is called of `Mending`."""

    _plain: Mending

    async def verify(self) -> Damage | None:
        """Verifies that every page of the file of records is as it was written, about a millisecond for each MiB: what is wrong with
        it, or `None` where it is whole.

        What is read of a damaged file may be short, which a `DamagedWarning` says. What changes it mends it first.
        """
        return await self._run(self._plain.verify)

    async def repair(self) -> Salvage | None:
        """Verifies the file of records, and makes a new one of what can be read where it is damaged; the damaged file is kept beside
        it. What became of it, or `None` where it is whole. Where nothing can be read it stays as it is, and `Damaged` is raised.
        """
        return await self._run(self._plain.repair)

    async def salvaged(self) -> Salvage | None:
        """What a call so far has salvaged, because the file of records was damaged."""
        return await self._run(self._plain.salvaged)

    async def losses(self) -> tuple[Salvage, ...]:
        """What was lost whenever the file of records was salvaged, oldest first, until a person has seen it: `saw_losses`."""
        return await self._run(self._plain.losses)

    async def saw_losses(self) -> bool:
        """Takes away what is noted of losses, because a person has seen it. Whether anything was noted."""
        return await self._run(self._plain.saw_losses)


class AsyncRecordingCalls(RecordingTwin):
    """What is called of `Recording`."""

    _plain: Recording

    async def record(self, events: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> tuple[Remembered, ...]:
        """Records what happened: one event or up to 1,000, all of them or, with an error, none.

        An event is a dictionary: `{"kind": "tool_call", "tool": "bash", "success": True}`. Its members have the names of the
        records in `scrubjay.records`: those of `Event`, beside those of its kind, which is the word of one of `EventBody`, as
        `note`, `tool_call` or `task_step`. What is not given is empty;
        `time` is now, `origin` an agent, and `event_id` a new one. `metadata` is a dictionary, and `parameters` any JSON. No event is
        relied on more than who speaks to the memory, whatever its `origin`.

        The text of an error names the first event that is refused by its number, from 1 on.

        Args:
            events: One event or up to 1,000.
        """
        return await self._run(lambda: self._plain.record(events))

    async def update(self, id: str, text: str, *, metadata: Mapping[str, Any] | None = None) -> bool:
        """Replaces what a note says: its text, of 1 to 65,536 bytes, and its metadata; its id, event and time stay. It is trusted
        no further than before, and than who updates it. Whether there is such a note.

        Args:
            id: The id of the note.
            text: What it says from now on, 1 to 65,536 bytes.
            metadata: What takes the place of its metadata. Default: `None`, it has none from now on.
        """
        return await self._run(lambda: self._plain.update(id, text, metadata=metadata))

    async def export_parquet(self, kind: EventKind, file: str | os.PathLike[str]) -> int:
        """Writes the records of a kind into a new Parquet file, with the columns of `export_csv`: times are timestamps in
        milliseconds of UTC, numbers whole, `success` true or false, all else text, and what is empty is null. How many records of
        any kind were left out, because their rows are damaged.

        Args:
            kind: The kind of the records.
            file: The file, which there must not be yet.
        """
        return await self._run(lambda: self._plain.export_parquet(kind, file))

    async def import_lines(
        self,
        lines: str | Iterable[str],
        *,
        format: LineFormat = "jsonl",
        mine: bool = False,
    ) -> Imported:
        """Takes in what `export_lines` gave, here or elsewhere, each record once; what was forgotten here stays forgotten. `lines`
        is the text, or pieces of it, cut anywhere, as an open file gives them. A line that is refused is left out alone, and told;
        a line has at most 1,048,576 bytes. A text that ends before its trailer is not `is_whole`, nor is one whose lines were
        changed: its trailer is refused. `format="mcp"` reads the file of the Model Context Protocol's reference memory server, of
        which each observation and relation becomes a note; it says of none who spoke.

        Args:
            lines: The text, or pieces of it.
            format: Whose lines they are. Default: `"jsonl"`.
            mine: The records are your own: who spoke, and how far each is trusted, stays as it was. Default: `False`, all of them
                come from an import, untrusted.
        """
        return await self._import_lines(lines, format=format, mine=mine)

    async def merge(self, file: str | os.PathLike[str], *, mine: bool = False) -> Merged:
        """Takes in the records of another memory's file, each once; what was forgotten here stays forgotten. The file is only read;
        what waits in a spool beside it is not in it yet.

        Args:
            file: The other memory's file.
            mine: The records are your own: who spoke, and how far each is trusted, stays as it was. Default: `False`, all of them
                come from an import, untrusted.
        """
        return await self._run(lambda: self._plain.merge(file, mine=mine))

    async def forget(self, ids: str | Sequence[str], *, dry_run: bool = False) -> Forgetting:
        """Forgets records for good, by their ids, with all that was derived from them. `dry_run` says what would become of them, and
        changes nothing.

        Args:
            ids: The id of a record, or those of several.
            dry_run: Says what would become of them, and changes nothing. Default: `False`.
        """
        return await self._run(lambda: self._plain.forget(ids, dry_run=dry_run))

    async def rollback(
        self,
        *,
        session: str = "",
        principal: str = "",
        channel: str = "",
        origin: Origin | None = None,
        since: int | None = None,
        dry_run: bool = False,
    ) -> Forgetting:
        """Forgets the records of a selection, up to 100,000, with all that was derived from them, in one change.

        Args:
            session: Of this session, at most 128 bytes. Default: `""`, any.
            principal: Of this principal, at most 128 bytes. Default: `""`, any.
            channel: Of this channel, at most 128 bytes. Default: `""`, any.
            origin: Of this origin. Default: any.
            since: Of what happened then or later, in milliseconds since 1970. Default: any time.
            dry_run: Says what would become of them, and changes nothing. Default: `False`.

        A selection of which nothing is said is refused.
        """
        return await self._run(
            lambda: self._plain.rollback(
                session=session,
                principal=principal,
                channel=channel,
                origin=origin,
                since=since,
                dry_run=dry_run,
            )
        )

    async def erase(
        self,
        ids: str | Sequence[str] = (),
        *,
        session: str = "",
        principal: str = "",
        channel: str = "",
        origin: Origin | None = None,
        since: int | None = None,
        dry_run: bool = False,
    ) -> Erasure:
        """Forgets records for good, by their ids or those of a selection as for `rollback`, if any are given, and lets nothing of
        what was ever forgotten remain in the files that are kept with the memory. Its file is written anew; copies of it, damaged
        files and refused batches are removed; windows lose their tasks and the bodies that they keep for restoring. Backups are
        not touched, and named. `dry_run` says what would become of them, and changes nothing.

        Args:
            ids: The id of a record, or those of several. Default: `()`, none.
            session: Of this session, at most 128 bytes. Default: `""`, any.
            principal: Of this principal, at most 128 bytes. Default: `""`, any.
            channel: Of this channel, at most 128 bytes. Default: `""`, any.
            origin: Of this origin. Default: any.
            since: Of what happened then or later, in milliseconds since 1970. Default: any time.
            dry_run: Says what would become of them, and changes nothing. Default: `False`.
        """
        return await self._run(
            lambda: self._plain.erase(
                ids,
                session=session,
                principal=principal,
                channel=channel,
                origin=origin,
                since=since,
                dry_run=dry_run,
            )
        )


class AsyncMemoryCalls(Twin):
    """What is called of `Memory`."""

    _plain: Memory

    @classmethod
    async def open(
        cls: type[Self],
        root: str | os.PathLike[str],
        *,
        check: bool = False,
        rebuild: bool = False,
        fresh: bool = False,
        wait: float | None = None,
        or_read: bool = False,
        memory: str | os.PathLike[str] | None = None,
        speaker: Origin = "agent",
        max_memory_bytes: int | None = None,
        secrets: SecretPolicy | None = None,
        retention_days: int | None = None,
        max_per_day: int | None = None,
    ) -> Self:
        """Opens the memory of a folder whose index `index` brings up to date. Only a run locks it.

        `check` verifies every page and row first, which is done anyway after a crash; `rebuild` has the
        next run make the index again from nothing.

        With `fresh` each question about code first takes in what changed in the folder: an index that is not there, or was cut
        short, is made, and up to 500 changed files are read. Where more changed, or another process is writing, the answer is from
        the index as it is, a `StaleWarning` says so, and `n_changed` how many files changed.

        With `wait` another process that is writing the index is waited for, for so many seconds, before `Locked` is raised; with
        `or_read` the memory is then opened for reading instead, which `purpose` tells. Without both nobody is waited for here, but
        by `index`.

        `memory` is the file that notes are kept in, instead of
        the project's own in the user's data folder. Once that file takes `max_memory_bytes`, nothing is added to it, and
        `Full` is raised; by default there is no limit but the disk's.

        `secrets` says what becomes of texts that have the form of a known kind of secret: `mask` replaces the secret by its
        kind, `refuse` refuses the event, `keep` keeps it as it is. After `retention_days` upkeep forgets turns, tool calls,
        touches of files and what was learnt from them; 0 is never. One principal records at most `max_per_day` events on a
        day of UTC; 0 is no limit. What is not given is as the user's `config.json` says, or else `mask`, never and no limit.

        Args:
            root: The folder.
            check: Whether every page and row is verified first. Default: `False`.
            rebuild: Whether the next run makes the index again. Default: `False`.
            fresh: Whether questions first take in what changed. Default: `False`.
            wait: How many seconds another process that writes is waited for. Default: `None`, not at all.
            or_read: Whether the memory is opened for reading where another process writes. Default: `False`.
            memory: The file that notes are kept in. Default: `None`, the project's own.
            speaker: Who speaks: nothing that is recorded is relied on more. Default: `"agent"`; `"person"` where a person types.
            max_memory_bytes: The most bytes of that file. Default: `None`, no limit.
            secrets: What becomes of secrets: `mask`, `refuse` or `keep`. Default: `None`, as set.
            retention_days: After how many days upkeep forgets, at most 36,500. Default: `None`, as set.
            max_per_day: The most events of a principal on a day. Default: `None`, as set.
        """
        return await cls._opened(
            lambda: Memory.open(
                root,
                check=check,
                rebuild=rebuild,
                fresh=fresh,
                wait=wait,
                or_read=or_read,
                memory=memory,
                speaker=speaker,
                max_memory_bytes=max_memory_bytes,
                secrets=secrets,
                retention_days=retention_days,
                max_per_day=max_per_day,
            )
        )

    @classmethod
    async def reading(
        cls: type[Self],
        root: str | os.PathLike[str],
        *,
        fresh: bool = False,
        memory: str | os.PathLike[str] | None = None,
        speaker: Origin = "agent",
        max_memory_bytes: int | None = None,
        secrets: SecretPolicy | None = None,
        retention_days: int | None = None,
        max_per_day: int | None = None,
    ) -> Self:
        """Opens the memory of an indexed folder to ask it, beside whoever writes. What is kept is as for `open`.

        Args:
            root: The folder.
            fresh: Whether each question about code first takes in what changed, as for `open`; an index is not made. Default: `False`.
            memory: The file that notes are kept in. Default: `None`, the project's own.
            speaker: Who speaks: nothing that is recorded is relied on more. Default: `"agent"`; `"person"` where a person types.
            max_memory_bytes: The most bytes of that file. Default: `None`, no limit.
            secrets: What becomes of secrets: `mask`, `refuse` or `keep`. Default: `None`, as set.
            retention_days: After how many days upkeep forgets, at most 36,500. Default: `None`, as set.
            max_per_day: The most events of a principal on a day. Default: `None`, as set.
        """
        return await cls._opened(
            lambda: Memory.reading(
                root,
                fresh=fresh,
                memory=memory,
                speaker=speaker,
                max_memory_bytes=max_memory_bytes,
                secrets=secrets,
                retention_days=retention_days,
                max_per_day=max_per_day,
            )
        )

    @classmethod
    async def in_memory(cls: type[Self], root: str | os.PathLike[str], *, speaker: Origin = "agent") -> Self:
        """A memory of a folder that keeps nothing on disk.

        Args:
            root: The folder.
            speaker: Who speaks: nothing that is recorded is relied on more. Default: `"agent"`; `"person"` where a person types.
        """
        return await cls._opened(lambda: Memory.in_memory(root, speaker=speaker))

    @classmethod
    async def from_files(
        cls: type[Self],
        files: Mapping[str | os.PathLike[str], str],
        *,
        speaker: Origin = "agent",
    ) -> Self:
        """A memory of these texts, by their paths, indexed. Neither they nor anything else is on a disk.

        Args:
            files: The text of each file, by its path relative to a folder that there need not be: `{"src/app.py": "…"}`.
            speaker: Who speaks: nothing that is recorded is relied on more. Default: `"agent"`; `"person"` where a person types.
        """
        return await cls._opened(lambda: Memory.from_files(files, speaker=speaker))

    async def remember(
        self,
        text: str,
        *,
        channel: str = "",
        origin: Origin | None = None,
        session: str = "",
        branch: str = "",
        task: str = "",
        time: int | None = None,
        event_id: str | None = None,
        parents: Sequence[str] = (),
        metadata: Mapping[str, Any] | None = None,
        at: Sequence[str | os.PathLike[str]] = (),
    ) -> Remembered:
        """Remembers a note about this project, in the user's data folder.

        Args:
            text: What to remember, 1 to 65,536 bytes.
            channel: What it belongs to, at most 128 bytes. Default: `""`, which stands for `_global`.
            origin: Who said it, where that is relied on less than who speaks to the memory. Default: `None`, who speaks.
            session: The session in which it was said. Default: `""`, none.
            branch: The branch of the repository that was checked out, at most 255 bytes. Default: `""`, none.
            task: The task for which it was said, at most 128 bytes. Default: `""`, none.
            time: When it happened, in milliseconds since 1970. Default: now.
            event_id: What tells this event from every other, 1 to 256 bytes: one that is told again is not added again.
                Default: a new event.
            parents: The ids of records that it was derived from, at most 100. Default: none.
            metadata: At most 32 members and 16,384 bytes of JSON; those that are texts, numbers or booleans can be asked for.
                Default: none.
            at: Files that it speaks of, at most 100. Default: none.
        """
        return await self._run(
            lambda: self._plain.remember(
                text,
                channel=channel,
                origin=origin,
                session=session,
                branch=branch,
                task=task,
                time=time,
                event_id=event_id,
                parents=parents,
                metadata=metadata,
                at=at,
            )
        )

    async def export(
        self,
        *,
        format: ExportFormat = "text",
        path_prefix: str | os.PathLike[str] = "",
        around: str = "",
        depth: int = 1,
    ) -> str:
        """The graph, or a part of it, as one text.

        Args:
            format: `text` is canonical, equal for equal code, whatever way it was indexed; `json` has each edge's confidence;
                `dot`, `mermaid` and `graphml` are for programs that draw or analyse. Default: `"text"`.
            path_prefix: Only files whose path begins so, and edges between them. Default: `""`, all.
            around: Only a symbol or file, as people type it, with what edges join it to. Default: `""`, all.
            depth: How many edges away from it, from 1 to 10. Default: 1.
        """
        return await self._run(
            lambda: self._plain.export(
                format=format,
                path_prefix=path_prefix,
                around=around,
                depth=depth,
            )
        )

    async def extent(self) -> Extent:
        """How much of the folder the memory answers for: after an index run that was cut short, a part."""
        return await self._run(self._plain.extent)

    async def damaged(self) -> tuple[DamagedRow, ...]:
        """Rows that could not be read since the memory was last opened: what the answers since then were given without."""
        return await self._run(self._plain.damaged)

    @property
    def n_changed(self) -> int | None:
        """With `fresh`, how many files had changed when the last question was asked that its answer does not know of: 0, unless
        there were too many to wait for, or another process was writing. `None` where nobody looked: without `fresh`, and before
        the first question.
        """
        return self._plain.n_changed

    @property
    def purpose(self) -> Purpose:
        """What the memory was opened for: `reading` also where `or_read` had to."""
        return self._plain.purpose

    @property
    def closed(self) -> bool:
        """Whether the memory was closed, or belongs to another process."""
        return self._plain.closed

    @property
    def root(self) -> str:
        """The folder, by its canonical path."""
        return self._plain.root


class AsyncRecordsCalls(Twin):
    """What is called of `Records`."""

    _plain: Records

    @classmethod
    async def open(
        cls: type[Self],
        file: str | os.PathLike[str] | None = None,
        *,
        tenant: str = "",
        principal: str = "",
        speaker: Origin = "agent",
        trust: Trust = "confirmed",
        max_bytes: int | None = None,
        secrets: SecretPolicy | None = None,
        retention_days: int | None = None,
        max_per_day: int | None = None,
    ) -> Self:
        """Opens records in a file of one's own; without a file nothing is kept.

        Args:
            file: The file, which is made with the first record. Default: `None`, nothing is kept.
            tenant: Whose records these are: nothing of one tenant is shown to another. At most 128 bytes. Default: `""`.
            principal: Who has them open, at most 128 bytes. Default: `""`.
            speaker: Who speaks: nothing that is recorded is relied on more. Default: `"agent"`; `"person"` where a person types what
                is remembered.
            trust: The most trust that a record has which is added so. Default: `"confirmed"`.
            max_bytes: Once the file takes so many bytes, nothing is added to it, and `Full` is raised. Default: `None`, no limit
                but the disk's.
            secrets: What becomes of texts that have the form of a known kind of secret: `mask` replaces the secret by its kind,
                `refuse` refuses the event, `keep` keeps it as it is. Default: as the user's `config.json` says, or `"mask"`.
            retention_days: After how many days upkeep forgets turns, tool calls, touches of files and what was learnt from them;
                0: never. At most 36,500. Default: as that file says, or 0.
            max_per_day: The most events that one principal records on a day of UTC; 0: no limit. Default: as that file
                says, or 0.
        """
        return await cls._opened(
            lambda: Records(
                file,
                tenant=tenant,
                principal=principal,
                speaker=speaker,
                trust=trust,
                max_bytes=max_bytes,
                secrets=secrets,
                retention_days=retention_days,
                max_per_day=max_per_day,
            )
        )

    async def remember(
        self,
        text: str,
        *,
        channel: str = "",
        origin: Origin | None = None,
        session: str = "",
        branch: str = "",
        task: str = "",
        time: int | None = None,
        event_id: str | None = None,
        parents: Sequence[str] = (),
        metadata: Mapping[str, Any] | None = None,
    ) -> Remembered:
        """Remembers a note.

        Args:
            text: What to remember, 1 to 65,536 bytes.
            channel: What it belongs to, at most 128 bytes. Default: `""`, which stands for `_global`.
            origin: Who said it, where that is relied on less than who speaks to the memory. Default: `None`, who speaks.
            session: The session in which it was said. Default: `""`, none.
            branch: The branch of the repository that was checked out, at most 255 bytes. Default: `""`, none.
            task: The task for which it was said, at most 128 bytes. Default: `""`, none.
            time: When it happened, in milliseconds since 1970. Default: now.
            event_id: What tells this event from every other, 1 to 256 bytes: one that is told again is not added again.
                Default: a new event.
            parents: The ids of records that it was derived from, at most 100. Default: none.
            metadata: At most 32 members and 16,384 bytes of JSON; those that are texts, numbers or booleans can be asked for.
                Default: none.
        """
        return await self._run(
            lambda: self._plain.remember(
                text,
                channel=channel,
                origin=origin,
                session=session,
                branch=branch,
                task=task,
                time=time,
                event_id=event_id,
                parents=parents,
                metadata=metadata,
            )
        )

    async def backup(self, file: str | os.PathLike[str]) -> None:
        """Copies all that is not forgotten into a new file, which only this user can read.

        Records that were opened for one tenant refuse it as `Invalid`, because a copy has the records of all tenants.

        Args:
            file: The new file.
        """
        await self._run(lambda: self._plain.backup(file))


class AsyncWindowCalls(Twin):
    """What is called of `Window`."""

    _plain: Window

    @classmethod
    async def open(
        cls: type[Self],
        *,
        policy: Policy = "evidence",
        max_tokens: int = 200_000,
        threshold: float = 0.8,
        low: float = 0.66,
        recap_share: float = 0.1,
        keep_last: int = 3,
        stub: StubKind = "outline",
        cache_read: float = 0.1,
        cache_write: float = 1.25,
        cache_lifetime: int = 300_000,
        max_body_bytes: int = 1_048_576,
        max_window_bytes: int = 67_108_864,
        body_lifetime: int = 604_800_000,
        caller_keeps: bool = False,
        immutable: bool = False,
        memory: str | os.PathLike[str] | None = None,
        project: str | os.PathLike[str] | None = None,
        name: str = "",
        tenant: str = "",
        principal: str = "",
        saved: bytes = b"",
    ) -> Self:
        """Opens a window.

        Args:
            policy: Who decides. Default: `"evidence"`.
            max_tokens: The most tokens of a request, 1,000 to 100,000,000. Default: 200,000.
            threshold: The share of them at which a prune begins, 0.05 to 1.0. Default: 0.8.
            low: The share of that which a prune leaves, beside what the last steps brought, 0.05 to 1.0. Default: 0.66.
            recap_share: The share of the tokens at which a prune begins that stubs may take, 0.0 to 0.5: beyond, the oldest messages
                leave whole into recaps, which all together take no more than it. 0: none does. Default: 0.1.
            keep_last: How many results the policy `keep_last` keeps. Default: 3.
            stub: What is left of a pruned part. Default: `"outline"`.
            cache_read: The price of a token read from the prompt cache, as a share of one without a cache. Default: 0.1.
            cache_write: The price of a token written into it. Default: 1.25.
            cache_lifetime: How long the provider keeps a cache that is not used, in milliseconds. Default: 300,000.
            max_body_bytes: The most bytes of one part that are kept for restoring; a larger part is only pruned where
                `caller_keeps`. Default: 1,048,576.
            max_window_bytes: The most bytes that are kept of all parts; beyond, the oldest are given up. Default: 67,108,864.
            body_lifetime: How long they are kept, in milliseconds. Default: 604,800,000, seven days.
            caller_keeps: The caller keeps what is pruned itself. Default: `False`.
            immutable: The caller changes no message in place, and none that `fit` gave: a message that is the same object as before, at
                the same place, is taken to be unchanged. `fit` then costs what is new. Default: `False`: the content is compared.
            memory: The file of a memory in which the window is kept. Default: `None`.
            project: The folder of a project in whose memory it is kept. Default: `None`.
            name: Its name in a memory, 1 to 128 bytes.
            tenant: Whose memory it is, at most 128 bytes. Default: `""`.
            principal: Who has it open, at most 128 bytes. Default: `""`.
            saved: What `save` gave, of a window without a memory. Default: none.
        """
        return await cls._opened(
            lambda: Window(
                policy=policy,
                max_tokens=max_tokens,
                threshold=threshold,
                low=low,
                recap_share=recap_share,
                keep_last=keep_last,
                stub=stub,
                cache_read=cache_read,
                cache_write=cache_write,
                cache_lifetime=cache_lifetime,
                max_body_bytes=max_body_bytes,
                max_window_bytes=max_window_bytes,
                body_lifetime=body_lifetime,
                caller_keeps=caller_keeps,
                immutable=immutable,
                memory=memory,
                project=project,
                name=name,
                tenant=tenant,
                principal=principal,
                saved=saved,
            )
        )

    @overload
    async def fit(self, messages: Mapping[str, Any], format: MessageFormat = "anthropic") -> dict[str, Any]: ...

    @overload
    async def fit(self, messages: Sequence[Message], format: MessageFormat = "anthropic") -> list[Message]: ...

    async def fit(self, messages: Any, format: MessageFormat = "anthropic") -> Any:
        """The messages as they are to be sent: pruned where the budget demands it. Called before each request.

        Messages that nothing is pruned of are the same objects; the given list is not changed. `last` says what was done.

        Args:
            messages: All messages of the conversation as the provider's library takes them: dictionaries, or objects of
                LangChain or of Pydantic; or a whole request, a dictionary with `messages` or `input`, which comes back as one.
            format: Whose messages they are. Default: `"anthropic"`.

        Raises:
            Floor: The budget cannot be met.
            Conflict: Another process changed the window: call again.
            Invalid: The messages are not what the format says, or were no valid conversation.
        """
        return await self._run(lambda: self._plain.fit(messages, format))

    async def push(self, parts: Sequence[Part]) -> Pushed:
        """Takes parts in, of messages of no known format, in the order of the conversation. After it `prune` gives the edits of all
        that is pruned, which the caller makes.

        Args:
            parts: New ones, or those from a message on that was known.
        """
        return await self._run(lambda: self._plain.push(parts))

    async def push_messages(
        self,
        messages: Sequence[Any],
        format: MessageFormat = "anthropic",
        *,
        first: int = 0,
    ) -> Pushed:
        """Takes messages in without pruning. `fit` does so by itself.

        Args:
            messages: New ones, or those from a message on that was known, as the provider's library takes them.
            format: Whose messages they are. Default: `"anthropic"`.
            first: The number of the first of them in the conversation, from 0. Default: 0.
        """
        return await self._run(lambda: self._plain.push_messages(messages, format, first=first))

    async def prune(self) -> Pruned:
        """Prunes where the budget demands it, or where a cold prompt cache makes it cheap. `fit` does so by itself."""
        return await self._run(self._plain.prune)

    async def restore(self, id: str) -> Restored:
        """What a part held, pruned or not: its text, and the JSON of its value. Who wants it back in the conversation appends it.

        Args:
            id: The id that a stub names.
        """
        return await self._run(lambda: self._plain.restore(id))

    async def already_visible(self, content: str) -> VisibleItem | None:
        """The newest part of a text, as long as it can be read in the conversation as it is edited.

        Args:
            content: The text.
        """
        return await self._run(lambda: self._plain.already_visible(content))

    async def report_usage(self, input_tokens: int) -> None:
        """Holds the total to what the provider counted.

        Args:
            input_tokens: All input tokens of the last request, cached ones included.
        """
        await self._run(lambda: self._plain.report_usage(input_tokens))

    async def set_relevance(self, relevance: Mapping[str, float]) -> None:
        """Has the values of parts multiplied by how relevant something else holds them.

        Args:
            relevance: 0.0 to 1.0, by id.
        """
        await self._run(lambda: self._plain.set_relevance(relevance))

    async def pin(self, ids: str | Sequence[str], *, pinned: bool = True) -> None:
        """Pins parts, which then never leave, or lets go of them.

        Args:
            ids: The id of a part, or those of several.
            pinned: Whether they are pinned from now on. Default: `True`.
        """
        await self._run(lambda: self._plain.pin(ids, pinned=pinned))

    async def set_task(self, task: str) -> None:
        """Says which task the conversation is about from now on. Makes a snapshot.

        Args:
            task: The task, at most 128 bytes; `""`: none.
        """
        await self._run(lambda: self._plain.set_task(task))

    async def snapshot(self) -> None:
        """Makes a snapshot."""
        await self._run(self._plain.snapshot)

    async def snapshots(self, *, limit: int = 10, before: int = 0) -> SnapshotPage:
        """Snapshots, newest first.

        Args:
            limit: How many at most, 1 to 100. Default: 10.
            before: Of those before this number; 0: of all. Default: 0.
        """
        return await self._run(lambda: self._plain.snapshots(limit=limit, before=before))

    async def find_snapshot(self, number: int | None = None) -> SnapshotOfWindow | None:
        """What left at a prune, why, and what stayed. `None` if there is none.

        Args:
            number: The number of its snapshot. Default: `None`, the newest prune.
        """
        return await self._run(lambda: self._plain.find_snapshot(number))

    async def explain(self, id: str) -> Explanation | None:
        """What the newest snapshot that judged a part says of it: its value, what that consists of, and what became of it.

        Args:
            id: The part, by the id that a stub or a snapshot names.
        """
        return await self._run(lambda: self._plain.explain(id))

    async def what_if(self, max_tokens: int) -> SnapshotOfWindow:
        """What a prune would do now at another budget, as the snapshot that it would make, with the number 0. Nothing is changed.

        Args:
            max_tokens: The most tokens of a request, 1,000 to 100,000,000.
        """
        return await self._run(lambda: self._plain.what_if(max_tokens))

    async def compare_snapshots(self, older: int, newer: int | None = None) -> SnapshotComparison:
        """Which parts left or came between two snapshots.

        Args:
            older: The number of the one.
            newer: The number of the other. Default: `None`, the newest.
        """
        return await self._run(lambda: self._plain.compare_snapshots(older, newer))

    async def recover_snapshot(self, number: int) -> RecoveredWindow:
        """The edits as they were at a snapshot, of the messages as they were given. The window stays as it is.

        Args:
            number: The number of the snapshot.
        """
        return await self._run(lambda: self._plain.recover_snapshot(number))

    async def learnings(self, *, limit: int = 20) -> LearningPage:
        """What the parts taught that were pruned, newest first.

        Args:
            limit: How many at most, 1 to 1,000. Default: 20.
        """
        return await self._run(lambda: self._plain.learnings(limit=limit))

    async def status(self) -> WindowStatus:
        """How the window stands."""
        return await self._run(self._plain.status)

    async def save(self) -> bytes:
        """All that a window without a memory keeps, for `saved`. Not the messages, which are the caller's."""
        return await self._run(self._plain.save)

    async def end(self) -> None:
        """Ends the window: nothing of it can be restored. What it taught stays."""
        await self._run(self._plain.end)

    async def found(self) -> WindowOpened:
        """What opening found."""
        return await self._run(lambda: self._plain.found)
