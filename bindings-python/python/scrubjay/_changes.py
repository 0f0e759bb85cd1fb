"""Changes of records. Written by `cargo xtask records` from `wit/`: change that."""

from collections.abc import Mapping, Sequence
from typing import Any

from ._arguments import json_of, maybe_json_of
from .records import (
    Compaction,
)


class Changes:
    """Changes of records. A change with `expected`, a session's version as it was read, raises `Conflict` if the version is another one now."""

    __slots__ = ()

    def _change(self, change: str, *arguments: object) -> Any:
        raise NotImplementedError

    def update(self, id: str, text: str, *, metadata: Mapping[str, Any] | None = None) -> bool:
        """Updates a note: its text and metadata are replaced; its id, event and time stay. Its trust is no higher than before, and no
        higher than the trust of whoever updates it: a person's note that an agent updates becomes the agent's.
        Whether there is such a note.

        Args:
            id: The id of the note.
            text: The new text. Length: 1 to 65,536 bytes.
            metadata: A dictionary, which replaces the metadata of the note. Default: None.
        """
        answer: bool = self._change("records.update", id, text, maybe_json_of(metadata, "metadata"))
        return answer

    def save_session(self, id: str, document: str | Mapping[str, Any], *, expected: int | None = None) -> int:
        """Saves a document as the context of a session, with every member, in place of the one before. If the history only lost
        entries at its beginning and gained some at its end, the other entries are not written again. If entries are lost or written
        anew, the context from before is kept as a version.
        The version after it.

        Args:
            id: The session. Length: 1 to 128 bytes.
            document: A dictionary or its JSON, as `load_session` gives it.
            expected: The version that the change is of. None: any.
        """
        answer: int = self._change("session.save-session", id, json_of(document, "document"), expected)
        return answer

    def append_to_session(
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
        answer: int = self._change("session.append-to-session", id, json_of(entries, "entries"), expected)
        return answer

    def delete_session(self, id: str, *, expected: int | None = None) -> bool:
        """Deletes the context of a session, with its versions. `rollback` of a session does so too.
        Whether there was one.

        Args:
            id: The session. Length: 1 to 128 bytes.
            expected: The version that the change is of. None: any.
        """
        answer: bool = self._change("session.delete-session", id, expected)
        return answer

    def recover_session(self, id: str, version: int, *, expected: int | None = None) -> int:
        """Recovers a stored version: the context becomes as it was then, and the current one is kept as a version.
        The version after it.

        Args:
            id: The session. Length: 1 to 128 bytes.
            version: The version to recover, as `session_versions` lists it.
            expected: The version that the change is of. None: any.
        """
        answer: int = self._change("session.recover-session", id, version, expected)
        return answer

    def fork_session(self, id: str, fork: str, *, version: int | None = None, expected: int | None = None) -> int:
        """Copies the context of a session to another id, whose versions begin anew, so that a conversation can go on in two ways. If
        that id has a context already, the call is refused as `invalid`.
        The version of the copy.

        Args:
            id: The session. Length: 1 to 128 bytes.
            fork: The session of the copy. Length: 1 to 128 bytes.
            version: A stored version, as `session_versions` lists it. None: the current one.
            expected: The version that the change is of. None: any.
        """
        answer: int = self._change("session.fork-session", id, fork, version, expected)
        return answer

    def compact_session(
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
        answer: Compaction = self._change("session.compact-session", id, max_entries, keep_entries, max_tokens, task_hours, is_manual, summary, expected)
        return answer
