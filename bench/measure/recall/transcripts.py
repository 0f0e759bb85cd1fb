"""The talk of recorded coding sessions, as one set of texts for `measure recall sessions`.

    transcripts.py GIT_DIR BRANCH OUT [N [SKIPPED [QUESTIONS]]]

BRANCH holds transcripts of Claude Code as `*/full.jsonl`, each beside a `metadata.json` that names its session. Sessions are taken in
the order of their first path, and of each its longest transcript that is stored, until N have talk in them (200 by itself), without the first SKIPPED of them (0 by itself). Talk is
what a user and the agent said to each other: calls, results, thoughts, what subagents said, and what the client put into a message
are left out. QUESTIONS is a file beside this one: `questions.jsonl`, by itself, asks what the first 200 sessions of branch
`entire/checkpoints/v1` of github.com/entireio/cli answer, and `later.jsonl` what later ones answer, with questions that none
answers. `yesterday.jsonl` asks of days of two other repositories, each with what a right answer shows; no program reads it yet.
OUT may not be published: it holds the sessions' texts.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

# Blocks that the client writes into a user's messages.
WRAPPED = re.compile(
    r"<(system-reminder|command-[a-z]+|local-command-[a-z]+|bash-[a-z]+|task-[a-z]+|ide_[a-z_]+|user-prompt-[a-z-]+)>.*?</\1>",
    re.DOTALL,
)
# Beginnings of texts that the client wrote as a whole.
CLIENT = ("Caveat:", "[Request interrupted", "This session is being continued", "Base directory for this skill")
DATED = re.compile(r"^\d{4}-\d\d-\d\d-(?=[0-9a-f]{8}-)")


class Store:
    """The files of a branch."""

    def __init__(self, git_dir, branch):
        git = ["git", "-C", git_dir]
        listing = subprocess.run([*git, "ls-tree", "-r", "-l", branch], check=True, capture_output=True, text=True).stdout
        self.files = {}
        for line in listing.splitlines():
            attributes, path = line.split("\t")
            _, _, blob, size = attributes.split()
            # A blob that is missing in a partial clone has no size.
            if size.isdigit():
                self.files[path] = (blob, int(size))
        self.cat = subprocess.Popen([*git, "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def read(self, path):
        self.cat.stdin.write(self.files[path][0].encode() + b"\n")
        self.cat.stdin.flush()
        size = int(self.cat.stdout.readline().split()[2])
        return self.cat.stdout.read(size + 1)[:size].decode(errors="replace")

    def transcripts(self):
        """The paths of each session's transcripts, sessions in the order of their first path."""
        paths_by_session = {}
        for path in sorted(self.files):
            metadata_path = path.replace("full.jsonl", "metadata.json")
            if path.endswith("/full.jsonl") and metadata_path in self.files:
                session = json.loads(self.read(metadata_path)).get("session_id", "")
                paths_by_session.setdefault(DATED.sub("", session), []).append(path)
        return paths_by_session


def texts(message):
    """The texts of a message, without calls, results, thoughts and pictures."""
    content = message.get("content")
    if isinstance(content, str):
        return [content]
    return [part["text"] for part in content or [] if isinstance(part, dict) and part.get("type") == "text"]


def talk(transcript):
    """The turns of a transcript, each a speaker, a time and a text."""
    turns = []
    for line in transcript.splitlines():
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        if not isinstance(entry, dict) or entry.get("type") not in ("user", "assistant"):
            continue
        if entry.get("isSidechain") or entry.get("isMeta") or entry.get("isCompactSummary"):
            continue
        for text in texts(entry.get("message") or {}):
            text = WRAPPED.sub("", text).strip()
            if text and not text.startswith(CLIENT):
                turns.append((entry["type"], entry.get("timestamp", ""), text))
    return turns


def main():
    git_dir, branch, out = sys.argv[1:4]
    limit = int(sys.argv[4]) if len(sys.argv) > 4 else 200
    n_skipped = int(sys.argv[5]) if len(sys.argv) > 5 else 0
    questions = sys.argv[6] if len(sys.argv) > 6 else "questions.jsonl"
    store, docs, n_sessions = Store(git_dir, branch), [], 0
    for session, paths in store.transcripts().items():
        turns = talk(store.read(max(paths, key=lambda path: (store.files[path][1], path))))
        if n_sessions == limit or not any(speaker == "user" for speaker, *_ in turns):
            continue
        n_sessions += 1
        if n_sessions <= n_skipped:
            continue
        for number, (speaker, time, text) in enumerate(turns):
            doc = {"id": f"{session}:{number}", "text": text, "session": session, "speaker": speaker, "time": time}
            docs.append(doc)
    question_lines = Path(__file__).with_name(questions).read_text().splitlines()
    session_ids = {doc["session"] for doc in docs}
    queries = [query for query in map(json.loads, question_lines) if session_ids.issuperset(query["gold"])]
    Path(out).write_text(json.dumps([{"id": "sessions", "docs": docs, "queries": queries}]))
    print(f"{n_sessions - n_skipped} sessions, {len(docs)} texts, {len(queries)} of {len(question_lines)} questions")


main()
