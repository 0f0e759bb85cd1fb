"""Windows: the messages that `fit` returns, restoring, and several processes with one window."""

import asyncio
import inspect
import json
import random
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from project import ROOT, Project

from scrubjay import AsyncWindow, Closed, Conflict, Expired, Floor, Invalid, Part, Unknown, Window, windows
from scrubjay._messages import hash_of
from scrubjay.tools import restore_tool


def talk(n_steps: int) -> list[dict[str, Any]]:
    """A conversation in Anthropic's format, with a long result at each step."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": "Lend no book twice: é 本"}]
    for step in range(n_steps):
        call = {"type": "tool_use", "id": f"t{step}", "name": "read", "input": {"path": f"part_{step}.py"}}
        body = "".join(f"def part_{step}_{line}(book):\t# é {step * line}\n" for line in range(40))
        messages.append({"role": "assistant", "content": [{"type": "text", "text": f"Part {step}."}, call]})
        messages.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": f"t{step}", "content": body}]})
    return messages


def pruned(messages: list[dict[str, Any]], fitted: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """The id and the original content of each pruned result."""
    pruned_parts = []
    for original, sent in zip(messages, fitted, strict=True):
        for block, sent_block in zip(original["content"], sent["content"]):
            if block != sent_block and block["type"] == "tool_result":
                pruned_parts.append((re.match(r"\[pruned (\w{13})", sent_block["content"])[1], block["content"]))  # type: ignore[index]
    return pruned_parts


class Windows(Project):
    def setUp(self) -> None:
        super().setUp()
        self.file = self.folder.parent / "memory.redb"

    def test_messages_come_back_as_they_were_but_for_what_is_pruned(self) -> None:
        messages = talk(60)
        json_before = json.dumps(messages)
        window = Window(max_tokens=20_000)
        fitted = window.fit(messages)
        self.assertEqual(json.dumps(messages), json_before)
        assert window.last is not None
        edited_numbers = {edit.message for edit in window.last.edits}
        self.assertGreater(window.last.n_pruned, 5)
        for number, (original, sent) in enumerate(zip(messages, fitted, strict=True)):
            self.assertEqual(original is sent, number not in edited_numbers)
        pruned_parts = pruned(messages, fitted)
        self.assertGreater(len(pruned_parts), 5)
        for id, body in pruned_parts:
            self.assertEqual(window.restore(id).text, body)
        self.assertEqual(window.fit(messages), fitted)
        self.assertEqual(window.last.n_pruned, 0)

    def test_a_whole_request_comes_back_as_one(self) -> None:
        messages = talk(60)
        request = {"model": "m", "system": "Be brief.", "messages": messages}
        window = Window(max_tokens=20_000)
        fitted = window.fit(request)
        self.assertEqual((list(fitted), fitted["system"]), (["model", "system", "messages"], "Be brief."))
        self.assertTrue(pruned(messages, fitted["messages"]))
        self.assertEqual(Window().fit({"model": "m", "input": "Hello."}, "openai_responses"), {"model": "m", "input": "Hello."})

    def test_a_window_that_was_saved_goes_on(self) -> None:
        messages = talk(60)
        with Window(max_tokens=20_000) as window:
            fitted = window.fit(messages)
            saved = window.save()
        reopened = Window(max_tokens=20_000, saved=saved)
        self.assertTrue(reopened.found.is_known)
        self.assertEqual(reopened.fit(messages), fitted)
        with self.assertRaises(Invalid):
            Window(saved=saved[1:])
        with self.assertRaises(Closed):
            window.fit(messages)

    def test_a_window_of_a_memory_is_shared_by_processes(self) -> None:
        messages = talk(60)
        source = (
            "import json, sys, scrubjay\n"
            "window = scrubjay.Window(memory=sys.argv[1], name='w', max_tokens=20_000)\n"
            "print(json.dumps(window.fit(json.load(sys.stdin))))"
        )
        run = lambda: subprocess.run(
            [sys.executable, "-c", source, self.file], input=json.dumps(messages), capture_output=True, text=True, check=True
        )
        fitted_elsewhere = json.loads(run().stdout)
        window = Window(memory=self.file, name="w", max_tokens=20_000)
        self.assertEqual(window.fit(messages), fitted_elsewhere)
        self.assertEqual(json.loads(run().stdout), fitted_elsewhere)
        for id, body in pruned(messages, fitted_elsewhere):
            self.assertEqual(window.restore(id).text, body)
        self.assertEqual([one.name for one in windows(memory=self.file)], ["w"])
        self.assertEqual([one.name for one in windows(memory=self.file, after="w")], [])
        explained = self.program("window", "explain", "--window", "w", "--memory", str(self.file))
        self.assertIn(pruned(messages, fitted_elsewhere)[0][0], explained.stdout)
        window.end()
        self.assertFalse(windows(memory=self.file).windows)

    def test_threads_that_fit_one_window_at_once_all_come_to_their_end(self) -> None:
        def live(begin: int) -> None:
            window = Window(memory=self.file, name="w", max_tokens=8_000)
            for n_steps in range(begin, 60, 2):
                window.fit(talk(n_steps))
            ended.append(begin)

        ended: list[int] = []
        threads = [threading.Thread(target=live, args=(begin,)) for begin in (2, 3, 4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sorted(ended), [2, 3, 4])

    def test_after_a_conflict_the_next_call_works(self) -> None:
        messages = talk(60)
        one, other = (Window(memory=self.file, name="w", max_tokens=20_000) for _ in range(2))
        other.push_messages(messages)
        fitted = one.fit(messages)
        with self.assertRaises(Conflict):
            other.prune()
        with self.assertRaises(Conflict):
            other.push_messages(talk(61)[121:], first=121)
        self.assertEqual(other.fit(messages), fitted)
        other.set_task("lending")
        with self.assertRaises(Conflict):
            one.snapshot()
        # Only what is new would be pushed, of a conversation that was lost.
        self.assertEqual(one.fit(talk(61))[:-2], fitted)
        self.assertEqual(one.status().n_items, other.push_messages(talk(61)).n_items)

    def test_what_left_and_why_is_told(self) -> None:
        window = Window(memory=self.file, name="w", max_tokens=20_000)
        self.assertIsNone(window.find_snapshot())
        messages = talk(60)
        window.fit(messages[:5])
        visible = window.already_visible(messages[2]["content"][0]["content"])
        assert visible is not None
        window.pin(visible.id)
        window.set_relevance({visible.id: 0.5})
        fitted = window.fit(messages)
        self.assertIs(fitted[2], messages[2])
        window.set_task("lending")
        explained = window.find_snapshot()
        assert explained is not None and window.last is not None
        self.assertEqual(explained.reason, "prune")
        self.assertEqual(window.find_snapshot(explained.number), explained)
        self.assertIsNone(window.find_snapshot(99))
        pruned_items = [item for item in explained.items if item.fate == "pruned"]
        self.assertTrue(pruned_items and all(item.factors for item in pruned_items))
        explanation = window.explain(pruned_items[0].id)
        assert explanation is not None
        self.assertEqual((explanation.item, explanation.snapshot), (pruned_items[0], explained.number))
        self.assertIsNone(window.explain("0000000000000"))
        self.assertEqual([snapshot.reason for snapshot in window.snapshots()], ["task_switch", "prune"])
        self.assertEqual((window.status().task, window.status().n_prunes), ("lending", 1))
        self.assertTrue(window.learnings())
        window.report_usage(window.status().tokens + 7)
        window.pin([visible.id], pinned=False)

    def test_a_model_has_back_what_was_pruned_a_part_at_a_time(self) -> None:
        messages = talk(60)
        messages[2]["content"][0]["content"] = long = "def lend(book):\t# é\n" * 2_000
        window = Window(max_tokens=20_000)
        pruned_bodies = pruned(messages, window.fit(messages))
        restore = restore_tool(window)
        self.assertEqual((restore.__name__, list(inspect.signature(restore).parameters)), ("restore", ["id", "skip"]))
        self.assertIn("[pruned ID; …]", restore.__doc__ or "")
        for id, body in pruned_bodies:
            restored, skip = "", 0
            while True:
                part, _, more = restore(id, skip).partition("\n[")
                restored += part
                if not more:
                    break
                skip = int(more.partition("skip=")[2].rstrip("]"))
            self.assertEqual(restored, body)
        self.assertIn(long, [body for _, body in pruned_bodies])
        self.assertIn("from 0 to", restore(pruned_bodies[0][0], -1))
        self.assertIn("nothing is called", restore("0000000000000"))
        self.assertIn("nothing is called", restore("nonsense"))
        with self.assertRaises(TypeError):
            restore_tool(None)  # type: ignore[arg-type]

    def test_what_left_into_a_recap_is_listed_after_a_new_start_too_and_as_models_ask_for_it(self) -> None:
        for place in ({}, {"memory": self.file, "name": "w"}):
            with Window(max_tokens=8_000, **place) as window:
                [range] = re.findall(r"\w{13}\.\.\w{13}", json.dumps(window.fit(talk(60))))[:1]
                listed, saved = window.restore(f"{range} *").text.split("\n"), window.save()
            with Window(max_tokens=8_000, **(place or {"saved": saved})) as window:
                restore = restore_tool(window)
                for asked in (range, range.upper(), f"[{range}]"):
                    lines = restore(f"{asked} *").split("\n")
                    self.assertGreater(len(lines), 20)
                    self.assertLessEqual(set(lines), set(listed))
                    self.assertTrue(all(window.restore(line[:13]).text for line in lines))
                self.assertIn("[recap …]", restore.__doc__ or "")

    def test_bad_input_is_a_typed_error_and_changes_nothing(self) -> None:
        messages = talk(60)
        window = Window(max_tokens=20_000)
        fitted = window.fit(messages)
        before = window.status()
        orphan = [{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "x", "content": "x"}]}]
        for bad in (["x"], orphan, [{"role": "user", "content": "\ud800"}], [{"role": "user", "content": float("nan")}]):
            with self.assertRaises(Invalid):
                window.fit(bad)
        with self.assertRaises(Invalid):
            window.fit(messages, "mail")  # type: ignore[call-overload]
        with self.assertRaises(TypeError):
            window.fit([{"role": "user", "content": object()}])
        for id in ("", "0000000000000"):
            with self.assertRaises(Unknown):
                window.restore(id)
        with self.assertRaises(Invalid):
            window.report_usage(-1)
        with self.assertRaises(Invalid):
            window.snapshots(limit=0)
        with self.assertRaises(Invalid):
            Window(max_tokens=999)
        with self.assertRaises(Invalid):
            Window(memory=self.file)
        self.assertEqual(window.status(), before)
        self.assertEqual(window.fit(messages), fitted)

    def test_a_budget_that_cannot_be_met_names_its_floor(self) -> None:
        window = Window(max_tokens=1_000)
        with self.assertRaises(Floor) as raised:
            window.fit([{"role": "user", "content": "To be kept. " * 2_000}])
        self.assertGreater(raised.exception.actual, raised.exception.limit)

    def test_what_is_kept_no_longer_has_expired(self) -> None:
        window = Window(max_tokens=20_000, body_lifetime=0)
        messages = talk(60)
        id, _ = pruned(messages, window.fit(messages))[0]
        threading.Event().wait(0.01)
        with self.assertRaises(Expired):
            window.restore(id)

    def test_models_of_libraries_are_taken_as_their_dictionaries(self) -> None:
        class Block:
            def __init__(self, **members: object) -> None:
                self.members = members

            def model_dump(self, **_: object) -> dict[str, object]:
                return self.members

        messages = talk(60)
        objects = [{**one, "content": [Block(**block) if isinstance(block, dict) else block for block in one["content"]]}
                   if isinstance(one["content"], list) else one for one in messages]
        self.assertEqual(len(pruned(messages, Window(max_tokens=20_000).fit(messages))),
                         sum(one is not other for one, other in zip(objects, Window(max_tokens=20_000).fit(objects))))

    def test_a_message_that_its_caller_changes_in_place_is_another_one(self) -> None:
        window, messages = Window(max_tokens=20_000), talk(60)
        window.fit(messages)
        for place in (2, len(messages) - 1):
            messages[place]["content"][0]["content"] = f"Nothing is left at {place}."
            fitted, fresh = window.fit(messages), Window(max_tokens=20_000)
            fresh.push_messages(messages)
            self.assertEqual(window.status().tokens_unpruned, fresh.status().tokens_unpruned)
            self.assertEqual(window.push_messages(messages).n_new, 0)
        self.assertIn("Nothing is left at 120.", json.dumps(fitted))

    def test_whatever_becomes_of_a_conversation_the_window_has_it_as_it_is(self) -> None:
        chance = random.Random(7)
        window, messages, system = Window(max_tokens=1_000_000), talk(20), "Be brief."
        changes: list[Callable[[], object]] = [
            lambda: messages.extend(talk(len(messages) // 2 + 1)[len(messages):]),
            lambda: chance.choice(messages[2::2])["content"][0].update(content=f"Changed to {chance.random()}."),
            lambda: chance.choice(messages[1::2])["content"][1]["input"].update(line=chance.random()),
            lambda: chance.choice(messages[2::2])["content"][0].update(is_error=chance.choice([1, True, False])),
            lambda: messages.__delitem__(slice(chance.randrange(3, 42, 2), None)),
            lambda: messages.__setitem__(slice(None), json.loads(json.dumps(messages))),
            lambda: window.push_messages(talk(3)),
            lambda: window.push([Part(kind="user", message=0, text="Hello.")]),
            lambda: window.fit([]),
            lambda: window.fit({"system": "Be brief.", "messages": messages}),
            lambda: window.fit(messages, "openai_chat"),
            lambda: self.assertRaises(Invalid, window.fit, [*messages, {"role": "user", "content": float("nan")}]),
            lambda: window.end(),
        ]
        for step in range(200):
            chance.choice(changes)()
            asked: Any = {"system": system, "messages": messages} if step % 5 == 0 else messages
            window.fit(asked)
            fresh = Window(max_tokens=1_000_000)
            fresh.fit(asked)
            stands = [(one.n_items, one.tokens_unpruned) for one in (window.status(), fresh.status())]
            self.assertEqual(stands[0], stands[1], step)
            last = messages[-1]["content"]
            self.assertIsNotNone(window.already_visible(last if isinstance(last, str) else last[0].get("content", last[0].get("text"))))

    def test_a_request_that_was_refused_leaves_nothing_of_it_behind(self) -> None:
        window = Window(max_tokens=2_000)
        first = [{"role": "user", "content": "Lend."}, {"role": "user", "content": "Now."}]
        window.fit(first)
        with self.assertRaises(Floor):
            window.fit([{"role": "user", "content": "To be kept. " * 2_000}, {"role": "user", "content": "Now."}])
        self.assertEqual(window.fit([*first, {"role": "user", "content": "Soon."}])[0], first[0])
        self.assertEqual(window.status().n_items, 3)
        self.assertIsNotNone(window.already_visible("Lend."))
        self.assertEqual((window.fit([]), window.status().n_items), ([], 0))

    def test_messages_that_nobody_changes_in_place_are_known_as_the_same_objects(self) -> None:
        async def use(memory: Path | None) -> None:
            messages = talk(60)
            place = {} if memory is None else {"memory": memory, "name": "w"}
            async with await AsyncWindow.open(max_tokens=20_000, immutable=True, **place) as window:  # type: ignore[arg-type]
                fitted = await window.fit(messages)
                # A promise that is not kept is not looked after.
                block = messages[1]["content"][0]
                was, block["text"] = block["text"], "Nobody looks."
                await window.fit(messages)
                self.assertIsNone(await window.already_visible("Nobody looks."))
                block["text"] = was
                self.assertEqual(await window.fit(json.loads(json.dumps(messages))), fitted)
                messages[1] = {**messages[1], "content": [{"type": "text", "text": "Another."}, messages[1]["content"][1]]}
                await window.fit(messages)
                visible = await window.already_visible("Another.")
                assert visible is not None
                self.assertEqual(visible.message, 1)
                await window.end()
                await window.fit(messages)
                self.assertIsNotNone(await window.already_visible("Another."))

        for memory in (None, self.file):
            asyncio.run(use(memory))
        with self.assertRaises(TypeError):
            Window(immutable=1)  # type: ignore[arg-type]

    def test_a_message_is_known_by_what_it_says_and_by_nothing_else(self) -> None:
        def said(*texts: str) -> dict[str, Any]:
            return {"role": "user", "content": [{"type": "text", "text": text} for text in texts]}

        text = "Lend no book twice: é"
        once = hash_of(said(text, text))
        self.assertEqual(hash_of(said(text, "".join(list(text)))), once)
        self.assertEqual(hash_of(said(sys.intern("".join(list(text))), text)), once)
        shared = {"type": "text", "text": text}
        self.assertEqual(hash_of({"role": "user", "content": [shared, shared]}), once)
        others = [said(text), said(text, text + " "), {**said(text, text), "name": "n"}, said(text, text)["content"]]
        numbers: list[Any] = [{"n": value} for value in (0, 1, 1.0, True, "1", None, [], {}, -0.0, 0.0, 1 << 70)]
        hashes = [hash_of(one) for one in [*others, *numbers]]
        self.assertEqual(len(set(hashes) | {once}), len(hashes) + 1)

    def test_a_conversation_of_no_known_format_is_pushed_in_parts(self) -> None:
        window = Window(max_tokens=5_000)
        parts = []
        for step in range(30):
            call = {"response": step, "tool": "read", "call_id": str(step)}
            parts.append(Part(kind="call", message=2 * step, text=f'{{"path":"part_{step}.py"}}', form="fixed", **call))
            parts.append(Part(kind="tool_result", message=2 * step + 1, text=f"line of part {step}\n" * 60, **call))
        self.assertEqual(window.push(parts).n_new, 60)
        pruned = window.prune()
        self.assertGreater(pruned.n_pruned, 5)
        for edit in pruned.edits:
            self.assertEqual(window.restore(edit.id).text, parts[edit.message].text)
            if edit.replacement is None:
                self.assertEqual(edit.pointer, "", "the message left whole")
            else:
                self.assertIn(edit.id, edit.replacement)
        self.assertEqual(window.push(parts).n_known, 60)
        with self.assertRaises(Invalid):
            window.push([Part(kind="tool_result", message=60, text="x", call_id="nobody")])
        with self.assertRaises(Invalid):
            window.push([Part(kind="mail", message=60, text="x")])  # type: ignore[arg-type]

    def test_a_window_for_asyncio_answers_as_the_other_one_while_the_loop_goes_on(self) -> None:
        messages = talk(60)

        async def use() -> None:
            async with await AsyncWindow.open(max_tokens=20_000, memory=self.file, name="w") as window:
                first, again = await asyncio.gather(window.fit(messages), window.fit(messages))
                self.assertEqual(first, Window(max_tokens=20_000).fit(messages))
                self.assertEqual(again, first)
                id, body = pruned(messages, first)[0]
                self.assertEqual((await window.restore(id)).text, body)
                assert window.last is not None and (found := await window.find_snapshot()) is not None
                self.assertEqual(window.last.n_pruned, 0)
                self.assertEqual((await window.snapshots()).snapshots, (found,))
                self.assertIsNotNone(await window.explain(id))
                await window.pin(id)
                await window.set_relevance({id: 0.5})
                await window.report_usage(19_000)
                self.assertEqual((await window.status()).tokens, 19_000)
                self.assertTrue(await window.learnings())
                before, cancelled = asyncio.ensure_future(window.set_task("lending")), asyncio.ensure_future(window.set_task("not this"))
                await asyncio.sleep(0)
                cancelled.cancel()
                await before
            with self.assertRaises(Closed):
                await window.fit(messages)
            await window.close()
            async with await AsyncWindow.open(max_tokens=20_000, memory=self.file, name="w") as window:
                self.assertTrue((await window.found()).is_known)
                await window.push_messages(messages)
                # What the provider counted is kept too.
                self.assertGreater((await window.prune()).n_pruned, 0)
                self.assertEqual((await window.status()).task, "lending")
                await window.end()
            alone = AsyncWindow(Window())
            await alone.push([Part(kind="user", message=0, text="Hello.")])
            self.assertIsNotNone(await alone.already_visible("Hello."))
            await alone.snapshot()
            self.assertTrue(Window(saved=await alone.save()).found.is_known)
            with self.assertRaises(Invalid):
                await AsyncWindow.open(max_tokens=999)

        asyncio.run(use())

    def test_both_windows_have_the_same_methods(self) -> None:
        def methods(of: type) -> dict[str, list[str]]:
            public_methods = {name: value for name, value in inspect.getmembers(of, inspect.isfunction) if not name.startswith("_")}
            return {name: [str(parameter.replace(annotation=parameter.empty)) for parameter in inspect.signature(value).parameters.values()] for name, value in public_methods.items()}

        async_methods = methods(AsyncWindow)
        self.assertEqual(async_methods.pop("found"), ["self"])
        self.assertEqual(async_methods, methods(Window))
        opened = [parameter.replace(annotation=parameter.empty) for parameter in inspect.signature(AsyncWindow.open).parameters.values()]
        self.assertEqual(opened, [parameter.replace(annotation=parameter.empty) for parameter in inspect.signature(Window).parameters.values()])

    def test_defaults_are_the_interfaces(self) -> None:
        wit = (ROOT / "wit/window.wit").read_text()
        record = wit[wit.index("record window-settings") : wit.index("record window-owner")]
        defaults = re.findall(r"Default: ([^ ]+)\.(?: Range[^\n]*)?\n\s+([a-z-]+):", record)
        stated = {name.replace("-", "_"): value.replace(",", "") for value, name in defaults}
        parameters = inspect.signature(Window).parameters
        own_arguments = {"immutable", "memory", "project", "name", "tenant", "principal", "saved"}
        self.assertEqual(set(stated), set(parameters) - own_arguments)
        for name, value in stated.items():
            default = parameters[name].default
            self.assertEqual(str(default).lower() if isinstance(default, bool) else str(default), value, name)
            self.assertRegex(Window.__doc__ or "", rf" {name}: ")
