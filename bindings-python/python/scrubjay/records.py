"""The records that questions and answers are made of. Written by `cargo xtask records` from `wit/`: change that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from ._record import Page, Record

__all__ = [
    "Adoption",
    "Anchor",
    "AnchorState",
    "Beginning",
    "BesidePiece",
    "BodyForm",
    "Candidate",
    "ChangedMember",
    "CoEdit",
    "CoEditPage",
    "Compaction",
    "CompactionTrigger",
    "Comparison",
    "DamagedRow",
    "Decision",
    "DecisionPage",
    "DecisionStatus",
    "Delivered",
    "Delivery",
    "DeliveryPage",
    "Dependency",
    "DependencyPage",
    "DocumentPage",
    "EdgeKind",
    "Edit",
    "Event",
    "EventBody",
    "EventBodyAdoption",
    "EventBodyDecision",
    "EventBodyDelivery",
    "EventBodyFileTouch",
    "EventBodyLesson",
    "EventBodyNote",
    "EventBodyProfileValue",
    "EventBodyStrategy",
    "EventBodyStrategyUse",
    "EventBodyTaskStep",
    "EventBodyThought",
    "EventBodyToolCall",
    "EventBodyTurn",
    "EventBodyWorkingValue",
    "EventKind",
    "EventPage",
    "Explanation",
    "ExportFormat",
    "ExportedCsv",
    "ExportedLines",
    "Factor",
    "FailurePage",
    "Fate",
    "FileOperation",
    "FileOutline",
    "FileSummary",
    "FileToReread",
    "FileTouch",
    "FilesToReread",
    "FindPage",
    "FittingNote",
    "Found",
    "FoundSection",
    "FunctionAt",
    "FunctionPage",
    "HeldValue",
    "HierarchyPage",
    "Hint",
    "HintKind",
    "ImportedName",
    "ItemChange",
    "ItemFate",
    "ItemKind",
    "LanguageStatus",
    "Learning",
    "LearningPage",
    "Lesson",
    "LessonTopic",
    "LikelyFile",
    "Lineage",
    "ListedContext",
    "ListedSession",
    "ListedWindow",
    "LogEntry",
    "LogKind",
    "LogPage",
    "MemoryStatus",
    "MendedError",
    "MessageFormat",
    "ModelRequest",
    "Moment",
    "NamedCount",
    "NextArgument",
    "NextQuestion",
    "Note",
    "NotePage",
    "OperationCount",
    "Origin",
    "Outlined",
    "PastError",
    "PastWork",
    "PathPage",
    "Pattern",
    "PatternKind",
    "PatternPage",
    "Piece",
    "PieceForm",
    "PieceKind",
    "Policy",
    "Prepared",
    "ProfileValue",
    "Pushed",
    "RankedFile",
    "RankedStrategy",
    "RecallHit",
    "Recalled",
    "Receipt",
    "RecordTotals",
    "RecordedDecision",
    "RecordedEvent",
    "RecoveredWindow",
    "Reminder",
    "ReminderKind",
    "Reminders",
    "RepositoryMap",
    "ResolvedAnchor",
    "ResolvedAnchors",
    "Restored",
    "Role",
    "SecretPolicy",
    "SessionContext",
    "SessionPage",
    "SessionVersion",
    "SkipReason",
    "SnapshotComparison",
    "SnapshotItem",
    "SnapshotOfWindow",
    "SnapshotPage",
    "SnapshotReason",
    "SourcePage",
    "Step",
    "Strategy",
    "StrategyPage",
    "StrategyPlan",
    "StrategyUse",
    "Strength",
    "StubKind",
    "SummaryDraft",
    "Symbol",
    "SymbolKind",
    "Task",
    "TaskIntent",
    "TaskPage",
    "TaskStatus",
    "TaskStep",
    "Thought",
    "TimeSpan",
    "ToldItem",
    "ToldPiece",
    "ToolCall",
    "ToolStat",
    "ToolStatPage",
    "TouchPage",
    "Touched",
    "TouchedLines",
    "Trust",
    "Turn",
    "UnreadLanguage",
    "UnresolvedPage",
    "UnresolvedPlace",
    "UserProfile",
    "VersionPage",
    "VisibleItem",
    "WalkPage",
    "WeightedPath",
    "Weighting",
    "WindowOpened",
    "WindowPage",
    "WindowStatus",
    "WorkingSet",
    "WorkingValue",
    "ZoneOffset",
]

HintKind = Literal[
    "filter",
    "min_confidence",
    "depth",
    "budget",
    "end",
    "near_names",
    "library",
    "unknown_receivers",
    "named_elsewhere",
    "not_called",
    "other_way",
    "no_path",
    "nothing_indexed",
    "incomplete",
    "no_match",
    "no_uses",
    "no_calls",
    "no_tests",
    "no_types",
    "no_imports",
    "no_symbols",
]
"""What a hint is about. The first ones say what was left out, or is elsewhere; those from `no_match` on, for which no such reason is
known, what an empty answer does not prove.

- `filter`: Without the filters of the question something is found: by kind, by path, and of a path between two symbols by confidence.
- `min_confidence`: With a lower confidence something is found.
- `depth`: With a greater depth something is found.
- `budget`: The budget is too small for anything.
- `end`: All that was found is before what `skip` passes over.
- `near_names`: Nothing has the name; others come close.
- `library`: The name comes from outside the index: a file imports it.
- `unknown_receivers`: There are places that have the name and no edge, most on receivers whose type is not known, as `unresolved` says.
- `named_elsewhere`: No place without an edge is known, but files have the name among their words: they may mean the symbol.
- `not_called`: Places name the symbol without calling it.
- `other_way`: Nothing leads from the source to the target, but something does from the target to the source.
- `no_path`: Nothing leads there within the depth, nor back.
- `nothing_indexed`: No file that is indexed is of a language that is read.
- `incomplete`: Only a part of the files is indexed: a run is under way, or was cut short, so that what is missing here may be there all the same.
- `no_match`: Nothing that is read has the words.
- `no_uses`: Nothing that is read names the symbol or file.
- `no_calls`: The symbol calls nothing that is read.
- `no_tests`: No chain of calls that is read leads from a test to the symbol.
- `no_types`: Nothing that is read is above or below the symbol.
- `no_imports`: The file imports and uses nothing.
- `no_symbols`: The file defines nothing that has a name.
"""

SecretPolicy = Literal[
    "mask",
    "refuse",
    "keep",
]
"""What becomes of texts and names that have the form of a known kind of secret, as they come in: notes, events and their
names, lines, imports, contexts of sessions, and what windows of a memory store keep. Names in questions are looked for as
they are stored. A tenant or principal that looks like a secret is refused unless secrets are kept.

- `mask`: The secret is replaced by its kind, as `[masked: aws-key]`; names that are masked alike are one.
- `refuse`: The call is refused, and names the field; a part of a window that holds one is pruned, and not kept for restoring.
- `keep`: It is kept as it is.
"""

Strength = Literal[
    "none",
    "weak",
    "strong",
]
"""How well the best of an answer fits its question.

- `none`: Nothing fits.
- `weak`: It has something of the question.
- `strong`: It has most of what the question says.
"""

SkipReason = Literal[
    "language",
    "size",
    "secret",
    "generated",
    "path",
]
"""Why a file is not read.

- `language`: No language with this ending.
- `size`: Over 4 MiB, or of prose over 1 MiB.
- `secret`: Its name is one that keeps secrets (`.env`, `id_rsa`, `*.pem`, …).
- `generated`: Its name says that a tool made it (`*.min.js`, `*_pb2.py`, …), or a tool put it there: all in the `installed_folders` that are known by their names, and below Cargo's `target/`; Go, manifests and prose in `vendor/`.
- `path`: Not a path of the form that `types` describes.
"""

SymbolKind = Literal[
    "file",
    "module",
    "class",
    "interface",
    "enum",
    "function",
    "method",
    "constant",
    "variable",
    "field",
    "type_alias",
    "macro",
    "import",
]
"""What a symbol is.

- `file`: The file itself, as the place of what stands outside any definition.
- `class`: A class, struct or union.
- `interface`: An interface or trait.
- `enum`: An enumeration.
- `variable`: A variable of a module.
- `field`: A variable of a class or instance.
- `macro`: A macro.
- `import`: A name that an import brings in.
"""

EdgeKind = Literal[
    "calls",
    "imports",
    "uses",
    "inherits",
    "implements",
    "references",
    "contains",
]
"""What an edge says of its two ends.

- `uses`: Reads or writes a variable, constant or field.
- `references`: Names a class, function or type without calling it.
- `contains`: Holds it directly, as a file its classes and a class its methods, wherever a block of the class has them. It follows from the symbols, stands where the one that is held begins, is sure (`lexical`, 1.0), and of the walks only `path` follows it.
"""

Strategy = Literal[
    "lexical",
    "imported",
    "qualified",
    "self_member",
    "super_member",
    "annotated",
    "constructed",
    "returned",
    "field_type",
    "element",
    "flow",
    "overridden",
    "unique_name",
]
"""How the target of a reference was found. Each has one confidence, given beside it, but for `contains`, which is sure.

- `lexical`: Bound in an enclosing scope of the same file.
- `imported`: Bound by an import that leads to the symbol.
- `qualified`: A member of a module or type named in full.
- `self_member`: A member of the type that the code stands in.
- `super_member`: A member of a parent type, by `super`.
- `annotated`: A member of a type that an annotation names.
- `constructed`: A member of a type that was constructed in sight.
- `returned`: A member of the type that a called function returns.
- `field_type`: A member of the type of a field.
- `element`: A member of what a container holds.
- `flow`: A function or class that reached the place through a variable or an argument.
- `overridden`: An override in a subtype, of a member called on `self`; one of several forms in which a type implements a trait.
- `unique_name`: The only symbol of this name, where the receiver says nothing against it.
"""

ExportFormat = Literal[
    "text",
    "json",
    "dot",
    "mermaid",
    "graphml",
]
"""A form in which the graph is written. All but `text` give nodes the ids that answers show.

- `text`: Canonical: a line for each file, symbol and edge, sorted by path, qualified name and line.
- `json`: One object with its files, their symbols with all fields, and their edges, each edge with its confidence.
- `dot`: For Graphviz: a box for each file, which stands for the file's own `contains`.
- `mermaid`: For Markdown: a box for each file, as in `dot`. Most readers draw 500 edges at most.
- `graphml`: For programs that analyse graphs.
"""

AnchorState = Literal[
    "same",
    "changed",
    "moved",
    "gone",
    "unknown",
]
"""How a place that was recorded stands in the index.

