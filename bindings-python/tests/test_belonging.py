"""Which memory a folder has, in Python, for notes and for windows. The stories are some of those in `cli/tests/it/belonging/`; here
they run one after the other in one process.
"""

import os
import subprocess
from pathlib import Path
from typing import Any

from project import Project

from scrubjay import Link, Memory, Window, windows

SHOP_NOTE = "the larder is painted vermilion"
ATTIC_NOTE = "the rafters are eaten by beetles"

# What the folder `$OTHER` is, and the line of shell that makes it, beside the repository `shop` and the folder `attic`.
OTHER_FOLDERS = (
    ("a clone of the repository", "git clone -q shop $OTHER"),
    (
        "a clone that carries an id and a mark",
        "git init -q source; mkdir source/.scrubjay; echo $SHOP > source/.scrubjay/id; cp shop/.git/scrubjay-mark source/.scrubjay/mark;"
        "git -C source add -f .; git -C source commit -qm one; git clone -q source $OTHER",
    ),
    ("a git folder that carries an id and a mark", "git init -q $OTHER; echo $SHOP > $OTHER/.git/scrubjay-id; cp shop/.git/scrubjay-mark $OTHER/.git"),
    ("a copy of the repository", "cp -a shop $OTHER"),
    ("a copy of the folder", "cp -a attic $OTHER"),
    ("an archive with an id of the folder", "mkdir $OTHER; tar c -C attic . | tar x -C $OTHER; echo $ATTIC > $OTHER/.scrubjay/id"),
)
# What becomes of each project, step by step: in words, as a line of shell, and the folder that the project is in then.
FOLDER_LIVES = {
    SHOP_NOTE: (
        ("it is renamed", "mv shop moved", "moved"),
        ("our folder is removed", "rm -rf moved/.scrubjay", "moved"),
        ("all that we left is removed", "rm -rf moved/.scrubjay moved/.git/scrubjay-*", "moved"),
        ("it is restored to its place", "cp -a moved aside; rm -rf moved; mv aside moved", "moved"),
        ("a work tree is added", "git -C moved worktree add -q ../tree", "tree"),
    ),
    ATTIC_NOTE: (
        ("our folder is removed", "rm -rf attic/.scrubjay", "attic"),
        ("it is renamed", "mv attic room", "room"),
        ("it is restored to its place", "cp -r room aside; rm -rf room; mv aside room", "room"),
        ("it becomes a repository", "git init -q room", "room"),
        ("it takes the place of the other one", "mv moved x; mv room moved; mv x room", "moved"),
    ),
}
GIT_PERSON = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.com"}


def _talk() -> list[dict[str, Any]]:
    """A conversation that is so long that a small window prunes it, and thus is stored."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": "Go."}]
    for at in range(6):
        text = f"value {at}\n" * 600
        messages.append({"role": "assistant", "content": [{"type": "tool_use", "id": f"t{at}", "name": "read", "input": {}}]})
        messages.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": f"t{at}", "content": text}]})
    return messages


class Belonging(Project):
    def setUp(self) -> None:
        super().setUp()
        self.data = self.at_home()
        self.place = self.folder.parent
        self.shell("mkdir attic shop; cd shop; git init -q; echo 'a = 1' > a.py; git add .; git commit -qm one")
        for folder, text in (("shop", SHOP_NOTE), ("attic", ATTIC_NOTE)):
            with Memory.open(self.place / folder) as memory, Window(project=self.place / folder, name=text, max_tokens=8_000) as window:
                memory.remember(text)
                window.fit(_talk())
        self.ids = {Path(root.read_text()).name.upper(): root.parent.name for root in self.data.glob("projects/*/root")}

    def shell(self, line: str, **variables: str) -> None:
        subprocess.run(["sh", "-ec", line], cwd=self.place, env={**os.environ, **GIT_PERSON, **variables}, check=True, timeout=60)

    def notes_and_windows(self, folder: str) -> tuple[list[str], list[str]]:
        """The texts of the notes in a folder's memory, and the names of the windows in it."""
        with Memory.open(self.place / folder) as memory:
            return [note.text for note in memory.notes()], [window.name for window in windows(project=self.place / folder)]

    def test_what_a_clone_an_archive_or_a_copy_carries_chooses_no_memory(self) -> None:
        for nth, (name, line) in enumerate(OTHER_FOLDERS):
            with self.subTest(name):
                other_folder, text = f"other_{nth}", f"written in {name}"
                self.shell(line, OTHER=other_folder, **self.ids)
                self.assertEqual(self.notes_and_windows(other_folder), ([], []))
                with Memory.open(self.place / other_folder) as memory:
                    memory.remember(text)
                self.assertEqual(self.notes_and_windows(other_folder), ([text], []))
                for mine, text in (("shop", SHOP_NOTE), ("attic", ATTIC_NOTE)):
                    self.assertEqual(self.notes_and_windows(mine), ([text], [text]))

    def test_a_project_that_is_moved_restored_or_cleaned_has_the_memory_that_it_had(self) -> None:
        for text, life in FOLDER_LIVES.items():
            for name, line, folder in life:
                with self.subTest(name, text=text):
                    self.shell(line)
                    self.assertEqual(self.notes_and_windows(folder), ([text], [text]))
                    with Memory.open(self.place / folder) as memory:
                        note = memory.remember("and one more")
                        self.shell(f"rm -rf {folder}/.scrubjay")
                        memory.forget(note.id)
                    self.assertEqual(self.notes_and_windows(folder), ([text], [text]))

    def test_a_link_in_the_place_of_our_folder_is_refused(self) -> None:
        self.shell("mkdir other; ln -s ../attic/.scrubjay other/.scrubjay")
        with self.assertRaises(Link), Memory.open(self.place / "other") as memory:
            memory.remember("written by another one")
        self.assertEqual(self.notes_and_windows("attic"), ([ATTIC_NOTE], [ATTIC_NOTE]))
