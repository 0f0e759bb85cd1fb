"""The tools of a memory in agents of three frameworks: the schemas that each makes, and a scripted model that calls a tool."""

from __future__ import annotations

import asyncio
import inspect
import json
import subprocess
import tempfile
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

from agents import Agent as OpenAIAgent
from agents import Model, ModelResponse, Runner, Usage, function_tool
from autogen_core.tools import FunctionTool
from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.tools import StructuredTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText
from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, TextPart, ToolCallPart
from pydantic_ai.messages import ModelResponse as PydanticResponse
from pydantic_ai.models.function import AgentInfo, FunctionModel
from pydantic_ai.tools import Tool
from smolagents import tool as smolagents_tool  # type: ignore[import-untyped,unused-ignore]

from test_mcp import PROGRAM

from scrubjay import AsyncMemory, AsyncWindow, Invalid, Memory, Records, Window
from scrubjay.langchain import MemoryRetriever, RecallRetriever
from scrubjay.langchain import tools as langchain_tools
from scrubjay.tools import tools

FILES = {
    "shelf.py": "class Shelf:\n    def add(self, title: str) -> None:\n        self.title = title\n",
    "shop.py": "from shelf import Shelf\n\n\ndef restock() -> Shelf:\n    shelf = Shelf()\n    shelf.add('a')\n    return shelf\n",
}
TOOL_LIST = json.loads((Path(__file__).parents[3] / "wit/tools.json").read_text(encoding="utf-8"))["tools"]
"""The tools in `wit/tools.json`, from which the package's tools are generated."""
KINDS = {"number": ("integer", "number"), "flag": ("boolean",), "texts": ("array",), "words": ("array",)}
TYPES = {"str": "string", "int": "integer", "float": "number", "bool": "boolean", "List[str]": "array"}
UNFIT_METHODS = {
    # They take functions, objects of a host, or bytes, or give generators: nothing that a model could hand over.
    "index", "summarise_session_with", "push", "fit", "push_messages", "watch", "export_lines", "export_csv", "import_lines", "close",
}


