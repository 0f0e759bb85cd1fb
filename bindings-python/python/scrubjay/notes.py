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

    Any number of processes may have the same file open. It may be used from any thread, one call at a time; after a fork only
    the process that opened it may use it.

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
        """Remembers a note.

        Args:
            text: What to remember, 1 to 65,536 bytes.
            channel: What it belongs to, at most 128 bytes. Default: `""`, which stands for `_global`.
            origin: Who said it, where that is relied on less than who speaks to the memory. Default: `None`, who speaks.
            session: The session in which it was said. Default: `""`, none.
            branch: The branch of the repository that was checked out, at most 255 bytes. Default: `""`, none.
            commit: The commit that was checked out, in 40 or 64 hex digits as git writes them. Default: `""`, none.
            task: The task for which it was said, at most 128 bytes. Default: `""`, none.
            time: When it happened, in milliseconds since 1970. Default: now.
            event_id: What tells this event from every other, 1 to 256 bytes: one that is told again is not added again.
                Default: a new event.
            parents: The ids of records that it was derived from, at most 100. Default: none.
            metadata: At most 32 members and 16,384 bytes of JSON; those that are texts, numbers or booleans can be asked for.
                Default: none.
        """
        situation = (task, session, branch, commit)
        note = (text, channel, origin, time, event_id, parents, maybe_json_of(metadata, "metadata"), *situation)
        return Remembered(*self._records.remember(note, [])[0])

    def backup(self, file: str | os.PathLike[str]) -> None:
        """Copies all records that are not forgotten into a new file, which only this user can read.

        Records that were opened for one tenant refuse it as `Invalid`, because a copy has the records of all tenants.

        Args:
            file: The new file.
        """
        self._records.backup(file)

    def close(self) -> None:
        """Closes the records. Closing again does nothing."""
        self._records.close()

    def _ask(self, question: str, *arguments: object) -> Any:
        return self._ask_records(question, arguments)
