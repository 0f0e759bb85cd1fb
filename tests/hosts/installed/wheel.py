"""Uses the installed wheel as its page says, with nothing on the search path that compiles.

Run by a Python that has the wheel and nothing else. Arguments: the page, the example's project.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from importlib import metadata
from pathlib import Path

PAGE, PROJECT = Path(sys.argv[1]), Path(sys.argv[2])
AREA = Path(tempfile.mkdtemp(prefix="scrubjay-installed-"))
SCRIPT = Path(sys.executable).parent / "scrubjay"
ENV = {"PATH": str(Path(sys.executable).parent), "HOME": str(AREA), "SCRUBJAY_HOME": str(AREA / "home"), "NO_COLOR": "1"}
WAYS = ([str(SCRIPT)], [sys.executable, "-m", "scrubjay"])


def run(*words: str) -> tuple[int, str, str]:
    done = subprocess.run(words, cwd=AREA / "project", env=ENV, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def equal(actual: object, expected: object) -> None:
    if actual != expected:
        raise AssertionError(f"{actual!r}, and {expected!r} was expected")


def nothing_compiles_here() -> None:
    equal([name for name in ("cc", "gcc", "clang", "rustc", "cargo") if shutil.which(name, path=ENV["PATH"])], [])


def the_script_and_the_module_are_one_and_the_same() -> None:
    equal(run(*WAYS[0], "--version"), (0, f"scrubjay {metadata.version('scrubjay')}\n", ""))
    equal(run(*WAYS[0], "index")[0], 0)
    for words in (["--version"], ["--help"], ["find", "add"], ["find", "no such thing"], ["--no-such-flag"], ["mcp", "--tools"]):
        equal(run(*WAYS[0], *words), run(*WAYS[1], *words))
    equal(run(*WAYS[0], "find", "add")[1], "shelf.py:10  method Shelf.add  def add(self, title: str) -> None\n")
    equal(run(*WAYS[0], "find", "no such thing")[0], 3)


def the_page_is_true() -> None:
    page = PAGE.read_text()
    examples = re.findall(r"```python\n(.*?)```\n\n(?:```text\n(.*?)```)?", page, re.S)
    equal(len(examples), 2)
    for example, expected in examples:
        equal(run(sys.executable, "-c", example), (0, expected, ""))
    equal((metadata.metadata("scrubjay").get_payload() or metadata.metadata("scrubjay")["Description"]).strip(), page.strip())


def licences_and_notices_come_with_it() -> None:
    files = {file.name: file for file in metadata.files("scrubjay") or []}
    for name in ("LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY-NOTICES.txt"):
        if name not in files:
            raise AssertionError(f"{name} is missing")
    notices = files["THIRD-PARTY-NOTICES.txt"].read_text()
    equal([name for name in ("hashbrown ", "pyo3 ", "tree-sitter-python ", "wasmtime ") if name not in notices], [])


CHECKS = (
    nothing_compiles_here,
    the_script_and_the_module_are_one_and_the_same,
    the_page_is_true,
    licences_and_notices_come_with_it,
)


def main() -> int:
    n_failed = 0
    shutil.copytree(PROJECT, AREA / "project")
    for check in CHECKS:
        try:
            check()
            verdict = "ok"
        except Exception as error:
            n_failed, verdict = n_failed + 1, f"FAILED\n{error}"
        print(f"{check.__name__.replace('_', ' ')} ... {verdict}")
    shutil.rmtree(AREA)
    print(f"test result: {'FAILED' if n_failed else 'ok'}. {len(CHECKS) - n_failed} passed; {n_failed} failed;")
    return 1 if n_failed else 0


sys.exit(main())
