"""Long conversations of agents under three budgets, by LangGraph, by LangChain and in a loop of one's own. The model must get the
messages of the window, a provider must accept them, and every pruned part must be restorable. `AGENT_LIVES=all` runs all budgets.
"""

from __future__ import annotations

import os
import unittest
import warnings
from collections.abc import Sequence
from typing import Any

from langchain.agents import create_agent
from langchain.agents.middleware import AgentMiddleware
from langchain_core.messages import BaseMessage, SystemMessage
from langgraph.prebuilt import create_react_agent
from lives import N_OF_TURN, N_STEPS, TOOLS, Living, answer, judge, judge_plain, plain_step, restore_all, user_message

from scrubjay import Window
from scrubjay.langchain import WindowMiddleware
from scrubjay.langgraph import pre_model_hook

PROMPT = "You mend cases."
ALL_BUDGETS = ((8_000, 1), (20_000, 3), (50_000, 6))
"""Budgets in tokens, each with the number of the user's files that fit into it; these files are never pruned."""
BUDGETS = ALL_BUDGETS if os.environ.get("AGENT_LIVES") == "all" else ALL_BUDGETS[:1]
RESTORE_EVERY = 25
"""After how many requests the test restores all pruned parts; it also does so after the last request. Pruned parts stay pruned."""


class Life:
    """Compares each request of a long conversation with what a second window gives that fits the whole conversation."""

    def __init__(self, max_tokens: int) -> None:
        self.window = Window(max_tokens=max_tokens)
        self.reference = Window(max_tokens=max_tokens)
        self.model = Living(sent=[], counted=[])
        self.n_requests = self.n_ids = self.n_gone = self.most_tokens = 0

    def compare(self, messages: Sequence[BaseMessage], sent: Sequence[BaseMessage]) -> None:
        """Compares the messages that an adapter sends with those that the second window gives."""
        if self.model.counted:
            self.reference.report_usage(self.model.counted[-1])
        all_messages = [SystemMessage(PROMPT), *messages]
        fitted = self.reference.fit(all_messages, "langchain")
        assert list(sent) == fitted[1:], f"request {self.n_requests} is not what the window gives"
        judge(fitted)
        if self.n_requests % RESTORE_EVERY == 0 or self.n_requests + 1 == N_STEPS:
            self.n_ids += restore_all(self.reference, all_messages, fitted)
        self.n_gone = len(all_messages) - len(fitted)
        self.most_tokens = max(self.most_tokens, self.reference.last.tokens_after)  # type: ignore[union-attr]
        self.n_requests += 1


class RequestRecorder(AgentMiddleware[Any, Any, Any]):
    """Records the messages of each request at its place among the middlewares, then calls `done`."""

    def __init__(self, name: str, requests: dict[str, Any], callback: Any = None) -> None:
        super().__init__()
        self._name, self._requests, self._callback = name, requests, callback

    @property
    def name(self) -> str:
        return self._name

    def wrap_model_call(self, request: Any, handler: Any) -> Any:
        self._requests[self._name] = list(request.messages)
        if self._callback:
            self._callback(self._requests)
        return handler(request)


def langchain_agent(life: Life) -> Any:
    """Makes an agent of LangChain whose requests `life` compares."""
    requests: dict[str, Any] = {}
    after_recorder = RequestRecorder("after", requests, lambda requests: life.compare(requests["before"], requests["after"]))
    middlewares = [RequestRecorder("before", requests), WindowMiddleware(life.window), after_recorder]
    return create_agent(life.model, TOOLS, system_prompt=PROMPT, middleware=middlewares)


def langgraph_agent(life: Life) -> Any:
    """Makes an agent of LangGraph whose requests `life` compares."""
    hook = pre_model_hook(life.window, system=PROMPT)

    def compared_hook(state: Any) -> dict[str, list[Any]]:
        fitted_state = hook(state)
        life.compare(state["messages"], fitted_state["llm_input_messages"])
        return fitted_state

    with warnings.catch_warnings():
        # `create_react_agent` has moved to LangChain, which is tried too; but people still use it.
        warnings.simplefilter("ignore")
        return create_react_agent(life.model, TOOLS, prompt=PROMPT, pre_model_hook=compared_hook)


class Lives(unittest.TestCase):
    def test_each_request_of_an_agent_is_as_the_window_gives_it(self) -> None:
        for agent_of in (langchain_agent, langgraph_agent):
            for max_tokens, n_files in BUDGETS:
                with self.subTest(agent_of.__name__, max_tokens=max_tokens):
                    life = Life(max_tokens)
                    agent = agent_of(life)
                    state: list[Any] = []
                    for turn in range(N_STEPS // N_OF_TURN):
                        # What is said is edited in place where the user says it otherwise.
                        if state:
                            state[0].name = f"user {turn}"
                        state.append(user_message(turn, n_files))
                        state = agent.invoke({"messages": state}, {"recursion_limit": 10 * N_OF_TURN})["messages"]
                    self.assertEqual(life.n_requests, N_STEPS)
                    self.assertEqual([len(state), state[-1].content], [life.n_gone + len(life.model.sent[-1]), answer(N_STEPS - 1).content])
                    self.assertGreater(life.n_gone, N_STEPS // 5)
                    self.assertLessEqual(life.most_tokens, max_tokens)

    def test_each_request_of_a_loop_of_ones_own_is_what_the_provider_takes(self) -> None:
        for max_tokens, _ in BUDGETS:
            with self.subTest(max_tokens=max_tokens):
                window = Window(max_tokens=max_tokens)
                messages: list[Any] = []
                for step in range(N_STEPS):
                    if step % N_OF_TURN == 0:
                        messages.append({"role": "user", "content": user_message(step // N_OF_TURN, 0).content})
                    fitted = window.fit(messages)
                    judge_plain(fitted)
                    edited = {edit.message for edit in window.last.edits}  # type: ignore[union-attr]
                    unedited = [message for at, message in enumerate(messages) if at not in edited]
                    fitted_ids = {id(message) for message in fitted}
                    self.assertTrue(all(id(message) in fitted_ids for message in unedited))
                    if step % RESTORE_EVERY == 0 or step + 1 == N_STEPS:
                        self.assertGreaterEqual(restore_all(window, messages, fitted), len(edited))
                    self.assertLessEqual(window.last.tokens_after, max_tokens)  # type: ignore[union-attr]
                    messages += plain_step(step)
                self.assertGreater(len(messages) - len(fitted), N_STEPS // 5)
