"""The installed wheel as a host of scenarios: one request a line, one answer a line."""

import dataclasses
import json
import shutil
import sys
from pathlib import Path

from scrubjay import Memory, ScrubjayError, errors

# What steps leave out, where it differs from the package's own default.
WALK = {"depth": 1, "most": 20, "least_confidence": 0.0}
FILE = {"depth": 1, "most": 20}
DEFAULTS = {
    "graph.find": {"most": 20},
    "graph.callers": WALK,
    "graph.callees": WALK,
    "graph.references": WALK,
    "graph.impact": WALK,
    "graph.hierarchy": WALK,
    "graph.dependencies": FILE,
    "graph.dependents": FILE,
    "graph.map": {"budget": 1000},
    "recall.prepare": {"budget": 1000},
}


def plain(value):
    """What JSON has no form for."""
    if isinstance(value, bytes):
        return value.hex()
    return dataclasses.asdict(value)


def refusal(error):
    """The case of the interface that an exception stands for."""
    match error:
        case errors.NewerFormat():
            return {"newer_format": error.format}
        case errors.Invalid() | errors.TooLarge() | errors.Full() | errors.Unknown() | errors.Ambiguous():
            return {error.kind: vars(error)}
        case errors.Stale() | errors.ReadOnly():
            return error.kind
    return {"host": str(error)}


class Host:
    def __init__(self):
        self.folder = None
        self.memory = None

    def begin(self, folder):
        self.folder = folder
        self.reopen()

    def reopen(self, purpose="writing"):
        if self.memory is not None:
            self.memory.close()
        self.memory = Memory.reading(self.folder) if purpose == "reading" else Memory.open(self.folder)
        return {}

    def index(self):
        problems = self.memory.index().problems
        refused = [{"path": one.path, "error": refusal(one.error)} for one in problems if one.error is not None]
        return {"refused": refused}

    def status(self):
        status = dataclasses.asdict(self.memory.status())
        for differing in ("generation", "live_bytes", "damaged"):
            del status[differing]
        return status

    def give(self, path):
        self.memory.close()
        shutil.copyfile(Path(self.folder, ".scrubjay", "store.redb"), path)
        return {}

    def take(self, path):
        self.memory.close()
        shutil.copyfile(path, Path(self.folder, ".scrubjay", "store.redb"))
        return {}

    def answer(self, step, arguments):
        own = {
            "memory.reopen": self.reopen,
            "memory.index": self.index,
            "memory.status": self.status,
            "store.give": self.give,
            "store.take": self.take,
        }
        try:
            if step in own:
                return own[step](**arguments)
            noun, _, verb = step.partition(".")
            if noun not in ("graph", "recall"):
                return {"no_such_step": step}
            return getattr(self.memory, verb)(**{**DEFAULTS.get(step, {}), **arguments})
        except ScrubjayError as error:
            return {"error": refusal(error)}


def main():
    host = Host()
    for line in sys.stdin:
        request = json.loads(line)
        if request["step"] == "host.begin":
            host.begin(request["folder"])
            answer = {}
        else:
            answer = host.answer(request["step"], request["arguments"])
        print(json.dumps(answer, default=plain), flush=True)


main()