- `same`: The file is as it was.
- `changed`: The file is another, and the symbol, where one was named, is still in it.
- `moved`: The file, or the symbol in it, is gone, and is elsewhere: the symbol under the same qualified name in one other file alone, or else the file as it was under one other path alone.
- `gone`: It is gone, and nothing says where to.
- `unknown`: There is nothing to compare: nothing is indexed, the file is of no kind that is, or no hash was recorded of it.
"""

PieceForm = Literal[
    "source",
    "signature",
    "stale_signature",
]
"""How a piece is given.

- `source`: Source text.
- `signature`: A signature with its doc: the budget had no room for the text.
- `stale_signature`: A signature, because the file changed since it was indexed or cannot be read.
"""

Origin = Literal[
    "person",
    "agent",
    "tool",
    "imported",
]
"""Who says a record: first the one who is relied on most.

- `tool`: A tool's output, or the text of a file or a page.
- `imported`: An import from elsewhere.
"""

Trust = Literal[
    "untrusted",
    "unconfirmed",
    "confirmed",
]
"""How far a record may be relied on, least first.

- `untrusted`: Anybody may have written it: the most for what a tool says or an import brings.
- `unconfirmed`: No person confirmed it: the most for what an agent says.
- `confirmed`: A person said or confirmed it.
"""

Role = Literal[
    "user",
    "assistant",
    "system",
    "tool",
]
"""Who takes a turn in a conversation.
"""

FileOperation = Literal[
    "read",
    "write",
    "edit",
    "search",
    "analyze",
    "view",
    "rename",
]
"""What was done with a file.
"""

TaskStatus = Literal[
    "active",
    "paused",
    "completed",
    "failed",
]
"""How a task stands.
"""

TaskIntent = Literal[
    "code_reading",
    "code_writing",
    "project_fixing",
    "project_exploration",
]
"""What a task is about.
"""

DecisionStatus = Literal[
    "proposed",
    "accepted",
    "deprecated",
    "superseded",
]
"""How a decision stands.

- `superseded`: Another one has its place.
"""

LessonTopic = Literal[
    "file_purpose",
    "common_error",
    "workflow",
]
"""What a lesson is about.

- `file_purpose`: What a file is for.
- `common_error`: A mistake that is made often, and what helps.
- `workflow`: How something is done here.
"""

Moment = Literal[
    "start",
    "prompt",
    "before_edit",
    "failure",
    "compacted",
]
"""When an agent is told something.

- `start`: A session begins.
- `prompt`: A person asks something.
- `before_edit`: A file is about to be changed.
- `failure`: A call failed.
- `compacted`: The conversation was compacted.
"""

Fate = Literal[
    "forgotten",
    "already_forgotten",
    "unknown",
]
"""What became of a record that was to be forgotten.

- `already_forgotten`: It was forgotten before.
- `unknown`: There never was such a record.
"""

EventKind = Literal[
    "note",
    "learning",
    "turn",
    "tool_call",
    "file_touch",
    "task_step",
    "strategy",
    "strategy_use",
    "working_value",
    "profile_value",
    "decision",
    "lesson",
    "thought",
    "delivery",
    "adoption",
    "observation",
]
"""What a record is about.

- `delivery`: That an agent was told of a record.
- `adoption`: That a person called lines that were imported their own.
- `observation`: That something was seen which makes a pattern: derived here, from its parents.
"""

LogKind = Literal[
    "asked",
    "done",
    "failed",
    "decided",
    "noted",
]
"""What a line of the log tells of.

- `asked`: A person asked for something.
- `done`: Files were changed, or a task was completed.
- `failed`: A call failed, or a task was given up.
- `decided`: Something was decided.
- `noted`: A note or a lesson was kept.
"""

PatternKind = Literal[
    "error_fix",
    "refactor",
]
"""What a pattern is of.

- `error_fix`: A tool failed with an error, files were edited, and it succeeded.
- `refactor`: A file was renamed, and other files were edited.
"""

PieceKind = Literal[
    "open_task",
    "failure",
    "fix",
    "note",
    "decision",
    "lesson",
    "past_work",
    "said",
    "files",
]
"""What a piece is of.

- `open_task`: A task that is active or paused.
- `failure`: A call that failed, and that nothing mended.
- `fix`: An error that was mended, and by edits of which files.
- `note`: A note.
- `decision`: A decision that holds.
- `lesson`: A lesson.
- `past_work`: What a session or a task was asked for.
- `said`: Something that was said.
- `files`: Files to look at.
"""

Weighting = Literal[
    "auto",
    "people",
    "assistant",
    "work",
    "shares",
]
"""What counts how much where records are ranked.

- `auto`: `people` where most of what was found is said by somebody who is named, else `assistant`.
- `people`: Conversations of people: what answers a question, and what stands beside it.
- `assistant`: Conversations with an assistant: what a person said, by its reply too, and what was kept on purpose.
- `work`: Past work: what a person asked for in a session, and half of how new it is.
- `shares`: Fixed shares for kinds of memory (.3 for what was said and done, .15 for how things are done), and .1 for how new it is.
"""

ReminderKind = Literal[
    "past_work",
    "note",
    "decision",
    "lesson",
    "open_task",
    "profile",
]
"""What a reminder is of.

- `past_work`: A session or a task that was asked for something like the task: what came of it, and what went wrong and was not mended.
- `note`: A note.
- `decision`: A decision that holds.
- `lesson`: A lesson.
- `open_task`: A task that is active or paused.
- `profile`: A value of the user's profile.
"""

CompactionTrigger = Literal[
    "none",
    "entries",
    "tokens",
    "manual",
]
"""Why entries left.

- `none`: None did.
- `entries`: There were too many.
- `tokens`: They had too many tokens.
- `manual`: The caller wanted it.
"""

MessageFormat = Literal[
    "anthropic",
    "openai_chat",
    "openai_responses",
    "ai_sdk",
    "langchain",
]
"""Whose messages are read and edited.

- `anthropic`: Anthropic's Messages: a list of messages, or a request with `system` and `messages`.
- `openai_chat`: OpenAI's Chat Completions.
- `openai_responses`: OpenAI's Responses: a list of input items, or a request with `instructions` and `input`.
- `ai_sdk`: The model messages of Vercel's AI SDK.
- `langchain`: LangChain's messages, as dictionaries.
"""

Policy = Literal[
    "evidence",
    "five_factor",
    "keep_last",
    "lru",
    "unbounded",
]
"""Who decides what is pruned.

- `evidence`: What the conversation itself tells of each part: when it was last used, how much is said of it now, whether another part holds the same, and what it costs.
- `five_factor`: Age, task, dependents, kind and relevance, multiplied; a prune frees 30 % of the tokens or more, whatever `low` is.
- `keep_last`: All results but the newest are pruned.
- `lru`: What was used longest ago is pruned first.
- `unbounded`: Nothing is ever pruned.
"""

StubKind = Literal[
    "outline",
    "bare",
]
"""What is left of a pruned part.

- `outline`: Its id and what it was, and an outline of 3 to 6 % of what it held.
- `bare`: Its id and what it was.
"""

ItemKind = Literal[
    "system",
    "user",
    "assistant",
    "thinking",
    "call",
    "tool_result",
    "code",
    "task_state",
    "graph_query",
    "summary",
    "other",
    "media",
]
"""What a part of a conversation is.

- `system`: The agent's instructions: never pruned.
- `user`: What stands in the user's role: never pruned. What a person said leaves last into a recap, which quotes it; the first and the last never do. So does what they said where a result stands, as they refused its call or answered a question.
- `assistant`: What the model said to the user: never pruned. It leaves into a recap.
- `thinking`: What the model thought.
- `call`: A call of a tool: the JSON of its arguments.
- `tool_result`: What a tool gave back.
- `code`: Code that somebody added; in messages a text of the user's role that is all of a `text` of `prepare`.
- `task_state`: How a task stands: never pruned.
- `graph_query`: The answer of a code graph, which can be asked again.
- `summary`: A summary of what was said before: never pruned.
- `other`: What is not known: never pruned.
- `media`: An image, a sound or a file, in what the user said or a tool gave: `text` says what it is, `original` is its value. Of what the user said first and last it leaves only where nothing else is enough.
"""

BodyForm = Literal[
    "plain",
    "text",
    "object",
    "object_text",
    "text_output",
    "drop",
    "fixed",
    "text_block",
    "input_text_block",
]
"""How a part's value is written once it is pruned.

- `plain`: The stub as it is, without JSON.
- `text`: A JSON string.
- `object`: A JSON object of one member, `pruned`, which is the stub.
- `object_text`: A JSON string that holds such an object.
- `text_output`: `{"type": "text", "value": STUB}`.
- `drop`: The part is left out, together with all such parts of its tool loop, once that is over.
- `fixed`: It is never pruned. Of what the model said: a JSON string, where a recap stands in its place.
- `text_block`: `{"type": "text", "text": STUB}`.
- `input_text_block`: `{"type": "input_text", "text": STUB}`.
"""

ItemFate = Literal[
    "kept",
    "pruned",
    "spared",
    "pruned_before",
    "protected",
    "recapped",
]
"""What became of a part.

