"""The methods that change, export, import and merge records, of every class with records."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Literal, TypeVar

from . import _native
from ._arguments import as_json, ids_of, of_type
from ._changes import Changes
from ._record import Record
from .errors import Invalid
from .lines import CapturedLines, Harness, Imported, LineFormat, Merged, export_slices, import_slices
from .mending import Mending
from .records import EventKind, Origin, Receipt
from .sessions import Sessions

__all__ = ["Backup", "Erasure", "Forgetting", "Recording", "Remembered", "State"]

Own = TypeVar("Own", bound="Recording")

State = Literal["added", "known", "adopted", "waiting"]
"""The state of a recorded event.

- `added`: It is in the store. If another process added it, that process may have known the event already.
- `known`: The event was known already, or forgotten since: nothing was added.
- `adopted`: The event was known from an import, as untrusted, and is adopted as the importer's own.
- `waiting`: It is stored durably outside the store, because another process is writing. The next process that can write adds it.
"""


@dataclass(frozen=True, slots=True)
class Remembered(Record):
    """The id and the state of an event that was to be recorded."""

    id: str
    """The id of its record; in the state `waiting`, the id that the record will get, unless the event is known already."""
    state: State


@dataclass(frozen=True, slots=True)
class Forgetting(Record):
    """The records that were forgotten, or, with `dry_run`, that would be forgotten."""

    receipts: tuple[Receipt, ...]
    """One for each id, or, for a rollback, for each record of its selection. Receipts do not repeat the content of records."""
    n_derived: int
    """How many further records were forgotten, because they were derived from the chosen ones."""


@dataclass(frozen=True, slots=True)
class Backup(Record):
    """A backup that was made of a memory."""

    path: str
    """The path that was noted when the backup was made."""
    time: int
    """When it was made, in milliseconds since 1970."""
    is_there: bool
    """Whether the file still exists."""


@dataclass(frozen=True, slots=True)
class Erasure(Record):
    """The result of erasing. It does not repeat the content of records."""

    receipts: tuple[Receipt, ...]
    """One for each id, in their order, or, for a selection, for each of its records."""
    n_derived: int
    """How many further records were forgotten, because they were derived from the chosen ones."""
    n_bodies: int
    """How many bodies of pruned parts of windows were erased, which can no longer be restored."""
    rewritten: tuple[str, ...]
    """Files that were rewritten without what was erased."""
    removed: tuple[str, ...]
    """Files that were removed: copies, damaged files, drafts, and refused batches."""
    backups: tuple[Backup, ...]
    """Known backups of the memory, oldest first. They are not changed, and may contain what was erased."""

    @classmethod
    def of(cls, erased: _native._Erased) -> Erasure:
        """Converts the extension's answer."""
        receipts, n_derived, n_bodies, rewritten, removed, backups = erased
        read_backups = tuple(Backup(path, time, is_there) for path, (time, is_there) in backups)
        return cls(receipts, n_derived, n_bodies, rewritten, removed, read_backups)


