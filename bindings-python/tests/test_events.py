"""Events of every kind: batches recorded as a whole or not at all, questions, rollback, and a memory's settings."""

import asyncio
import json
from typing import Any

from project import Project

from scrubjay import AsyncMemory, AsyncRecords, AsyncWindow, Closed, Forgetting, Invalid, Memory, Records, ScrubjayError, TooLarge, Window

TIME = 1_700_000_000_000
SECRET = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"


class Events(Project):
    def setUp(self) -> None:
        super().setUp()
        self.file = self.folder.parent / "memory.redb"

    def test_an_event_is_shown_as_it_was_told(self) -> None:
        parameters = {"someName": {"deep_name": 1}}
        with Records() as records:
            (recorded,) = records.record(
                {"kind": "tool_call", "tool": "bash", "time": TIME, "event_id": "e", "parameters": parameters, "success": False,
                 "context_tokens": 5, "metadata": {"ticketNumber": 7}}
            )
            (recorded_event,) = records.events(kinds=["tool_call"]).events
            self.assertEqual((recorded_event.id, recorded.state, recorded_event.event.event_id, recorded_event.event.time), (recorded.id, "added", "e", TIME))
            body: Any = recorded_event.event.body
            self.assertEqual((body.kind, body.value.tool, body.value.context_tokens), ("tool_call", "bash", 5))
            self.assertEqual(json.loads(body.value.parameters), parameters)
            self.assertEqual(len(records.events(metadata=["ticketNumber=7"]).events), 1)

    def test_events_are_listed_by_the_branch_that_was_checked_out_and_a_turn_says_who_took_it(self) -> None:
        turn = {"kind": "turn", "conversation": "c", "text": "shall we?", "speaker": "Ada", "branch": "main"}
        with Memory.in_memory(self.folder) as memory, Records() as records:
            for store in (memory, records):
                store.record([turn, {"kind": "turn", "conversation": "c", "text": "yes"}])
                store.remember("retries need a bound", branch="fix/retries")
                (said_event,) = store.events(branch="main").events
                body: Any = said_event.event.body
                self.assertEqual((said_event.event.branch, body.value.speaker), ("main", "Ada"))
                self.assertEqual([recorded.kind for recorded in store.events(branch="fix/retries").events], ["note"])
                self.assertEqual(store.events(branch="new").events, ())
                with self.assertRaises(Invalid):
                    store.remember("x", branch="b" * 256)

    def test_events_are_listed_by_the_commit_that_was_checked_out(self) -> None:
        commit = "0a" * 20
        with Memory.in_memory(self.folder) as memory, Records() as records:
            for store in (memory, records):
                store.record({"kind": "turn", "conversation": "c", "text": "shall we?", "commit": commit})
                store.remember("retries need a bound", session="s", branch="fix/retries", commit="1b" * 32, task="t")
                self.assertEqual([recorded.event.commit for recorded in store.events(commit=commit).events], [commit])
                (note,) = (recorded.event for recorded in store.events(commit="1b" * 32).events)
                self.assertEqual((note.session, note.branch, note.task), ("s", "fix/retries", "t"))
                self.assertEqual(len(store.recall("retries", commit="1b" * 32).hits), 1)
                with self.assertRaises(Invalid):
                    store.remember("x", commit="main")
                with self.assertRaises(Invalid):
                    store.events(commit=commit[:12])

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
            for store in (memory, records):
                self.assertEqual([recorded.state for recorded in store.record(events)], ["added"] * len(events))
                self.assertEqual(store.file_history("shelf.py").n_touches, 1)
                self.assertEqual(store.co_edits(path="shelf.py").pairs, ())
                self.assertEqual([touch.path for touch in store.last_touches("SHELF").touches], ["shelf.py"])
                self.assertEqual([(tool.tool, tool.mean_duration) for tool in store.tool_stats().tools], [("bash", 10.0)])
                self.assertEqual([(task.name, task.status) for task in store.tasks().tasks], [("t", "active")])
                self.assertEqual(store.patterns().patterns, ())
                self.assertEqual([plan.tools for plan in store.strategies().strategies], [("read",)])
                working = store.working_memory("c")
                self.assertEqual(([value.value for value in working.values], len(working.turns)), (["v"], 1))
                self.assertEqual(store.working_memory("c", now=working.values[0].time + 3_600_001).values, ())
                self.assertEqual([value.value for value in store.profile().values], ["short"])

    def test_a_path_is_the_projects_however_it_is_written_and_one_that_leads_out_is_refused(self) -> None:
        inside_path, outside_path = str(self.folder / "shelf.py"), str(self.folder.parent / "other.py")
        touch = {"kind": "file_touch", "operation": "edit"}
        self.at_home()
        openings_of_a_person = (lambda folder: Memory.in_memory(folder, speaker="person"), lambda folder: Memory.open(folder, memory=self.file, speaker="person"))
        openings = (Memory.in_memory, Memory.open, *openings_of_a_person)
        for number, opening in enumerate(openings):
            with self.subTest(number), opening(self.folder) as memory:
                memory.record([{**touch, "path": path} for path in (inside_path, "./shelf.py", "shelf.py", outside_path)])
                self.assertEqual(memory.file_history("shelf.py").n_touches, 3)
                self.assertEqual(memory.file_history(inside_path).n_touches, 3)
                self.assertEqual(memory.file_history(outside_path).n_touches, 1)
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
        good_event = {"text": "it holds", "event_id": "a", "time": TIME}
        deep_list: Any = "x"
        for _ in range(100):
            deep_list = [deep_list]
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
            ({"kind": "tool_call", "tool": "x", "parameters": deep_list}, Invalid, "lines"),
            ({"text": "x", "metadata": {f"m{n}": n for n in range(33)}}, TooLarge, ""),
        ]
        with Records() as records:
            for event, kind, argument in refused:
                with self.assertRaises(kind) as raised:
                    records.record([good_event, event])
                self.assertTrue(str(raised.exception).startswith("event 2: "), str(raised.exception))
                self.assertEqual(getattr(raised.exception, "argument", ""), argument)
            with self.assertRaises(TooLarge):
                records.record([good_event] * 1_001)
            for wrong in ("text", [good_event, "text"], 7, {"text": object()}):
                with self.assertRaises(TypeError):
                    records.record(wrong)  # type: ignore[arg-type]
            self.assertEqual(records.record([]), ())
            self.assertEqual(records.totals().n_records, 0)

    def test_a_session_is_rolled_back_for_its_own_tenant(self) -> None:
        session = [{"text": "a", "session": "s"}, {"kind": "profile_value", "key": "k", "value": "v", "session": "s"}]
        with Records(self.file) as own_records, Records(self.file, tenant="t") as other_records:
            first_event = own_records.record(session)[0]
            own_records.remember("derived", parents=[first_event.id])
            other_records.record(session)
            forgotten = own_records.rollback(session="s", since=0)
            self.assertIsInstance(forgotten, Forgetting)
            self.assertEqual([receipt.fate for receipt in forgotten.receipts], ["forgotten", "forgotten"])
            self.assertEqual((forgotten.n_derived, own_records.totals().n_records, other_records.totals().n_records), (1, 0, 2))
            with self.assertRaises(Invalid) as raised:
                own_records.rollback()
            self.assertEqual(raised.exception.argument, "selection")
            with self.assertRaises(Invalid):
                own_records.rollback(origin="nobody")  # type: ignore[arg-type]

    def test_the_settings_of_a_memory_hold_for_all_events(self) -> None:
        with Records(secrets="keep") as keeping, Records() as masking, Records(secrets="refuse") as refusing:
            keeping.record({"text": SECRET})
            masking.remember(SECRET)
            self.assertEqual(keeping.notes().notes[0].text, SECRET)
            self.assertNotIn(SECRET, masking.notes().notes[0].text)
            with self.assertRaises(Invalid):
                refusing.remember(SECRET)
        with Memory.open(self.folder, memory=self.file, secrets="keep", max_per_day=1) as memory:
            memory.remember(SECRET, time=TIME)
            self.assertEqual(memory.notes().notes[0].text, SECRET)
            with self.assertRaises(TooLarge):
                memory.remember("another", time=TIME)
        with self.assertRaises(Invalid):
            Records(secrets="hide")  # type: ignore[arg-type]
        with self.assertRaises(TypeError):
            Records(max_per_day="2")  # type: ignore[arg-type]
        with Records(retention_days=40_000) as records, self.assertRaises(Invalid):
            records.remember("a")

    def test_a_note_has_a_task_and_metadata(self) -> None:
        with Memory.in_memory(self.folder) as memory:
            memory.remember("ä", task="t", metadata={"ticket": "Ä-1"}, at=["shelf.py"])
            (event,) = memory.events(task="t", metadata=["ticket=Ä-1"]).events
            self.assertEqual(event.event.anchors[0].path, "shelf.py")
            for wrong in ("{", [1], 7):
                with self.assertRaises(TypeError):
                    memory.remember("b", metadata=wrong)  # type: ignore[arg-type]
            with self.assertRaises(Invalid):
                memory.remember("b", metadata={"n": float("inf")})

    def test_an_asynchronous_memory_records_events_too(self) -> None:
        async def record_asynchronously() -> None:
            memory = await AsyncMemory.in_memory(self.folder)
            async with memory:
                await memory.record([{"text": "a", "session": "s"}, {"kind": "tool_call", "tool": "bash"}])
                await memory.remember("b", task="t", metadata={"n": 1})
                self.assertEqual([tool.tool for tool in (await memory.tool_stats()).tools], ["bash"])
                self.assertEqual(len((await memory.rollback(session="s")).receipts), 1)
                self.assertEqual((await memory.totals()).n_records, 2)
            with self.assertRaises(Closed):
                await memory.record({"text": "late"})

        asyncio.run(record_asynchronously())

    def test_what_is_opened_is_awaited_or_entered_and_a_twin_is_made_as_its_class_is(self) -> None:
        async def use_both() -> None:
            async with AsyncMemory.in_memory(self.folder) as memory, AsyncRecords.open(self.file) as records:
                for store in (memory, records):
                    await store.record({"text": "a"})
            with self.assertRaises(Closed):
                await memory.totals()
            async with AsyncRecords(self.file, principal="me") as own_records, AsyncRecords() as other_records, AsyncWindow(max_tokens=1_000) as window:
                self.assertEqual([(await records.totals()).n_records for records in (own_records, other_records)], [1, 0])
                self.assertEqual((await window.status()).budget, 800)
            opening = asyncio.create_task(AsyncMemory.in_memory(self.folder))
            await (await opening).close()

        asyncio.run(use_both())
        # Also as what `run` takes.
        asyncio.run(asyncio.run(AsyncMemory.in_memory(self.folder)).close())
        for wrong in (lambda: AsyncRecords(Records(), tenant="t"), lambda: AsyncWindow(Window(), max_tokens=9), lambda: AsyncRecords(7)):
            with self.assertRaises(TypeError):
                wrong()
