"""Files that are left out whatever ignore rules say: those of installed folders, and those that the caller excludes."""

import json
from typing import Any

from project import Project

from scrubjay import Invalid, Memory


class Excluding(Project):
    def found(self, memory: Memory, name: str) -> list[str]:
        return [hit.symbol.path for hit in memory.find(name) if hit.symbol.name == name]

    def status(self) -> Any:
        return json.loads(self.program("status", "--json").stdout)

    def test_an_environment_that_nothing_ignores_filled_every_answer_and_is_not_the_project(self) -> None:
        packages = self.folder / "env" / "lib"
        packages.mkdir(parents=True)
        for n in range(500):
            (packages / f"part_{n}.py").write_text("def restock(): pass\n")
        with Memory.in_memory(self.folder) as memory:
            memory.index()
            self.assertEqual(memory.find("restock").n_hits, 501)
            (self.folder / "env" / "pyvenv.cfg").write_text("home = /usr/bin\n")
            indexed = memory.index()
            self.assertEqual((indexed.n_removed, indexed.installed, indexed.n_installed), (500, ("env",), 1))
            self.assertEqual(self.found(memory, "restock"), ["shop.py"])
            (self.folder / "env" / "pyvenv.cfg").unlink()
            indexed = memory.index()
            self.assertEqual((indexed.n_read, indexed.installed), (500, ()))

    def test_what_is_excluded_stays_out_until_that_is_taken_back(self) -> None:
        (self.folder / "made").mkdir()
        (self.folder / "made" / "forms.py").write_text("def form(): pass\n")
        (self.folder / ".scrubjayignore").write_text("!made/\n")
        with Memory.open(self.folder, exclude=["/made/", "*.gen.py"]) as memory:
            self.assertEqual(memory.index().exclude, ("/made/", "*.gen.py"))
            self.assertEqual(self.found(memory, "form"), [])
        (self.folder / "made" / "more.py").write_text("def more(): pass\n")
        with Memory.open(self.folder, fresh=True) as memory:
            self.assertEqual((self.found(memory, "more"), self.found(memory, "form")), ([], []))
        self.assertEqual(self.status()["exclude"], ["/made/", "*.gen.py"])
        with Memory.open(self.folder, rebuild=True) as memory:
            self.assertEqual(memory.index().exclude, ("/made/", "*.gen.py"))
        with Memory.open(self.folder, exclude=[]) as memory:
            indexed = memory.index()
            self.assertEqual((indexed.exclude, indexed.n_read), ((), 2))
        self.assertEqual(self.status()["exclude"], [])

    def test_texts_are_excluded_as_files_are(self) -> None:
        texts = {"a.py": "a = 1\n", "made/b.py": "def form(): pass\n"}
        with Memory.from_files(texts, exclude=["made"]) as memory:
            self.assertEqual(memory.status().n_files, 1)

    def test_patterns_that_do_not_exclude_are_refused(self) -> None:
        for wrong in ([""], ["!a"], ["a\nb"], ["a\0"], ["#a"], ["x" * 4_097], ["x"] * 1_001):
            with self.assertRaises(Invalid) as raised:
                Memory.in_memory(self.folder, exclude=wrong)
            self.assertIn("exclude", str(raised.exception))
        with self.assertRaises(TypeError):
            Memory.in_memory(self.folder, exclude=[1])  # type: ignore[list-item]