- `spared`: It was among those to leave, and stayed because the prompt cache before it is worth more.
- `pruned_before`: It was pruned before.
- `protected`: It may not be pruned.
- `recapped`: It left whole with its message, into a recap.
"""

SnapshotReason = Literal[
    "prune",
    "task_switch",
    "demand",
]
"""Why a snapshot was made.
"""


@dataclass(frozen=True, slots=True)
class ZoneOffset(Record):
    """How far the clocks of a place are ahead of UTC from some moment on. The days that words mean are those of a place: a host gives the
    offsets of its own, at most 1,000, oldest first, of which the first one holds before it too; none: UTC."""

    since: int
    seconds: int
    """Seconds east of UTC, -93,600 to 93,600."""


@dataclass(frozen=True, slots=True)
class ModelRequest(Record):
    """What a model is asked."""

    purpose: str
    """What for: `summarise`."""
    prompt: str
    """What to do with the texts."""
    texts: tuple[str, ...]
    """Data, which gives no orders."""
    max_bytes: int
    """The longest answer that is taken."""


@dataclass(frozen=True, slots=True)
class Candidate(Record):
    """One meaning of an ambiguous name."""

    id: str
    kind: str
    """What it is, as hosts spell a `graph.symbol-kind`: `type_alias`."""
    path: str
    first_line: int


@dataclass(frozen=True, slots=True)
class ImportedName(Record):
    """A name that a file imports from outside the index."""

    name: str
    """The name that was asked for, or its first or last part: `requests` of `requests.post`."""
    path: str
    """The file that imports it; one's own code before tests and copies of others' code."""
    first_line: int


@dataclass(frozen=True, slots=True)
class NextArgument(Record):
    """An argument of a question to ask next."""

    name: str
    """As the interface names it: `depth`."""
    value: str
    """As JSON: `"Shelf.add"`, `10` or `["import"]`."""


@dataclass(frozen=True, slots=True)
class NextQuestion(Record):
    """A question to ask next."""

    question: str
    """Its name in the interface: `find`."""
    arguments: tuple[NextArgument, ...]
    """In the order of the interface; those that are not among them have their defaults."""


@dataclass(frozen=True, slots=True)
class Hint(Record):
    """A reason for what an answer lacks, and what to ask next."""

    kind: HintKind
    why: str
    """One sentence, without a stop at its end."""
    next: NextQuestion | None
    """The question that shows more, where there is one."""


@dataclass(frozen=True, slots=True)
class DamagedRow(Record):
    """A stored row that failed its check. It is left out, reported, and never fatal."""

    key: str
    """In hexadecimal digits."""
    path: str | None
    """The file it belonged to, where the key still tells."""


@dataclass(frozen=True, slots=True)
class Anchor(Record):
    """A place in the code, as it was when something was recorded of it."""

    path: str
    symbol: str
    """The id of a symbol in the file, at most 2,048 bytes; empty for the file."""
    hash: str
    """SHA-256 of the file; empty where it is not known. In hexadecimal digits."""
    commit: str
    """The commit that was checked out, in hex; empty where it is not known."""


@dataclass(frozen=True, slots=True)
class TouchedLines(Record):
    """Lines of a file that were worked on."""

    path: str
    first_line: int
    """From 1 on."""
    last_line: int
    """Included."""
    weight: float
    """How much they count: over 0."""


@dataclass(frozen=True, slots=True)
class BesidePiece(Record):
    """A text that stands beside the code in a context, as a quotation."""

    id: str
    """What it is, as whoever found it names it: of what was recorded the id."""
    text: str
    """Lines of a quotation, each of which begins with `>`."""
    why: str
    """One sentence."""


@dataclass(frozen=True, slots=True)
class WeightedPath(Record):
    """A file, and how much speaks for it."""

    path: str
    weight: float
    """Over 0."""


@dataclass(frozen=True, slots=True)
class UnreadLanguage(Record):
    """A programming language that is known by name only."""

    language: str
    n_files: int


@dataclass(frozen=True, slots=True)
class Factor(Record):
    """One step of a score: `value` is what this step contributed."""

    name: str
    value: float


@dataclass(frozen=True, slots=True)
class Symbol(Record):
    """Something that the code defines."""

    id: str
    """Lasting: `path#qualified.name`, with `~2`, `~3`, … for later definitions of the same name in the file."""
    name: str
    qualified_name: str
    """Within its file: `Class.method`; of a file its name, without folders."""
    kind: SymbolKind
    path: str
    first_line: int
    last_line: int
    signature: str
    """One line, at most 400 bytes."""
    doc: str
    """The first paragraph of its documentation, at most 400 bytes; empty where there is none."""
    tokens: int
    """Estimated tokens of its source text."""


@dataclass(frozen=True, slots=True)
class Found(Record):
    """A symbol that fits."""

    symbol: Symbol
    score: float
    factors: tuple[Factor, ...]
    """Empty unless asked for."""


@dataclass(frozen=True, slots=True)
class FindPage(Page["Found"]):
    """The answer of `find`."""

    _lists: ClassVar[tuple[str, ...]] = ("hits",)
    hits: tuple[Found, ...]
    n_hits: int
    """How many fit in all."""
    suggestions: tuple[str, ...]
    """Where nothing fits, or a word is unmatched, the names and paths that come close, best first, at most 5."""
    unmatched: tuple[str, ...]
    """Words of the text that no name, signature or doc has, in the order of the text; none where the text is the name of something, or a
    part of one."""
    unread: tuple[UnreadLanguage, ...]
    """Files of languages that are not read, most first: what they say is not in the answer."""
    hints: tuple[Hint, ...]
    """Where no symbol is given: why that may be."""


@dataclass(frozen=True, slots=True)
class Outlined(Record):
    """A symbol in an outline."""

    symbol: Symbol
    depth: int
    """0 for what stands directly in the file."""


@dataclass(frozen=True, slots=True)
class FileOutline(Record):
    """What a file holds."""

    path: str
    language: str
    hash: str
    """SHA-256 of the file as indexed. In hexadecimal digits."""
    n_lines: int
    has_errors: bool
    symbols: tuple[Outlined, ...]
    """In the order of the file; a parent stands before its children."""
    hints: tuple[Hint, ...]
    """Where there is no symbol: why that may be."""


@dataclass(frozen=True, slots=True)
class SourcePage(Record):
    """The answer of `source`."""

    symbol: Symbol
    """The symbol that the name was taken to mean; the text begins at its first line."""
    text: str
    """Its lines with their line ends, as they are indexed; known forms of secrets are masked."""
    last_line: int
    """The last line of the text."""
    n_lines_left_out: int
    """How many lines of the symbol come after it."""
    is_changed: bool
    """The file is gone or another one than was indexed: there is no text."""


@dataclass(frozen=True, slots=True)
class Step(Record):
    """One symbol reached, with the edge that led there."""

    symbol: Symbol
    via: str
    """The id of the symbol at the other end of the edge."""
    edge: EdgeKind
    strategy: Strategy
    confidence: float
    path: str
    """The file and line where the edge stands."""
    line: int
    depth: int
    """Edges between the symbol asked for and this one."""
    overridden: str | None
    """Where a call reaches a member by dynamic dispatch: the id of the member that it names, which the member here overrides or
    implements. The confidence is then that of the edge times 0.65. None where the edge leads to the member itself."""


@dataclass(frozen=True, slots=True)
class WalkPage(Page["Step"]):
    """The answer of a walk along edges."""

    _lists: ClassVar[tuple[str, ...]] = ("steps",)
    symbol: Symbol
    """The symbol that the name was taken to mean; of several the likeliest."""
    steps: tuple[Step, ...]
    """By depth, then one's own code before tests, then falling confidence, then path and line."""
    meanings: tuple[Symbol, ...]
    """Where the name has several meanings, up to five: all of them, the likeliest first. The answer is for each, and `via` of a step
    says whose it is. Empty where it has one."""
    n_steps: int
    """How many there are in all, within the depth. The walk ends at 100,000."""
    depth_limited: bool
    """Of a question of more than one step: the walk would go on beyond the depth, or beyond the 100,000."""
    n_unresolved: int | None
    """How many more places may name the symbol, which name a member so on a receiver whose type is not known; none where they are
    not counted, because types of the language itself have such a member (`append`, `push`). `unresolved` lists them, and says what
    a receiver is that is not known.
    Of callees: how many calls in the symbol are of such members."""
    n_unresolved_files: int
    """In how many files."""
    unread: tuple[UnreadLanguage, ...]
    """Files of languages that are not read, most first: what they say is not in the answer."""
    hints: tuple[Hint, ...]
    """Where no step is given: why that may be."""


@dataclass(frozen=True, slots=True)
class PathPage(Page["Step"]):
    """The answer of `path`."""

    _lists: ClassVar[tuple[str, ...]] = ("steps",)
    source: Symbol
    """The symbol that the first name was taken to mean."""
    target: Symbol
    """The symbol that the second name was taken to mean."""
    steps: tuple[Step, ...]
    """The edges from source to target in their order, each with the symbol that it leads to; empty where nothing leads there."""
    n_unresolved: int | None
    """How many more places may name the target, which name a member so on a receiver whose type is not known; none where they are
    not counted, because types of the language itself have such a member (`append`, `push`). `unresolved` lists them, and says what
    a receiver is that is not known."""
    n_unresolved_files: int
    """In how many files."""
    unread: tuple[UnreadLanguage, ...]
    """Files of languages that are not read, most first: what they say is not in the answer."""
    hints: tuple[Hint, ...]
    """Where there is no step: why that may be."""


@dataclass(frozen=True, slots=True)
class HierarchyPage(Page["Step"]):
    """The answer of `hierarchy`."""

    _lists: ClassVar[tuple[str, ...]] = ("above", "below",)
    symbol: Symbol
    """The symbol that the name was taken to mean."""
    above: tuple[Step, ...]
    """For a type what it inherits and implements, for a member of a type what it overrides: by depth, then one's own code before
    tests, then falling confidence, then path and line. For a member the edge is the last one between the types, and `via` the
    type that it was followed from."""
    n_above: int
    """How many there are in all, within the depth."""
    below: tuple[Step, ...]
    """For a type what inherits and implements it, for a member what overrides it, in the same order."""
    n_below: int
    """How many there are in all, within the depth."""
    depth_limited: bool
    """Whether types are above or below beyond the depth."""
    n_unresolved: int | None
    """How many more places may name the symbol, which name a member so on a receiver whose type is not known; none where they are
    not counted, because types of the language itself have such a member (`append`, `push`). `unresolved` lists them, and says what
    a receiver is that is not known."""
    n_unresolved_files: int
    """In how many files."""
    unread: tuple[UnreadLanguage, ...]
    """Files of languages that are not read, most first: what they say is not in the answer."""
    hints: tuple[Hint, ...]
    """Where no step is given: why that may be."""


@dataclass(frozen=True, slots=True)
class UnresolvedPlace(Record):
    """A place that may name a symbol."""

    symbol: str
    """The id of the symbol that it is in."""
    edge: EdgeKind
    """A call, or a use."""
    path: str
    line: int


@dataclass(frozen=True, slots=True)
class UnresolvedPage(Page["UnresolvedPlace"]):
    """The answer of `unresolved`."""

    _lists: ClassVar[tuple[str, ...]] = ("places",)
    symbol: Symbol
    """The symbol that the name was taken to mean."""
    places: tuple[UnresolvedPlace, ...]
    """By path and line."""
    n_places: int | None
    """How many there are in all."""
    n_files: int
    """In how many files."""
    unread: tuple[UnreadLanguage, ...]
    """Files of languages that are not read, most first: what they say is not in the answer."""


@dataclass(frozen=True, slots=True)
class Dependency(Record):
    """A file, or a module outside the project, that another one depends on."""

    name: str
    """A path of the project, or a module's name."""
    external: bool
    n_edges: int
    """Edges between the two files."""
    line: int
    """The first line that makes the dependency, in the file that depends."""
    depth: int
    """Files between, plus one."""


