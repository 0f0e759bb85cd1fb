"""The installed wheel as a host of scenarios: one request a line, one answer a line."""

import dataclasses
import json
import shutil
import sys
from pathlib import Path

from record_steps import RecordSteps
from sessions import Sessions, timeless
from windows import Windows, plain, refusal

from scrubjay import Memory, ScrubjayError, records


class Host(Windows, RecordSteps, Sessions):
    """A memory of the scenario's folder. Each step that is not a question has a method of its name."""

    folder = memory = None
    refusal = staticmethod(refusal)

    def host_begin(self, folder):
        self.folder, self.window = folder, None
        return self.memory_reopen()

    def memory_reopen(self, purpose="writing", speaker="agent"):
        if self.memory is not None:
            self.memory.close()
        opened = Memory.reading if purpose == "reading" else Memory.open
        self.memory = opened(self.folder, speaker=speaker, memory=Path(self.folder, ".scrubjay", "memory.redb"))
        return {}

    def memory_index(self):
        problems = [one for one in self.memory.index().problems if one.error is not None]
        return {"refused": [{"path": one.path, "error": refusal(one.error)} for one in problems]}

    def memory_status(self):
        left_out = ("generation", "live_bytes", "damaged")
        return {name: value for name, value in plain(self.memory.status()).items() if name not in left_out}

    def records_remember(self, notes):
        return [dataclasses.asdict(self.memory.remember(**one)) for one in notes]

    def records_record(self, events):
        return [dataclasses.asdict(one) for one in self.memory.record(events)]

    def graph_resolve_anchors(self, anchors):
        return plain(self.memory.resolve_anchors([records.Anchor(**one) for one in anchors]))

    def graph_functions_at(self, lines, **options):
        return plain(self.memory.functions_at([records.TouchedLines(**one) for one in lines], **options))

    def prepare_prepare(self, task, beside=(), likely=(), **options):
        beside = [records.BesidePiece(**{name: one[name] for name in ("id", "text", "why")}) for one in beside]
        likely = [records.WeightedPath(**one) for one in likely]
        return plain(self.memory.prepare(task, beside=beside, likely=likely, **options))

    def store_give(self, path):
        return self.copied(Path(self.folder, ".scrubjay", "index.redb"), path)

    def store_take(self, path):
        return self.copied(path, Path(self.folder, ".scrubjay", "index.redb"))

    def copied(self, source, target):
        self.memory.close()
        Path(target).parent.mkdir(exist_ok=True)
        shutil.copyfile(source, target)
        return {}

    def answer(self, step, arguments):
        noun, _, verb = step.replace("-", "_").partition(".")
        if noun == "window" and self.window is None and verb != "open":
            return {"no_window_for": step}
        of_memory = ("graph", "prepare", "records", "episodes", "recall", "delivery", "session")
        targets = {"window": self.window} | dict.fromkeys(of_memory, self.memory)
        call = getattr(self, f"{noun}_{verb}", None) or getattr(targets.get(noun), verb, None)
        if call is None:
            return {"no_such_step": step}
        if "zone" in arguments:
            arguments["zone"] = [records.ZoneOffset(**one) for one in arguments["zone"]]
        try:
            answer = plain(call(**arguments))
            answer = timeless(answer) if noun == "session" else answer
            return {} if answer is None and verb not in ("already_visible", "explain", "find_snapshot") else answer
        except ScrubjayError as error:
            return {"error": refusal(error)}


def main():
    host = Host()
    for line in sys.stdin:
        request = json.loads(line)
        arguments = {"folder": request["folder"]} if request["step"] == "host.begin" else request["arguments"]
        print(json.dumps(host.answer(request["step"], arguments), default=plain), flush=True)


main()
