"""Agents of LangGraph and LangChain whose requests are fitted into a window: the model's messages, and the unchanged state."""

from __future__ import annotations

import asyncio
import functools
import itertools
import tempfile
import threading
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from langchain.agents import create_agent
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.prebuilt import create_react_agent
from pydantic import BaseModel
from scripted import Conversations, Scripted, body, id_in, read, scripted

from scrubjay import AsyncWindow, Closed, Floor, Invalid, Window
from scrubjay._messages import hash_of
from scrubjay.langchain import WindowMiddleware
from scrubjay.langgraph import pre_model_hook
from scrubjay.tools import restore_tool

MAX_TOKENS = 8_000
N_STEPS = 30
PROMPT = "You mend shelves."


def langgraph_agent(model: Scripted, window: Window | AsyncWindow, saver: Any = None, **options: Any) -> Any:
    """Makes an agent of LangGraph whose hook fits its requests into the window."""
    with warnings.catch_warnings():
        # `create_react_agent` has moved to LangChain, which is tried too; but people still use it.
        warnings.simplefilter("ignore")
        hook = pre_model_hook(window, system=PROMPT, **options)
        return create_react_agent(model, [read], prompt=PROMPT, pre_model_hook=hook, checkpointer=saver)


def langchain_agent(model: Scripted, window: Window | AsyncWindow, saver: Any = None, **options: Any) -> Any:
    """Makes an agent of LangChain whose middleware fits its requests into the window."""
    return create_agent(model, [read], system_prompt=PROMPT, middleware=[WindowMiddleware(window, **options)], checkpointer=saver)


KINDS = {"LangGraph": langgraph_agent, "LangChain": langchain_agent}


def ask(agent: Any, text: str = "Mend the shelf.", thread: str = "1", is_async: bool = False) -> list[Any]:
    """Runs an agent to its end. Returns the messages of its state."""
    state = {"messages": [HumanMessage(text)]}
    config = {"configurable": {"thread_id": thread}, "recursion_limit": 10 * N_STEPS}
    final_state = asyncio.run(agent.ainvoke(state, config)) if is_async else agent.invoke(state, config)
    return list(final_state["messages"])


def with_each_library(test: Callable[..., None]) -> Callable[[Any], None]:
    """Decorates a test, so that it runs with agents of both libraries, synchronously and asynchronously."""

    @functools.wraps(test)
    def with_each(self: Any) -> None:
        for kind, is_async in itertools.product(KINDS, (False, True)):
            with self.subTest(kind, is_async=is_async):
                test(self, KINDS[kind], is_async, f"{kind} {is_async}")

    return with_each


class Restoring(Scripted):
    """Calls `restore` once, for the first pruned result in its messages."""

    def _generate(self, messages: list[Any], stop: Any = None, run_manager: Any = None, **named: Any) -> Any:
        result = super()._generate(messages, stop, run_manager, **named)
        pruned = [id for message in messages if message.type == "tool" and (id := id_in(message.text))]
        if pruned and all(message.name != "restore" for message in messages if message.type == "tool"):
            call = {"id": "again", "name": "restore", "args": {"id": pruned[0]}}
            result.generations[0].message = AIMessage("", tool_calls=[call])
        return result