@dataclass(frozen=True, slots=True)
class DependencyPage(Page["Dependency"]):
    """The answer about a file."""

    _lists: ClassVar[tuple[str, ...]] = ("dependencies",)
    dependencies: tuple[Dependency, ...]
    n_dependencies: int
    unread: tuple[UnreadLanguage, ...]
    """Files of languages that are not read, most first: what they say is not in the answer."""
    hints: tuple[Hint, ...]
    """Where none is given: why that may be."""


@dataclass(frozen=True, slots=True)
class RepositoryMap(Record):
    """A repository map."""

    text: str
    """Ready for a prompt: files with their most important symbols."""
    tokens: int
    """Estimated tokens of `text`; never over the budget."""
    n_files: int
    n_symbols: int
    n_symbols_left_out: int
    """Types and functions of the index that have no line in it: what the budget has no room for, and what is in examples,
    fixtures, benchmarks and typing stubs."""
    n_files_left_out: int
    """Files with such, of which nothing is in it."""
    unknown_focus: tuple[str, ...]
    """What of the question's focus means nothing here, in its order."""
    unread: tuple[UnreadLanguage, ...]
    """Files of languages that are not read, most first: what they say is not in the answer."""
    hints: tuple[Hint, ...]
    """Where there is no symbol: why that may be."""


@dataclass(frozen=True, slots=True)
class ResolvedAnchor(Record):
    """Where a place is now."""

    state: AnchorState
    path: str
    """Empty where it is gone or unknown."""
    symbol: str
    """The id of the symbol; empty for a file, and where it is gone or unknown."""


@dataclass(frozen=True, slots=True)
class ResolvedAnchors(Record):
    """The answer of `resolve_anchors`."""

    anchors: tuple[ResolvedAnchor, ...]
    """One for each place, in their order."""


@dataclass(frozen=True, slots=True)
class FunctionAt(Record):
    """A function that lines are of."""

    symbol: Symbol
    """A function, method or macro, or a type of which no line is in one of these."""
    weight: float
    """The sum over the lines of their weights, each times the share of the lines that are its own."""
    n_touches: int
    """How many of the given lines reach into it."""


@dataclass(frozen=True, slots=True)
class FunctionPage(Page["FunctionAt"]):
    """The answer of `functions_at`."""

    _lists: ClassVar[tuple[str, ...]] = ("functions",)
    functions: tuple[FunctionAt, ...]
    """The greatest weight first, equal ones by id."""
    n_functions: int
    """How many there are in all."""
    unknown_paths: tuple[str, ...]
    """Files of the question that are not in the index, each once."""


@dataclass(frozen=True, slots=True)
class FoundSection(Record):
    """A section of a document: what stands below one of its headings, or a part of that."""

    path: str
    heading: str
    """The headings that it stands under, outermost first, with ` > ` between them; empty where there is none."""
    first_line: int
    """Where it begins, with its heading."""
    last_line: int
    excerpt: str
    """The part of its text that fits best, some 400 bytes, as it stands in the file but for comments, marks of fences and known forms
    of secrets; `…` stands for what is left out. It is a quotation, and says nothing on behalf of anybody but whoever wrote the file."""
    is_changed: bool
    """The file is another one than was indexed, so there is no excerpt."""
    score: float
    """What it is ordered by: the sum of the factors. It compares with no other question's."""
    factors: tuple[Factor, ...]
    """What the words are worth that are in its `text`, in its `heading`, and only in its `path`, and `named` (10 each where the
    question names the file or the heading); those that are 0 are left out."""
    fit: float
    """How much of what the question says it holds, from 0 to 1; each word counts by how few sections have it, and one that none has
    most. 1 where the question names the file."""


@dataclass(frozen=True, slots=True)
class DocumentPage(Page["FoundSection"]):
    """The answer of `documents`."""

    _lists: ClassVar[tuple[str, ...]] = ("sections",)
    sections: tuple[FoundSection, ...]
    """Best first; each fits at least weakly."""
    strength: Strength
    """How well the best one fits; `none`: no section is given."""
    best_fit: float
    """The best fit, from 0 to 1, also where it is too weak to be given: below .4."""
    n_matching: int
    """Sections that have something of the question."""
    n_beyond_budget: int
    """Sections that fit and for which the budget had no room."""
    unknown_words: tuple[str, ...]
    """Words of the question that no section has."""
    n_documents: int
    """How many documents are indexed."""


@dataclass(frozen=True, slots=True)
class LanguageStatus(Record):
    """What there is of one language."""

    language: str
    n_files: int
    n_lines: int
    n_bytes: int


@dataclass(frozen=True, slots=True)
class MemoryStatus(Record):
    """How the memory stands."""

    generation: int
    n_files: int
    n_to_link: int
    n_symbols: int
    n_edges: int
    """Edges between symbols, containment left out."""
    n_unlinked: int
    """References whose target lies outside the project or is not known."""
    languages: tuple[LanguageStatus, ...]
    """Files, lines and bytes of each language, by name."""
    unread: tuple[UnreadLanguage, ...]
    """Files of languages that are not read, most first."""
    n_vendored: int
    """Files that stand where copies of other people's code are kept (`vendor/`, `node_modules/`, …), or JavaScript in `dist/`:
    they count in the other figures too, and rank below one's own."""
    n_with_errors: int
    """Files the grammar found errors in."""
    live_bytes: int
    """Bytes that the graph alone takes (symbols, edges, files, names), estimated: facts, words and rows kept beside it come on top."""
    damaged: tuple[DamagedRow, ...]
    """As `damaged` tells them."""


@dataclass(frozen=True, slots=True)
class Piece(Record):
    """One piece of code, and why it is here."""

    id: str
    """The id of the symbol."""
    path: str
    first_line: int
    last_line: int
    form: PieceForm
    text: str
    tokens: int
    score: float
    why: str
    """One sentence."""
    factors: tuple[Factor, ...]


@dataclass(frozen=True, slots=True)
class RankedFile(Record):
    """A file, and how relevant it was judged."""

    path: str
    score: float
    factors: tuple[Factor, ...]


@dataclass(frozen=True, slots=True)
class Prepared(Record):
    """A filled context."""

    pieces: tuple[Piece, ...]
    """By file, then line; first the files of which the task names a symbol outright (`Class.method`, or a file with a line), each
    at least as a signature, then the most relevant ones."""
    beside: tuple[BesidePiece, ...]
    """What stands beside the code, in the order in which it was given: the pieces for which there was room."""
    n_beside_left_out: int
    """How many there was no room for."""
    beside_tokens: int
    """Estimated tokens of what stands beside the code, of those of `text`."""
    tokens: int
    """Estimated tokens of `text`; never over the budget."""
    text: str
    """The pieces ready for a prompt: quoted source by file, with paths and lines, and behind it what stands beside the code, as
    quotations under a heading of their own."""
    files: tuple[RankedFile, ...]
    """The files judged most relevant, best first, at most 50: also those without a piece."""
    n_files: int
    """How many files have something of the task in all."""
    n_left_out: int
    """Symbols of the files that were read which have something of the task and are not among the pieces: too little to be worth
    their tokens, or beyond the budget, which is a limit and need not be used up."""
    unknown_focus: tuple[str, ...]
    """What of the question's focus is no file here, in its order."""
    unread: tuple[UnreadLanguage, ...]
    """Files of languages that are not read, most first: what they say is not in the answer."""
    hints: tuple[Hint, ...]
    """Where there is no piece: why that may be."""


@dataclass(frozen=True, slots=True)
class Turn(Record):
    """What was said in a conversation."""

    conversation: str
    """1 to 128 bytes."""
    role: Role
    text: str
    """1 to 65,536 bytes."""
    tokens: int | None
    """What it cost."""
    title: str
    """What the conversation is called, at most 256 bytes without control characters; empty: this turn does not say."""
    model: str
    """The model that wrote it, at most 128 bytes; empty: none, or not known."""
    speaker: str
    """Who said it, by name, where a conversation has more people than the role tells, at most 128 bytes; empty: the role says it."""


@dataclass(frozen=True, slots=True)
class ToolCall(Record):
    """A tool that ran, or was not let run."""

    tool: str
    """Its name, 1 to 128 bytes."""
    parameters: str
    """JSON of at most 65,536 bytes, nested at most 16 deep; empty: none."""
    output: str
    """What it gave, as far as it is worth keeping: at most 65,536 bytes."""
    success: bool | None
    """Whether it did what it should; none where nobody said. Where there is an `error`, none is false."""
    error: str
    """What it said of its failure, at most 16,384 bytes."""
    duration: int | None
    """Milliseconds."""
    context_tokens: int | None
    """Tokens in the agent's context at the time."""
    refused: bool
    """It was not let run: by a person, a permission or a sandbox. It counts as refused then, and as no failure, also where `success`
    is false; one that is true is refused beside it. It is set as well where `error`, or without one the output of a call that
    was said to fail, begins with what harnesses of agents write then."""


@dataclass(frozen=True, slots=True)
class FileTouch(Record):
    """A file that was worked on."""

    path: str
    """1 to 1,024 bytes. In the project, in whatever form, it becomes relative to it, with slashes and without `.` and `..`; one that
    leads out by `..` is refused. An absolute one elsewhere stays as it is, and so does an address as `https://example.org/x`: it
    is found by that path, and not among likely files, pairs or what to read again. `file:///x` is the path `/x`."""
    operation: FileOperation
    first_line: int
    """Lines from 1 on, both ends counted; 0 and 0: the whole file."""
    last_line: int
    success: bool
    why: str
    """Why it was touched, at most 4,096 bytes."""
    change: str
    """What was changed, at most 16,384 bytes; of a rename the path before it."""


@dataclass(frozen=True, slots=True)
class TaskStep(Record):
    """A step of the task that the event names. A task is there from its first step on, and stands as its newest step says."""

    status: TaskStatus
    description: str
    """What is to be done, at most 4,096 bytes; empty: as it was said before."""
    intent: TaskIntent | None
    """None: as it was said before."""
    outcome: str
    """What came of it, at most 16,384 bytes."""


@dataclass(frozen=True, slots=True)
class StrategyPlan(Record):
    """A way of doing something that may be used again."""

    description: str
    """1 to 4,096 bytes."""
    context: str
    """When it fits, at most 4,096 bytes."""
    task_type: str
    """The sort of task that it is for, at most 128 bytes."""
    tools: tuple[str, ...]
    """The tools that it uses, in their order: at most 64, of at most 128 bytes each."""


@dataclass(frozen=True, slots=True)
class StrategyUse(Record):
    """That a strategy was used."""

    strategy: str
    """The id of its record."""
    success: bool