def meaning(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema in a form in which equal meanings are equal: without titles, and with one form for optional arguments."""
    properties = {}
    for name, property_schema in schema["properties"].items():
        reduced = {**property_schema}
        for choice in reduced.pop("anyOf", []):
            reduced.update(choice if choice != {"type": "null"} else {})
        reduced.pop("title", None)
        # Where a name says all, frameworks that want a description have that in words, and the server has none.
        if reduced.get("description") == name.replace("_", " "):
            reduced.pop("description")
        if not reduced.get("default"):
            reduced.pop("default", None)
        properties[name] = reduced
    return {"properties": properties, "required": sorted(schema.get("required", []))}


class Asking(BaseChatModel):
    """Calls `callers` for `Shelf.add`, and repeats the result."""

    seen: list[Any] = []

    def bind_tools(self, tools: Any, **_: Any) -> Any:
        return self

    def _generate(self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **_: Any) -> ChatResult:
        last_message = messages[-1]
        if last_message.type == "human":
            call = {"id": "1", "name": "callers", "args": {"name": "Shelf.add"}}
            return ChatResult(generations=[ChatGeneration(message=AIMessage("", tool_calls=[call]))])
        return ChatResult(generations=[ChatGeneration(message=AIMessage(last_message.text))])

    @property
    def _llm_type(self) -> str:
        return "asking"


def asking(messages: list[ModelMessage], info: AgentInfo) -> PydanticResponse:
    """The model of `Asking` for pydantic-ai: calls `callers`, and repeats the result."""
    last_part = messages[-1].parts[-1]
    if last_part.part_kind == "tool-return":
        return PydanticResponse(parts=[TextPart(str(last_part.content))])
    return PydanticResponse(parts=[ToolCallPart("callers", {"name": "Shelf.add"})])


class AskingOpenAI(Model):
    """The model of `Asking` for the OpenAI Agents SDK: calls `callers`, and repeats the result."""

    async def get_response(self, *arguments: Any, **keywords: Any) -> ModelResponse:
        request_input = keywords.get("input", arguments[1] if len(arguments) > 1 else None)
        results = [one["output"] for one in request_input if isinstance(one, dict) and one.get("type") == "function_call_output"] if isinstance(request_input, list) else []
        if results:
            text = ResponseOutputText(text=str(results[-1]), type="output_text", annotations=[])
            output: Any = ResponseOutputMessage(id="m", content=[text], role="assistant", status="completed", type="message")
        else:
            output = ResponseFunctionToolCall(arguments=json.dumps({"name": "Shelf.add"}), call_id="1", name="callers", type="function_call")
        return ModelResponse(output=[output], usage=Usage(), response_id=None)

    def stream_response(self, *arguments: Any, **keywords: Any) -> Any:
        raise NotImplementedError


class Frameworks(unittest.TestCase):
    def setUp(self) -> None:
        self.memory = Memory.from_files(FILES)
        self.addCleanup(self.memory.close)

    def langchain(self, tool: Callable[..., Any]) -> dict[str, Any]:
        keyword = "coroutine" if inspect.iscoroutinefunction(tool) else "func"
        converted_tool = StructuredTool.from_function(**{keyword: tool}, parse_docstring=True)  # type: ignore[arg-type]
        return dict(converted_tool.get_input_jsonschema())

    def pydantic_ai(self, tool: Callable[..., Any]) -> dict[str, Any]:
        return dict(Tool(tool, takes_ctx=False).function_schema.json_schema)

    def openai(self, tool: Callable[..., Any]) -> dict[str, Any]:
        return dict(function_tool(tool, strict_mode=False).params_json_schema)

    def check(self, name: str, function: Callable[..., Any], schema: dict[str, Any], is_described: bool = True) -> None:
        parameters = [parameter for parameter in inspect.signature(function).parameters.values() if parameter.name != "self"]
        self.assertEqual(list(schema.get("properties", {})), [parameter.name for parameter in parameters], name)
        required = [parameter.name for parameter in parameters if parameter.default is parameter.empty]
        self.assertEqual(sorted(schema.get("required", [])), sorted(required), name)
        for parameter in parameters:
            property = schema["properties"][parameter.name]
            if is_described:
                self.assertTrue(property.get("description"), f"{name}: {parameter.name}")
            annotation = parameter.annotation if isinstance(parameter.annotation, str) else inspect.formatannotation(parameter.annotation)
            if expected_type := TYPES.get(annotation.replace("typing.", "")):
                self.assertEqual(property.get("type"), expected_type, f"{name}: {parameter.name}")
            if parameter.default is not parameter.empty and parameter.default not in ((), b""):
                self.assertEqual(property.get("default", parameter.default), parameter.default, f"{name}: {parameter.name}")

    def test_each_tool_has_its_schema_in_each_framework(self) -> None:
        for tool in tools(self.memory, toolset="all", prefix="jay_"):
            for framework in (self.langchain, self.pydantic_ai, self.openai):
                with self.subTest(tool.__name__, framework=framework.__name__):
                    self.check(tool.__name__, tool, framework(tool), is_described=False)

    def test_each_tool_is_one_of_frameworks_that_want_a_description_of_each_argument(self) -> None:
        """Haystack reads annotations as AutoGen does."""
        for tool in tools(self.memory, toolset="all"):
            with self.subTest(tool.__name__):
                names = list(inspect.signature(tool).parameters)
                properties = FunctionTool(tool, description=tool.__doc__ or "").schema["parameters"]["properties"]
                self.assertEqual(list(properties), names)
                for descriptions in (properties, smolagents_tool(tool).inputs):
                    self.assertEqual([name for name in names if not descriptions[name].get("description")], [])

    def test_what_a_model_reads_of_a_tool_is_what_the_server_says(self) -> None:
        """The tools of `wit/tools.json` reach a model through three frameworks and the server, with the same descriptions."""
        listing = subprocess.run(
            [PROGRAM, "--json", "mcp", "--tools", "--toolset", "all"], capture_output=True, check=True, text=True, encoding="utf-8"
        )
        server = {tool["name"]: tool for tool in json.loads(listing.stdout)["tools"]}
        package_tools = tools(self.memory, toolset="all")
        self.assertEqual([tool.__name__ for tool in package_tools], list(server))
        for tool in package_tools:
            server_tool = server[tool.__name__]
            for framework in (self.langchain, self.pydantic_ai, self.openai):
                with self.subTest(tool.__name__, framework=framework.__name__):
                    self.assertEqual(meaning(framework(tool)), meaning(server_tool["inputSchema"]))
            converted_tool = StructuredTool.from_function(func=tool, parse_docstring=True)
            descriptions = [converted_tool.description, Tool(tool, takes_ctx=False).description, function_tool(tool, strict_mode=False).description]
            self.assertEqual(descriptions, [server_tool["description"]] * 3)

    def test_what_a_model_reads_of_a_tool_is_what_the_list_says(self) -> None:
        tools_by_name = {tool.__name__: tool for tool in tools(self.memory, toolset="all")}
        self.assertEqual(list(tools_by_name), [one["name"] for one in TOOL_LIST])
        self.assertEqual([tool.__name__ for tool in tools(self.memory)], [one["name"] for one in TOOL_LIST if one.get("default")])
        for listed_tool in TOOL_LIST:
            tool, arguments = tools_by_name[listed_tool["name"]], {argument["name"]: argument for argument in listed_tool["arguments"]}
            for framework in (self.langchain, self.pydantic_ai, self.openai):
                with self.subTest(listed_tool["name"], framework=framework.__name__):
                    properties = meaning(framework(tool))["properties"]
                    self.assertEqual(list(properties), list(arguments))
                    for name, argument in arguments.items():
                        self.assertIn(properties[name].get("type"), KINDS.get(argument["type"], ("string",)), name)
                        self.assertIn(argument.get("docs", ""), properties[name].get("description", ""))
            self.assertEqual(Tool(tool, takes_ctx=False).description, listed_tool["description"])

    def test_the_tools_that_are_given_by_default_take_1600_tokens_at_most(self) -> None:
        converted = [(Tool(one, takes_ctx=False), function_tool(one, strict_mode=False)) for one in tools(self.memory)]
        sent_tools = {
            "langchain": [convert_to_openai_tool(one) for one in langchain_tools(self.memory)],
            "pydantic-ai": [[one.name, one.description, one.function_schema.json_schema] for one, _ in converted],
            "openai": [[one.name, one.description, one.params_json_schema] for _, one in converted],
        }
        for framework, tool_schemas in sent_tools.items():
            # The vocabulary o200k takes a token for 4.1 to 4.2 characters of these.
            n_tokens = len(json.dumps(tool_schemas, separators=(",", ":"), ensure_ascii=False)) / 4.1
            self.assertTrue(500 <= n_tokens <= 1_600, f"{framework}: {n_tokens}")

    def test_each_method_can_be_a_tool_in_each_framework(self) -> None:
        async def opened() -> list[Any]:
            return [await AsyncMemory.from_files(FILES), await AsyncWindow.open()]

        for owner in [self.memory, Records(), Window(), *asyncio.run(opened())]:
            for name in dir(type(owner)):
                static = inspect.getattr_static(type(owner), name)
                if name.startswith("_") or not inspect.isfunction(static):
                    continue
                method = getattr(owner, name)
                for framework in (self.langchain, self.pydantic_ai, self.openai):
                    if name in UNFIT_METHODS:
                        continue
                    with self.subTest(f"{type(owner).__name__}.{name}", framework=framework.__name__):
                        self.check(name, method, framework(method))

    def test_an_agent_of_langchain_calls_one_and_reads_the_answer(self) -> None:
        state = create_agent(Asking(), langchain_tools(self.memory)).invoke({"messages": [("user", "Who calls it?")]})
        self.assertIn("shop.py:6  function restock", state["messages"][-1].text)

        async def awaited() -> str:
            async with await AsyncMemory.from_files(FILES) as memory:
                state = await create_agent(Asking(), langchain_tools(memory)).ainvoke({"messages": [("user", "Who?")]})
                return str(state["messages"][-1].text)

        self.assertIn("shop.py:6  function restock", asyncio.run(awaited()))

    def test_an_agent_of_pydantic_ai_calls_one_and_reads_the_answer(self) -> None:
        agent = Agent(FunctionModel(asking), tools=tools(self.memory))
        self.assertIn("shop.py:6  function restock", agent.run_sync("Who calls it?").output)

    def test_an_agent_of_openai_calls_one_and_reads_the_answer(self) -> None:
        agent = OpenAIAgent(name="a", model=AskingOpenAI(), tools=[function_tool(tool) for tool in tools(self.memory)])
        self.assertIn("shop.py:6  function restock", Runner.run_sync(agent, "Who calls it?").final_output)

    def test_a_retriever_gives_the_code_that_a_task_needs(self) -> None:
        documents = MemoryRetriever(memory=self.memory, budget=500).invoke("fix Shelf.add")
        self.assertIn("def add", documents[0].page_content)
        self.assertEqual(documents[0].metadata["path"], "shelf.py")
        json.dumps(documents[0].metadata)

        async def awaited() -> list[Any]:
            async with await AsyncMemory.from_files(FILES) as memory:
                return list(await MemoryRetriever(memory=memory, budget=500).ainvoke("fix Shelf.add"))

        self.assertEqual(asyncio.run(awaited()), documents)
        self.assertEqual(asyncio.run(MemoryRetriever(memory=self.memory, budget=500).ainvoke("fix Shelf.add")), documents)
        single_retriever = MemoryRetriever(memory=self.memory, k=1)
        self.assertEqual(len(single_retriever.invoke("fix Shelf.add")), 1)
        self.assertGreater(len(single_retriever.invoke("fix Shelf.add", k=2)), 1)
        for retriever in (single_retriever, RecallRetriever(memory=self.memory)):
            with self.assertRaises(Invalid):
                retriever.invoke("fix Shelf.add", k=0)

    def test_a_retriever_gives_what_was_recorded_and_nothing_where_nothing_fits(self) -> None:
        for text in ("Shelves are made of oak.", "A shelf holds books.", "The shelf in the hall is empty."):
            self.memory.remember(text)
        recall_retriever = RecallRetriever(memory=self.memory, k=2)
        documents = recall_retriever.invoke("which shelf is empty")
        self.assertEqual([len(documents), len(recall_retriever.invoke("which shelf is empty", k=1))], [2, 1])
        self.assertEqual(documents[0].page_content, "The shelf in the hall is empty.")
        self.assertEqual(documents[0].id, documents[0].metadata["id"])
        json.dumps(documents[0].metadata)
        self.assertEqual(recall_retriever.invoke("lattices of quarks"), [])
        self.assertEqual([recall_retriever.invoke("\U0001f680"), asyncio.run(recall_retriever.ainvoke("?!"))], [[], []])
        self.assertEqual(asyncio.run(recall_retriever.ainvoke("which shelf is empty")), documents)
        turn_retriever = RecallRetriever(memory=self.memory, options={"kinds": ["turn"]})
        self.assertEqual(turn_retriever.invoke("which shelf is empty"), [])


class OfAFolder(unittest.TestCase):
    def test_the_agent_knows_of_an_edit(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for name, text in FILES.items():
                (Path(folder) / name).write_text(text)
            with Memory.open(folder, fresh=True) as memory:
                agent = create_agent(Asking(), langchain_tools(memory))
                self.assertNotIn("more.py", agent.invoke({"messages": [("user", "Who?")]})["messages"][-1].text)
                (Path(folder) / "more.py").write_text("from shelf import Shelf\n\ndef again():\n    Shelf().add('b')\n")
                self.assertIn("more.py", agent.invoke({"messages": [("user", "Who?")]})["messages"][-1].text)
