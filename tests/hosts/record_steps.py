"""Steps that export, import, capture and erase records, on the installed wheel."""

import json

from windows import plain


class RecordSteps:
    """The methods of these steps, for a host with a memory."""

    def records_export(self):
        hidden = ("recorded", "updated", "hash")
        shown = lambda members: {name: held for name, held in members.items() if name not in hidden}
        return [json.loads(line, object_hook=shown) for line in "".join(self.memory.export_lines()).splitlines()]

    def records_erase(self, ids=()):
        erased = self.memory.erase(ids)
        return {"receipts": plain(erased.receipts), "n_bodies": erased.n_bodies}

    def records_export_csv(self, kind):
        return "".join(self.memory.export_csv(kind))

    def records_import(self, lines, format="jsonl", mine=False):
        done = self.memory.import_lines(lines, format=format, mine=mine)
        refused = [{"line": one.line, "error": self.refusal(one.error)} for one in done.refused]
        counts = {"n_added": done.n_added, "n_known": done.n_known, "n_adopted": done.n_adopted}
        return {**counts, "refused": refused, "is_whole": done.is_whole}

    def records_capture(self, lines, folder=""):
        done = self.memory.capture_lines("".join(json.dumps(line) + "\n" for line in lines), folder=folder)
        refused = [{"line": one.line, "error": self.refusal(one.error)} for one in done.refused]
        return {"n_added": done.n_added, "n_known": done.n_known, "n_unknown": done.n_unknown, "refused": refused}