@dataclass(frozen=True, slots=True)
class WorkingValue(Record):
    """Something to have at hand for a while."""

    conversation: str
    """The conversation that it is of, 1 to 128 bytes."""
    key: str
    """1 to 128 bytes: the newest value of a key holds, and where it is forgotten the one before it."""
    value: str
    """At most 65,536 bytes."""
    lifetime: int
    """Milliseconds from the event's time on; one hour is 3,600,000."""


@dataclass(frozen=True, slots=True)
class ProfileValue(Record):
    """What is known of the user."""

    key: str
    """1 to 128 bytes, as `preferences`, `expertise` or `communication_style`: the newest value of a key holds, and where it is
    forgotten the one before it."""
    value: str
    """At most 16,384 bytes."""


@dataclass(frozen=True, slots=True)
class Decision(Record):
    """Something that was decided. Its title names it: where it changes, it is recorded again under that, and stands as its newest
    record in the channel says."""

    title: str
    """1 to 256 bytes, without control characters."""
    context: str
    """What made it necessary, at most 16,384 bytes."""
    choice: str
    """What was chosen, 1 to 16,384 bytes."""
    rationale: str
    """Why, at most 16,384 bytes."""
    revisit_if: str
    """What would make one think again, at most 4,096 bytes."""
    status: DecisionStatus
    """In a line of JSON that does not say it: accepted."""
    superseded_by: str
    """The title of the decision that has its place, at most 256 bytes: of one that is superseded, and of no other."""


@dataclass(frozen=True, slots=True)
class Lesson(Record):
    """What a session taught, for those that come."""

    topic: LessonTopic
    subject: str
    """The file, in any form of its path, the tool or the task that it is about, at most 4,096 bytes; empty: all of the project. A
    file's purpose names its file."""
    text: str
    """1 to 16,384 bytes."""


@dataclass(frozen=True, slots=True)
class Thought(Record):
    """What was thought in a conversation, and not said."""

    conversation: str
    """1 to 128 bytes."""
    text: str
    """1 to 65,536 bytes."""


@dataclass(frozen=True, slots=True)
class Delivery(Record):
    """That an agent was told of a record, which is its only parent: it is forgotten with that, and relied on no more. Its session is the
    one that was told."""

    moment: Moment
    """When it was told."""
    why: str
    """Why, in one sentence: 1 to 4,096 bytes."""
    about: str
    """The files that it was told for, at most 4,096 bytes; empty: none."""
    tokens: int
    """What it cost, in estimated tokens."""


@dataclass(frozen=True, slots=True)
class Adoption(Record):
    """That a person called lines that were imported their own: what of them was imported before is relied on since as far as its own
    line says, and no more once this is forgotten. `pack_import` makes it; told as an event it is refused."""

    lines: str
    """The first of those lines: how many, and their hash."""


@dataclass(frozen=True, slots=True)
class EventBodyNote(Record):
    """Something to remember, 1 to 65,536 bytes."""

    value: str
    kind: Literal["note"] = "note"


@dataclass(frozen=True, slots=True)
class EventBodyTurn(Record):
    """What happened."""

    value: Turn
    kind: Literal["turn"] = "turn"


@dataclass(frozen=True, slots=True)
class EventBodyToolCall(Record):
    """What happened."""

    value: ToolCall
    kind: Literal["tool_call"] = "tool_call"


@dataclass(frozen=True, slots=True)
class EventBodyFileTouch(Record):
    """What happened."""

    value: FileTouch
    kind: Literal["file_touch"] = "file_touch"


@dataclass(frozen=True, slots=True)
class EventBodyTaskStep(Record):
    """What happened."""

    value: TaskStep
    kind: Literal["task_step"] = "task_step"


@dataclass(frozen=True, slots=True)
class EventBodyStrategy(Record):
    """What happened."""

    value: StrategyPlan
    kind: Literal["strategy"] = "strategy"


@dataclass(frozen=True, slots=True)
class EventBodyStrategyUse(Record):
    """What happened."""

    value: StrategyUse
    kind: Literal["strategy_use"] = "strategy_use"


@dataclass(frozen=True, slots=True)
class EventBodyWorkingValue(Record):
    """What happened."""

    value: WorkingValue
    kind: Literal["working_value"] = "working_value"


@dataclass(frozen=True, slots=True)
class EventBodyProfileValue(Record):
    """What happened."""

    value: ProfileValue
    kind: Literal["profile_value"] = "profile_value"


@dataclass(frozen=True, slots=True)
class EventBodyDecision(Record):
    """What happened."""

    value: Decision
    kind: Literal["decision"] = "decision"


@dataclass(frozen=True, slots=True)
class EventBodyLesson(Record):
    """What happened."""

    value: Lesson
    kind: Literal["lesson"] = "lesson"


@dataclass(frozen=True, slots=True)
class EventBodyThought(Record):
    """What happened."""

    value: Thought
    kind: Literal["thought"] = "thought"


@dataclass(frozen=True, slots=True)
class EventBodyDelivery(Record):
    """What happened."""

    value: Delivery
    kind: Literal["delivery"] = "delivery"


@dataclass(frozen=True, slots=True)
class EventBodyAdoption(Record):
    """What happened."""

    value: Adoption
    kind: Literal["adoption"] = "adoption"


EventBody = EventBodyNote | EventBodyTurn | EventBodyToolCall | EventBodyFileTouch | EventBodyTaskStep | EventBodyStrategy | EventBodyStrategyUse | EventBodyWorkingValue | EventBodyProfileValue | EventBodyDecision | EventBodyLesson | EventBodyThought | EventBodyDelivery | EventBodyAdoption
"""What happened."""


@dataclass(frozen=True, slots=True)
class Event(Record):
    """Something that happened, to be recorded."""

    event_id: str
    """What tells this event from every other, 1 to 256 bytes: an event that is told again is not added again, and refused where
    it says something else. Who tells it, and when it happened, may differ, and it may say more: the record stays as it is. One
    that holds a known form of a secret is refused, unless secrets are kept: what is masked alike could not be told apart."""
    time: int
    """When it happened: at most a day after it is recorded. What can only be seconds is refused, once the clock is past 1970."""
    channel: str
    """What it belongs to, at most 128 bytes; empty: `_global`."""
    origin: Origin
    """Who says it, as far as the memory's owner may: see `owner.speaker`."""
    session: str
    """The session in which it happened, at most 128 bytes, without slashes; empty: none."""
    branch: str
    """The branch of the repository that was checked out when it happened, at most 255 bytes without control characters; empty: none,
    or not known."""
    commit: str
    """The commit that was checked out when it happened, in 40 or 64 hex digits as git writes them; empty: none, or not known."""
    task: str
    """The task for which it happened, at most 128 bytes; empty: none."""
    parents: tuple[str, ...]
    """The ids of records that it was derived from, at most 100: its trust is at most the least of theirs."""
    anchors: tuple[Anchor, ...]
    """Where in the code it speaks of, at most 100. Their paths become relative as those of touches; none may lie elsewhere."""
    metadata: str
    """A JSON object of at most 16,384 bytes and 32 members, nested at most 16 deep; empty: none. Members that are texts, numbers
    or booleans, of at most 256 bytes, can be asked for."""
    body: EventBody


@dataclass(frozen=True, slots=True)
class Receipt(Record):
    """A receipt, which says nothing of what the record said."""

    id: str
    fate: Fate


@dataclass(frozen=True, slots=True)
class Note(Record):
    """A note."""

    id: str
    event_id: str
    """The event's id, as it was given."""
    text: str
    time: int
    """When it happened."""
    recorded: int
    """When it was recorded."""
    channel: str
    origin: Origin
    trust: Trust
    principal: str
    """Who had the memory open; empty where nobody said."""
    session: str
    """Empty: none."""
    parents: tuple[str, ...]
    anchors: tuple[Anchor, ...]
    metadata: str
    """A JSON object; empty: none."""


@dataclass(frozen=True, slots=True)
class NotePage(Page["Note"]):
    """A page of notes."""

    _lists: ClassVar[tuple[str, ...]] = ("notes",)
    notes: tuple[Note, ...]
    """Newest first. A page ends before the note that would take its texts past 4 MiB."""
    n_notes: int
    """Notes of the tenant in all channels and times."""
    n_damaged: int
    """Notes left out of this page, because their rows are damaged."""
    next: str
    """The id to go on after; empty at the end."""


@dataclass(frozen=True, slots=True)
class RecordTotals(Record):
    """How many records a tenant has."""

    n_notes: int
    n_records: int
    """Records of every kind, notes among them."""
    n_forgotten: int
    """Records that were forgotten."""
    oldest_format: int
    """The oldest format of a record in the store; 0 for an empty one."""
    stored_format: int
    """No row in the store is of a newer format than this; 0 for an empty one."""
    newest_format: int
    """The format that this release writes: where it is newer than the stored one, the first change outgrows what older
    releases read, and its host keeps a copy of the store as it was."""


@dataclass(frozen=True, slots=True)
class RecordedEvent(Record):
    """An event as it was recorded."""

    id: str
    kind: EventKind
    recorded: int
    """When it was recorded."""
    trust: Trust
    principal: str
    """Who had the memory open; empty where nobody said."""
    event: Event
    """As the caller could tell it. Of a learning or an observation the body is a note that says what it is."""


@dataclass(frozen=True, slots=True)
class EventPage(Page["RecordedEvent"]):
    """A page of events."""

    _lists: ClassVar[tuple[str, ...]] = ("events",)
    events: tuple[RecordedEvent, ...]
    """Newest first. A page ends before the event that would take it past 4 MiB, and where 10,000 events were looked at."""
    n_damaged: int
    """Events left out of this page, because their rows are damaged."""
    next: str
    """The id to go on after; empty at the end."""


@dataclass(frozen=True, slots=True)
class TimeSpan(Record):
    """From one moment on, and up to before another one."""

    since: int
    until: int | None
    """None: it has no end, as of a moment, or of so long ago."""


@dataclass(frozen=True, slots=True)
class LogEntry(Record):
    """A line of the log."""

    id: str
    """Of the newest record that it stands for."""
    short_id: str
    """The beginning of that id, of 13 characters or more, by which `why`, `forget` and `update` know it too."""
    time: int
    kind: LogKind
    text: str
    """One line of at most some 400 bytes."""
    session: str
    task: str
    principal: str
    """Who had the memory open when the newest of them was recorded; empty: nobody said."""
    files: tuple[str, ...]
    """The files that were changed, the last one first, at most 100; empty for all but `done`."""
    n: int
    """How many records it stands for: changes after one request, failures alike."""
    is_mended: bool
    """Of what failed: it succeeded later, in this form or in another one."""


