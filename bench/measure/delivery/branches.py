"""How often a session goes on with the work of the last one, by their branches.

    branches.py FOLDER...

Each FOLDER has transcripts of Claude Code of one project (`*.jsonl`). Of each session that edits something, and the session before it
that did: does it edit one of the last eight files that were edited there? A session's branch is its first one, that of the one before
its last.
"""

import json
import sys
from collections import Counter
from pathlib import Path

EDITS = ("Edit", "MultiEdit", "Write", "NotebookEdit")
SHARED = ("main", "master", "trunk", "develop")
MAX_FILES = 8


def session(transcript):
    """The times and branches of the first and last message, and the files that were edited, in order; `None` without edits."""
    messages, files = [], []
    for line in transcript.read_text(errors="replace").splitlines():
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        if not isinstance(entry, dict) or entry.get("type") not in ("user", "assistant") or not entry.get("timestamp"):
            continue
        messages.append((entry["timestamp"], entry.get("gitBranch") or ""))
        content = (entry.get("message") or {}).get("content")
        calls = content if isinstance(content, list) else []
        edits = [call for call in calls if isinstance(call, dict) and call.get("name") in EDITS]
        files += [call.get("input", {}).get("file_path", "") for call in edits]
    return (messages[0], messages[-1], files) if files and messages else None


def main():
    n_all, n_going_on = Counter(), Counter()
    for folder in sys.argv[1:]:
        sessions = sorted(filter(None, map(session, Path(folder).glob("*.jsonl"))))
        for (began, branch), _, files in sessions:
            earlier = [other for other in sessions if other[1][0] < began]
            if not earlier:
                continue
            _, (_, last_branch), last_files = max(earlier, key=lambda other: other[1][0])
            relation = "the same branch" if branch == last_branch else "another branch"
            kind = f"{relation}, one on which work meets" if branch in SHARED else relation
            n_all[kind] += 1
            n_going_on[kind] += bool(set(last_files[-MAX_FILES:]) & set(files))
    for kind, n in sorted(n_all.items()):
        print(f"{kind}: {n_going_on[kind]} of {n}")


main()
