"""LangChain's standard tests of retrievers, applied to both retrievers of a memory. They need pytest: `test_retrievers.py` runs them."""

from __future__ import annotations

from typing import Any

from langchain_core.retrievers import BaseRetriever
from langchain_tests.integration_tests import RetrieversIntegrationTests

from scrubjay import Memory, Records
from scrubjay.langchain import MemoryRetriever, RecallRetriever

FILES = {
    f"{name}.py": f"class {name.title()}:\n    def restock(self, title: str) -> None:\n        self.title = title\n"
    for name in ("shelf", "shop", "store", "hall")
}


class TestMemoryRetriever(RetrieversIntegrationTests):
    @property
    def retriever_constructor(self) -> type[BaseRetriever]:
        return MemoryRetriever

    @property
    def retriever_constructor_params(self) -> dict[str, Any]:
        return {"memory": Memory.from_files(FILES)}

    @property
    def retriever_query_example(self) -> str:
        return "restock sets a title"


class TestRecallRetriever(RetrieversIntegrationTests):
    @property
    def retriever_constructor(self) -> type[BaseRetriever]:
        return RecallRetriever

    @property
    def retriever_constructor_params(self) -> dict[str, Any]:
        memory = Records()
        for shelf in ("oak", "beech", "iron", "glass"):
            memory.remember(f"The shelf of {shelf} is restocked on Tuesdays.")
        return {"memory": memory}

    @property
    def retriever_query_example(self) -> str:
        return "when is a shelf restocked"