@dataclass(frozen=True, slots=True)
class LogPage(Page["LogEntry"]):
    """Lines of the log."""

    _lists: ClassVar[tuple[str, ...]] = ("entries",)
    entries: tuple[LogEntry, ...]
    """Newest first. A page ends where 5,000 records, or 24 MiB of them, were looked at."""
    since: int | None
    """What `when` means; none: any time."""
    until: int | None
    """Up to before then; none: it has no end."""
    n_damaged: int
    """Records left out, because their rows are damaged."""
    next: str
    """The id to go on after; empty at the end."""


@dataclass(frozen=True, slots=True)
class Lineage(Record):
    """A record, and where it comes from."""

    event: RecordedEvent
    parents: tuple[RecordedEvent, ...]
    """The records that it was derived from, as far as they are there."""
    n_parents: int
    """How many it names, of which some may be gone."""
    children: tuple[RecordedEvent, ...]
    """What was derived from it: the newest 100."""
    has_more_children: bool
    """More was derived from it than these; `events` with its id as `parent` gives all."""
    adoptions: tuple[RecordedEvent, ...]
    """The adoptions by which an import became its importer's own word, the first one first: without them it would be untrusted."""


@dataclass(frozen=True, slots=True)
class ExportedLines(Record):
    """A slice of all records as JSON lines."""

    text: str
    """About 1 MiB: an event a line, oldest first, with its id, kind, trust, principal and when it was recorded. The last line of
    the last slice is a trailer with the number of lines and their hash: from 16 zero bytes on, the XXH3 hash of 128 bits of
    the hash so far and the line, without its end, in hex. Where a record was left out of any slice, or the file is damaged, it has
    no hash, and `is_damaged` in its place: nothing vouches for such lines, and no release takes them for whole."""
    n_damaged: int
    """Records left out, because their rows are damaged."""
    next: str
    """To go on after; empty at the end."""


@dataclass(frozen=True, slots=True)
class ExportedCsv(Record):
    """A slice of the records of a kind as comma-separated values."""

    text: str
    """Whole lines of at most about 1 MiB, oldest record first, each ended by CR and LF; the first line of the first slice names
    the columns. Lists and objects are JSON, times milliseconds since 1970. A cell has what was recorded, also where a program
    for tables would take it for a formula."""
    n_damaged: int
    """Records of any kind left out, because their rows are damaged."""
    next: str
    """To go on after; empty at the end."""


@dataclass(frozen=True, slots=True)
class OperationCount(Record):
    """How often something was done with a file."""

    operation: FileOperation
    n: int


@dataclass(frozen=True, slots=True)
class Touched(Record):
    """That a file was touched."""

    id: str
    path: str
    operation: FileOperation
    time: int
    origin: Origin
    """Who says it. What was imported others did, as in commits that a history told of."""
    session: str
    task: str
    first_line: int
    """Lines from 1 on; 0 and 0: the whole file."""
    last_line: int
    success: bool
    why: str
    change: str


@dataclass(frozen=True, slots=True)
class FileSummary(Record):
    """What was done with a file."""

    path: str
    touches: tuple[Touched, ...]
    """Newest first."""
    n_touches: int
    """In all, without what was imported."""
    n_imported: int
    """How often others touched it, as imports say."""
    operations: tuple[OperationCount, ...]
    """Without what was imported."""


@dataclass(frozen=True, slots=True)
class CoEdit(Record):
    """Two files that were edited together."""

    path: str
    other: str
    n: int
    """On how many occasions both were edited: for a task, without one in a session, without both on a day. Each counts once,
    however often they were edited. Of an occasion with more than 50 files 50 are counted, by the hashes of their paths."""
    n_imported: int
    """How many of them were imported, as the commits of others."""
    confidence: float
    """n / (n + 2)."""
    first_day: int
    """The beginning of the first and the last day on which that was seen."""
    last_day: int


@dataclass(frozen=True, slots=True)
class CoEditPage(Page["CoEdit"]):
    """Pairs of files."""

    _lists: ClassVar[tuple[str, ...]] = ("pairs",)
    pairs: tuple[CoEdit, ...]
    """The most frequent first."""
    has_more: bool
    """There are more than these."""


@dataclass(frozen=True, slots=True)
class TouchPage(Page["Touched"]):
    """Touches of files."""

    _lists: ClassVar[tuple[str, ...]] = ("touches",)
    touches: tuple[Touched, ...]
    """Newest first."""
    n_files: int
    """Files whose path has this part; 0 where the newest touches sufficed, and no more was looked at."""
    has_more: bool
    """There are more than these."""


@dataclass(frozen=True, slots=True)
class ToolStat(Record):
    """How a tool did."""

    tool: str
    n_calls: int
    n_successes: int
    n_failures: int
    n_refused: int
    """Calls that a person, a permission or a sandbox did not let run: no failures of the tool."""
    n_unknown: int
    """Calls of which nobody said how they ended."""
    success_rate: float | None
    """n-successes / (n-successes + n-failures); none where both are 0."""
    mean_duration: float | None
    """Milliseconds, of the calls whose duration is known; none where none is."""
    mean_context_tokens: float | None
    """Tokens in the agent's context, of the calls that told."""


@dataclass(frozen=True, slots=True)
class ToolStatPage(Page["ToolStat"]):
    """How the tools did."""

    _lists: ClassVar[tuple[str, ...]] = ("tools",)
    tools: tuple[ToolStat, ...]
    """The most called first."""
    since: int
    """The beginning of the first day that was counted."""


@dataclass(frozen=True, slots=True)
class NamedCount(Record):
    """A name and how often it occurred."""

    name: str
    n: int


@dataclass(frozen=True, slots=True)
class Task(Record):
    """A task."""

    name: str
    status: TaskStatus
    description: str
    intent: TaskIntent | None
    outcome: str
    started: int
    """The time of its first step, and of its newest one."""
    changed: int
    files: tuple[NamedCount, ...]
    """The files touched for it, the most often first, at most 100."""
    n_files: int
    """How many there are in all."""
    tools: tuple[NamedCount, ...]
    """The tools called for it, the most often first, at most 100."""
    n_tools: int
    """How many there are in all."""


@dataclass(frozen=True, slots=True)
class TaskPage(Page["Task"]):
    """Tasks."""

    _lists: ClassVar[tuple[str, ...]] = ("tasks",)
    tasks: tuple[Task, ...]
    """What was changed last comes first."""
    has_more: bool
    """There are more than these."""


@dataclass(frozen=True, slots=True)
class Pattern(Record):
    """Something that happened again and again."""

    kind: PatternKind
    subject: str
    """Of an error the tool, of a rename the folder."""
    signature: str
    """Of an error its first line, without what changes from one time to the next; of a rename empty."""
    files: tuple[NamedCount, ...]
    """The files that were edited then, the most often first, at most 16."""
    n_files: int
    """How many there are in all, of the first 64."""
    n: int
    confidence: float
    """n / (n + 2)."""
    first_day: int
    """The beginning of the first and the last day on which that was seen."""
    last_day: int


@dataclass(frozen=True, slots=True)
class PatternPage(Page["Pattern"]):
    """Patterns."""

    _lists: ClassVar[tuple[str, ...]] = ("patterns",)
    patterns: tuple[Pattern, ...]
    """The most frequent first."""
    has_more: bool
    """There are more than these, or were more than were looked at."""


@dataclass(frozen=True, slots=True)
class RankedStrategy(Record):
    """A strategy and how it did."""

    id: str
    description: str
    context: str
    task_type: str
    tools: tuple[str, ...]
    channel: str
    trust: Trust
    n_successes: int
    n_failures: int
    score: float
    """(n-successes + 1) / (n-successes + n-failures + 2): Laplace's rule of succession, by which they are ranked."""
    last_used: int | None
    """When it was last used, as far as that is among the newest 64 records derived from it; none: never."""


@dataclass(frozen=True, slots=True)
class StrategyPage(Page["RankedStrategy"]):
    """Strategies."""

    _lists: ClassVar[tuple[str, ...]] = ("strategies",)
    strategies: tuple[RankedStrategy, ...]
    """The best first."""
    has_more: bool
    """There are more than these, or were more than were looked at."""


@dataclass(frozen=True, slots=True)
class RecordedDecision(Record):
    """A decision as its newest record has it."""

    id: str
    """The id of that record."""
    time: int
    """When that happened."""
    channel: str
    trust: Trust
    anchors: tuple[Anchor, ...]
    """Where in the code it speaks of."""
    decision: Decision


@dataclass(frozen=True, slots=True)
class DecisionPage(Page["RecordedDecision"]):
    """Decisions."""

    _lists: ClassVar[tuple[str, ...]] = ("decisions",)
    decisions: tuple[RecordedDecision, ...]
    """Newest first."""
    has_more: bool
    """There are more than these, or more than were looked at."""


@dataclass(frozen=True, slots=True)
class HeldValue(Record):
    """A value that is at hand."""

    id: str
    key: str
    value: str
    time: int
    """When it was set."""
    expires: int | None
    """When it is gone; none: never."""


@dataclass(frozen=True, slots=True)
class WorkingSet(Record):
    """What is at hand in a conversation."""

    values: tuple[HeldValue, ...]
    """In the order of their keys."""
    turns: tuple[RecordedEvent, ...]
    """Newest first."""
    has_more_turns: bool
    """There are more turns than these; `events` of the conversation gives all."""
    thoughts: tuple[RecordedEvent, ...]
    """What was thought there, newest first, as many as turns at most."""
    has_more_thoughts: bool
    """There are more thoughts than these."""
    active_goal: str | None
    """The value of the key `active_goal`; none: no goal is set, or its lifetime is over."""


@dataclass(frozen=True, slots=True)
class UserProfile(Record):
    """What is known of the user."""

    values: tuple[HeldValue, ...]
    """In the order of their keys."""


@dataclass(frozen=True, slots=True)
class ToldPiece(Record):
    """Something recorded that an agent is told."""

    id: str
    """Of the record that is quoted."""
    kind: PieceKind
    time: int
    """When it happened."""
    trust: Trust
    why: str
    """The reason, in one sentence."""
    text: str
    """A quotation, each line of which begins with `>`: first a label with the kind, the day, the session, the trust and the id, and what
    it says; lines after the first one of what was recorded are indented, so that none of them passes for a label."""
    tokens: int
    """Estimated tokens of `text`."""