class Agents(Conversations):
    def setUp(self) -> None:
        place = tempfile.TemporaryDirectory(prefix="scrubjay-")
        self.addCleanup(place.cleanup)
        self.memory = Path(place.name) / "memory.redb"

    @with_each_library
    def test_a_long_run_stays_in_its_budget_and_loses_nothing(self, agent_of: Any, is_async: bool, name: str) -> None:
        for place in ({}, {"memory": self.memory, "name": name}):
            window = Window(max_tokens=MAX_TOKENS, **place)
            model = scripted(N_STEPS)
            state = ask(agent_of(model, AsyncWindow(window) if is_async else window), is_async=is_async)
            self.assertEqual((len(model.sent), state[-1].content), (N_STEPS + 1, "Done."))
            self.assertLessEqual(max(model.counted), MAX_TOKENS)
            self.assertIn(window.status().n_prunes, range(2, N_STEPS // 2))
            n_stubs = 0
            for step, messages in enumerate(model.sent):
                self.assertEqual([m.type for m in messages[:2]], ["system", "human"])
                results = self.results(messages)
                self.assertEqual(len(results), step)
                for call, text in results.items():
                    if text != body(call):
                        self.assertEqual(window.restore(str(id_in(text))).text, body(call))
                        n_stubs += 1
            self.assertGreater(n_stubs, N_STEPS)
            # The state is whole, and of what was sent only what is edited is another object.
            self.assertEqual(self.results(state), {call: body(call) for call in self.results(state)})
            for sent, kept in zip(model.sent[-1][1:], state):
                self.assertEqual((type(sent), sent.id), (type(kept), kept.id))
                if sent.content != kept.content:
                    self.assertIs(getattr(sent, "artifact", None), getattr(kept, "artifact", None))

    @with_each_library
    def test_what_the_provider_counts_holds_tokens_read_from_a_cache_included(self, agent_of: Any, is_async: bool, name: str) -> None:
        telling_model, silent_model = scripted(N_STEPS, per_token=2), scripted(N_STEPS, per_token=2, tells=False)
        for model in (telling_model, silent_model):
            ask(agent_of(model, Window(max_tokens=2 * MAX_TOKENS)), is_async=is_async)
        self.assertLessEqual(max(telling_model.counted), 2 * MAX_TOKENS)
        self.assertGreater(max(silent_model.counted), 2 * MAX_TOKENS)

    def test_a_model_calls_for_what_left_and_has_it_back(self) -> None:
        for is_async in (False, True):
            window = Window(max_tokens=MAX_TOKENS)
            model = Restoring(n_steps=N_STEPS, sent=[], counted=[])
            kept_window = AsyncWindow(window) if is_async else window
            agent = create_agent(model, [read, restore_tool(kept_window)], middleware=[WindowMiddleware(kept_window)])
            answers = [message for message in ask(agent, is_async=is_async) if message.type == "tool"]
            [restored] = [message for message in answers if message.name == "restore"]
            self.assertEqual(restored.content, next(message.content for message in answers if message.name == "read"))

    def test_a_count_is_told_of_the_request_that_it_is_of(self) -> None:
        window = Window()
        hook, other_hook = pre_model_hook(window), pre_model_hook(window)
        usage = {"input_tokens": 5_000, "output_tokens": 1, "total_tokens": 5_001}
        first_messages = [HumanMessage("Mend the shelf.", id="1")]
        # After a checkpoint they are other objects with the same ids.
        later_messages = [first_messages[0].model_copy(), AIMessage("Done.", usage_metadata=usage), HumanMessage("And the door.")]
        hook({"messages": first_messages})
        other_hook({"messages": [HumanMessage("Another agent's.", id="2")]})
        hook({"messages": later_messages})
        self.assertLess(window.status().tokens, 100)
        hook({"messages": first_messages})
        hook({"messages": later_messages})
        self.assertGreater(window.status().tokens, 4_999)

    @with_each_library
    def test_a_conversation_goes_on_in_another_process_with_its_checkpoints_and_its_window(self, agent_of: Any, is_async: bool, name: str) -> None:
        saver = InMemorySaver()
        place: dict[str, Any] = {"memory": self.memory, "name": name, "max_tokens": MAX_TOKENS}
        first_model = scripted(12)
        with Window(**place) as window:
            state_before = ask(agent_of(first_model, window, saver), is_async=is_async)
        self.assertEqual(self.results(state_before), {call: body(call) for call in self.results(state_before)})
        second_model = scripted(6)
        with Window(**place) as window:
            self.assertGreater(window.found.n_prunes, 0)
            state_after = ask(agent_of(second_model, window, saver), "And the next one.", is_async=is_async)
            first_results, second_results = self.results(first_model.sent[-1]), self.results(second_model.sent[0])
            stubs = {call: text for call, text in first_results.items() if id_in(text)}
            self.assertTrue(stubs)
            self.assertEqual({call: second_results[call] for call in stubs}, stubs)
            for call, text in stubs.items():
                self.assertEqual(window.restore(str(id_in(text))).text, body(call))
        self.assertEqual(state_after[: len(state_before)], state_before)
        self.assertLessEqual(max(second_model.counted), MAX_TOKENS)

    def test_two_processes_with_one_window_both_come_to_their_end(self) -> None:
        for name, agent_of in KINDS.items():
            models = [scripted(12), scripted(12)]
            windows = [Window(memory=self.memory, name=name, max_tokens=MAX_TOKENS) for _ in models]
            states: list[list[Any]] = []
            runs = [
                threading.Thread(target=lambda m=model, w=window: states.append(ask(agent_of(m, w))))  # type: ignore[misc]
                for model, window in zip(models, windows)
            ]
            for run in runs:
                run.start()
            for run in runs:
                run.join()
            self.assertEqual([state[-1].content for state in states], ["Done.", "Done."])
            for model in models:
                for step, messages in enumerate(model.sent):
                    self.assertEqual(len(self.results(messages)), step)

    def test_a_window_that_another_process_changed_is_given_all_messages_again(self) -> None:
        our_window, their_window = (Window(memory=self.memory, name="w", max_tokens=MAX_TOKENS) for _ in range(2))
        hook, state = pre_model_hook(our_window), ask(langgraph_agent(scripted(N_STEPS), Window(max_tokens=MAX_TOKENS)))
        hook({"messages": state[:3]})
        fitted = pre_model_hook(their_window)({"messages": state})["llm_input_messages"]
        self.assertEqual(hook({"messages": state})["llm_input_messages"], fitted)

    def test_two_agents_at_once_in_one_window_take_turns(self) -> None:
        for agent_of in KINDS.values():
            model, window = scripted(12), Window(max_tokens=MAX_TOKENS)
            agent = agent_of(model, window)

            async def run_both() -> list[Any]:
                config = {"recursion_limit": 100}
                states = [{"messages": [HumanMessage(f"I am {name}.")]} for name in "ab"]
                return await asyncio.gather(*(agent.ainvoke(state, config) for state in states))

            for name, final_state in zip("ab", asyncio.run(run_both())):
                self.assertEqual(final_state["messages"][-1].content, "Done.")
                own_requests = [messages for messages in model.sent if messages[1].content == f"I am {name}."]
                self.assertEqual([len(self.results(messages)) for messages in own_requests], list(range(13)))
            self.assertLessEqual(max(model.counted), MAX_TOKENS)

    @with_each_library
    def test_a_budget_that_cannot_be_met_is_an_error_or_what_stays_is_sent(self, agent_of: Any, is_async: bool, name: str) -> None:
        text = body("a") * 20
        with self.assertRaises(Floor) as raised:
            ask(agent_of(scripted(1), Window(max_tokens=MAX_TOKENS)), text, is_async=is_async)
        self.assertGreater(raised.exception.actual, MAX_TOKENS)
        model, window = scripted(1), Window(max_tokens=MAX_TOKENS)
        ask(agent_of(model, window, on_floor="send"), text, is_async=is_async)
        self.assertEqual(model.sent[1][1].content, text)
        # What the user said is too much by itself: the result leaves, and can be restored.
        stub = self.results(model.sent[1])["1-0"]
        self.assertLess(len(stub), len(body("1-0")))
        self.assertEqual(window.restore(stub).text, body("1-0"))

    @with_each_library
    def test_a_window_that_is_closed_refuses_the_request(self, agent_of: Any, is_async: bool, name: str) -> None:
        window = Window()
        window.close()
        with self.assertRaises(Closed):
            ask(agent_of(scripted(1), window), is_async=is_async)

    def test_messages_of_no_known_shape_pass_through(self) -> None:
        from langchain_core.messages import ChatMessage, FunctionMessage

        odd_messages = [
            HumanMessage([{"type": "song", "notes": [1, 2]}, "text"]),
            ChatMessage("No.", role="critic"),
            FunctionMessage("7", name="f"),
            ToolMessage("an answer", tool_call_id="x", artifact=object()),
            AIMessage("", additional_kwargs={"odd": object()}, response_metadata={"odd": object()}),
        ]
        messages = [HumanMessage("Mend the shelf."), AIMessage("", tool_calls=[{"id": "x", "name": "f", "args": {}}]), odd_messages[3], *odd_messages]
        del messages[-2]
        for state in ({"messages": messages}, type("State", (), {"messages": messages})()):
            fitted = pre_model_hook(Window())(state)["llm_input_messages"]
            self.assertEqual(len(fitted), len(messages))
            for sent, message in zip(fitted, messages):
                self.assertIs(sent, message)
        self.assertEqual(pre_model_hook(Window())({"messages": []}), {"llm_input_messages": []})

    def test_a_message_that_was_changed_in_place_is_another_one_whatever_changed_of_it(self) -> None:
        from langchain_core.messages import ChatMessage

        class Block(BaseModel):
            type: str = "text"
            text: str = "Lend."

        call = {"id": "x", "name": "f", "args": {"path": ["a"]}}
        changes: list[tuple[BaseMessage, Callable[[Any], object]]] = [
            (HumanMessage("Lend."), lambda message: setattr(message, "content", "Lent.")),
            (HumanMessage([{"type": "text", "text": "Lend."}]), lambda message: message.content[0].update(text="Lent.")),
            (HumanMessage([{"type": "text", "text": "Lend.", "more": Block()}]), lambda message: setattr(message.content[0]["more"], "text", "Lent.")),
            (HumanMessage("Lend."), lambda message: setattr(message, "name", "somebody")),
            (ChatMessage("Lend.", role="critic"), lambda message: setattr(message, "role", "friend")),
            (AIMessage("", tool_calls=[call]), lambda message: message.tool_calls[0]["args"]["path"].append("b")),
            (AIMessage("", additional_kwargs={"tool_calls": [call]}), lambda message: message.additional_kwargs["tool_calls"][0].update(id="y")),
            (AIMessage("", invalid_tool_calls=[{**call, "args": "{", "error": None}]), lambda message: message.invalid_tool_calls.clear()),
            (ToolMessage("Lent.", tool_call_id="x"), lambda message: setattr(message, "tool_call_id", "y")),
            (ToolMessage("Lent.", tool_call_id="x"), lambda message: setattr(message, "status", "error")),
        ]
        for message, change in changes:
            hash_before = hash_of(message)
            self.assertEqual(hash_of(message.model_copy(deep=True)), hash_before)
            # What is not read may be anything.
            message.response_metadata["odd"] = object()
            self.assertEqual(hash_of(message), hash_before)
            change(message)
            self.assertNotEqual(hash_of(message), hash_before, message)

    def test_the_prompt_is_counted_and_not_sent_among_the_messages(self) -> None:
        state = {"messages": [HumanMessage("Mend the shelf.")]}
        tokens = []
        for system in (None, body("s"), SystemMessage(body("s"))):
            window = Window()
            self.assertEqual(pre_model_hook(window, system=system)(state)["llm_input_messages"], state["messages"])
            tokens.append(window.status().tokens)
        self.assertGreater(tokens[1], tokens[0] + 500)
        self.assertEqual(tokens[1], tokens[2])

    def test_what_cannot_be_a_window_or_an_option_is_refused_at_once(self) -> None:
        for make in (pre_model_hook, WindowMiddleware):
            with self.assertRaises(TypeError):
                make("window")  # type: ignore[operator]
            with self.assertRaises(Invalid):
                make(Window(), on_floor="drop")  # type: ignore[operator]
