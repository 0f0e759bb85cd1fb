import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, final

from .notes import State
from .records import DamagedRow, Receipt
from .report import Extent, Indexed, Progress

__all__ = ["Memory", "Records", "__version__", "close_all", "locate", "run"]
__version__: str

@final
class Memory:
    @classmethod
    def open(
        cls,
        root: str | os.PathLike[str],
        *,
        check: bool = False,
        rebuild: bool = False,
        memory: str | os.PathLike[str] | None = None,
        most_memory_bytes: int | None = None,
    ) -> Memory: ...
    @classmethod
    def reading(
        cls,
        root: str | os.PathLike[str],
        *,
        memory: str | os.PathLike[str] | None = None,
        most_memory_bytes: int | None = None,
    ) -> Memory: ...
    @classmethod
    def in_memory(cls, root: str | os.PathLike[str]) -> Memory: ...
    def index(
        self,
        progress: Callable[[Progress], object] | None = None,
        *,
        paths: Sequence[str | os.PathLike[str]] | None = None,
        wait: float | None = None,
    ) -> Indexed: ...
    def ask(self, question: str, arguments: tuple[object, ...]) -> Any: ...
    def export(self, arguments: tuple[object, ...]) -> str: ...
    def remember(
        self,
        text: str,
        channel: str,
        origin: str,
        session: str,
        time: int | None,
        event_id: str | None,
        parents: Sequence[str],
        at: list[str | os.PathLike[str]],
    ) -> tuple[tuple[str, State], ...]: ...
    def forget(self, ids: list[str]) -> tuple[Receipt, ...]: ...
    def extent(self) -> Extent: ...
    def damaged(self) -> tuple[DamagedRow, ...]: ...
    def close(self) -> None: ...
    @property
    def closed(self) -> bool: ...
    @property
    def root(self) -> str: ...

@final
class Records:
    def __new__(
        cls, file: str | os.PathLike[str] | None, tenant: str, principal: str, trust: str, most_bytes: int | None
    ) -> Records: ...
    def remember(self, note: tuple[object, ...]) -> tuple[tuple[str, State], ...]: ...
    def forget(self, ids: list[str]) -> tuple[Receipt, ...]: ...
    def ask(self, question: str, arguments: tuple[object, ...]) -> Any: ...
    def backup(self, file: str | os.PathLike[str]) -> bool: ...
    def close(self) -> None: ...

def locate(path: str | os.PathLike[str] = ...) -> Path: ...
def run(arguments: Sequence[str]) -> int: ...
def close_all() -> None: ...
