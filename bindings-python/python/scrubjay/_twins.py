"""Methods that run on the thread of an asynchronous twin. Written by `cargo xtask records` from the classes: change those."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, overload

from ._arguments import Time
from ._changes import Changes
from ._questions import Questions, RecordQuestions
from ._twin import Opening, RecordingTwin, Self, Twin
from .context import Contexts
from .lines import CapturedLines, Harness, Imported, LineFormat, Merged
from .memory import Memory
from .mending import Damage, Mending, Salvage
from .notes import Records
from .recording import Erasure, Forgetting, Recording, Remembered
from .records import (
    Anchor,
    BacktestReport,
    Beginning,
    BesidePiece,
    CoEditPage,
    Compaction,
    Comparison,
    DamagedRow,
    DecisionPage,
    DecisionStatus,
    Delivered,
    DeliveryPage,
    DependencyPage,
    DocumentPage,
    EdgeKind,
    EventKind,
    EventPage,
    Explanation,
    ExportFormat,
    FailurePage,
    FileOutline,
    FileSummary,
    FilesToReread,
    FindPage,
    FunctionPage,
    HierarchyPage,
    LearningPage,
    Lineage,
    LogPage,
    MemoryStatus,
    MessageFormat,
    Moment,
    NotePage,
    Origin,
    PathPage,
    PatternKind,
    PatternPage,
    Policy,
    Prepared,
    Pushed,
    Recalled,
    RecordTotals,
    RecoveredWindow,
    Reminders,
    RepositoryMap,
    ResolvedAnchors,
    Restored,
    SecretPolicy,
    SessionContext,
    SessionPage,
    SnapshotComparison,
    SnapshotOfWindow,
    SnapshotPage,
    SourcePage,
    StrategyPage,
    StubKind,
    SummaryDraft,
    SymbolKind,
    TaskIntent,
    TaskPage,
    TaskStatus,
    TimeSpan,
    ToolStatPage,
    TouchPage,
    TouchedLines,
    Trust,
    UnresolvedPage,
    UserProfile,
    VersionPage,
    VisibleItem,
    WalkPage,
    WeightedPath,
    Weighting,
    WindowStatus,
    WorkingSet,
    ZoneOffset,
)
from .report import Extent, Purpose
from .sessions import Sessions
from .window import Message, OnFloor, Part, Pruned, Window


class AsyncRecordQuestionsCalls(Twin):
    """The methods of `RecordQuestions`, as coroutines."""

    _plain: RecordQuestions

    async def notes(
        self,
        *,
        channel: str = "",
        since: Time | None = None,
        until: Time | None = None,
        limit: int = 20,
        metadata: Sequence[str] = (),
        after: str = "",
    ) -> NotePage:
        """The notes of a channel or of all, newest first.

        Args:
            channel: Only of this channel; empty: of all. Default: "". Length: 0 to 128 bytes.
            since: Only what happened at this time or later.
            until: Only what happened before this time.
            limit: How many notes are given at most. Default: 20. Range: 1 to 1,000.
            metadata: Only with these members of their metadata, each as `name=value`. Default: []. At most 8, of at most 400 bytes each.
            after: The id of the note to go on after, `next` of the page before; empty: from the newest on. Default: "".
                Length: 0 to 64 bytes.
        """
        return await self._run(lambda: self._plain.notes(
            channel=channel,
            since=since,
            until=until,
            limit=limit,
            metadata=metadata,
            after=after,
        ))

    async def totals(self) -> RecordTotals:
        """How many records there are. Costs the same however many there are, because records are counted when they are added."""
        return await self._run(self._plain.totals)

    async def events(
        self,
        *,
        kinds: Sequence[EventKind] = (),
        channel: str = "",
        session: str = "",
        task: str = "",
        conversation: str = "",
        path: str | os.PathLike[str] = "",
        anchor: str = "",
        tool: str = "",
        branch: str = "",
        commit: str = "",
        parent: str = "",
        metadata: Sequence[str] = (),
        since: Time | None = None,
        until: Time | None = None,
        limit: int = 20,
        after: str = "",
    ) -> EventPage:
        """Events, newest first. If nothing fits and the question has a name that no record has, the question is refused as `unknown`;
        the error suggests similar names from the newest 200 records.

        Args:
            kinds: Only these kinds; none given: all. Default: [].
            channel: Only of this channel; empty: of all. Default: "". Length: 0 to 128 bytes.
            session: Only of this session. Default: "". Length: 0 to 128 bytes.
            task: Only of this task. Default: "". Length: 0 to 128 bytes.
            conversation: Only of this conversation. Default: "". Length: 0 to 128 bytes.
            path: Only what touched this file, named as for `file_history`. Default: "". Length: 0 to 1,024 bytes.
            anchor: Only notes, decisions and lessons that are anchored to this file or to a symbol in it. Default: "".
                Length: 0 to 1,024 bytes.
            tool: Only of this tool. Default: "". Length: 0 to 128 bytes.
            branch: Only what happened while this branch was checked out; a branch without records is not refused as unknown. Default: "".
                Length: 0 to 255 bytes.
            commit: Only what happened while this commit was checked out: all of its 40 or 64 hex digits. Default: "". Length: 0 to 64 bytes.
            parent: Only what was derived from the record with this id. Default: "". Length: 0 to 64 bytes.
            metadata: Only with these members of their metadata, each as `name=value`. Default: []. At most 8, of at most 400 bytes each.
            since: Only what happened at this time or later.
            until: Only what happened before this time.
            limit: How many events are given at most. Default: 20. Range: 1 to 1,000.
            after: The id of the event to go on after, `next` of the page before; empty: from the newest on. Default: "".
                Length: 0 to 64 bytes.
        """
        return await self._run(lambda: self._plain.events(
            kinds=kinds,
            channel=channel,
            session=session,
            task=task,
            conversation=conversation,
            path=path,
            anchor=anchor,
            tool=tool,
            branch=branch,
            commit=commit,
            parent=parent,
            metadata=metadata,
            since=since,
            until=until,
            limit=limit,
            after=after,
        ))

    async def read_time(
        self,
        written: str,
        *,
        zone: Sequence[ZoneOffset] | None = None,
        now: int | None = None,
    ) -> TimeSpan:
        """The span of time that a written time means. Needs no rows.

        Args:
            written: The time. It is `today`, `yesterday`, `monday`, `last week`, `this month`, `3 days ago`, a date such as `2026-11-03` or
                `3 November`, or an age such as `7d` or `12h`. It may also be a moment such as `2026-11-03T09:30`, with its offset or in
                the time of the zone. Length: 1 to 1,024 bytes.
            zone: The zone whose days are meant. Default: zone.
            now: The time of the question. Default: now.
        """
        return await self._run(lambda: self._plain.read_time(written, zone=zone, now=now))

    async def log(
        self,
        *,
        when: str = "",
        session: str = "",
        limit: int = 50,
        after: str = "",
        zone: Sequence[ZoneOffset] | None = None,
        now: int | None = None,
    ) -> LogPage:
        """"What did I do yesterday?" What was asked, done, failed, decided and noted, a line for each, newest first. Left out are
        files that were only read, and what others did according to imports. A session without any record is refused as `unknown`.

        Args:
            when: Only what happened at this time, which is written as for `read_time`; empty: at any time. Default: "".
                Length: 0 to 1,024 bytes.
            session: Only of this session. Default: "". Length: 0 to 128 bytes.
            limit: How many lines are given at most. Default: 50. Range: 1 to 1,000.
            after: The id to go on after, `next` of the page before; empty: from the newest on. Default: "". Length: 0 to 64 bytes.
            zone: The zone whose days are meant. Default: zone.
            now: The time of the question. Default: now.
        """
        return await self._run(lambda: self._plain.log(
            when=when,
            session=session,
            limit=limit,
            after=after,
            zone=zone,
            now=now,
        ))

    async def why(self, id: str) -> Lineage:
        """A record, what it was derived from, and what was derived from it. `id` is the record's id, or a beginning of it, of at least
        8 characters, that no other id has. Length of `id`: 1 to 64 bytes.

        Args:
            id: The id of the record.
        """
        return await self._run(lambda: self._plain.why(id))

    async def file_history(self, path: str | os.PathLike[str], *, limit: int = 5) -> FileSummary:
        """"Have I worked on this file?": what was done with a file.

        Args:
            path: The file, in any form of its path; or the end of its path, such as its name. An end that several touched files have is
                refused as `ambiguous`. Length: 1 to 1,024 bytes.
            limit: How many touches are given at most. Default: 5. Range: 1 to 1,000.
        """
        return await self._run(lambda: self._plain.file_history(path, limit=limit))

    async def co_edits(
        self,
        *,
        path: str | os.PathLike[str] = "",
        min_occasions: int = 3,
        limit: int = 20,
    ) -> CoEditPage:
        """"Which files are edited together?" Each recorded edit updates the pairs; files outside the project form none.

        Args:
            path: Only pairs with this file, named as for `file_history`; empty: all. Default: "". Length: 0 to 1,024 bytes.
            min_occasions: On how many occasions two files must have been edited together. Default: 3. Range: 3 to 1,000,000.
            limit: How many pairs are given at most. Default: 20. Range: 1 to 1,000.
        """
        return await self._run(lambda: self._plain.co_edits(path=path, min_occasions=min_occasions, limit=limit))

    async def last_touches(self, contains: str, *, limit: int = 10) -> TouchPage:
        """"What did I last do with X?": the newest touches of files whose paths contain a text.

        Args:
            contains: A part of the path; capital and small letters of ASCII are the same. Length: 1 to 1,024 bytes.
            limit: How many touches are given at most. Default: 10. Range: 1 to 1,000.
        """
        return await self._run(lambda: self._plain.last_touches(contains, limit=limit))

    async def tool_stats(
        self,
        *,
        now: int | None = None,
        days: int = 7,
        channel: str = "",
        intent: TaskIntent | None = None,
    ) -> ToolStatPage:
        """"How often does each tool succeed, and how long does it take?"

        Args:
            now: The days are counted back from this time. Default: now.
            days: How many whole days of UTC are counted, today among them. Default: 7. Range: 1 to 366.
            channel: Only of this channel; empty: of all. Default: "". Length: 0 to 128 bytes.
            intent: Only for tasks of this intent.
        """
        return await self._run(lambda: self._plain.tool_stats(now=now, days=days, channel=channel, intent=intent))

    async def tasks(self, *, statuses: Sequence[TaskStatus] = (), limit: int = 20) -> TaskPage:
        """"What was I working on?": tasks, the most recently changed first.

        Args:
            statuses: Only tasks with these statuses; none given: active and paused. Default: [].
            limit: How many tasks are given at most. Default: 20. Range: 1 to 1,000.
        """
        return await self._run(lambda: self._plain.tasks(statuses=statuses, limit=limit))

    async def patterns(self, *, kind: PatternKind | None = None, subject: str = "", limit: int = 20) -> PatternPage:
        """Patterns of how errors were mended and renames carried through, learnt as events were added.

        Args:
            kind: Only of this kind.
            subject: Only patterns whose subject begins with this text (a tool for errors, a folder for renames), among the 1,000 most frequent
                of each kind; empty: all. Default: "". Length: 0 to 1,024 bytes.
            limit: How many patterns are given at most. Default: 20. Range: 1 to 1,000.
        """
        return await self._run(lambda: self._plain.patterns(kind=kind, subject=subject, limit=limit))

    async def strategies(self, *, task_type: str = "", channel: str = "", limit: int = 10) -> StrategyPage:
        """Strategies, best first, among the newest 1,000 of the channel and of `_global`, or of all channels together.

        Args:
            task_type: Only for this sort of task; empty: for all. Default: "". Length: 0 to 128 bytes.
            channel: Only of this channel and `_global`; empty: of all. Default: "". Length: 0 to 128 bytes.
            limit: How many strategies are given at most. Default: 10. Range: 1 to 1,000.
        """
        return await self._run(lambda: self._plain.strategies(task_type=task_type, channel=channel, limit=limit))

    async def decisions(
        self,
        *,
        statuses: Sequence[DecisionStatus] = (),
        channel: str = "",
        limit: int = 20,
    ) -> DecisionPage:
        """Decisions: for each title in a channel the newest record. Examines the first 1,000 titles of a channel, in their order.

        Args:
            statuses: Only decisions with these statuses; none given: all. Default: [].
            channel: Of this channel and `_global`; empty: of `_global`. Default: "". Length: 0 to 128 bytes.
            limit: How many decisions are given at most. Default: 20. Range: 1 to 1,000.
        """
        return await self._run(lambda: self._plain.decisions(statuses=statuses, channel=channel, limit=limit))

    async def working_memory(
        self,
        conversation: str,
        *,
        channel: str = "",
        now: int | None = None,
        limit: int = 20,
    ) -> WorkingSet:
        """The working memory of a conversation: its newest turns and thoughts, and values until their lifetime ends.

        Args:
            conversation: The conversation. Length: 1 to 128 bytes.
            channel: Its channel; empty: `_global`. Default: "". Length: 0 to 128 bytes.
            now: Values whose lifetime is over at this time are left out. Default: now.
            limit: How many turns, and how many thoughts, are given at most. Default: 20. Range: 1 to 1,000.
        """
        return await self._run(lambda: self._plain.working_memory(conversation, channel=channel, now=now, limit=limit))

    async def profile(self) -> UserProfile:
        """What is known of the user who has the memory open."""
        return await self._run(self._plain.profile)

    async def deliver(
        self,
        session: str,
        *,
        moment: Moment = "start",
        text: str = "",
        paths: Sequence[str] = (),
        tool: str = "",
        command: str = "",
        branch: str = "",
        budget: int = 0,
        now: int | None = None,
    ) -> Delivered:
        """What an agent should be told at a moment; mostly nothing. When a session begins: open tasks, notes and decisions, and with a
        `text` also past work and failures that fit it. At a prompt: notes, decisions and lessons that fit it strongly, and what an
        agent said last with a name in code that the prompt has; at the first prompt of a session also the work of one of the last 8
        sessions with what came of it, if the prompt names the same thing, or only says to go on and both are on the same branch.
        Before a file is read or changed: errors that its edits mended in two sessions, and records that are anchored to it. After a
        failure: what mended the same error, and lessons and notes that contain the error verbatim. After a compaction: the open
        task, and files to read again.

        Args:
            session: The session that is told. Its own records are told to it only after a compaction. Length: 1 to 128 bytes.
            moment: What the agent is about to do, or what has just happened. Default: start.
            text: The prompt, the error, or what the session is asked to do. Default: "". Length: 0 to 65,536 bytes.
            paths: The files that are about to be read or changed, or that the failed call names. Default: [].
                At most 20, of at most 1,024 bytes each.
            tool: The tool that failed; empty: any. Default: "". Length: 0 to 128 bytes.
            command: The command that failed; empty: not known. What other commands, or another form of it, mended is told only of the same
                program with the same sub-command. Default: "". Length: 0 to 65,536 bytes.
            branch: The branch that is checked out; empty: not known. Default: "". Length: 0 to 255 bytes.
            budget: The most tokens of the answer's `text`; 0: 600 when a session begins, else 300. Default: 0. Range: 0 to 1,000,000.
            now: The time of the question. Default: now.
        """
        return await self._run(lambda: self._plain.deliver(
            session,
            moment=moment,
            text=text,
            paths=paths,
            tool=tool,
            command=command,
            branch=branch,
            budget=budget,
            now=now,
        ))

    async def deliveries(
        self,
        *,
        session: str = "",
        since: Time | None = None,
        until: Time | None = None,
        limit: int = 20,
        after: str = "",
    ) -> DeliveryPage:
        """What agents were told, newest first. A session without any record or context is refused as `unknown`.

        Args:
            session: Only to this session; empty: to all. Default: "". Length: 0 to 128 bytes.
            since: Only what was told at this time or later.
            until: Only what was told before this time.
            limit: How many deliveries are given at most. Default: 20. Range: 1 to 1,000.
            after: The id of the delivery to go on after, `next` of the page before; empty: from the newest on. Default: "".
                Length: 0 to 64 bytes.
        """
        return await self._run(lambda: self._plain.deliveries(
            session=session,
            since=since,
            until=until,
            limit=limit,
            after=after,
        ))

    async def backtest(
        self,
        *,
        sessions: int = 50,
        moments: Sequence[Moment] = (),
        start_budget: int = 0,
        budget: int = 0,
    ) -> BacktestReport:
        """What agents would have been told in recorded sessions, and whether they used it. The memory is made anew from its history, in
        the order in which things became known, and `deliver` is asked at each moment of a replayed session, so that nothing is told
        that was not known then. A call becomes known when it ends, a note whose text was replaced when it was replaced, an imported
        record when it was imported. Compactions leave no record, so that none is replayed. Reads all records twice and keeps the
        replay in the instance, which takes about as much memory as the store. Nothing is stored.

        Args:
            sessions: How many sessions are replayed, the newest; of earlier ones only what they knew counts. Subagents count with the session that
                started them. Default: 50. Range: 1 to 10,000.
            moments: Only these moments; empty: all. Default: [].
            start_budget: The most tokens that a session is told when it begins; 0: 600. Default: 0. Range: 0 to 1,000,000.
            budget: The most tokens that are told at any other moment; 0: 300. Default: 0. Range: 0 to 1,000,000.
        """
        return await self._run(lambda: self._plain.backtest(
            sessions=sessions,
            moments=moments,
            start_budget=start_budget,
            budget=budget,
        ))

    async def recall(
        self,
        query: str,
        *,
        kinds: Sequence[EventKind] = (),
        channel: str = "",
        session: str = "",
        task: str = "",
        conversation: str = "",
        branch: str = "",
        commit: str = "",
        metadata: Sequence[str] = (),
        trust: Trust = "untrusted",
        since: Time | None = None,
        until: Time | None = None,
        outdated: bool = False,
        weak: bool = False,
        weighting: Weighting = "auto",
        limit: int = 10,
        per_session: int = 3,
        budget: int = 0,
        around: int = 0,
        zone: Sequence[ZoneOffset] | None = None,
        now: int | None = None,
    ) -> Recalled:
        """The records that fit a question, best first; filters act before the best are chosen. Reads the lists of the question's terms
        and rows of the records in these lists, never all records. An instance keeps up to 64 MiB of what it has read.

        Args:
            query: What is looked for, in words. Paths, ids, error codes, texts in double quotes, and words with a single digit behind them
                are matched verbatim, and such matches come first. A question of at most 16 words may name one time of at most a week, by
                its distance from today or in digits. Then only that time is searched, unless `since` or `until` is given. Words that are
                in nearly every text are looked for, verbatim, only if there are no others. The first 128 terms count.
                Length: 1 to 65,536 bytes.
            kinds: Only these kinds; none given: all. Default: [].
            channel: Only of this channel and of `_global`; empty: of all. Default: "". Length: 0 to 128 bytes.
            session: Only of this session. Default: "". Length: 0 to 128 bytes.
            task: Only of this task. Default: "". Length: 0 to 128 bytes.
            conversation: Only of this conversation. Default: "". Length: 0 to 128 bytes.
            branch: Only of this branch. Default: "". Length: 0 to 255 bytes.
            commit: Only of this commit, in all of its digits. Default: "". Length: 0 to 64 bytes.
            metadata: Only with these members of their metadata, each as `name=value`. Default: []. At most 8, of at most 400 bytes each.
            trust: Only records of at least this trust. Default: untrusted.
            since: Only what happened at this time or later.
            until: Only what happened before this time.
            outdated: Whether to give also decisions that are superseded or deprecated, and old forms of values and decisions that were recorded
                anew. Default: False.
            weak: Whether to give also records that fit so weakly that they are otherwise left out. Default: False.
            weighting: How much each factor counts. Default: auto.
            limit: How many records are given at most. Default: 10. Range: 1 to 100.
            per_session: The most records of one session; 0: any number. Default: 3. Range: 0 to 100.
            budget: The most tokens of all excerpts together, counting some twenty more for each excerpt; 0: any number. Default: 0.
                Range: 0 to 1,000,000.
            around: With each hit that is a turn, how many turns before it and after it are given. Default: 0. Range: 0 to 10.
            zone: The zone whose days the question means. Default: zone.
            now: The time of the question, from which the age of a record is counted. Default: now.
        """
        return await self._run(lambda: self._plain.recall(
            query,
            kinds=kinds,
            channel=channel,
            session=session,
            task=task,
            conversation=conversation,
            branch=branch,
            commit=commit,
            metadata=metadata,
            trust=trust,
            since=since,
            until=until,
            outdated=outdated,
            weak=weak,
            weighting=weighting,
            limit=limit,
            per_session=per_session,
            budget=budget,
            around=around,
            zone=zone,
            now=now,
        ))

    async def remind(
        self,
        task: str,
        *,
        errors: Sequence[str] = (),
        budget: int = 2000,
        limit: int = 3,
        now: int | None = None,
    ) -> Reminders:
        """Records that fit a task: similar past work, notes, decisions and lessons, open tasks, and the user's profile, as quotations
        within a budget.

        Args:
            task: What is to be done, in words. Length: 1 to 65,536 bytes.
            errors: Texts of current errors, which are looked for too. Default: []. At most 20, of at most 16,384 bytes each.
            budget: The most tokens of the answer's `text`. Default: 2,000. Range: 64 to 1,000,000.
            limit: How much past work is given at most. Default: 3. Range: 0 to 10.
            now: The time of the question, from which the age of a record is counted. Default: now.
        """
        return await self._run(lambda: self._plain.remind(task, errors=errors, budget=budget, limit=limit, now=now))

    async def load_session(self, id: str, *, version: int | None = None) -> SessionContext:
        """The context of a session; if there is none, a new context, which is not stored before it is saved.

        Args:
            id: The session. Length: 1 to 128 bytes.
            version: A stored version, as `session_versions` lists it; none: the current one.
        """
        return await self._run(lambda: self._plain.load_session(id, version=version))

    async def sessions(self, *, id: str = "", limit: int = 20, after: str = "") -> SessionPage:
        """The sessions of the memory, with or without a context. If `id` is an unknown session, the call is refused, and the error
        suggests similar ones.

        Args:
            id: Only this session; empty: all. Default: "". Length: 0 to 128 bytes.
            limit: How many sessions are given at most. Default: 20. Range: 1 to 1,000.
            after: Where to go on: `next` of the page before; empty: from the session on that was active last. Default: "".
                Length: 0 to 256 bytes.
        """
        return await self._run(lambda: self._plain.sessions(id=id, limit=limit, after=after))

    async def summarise_session(
        self,
        id: str,
        *,
        max_entries: int = 50,
        keep_entries: int = 30,
        max_tokens: int = 100000,
        is_manual: bool = False,
        has_model: bool = False,
    ) -> SummaryDraft:
        """A summary of the entries that a compaction would remove: by rule, or in the words of a model that the host has. An answer of
        the model that `compact_session` would not accept is refused as `invalid`.

        Args:
            id: The session. Length: 1 to 128 bytes.
            max_entries: As in `compaction_settings`. Default: 50. Range: 1 to 100,000,000.
            keep_entries: As in `compaction_settings`. Default: 30. Range: 1 to 100,000,000.
            max_tokens: As in `compaction_settings`. Default: 100,000. Range: 1 to 100,000,000.
            is_manual: As in `compaction_settings`. Default: False.
            has_model: Whether the host answers `model` requests. Default: False.
        """
        return await self._run(lambda: self._plain.summarise_session(
            id,
            max_entries=max_entries,
            keep_entries=keep_entries,
            max_tokens=max_tokens,
            is_manual=is_manual,
            has_model=has_model,
        ))

    async def session_versions(self, id: str) -> VersionPage:
        """The current version of a session, and stored versions from before entries were removed.

        Args:
            id: The session. Length: 1 to 128 bytes.
        """
        return await self._run(lambda: self._plain.session_versions(id))

    async def compare_sessions(self, id: str, older: int, *, newer: int | None = None) -> Comparison:
        """What differs between two versions of a session.

        Args:
            id: The session. Length: 1 to 128 bytes.
            older: A stored version.
            newer: Another stored version; none: the current one.
        """
        return await self._run(lambda: self._plain.compare_sessions(id, older, newer=newer))

    async def reread(self, session: str, *, limit: int = 5) -> FilesToReread:
        """Which files to read again after a compaction: those that the session touched most and last. A session without any record or
        context is `unknown`.

        Args:
            session: The session, for which touches of files were recorded. Length: 1 to 128 bytes.
            limit: How many files are given at most. Default: 5. Range: 1 to 100.
        """
        return await self._run(lambda: self._plain.reread(session, limit=limit))

    async def failures(self, *, session: str = "", tool: str = "", limit: int = 20) -> FailurePage:
        """"What still fails?" Of the newest 2,000 calls, the failures that no later success mended. A success mends a failure of the
        same tool with the same aim. The aim is the file that the call names, or the first two words of the main part of a command
        line; of a line that succeeded, other parts may count too. Imported calls are left out.

        Args:
            session: Only those of this session; empty: all. Default: "". Length: 0 to 128 bytes.
            tool: Only those of this tool; empty: all. Default: "". Length: 0 to 128 bytes.
            limit: How many failures are given at most. Default: 20. Range: 1 to 100.
        """
        return await self._run(lambda: self._plain.failures(session=session, tool=tool, limit=limit))

    async def begin_session(self, *, message: str = "", limit: int = 10, now: int | None = None) -> Beginning:
        """What a new session should begin with: files that it will likely touch, open tasks, what failed last, notes that fit, and
        similar past work.

        Args:
            message: What the session is asked to do, as far as it is known. Default: "". Length: 0 to 65,536 bytes.
            limit: How many files are given at most. Default: 10. Range: 1 to 100.
            now: The time of the question, from which the age of a record is counted. Default: now.
        """
        return await self._run(lambda: self._plain.begin_session(message=message, limit=limit, now=now))


class AsyncQuestionsCalls(Twin):
    """The methods of `Questions`, as coroutines."""

    _plain: Questions

    async def find(
        self,
        text: str,
        *,
        kinds: Sequence[SymbolKind] = (),
        path_prefix: str | os.PathLike[str] = "",
        limit: int = 20,
        explain: bool = False,
        skip: int = 0,
    ) -> FindPage:
        """Finds symbols: exact names first, then qualified names, beginnings and parts. If no name fits, finds them by words: first
        names that consist of exactly these words, then names that have all of them, then words of names, signatures and docs. A
        symbol that has more of the words comes first; of equally many, one with the rarer words. A word such as `class` also means
        a kind, and a word that no symbol has counts for nothing. Symbols with equal scores are ordered by id. If no kinds are
        given, a text with a slash or a dot in it also finds the files whose path is this text or ends with it.

        Args:
            text: A name, a part of one, or words of a signature or doc comment. Length: 1 to 1,000 bytes.
            kinds: Only these kinds; none given: all but imports. Default: [].
            path_prefix: Only files whose path begins so; empty: all. Default: "". Length: 0 to 1,024 bytes.
            limit: How many symbols are given at most. Default: 20. Range: 1 to 1,000.
            explain: Whether to give the factors of each score. Default: False.
            skip: How many symbols are passed over, to go on where an answer ended. Default: 0. Range: 0 to 100,000.
        """
        return await self._run(lambda: self._plain.find(
            text,
            kinds=kinds,
            path_prefix=path_prefix,
            limit=limit,
            explain=explain,
            skip=skip,
        ))

    async def outline(self, path: str | os.PathLike[str]) -> FileOutline:
        """The symbols of one file. Length of `path`: 1 to 1,024 bytes.

        Args:
            path: The file.
        """
        return await self._run(lambda: self._plain.outline(path))

    async def source(
        self,
        name: str,
        *,
        max_lines: int = 400,
        kinds: Sequence[SymbolKind] = (),
        path_prefix: str | os.PathLike[str] = "",
    ) -> SourcePage:
        """The source text of a symbol. The index holds no text: the host reads these lines of the file.

        Args:
            name: The symbol, as people type it; a path means the file itself. Length: 1 to 1,000 bytes.
            max_lines: How many lines are given at most. Default: 400. Range: 1 to 100,000.
            kinds: Only meanings of the name of these kinds; none given: all. Default: [].
            path_prefix: Only meanings of the name in files whose path begins so; empty: all. Default: "". Length: 0 to 1,024 bytes.
        """
        return await self._run(lambda: self._plain.source(
            name,
            max_lines=max_lines,
            kinds=kinds,
            path_prefix=path_prefix,
        ))

    async def callers(
        self,
        name: str,
        *,
        depth: int = 1,
        limit: int = 100,
        min_confidence: float = 0.0,
        skip: int = 0,
        kinds: Sequence[SymbolKind] = (),
        path_prefix: str | os.PathLike[str] = "",
    ) -> WalkPage:
        """The callers of a symbol; for a method also the callers of what it overrides or implements, marked with `overridden`.

        Args:
            name: The symbol, as people type it; a path means the file itself. Length: 1 to 1,000 bytes.
            depth: How many steps to follow. Default: 1. Range: 1 to 10.
            limit: How many steps are given at most. Default: 100. Range: 1 to 1,000.
            min_confidence: Leaves out edges of a lower confidence. Default: 0.0. Range: 0.0 to 1.0.
            skip: How many steps are passed over, to go on where an answer ended. Default: 0. Range: 0 to 100,000.
            kinds: Only meanings of the name of these kinds; none given: all. Default: [].
            path_prefix: Only meanings of the name in files whose path begins so; empty: all. Default: "". Length: 0 to 1,024 bytes.
        """
        return await self._run(lambda: self._plain.callers(
            name,
            depth=depth,
            limit=limit,
            min_confidence=min_confidence,
            skip=skip,
            kinds=kinds,
            path_prefix=path_prefix,
        ))

    async def callees(
        self,
        name: str,
        *,
        depth: int = 1,
        limit: int = 100,
        min_confidence: float = 0.0,
        skip: int = 0,
        kinds: Sequence[SymbolKind] = (),
        path_prefix: str | os.PathLike[str] = "",
    ) -> WalkPage:
        """What a symbol calls.

        Args:
            name: The symbol, as people type it; a path means the file itself. Length: 1 to 1,000 bytes.
            depth: How many steps to follow. Default: 1. Range: 1 to 10.
            limit: How many steps are given at most. Default: 100. Range: 1 to 1,000.
            min_confidence: Leaves out edges of a lower confidence. Default: 0.0. Range: 0.0 to 1.0.
            skip: How many steps are passed over, to go on where an answer ended. Default: 0. Range: 0 to 100,000.
            kinds: Only meanings of the name of these kinds; none given: all. Default: [].
            path_prefix: Only meanings of the name in files whose path begins so; empty: all. Default: "". Length: 0 to 1,024 bytes.
        """
        return await self._run(lambda: self._plain.callees(
            name,
            depth=depth,
            limit=limit,
            min_confidence=min_confidence,
            skip=skip,
            kinds=kinds,
            path_prefix=path_prefix,
        ))

    async def references(
        self,
        name: str,
        *,
        depth: int = 1,
        limit: int = 100,
        min_confidence: float = 0.0,
        skip: int = 0,
        kinds: Sequence[SymbolKind] = (),
        path_prefix: str | os.PathLike[str] = "",
    ) -> WalkPage:
        """Every place that names a symbol, whatever the kind of edge. `depth` must be 1.

        Args:
            name: The symbol, as people type it; a path means the file itself. Length: 1 to 1,000 bytes.
            depth: How many steps to follow. Default: 1. Range: 1 to 10.
            limit: How many steps are given at most. Default: 100. Range: 1 to 1,000.
            min_confidence: Leaves out edges of a lower confidence. Default: 0.0. Range: 0.0 to 1.0.
            skip: How many steps are passed over, to go on where an answer ended. Default: 0. Range: 0 to 100,000.
            kinds: Only meanings of the name of these kinds; none given: all. Default: [].
            path_prefix: Only meanings of the name in files whose path begins so; empty: all. Default: "". Length: 0 to 1,024 bytes.
        """
        return await self._run(lambda: self._plain.references(
            name,
            depth=depth,
            limit=limit,
            min_confidence=min_confidence,
            skip=skip,
            kinds=kinds,
            path_prefix=path_prefix,
        ))

    async def impact(
        self,
        name: str,
        *,
        depth: int = 3,
        limit: int = 100,
        min_confidence: float = 0.0,
        skip: int = 0,
        kinds: Sequence[SymbolKind] = (),
        path_prefix: str | os.PathLike[str] = "",
    ) -> WalkPage:
        """What a change of a symbol can reach: everything that calls, uses, inherits, overrides or references it, or calls what it
        overrides or implements; then everything that does so with what was reached. The confidence of a step is the product along
        the way.
        Default of `depth`: 3.

        Args:
            name: The symbol, as people type it; a path means the file itself. Length: 1 to 1,000 bytes.
            depth: How many steps to follow. Default: 3. Range: 1 to 10.
            limit: How many steps are given at most. Default: 100. Range: 1 to 1,000.
            min_confidence: Leaves out edges of a lower confidence. Default: 0.0. Range: 0.0 to 1.0.
            skip: How many steps are passed over, to go on where an answer ended. Default: 0. Range: 0 to 100,000.
            kinds: Only meanings of the name of these kinds; none given: all. Default: [].
            path_prefix: Only meanings of the name in files whose path begins so; empty: all. Default: "". Length: 0 to 1,024 bytes.
        """
        return await self._run(lambda: self._plain.impact(
            name,
            depth=depth,
            limit=limit,
            min_confidence=min_confidence,
            skip=skip,
            kinds=kinds,
            path_prefix=path_prefix,
        ))

    async def tests(
        self,
        name: str,
        *,
        depth: int = 10,
        limit: int = 100,
        min_confidence: float = 0.0,
        skip: int = 0,
        kinds: Sequence[SymbolKind] = (),
        path_prefix: str | os.PathLike[str] = "",
    ) -> WalkPage:
        """The tests that reach a symbol through calls: each once, by its shortest chain without another test in between. Tests are
        what the language takes for a test, code of a test file outside any function, and what nothing calls in a test file, such
        as a fixture or a table of cases.

        Args:
            name: The symbol, as people type it; a type or a file stands also for what is inside it. Length: 1 to 1,000 bytes.
            depth: How many calls a test may be away. Default: 10. Range: 1 to 10.
            limit: How many tests are given at most. Default: 100. Range: 1 to 1,000.
            min_confidence: Leaves out tests of a lower confidence, which is the product along the chain of calls. Default: 0.0. Range: 0.0 to 1.0.
            skip: How many tests are passed over, to go on where an answer ended. Default: 0. Range: 0 to 100,000.
            kinds: Only meanings of the name of these kinds; none given: all. Default: [].
            path_prefix: Only meanings of the name in files whose path begins so; empty: all. Default: "". Length: 0 to 1,024 bytes.
        """
        return await self._run(lambda: self._plain.tests(
            name,
            depth=depth,
            limit=limit,
            min_confidence=min_confidence,
            skip=skip,
            kinds=kinds,
            path_prefix=path_prefix,
        ))

    async def path(
        self,
        source: str,
        target: str,
        *,
        depth: int = 10,
        kinds: Sequence[EdgeKind] = (),
        min_confidence: float = 0.0,
    ) -> PathPage:
        """The shortest chain of edges from one symbol to another. Of several chains, the one with the fewest `contains`, then the one
        with the greatest product of confidences, then the first by path and line. From a file or type to what is inside it, there
        is a `contains` for each level of nesting.

        Args:
            source: Where the chain begins, as people type it. A type or a file stands also for what is inside it, at both ends.
                Length: 1 to 1,000 bytes.
            target: Where it ends, as people type it. Length: 1 to 1,000 bytes.
            depth: The most edges. Default: 10. Range: 1 to 10.
            kinds: Only edges of these kinds. None given: calls alone; if these lead nowhere, all kinds but `contains`; if these lead nowhere
                either, all kinds. Default: [].
            min_confidence: Leaves out edges of a lower confidence. Default: 0.0. Range: 0.0 to 1.0.
        """
        return await self._run(lambda: self._plain.path(
            source,
            target,
            depth=depth,
            kinds=kinds,
            min_confidence=min_confidence,
        ))

    async def hierarchy(
        self,
        name: str,
        *,
        depth: int = 1,
        limit: int = 100,
        min_confidence: float = 0.0,
        skip: int = 0,
        kinds: Sequence[SymbolKind] = (),
        path_prefix: str | os.PathLike[str] = "",
    ) -> HierarchyPage:
        """The types above and below a type; for a member of a type, what it overrides and what overrides it. `depth` limits types
        only. `limit` holds for each of the two lists.

        Args:
            name: The symbol, as people type it; a path means the file itself. Length: 1 to 1,000 bytes.
            depth: How many steps to follow. Default: 1. Range: 1 to 10.
            limit: How many steps are given at most. Default: 100. Range: 1 to 1,000.
            min_confidence: Leaves out edges of a lower confidence. Default: 0.0. Range: 0.0 to 1.0.
            skip: How many steps are passed over, to go on where an answer ended. Default: 0. Range: 0 to 100,000.
            kinds: Only meanings of the name of these kinds; none given: all. Default: [].
            path_prefix: Only meanings of the name in files whose path begins so; empty: all. Default: "". Length: 0 to 1,024 bytes.
        """
        return await self._run(lambda: self._plain.hierarchy(
            name,
            depth=depth,
            limit=limit,
            min_confidence=min_confidence,
            skip=skip,
            kinds=kinds,
            path_prefix=path_prefix,
        ))

    async def unresolved(
        self,
        name: str,
        *,
        limit: int = 100,
        skip: int = 0,
        kinds: Sequence[SymbolKind] = (),
        path_prefix: str | os.PathLike[str] = "",
    ) -> UnresolvedPage:
        """The places that have a symbol's name and no edge, mostly because the type of a receiver is unknown. Any of these places may
        mean the symbol, whatever its kind. Unknown is the type of a parameter without annotation, of a name that nothing binds, of
        null, and of a value that comes from outside the project. Such a value is the result of a library's call, an item of one, or
        a member that an unknown base class may have; its type may be one of the project's own. Known is what is named or made
        outside: an imported module or class and its members (`np.save`), what such a class makes (`Session()`) or annotates, and
        literals. Members of known values are not listed, except for constants: in Python, a name imported from a module may be an
        object that takes its members from the project's modules. Reads that call nothing are listed only if the object's name may
        lead to a definition.

        Args:
            name: The symbol, as people type it. Length: 1 to 1,000 bytes.
            limit: How many places are given at most. Default: 100. Range: 1 to 1,000.
            skip: How many places are passed over, to go on where an answer ended. Default: 0. Range: 0 to 100,000.
            kinds: Only meanings of the name of these kinds; none given: all. Default: [].
            path_prefix: Only meanings of the name in files whose path begins so; empty: all. Default: "". Length: 0 to 1,024 bytes.
        """
        return await self._run(lambda: self._plain.unresolved(
            name,
            limit=limit,
            skip=skip,
            kinds=kinds,
            path_prefix=path_prefix,
        ))

    async def dependencies(
        self,
        path: str | os.PathLike[str],
        *,
        depth: int = 1,
        limit: int = 100,
        skip: int = 0,
    ) -> DependencyPage:
        """The files and outside modules that a file imports or uses.

        Args:
            path: The file. Length: 1 to 1,024 bytes.
            depth: How many steps to follow. Default: 1. Range: 1 to 10.
            limit: How many files and modules are given at most. Default: 100. Range: 1 to 1,000.
            skip: How many files and modules are passed over, to go on where an answer ended. Default: 0. Range: 0 to 100,000.
        """
        return await self._run(lambda: self._plain.dependencies(path, depth=depth, limit=limit, skip=skip))

    async def dependents(
        self,
        path: str | os.PathLike[str],
        *,
        depth: int = 1,
        limit: int = 100,
        skip: int = 0,
    ) -> DependencyPage:
        """The files that import or use a file.

        Args:
            path: The file. Length: 1 to 1,024 bytes.
            depth: How many steps to follow. Default: 1. Range: 1 to 10.
            limit: How many files and modules are given at most. Default: 100. Range: 1 to 1,000.
            skip: How many files and modules are passed over, to go on where an answer ended. Default: 0. Range: 0 to 100,000.
        """
        return await self._run(lambda: self._plain.dependents(path, depth=depth, limit=limit, skip=skip))

    async def map(self, *, budget: int = 2000, focus: Sequence[str | os.PathLike[str]] = ()) -> RepositoryMap:
        """The most important symbols of the repository, by rank over the graph, in a token budget.

        Args:
            budget: Tokens that the text may take. Default: 2,000. Range: 64 to 1,000,000.
            focus: Paths or names to prefer; unknown ones are ignored, and named in the answer. Default: [].
                At most 100, of at most 1,024 bytes each.
        """
        return await self._run(lambda: self._plain.map(budget=budget, focus=focus))

    async def resolve_anchors(self, anchors: Sequence[Anchor]) -> ResolvedAnchors:
        """What became of places that were recorded, in the code as it is indexed. Nothing of it is stored.

        Args:
            anchors: The places, as a note gives them; up to 1,000.
        """
        return await self._run(lambda: self._plain.resolve_anchors(anchors))

    async def functions_at(self, lines: Sequence[TouchedLines], *, limit: int = 10) -> FunctionPage:
        """The functions that contain the given lines, in the code as it is indexed. Lines that were recorded before a file changed may
        belong to other functions by now.

        Args:
            lines: The lines, as `reread` gives them; up to 1,000.
            limit: How many functions are given at most. Default: 10. Range: 1 to 1,000.
        """
        return await self._run(lambda: self._plain.functions_at(lines, limit=limit))

    async def documents(self, query: str, *, limit: int = 5, budget: int = 0) -> DocumentPage:
        """Sections of the repository's own documents that fit a question, best first: of files called `README`, and of Markdown. Of
        each document, the first 2,048 sections are found by their indexed words; their lines are read from the files.

        Args:
            query: What is looked for, in words. Its first 128 terms count. Length: 1 to 65,536 bytes.
            limit: How many sections are given at most. Default: 5. Range: 1 to 50.
            budget: The most tokens of all excerpts together, counting some twenty more for each excerpt; 0: any number. Default: 0.
                Range: 0 to 1,000,000.
        """
        return await self._run(lambda: self._plain.documents(query, limit=limit, budget=budget))

    async def status(self) -> MemoryStatus:
        """The status of the memory. Loads every edge."""
        return await self._run(self._plain.status)

    async def prepare(
        self,
        task: str,
        *,
        budget: int = 8000,
        focus: Sequence[str | os.PathLike[str]] = (),
        errors: Sequence[str] = (),
        recent: Sequence[str | os.PathLike[str]] = (),
        likely: Sequence[WeightedPath] = (),
        beside: Sequence[BesidePiece] = (),
        shown: Sequence[str] = (),
    ) -> Prepared:
        """The code that a task needs, within a token budget, each piece with its reasons; after the code, the texts of the question's
        `beside`.

        Args:
            task: What is to be done, in words; identifiers, paths and error lines in it count. Length: 1 to 65,536 bytes.
            budget: The most tokens of the answer's `text`. Default: 8,000. Range: 64 to 1,000,000.
            focus: Paths in use, such as files open in an editor or just changed: these are preferred, but are no filter. Unknown ones are
                ignored, and named in the answer. Default: []. At most 100, of at most 1,024 bytes each.
            errors: Texts of current errors: words, names, and paths with lines count in them as in the task. Default: [].
                At most 20, of at most 16,384 bytes each.
            recent: Paths that were changed or read lately, the latest first: preferred less than `focus`; unknown ones are ignored.
                Default: []. At most 100, of at most 1,024 bytes each.
            likely: Files that similar past work touched, as `recall.remind` gives them: preferred least; unknown ones are ignored. Up to 100.
                Default: [].
            beside: Texts to quote after the code, best first, as `recall.remind` gives them. They get at most a quarter of the budget. Up to
                100 texts, of up to 16,384 bytes each. Default: [].
            shown: Ids of pieces that the reader can see already: they are left out. Default: []. At most 1,000, of at most 2,048 bytes each.
        """
        return await self._run(lambda: self._plain.prepare(
            task,
            budget=budget,
            focus=focus,
            errors=errors,
            recent=recent,
            likely=likely,
            beside=beside,
            shown=shown,
        ))


class AsyncChangesCalls(Twin):
    """The methods of `Changes`, as coroutines."""

    _plain: Changes

    async def update(self, id: str, text: str, *, metadata: Mapping[str, Any] | None = None) -> bool:
        """Updates a note: its text and metadata are replaced; its id, event and time stay. Its trust is no higher than before, and no
        higher than the trust of whoever updates it: a person's note that an agent updates becomes the agent's.
        Whether there is such a note.

        Args:
            id: The id of the note.
            text: The new text. Length: 1 to 65,536 bytes.
            metadata: A dictionary, which replaces the metadata of the note. Default: None.
        """
        return await self._run(lambda: self._plain.update(id, text, metadata=metadata))

    async def save_session(self, id: str, document: str | Mapping[str, Any], *, expected: int | None = None) -> int:
        """Saves a document as the context of a session, with every member, in place of the one before. If the history only lost
        entries at its beginning and gained some at its end, the other entries are not written again. If entries are lost or written
        anew, the context from before is kept as a version.
        The version after it.

        Args:
            id: The session. Length: 1 to 128 bytes.
            document: A dictionary or its JSON, as `load_session` gives it.
            expected: The version that the change is of. None: any.
        """
        return await self._run(lambda: self._plain.save_session(id, document, expected=expected))

    async def append_to_session(
        self,
        id: str,
        entries: str | Sequence[Mapping[str, Any]],
        *,
        expected: int | None = None,
    ) -> int:
        """Appends entries to the history of a session; creates the context if there is none. The calls, failures and tokens in them
        are added to `tool_stats` and `token_usage`. It costs the same however long the history is.
        The version after it.

        Args:
            id: The session. Length: 1 to 128 bytes.
            entries: A list of dictionaries or its JSON, as `recent_history` has them.
            expected: The version that the change is of. None: any.
        """
        return await self._run(lambda: self._plain.append_to_session(id, entries, expected=expected))

    async def delete_session(self, id: str, *, expected: int | None = None) -> bool:
        """Deletes the context of a session, with its versions. `rollback` of a session does so too.
        Whether there was one.

        Args:
            id: The session. Length: 1 to 128 bytes.
            expected: The version that the change is of. None: any.
        """
        return await self._run(lambda: self._plain.delete_session(id, expected=expected))

    async def recover_session(self, id: str, version: int, *, expected: int | None = None) -> int:
        """Recovers a stored version: the context becomes as it was then, and the current one is kept as a version.
        The version after it.

        Args:
            id: The session. Length: 1 to 128 bytes.
            version: The version to recover, as `session_versions` lists it.
            expected: The version that the change is of. None: any.
        """
        return await self._run(lambda: self._plain.recover_session(id, version, expected=expected))

    async def fork_session(self, id: str, fork: str, *, version: int | None = None, expected: int | None = None) -> int:
        """Copies the context of a session to another id, whose versions begin anew, so that a conversation can go on in two ways. If
        that id has a context already, the call is refused as `invalid`.
        The version of the copy.

        Args:
            id: The session. Length: 1 to 128 bytes.
            fork: The session of the copy. Length: 1 to 128 bytes.
            version: A stored version, as `session_versions` lists it. None: the current one.
            expected: The version that the change is of. None: any.
        """
        return await self._run(lambda: self._plain.fork_session(id, fork, version=version, expected=expected))

    async def compact_session(
        self,
        id: str,
        *,
        max_entries: int = 50,
        keep_entries: int = 30,
        max_tokens: int = 100000,
        task_hours: int = 24,
        is_manual: bool = False,
        summary: str | None = None,
        expected: int | None = None,
    ) -> Compaction:
        """Compacts the context of a session if a limit is exceeded: removes the oldest entries, never a call without its result. What
        must survive of the removed entries is added to `survived`, and `summary` to `long_term_summary`. The context from before is
        kept as a version; of the versions, the newest 10 are kept.

        Args:
            id: The session. Length: 1 to 128 bytes.
            max_entries: The most entries; if there are more, the oldest are removed. Default: 50. Range: 1 to 100,000,000.
            keep_entries: How many of the newest entries stay then; more if a call would be parted from its result. Default: 30.
                Range: 1 to 100,000,000.
            max_tokens: The most tokens of the history; if there are more, the oldest half of the entries is removed, repeatedly until they fit.
                Default: 100,000. Range: 1 to 100,000,000.
            task_hours: How long a completed task stays, in hours. Default: 24. Range: 0 to 876,000.
            is_manual: Whether all but the newest entries are removed even if no limit is exceeded. Default: False.
            summary: The summary of the removed entries: UTF-8, at most 16 KiB, no longer than these entries, and without orders to
                its reader. None: a summary made by rule.
            expected: The version that the change is of. None: any.
        """
        return await self._run(lambda: self._plain.compact_session(
            id,
            max_entries=max_entries,
            keep_entries=keep_entries,
            max_tokens=max_tokens,
            task_hours=task_hours,
            is_manual=is_manual,
            summary=summary,
            expected=expected,
        ))


class AsyncContextsCalls(Twin):
    """The methods of `Contexts`, as coroutines."""

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
        """The context of a task: the code that it needs, as from `prepare`, followed by related records, as from `remind`: similar past
        work and its errors, matching notes, open tasks, and the user's preferences.

        Args:
            task: The task in words, 1 to 65,536 bytes.
            budget: The most tokens of the context, 64 to 1,000,000; records take at most a quarter. Default: 8,000.
            focus: Paths that the task is about, at most 100. Default: none.
            errors: Texts of errors that the task is about, at most 20 of 16,384 bytes each. Default: none.
            recent: Paths that were changed or read lately, the latest first, at most 100. Default: none.
        """
        return await self._run(lambda: self._plain.context(
            task,
            budget=budget,
            focus=focus,
            errors=errors,
            recent=recent,
        ))


class AsyncSessionsCalls(Twin):
    """The methods of `Sessions`, as coroutines."""

    _plain: Sessions


class AsyncMendingCalls(Twin):
    """The methods of `Mending`, as coroutines."""

    _plain: Mending

    async def verify(self) -> Damage | None:
        """Verifies every page of the file of records, in about a millisecond per MiB. Returns the damage, or `None` if there is no damage.

        While the file is damaged, answers may be incomplete, and questions issue a `DamagedWarning`. A change that meets the damage mends
        the file first.
        """
        return await self._run(self._plain.verify)

    async def repair(self) -> Salvage | None:
        """Verifies the file of records. If it is damaged, replaces it by a new file of what can be read, keeps the damaged file beside it,
        and returns the outcome; `None` if the file is whole or missing. Raises `Damaged`, and changes nothing, if nothing can be read.
        """
        return await self._run(self._plain.repair)

    async def salvaged(self) -> Salvage | None:
        """The outcome of the last salvage by this object; `None` if there was no salvage so far."""
        return await self._run(self._plain.salvaged)

    async def losses(self) -> tuple[Salvage, ...]:
        """The salvages of the file of records, by any process, oldest first, since the last call of `saw_losses`: the last 10 at
        most."""
        return await self._run(self._plain.losses)

    async def saw_losses(self) -> bool:
        """Clears the list of losses, after a person has seen the list. Returns whether it had any."""
        return await self._run(self._plain.saw_losses)


class AsyncRecordingCalls(RecordingTwin):
    """The methods of `Recording`, as coroutines."""

    _plain: Recording

    async def record(self, events: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> tuple[Remembered, ...]:
        """Records one event, or up to 1,000, all or none.

        An event is a dictionary: `{"kind": "tool_call", "tool": "bash", "success": True}`. Its members are those of `Event` in
        `scrubjay.records`, and those of the record of its kind, which is the word of a case of `EventBody`, such as `note`,
        `tool_call` or `task_step`. An omitted member has its default: the current time, an agent's `origin`, a
        random `event_id`, a successful file touch, an active task, an accepted decision, else nothing. Members without which a
        record says nothing, such as `tool` or `path`, are required. `metadata` is a dictionary, and `parameters` is any JSON. No event
        is trusted more than the memory's speaker, whatever its `origin`.

        The text of an error names the first refused event by its number, from 1 on.

        Args:
            events: One event or up to 1,000.
        """
        return await self._run(lambda: self._plain.record(events))

    async def export_parquet(self, kind: EventKind, file: str | os.PathLike[str]) -> int:
        """Writes the records of a kind into a new Parquet file, with the columns of `export_csv`: times are timestamps in
        milliseconds of UTC, numbers are integers, `success` is a boolean, all else is text, and empty values are null. Returns how many
        records of any kind were left out, because their rows are damaged.

        Args:
            kind: The kind of the records.
            file: The path of the new file; nothing may exist there.
        """
        return await self._run(lambda: self._plain.export_parquet(kind, file))

    async def import_lines(
        self,
        lines: str | Iterable[str],
        *,
        format: LineFormat = "jsonl",
        mine: bool = False,
    ) -> Imported:
        """Imports the output of `export_lines`, of this or another memory; known records are not added again, and forgotten ones stay
        forgotten. `lines` is the text, or pieces of it, cut anywhere, such as an open file. A line may have 1,048,576 bytes; refused
        lines are left out and returned. If the text was cut off or changed, `is_whole` is false. `format="mcp"` imports the file of
        the Model Context Protocol's reference memory server, of which each observation and each relation becomes a note.

        Args:
            lines: The text, or pieces of it.
            format: The format of the lines. Default: `"jsonl"`.
            mine: Whether the records are your own: they keep their origin and trust, even if they were imported as untrusted before. Only
                allowed with `speaker="person"`. Default: `False`, all records get the origin `imported`, and are untrusted.
        """
        return await self._import_lines(lines, format=format, mine=mine)

    async def capture_lines(
        self,
        lines: str,
        *,
        harness: Harness | None = None,
        folder: str = "",
        state: bytes = b"",
    ) -> CapturedLines:
        """Records turns, tool calls with their results and touched files from a transcript that an agent's harness wrote; known events
        are not added again. Lines that cannot be read are left out and returned. To continue a growing transcript, pass the text from
        `n_bytes` of its UTF-8 on, with the returned `state`.

        Args:
            lines: The text of whole lines; the last one may be incomplete.
            harness: The writer of the lines. Default: `None`, recognized by the first lines.
            folder: The absolute path that the project's folder had when the lines were written. Default: `""`, the folder in which
            the session began.
            state: The state that the previous call returned, if these lines follow its lines. Default: `b""`.
        """
        return await self._run(lambda: self._plain.capture_lines(lines, harness=harness, folder=folder, state=state))

    async def merge(self, file: str | os.PathLike[str], *, mine: bool = False) -> Merged:
        """Adds the records of another memory's file; known records are not added again, and forgotten ones stay forgotten. The file is
        only read. Batches that wait in a spool beside it are not included.

        Args:
            file: The other memory's file.
            mine: Whether the records are your own: they keep their origin and trust, even if they were imported as untrusted before. Only
                allowed with `speaker="person"`. Default: `False`, all records get the origin `imported`, and are untrusted.
        """
        return await self._run(lambda: self._plain.merge(file, mine=mine))

    async def forget(self, ids: str | Sequence[str], *, dry_run: bool = False) -> Forgetting:
        """Forgets records for good, by their ids, with all records derived from them. With `dry_run` nothing changes, and the result says
        what would be forgotten.

        Args:
            ids: The id of a record, or the ids of several.
            dry_run: Whether to change nothing, and only return what would be forgotten. Default: `False`.
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
        """Forgets the records of a selection, up to 100,000, with all records derived from them, in one change.

        Args:
            session: Only records of this session, at most 128 bytes. Default: `""`, any.
            principal: Only records of this principal, at most 128 bytes. Default: `""`, any.
            channel: Only records of this channel, at most 128 bytes. Default: `""`, any.
            origin: Only records of this origin. Default: any.
            since: Only records of events at this time or later, in milliseconds since 1970. Default: any time.
            dry_run: Whether to change nothing, and only return what would be forgotten. Default: `False`.

        At least one of the members of the selection must be given.
        """
        return await self._run(lambda: self._plain.rollback(
            session=session,
            principal=principal,
            channel=channel,
            origin=origin,
            since=since,
            dry_run=dry_run,
        ))

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
        """Forgets records by their ids, or by a selection as for `rollback`, if any are given, and then erases from the
        memory's files everything that was ever forgotten. The file of records is rewritten; copies, damaged files and
        refused batches are removed; windows lose their tasks and the bodies kept for restoring. Backups are not
        changed, and are listed in the result. With `dry_run` nothing changes.

        Args:
            ids: The id of a record, or the ids of several. Default: `()`, none.
            session: Only records of this session, at most 128 bytes. Default: `""`, any.
            principal: Only records of this principal, at most 128 bytes. Default: `""`, any.
            channel: Only records of this channel, at most 128 bytes. Default: `""`, any.
            origin: Only records of this origin. Default: any.
            since: Only records of events at this time or later, in milliseconds since 1970. Default: any time.
            dry_run: Whether to change nothing, and only return what would be forgotten. Default: `False`.
        """
        return await self._run(lambda: self._plain.erase(
            ids,
            session=session,
            principal=principal,
            channel=channel,
            origin=origin,
            since=since,
            dry_run=dry_run,
        ))


