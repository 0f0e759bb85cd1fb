"""Steps that export, import, capture and erase records, on the installed wheel."""

import json

from windows import plain


class RecordSteps:
    """The methods of these steps, for a host with a memory."""

    def records_export(self):
        hidden = ("recorded", "updated", "hash")
        shown = lambda members: {name: value for name, value in members.items() if name not in hidden}
        return [json.loads(line, object_hook=shown) for line in "".join(self.memory.export_lines()).splitlines()]

    def records_erase(self, ids=()):
        erased = self.memory.erase(ids)
        return {"receipts": plain(erased.receipts), "n_bodies": erased.n_bodies}

    def records_export_csv(self, kind):
        return "".join(self.memory.export_csv(kind))

    def records_import(self, lines, format="jsonl", mine=False):
        report = self.memory.import_lines(lines, format=format, mine=mine)
        refused = [{"line": one.line, "error": self.refusal(one.error)} for one in report.refused]
        counts = {"n_added": report.n_added, "n_known": report.n_known, "n_adopted": report.n_adopted}
        return {**counts, "refused": refused, "is_whole": report.is_whole}

    def records_capture(self, lines, folder=""):
        report = self.memory.capture_lines("".join(json.dumps(line) + "\n" for line in lines), folder=folder)
        refused = [{"line": one.line, "error": self.refusal(one.error)} for one in report.refused]
        return {"n_added": report.n_added, "n_known": report.n_known, "n_unknown": report.n_unknown, "refused": refused}
