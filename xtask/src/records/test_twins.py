"""Twins of a small class, as `twins.py` writes them."""

import tempfile
import unittest
from pathlib import Path

import twins

SHELF = '''
from typing import Any, overload

from .records import Found

Size = int


class Shelf:
    """A shelf.

    Args:
        size: How many.
    """

    def __init__(self, *, size: Size = 3) -> None:
        self._size = size

    @classmethod
    def of(cls, books: dict[str, Any]) -> Shelf:
        """A shelf of these."""

    @property
    def root(self) -> str:
        """Where it is."""

    @overload
    def look(self, text: str) -> Found: ...

    def look(self, text: str, *, limit: int = 20, word: str = "a, b") -> Found:
        """Looks.

        More of it.
        """

    def burn(self) -> None:
        """Burns it."""

    def put(self, book: str) -> None:
        """Puts a book."""

    def close(self) -> None:
        """Closes it."""
'''
TWIN = '''
class Twin:
    def close(self): ...

    def _put(self, book): ...
'''


def written(shelf: str = SHELF, twin: str = TWIN, aio: str = "") -> str:
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("shelf", shelf), ("_twin", twin), ("aio", aio)):
            Path(folder, f"{name}.py").write_text(text)
        return twins.write(Path(folder), (("shelf", "Shelf"),))


class Twins(unittest.TestCase):
    def test_a_method_runs_on_the_thread_with_its_signature_and_documentation(self):
        text = written()
        looks = '''    async def look(self, text: str, *, limit: int = 20, word: str = "a, b") -> Found:
        """Looks.

        More of it.
        """
        return await self._run(lambda: self._plain.look(text, limit=limit, word=word))
'''
        self.assertIn(looks, text)
        self.assertIn("    @overload\n    async def look(self, text: str) -> Found: ...\n", text)
        self.assertIn('"""Burns it."""\n        await self._run(self._plain.burn)\n', text)
        self.assertIn('    @property\n    def root(self) -> str:\n        """Where it is."""\n        return self._plain.root\n', text)

    def test_what_a_twin_has_by_hand_is_its_own(self):
        self.assertNotIn("def close", written())
        self.assertIn('"""Puts a book."""\n        return await self._put(book)\n', written())
        self.assertNotIn("def burn", written(aio="class AsyncShelf:\n    async def burn(self): ...\n"))
        self.assertIn("class AsyncShelfCalls(ShelfTwin):", written(twin="class ShelfTwin: ...\n"))

    def test_a_class_that_is_made_by_a_call_is_opened(self):
        opened = '''    @classmethod
    def open(cls: type[Self], *, size: Size = 3) -> Opening[Self]:
        """Creates a `Shelf` on a thread of its own.

        Args:
            size: How many.
        """
        return cls._opening(lambda: Shelf(size=size))
'''
        self.assertIn(opened, written())
        self.assertNotIn("def open", written(SHELF.replace("    Args:", "    Sizes:")))

    def test_all_that_signatures_name_is_imported(self):
        imports = """from typing import Any, overload

from ._twin import Opening, Self, Twin
from .records import Found
from .shelf import Shelf, Size


class AsyncShelfCalls(Twin):
"""
        self.assertIn(imports, written())

    def test_a_method_without_documentation_is_refused(self):
        with self.assertRaises(SystemExit):
            written(SHELF.replace('"""Burns it."""', "burn()"))


if __name__ == "__main__":
    unittest.main()
