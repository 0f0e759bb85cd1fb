"""Export of records as tables, and import from another memory's file or another server's file."""

import asyncio
import csv
import json
import os
import subprocess
from collections.abc import Generator
from pathlib import Path

from project import Project

from scrubjay import AsyncMemory, Damaged, DamagedWarning, Invalid, Memory, Merged, Records, ScrubjayError

TIME = 1_700_000_000_000


class Tables(Project):
    def setUp(self) -> None:
        super().setUp()
        self.file = self.folder.parent / "other.redb"
        self.file.unlink(missing_ok=True)

    def test_a_table_is_read_back_by_pythons_own_reader(self) -> None:
        notes = [{"event_id": f"e{at}", "time": TIME + at, "text": f'{at}: "a",\r\n=1+1 ' + "x" * 3_000} for at in range(800)]
        with Records() as records, Memory.in_memory(self.folder) as memory:
            for store in (records, memory):
                store.record(notes)
                store.record({"kind": "tool_call", "tool": "bash", "time": TIME})
                pieces = list(store.export_csv("note"))
                self.assertGreater(len(pieces), 1)
                self.assertTrue(all(piece.endswith("\r\n") for piece in pieces))
                rows = list(csv.DictReader("".join(pieces).splitlines(keepends=True)))
                self.assertEqual([(row["event_id"], row["text"]) for row in rows], [(note["event_id"], note["text"]) for note in notes])
                with self.assertRaises((Invalid, ValueError)):
                    list(store.export_csv("nothing"))  # type: ignore[arg-type]

    def test_a_parquet_file_is_read_back_by_another_reader(self) -> None:
        events = [
            {"kind": "tool_call", "event_id": "a", "tool": "bash", "time": TIME + 123, "duration": 2**32 - 1, "success": False, "output": "ü, =1"},
            {"kind": "tool_call", "event_id": "b", "tool": "edit", "time": TIME + 124, "success": True, "parameters": {"q": [1, None]}},
            {"kind": "tool_call", "event_id": "c", "tool": "read", "time": TIME + 125},
            {"text": "no call"},
        ]
        program = """if True:
            import json, sys, duckdb
            file = sys.argv[1]
            types = dict(duckdb.sql(f"SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM '{file}')").fetchall())
            rows = duckdb.sql(f"SELECT event_id, epoch_ms(time), duration, success, output, parameters FROM '{file}' ORDER BY 1").fetchall()
            print(json.dumps([[types[name] for name in ("time", "duration", "success", "output")], rows]))
        """
        with Records() as records, Memory.in_memory(self.folder) as memory:
            for name, store in (("records", records), ("memory", memory)):
                file = self.folder.parent / f"{name}.parquet"
                file.unlink(missing_ok=True)
                store.record(events)
                self.assertEqual(store.export_parquet("tool_call", file), 0)
                reader_run = subprocess.run([os.environ["SCRUBJAY_READER"], "-c", program, str(file)], capture_output=True, text=True, timeout=60)
                self.assertEqual(reader_run.stderr, "")
                types, rows = json.loads(reader_run.stdout)
                self.assertEqual(types, ["TIMESTAMP WITH TIME ZONE", "BIGINT", "BOOLEAN", "VARCHAR"])
                first_row, second_row = ["a", TIME + 123, 2**32 - 1, False, "ü, =1", None], ["b", TIME + 124, None, True, None, '{"q":[1,null]}']
                self.assertEqual(rows, [first_row, second_row, ["c", TIME + 125, None, None, None, None]])
                with self.assertRaises(ScrubjayError):
                    store.export_parquet("tool_call", file)
                with self.assertRaises((Invalid, ValueError)):
                    store.export_parquet("nothing", file.with_name("other.parquet"))  # type: ignore[arg-type]

    def test_the_file_of_a_memory_server_becomes_notes_each_once(self) -> None:
        observations = [f"was seen {at}" for at in range(2_300)]
        lines = "no\n" + json.dumps({"type": "entity", "name": "Ada", "entityType": "person", "observations": observations})
        with Records() as records, Memory.in_memory(self.folder) as memory:
            for store in (records, memory):
                first_import = store.import_lines(lines, format="mcp")
                self.assertEqual((first_import.n_added, first_import.n_known, first_import.is_whole), (2_300, 0, True))
                self.assertEqual([refused.line for refused in first_import.refused], [1])
                self.assertEqual(store.import_lines(lines, format="mcp").n_known, 2_300)
                newest = store.notes(metadata=["entity=Ada"], limit=1).notes[0]
                self.assertEqual((newest.text, newest.origin, newest.trust), ("Ada: was seen 2299", "imported", "untrusted"))
                with self.assertRaises(Invalid):
                    store.import_lines(lines, format="csv")  # type: ignore[arg-type]

    def test_a_merge_tells_what_was_new_known_and_forgotten_here(self) -> None:
        notes = [{"event_id": f"e{at}", "time": TIME + at, "text": f"note {at}"} for at in range(5)]
        with Records(self.file) as other:
            other.record(notes)
        before = self.file.read_bytes()
        with Records() as records, Memory.in_memory(self.folder) as memory:
            for one in (records, memory):
                ids = [told.id for told in one.record(notes[:2])]
                one.forget(ids[0])
                self.assertEqual(one.merge(self.file), Merged(3, 1, 0, 1, 0, (), 0))
                self.assertEqual([note.text for note in one.notes().notes], [f"note {at}" for at in (4, 3, 2, 1)])
                with self.assertRaises(ScrubjayError):
                    one.merge(Path(self.file.parent, "nothing.redb"))
        self.assertEqual(self.file.read_bytes(), before)

    def test_every_export_tells_how_many_records_are_damaged(self) -> None:
        with Records(self.file) as other:
            other.record([{"text": f"note {at}"} for at in range(3)])
        whole = self.file.read_bytes()
        self.assertEqual(whole.count(b"note 1"), 1)
        self.file.write_bytes(whole.replace(b"note 1", b"note 7"))

        def last(export: Generator[str, None, int]) -> int:
            while True:
                try:
                    next(export)
                except StopIteration as end:
                    return int(end.value)

        async def story() -> list[int]:
            async with await AsyncMemory.open(self.folder, memory=self.file) as memory:
                exports = [memory.export_lines(), memory.export_csv("note")]
                for export in exports:
                    with self.assertWarns(DamagedWarning):
                        self.assertTrue([text async for text in export])
                return [export.n_damaged for export in exports]

        with Records(self.file) as records, self.assertWarns(DamagedWarning):
            self.assertEqual([last(records.export_lines()), last(records.export_csv("turn"))], [1, 1])
        with Records() as records:
            with self.assertRaises(Damaged):
                records.merge(self.file)
            self.assertEqual(records.totals().n_records, 0)
        self.assertEqual(asyncio.run(story()), [1, 1])
        with Records(self.file) as mended, Records() as records:
            mended.repair()
            self.assertEqual(records.merge(self.file), Merged(2, 0, 0, 0, 0, (), 0))

    def test_the_asynchronous_twin_does_the_same(self) -> None:
        with Records(self.file) as other:
            other.record({"text": "there"})

        async def story() -> tuple[object, ...]:
            async with await AsyncMemory.in_memory(self.folder) as memory:
                merged = await memory.merge(self.file)
                relation = json.dumps({"type": "relation", "from": "a", "to": "b", "relationType": "calls"})
                imported = await memory.import_lines(relation, format="mcp")
                export = memory.export_csv("note")
                table = "".join([text async for text in export])
                return merged.n_added, imported.n_added, table.count("\r\n"), export.n_damaged

        self.assertEqual(asyncio.run(story()), (1, 1, 3, 0))