def _lines_of(events: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> str:
    """Writes events as lines of JSON."""
    event_list = [events] if isinstance(events, Mapping) else list(of_type(events, "events", Mapping, Iterable))
    return "\n".join(_line(event, number) for number, event in enumerate(event_list, 1))


def _line(event: Mapping[str, Any], number: int) -> str:
    if not isinstance(event, Mapping):
        raise TypeError(f"argument 'events' must be a dict or a sequence of them, and number {number} is {type(event).__name__}")
    return as_json(dict(event), "events", f"event {number}: ", ensure_ascii=True)


def _ids_or_selection(ids: str | Sequence[str], selection: tuple[object, ...]) -> list[str] | tuple[object, ...]:
    """The chosen records for the extension: a list of ids, or a selection. Raises `Invalid` if both are given."""
    id_list = ids_of(ids)
    if selection == ("", "", "", None, None):
        return id_list
    if id_list:
        why = "it is given beside a selection: give one of them"
        raise Invalid(f"ids is not valid: {why}", "ids", why)
    return selection


class Recording(Changes, Sessions, Mending):
    """The base class of every class with records."""

    __slots__ = ()

    _records: _native.Records

    def _ask(self, question: str, *arguments: object) -> Any:
        raise NotImplementedError

    def _ask_records(self, question: str, arguments: tuple[object, ...]) -> Any:
        answer = self._records.ask(question, arguments)
        self._warn_of_damage()
        return answer

    def _change(self, change: str, *arguments: object) -> Any:
        return self._records.change(change, arguments)

    def close(self) -> None:
        """Closes the object, after earlier calls. Closing again does nothing."""
        raise NotImplementedError

    def record(self, events: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> tuple[Remembered, ...]:
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
        return tuple(Remembered(*fields) for fields in self._records.record(_lines_of(events)))

    def export_lines(self) -> Generator[str, None, int]:
        """Exports all records without loss, as lines of JSON in pieces of about 1 MiB. The last line is a trailer, by which
        `import_lines` detects a cut or changed text. Events recorded meanwhile may be included. The generator returns how many
        records were left out, because their rows are damaged. The whole file is verified first. If it is damaged, a warning is
        issued, the trailer says `is_damaged` and confirms nothing, and at least one record counts as left out.
        """
        return export_slices(self, "episodes.export-lines")

    def export_csv(self, kind: EventKind) -> Generator[str, None, int]:
        """Exports the records of a kind as comma-separated values, in pieces of whole lines, after a line of column names: the same
        bytes as `scrubjay memory export --format csv`. A table cannot be imported. Write it to a file that was opened with
        `newline=""`. The generator returns how many records of any kind were left out, because their rows are damaged. The whole
        file is verified first. If it is damaged, a warning is issued, and at least one record counts as left out.

        Args:
            kind: The kind of the records.
        """
        return export_slices(self, "episodes.export-csv", kind)

    def export_parquet(self, kind: EventKind, file: str | os.PathLike[str]) -> int:
        """Writes the records of a kind into a new Parquet file, with the columns of `export_csv`: times are timestamps in
        milliseconds of UTC, numbers are integers, `success` is a boolean, all else is text, and empty values are null. Returns how many
        records of any kind were left out, because their rows are damaged.

        Args:
            kind: The kind of the records.
            file: The path of the new file; nothing may exist there.
        """
        return self._records.export_parquet(kind, file)

    def import_lines(self, lines: str | Iterable[str], *, format: LineFormat = "jsonl", mine: bool = False) -> Imported:
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
        return import_slices(self._records.import_lines, lines, format, mine)

    def capture_lines(
        self, lines: str, *, harness: Harness | None = None, folder: str = "", state: bytes = b""
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
        return CapturedLines.of(self._records.capture_lines(lines, harness, folder, state))

    def merge(self, file: str | os.PathLike[str], *, mine: bool = False) -> Merged:
        """Adds the records of another memory's file; known records are not added again, and forgotten ones stay forgotten. The file is
        only read. Batches that wait in a spool beside it are not included.

        Args:
            file: The other memory's file.
            mine: Whether the records are your own: they keep their origin and trust, even if they were imported as untrusted before. Only
                allowed with `speaker="person"`. Default: `False`, all records get the origin `imported`, and are untrusted.
        """
        return Merged.of(self._records.merge(file, mine))

    def forget(self, ids: str | Sequence[str], *, dry_run: bool = False) -> Forgetting:
        """Forgets records for good, by their ids, with all records derived from them. With `dry_run` nothing changes, and the result says
        what would be forgotten.

        Args:
            ids: The id of a record, or the ids of several.
            dry_run: Whether to change nothing, and only return what would be forgotten. Default: `False`.
        """
        return Forgetting(*self._records.forget(ids_of(ids), dry_run))

    def rollback(
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
        return Forgetting(*self._records.forget((session, principal, channel, origin, since), dry_run))

    def erase(
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
        return Erasure.of(self._records.erase(_ids_or_selection(ids, (session, principal, channel, origin, since)), dry_run))

    def __enter__(self: Own) -> Own:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