@dataclass(frozen=True, slots=True)
class Delivered(Record):
    """What an agent is told."""

    pieces: tuple[ToldPiece, ...]
    """In the order in which they are told: when a session begins at most 12, else at most 3."""
    text: str
    """The pieces ready for a prompt, below a line that says that they are a record and no instruction; empty where there are none."""
    tokens: int
    """Estimated tokens of `text`; never over the budget."""
    n_left_out: int
    """How many the budget had no room for."""
    to_record: str
    """What records that this was told: lines for `records.pack-lines`; empty where there are no pieces."""


@dataclass(frozen=True, slots=True)
class ToldItem(Record):
    """That something was told."""

    id: str
    """Of the delivery."""
    time: int
    """When it was told."""
    session: str
    """The session that was told."""
    moment: Moment
    why: str
    """The reason, in one sentence."""
    about: str
    """The files that it was told for; may be empty."""
    tokens: int
    """What it cost, in estimated tokens."""
    trust: Trust
    """How far what was told may be relied on."""
    record_id: str
    """The id of the record that was told."""
    record_kind: EventKind | None
    """What that is; none: its time is over."""
    said: str
    """The beginning of its first line; empty: its time is over."""


@dataclass(frozen=True, slots=True)
class DeliveryPage(Page["ToldItem"]):
    """What was told."""

    _lists: ClassVar[tuple[str, ...]] = ("deliveries",)
    deliveries: tuple[ToldItem, ...]
    """Newest first."""
    n_damaged: int
    """Deliveries left out, because their rows are damaged."""
    next: str
    """What to go on after; empty at the end."""


@dataclass(frozen=True, slots=True)
class RecallHit(Record):
    """A record that fits."""

    event: RecordedEvent
    score: float
    """What it is ordered by: the sum of the factors. It compares with no other question's."""
    factors: tuple[Factor, ...]
    """`exact` (10 for each thing found as it stands), its own `words`, what stands beside it (`answer`, `previous`, `next`,
    `second_previous`, `second_next`), the words of its `session`, and `statement`, `speaker`, `date`, `when`, `length`, `human`,
    `kept` and `recency`; those that are 0 are left out."""
    fit: float
    """How much of what the question says it holds, from 0 to 1, of a turn with those right beside it; each word counts by how few
    records have it, of a hundred at least, and one that none has most."""
    excerpt: str
    """The part of its text that fits best, some 400 bytes; `…` stands for what is left out."""
    n_alike: int
    """How many more say the same, or are of the same task."""
    before: tuple[RecordedEvent, ...]
    """The turns before it in its session, oldest first, as many as were asked for."""
    after: tuple[RecordedEvent, ...]
    """The turns after it, oldest first."""


@dataclass(frozen=True, slots=True)
class Recalled(Record):
    """What fits a question."""

    hits: tuple[RecallHit, ...]
    """Best first."""
    strength: Strength
    """How well the best one fits; `none`: there are no hits, unless weak ones are asked for."""
    best_fit: float
    """The fit of the first one, from 0 to 1, also where it is too weak to be given: below .18."""
    n_matching: int
    """Records that have something of the question, of those that the filters let through."""
    n_outdated: int
    """Records that are left out among the best because they hold no more."""
    n_of_session: int
    """Those that are left out because there are enough of their session."""
    n_beyond_budget: int
    """Hits that fit and for which the budget had no room."""
    unknown_words: tuple[str, ...]
    """Words of the question that no record has; those of a date are none."""
    weighting: Weighting
    """The weighting that was taken."""
    since: int | None
    """From then on, where the question named a time, by which the records were filtered; none: it named none."""
    until: int | None
    """Up to before then."""
    is_incomplete: bool
    """Something is in no index yet, because it was recorded by an older release, or what is read of the index is damaged: upkeep
    mends both."""


@dataclass(frozen=True, slots=True)
class Reminder(Record):
    """Something recorded that a task calls to mind."""

    id: str
    """Of its record."""
    kind: ReminderKind
    time: int
    trust: Trust
    text: str
    """A quotation, each line of which begins with `>`: first a label with the kind, the day, the trust and the id, and what it says;
    lines after the first one of what was recorded are indented, so that none of them passes for a label."""
    tokens: int
    """Estimated tokens of `text`."""
    score: float | None
    """How well it fits, among those of its kind. None: a value of the profile, which is given whatever the task."""
    why: str
    """One sentence."""
    n_alike: int
    """How many more say the same."""


@dataclass(frozen=True, slots=True)
class Reminders(Record):
    """What a task calls to mind."""

    pieces: tuple[Reminder, ...]
    """The best of each kind, then the second best: at most `limit` of past work, 5 notes, decisions and lessons, 3 open tasks and 10
    values of the profile. What fits weakly is left out, and so is what anybody may have written."""
    text: str
    """The pieces ready for a prompt, an empty line behind each."""
    tokens: int
    """Estimated tokens of `text`; never over the budget."""
    n_left_out: int
    """How many the budget had no room for."""
    likely: tuple[WeightedPath, ...]
    """Files that the past work touched, the likeliest first, at most 20, also where that had no room. What it changed counts
    twice what it read, and all of it as much as the work is like the task: up to 1 for each work."""
    is_incomplete: bool
    """As for `recall`."""


@dataclass(frozen=True, slots=True)
class SessionContext(Record):
    """The context of a session."""

    id: str
    version: int
    """Counts the changes; 0: there was no such session, and this is how one begins."""
    used: int
    """When it was last changed; 0 of a new one."""
    tokens: int
    """Of its history: what the entries say of themselves, else estimated."""
    document: str
    """JSON, with every member as it was written."""
    n_damaged: int
    """Entries that are missing, because their rows are damaged. They stay where they are until the context is saved."""


@dataclass(frozen=True, slots=True)
class ListedContext(Record):
    """The context of a session in a list."""

    version: int
    """Counts the changes."""
    used: int
    """When it was last changed."""
    n_entries: int
    """Entries of its history, and their tokens."""
    tokens: int
    about: str
    """The first 200 bytes of its goal, once a compaction kept it, else of its summary; may be empty."""


@dataclass(frozen=True, slots=True)
class ListedSession(Record):
    """A session: one run of an agent. It is known by the events that name it, and by its context."""

    id: str
    """Its name, as events and contexts have it."""
    n_records: int
    """How much it recorded, of every kind but learnings and deliveries: `episodes.events` gives it."""
    started: int | None
    """When the first of that happened; none where it recorded nothing."""
    active: int
    """When the newest of it happened, or when its context was last changed."""
    context: ListedContext | None
    """Its context, where it has one."""


@dataclass(frozen=True, slots=True)
class SessionPage(Page["ListedSession"]):
    """A page of sessions."""

    _lists: ClassVar[tuple[str, ...]] = ("sessions",)
    sessions: tuple[ListedSession, ...]
    """Those first that were active last."""
    damaged: tuple[str, ...]
    """The ids of those whose context is left out, because its row is damaged."""
    next: str
    """What to go on after; empty at the end."""


@dataclass(frozen=True, slots=True)
class Compaction(Record):
    """What a compaction did."""

    trigger: CompactionTrigger
    n_removed: int
    """Entries that left, and that stayed."""
    n_entries: int
    n_facts_removed: int
    """Facts that were said twice, and tasks that were completed long ago."""
    n_tasks_removed: int
    tokens_before: int
    """The tokens of the history before and after. Above the most where a call with its result has more."""
    tokens_after: int
    version: int
    """Of the context after it."""
    summary: str
    """What was added to `long_term_summary`."""
    n_summary_bytes_left_out: int
    """Bytes of the oldest lines of `long_term_summary` that had to go, which holds at most 64 KiB."""


@dataclass(frozen=True, slots=True)
class SummaryDraft(Record):
    """What a compaction would say."""

    text: str
    """Checked, to be given to `compact_session`; empty where nothing would leave."""
    n_entries: int
    """Entries that would leave."""
    version: int
    """The version that they are of."""
    is_of_model: bool
    """A model wrote it."""
    to_record: str
    """A line for `records.pack-lines`, which its host records at once, so that the same is never bought twice; empty where there is
    nothing to record."""


@dataclass(frozen=True, slots=True)
class SessionVersion(Record):
    """A version of a context."""

    version: int
    time: int
    """When it was made."""
    until: str
    """What came after it: a compaction by `entries`, `tokens` or `manual`, `save`, `recover`; empty for how it is now."""
    n_entries: int
    tokens: int


@dataclass(frozen=True, slots=True)
class VersionPage(Page["SessionVersion"]):
    """The versions of a session."""

    _lists: ClassVar[tuple[str, ...]] = ("versions",)
    versions: tuple[SessionVersion, ...]
    """Newest first; the first is how it is now, the others are those that are kept, at most 10."""


@dataclass(frozen=True, slots=True)
class ChangedMember(Record):
    """A member of a document that differs."""

    name: str
    older: str
    """Its value in each: JSON, empty where there is none."""
    newer: str


@dataclass(frozen=True, slots=True)
class Comparison(Record):
    """What differs between two versions."""

    older: int
    newer: int
    removed: tuple[str, ...]
    """Entries that only the first has, each its JSON."""
    added: tuple[str, ...]
    """Entries that only the other one has."""
    changed: tuple[ChangedMember, ...]
    """In the order of their names."""


@dataclass(frozen=True, slots=True)
class FileToReread(Record):
    """A file to read again."""

    path: str
    score: float
    """The sum of the factors."""
    factors: tuple[Factor, ...]
    """What reading it and changing it add: for each touch e^(-age/40), with the age in steps."""
    n_touches: int
    last: int
    """When it was touched last."""
    first_line: int
    """The lines of the newest touch that named some; 0 and 0: the whole file."""
    last_line: int
    why: str
    """Why it was touched last; may be empty."""


@dataclass(frozen=True, slots=True)
class FilesToReread(Record):
    """Files to read again."""

    files: tuple[FileToReread, ...]
    """Best first."""
    n_files: int
    """How many files the session touched in its newest 4,000 records; older ones would add less than e^-25."""
    lines: tuple[TouchedLines, ...]
    """The lines that touches of these files named, newest first, with what each adds to its file's score: at most 1,000.
    `graph.functions-at` tells which functions they are of."""
    n_lines: int
    """How many there are in all."""


@dataclass(frozen=True, slots=True)
class LikelyFile(Record):
    """A file that a session will likely touch."""

    path: str
    score: float
    """The sum of the factors."""
    factors: tuple[Factor, ...]
    """Those above 0, in this order: `recency`, of the sessions that touched it; `similar`, of those that were asked for something
    like the message; `frequency`, of how many touched it; `words`, that its path shares with the message; `named`, in the
    message, which counts more than all that past sessions say of any file."""


