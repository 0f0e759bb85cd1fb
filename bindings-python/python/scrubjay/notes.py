"""The class `Records`: records without a project."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, final

from . import _native
from ._arguments import maybe_json_of
from ._questions import RecordQuestions
from .recording import Backup, Erasure, Forgetting, Recording, Remembered, State
from .records import Origin, SecretPolicy, Trust

__all__ = ["Backup", "Erasure", "Forgetting", "Records", "Remembered", "State"]


@final
class Records(Recording, RecordQuestions):
    """Records without a project, in a file, or, without a file, in memory.

    Any number of processes may have the same file open. Any thread may use the object; calls run one after the other. After a fork only
    the process that opened it may use it.

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

    __slots__ = ("__weakref__", "_records")

    def __init__(
        self,
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
    ) -> None:
        rules = (secrets, retention_days, max_per_day)
        self._records = _native.Records(file, (tenant, principal, speaker, trust), max_bytes, rules)

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
        situation = (task, session, branch, commit)
        note = (text, channel, origin, time, event_id, parents, maybe_json_of(metadata, "metadata"), *situation)
        return Remembered(*self._records.remember(note, [])[0])

    def backup(self, file: str | os.PathLike[str]) -> None:
        """Copies all records that are not forgotten into a new file, which only this user can read.

        Records that were opened for one tenant raise `Invalid`, because a copy would have the records of all tenants.

        Args:
            file: The new file.
        """
        self._records.backup(file)

    def close(self) -> None:
        """Closes the records. Closing again does nothing."""
        self._records.close()

    def _ask(self, question: str, *arguments: object) -> Any:
        return self._ask_records(question, arguments)
