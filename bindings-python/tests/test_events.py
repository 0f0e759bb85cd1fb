"""Events of every kind: batches recorded as a whole or not at all, questions, rollback, and a memory's settings."""

import asyncio
import json
from typing import Any

from project import Project

from scrubjay import AsyncMemory, AsyncRecords, AsyncWindow, Closed, Forgetting, Invalid, Memory, Records, ScrubjayError, TooLarge, Window

T = 1_700_000_000_000
SECRET = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"


class Events(Project):
    def setUp(self) -> None:
        super().setUp()
        self.file = self.folder.parent / "memory.redb"

    def test_an_event_is_shown_as_it_was_told(self) -> None:
        parameters = {"someName": {"deep_name": 1}}
        with Records() as records:
            (told,) = records.record(
                {"kind": "tool_call", "tool": "bash", "time": T, "event_id": "e", "parameters": parameters, "success": False,
                 "context_tokens": 5, "metadata": {"ticketNumber": 7}}
            )
            (found,) = records.events(kinds=["tool_call"]).events
            self.assertEqual((found.id, told.state, found.event.event_id, found.event.time), (told.id, "added", "e", T))
            body: Any = found.event.body
            self.assertEqual((body.kind, body.value.tool, body.value.context_tokens), ("tool_call", "bash", 5))
            self.assertEqual(json.loads(body.value.parameters), parameters)
            self.assertEqual(len(records.events(metadata=["ticketNumber=7"]).events), 1)

    def test_events_are_listed_by_the_branch_that_was_checked_out_and_a_turn_says_who_took_it(self) -> None:
        turn = {"kind": "turn", "conversation": "c", "text": "shall we?", "speaker": "Ada", "branch": "main"}
        with Memory.in_memory(self.folder) as memory, Records() as records:
            for one in (memory, records):
                one.record([turn, {"kind": "turn", "conversation": "c", "text": "yes"}])
                one.remember("retries need a bound", branch="fix/retries")
                (said,) = one.events(branch="main").events
                body: Any = said.event.body
                self.assertEqual((said.event.branch, body.value.speaker), ("main", "Ada"))
                self.assertEqual([told.kind for told in one.events(branch="fix/retries").events], ["note"])
                self.assertEqual(one.events(branch="new").events, ())
                with self.assertRaises(Invalid):
                    one.remember("x", branch="b" * 256)

    def test_events_are_listed_by_the_commit_that_was_checked_out(self) -> None:
        commit = "0a" * 20
        with Memory.in_memory(self.folder) as memory, Records() as records:
            for one in (memory, records):
                one.record({"kind": "turn", "conversation": "c", "text": "shall we?", "commit": commit})
                one.remember("retries need a bound", session="s", branch="fix/retries", commit="1b" * 32, task="t")
                self.assertEqual([told.event.commit for told in one.events(commit=commit).events], [commit])
                (note,) = (told.event for told in one.events(commit="1b" * 32).events)
                self.assertEqual((note.session, note.branch, note.task), ("s", "fix/retries", "t"))
                self.assertEqual(len(one.recall("retries", commit="1b" * 32).hits), 1)
                with self.assertRaises(Invalid):
                    one.remember("x", commit="main")
                with self.assertRaises(Invalid):
                    one.events(commit=commit[:12])

    def test_every_question_is_answered_by_memories_and_by_records(self) -> None:
        events = [
            {"kind": "task_step", "task": "t", "intent": "code_writing"},
            {"kind": "file_touch", "task": "t", "path": "shelf.py", "operation": "edit"},
            {"kind": "tool_call", "task": "t", "tool": "bash", "duration": 10},
            {"kind": "strategy", "description": "read first", "tools": ("read",)},
            {"kind": "working_value", "conversation": "c", "key": "k", "value": "v"},
            {"kind": "turn", "conversation": "c", "text": "hello"},
            {"kind": "profile_value", "key": "preferences", "value": "short"},
        ]
        with Memory.in_memory(self.folder) as memory, Records() as records:
            for one in (memory, records):
                self.assertEqual([told.state for told in one.record(events)], ["added"] * len(events))
                self.assertEqual(one.file_history("shelf.py").n_touches, 1)
                self.assertEqual(one.co_edits(path="shelf.py").pairs, ())
                self.assertEqual([touch.path for touch in one.last_touches("SHELF").touches], ["shelf.py"])
                self.assertEqual([(tool.tool, tool.mean_duration) for tool in one.tool_stats().tools], [("bash", 10.0)])
                self.assertEqual([(task.name, task.status) for task in one.tasks().tasks], [("t", "active")])
                self.assertEqual(one.patterns().patterns, ())
                self.assertEqual([plan.tools for plan in one.strategies().strategies], [("read",)])
                working = one.working_memory("c")
                self.assertEqual(([value.value for value in working.values], len(working.turns)), (["v"], 1))
                self.assertEqual(one.working_memory("c", now=working.values[0].time + 3_600_001).values, ())
                self.assertEqual([value.value for value in one.profile().values], ["short"])

    def test_a_path_is_the_projects_however_it_is_written_and_one_that_leads_out_is_refused(self) -> None:
        inside, elsewhere = str(self.folder / "shelf.py"), str(self.folder.parent / "other.py")
        touch = {"kind": "file_touch", "operation": "edit"}
        self.at_home()
        theirs = (lambda folder: Memory.in_memory(folder, speaker="person"), lambda folder: Memory.open(folder, memory=self.file, speaker="person"))
        openings = (Memory.in_memory, Memory.open, *theirs)
        for number, opening in enumerate(openings):
            with self.subTest(number), opening(self.folder) as memory:
                memory.record([{**touch, "path": path} for path in (inside, "./shelf.py", "shelf.py", elsewhere)])
                self.assertEqual(memory.file_history("shelf.py").n_touches, 3)
                self.assertEqual(memory.file_history(inside).n_touches, 3)
                self.assertEqual(memory.file_history(elsewhere).n_touches, 1)
                with self.assertRaises(Invalid) as raised:
                    memory.record({**touch, "path": "../other.py"})
                self.assertIn("../other.py", str(raised.exception))

    def test_a_path_is_the_projects_by_the_link_that_leads_to_it(self) -> None:
        link = self.folder.parent / "link"
        link.symlink_to(self.folder, target_is_directory=True)
        self.at_home()
        openings = (Memory.in_memory, Memory.open, lambda folder: Memory.open(folder, memory=self.file, speaker="person"))
        for number, opening in enumerate(openings):
            with self.subTest(number), opening(link) as memory:
                memory.record({"kind": "file_touch", "operation": "edit", "path": str(link / "shelf.py")})
                self.assertEqual(memory.file_history("shelf.py").n_touches, 1)

    def test_a_call_of_which_nobody_said_how_it_ended_is_neither_success_nor_failure(self) -> None:
        call = {"kind": "tool_call", "tool": "bash"}
        with Records() as records:
            records.record([call, {**call, "success": True}, {**call, "success": False}, {**call, "refused": True}])
            (tool,) = records.tool_stats().tools
            self.assertEqual((tool.n_calls, tool.n_successes, tool.n_failures, tool.n_unknown, tool.n_refused), (4, 1, 1, 1, 1))
            (newest, *_) = records.events(kinds=["tool_call"]).events
            body: Any = newest.event.body
            self.assertEqual((body.value.success, body.value.refused), (None, True))

    def test_one_event_that_is_refused_takes_the_others_along_and_is_named(self) -> None:
        good = {"text": "it holds", "event_id": "a", "time": T}
        deep: Any = "x"
        for _ in range(100):
            deep = [deep]
        cyclic: dict[str, Any] = {}
        cyclic["self"] = cyclic
        refused: list[tuple[dict[str, Any], type[ScrubjayError], str]] = [
            ({"kind": "dance"}, Invalid, "kind"),
            ({"kind": "turn", "text": "x"}, Invalid, "conversation"),
            ({"text": "x", "mood": "good"}, Invalid, "lines"),
            ({"text": "x" * 1_000_000}, Invalid, "text"),
            ({"text": "x" * (1 << 20)}, Invalid, "lines"),
            ({"text": "\ud800"}, Invalid, "lines"),
            ({"text": "x", "event_id": ""}, Invalid, "event_id"),
            ({"text": "x", "metadata": cyclic}, Invalid, "events"),
            ({"text": "x", "metadata": {"n": float("nan")}}, Invalid, "events"),
            ({"kind": "tool_call", "tool": "x", "parameters": deep}, Invalid, "lines"),
            ({"text": "x", "metadata": {f"m{n}": n for n in range(33)}}, TooLarge, ""),
        ]
        with Records() as records:
            for event, kind, argument in refused:
                with self.assertRaises(kind) as raised:
                    records.record([good, event])
                self.assertTrue(str(raised.exception).startswith("event 2: "), str(raised.exception))
                self.assertEqual(getattr(raised.exception, "argument", ""), argument)
            with self.assertRaises(TooLarge):
                records.record([good] * 1_001)
            for wrong in ("text", [good, "text"], 7, {"text": object()}):
                with self.assertRaises(TypeError):
                    records.record(wrong)  # type: ignore[arg-type]
            self.assertEqual(records.record([]), ())
            self.assertEqual(records.totals().n_records, 0)

    def test_a_session_is_rolled_back_for_its_own_tenant(self) -> None:
        session = [{"text": "a", "session": "s"}, {"kind": "profile_value", "key": "k", "value": "v", "session": "s"}]
        with Records(self.file) as own, Records(self.file, tenant="t") as other:
            first = own.record(session)[0]
            own.remember("derived", parents=[first.id])
            other.record(session)
            forgotten = own.rollback(session="s", since=0)
            self.assertIsInstance(forgotten, Forgetting)
            self.assertEqual([one.fate for one in forgotten.receipts], ["forgotten", "forgotten"])
            self.assertEqual((forgotten.n_derived, own.totals().n_records, other.totals().n_records), (1, 0, 2))
            with self.assertRaises(Invalid) as raised:
                own.rollback()
            self.assertEqual(raised.exception.argument, "selection")
            with self.assertRaises(Invalid):
                own.rollback(origin="nobody")  # type: ignore[arg-type]

    def test_the_settings_of_a_memory_hold_for_all_events(self) -> None:
        with Records(secrets="keep") as kept, Records() as masked, Records(secrets="refuse") as refusing:
            kept.record({"text": SECRET})
            masked.remember(SECRET)
            self.assertEqual(kept.notes().notes[0].text, SECRET)
            self.assertNotIn(SECRET, masked.notes().notes[0].text)
            with self.assertRaises(Invalid):
                refusing.remember(SECRET)
        with Memory.open(self.folder, memory=self.file, secrets="keep", max_per_day=1) as memory:
            memory.remember(SECRET, time=T)
            self.assertEqual(memory.notes().notes[0].text, SECRET)
            with self.assertRaises(TooLarge):
                memory.remember("another", time=T)
        with self.assertRaises(Invalid):
            Records(secrets="hide")  # type: ignore[arg-type]
        with self.assertRaises(TypeError):
            Records(max_per_day="2")  # type: ignore[arg-type]
        with Records(retention_days=40_000) as late, self.assertRaises(Invalid):
            late.remember("a")

    def test_a_note_has_a_task_and_metadata(self) -> None:
        with Memory.in_memory(self.folder) as memory:
            memory.remember("ä", task="t", metadata={"ticket": "Ä-1"}, at=["shelf.py"])
            (found,) = memory.events(task="t", metadata=["ticket=Ä-1"]).events
            self.assertEqual(found.event.anchors[0].path, "shelf.py")
            for wrong in ("{", [1], 7):
                with self.assertRaises(TypeError):
                    memory.remember("b", metadata=wrong)  # type: ignore[arg-type]
            with self.assertRaises(Invalid):
                memory.remember("b", metadata={"n": float("inf")})

    def test_an_asynchronous_memory_records_events_too(self) -> None:
        async def all_of_it() -> None:
            memory = await AsyncMemory.in_memory(self.folder)
            async with memory:
                await memory.record([{"text": "a", "session": "s"}, {"kind": "tool_call", "tool": "bash"}])
                await memory.remember("b", task="t", metadata={"n": 1})
                self.assertEqual([tool.tool for tool in (await memory.tool_stats()).tools], ["bash"])
                self.assertEqual(len((await memory.rollback(session="s")).receipts), 1)
                self.assertEqual((await memory.totals()).n_records, 2)
            with self.assertRaises(Closed):
                await memory.record({"text": "late"})

        asyncio.run(all_of_it())

    def test_what_is_opened_is_awaited_or_entered_and_a_twin_is_made_as_its_class_is(self) -> None:
        async def each() -> None:
            async with AsyncMemory.in_memory(self.folder) as memory, AsyncRecords.open(self.file) as records:
                for one in (memory, records):
                    await one.record({"text": "a"})
            with self.assertRaises(Closed):
                await memory.totals()
            async with AsyncRecords(self.file, principal="me") as again, AsyncRecords() as others, AsyncWindow(max_tokens=1_000) as window:
                self.assertEqual([(await one.totals()).n_records for one in (again, others)], [1, 0])
                self.assertEqual((await window.status()).budget, 800)
            opening = asyncio.create_task(AsyncMemory.in_memory(self.folder))
            await (await opening).close()

        asyncio.run(each())
        # Also as what `run` takes.
        asyncio.run(asyncio.run(AsyncMemory.in_memory(self.folder)).close())
        for wrong in (lambda: AsyncRecords(Records(), tenant="t"), lambda: AsyncWindow(Window(), max_tokens=9), lambda: AsyncRecords(7)):
            with self.assertRaises(TypeError):
                wrong()
