"""The steps that change contexts of sessions, on the installed wheel."""

import dataclasses


def timeless(answer):
    """An answer without the times at which contexts were changed."""
    match answer:
        case dict():
            return {name: timeless(value) for name, value in answer.items() if name not in ("used", "active", "time")}
        case list() | tuple():
            return [timeless(one) for one in answer]
    return answer


class Sessions:
    """The methods of these steps, for a host with a memory."""

    def session_save(self, id, document, expected=None):
        return self.memory.save_session(id, document, expected=expected)

    def session_append(self, id, entries, expected=None):
        return self.memory.append_to_session(id, entries, expected=expected)

    def session_delete(self, id, expected=None):
        return self.memory.delete_session(id, expected=expected)

    def session_recover(self, id, version, expected=None):
        return self.memory.recover_session(id, version, expected=expected)

    def session_fork(self, id, fork, version=None, expected=None):
        return self.memory.fork_session(id, fork, version=version, expected=expected)

    def session_compact(self, id, **settings):
        return dataclasses.asdict(self.memory.compact_session(id, **settings))
