"""The questions that a memory answers. Written by `cargo xtask records` from `wit/`: change that."""

import os
import time
from collections.abc import Sequence
from typing import Any

from ._arguments import Time, moment_of
from ._zone import own_zone
from .records import (
    Anchor,
    BacktestReport,
    Beginning,
    BesidePiece,
    CoEditPage,
    Comparison,
    DecisionPage,
    DecisionStatus,
    Delivered,
    DeliveryPage,
    DependencyPage,
    DocumentPage,
    EdgeKind,
    EventKind,
    EventPage,
    FailurePage,
    FileOutline,
    FileSummary,
    FilesToReread,
    FindPage,
    FunctionPage,
    HierarchyPage,
    Lineage,
    LogPage,
    MemoryStatus,
    Moment,
    NotePage,
    PathPage,
    PatternKind,
    PatternPage,
    Prepared,
    Recalled,
    RecordTotals,
    Reminders,
    RepositoryMap,
    ResolvedAnchors,
    SessionContext,
    SessionPage,
    SourcePage,
    StrategyPage,
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
    WalkPage,
    WeightedPath,
    Weighting,
    WorkingSet,
    ZoneOffset,
)


class RecordQuestions:
    """The questions that a memory answers about its records."""

    __slots__ = ()

    def _ask(self, question: str, *arguments: object) -> Any:
        raise NotImplementedError

    def notes(
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
        answer: NotePage = self._ask("records.notes", channel, moment_of(since, "since"), moment_of(until, "until"), limit, metadata, after)
        return answer

    def totals(self) -> RecordTotals:
        """How many records there are. Costs the same however many there are, because records are counted when they are added."""
        answer: RecordTotals = self._ask("records.totals")
        return answer

    def events(
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
        answer: EventPage = self._ask("episodes.events", kinds, channel, session, task, conversation, path, anchor, tool, branch, commit, parent, metadata, moment_of(since, "since"), moment_of(until, "until"), limit, after)
        return answer

    def read_time(self, written: str, *, zone: Sequence[ZoneOffset] | None = None, now: int | None = None) -> TimeSpan:
        """The span of time that a written time means. Needs no rows.

        Args:
            written: The time. It is `today`, `yesterday`, `monday`, `last week`, `this month`, `3 days ago`, a date such as `2026-11-03` or
                `3 November`, or an age such as `7d` or `12h`. It may also be a moment such as `2026-11-03T09:30`, with its offset or in
                the time of the zone. Length: 1 to 1,024 bytes.
            zone: The zone whose days are meant. Default: zone.
            now: The time of the question. Default: now.
        """
        answer: TimeSpan = self._ask("episodes.read-time", written, zone if zone is not None else own_zone(), now if now is not None else round(time.time() * 1000))
        return answer

    def log(
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
        answer: LogPage = self._ask("episodes.log", when, session, limit, after, zone if zone is not None else own_zone(), now if now is not None else round(time.time() * 1000))
        return answer

    def why(self, id: str) -> Lineage:
        """A record, what it was derived from, and what was derived from it. `id` is the record's id, or a beginning of it, of at least
        8 characters, that no other id has. Length of `id`: 1 to 64 bytes.

        Args:
            id: The id of the record.
        """
        answer: Lineage = self._ask("episodes.why", id)
        return answer

    def file_history(self, path: str | os.PathLike[str], *, limit: int = 5) -> FileSummary:
        """"Have I worked on this file?": what was done with a file.

        Args:
            path: The file, in any form of its path; or the end of its path, such as its name. An end that several touched files have is
                refused as `ambiguous`. Length: 1 to 1,024 bytes.
            limit: How many touches are given at most. Default: 5. Range: 1 to 1,000.
        """
        answer: FileSummary = self._ask("episodes.file-history", path, limit)
        return answer

    def co_edits(self, *, path: str | os.PathLike[str] = "", min_occasions: int = 3, limit: int = 20) -> CoEditPage:
        """"Which files are edited together?" Each recorded edit updates the pairs; files outside the project form none.

        Args:
            path: Only pairs with this file, named as for `file_history`; empty: all. Default: "". Length: 0 to 1,024 bytes.
            min_occasions: On how many occasions two files must have been edited together. Default: 3. Range: 3 to 1,000,000.
            limit: How many pairs are given at most. Default: 20. Range: 1 to 1,000.
        """
        answer: CoEditPage = self._ask("episodes.co-edits", path, min_occasions, limit)
        return answer

    def last_touches(self, contains: str, *, limit: int = 10) -> TouchPage:
        """"What did I last do with X?": the newest touches of files whose paths contain a text.

        Args:
            contains: A part of the path; capital and small letters of ASCII are the same. Length: 1 to 1,024 bytes.
            limit: How many touches are given at most. Default: 10. Range: 1 to 1,000.
        """
        answer: TouchPage = self._ask("episodes.last-touches", contains, limit)
        return answer

    def tool_stats(
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
        answer: ToolStatPage = self._ask("episodes.tool-stats", now if now is not None else round(time.time() * 1000), days, channel, intent)
        return answer

    def tasks(self, *, statuses: Sequence[TaskStatus] = (), limit: int = 20) -> TaskPage:
        """"What was I working on?": tasks, the most recently changed first.

        Args:
            statuses: Only tasks with these statuses; none given: active and paused. Default: [].
            limit: How many tasks are given at most. Default: 20. Range: 1 to 1,000.
        """
        answer: TaskPage = self._ask("episodes.tasks", statuses, limit)
        return answer

    def patterns(self, *, kind: PatternKind | None = None, subject: str = "", limit: int = 20) -> PatternPage:
        """Patterns of how errors were mended and renames carried through, learnt as events were added.

        Args:
            kind: Only of this kind.
            subject: Only patterns whose subject begins with this text (a tool for errors, a folder for renames), among the 1,000 most frequent
                of each kind; empty: all. Default: "". Length: 0 to 1,024 bytes.
            limit: How many patterns are given at most. Default: 20. Range: 1 to 1,000.
        """
        answer: PatternPage = self._ask("episodes.patterns", kind, subject, limit)
        return answer

    def strategies(self, *, task_type: str = "", channel: str = "", limit: int = 10) -> StrategyPage:
        """Strategies, best first, among the newest 1,000 of the channel and of `_global`, or of all channels together.

        Args:
            task_type: Only for this sort of task; empty: for all. Default: "". Length: 0 to 128 bytes.
            channel: Only of this channel and `_global`; empty: of all. Default: "". Length: 0 to 128 bytes.
            limit: How many strategies are given at most. Default: 10. Range: 1 to 1,000.
        """
        answer: StrategyPage = self._ask("episodes.strategies", task_type, channel, limit)
        return answer

    def decisions(self, *, statuses: Sequence[DecisionStatus] = (), channel: str = "", limit: int = 20) -> DecisionPage:
        """Decisions: for each title in a channel the newest record. Examines the first 1,000 titles of a channel, in their order.

        Args:
            statuses: Only decisions with these statuses; none given: all. Default: [].
            channel: Of this channel and `_global`; empty: of `_global`. Default: "". Length: 0 to 128 bytes.
            limit: How many decisions are given at most. Default: 20. Range: 1 to 1,000.
        """
        answer: DecisionPage = self._ask("episodes.decisions", statuses, channel, limit)
        return answer

    def working_memory(
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
        answer: WorkingSet = self._ask("episodes.working-memory", conversation, channel, now if now is not None else round(time.time() * 1000), limit)
        return answer

    def profile(self) -> UserProfile:
        """What is known of the user who has the memory open."""
        answer: UserProfile = self._ask("episodes.profile")
        return answer

    def deliver(
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
        answer: Delivered = self._ask("delivery.deliver", session, moment, text, paths, tool, command, branch, budget, now if now is not None else round(time.time() * 1000))
        return answer

    def deliveries(
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
        answer: DeliveryPage = self._ask("delivery.deliveries", session, moment_of(since, "since"), moment_of(until, "until"), limit, after)
        return answer

    def backtest(
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
        answer: BacktestReport = self._ask("delivery.backtest", sessions, moments, start_budget, budget)
        return answer

    def recall(
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
        answer: Recalled = self._ask("recall.recall", query, kinds, channel, session, task, conversation, branch, commit, metadata, trust, moment_of(since, "since"), moment_of(until, "until"), outdated, weak, weighting, limit, per_session, budget, around, zone if zone is not None else own_zone(), now if now is not None else round(time.time() * 1000))
        return answer

    def remind(
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
        answer: Reminders = self._ask("recall.remind", task, errors, budget, limit, now if now is not None else round(time.time() * 1000))
        return answer

    def load_session(self, id: str, *, version: int | None = None) -> SessionContext:
        """The context of a session; if there is none, a new context, which is not stored before it is saved.

        Args:
            id: The session. Length: 1 to 128 bytes.
            version: A stored version, as `session_versions` lists it; none: the current one.
        """
        answer: SessionContext = self._ask("session.load-session", id, version)
        return answer

    def sessions(self, *, id: str = "", limit: int = 20, after: str = "") -> SessionPage:
        """The sessions of the memory, with or without a context. If `id` is an unknown session, the call is refused, and the error
        suggests similar ones.

        Args:
            id: Only this session; empty: all. Default: "". Length: 0 to 128 bytes.
            limit: How many sessions are given at most. Default: 20. Range: 1 to 1,000.
            after: Where to go on: `next` of the page before; empty: from the session on that was active last. Default: "".
                Length: 0 to 256 bytes.
        """
        answer: SessionPage = self._ask("session.sessions", id, limit, after)
        return answer

    def summarise_session(
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
        answer: SummaryDraft = self._ask("session.summarise-session", id, max_entries, keep_entries, max_tokens, is_manual, has_model)
        return answer

    def session_versions(self, id: str) -> VersionPage:
        """The current version of a session, and stored versions from before entries were removed.

        Args:
            id: The session. Length: 1 to 128 bytes.
        """
        answer: VersionPage = self._ask("session.session-versions", id)
        return answer

    def compare_sessions(self, id: str, older: int, *, newer: int | None = None) -> Comparison:
        """What differs between two versions of a session.

        Args:
            id: The session. Length: 1 to 128 bytes.
            older: A stored version.
            newer: Another stored version; none: the current one.
        """
        answer: Comparison = self._ask("session.compare-sessions", id, older, newer)
        return answer

    def reread(self, session: str, *, limit: int = 5) -> FilesToReread:
        """Which files to read again after a compaction: those that the session touched most and last. A session without any record or
        context is `unknown`.

        Args:
            session: The session, for which touches of files were recorded. Length: 1 to 128 bytes.
            limit: How many files are given at most. Default: 5. Range: 1 to 100.
        """
        answer: FilesToReread = self._ask("session.reread", session, limit)
        return answer

    def failures(self, *, session: str = "", tool: str = "", limit: int = 20) -> FailurePage:
        """"What still fails?" Of the newest 2,000 calls, the failures that no later success mended. A success mends a failure of the
        same tool with the same aim. The aim is the file that the call names, or the first two words of the main part of a command
        line; of a line that succeeded, other parts may count too. Imported calls are left out.

        Args:
            session: Only those of this session; empty: all. Default: "". Length: 0 to 128 bytes.
            tool: Only those of this tool; empty: all. Default: "". Length: 0 to 128 bytes.
            limit: How many failures are given at most. Default: 20. Range: 1 to 100.
        """
        answer: FailurePage = self._ask("session.failures", session, tool, limit)
        return answer

    def begin_session(self, *, message: str = "", limit: int = 10, now: int | None = None) -> Beginning:
        """What a new session should begin with: files that it will likely touch, open tasks, what failed last, notes that fit, and
        similar past work.

        Args:
            message: What the session is asked to do, as far as it is known. Default: "". Length: 0 to 65,536 bytes.
            limit: How many files are given at most. Default: 10. Range: 1 to 100.
            now: The time of the question, from which the age of a record is counted. Default: now.
        """
        answer: Beginning = self._ask("session.begin-session", message, limit, now if now is not None else round(time.time() * 1000))
        return answer


class Questions(RecordQuestions):
    """The questions that a memory answers."""

    __slots__ = ()

    def find(
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
        answer: FindPage = self._ask("graph.find", text, kinds, path_prefix, limit, explain, skip)
        return answer

    def outline(self, path: str | os.PathLike[str]) -> FileOutline:
        """The symbols of one file. Length of `path`: 1 to 1,024 bytes.

        Args:
            path: The file.
        """
        answer: FileOutline = self._ask("graph.outline", path)
        return answer

    def source(
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
        answer: SourcePage = self._ask("graph.source", name, max_lines, kinds, path_prefix)
        return answer

    def callers(
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
        answer: WalkPage = self._ask("graph.callers", name, depth, limit, min_confidence, skip, kinds, path_prefix)
        return answer

    def callees(
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
        answer: WalkPage = self._ask("graph.callees", name, depth, limit, min_confidence, skip, kinds, path_prefix)
        return answer

    def references(
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
        answer: WalkPage = self._ask("graph.references", name, depth, limit, min_confidence, skip, kinds, path_prefix)
        return answer

    def impact(
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
        answer: WalkPage = self._ask("graph.impact", name, depth, limit, min_confidence, skip, kinds, path_prefix)
        return answer

    def tests(
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
        answer: WalkPage = self._ask("graph.tests", name, depth, limit, min_confidence, skip, kinds, path_prefix)
        return answer

    def path(
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
        answer: PathPage = self._ask("graph.path", source, target, depth, kinds, min_confidence)
        return answer

    def hierarchy(
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
        answer: HierarchyPage = self._ask("graph.hierarchy", name, depth, limit, min_confidence, skip, kinds, path_prefix)
        return answer

    def unresolved(
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
        answer: UnresolvedPage = self._ask("graph.unresolved", name, limit, skip, kinds, path_prefix)
        return answer

    def dependencies(
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
        answer: DependencyPage = self._ask("graph.dependencies", path, depth, limit, skip)
        return answer

    def dependents(
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
        answer: DependencyPage = self._ask("graph.dependents", path, depth, limit, skip)
        return answer

    def map(self, *, budget: int = 2000, focus: Sequence[str | os.PathLike[str]] = ()) -> RepositoryMap:
        """The most important symbols of the repository, by rank over the graph, in a token budget.

        Args:
            budget: Tokens that the text may take. Default: 2,000. Range: 64 to 1,000,000.
            focus: Paths or names to prefer; unknown ones are ignored, and named in the answer. Default: [].
                At most 100, of at most 1,024 bytes each.
        """
        answer: RepositoryMap = self._ask("graph.map", budget, focus)
        return answer

    def resolve_anchors(self, anchors: Sequence[Anchor]) -> ResolvedAnchors:
        """What became of places that were recorded, in the code as it is indexed. Nothing of it is stored.

        Args:
            anchors: The places, as a note gives them; up to 1,000.
        """
        answer: ResolvedAnchors = self._ask("graph.resolve-anchors", anchors)
        return answer

    def functions_at(self, lines: Sequence[TouchedLines], *, limit: int = 10) -> FunctionPage:
        """The functions that contain the given lines, in the code as it is indexed. Lines that were recorded before a file changed may
        belong to other functions by now.

        Args:
            lines: The lines, as `reread` gives them; up to 1,000.
            limit: How many functions are given at most. Default: 10. Range: 1 to 1,000.
        """
        answer: FunctionPage = self._ask("graph.functions-at", lines, limit)
        return answer

    def documents(self, query: str, *, limit: int = 5, budget: int = 0) -> DocumentPage:
        """Sections of the repository's own documents that fit a question, best first: of files called `README`, and of Markdown. Of
        each document, the first 2,048 sections are found by their indexed words; their lines are read from the files.

        Args:
            query: What is looked for, in words. Its first 128 terms count. Length: 1 to 65,536 bytes.
            limit: How many sections are given at most. Default: 5. Range: 1 to 50.
            budget: The most tokens of all excerpts together, counting some twenty more for each excerpt; 0: any number. Default: 0.
                Range: 0 to 1,000,000.
        """
        answer: DocumentPage = self._ask("graph.documents", query, limit, budget)
        return answer

    def status(self) -> MemoryStatus:
        """The status of the memory. Loads every edge."""
        answer: MemoryStatus = self._ask("memory.status")
        return answer

    def prepare(
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
        answer: Prepared = self._ask("prepare.prepare", task, budget, focus, errors, recent, likely, beside, shown)
        return answer
