"""An agent over the Model Context Protocol: LangChain's client starts the program, and files change during the conversation."""

from __future__ import annotations

import asyncio
import os
import tempfile
import unittest
from pathlib import Path
from typing import Any

from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_mcp_adapters.client import MultiServerMCPClient
from langchain_mcp_adapters.tools import load_mcp_tools

PROGRAM = os.environ.get("SCRUBJAY_PROGRAM") or str(Path(__file__).parents[3] / "target" / "debug" / "scrubjay")


class Asking(BaseChatModel):
    """Answers each message of the user by a call of `callers` for `fetch`, and then repeats the result."""

    def bind_tools(self, tools: Any, **_: Any) -> Any:
        return self

    def _generate(self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **_: Any) -> ChatResult:
        last = messages[-1]
        if last.type == "human":
            call = {"id": f"call-{len(messages)}", "name": "callers", "args": {"name": "fetch"}}
            return ChatResult(generations=[ChatGeneration(message=AIMessage("", tool_calls=[call]))])
        return ChatResult(generations=[ChatGeneration(message=AIMessage(last.text))])

    @property
    def _llm_type(self) -> str:
        return "asking"


class AnAgentOverTheProtocol(unittest.TestCase):
    def test_it_answers_from_the_index_and_after_an_edit_anew(self) -> None:
        asyncio.run(self.ask_twice())

    async def ask_twice(self) -> None:
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as home:
            project = Path(folder)
            (project / "net.py").write_text("def fetch():\n    return 1\n")
            (project / "app.py").write_text("from net import fetch\n\n\ndef main():\n    return fetch()\n")
            server = {"transport": "stdio", "command": PROGRAM, "args": ["mcp", "--root", folder],
                      "env": {**os.environ, "SCRUBJAY_HOME": home}}
            client = MultiServerMCPClient({"scrubjay": server})  # type: ignore[dict-item]
            async with client.session("scrubjay") as session:
                agent = create_agent(Asking(), await load_mcp_tools(session))
                first_answer = await self.answer_of(agent)
                self.assertIn("app.py", first_answer)
                self.assertNotIn("more.py", first_answer)
                (project / "more.py").write_text("from net import fetch\n\n\ndef again():\n    return fetch()\n")
                self.assertIn("more.py", await self.answer_of(agent))

    async def answer_of(self, agent: Any) -> str:
        state = await agent.ainvoke({"messages": [("user", "Who calls fetch?")]})
        return str(state["messages"][-1].text)


if __name__ == "__main__":
    unittest.main()
