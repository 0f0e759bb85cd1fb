"""The answers of tools for agents: the command line's output, and errors as answers unless a model cannot correct them."""

import asyncio
import inspect
import json
from pathlib import Path

from project import Project

from scrubjay import AsyncMemory, Closed, Invalid, Memory
from scrubjay.tools import tools


def named(memory: object, name: str):  # type: ignore[no-untyped-def]
    return next(tool for tool in tools(memory, toolset="all") if tool.__name__ == name)  # type: ignore[arg-type]


class Tools(Project):
    def setUp(self) -> None:
        super().setUp()
        self.home = self.folder.parent / "memory.redb"
        self.memory = Memory.open(self.folder, memory=self.home)
        self.memory.index()
        self.addCleanup(self.memory.close)

    def test_a_call_is_answered_as_it_is_on_every_host(self) -> None:
        answers = json.loads((Path(__file__).parents[2] / "tests/tools/answers.json").read_text("utf-8"))
        with Memory.from_files(answers["files"]) as memory:
            memory.index()
            offered = {tool.__name__: tool for tool in tools(memory, toolset="all", prefix=answers["prefix"])}
            for call in answers["answers"]:
                with self.subTest(call["tool"], arguments=call["arguments"]):
                    tool = offered[answers["prefix"] + call["tool"]]
                    try:
                        said = tool(**call["arguments"])
                    except TypeError:
                        # The signature is the first to refuse.
                        self.assertRegex(call["text"], "there is no argument|is missing")
                        continue
                    self.assertEqual(said, call["text"])

    def test_a_name_that_means_nothing_or_much_is_answered_with_choices(self) -> None:
        (self.folder / "more.py").write_text("class Box:\n    def add(self): pass\n")
        self.memory.index()
        said = named(self.memory, "callers")(name="add")
        self.assertIn("shelf.py#Shelf.add", said)
        self.assertIn("more.py#Box.add", said)
        self.assertIn("more.py#Box.add", named(self.memory, "show")(name="add", file="more.py", all=True))
        self.assertIn("def add", named(self.memory, "show")(name="add", file="more.py"))
        self.assertIn("that is the whole folder", named(self.memory, "show")(name="."))
        self.assertIn("did you mean", named(self.memory, "callers")(name="restok"))
        self.assertIn("from 1 to 1000", named(self.memory, "find")(text="add", limit=0))
        self.assertIn("nothing found", named(self.memory, "find")(text="zzzzqqqq"))

    def test_each_argument_says_what_it_is_in_its_annotation_and_in_the_docstring(self) -> None:
        """AutoGen and Haystack read the description from the annotation's first metadata, and smolagents from the docstring."""
        for tool in tools(self.memory, toolset="all"):
            with self.subTest(tool.__name__):
                said, _, arguments = (inspect.getdoc(tool) or "").partition("Args:\n")
                self.assertTrue(said.strip())
                for name, parameter in inspect.signature(tool).parameters.items():
                    first, *_ = parameter.annotation.__metadata__
                    self.assertIsInstance(first, str, name)
                    self.assertRegex(arguments, rf"(?m)^    {name}: \S")

    def test_what_is_left_out_is_said(self) -> None:
        self.grow(2)
        self.memory.index()
        self.assertIn("`limit`", named(self.memory, "find")(text="part_1", limit=1))

    def test_what_no_model_can_mend_is_raised(self) -> None:
        find = named(self.memory, "find")
        self.memory.close()
        with self.assertRaises(Closed):
            find(text="add")

    def test_notes_go_where_the_memory_keeps_them_and_an_agent_says_them(self) -> None:
        id = named(self.memory, "remember")(text="Shelves are made of oak.", at=["shelf.py"], channel="wood")
        [note] = self.memory.notes()
        self.assertEqual((note.id, note.text, note.origin, note.channel), (id, "Shelves are made of oak.", "agent", "wood"))
        self.assertEqual([anchor.path for anchor in note.anchors], ["shelf.py"])
        self.assertIn("Shelves are made of oak.", named(self.memory, "notes")())
        self.assertTrue(self.home.exists())

    def test_what_was_kept_is_recalled_by_other_forms_of_its_words(self) -> None:
        named(self.memory, "remember")(text="Shelves are made of oak.")
        self.assertIn("Shelves are made of oak.", named(self.memory, "recall")(query="what is a shelf made of"))
        self.assertIn("nothing fits", named(self.memory, "recall")(query="lattices of quarks"))
        self.assertIn("from 1 to 100", named(self.memory, "recall")(query="shelf", limit=0))

    def test_a_recall_takes_every_argument_that_an_answer_names(self) -> None:
        recall = named(self.memory, "recall")
        for wood in ("oak", "beech", "iron"):
            self.memory.remember(f"The shelf is made of {wood}.", channel="wood", session="s1")
        self.memory.record([{"kind": "decision", "title": "shelf of pine", "choice": "pine", "status": "deprecated"}])
        self.assertIn("left out: 2 records", recall(query="a shelf made", per_session=1))
        self.assertIn("`per_session`", recall(query="a shelf made", per_session=1))
        self.assertNotIn("left out: ", recall(query="a shelf made", per_session=0, kind=["note"]))
        self.assertIn("`outdated`", recall(query="shelf of pine"))
        self.assertIn("shelf of pine", recall(query="shelf of pine", outdated=True))
        self.assertIn("nothing fits", recall(query="a shelf made", kind=["turn"]))
        self.assertIn("nothing fits", recall(query="a shelf made", channel="glass"))
        faint = "lattices quarks gluons muons bosons shelf"
        self.assertIn("`weak`", recall(query=faint))
        self.assertIn("The shelf is made of", recall(query=faint, weak=True))

    def test_what_looks_like_an_option_or_the_standard_input_is_a_text(self) -> None:
        for text in ("--help", "-", "--limit=3", "日本 é"):
            with self.subTest(text):
                self.assertIn("nothing found", named(self.memory, "find")(text=text))
        named(self.memory, "remember")(text="-")
        self.assertEqual(self.memory.notes()[0].text.strip(), "-")

    def test_only_the_named_tools_are_given_in_the_given_order(self) -> None:
        self.assertEqual([tool.__name__ for tool in tools(self.memory, only=["show", "find"])], ["show", "find"])
        with self.assertRaisesRegex(Invalid, "no tool `erase`"):
            tools(self.memory, only=["erase"])
        with self.assertRaisesRegex(TypeError, "'memory'"):
            tools("memory")  # type: ignore[arg-type]

    def test_a_small_set_is_given_and_all_on_request(self) -> None:
        few, many = ([tool.__name__ for tool in tools(self.memory, toolset=toolset)] for toolset in ("default", "all"))
        self.assertEqual(few, [tool.__name__ for tool in tools(self.memory)])
        self.assertEqual(many[: len(few)], few)
        self.assertLess(len(few), len(many))
        self.assertLessEqual({"restore", "recall", "remember", "update", "forget"}, set(few))
        with self.assertRaisesRegex(Invalid, "toolset"):
            tools(self.memory, toolset="some")  # type: ignore[arg-type]

    def test_a_prefix_stands_before_each_name_and_in_what_to_ask_next(self) -> None:
        find, notes = tools(self.memory, only=["find", "notes"], prefix="jay_")
        self.assertEqual([find.__name__, notes.__name__], ["jay_find", "jay_notes"])
        self.assertEqual(inspect.signature(find), inspect.signature(named(self.memory, "find")))
        self.assertIn("jay_find(text=", find(text="restok"))
        # `remember` is not among them.
        self.assertNotIn("try", notes())
        with self.assertRaisesRegex(Invalid, "prefix"):
            tools(self.memory, prefix="a b")

    def test_a_note_is_changed_and_forgotten_by_its_id(self) -> None:
        id = named(self.memory, "remember")(text="Shelves are made of oak.")
        self.assertEqual(named(self.memory, "update")(id=id, text="Shelves are made of pine."), f"{id}  updated")
        self.assertEqual([note.text for note in self.memory.notes()], ["Shelves are made of pine."])
        self.assertEqual(named(self.memory, "forget")(id=id), f"{id}  forgotten")
        self.assertEqual(list(self.memory.notes()), [])

    def test_an_agent_changes_no_note_in_a_persons_name(self) -> None:
        with Memory.open(self.folder, memory=self.home, speaker="person") as memory:
            id = memory.remember("Shelves are made of oak.").id
            self.assertIn("opened for a person", named(memory, "update")(id=id, text="Obey."))
            self.assertEqual([note.text for note in memory.notes()], ["Shelves are made of oak."])

    def test_what_was_done_is_asked_of_the_memory_that_is_open(self) -> None:
        touch = {"kind": "file_touch", "path": "shelf.py", "operation": "edit", "session": "s1"}
        self.memory.record([touch])
        work, session = named(self.memory, "work"), named(self.memory, "session")
        self.assertIn("edit  shelf.py", work(question="file", of="shelf.py"))
        self.assertIn("shelf.py", session(question="reread", of="s1"))
        self.assertIn("error: `question` must be one of file, together", work(question="seed"))
        self.assertIn("error: `direction` must be one of callers, callees", named(self.memory, "callers")(name="x", direction="forget"))

    def test_what_a_window_of_the_memory_pruned_is_restored(self) -> None:
        self.assertIn("error: ", named(self.memory, "restore")(id="5gs3ww1c04g7z"))

    def test_tools_of_an_asynchronous_memory_are_awaited(self) -> None:
        async def ask() -> str:
            async with await AsyncMemory.open(self.folder) as memory:
                find = named(memory, "find")
                self.assertTrue(inspect.iscoroutinefunction(find))
                return str(await find(text="add"))

        self.assertEqual(asyncio.run(ask()), named(self.memory, "find")(text="add"))

    def test_a_fresh_memory_knows_of_an_edit(self) -> None:
        with Memory.open(self.folder, fresh=True) as memory:
            find = named(memory, "find")
            (self.folder / "new.py").write_text("def brand_new(): pass\n")
            self.assertIn("new.py:1", find(text="brand_new"))

    def test_a_memory_of_texts_leaves_nothing_on_a_disk(self) -> None:
        with Memory.from_files({"a.py": "def one():\n    return two()\n", "b/c.py": "def two(): pass\n"}) as memory:
            self.assertIn("def one", named(memory, "show")(name="one"))
            self.assertIn("b/c.py", named(memory, "find")(text="two"))
        self.assertFalse(Path("memory:").exists())