class AsyncMemoryCalls(Twin):
    """The methods of `Memory`, as coroutines."""

    _plain: Memory

    @classmethod
    def open(
        cls: type[Self],
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
    ) -> Opening[Self]:
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
        return cls._opening(lambda: Memory.open(
            root,
            check=check,
            rebuild=rebuild,
            fresh=fresh,
            wait=wait,
            or_read=or_read,
            exclude=exclude,
            memory=memory,
            speaker=speaker,
            max_memory_bytes=max_memory_bytes,
            secrets=secrets,
            retention_days=retention_days,
            max_per_day=max_per_day,
        ))

    @classmethod
    def reading(
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
    ) -> Opening[Self]:
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
        return cls._opening(lambda: Memory.reading(
            root,
            fresh=fresh,
            memory=memory,
            speaker=speaker,
            max_memory_bytes=max_memory_bytes,
            secrets=secrets,
            retention_days=retention_days,
            max_per_day=max_per_day,
        ))

    @classmethod
    def in_memory(
        cls: type[Self],
        root: str | os.PathLike[str],
        *,
        exclude: Sequence[str] | None = None,
        speaker: Origin = "agent",
    ) -> Opening[Self]:
        """Creates a memory of a folder, whose index and records are in memory and last as long as the object.

        Args:
            root: The folder.
            exclude: Patterns of excluded files and folders, as for `open`. Default: `None`.
            speaker: Who records. No record gets a more trusted origin. `"person"` if a person types what is recorded.
                Default: `"agent"`.
        """
        return cls._opening(lambda: Memory.in_memory(root, exclude=exclude, speaker=speaker))

    @classmethod
    def from_files(
        cls: type[Self],
        files: Mapping[str | os.PathLike[str], str],
        *,
        exclude: Sequence[str] | None = None,
        speaker: Origin = "agent",
    ) -> Opening[Self]:
        """Creates a memory of texts, by their paths, and indexes them. Nothing is stored on disk.

        Args:
            files: The text of each file, by its path relative to a folder that need not exist: `{"src/app.py": "…"}`.
            exclude: Patterns of excluded files and folders, as for `open`. Default: `None`.
            speaker: Who records. No record gets a more trusted origin. `"person"` if a person types what is recorded.
                Default: `"agent"`.
        """
        return cls._opening(lambda: Memory.from_files(files, exclude=exclude, speaker=speaker))

    async def remember(
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
        return await self._run(lambda: self._plain.remember(
            text,
            channel=channel,
            origin=origin,
            session=session,
            branch=branch,
            commit=commit,
            task=task,
            time=time,
            event_id=event_id,
            parents=parents,
            metadata=metadata,
            at=at,
        ))

    async def export(
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
        return await self._run(lambda: self._plain.export(
            format=format,
            path_prefix=path_prefix,
            around=around,
            depth=depth,
        ))

    async def extent(self) -> Extent:
        """Whether the index covers none, some or all of the folder's files. It covers some during a run, or after an interrupted run."""
        return await self._run(self._plain.extent)

    async def damaged(self) -> tuple[DamagedRow, ...]:
        """Rows that could not be read since the memory was opened. Answers since then lack them."""
        return await self._run(self._plain.damaged)

    @property
    def n_changed(self) -> int | None:
        """With `fresh`, how many changed files the last answer does not reflect, because there were too many, another
        process was writing, or indexing them failed. `None` without `fresh`, and before the first question.
        """
        return self._plain.n_changed

    @property
    def purpose(self) -> Purpose:
        """The purpose that the memory was opened for. With `or_read` it may be `reading` although `writing` was asked for."""
        return self._plain.purpose

    @property
    def closed(self) -> bool:
        """Whether the memory was closed, or belongs to another process."""
        return self._plain.closed

    @property
    def root(self) -> str:
        """The absolute path of the folder, with links resolved; of `from_files`, a path that need not exist."""
        return self._plain.root


class AsyncRecordsCalls(Twin):
    """The methods of `Records`, as coroutines."""

    _plain: Records

    @classmethod
    def open(
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
    ) -> Opening[Self]:
        """Creates a `Records` on a thread of its own.

        Args:
            file: The file, which the first record creates. Default: `None`, the records are in memory.
            tenant: The owner of the records, at most 128 bytes. Tenants never see each other's records. Default: `""`.
            principal: Who is using the records, at most 128 bytes. Default: `""`.
            speaker: Who records. No record gets a more trusted origin. `"person"` if a person types what is recorded.
                Default: `"agent"`.
            trust: The most trust of an added record. Default: `"confirmed"`.
            max_bytes: The most bytes of the file: once it has reached them, events are refused as `Full`. Default: `None`, no limit but the
                disk's.
            secrets: The policy for texts with a known form of secret: `mask` replaces the secret by its kind, `refuse` refuses the event,
                `keep` records it unchanged. Default: the setting in the user's `config.json`, or `"mask"`.
            retention_days: After how many days upkeep forgets turns, tool calls, touched files and what was learnt from them; 0: never. At
                most 36,500. Default: the setting in `config.json`, or 0.
            max_per_day: The most events that one principal records on a day of UTC; 0: no limit. Default: the setting in `config.json`,
                or 0.
        """
        return cls._opening(lambda: Records(
            file,
            tenant=tenant,
            principal=principal,
            speaker=speaker,
            trust=trust,
            max_bytes=max_bytes,
            secrets=secrets,
            retention_days=retention_days,
            max_per_day=max_per_day,
        ))

    async def remember(
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
    ) -> Remembered:
        """Records a note. It is durable once this returns, unless the records are in memory.

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
        """
        return await self._run(lambda: self._plain.remember(
            text,
            channel=channel,
            origin=origin,
            session=session,
            branch=branch,
            commit=commit,
            task=task,
            time=time,
            event_id=event_id,
            parents=parents,
            metadata=metadata,
        ))

    async def backup(self, file: str | os.PathLike[str]) -> None:
        """Copies all records that are not forgotten into a new file, which only this user can read.

        Records that were opened for one tenant raise `Invalid`, because a copy would have the records of all tenants.

        Args:
            file: The new file.
        """
        await self._run(lambda: self._plain.backup(file))


class AsyncWindowCalls(Twin):
    """The methods of `Window`, as coroutines."""

    _plain: Window

    @classmethod
    def open(
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
        max_body_bytes: int = 8_388_608,
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
    ) -> Opening[Self]:
        """Creates a `Window` on a thread of its own.

        Args:
            policy: The rule that chooses the parts to prune. Default: `"evidence"`.
            max_tokens: The most tokens of a request, 1,000 to 100,000,000. Default: 200,000.
            threshold: The share of `max_tokens` at which a prune begins, 0.05 to 1.0. Default: 0.8.
            low: What a prune by `evidence` or `lru` leaves, as a share of the tokens at which it begins, 0.05 to 1.0. `evidence` also leaves
                what the last steps brought. Default: 0.66.
            recap_share: What stubs may take, as a share of the tokens at which a prune begins, 0.0 to 0.5. Beyond it, recaps replace the
                oldest messages as a whole; all recaps together take no more than this share. 0: no message is replaced. Default: 0.1.
            keep_last: How many results of tools the policy `keep_last` keeps. Default: 3.
            stub: What a stub contains besides its id. Default: `"outline"`.
            cache_read: The price of a token read from the prompt cache; a token without a cache costs 1. Default: 0.1.
            cache_write: The price of a token written to the prompt cache; a token without a cache costs 1. Default: 1.25.
            cache_lifetime: How long the provider keeps an unused prompt cache, in milliseconds. Default: 300,000.
            max_body_bytes: The most bytes of one part that are stored for restoring; larger parts are pruned only with `caller_keeps`.
                Default: 8,388,608.
            max_window_bytes: The most bytes of all parts together that are stored for restoring; beyond it, the oldest are deleted.
                Default: 67,108,864.
            body_lifetime: How long parts are stored for restoring, in milliseconds. Default: 604,800,000, seven days.
            caller_keeps: Whether the caller itself keeps the pruned parts. Default: `False`.
            immutable: Whether the caller never changes messages in place, including those that `fit` returned. If so, the same object at the
                same index counts as unchanged, and `fit` reads only new messages. Default: `False`: contents are compared.
            memory: The file of a memory in which the window is stored. Default: `None`.
            project: The folder of a project, in whose memory the window is stored. Default: `None`.
            name: The window's name in a memory, 1 to 128 bytes.
            tenant: The memory's tenant, at most 128 bytes. Default: `""`.
            principal: Who is using the window, at most 128 bytes. Default: `""`.
            saved: The state that `save` of a window without a memory returned. Default: none, a new window.
        """
        return cls._opening(lambda: Window(
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
        ))

    @overload
    async def fit(
        self,
        messages: Mapping[str, Any],
        format: MessageFormat = "anthropic",
        *,
        on_floor: OnFloor = "raise",
    ) -> dict[str, Any]: ...

    @overload
    async def fit(
        self,
        messages: Sequence[Message],
        format: MessageFormat = "anthropic",
        *,
        on_floor: OnFloor = "raise",
    ) -> list[Message]: ...

    async def fit(self, messages: Any, format: MessageFormat = "anthropic", *, on_floor: OnFloor = "raise") -> Any:
        """Returns the messages to send, pruned if the budget demands it. Call it before each request.

        Unpruned messages are the same objects in the result; the given list is not changed. `last` is the result of the prune.

        Args:
            messages: All messages of the conversation as the provider's library takes them: dictionaries, or objects of
                LangChain or of Pydantic; or a whole request, a dictionary with `messages` or `input`, which is returned edited.
            format: The format of the messages. Default: `"anthropic"`.
            on_floor: What to do if the messages cannot be pruned to the budget. Default: `"raise"`.

        Raises:
            Floor: The messages cannot be pruned to the budget.
            Conflict: Other processes changed the window during each of ten attempts.
            Invalid: The messages do not have the format, or are no valid conversation.
        """
        return await self._run(lambda: self._plain.fit(messages, format, on_floor=on_floor))

    async def push(self, parts: Sequence[Part]) -> Pushed:
        """Pushes the parts of messages of no known format, in the order of the conversation. Afterwards `prune` returns the edits, which
        the caller applies.

        Args:
            parts: New parts, or replacements for all parts from a pushed message on.
        """
        return await self._run(lambda: self._plain.push(parts))

    async def push_messages(
        self,
        messages: Sequence[Any],
        format: MessageFormat = "anthropic",
        *,
        first: int = 0,
    ) -> Pushed:
        """Pushes messages without pruning. `fit` does so itself.

        Args:
            messages: New messages, or replacements for all from a pushed message on, as the provider's library takes them.
            format: The format of the messages. Default: `"anthropic"`.
            first: The index of the first of these messages in the conversation, from 0. Default: 0.
        """
        return await self._run(lambda: self._plain.push_messages(messages, format, first=first))

    async def prune(self, *, on_floor: OnFloor = "raise") -> Pruned:
        """Prunes if the budget demands it, or if a cold prompt cache makes it cheap. `fit` does so itself.

        Args:
            on_floor: What to do if the messages cannot be pruned to the budget. Default: `"raise"`.
        """
        return await self._run(lambda: self._plain.prune(on_floor=on_floor))

    async def restore(self, id: str) -> Restored:
        """Returns the content of a part, pruned or not: its text, and the JSON of its value. The conversation is not changed.

        Args:
            id: The id that a stub names.
        """
        return await self._run(lambda: self._plain.restore(id))

    async def already_visible(self, content: str) -> VisibleItem | None:
        """The newest part that is this text, or that is prepared code with this text in it, among those that the edited conversation still
        shows; `None` if there is no such part.

        Args:
            content: The text.
        """
        return await self._run(lambda: self._plain.already_visible(content))

    async def report_usage(self, input_tokens: int) -> None:
        """Corrects the estimate of tokens by the provider's count.

        Args:
            input_tokens: All input tokens of the last request, cached ones included.
        """
        await self._run(lambda: self._plain.report_usage(input_tokens))

    async def set_relevance(self, relevance: Mapping[str, float]) -> None:
        """Sets the relevance of parts, as the caller judges it. The values of the parts are multiplied by it.

        Args:
            relevance: The relevance of each part, 0.0 to 1.0, by its id; unknown ids are ignored.
        """
        await self._run(lambda: self._plain.set_relevance(relevance))

    async def pin(self, ids: str | Sequence[str], *, pinned: bool = True) -> None:
        """Pins parts, so that they are never pruned, or unpins them.

        Args:
            ids: The id of a part, or the ids of several.
            pinned: Whether they are pinned from now on. Default: `True`.
        """
        await self._run(lambda: self._plain.pin(ids, pinned=pinned))

    async def set_task(self, task: str) -> None:
        """Sets the task that the conversation is about from now on. Makes a snapshot.

        Args:
            task: The task, at most 128 bytes; `""`: none.
        """
        await self._run(lambda: self._plain.set_task(task))

    async def snapshot(self) -> None:
        """Makes a snapshot of the window's parts and their values."""
        await self._run(self._plain.snapshot)

    async def snapshots(self, *, limit: int = 10, before: int = 0) -> SnapshotPage:
        """Lists snapshots, newest first.

        Args:
            limit: How many at most, 1 to 100. Default: 10.
            before: Only snapshots with a number below this one; 0 for all. Default: 0.
        """
        return await self._run(lambda: self._plain.snapshots(limit=limit, before=before))

    async def find_snapshot(self, number: int | None = None) -> SnapshotOfWindow | None:
        """A snapshot, by default that of the newest prune: which parts were pruned, and why. `None` if it is not stored.

        Args:
            number: The number of the snapshot. Default: `None`, the snapshot of the newest prune.
        """
        return await self._run(lambda: self._plain.find_snapshot(number))

    async def explain(self, id: str) -> Explanation | None:
        """What the newest snapshot that judged a part says of it: its value, the factors of the value, and its fate.
        `None` if none judged it.

        Args:
            id: The id of the part, from a stub or a snapshot.
        """
        return await self._run(lambda: self._plain.explain(id))

    async def what_if(self, max_tokens: int) -> SnapshotOfWindow:
        """Simulates a prune with another `max_tokens`: returns the snapshot that it would make, with the number 0. Changes nothing.

        Args:
            max_tokens: The most tokens of a request, 1,000 to 100,000,000.
        """
        return await self._run(lambda: self._plain.what_if(max_tokens))

    async def compare_snapshots(self, older: int, newer: int | None = None) -> SnapshotComparison:
        """Compares two snapshots: parts that are in only one of them, or pruned in only one.

        Args:
            older: The number of the older snapshot.
            newer: The number of the newer snapshot. Default: `None`, the newest of all.
        """
        return await self._run(lambda: self._plain.compare_snapshots(older, newer))

    async def recover_snapshot(self, number: int) -> RecoveredWindow:
        """Returns the edits of the original messages as of a snapshot. Changes nothing.

        Args:
            number: The number of the snapshot.
        """
        return await self._run(lambda: self._plain.recover_snapshot(number))

    async def learnings(self, *, limit: int = 20) -> LearningPage:
        """Learnings from pruned parts, newest first.

        Args:
            limit: How many at most, 1 to 1,000. Default: 20.
        """
        return await self._run(lambda: self._plain.learnings(limit=limit))

    async def status(self) -> WindowStatus:
        """The current status of the window, such as its tokens and prunes."""
        return await self._run(self._plain.status)

    async def save(self) -> bytes:
        """Returns the state of a window without a memory, for `saved`. The messages are not included."""
        return await self._run(self._plain.save)

    async def end(self) -> None:
        """Ends the window for good: nothing of it can be restored. Its learnings stay."""
        await self._run(self._plain.end)