@dataclass(frozen=True, slots=True)
class PastError(Record):
    """A call that failed."""

    id: str
    """Of its record."""
    time: int
    session: str
    """Empty: none."""
    tool: str
    error: str
    """The line that names the error."""


@dataclass(frozen=True, slots=True)
class MendedError(Record):
    """A failure that was mended."""

    error: PastError
    files: tuple[str, ...]
    """The files that were edited before it succeeded."""
    commands: tuple[str, ...]
    """The commands that were run before it succeeded, and may have changed something: the newest 4, each cut."""
    succeeded_as: str
    """What succeeded, where that was written otherwise than what failed, as with another version of a program; empty: it was the same."""


@dataclass(frozen=True, slots=True)
class FailurePage(Page["PastError"]):
    """Failures that no later success mended."""

    _lists: ClassVar[tuple[str, ...]] = ("failures",)
    failures: tuple[PastError, ...]
    """Newest first, those of one tool with the same error once."""
    n_failures: int
    """How many there are in all."""


@dataclass(frozen=True, slots=True)
class FittingNote(Record):
    """A note, a lesson or a decision to begin with."""

    id: str
    """Of its record."""
    kind: EventKind
    time: int
    trust: Trust
    score: float | None
    """How well it fits the message: what `recall` orders by. None: there is no message."""
    text: str
    """Its first 300 bytes."""


@dataclass(frozen=True, slots=True)
class PastWork(Record):
    """A session or a task that was asked for something like the message."""

    id: str
    """Of the record that says what was asked."""
    time: int
    """When it was asked."""
    session: str
    """Empty: none."""
    task: str
    """Its task, or the last one of the session; empty: none."""
    score: float
    """What `recall` orders by with the weighting `work`: how like the message what was asked is, and half of how new it is."""
    asked: str
    """The first 300 bytes of what was asked, on one line."""
    status: TaskStatus | None
    """How the task stands; none: there is no task."""
    outcome: str
    """The first 300 bytes of what came of the task; may be empty."""
    errors: tuple[PastError, ...]
    """Failures in it that no later success in it mended: newest first, each once, at most 3."""


@dataclass(frozen=True, slots=True)
class Beginning(Record):
    """What a new session should begin with."""

    files: tuple[LikelyFile, ...]
    """Best first."""
    n_files: int
    """How many were touched in all, by the newest 5,000 touches, without files outside the project and what was imported."""
    tasks: tuple[Task, ...]
    """Active and paused, newest first: at most 20."""
    has_more_tasks: bool
    """There are more; `episodes.tasks` gives them."""
    errors: tuple[PastError, ...]
    """Failures that no later success mended, of the newest 2,000 calls: newest first, each once, at most 5. With a message that says what
    is asked for those of them that have a word of it. A success mends a failure of the same tool with the same aim, as `failures`
    says."""
    has_more_errors: bool
    """There are more; `failures` gives them."""
    mended: tuple[MendedError, ...]
    """Failures that were mended and that have a word of the message, and how: newest first, each once, at most 3, of the newest 64."""
    notes: tuple[FittingNote, ...]
    """Notes, lessons and decisions that fit the message, best first: at most 5. Without a message the newest notes, then the newest
    decisions that are accepted: at most 3 of each. What anybody may have written is left out, here and in `past`."""
    past: tuple[PastWork, ...]
    """Past work that was asked for in words like those of the message, best first, each task and each request once: at most 3."""
    n_notes: int
    """How many notes were recorded."""
    n_records: int
    """How many records of every kind, notes among them: where they are not 0 and all else is empty, only other things were recorded."""


@dataclass(frozen=True, slots=True)
class WindowOpened(Record):
    """What opening found."""

    n_prunes: int
    """Prunes so far."""
    n_pruned: int
    """Parts that were pruned so far."""
    is_known: bool
    """There was such a window."""


@dataclass(frozen=True, slots=True)
class Pushed(Record):
    """What pushing did."""

    n_new: int
    """Parts that are new."""
    n_known: int
    """Parts that were known."""
    edited_from: int | None
    """The message from which on the history differs from what was pushed before: from there on it was taken in anew."""
    n_items: int
    """All parts."""
    tokens: int
    """The tokens of the conversation as it is now edited."""


@dataclass(frozen=True, slots=True)
class Edit(Record):
    """A change of the caller's messages as they were pushed."""

    message: int
    """The place of the message."""
    pointer: str
    """The value in it, as a JSON pointer: of the messages before any edit. Empty and without a replacement: the whole message is left
    out, because it left into a recap, which stands in the place of a part of another message."""
    replacement: str | None
    """What is there instead: JSON, or for a part of the form `plain` the stub. None: the value is left out."""
    id: str
    """By which the value can be restored; of a whole message its first part."""


@dataclass(frozen=True, slots=True)
class Restored(Record):
    """What a part held."""

    text: str
    """What the model read, decoded; of a call the JSON of its arguments."""
    original: str
    """The bytes of its value as they stood in the caller's JSON; of a part that is never pruned `text`."""
    is_masked: bool
    """It held secrets, and was masked before it was kept: these are not the bytes that were pushed. Where the instance that they
    were pushed to is asked, it gives those."""


@dataclass(frozen=True, slots=True)
class VisibleItem(Record):
    """A part that is visible."""

    id: str
    message: int
    kind: ItemKind


@dataclass(frozen=True, slots=True)
class WindowStatus(Record):
    """How a window stands."""

    n_items: int
    n_pruned: int
    """Parts that are pruned."""
    n_steps: int
    """Responses of the model."""
    tokens: int
    """The tokens of the conversation as it is edited, held to what the provider counted."""
    tokens_unpruned: int
    """What it would cost unedited."""
    budget: int
    """The tokens at which a prune begins."""
    n_prunes: int
    body_bytes: int
    """Bytes that are kept for restoring."""
    task: str
    """Empty: none."""
    not_believed: int | None
    """What the provider counted last, where that is too far from the estimate to be believed."""


@dataclass(frozen=True, slots=True)
class SnapshotItem(Record):
    """A part in a snapshot."""

    id: str
    kind: ItemKind
    tool: str
    """Empty where it has none."""
    message: int
    tokens: int
    """Its tokens unpruned."""
    tokens_left: int
    """Its tokens as it is edited from then on: of a part in whose place a recap stands those of the recap."""
    value: float
    """Its value to the policy: what is least leaves first. 0 where it was not judged."""
    fate: ItemFate
    factors: tuple[Factor, ...]
    """What its value consists of: of parts that were pruned, and of the 50 that were next."""
    subject: str
    """What it is about: the path or the command of its call, cut after some 80 bytes; empty where that names none, and of parts without
    `why`."""
    why: str
    """What the conversation tells of it, in words: of parts that leave or are spared, and of those that were next."""


@dataclass(frozen=True, slots=True)
class SnapshotOfWindow(Record):
    """How a window stood, and what a prune decided."""

    number: int
    """From 1."""
    time: int
    reason: SnapshotReason
    task: str
    tokens_before: int
    tokens_after: int
    budget: int
    """The tokens at which a prune began, and those that it was to leave; 0 of a snapshot without a prune."""
    target: int
    first_changed: int | None
    expected_saving: float
    items: tuple[SnapshotItem, ...]
    """Every part that had not left whole before, and those of the messages in which recaps stand or stood, in the order of the
    conversation."""
    n_left: int
    """How many had left whole before, those in messages with recaps among them."""
    n_prunes: int
    """Prunes until then, with its own."""
    recaps: tuple[str, ...]
    """The ids of the recaps then."""
    not_believed: int | None
    """What the provider had counted last, where that is too far from the estimate to be believed."""


@dataclass(frozen=True, slots=True)
class SnapshotPage(Page["SnapshotOfWindow"]):
    """A page of snapshots."""

    _lists: ClassVar[tuple[str, ...]] = ("snapshots",)
    snapshots: tuple[SnapshotOfWindow, ...]
    """Newest first."""
    has_more: bool
    """Older ones are kept."""


@dataclass(frozen=True, slots=True)
class ItemChange(Record):
    """What became of a part from one snapshot to another."""

    id: str
    kind: ItemKind
    tool: str
    """Empty where it has none."""
    message: int
    tokens: int
    """Its tokens unpruned."""
    older: ItemFate | None
    """What became of it in each; none: it was not there."""
    newer: ItemFate | None


@dataclass(frozen=True, slots=True)
class SnapshotComparison(Record):
    """What differs between two snapshots."""

    older: int
    newer: int
    tokens_older: int
    """The tokens of the conversation as it was edited then."""
    tokens_newer: int
    changes: tuple[ItemChange, ...]
    """Parts that are only in one of them, or pruned in one and not in the other, in the order of the conversation."""


@dataclass(frozen=True, slots=True)
class RecoveredWindow(Record):
    """How the messages were edited at a snapshot."""

    edits: tuple[Edit, ...]
    """Of the messages as they were pushed: what was pruned since then is as it was."""
    n_messages: int
    """How many messages there were."""
    n_missing: int
    """Parts of then that are no longer in the conversation, because it was edited."""


@dataclass(frozen=True, slots=True)
class Explanation(Record):
    """What a snapshot says of one part."""

    snapshot: int
    """The number of the snapshot, when it was made, and why."""
    time: int
    reason: SnapshotReason
    item: SnapshotItem


@dataclass(frozen=True, slots=True)
class Learning(Record):
    """What a pruned part taught."""

    id: str
    """The id of its record."""
    time: int
    """When the part was said."""
    item: ItemKind
    tool: str
    """The tool of its call; else empty."""
    paths: tuple[str, ...]
    """Paths that its call named, or where the code stands that it quotes: sorted, at most 100."""
    failed: bool
    """The tool failed."""
    first_error_line: str
    """The first line that tells of the error, secrets masked; empty where it did not fail."""
    part: str
    """The id of the part in its window."""


@dataclass(frozen=True, slots=True)
class LearningPage(Page["Learning"]):
    """A page of what was learned."""

    _lists: ClassVar[tuple[str, ...]] = ("learnings",)
    learnings: tuple[Learning, ...]
    """Newest first."""
    has_more: bool
    """There are older ones."""


@dataclass(frozen=True, slots=True)
class ListedWindow(Record):
    """A window of a memory store."""

    name: str
    used: int
    """When it was last changed."""
    n_prunes: int
    body_bytes: int


@dataclass(frozen=True, slots=True)
class WindowPage(Page["ListedWindow"]):
    """A page of windows."""

    _lists: ClassVar[tuple[str, ...]] = ("windows",)
    windows: tuple[ListedWindow, ...]
    """In the order of their names."""
    has_more: bool
    """There are more, after the last of these."""
