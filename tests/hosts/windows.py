"""The steps about windows, on the installed wheel; and answers as plain values."""

import dataclasses
from pathlib import Path

from scrubjay import Window, errors


def plain(value):
    """Records as objects; a case of a variant as its word, or as an object of one member."""
    if dataclasses.is_dataclass(value):
        # When something was recorded is another time on each host.
        names = [field.name for field in dataclasses.fields(value) if field.name != "recorded"]
        members = {name: getattr(value, name) for name in names}
        if dataclasses.fields(value)[-1].default is not dataclasses.MISSING:
            return {value.kind: plain(value.value)} if "value" in members else value.kind
        return {name: plain(member) for name, member in members.items()}
    return [plain(item) for item in value] if isinstance(value, tuple) else value


def refusal(error):
    """The case of the interface that an exception stands for."""
    match error:
        case errors.NewerFormat():
            return {"newer_format": error.format}
        case errors.Expired() | errors.Withheld():
            return {error.code: error.id}
        case errors.Invalid() | errors.TooLarge() | errors.Full() | errors.Unknown() | errors.Ambiguous() | errors.Floor():
            return {error.code: vars(error)}
        case errors.Stale() | errors.ReadOnly() | errors.Conflict() | errors.NotIndexed():
            return error.code
    return {"host": str(error)}


def without(record, *names):
    return record and {name: record[name] for name in record if name not in names}


def within(page, records, *names):
    return page | {records: [without(one, *names) for one in page[records]]}


class Windows:
    """The window that is open, in the memory beside the index."""

    folder = window = None

    def window_open(self, name="window", settings={}):
        self.window = Window(memory=Path(self.folder, ".scrubjay", "memory.redb"), name=name, **settings)
        return {}

    def window_fit(self, messages, format="anthropic"):
        report = {"messages": self.window.fit(messages, format)} | plain(self.window.last)
        return {name: report[name] for name in report if name != "edits"}

    def window_pin(self, ids, is_pinned=True):
        return self.window.pin(ids, pinned=is_pinned)

    def window_snapshots(self, **options):
        return within(plain(self.window.snapshots(**options)), "snapshots", "time")

    def window_find_snapshot(self, number=None):
        return without(plain(self.window.find_snapshot(number)), "time")

    def window_what_if(self, max_tokens):
        return without(plain(self.window.what_if(max_tokens)), "time")

    def window_explain(self, id):
        return without(plain(self.window.explain(id)), "time")

    def window_learnings(self, **options):
        return within(plain(self.window.learnings(**options)), "learnings", "time", "id")
