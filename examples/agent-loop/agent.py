"""An agent's loop with a memory: it records each step at once, keeps requests within a budget of tokens, and begins with the results of
earlier runs.

    python agent.py FOLDER

The model is scripted, so that no key is needed: it adds a docstring to each Python module of the folder, and stops after a dozen. For
a real model, replace `respond`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

from scrubjay import Memory, Window

TASK = "docstrings"
MAX_TOKENS = 6_000
MAX_EDITS = 12


def system_prompt(memory: Memory) -> str:
    """The system prompt: the state of the task after earlier runs, and the edited files."""
    tasks = memory.tasks(statuses=["active", "completed"]).tasks
    if not tasks:
        return "Nothing was done before."
    touches = memory.last_touches(".py", limit=1).touches
    files = sorted(file.name for file in tasks[0].files)
    return f"The task {tasks[0].name} is {tasks[0].status}; last was {touches[0].why}. Edited were {', '.join(files)}."


def respond(system: str, messages: Sequence[Mapping[str, Any]], modules: Sequence[str]) -> dict[str, Any]:
    """The model: reads and edits one module after the other, except those that the system prompt names."""
    edited = set(re.findall(r"\w+\.py", system))
    modules_left = [name for name in modules if name not in edited]
    # It goes on from its last call: the first ones may have left the window.
    blocks = (block for message in messages if message["role"] == "assistant" for block in message["content"])
    step = max((int(block["id"][1:]) + 1 for block in blocks if block["type"] == "tool_use"), default=0)
    if step // 2 >= min(len(modules_left), MAX_EDITS):
        text = "All is done." if len(modules_left) <= MAX_EDITS else "To be continued."
        return {"role": "assistant", "content": [{"type": "text", "text": text}]}
    path = modules_left[step // 2]
    call = {"type": "tool_use", "id": f"c{step}", "name": "read", "input": {"path": path}}
    if step % 2 == 1:
        call |= {"name": "edit", "input": {"path": path, "docstring": f"What {path} is for."}}
    return {"role": "assistant", "content": [{"type": "text", "text": f"Now {path}."}, call]}


def run_tool(folder: Path, name: str, arguments: Mapping[str, str]) -> str:
    """Runs the tool `read` or `edit` on a file of the folder, and returns its result."""
    path = folder / arguments["path"]
    if name == "read":
        return path.read_text()
    path.write_text(f'"""{arguments["docstring"]}"""\n{path.read_text()}')
    return f"{path.name} has a docstring."


class Agent:
    def __init__(self, folder: Path, memory: Memory, window: Window) -> None:
        self.folder, self.memory, self.window = folder, memory, window
        self.session = uuid4().hex
        self.n_edits = 0
        self.most_sent = 0

    def record(self, kind: str, **members: Any) -> None:
        self.memory.record({"kind": kind, "session": self.session, "task": TASK, **members})

    def run(self) -> str:
        """Works until the model makes no more calls. Returns the model's last message."""
        system = system_prompt(self.memory)
        print(system)
        modules = sorted(path.name for path in self.folder.glob("*.py"))
        messages: list[dict[str, Any]] = [{"role": "user", "content": "Give every module a docstring."}]
        self.record("task_step", status="active", description="Give every module a docstring", intent="code_writing")
        while True:
            request = self.window.fit({"system": system, "messages": messages}, "anthropic")
            self.most_sent = max(self.most_sent, self.window.status().tokens)
            answer = respond(request["system"], request["messages"], modules)
            messages.append(answer)
            text: str = answer["content"][0]["text"]
            self.record("turn", conversation=self.session, role="assistant", text=text)
            calls = [block for block in answer["content"] if block["type"] == "tool_use"]
            if not calls:
                self.record("task_step", status="completed" if text == "All is done." else "active", outcome=text)
                return text
            messages.append({"role": "user", "content": [self.call(**call) for call in calls]})

    def call(self, *, id: str, name: str, input: Mapping[str, str], **_: str) -> dict[str, str]:
        result = run_tool(self.folder, name, input)
        self.record("tool_call", tool=name, parameters=input, success=True)
        if name == "edit":
            self.record("file_touch", path=input["path"], operation="edit", why=f"a docstring for {input['path']}")
            self.n_edits += 1
        return {"type": "tool_result", "tool_use_id": id, "content": result}


def main(folder: Path) -> None:
    with Memory.open(folder) as memory, Window(project=folder, name="docstrings", max_tokens=MAX_TOKENS) as window:
        agent = Agent(folder, memory, window)
        last_message = agent.run()
        status = window.status()
        print(f"{last_message} {agent.n_edits} modules were edited, in requests of at most {agent.most_sent:,} tokens.")
        print(f"Unpruned the last one would have had {status.tokens_unpruned:,} tokens; {status.n_pruned} parts of it were pruned.")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
