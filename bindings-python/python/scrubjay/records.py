"""The records that questions and answers are made of. Written by `cargo xtask records` from `wit/`: change that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from ._record import Page, Record

__all__ = [
    "Adoption",
    "Anchor",
    "AnchorState",
    "BacktestReport",
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
    "MomentCounts",
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
    "ReplayedPiece",
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
"""What a hint is about. The cases before `no_match` say what an answer left out, or what is elsewhere. The cases from
`no_match` on are for an empty answer without any of these reasons: nothing that is read fits, but other code may.

- `filter`: Without the question's filters by kind or by path, something is found. For a path between two symbols, the confidence is such a filter too.
- `min_confidence`: With a lower confidence something is found.
- `depth`: With a greater depth something is found.
- `budget`: The budget is too small for anything.
- `end`: Everything that was found is among what `skip` passes over.
- `near_names`: Nothing has the name; other names come close.
- `library`: The name comes from outside the index: a file imports it.
- `unknown_receivers`: Places have the name and no edge, mostly because the type of a receiver is unknown; `unresolved` lists them.
- `named_elsewhere`: No place without an edge is known, but files have the name among their words: they may mean the symbol.
- `not_called`: Places name the symbol without calling it.
- `other_way`: Nothing leads from the source to the target, but something does from the target to the source.
- `no_path`: Nothing leads there within the depth, nor back.
- `nothing_indexed`: No file that is indexed is of a language that is read.
- `incomplete`: Only a part of the files is indexed, because a run is in progress or was interrupted; so what is missing here may exist.
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
"""How incoming texts and names are treated that have the form of a known kind of secret. This concerns notes, events and their
names, lines, imports, contexts of sessions, and what windows of a memory store keep. Names in questions are treated alike,
so that they match what is stored. A tenant or principal that looks like a secret is refused unless secrets are kept.

- `mask`: The secret is replaced by its kind, as `[masked: aws-key]`. Names that become equal by this count as one name.
- `refuse`: The call is refused, and the error names the field. In a window, a part with a secret in it can be pruned, but is not stored for restoring.
- `keep`: The secret is stored as it is.
"""

Strength = Literal[
    "none",
    "weak",
    "strong",
]
"""How well the best of an answer fits its question.

- `none`: Nothing fits.
- `weak`: It matches a part of what the question says.
- `strong`: It matches most of what the question says.
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
- `secret`: It has a name that is usual for files with secrets (`.env`, `id_rsa`, `*.pem`, …).
- `generated`: Its name says that a tool made it (`*.min.js`, `*_pb2.py`, …), or a tool fills its folder. Such folders are the `installed_folders` that are known by their names alone, and Cargo's `target/`; of `vendor/`, only Go, manifests and prose are skipped.
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

- `file`: The file itself, which stands for the code outside any definition.
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
"""What the source of an edge does with the target.

- `uses`: Reads or writes a variable, constant or field.
- `references`: Names a class, function or type without calling it.
- `contains`: Contains it directly, as a file its classes, and a class its methods, in whichever block of the class these are. The line of such an edge is the first line of the contained symbol, its strategy `lexical`, and its confidence 1.0. Of the questions that follow edges, only `path` follows it.
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
"""How the target of an edge was found. Each strategy has one confidence, which is that of its edges; only an edge of the kind
`contains` always has 1.0.

- `lexical`: Bound in an enclosing scope of the same file.
- `imported`: Bound by an import that leads to the symbol.
- `qualified`: A member of a module or type named in full.
- `self_member`: A member of the type that contains the code.
- `super_member`: A member of a parent type, by `super`.
- `annotated`: A member of a type that an annotation names.
- `constructed`: A member of a type that was constructed in sight.
- `returned`: A member of the type that a called function returns.
- `field_type`: A member of the type of a field.
- `element`: A member of the type of a container's elements.
- `flow`: A function or class that reached the place through a variable or an argument.
- `overridden`: An override, in a subtype, of a member called on `self`; or one of several forms in which a type implements a trait.
- `unique_name`: The only symbol of this name, where nothing that is known of the receiver contradicts it.
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
"""The state of a recorded place in the index.

- `same`: The file is unchanged.
- `changed`: The file has changed; the symbol, if one was named, is still in it.
- `moved`: It is elsewhere now: a symbol under the same qualified name in exactly one other file, or else the unchanged file under exactly one other path.
- `gone`: The file, or the symbol in it, is gone, and no other place fits.
- `unknown`: There is nothing to compare: nothing is indexed, files of this kind are not indexed, or no hash of the file was recorded.
"""

PieceForm = Literal[
    "source",
    "signature",
    "stale_signature",
]
"""How a piece is given.

- `source`: Source text.
- `signature`: A signature, with its doc if the doc fits: the source text does not fit, or the symbol scores too low for it.
- `stale_signature`: A signature, because the file was changed since it was indexed, or cannot be read.
"""

Origin = Literal[
    "person",
    "agent",
    "tool",
    "imported",
]
"""Who says a record, the most trusted first.

- `tool`: A tool's output, or the text of a file or a page.
- `imported`: An import from elsewhere.
"""

Trust = Literal[
    "untrusted",
    "unconfirmed",
    "confirmed",
]
"""How far a record may be relied on, least first.

- `untrusted`: Anybody may have written it: the highest trust of what a tool says or an import brings.
- `unconfirmed`: No person confirmed it: the highest trust of what an agent says.
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
"""The status of a task.
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
"""The status of a decision.

- `superseded`: Another decision has replaced it.
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
    "before_read",
    "failure",
    "compacted",
]
"""When an agent is told something.

- `start`: A session begins.
- `prompt`: A person asks something.
- `before_edit`: A file is about to be changed.
- `before_read`: A file is about to be read.
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

- `delivery`: An agent was told of a record.
- `adoption`: A person declared imported lines to be their own.
- `observation`: An occurrence of a pattern, which the component derived from its parents.
"""

LogKind = Literal[
    "asked",
    "done",
    "failed",
    "decided",
    "noted",
]
"""What a line of the log is about.

- `asked`: A person asked for something.
- `done`: Files were changed, or a task was completed.
- `failed`: A call failed, or a task was given up.
- `decided`: Something was decided.
- `noted`: A note or a lesson was recorded.
"""

PatternKind = Literal[
    "error_fix",
    "refactor",
]
"""The kind of a pattern.

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
"""The kind of a piece.

- `open_task`: A task that is active or paused.
- `failure`: A call that failed, without a later success that mended it.
- `fix`: An error that was mended, with what mended it.
- `note`: A note.
- `decision`: A decision that holds.
- `lesson`: A lesson.
- `past_work`: What a session or a task was asked for.
- `said`: A turn of a conversation.
- `files`: Files to read again.
"""

Weighting = Literal[
    "auto",
    "people",
    "assistant",
    "work",
    "shares",
]
"""How much each factor counts when records are ranked.

- `auto`: `people` if most of the records that were found have a speaker with a name, else `assistant`.
- `people`: For conversations of people: what answers a question, and what stands beside the answer.
- `assistant`: For conversations with an assistant: what a person said, also by the words of the reply, and what was kept on purpose.
- `work`: For past work: what a person asked for in a session, and half as much how new it is.
- `shares`: A fixed share for each kind of record: .3 for what was said and done, .15 for how things are done; .1 for how new it is.
"""

ReminderKind = Literal[
    "past_work",
    "note",
    "decision",
    "lesson",
    "open_task",
    "profile",
]
"""The kind of a reminder.

- `past_work`: A session or a task with a request like the question's task: what came of it, and what went wrong and was not mended.
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
"""Why entries were removed.

- `none`: No entry was removed.
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
"""The format of messages that are read and edited.

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
"""How it is decided which parts are pruned.

- `evidence`: By what the conversation shows of each part: when it was last used, how much is said of it now, whether another part has the same content, and what it costs.
- `five_factor`: By age, task, dependents, kind and relevance, multiplied. A prune frees 30 % of the tokens or more, whatever `low` is.
- `keep_last`: All results of tools are pruned but the newest ones, as many as the setting `keep_last` says.
- `lru`: The parts whose last use is longest ago are pruned first.
- `unbounded`: Nothing is ever pruned.
"""

StubKind = Literal[
    "outline",
    "bare",
]
"""What is left of a pruned part.

- `outline`: Its id and what it was; of a long text also an outline, of at most 5 % of the text and 1,500 bytes.
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
- `user`: A text in the user's role: never pruned. If a person wrote it, a recap may replace it, after all other parts, and quotes it; no recap replaces the first and the last such text. The same holds for what a person said in a tool's result, as when they refused the call or answered a question.
- `assistant`: What the model said to the user: never pruned. A recap may replace it.
- `thinking`: What the model thought.
- `call`: A call of a tool: the JSON of its arguments.
- `tool_result`: What a tool gave back.
- `code`: Code that somebody added; in messages, a text in the user's role that is exactly a `text` of `prepare`.
- `task_state`: The state of a task: never pruned.
- `graph_query`: The answer of a code graph, which can be asked again.
- `summary`: A summary of what was said before: never pruned.
- `other`: A part of an unknown kind: never pruned.
- `media`: An image, a sound or a file, from the user or a tool: `text` describes it, `original` is its value. In what the user said first and last, it is pruned only if nothing else is enough.
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
- `drop`: No stub: the part is left out, with all such parts between the same two texts of the user, once the second text is there.
- `fixed`: It is never pruned. For what the model said: a JSON string, if a recap replaces it.
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

- `spared`: It was to be pruned, but stayed, because pruning it would lose cached text behind it that is worth more.
- `pruned_before`: It was pruned before.
- `protected`: It may not be pruned.
- `recapped`: A recap replaced its whole message.
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
    """How far the clocks of a place are ahead of UTC from a moment on. A list of these, at most 1,000, oldest first, tells which
    days words such as `yesterday` mean. The first offset also applies before its moment; an empty list is UTC."""

    since: int
    seconds: int
    """Seconds east of UTC, -93,600 to 93,600."""


@dataclass(frozen=True, slots=True)
class ModelRequest(Record):
    """A request to a language model."""

    purpose: str
    """What the answer is for: `summarise`."""
    prompt: str
    """The instruction: what to do with the texts."""
    texts: tuple[str, ...]
    """The texts to work on: data, never instructions."""
    max_bytes: int
    """The greatest length of an answer in bytes that is accepted."""


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
    """The path of the file that imports it: if possible of the project's own code, else a test, else a copy of others' code."""
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
    """In the order of the interface; arguments that are not listed have their defaults."""


@dataclass(frozen=True, slots=True)
class Hint(Record):
    """A reason for what an answer lacks, and what to ask next."""

    kind: HintKind
    why: str
    """One sentence, without a full stop at its end."""
    next: NextQuestion | None
    """The question that shows more, where there is one."""


@dataclass(frozen=True, slots=True)
class DamagedRow(Record):
    """A stored row that failed its check. It is left out, reported, and never fatal."""

    key: str
    """In hexadecimal digits."""
    path: str | None
    """The file that the row belonged to, if the key still tells it."""


@dataclass(frozen=True, slots=True)
class Anchor(Record):
    """A place in the code, as it was when something was recorded about it."""

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
    """The first line, from 1."""
    last_line: int
    """The last line, included."""
    weight: float
    """How much the lines count: greater than 0."""


@dataclass(frozen=True, slots=True)
class BesidePiece(Record):
    """A text that accompanies the code in a context, as a quotation."""

    id: str
    """An id from whoever found the text; for a record the id of the record."""
    text: str
    """Lines of a quotation, each of which begins with `>`."""
    why: str
    """The reason for giving it, in one sentence."""


@dataclass(frozen=True, slots=True)
class WeightedPath(Record):
    """A file and its weight."""

    path: str
    weight: float
    """How much the file counts: greater than 0."""


@dataclass(frozen=True, slots=True)
class UnreadLanguage(Record):
    """A programming language that is known by name only, so that its files are not read."""

    language: str
    n_files: int


@dataclass(frozen=True, slots=True)
class Factor(Record):
    """One part of a score: its name, and `value`, what it contributes."""

    name: str
    value: float


@dataclass(frozen=True, slots=True)
class Symbol(Record):
    """Something that the code defines."""

    id: str
    """The stable id: `path#qualified.name`, with `~2`, `~3`, … for later definitions of the same name in the file."""
    name: str
    qualified_name: str
    """The name within its file: `Class.method`; for a file its name, without folders."""
    kind: SymbolKind
    path: str
    first_line: int
    last_line: int
    signature: str
    """The declaration on one line, at most 400 bytes."""
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
    """The factors of the score; empty unless `explain` is set."""


@dataclass(frozen=True, slots=True)
class FindPage(Page["Found"]):
    """The answer of `find`."""

    _lists: ClassVar[tuple[str, ...]] = ("hits",)
    hits: tuple[Found, ...]
    n_hits: int
    """The number of all symbols that fit."""
    suggestions: tuple[str, ...]
    """If nothing fits, or a word is unmatched: names and paths that come close, best first, at most 5."""
    unmatched: tuple[str, ...]
    """Words of the text that no name, signature or doc has, in the order of the text; empty if the text is the name of
    something, or a part of one."""
    unread: tuple[UnreadLanguage, ...]
    """Languages whose files are not read, those with most files first: the answer does not cover these files."""
    hints: tuple[Hint, ...]
    """If no symbol is given: possible reasons."""


@dataclass(frozen=True, slots=True)
class Outlined(Record):
    """A symbol in an outline."""

    symbol: Symbol
    depth: int
    """How deep it is nested; 0 if it is directly in the file."""


@dataclass(frozen=True, slots=True)
class FileOutline(Record):
    """The symbols of a file."""

    path: str
    language: str
    hash: str
    """SHA-256 of the file as indexed. In hexadecimal digits."""
    n_lines: int
    has_errors: bool
    symbols: tuple[Outlined, ...]
    """In the order of the file; a parent comes before its children."""
    hints: tuple[Hint, ...]
    """If there is no symbol: possible reasons."""


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
    """The number of lines of the symbol after the text."""
    is_changed: bool
    """Whether the file is gone, or differs from the indexed one; then there is no text."""


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
    """The file of the reference; `line` is its line."""
    line: int
    depth: int
    """The number of edges from the symbol in question to this one."""
    overridden: str | None
    """If a call reaches this member by dynamic dispatch: the id of the member that the call names, which this one overrides or
    implements. The confidence is then that of the edge times 0.65. None: the edge leads to this member itself."""


@dataclass(frozen=True, slots=True)
class WalkPage(Page["Step"]):
    """The answer of a walk along edges."""

    _lists: ClassVar[tuple[str, ...]] = ("steps",)
    symbol: Symbol
    """The symbol that the name was taken to mean; of several the likeliest."""
    steps: tuple[Step, ...]
    """By depth, then one's own code before tests, then falling confidence, then path and line."""
    meanings: tuple[Symbol, ...]
    """If the name has two to five meanings: all of them, the likeliest first. The answer is then for each, and `via` of a step
    shows which meaning the step belongs to. Empty if the name has one meaning."""
    n_steps: int
    """The number of all steps within the depth. The walk ends at 100,000."""
    depth_limited: bool
    """Whether the walk would go on beyond the depth, or beyond the 100,000 steps; always false with a depth of 1."""
    n_unresolved: int | None
    """The number of further places that may name the symbol: they name a member like it on a receiver of unknown type. None:
    they are not counted, because types of the language itself have such a member (`append`, `push`). `unresolved` lists them,
    and says when the type of a receiver is unknown. For callees: the number of calls in the symbol to such members."""
    n_unresolved_files: int
    """The number of files with such places."""
    unread: tuple[UnreadLanguage, ...]
    """Languages whose files are not read, those with most files first: the answer does not cover these files."""
    hints: tuple[Hint, ...]
    """If no step is given: possible reasons."""


@dataclass(frozen=True, slots=True)
class PathPage(Page["Step"]):
    """The answer of `path`."""

    _lists: ClassVar[tuple[str, ...]] = ("steps",)
    source: Symbol
    """The symbol that the first name was taken to mean."""
    target: Symbol
    """The symbol that the second name was taken to mean."""
    steps: tuple[Step, ...]
    """The edges from source to target in their order, each with the symbol that it leads to; empty if there is no such chain."""
    n_unresolved: int | None
    """The number of further places that may name the target: they name a member like it on a receiver of unknown type. None:
    they are not counted, because types of the language itself have such a member (`append`, `push`). `unresolved` lists them,
    and says when the type of a receiver is unknown."""
    n_unresolved_files: int
    """The number of files with such places."""
    unread: tuple[UnreadLanguage, ...]
    """Languages whose files are not read, those with most files first: the answer does not cover these files."""
    hints: tuple[Hint, ...]
    """If there is no step: possible reasons."""


@dataclass(frozen=True, slots=True)
class HierarchyPage(Page["Step"]):
    """The answer of `hierarchy`."""

    _lists: ClassVar[tuple[str, ...]] = ("above", "below",)
    symbol: Symbol
    """The symbol that the name was taken to mean."""
    above: tuple[Step, ...]
    """For a type what it inherits and implements, for a member of a type what it overrides: by depth, then one's own code before
    tests, then falling confidence, then path and line. For a member, `edge` is the last edge between the types, and `via` the
    type from which this edge was followed."""
    n_above: int
    """The number of all steps above, within the depth."""
    below: tuple[Step, ...]
    """For a type what inherits and implements it, for a member what overrides it, in the same order."""
    n_below: int
    """The number of all steps below, within the depth."""
    depth_limited: bool
    """Whether there are types above or below beyond the depth."""
    n_unresolved: int | None
    """The number of further places that may name the symbol: they name a member like it on a receiver of unknown type. None:
    they are not counted, because types of the language itself have such a member (`append`, `push`). `unresolved` lists them,
    and says when the type of a receiver is unknown."""
    n_unresolved_files: int
    """The number of files with such places."""
    unread: tuple[UnreadLanguage, ...]
    """Languages whose files are not read, those with most files first: the answer does not cover these files."""
    hints: tuple[Hint, ...]
    """If no step is given: possible reasons."""


@dataclass(frozen=True, slots=True)
class UnresolvedPlace(Record):
    """A place that may name a symbol."""

    symbol: str
    """The id of the symbol that it is in."""
    edge: EdgeKind
    """`calls` or `uses`."""
    path: str
    line: int


@dataclass(frozen=True, slots=True)
class UnresolvedPage(Page["UnresolvedPlace"]):
    """The answer of `unresolved`."""

    _lists: ClassVar[tuple[str, ...]] = ("places",)
    symbol: Symbol
    """The symbol that the name was taken to mean; of several the likeliest, as the places are those of all."""
    places: tuple[UnresolvedPlace, ...]
    """By path and line."""
    n_places: int | None
    """The number of all such places; none if they are not counted, as for `n_unresolved` of a walk."""
    n_files: int
    """The number of files with such places."""
    unread: tuple[UnreadLanguage, ...]
    """Languages whose files are not read, those with most files first: the answer does not cover these files."""


@dataclass(frozen=True, slots=True)
class Dependency(Record):
    """A file, or a module outside the project, that another one depends on."""

    name: str
    """A path of the project, or a module's name."""
    external: bool
    n_edges: int
    """The number of edges between it and the file through which it was reached; 1 for a module outside the project."""
    line: int
    """The first line that makes the dependency, in the file that depends."""
    depth: int
    """The number of steps from the file in question: 1 if no other file is between."""


@dataclass(frozen=True, slots=True)
class DependencyPage(Page["Dependency"]):
    """The answer of `dependencies` and `dependents`."""

    _lists: ClassVar[tuple[str, ...]] = ("dependencies",)
    dependencies: tuple[Dependency, ...]
    n_dependencies: int
    unread: tuple[UnreadLanguage, ...]
    """Languages whose files are not read, those with most files first: the answer does not cover these files."""
    hints: tuple[Hint, ...]
    """If none is given: possible reasons."""


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
    """The number of types and functions of the index that have no line in the text: those that did not fit into the budget, and
    those in examples, fixtures, benchmarks and typing stubs."""
    n_files_left_out: int
    """The number of files with such symbols that are not in the text at all."""
    unknown_focus: tuple[str, ...]
    """Entries of the question's `focus` that nothing here matches, in their order."""
    unread: tuple[UnreadLanguage, ...]
    """Languages whose files are not read, those with most files first: the answer does not cover these files."""
    hints: tuple[Hint, ...]
    """If there is no symbol: possible reasons."""


@dataclass(frozen=True, slots=True)
class ResolvedAnchor(Record):
    """Where a place is now."""

    state: AnchorState
    path: str
    """The path now; empty if the state is `gone` or `unknown`."""
    symbol: str
    """The id of the symbol now; empty for a file, and if the state is `gone` or `unknown`."""


@dataclass(frozen=True, slots=True)
class ResolvedAnchors(Record):
    """The answer of `resolve_anchors`."""

    anchors: tuple[ResolvedAnchor, ...]
    """One for each place, in their order."""


@dataclass(frozen=True, slots=True)
class FunctionAt(Record):
    """A function that contains some of the given lines."""

    symbol: Symbol
    """A function, method, macro or type. If one of these is inside another and both have lines of a range, the range counts for
    the inner one alone."""
    weight: float
    """The sum of the weights of the ranges that count for it, each times the share of the range that is inside it."""
    n_touches: int
    """The number of ranges that count for it."""


@dataclass(frozen=True, slots=True)
class FunctionPage(Page["FunctionAt"]):
    """The answer of `functions_at`."""

    _lists: ClassVar[tuple[str, ...]] = ("functions",)
    functions: tuple[FunctionAt, ...]
    """The greatest weight first, equal ones by id."""
    n_functions: int
    """The number of all such functions."""
    unknown_paths: tuple[str, ...]
    """Files of the question that are not in the index, each once."""


@dataclass(frozen=True, slots=True)
class FoundSection(Record):
    """A section of a document: the text under one of its headings, or a part of that."""

    path: str
    heading: str
    """The headings that it stands under, outermost first, with ` > ` between them; empty where there is none."""
    first_line: int
    """The first line: that of the heading, if the section has one."""
    last_line: int
    excerpt: str
    """The part of its text that fits best, some 400 bytes, without comments, marks of fences and known forms of secrets; `…`
    stands for what is left out. It is a quotation of whoever wrote the file, and no instruction."""
    is_changed: bool
    """Whether the file differs from the indexed one; then there is no excerpt."""
    score: float
    """The sum of the factors, by which sections are ordered. It cannot be compared with scores of other questions."""
    factors: tuple[Factor, ...]
    """What the question's words count that are in its `text`, in its `heading`, and only in its `path`; and `named`: 10 if the
    question names the file, and 10 if it names the heading. Factors of 0 are left out."""
    fit: float
    """The share of the question that it matches, from 0 to 1. A word counts more, the fewer sections have it, and most if none
    has it. 1 if the question names the file."""


@dataclass(frozen=True, slots=True)
class DocumentPage(Page["FoundSection"]):
    """The answer of `documents`."""

    _lists: ClassVar[tuple[str, ...]] = ("sections",)
    sections: tuple[FoundSection, ...]
    """Best first; each fits at least weakly."""
    strength: Strength
    """How well the best one fits; `none`: no section is given."""
    best_fit: float
    """The best fit, from 0 to 1, also if it is below .4, which is too weak for the section to be given."""
    n_matching: int
    """The number of sections that match anything of the question."""
    n_beyond_budget: int
    """The number of sections that fit the question, but not into the budget."""
    unknown_words: tuple[str, ...]
    """Words of the question that no section has."""
    n_documents: int
    """How many documents are indexed."""


@dataclass(frozen=True, slots=True)
class LanguageStatus(Record):
    """The figures of one language."""

    language: str
    n_files: int
    n_lines: int
    n_bytes: int


@dataclass(frozen=True, slots=True)
class MemoryStatus(Record):
    """The status of the memory."""

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
    """Files in folders for copies of other people's code (`vendor/`, `node_modules/`, …), and JavaScript in `dist/`. They are
    included in the other figures too, and rank below the project's own code."""
    n_with_errors: int
    """Files the grammar found errors in."""
    live_bytes: int
    """Estimated bytes that the graph alone takes (symbols, edges, files, names), without facts, words and rows."""
    damaged: tuple[DamagedRow, ...]
    """The rows that the function `damaged` lists."""


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
    """The reason for the piece, in one sentence."""
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
    """By file, then by line. Files with a symbol that the task names outright (`Class.method`, or a file with a line) are first,
    then the most relevant files. A symbol that is named outright is given at least as a signature, if that fits."""
    beside: tuple[BesidePiece, ...]
    """The texts of the question's `beside` that fit, in the order of the question."""
    n_beside_left_out: int
    """The number of texts of the question's `beside` that did not fit."""
    beside_tokens: int
    """Estimated tokens of the texts in `beside`, which are included in `tokens`."""
    tokens: int
    """Estimated tokens of `text`; never over the budget."""
    text: str
    """The pieces ready for a prompt: quoted source by file, with paths and lines, and after the source the texts in `beside`, as
    quotations under a heading of their own."""
    files: tuple[RankedFile, ...]
    """The files judged most relevant, best first, at most 50: also those without a piece."""
    n_files: int
    """The number of all files that match anything of the task."""
    n_left_out: int
    """The number of symbols that match something of the task but are no pieces, in the files whose text was read: they match too
    little to be worth their tokens, or did not fit into the budget."""
    unknown_focus: tuple[str, ...]
    """Entries of the question's `focus` that are no file here, in their order."""
    unread: tuple[UnreadLanguage, ...]
    """Languages whose files are not read, those with most files first: the answer does not cover these files."""
    hints: tuple[Hint, ...]
    """If there is no piece: possible reasons."""


@dataclass(frozen=True, slots=True)
class Turn(Record):
    """What was said in a conversation."""

    conversation: str
    """The conversation, 1 to 128 bytes."""
    role: Role
    text: str
    """The text, 1 to 65,536 bytes."""
    tokens: int | None
    """The tokens that it cost, if known."""
    title: str
    """What the conversation is called, at most 256 bytes without control characters; empty: this turn does not say."""
    model: str
    """The model that wrote it, at most 128 bytes; empty: none, or not known."""
    speaker: str
    """The name of who said it, at most 128 bytes, for a conversation in which several people have one role; empty if the role is
    enough."""


@dataclass(frozen=True, slots=True)
class ToolCall(Record):
    """A call of a tool that ran, or was not allowed to run."""

    tool: str
    """The name of the tool, 1 to 128 bytes."""
    parameters: str
    """The parameters as JSON of at most 65,536 bytes, nested at most 16 deep; empty: none."""
    output: str
    """The output, as far as it is worth keeping: at most 65,536 bytes."""
    success: bool | None
    """Whether the call succeeded; none if it is not known. If there is an `error`, none counts as false."""
    error: str
    """The error message, at most 16,384 bytes."""
    duration: int | None
    """How long the call took, in milliseconds."""
    context_tokens: int | None
    """Tokens in the agent's context at the time."""
    refused: bool
    """Whether the call was not allowed to run, by a person, a permission or a sandbox. It then counts as refused and not as a
    failure, even if `success` is false; a `success` of true is not allowed with it. The component also sets it if the `error`
    begins with what harnesses of agents write in this case. Without an `error`, the output of a failed call is checked in its
    place."""


@dataclass(frozen=True, slots=True)
class FileTouch(Record):
    """A file that was worked on."""

    path: str
    """The path, 1 to 1,024 bytes. A path in the project, in any form, becomes relative to the project, with slashes and without
    `.` and `..`. A relative path that leads out of the project is refused. An absolute path outside the project stays as it
    is, and so does an address such as `https://example.org/x`; `file:///x` is the path `/x`. A file outside the project is
    found by its path, but is not among likely files, pairs or files to read again."""
    operation: FileOperation
    first_line: int
    """The first line, from 1; `last_line` is the last one, included. Both are 0 for the whole file."""
    last_line: int
    success: bool
    why: str
    """Why it was touched, at most 4,096 bytes."""
    change: str
    """What was changed, at most 16,384 bytes; for a rename the old path."""


@dataclass(frozen=True, slots=True)
class TaskStep(Record):
    """A step of the task that the event names. A task exists from its first step on, and has the status of its newest step."""

    status: TaskStatus
    description: str
    """What is to be done, at most 4,096 bytes; empty: as in an earlier step."""
    intent: TaskIntent | None
    """None: as in an earlier step."""
    outcome: str
    """What came of it, at most 16,384 bytes."""


@dataclass(frozen=True, slots=True)
class StrategyPlan(Record):
    """A way of doing something that may be used again."""

    description: str
    """What to do, 1 to 4,096 bytes."""
    context: str
    """When it fits, at most 4,096 bytes."""
    task_type: str
    """The sort of task that it is for, at most 128 bytes."""
    tools: tuple[str, ...]
    """The tools that it uses, in their order: at most 64, of at most 128 bytes each."""


@dataclass(frozen=True, slots=True)
class StrategyUse(Record):
    """A use of a strategy."""

    strategy: str
    """The id of the strategy's record."""
    success: bool


@dataclass(frozen=True, slots=True)
class WorkingValue(Record):
    """A value of the working memory of a conversation."""

    conversation: str
    """The conversation that the value is for, 1 to 128 bytes."""
    key: str
    """The key, 1 to 128 bytes. The newest value of a key counts; if it is forgotten, the one before it."""
    value: str
    """The value, at most 65,536 bytes."""
    lifetime: int
    """How long the value counts, in milliseconds from the event's time on; one hour is 3,600,000."""


@dataclass(frozen=True, slots=True)
class ProfileValue(Record):
    """What is known of the user."""

    key: str
    """The key, 1 to 128 bytes, such as `preferences`, `expertise` or `communication_style`. The newest value of a key counts; if
    it is forgotten, the one before it."""
    value: str
    """The value, at most 16,384 bytes."""


@dataclass(frozen=True, slots=True)
class Decision(Record):
    """A decision, which its title identifies. A change of a decision is recorded under the same title: the newest record with this
    title in the channel counts."""

    title: str
    """The title, 1 to 256 bytes, without control characters."""
    context: str
    """What made it necessary, at most 16,384 bytes."""
    choice: str
    """What was chosen, 1 to 16,384 bytes."""
    rationale: str
    """Why, at most 16,384 bytes."""
    revisit_if: str
    """What would make one think again, at most 4,096 bytes."""
    status: DecisionStatus
    """The status; `accepted` if a line of JSON does not state it."""
    superseded_by: str
    """The title of the decision that replaced it, at most 256 bytes: only with the status `superseded`."""


@dataclass(frozen=True, slots=True)
class Lesson(Record):
    """What a session taught, for later sessions."""

    topic: LessonTopic
    subject: str
    """The file, tool or task that it is about, at most 4,096 bytes; empty: all of the project. A file is named by any form of
    its path. With the topic `file_purpose`, the subject is a file."""
    text: str
    """The text, 1 to 16,384 bytes."""


@dataclass(frozen=True, slots=True)
class Thought(Record):
    """What was thought in a conversation, and not said."""

    conversation: str
    """The conversation, 1 to 128 bytes."""
    text: str
    """The text, 1 to 65,536 bytes."""


@dataclass(frozen=True, slots=True)
class Delivery(Record):
    """An agent was told of a record, which is the event's only parent. So the event is forgotten with that record, and trusted no
    more than it. The event's session is the one that was told."""

    moment: Moment
    """When it was told."""
    why: str
    """Why, in one sentence: 1 to 4,096 bytes."""
    about: str
    """The files for which it was told, at most 4,096 bytes; empty: none."""
    tokens: int
    """What it cost, in estimated tokens."""


@dataclass(frozen=True, slots=True)
class Adoption(Record):
    """A person declared imported lines to be their own. Records that were imported from these lines before get the trust that the
    lines state, until this event is forgotten. Only `pack_import` makes such an event; from a caller it is refused."""

    lines: str
    """The number and the hash of the lines in the first slice of the import."""


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
    """Identifies the event, 1 to 256 bytes. An event whose id was recorded before is not added again: the record stays as it is.
    It is refused if it says something else; but who says it and when it happened may differ, and it may say more. An id with
    a known form of a secret is refused, unless secrets are kept: ids that are masked alike could not be told apart."""
    time: int
    """When it happened: at most a day after `now`. A number that can only be seconds is refused, if the clock is past 1970."""
    channel: str
    """The channel that it belongs to, at most 128 bytes; empty: `_global`."""
    origin: Origin
    """Who says it, no more trusted than `owner.speaker`."""
    session: str
    """The session in which it happened, at most 128 bytes, without slashes; empty: none."""
    branch: str
    """The branch of the repository that was checked out when it happened, at most 255 bytes without control characters; empty:
    none, or not known."""
    commit: str
    """The commit that was checked out when it happened, in 40 or 64 hex digits as git writes them; empty: none, or not known."""
    task: str
    """The task for which it happened, at most 128 bytes; empty: none."""
    parents: tuple[str, ...]
    """The ids of records that it was derived from, at most 100: it is trusted no more than the least trusted of these."""
    anchors: tuple[Anchor, ...]
    """The places in the code that it is about, at most 100. Their paths become relative like those of touches; none may be
    outside the project."""
    metadata: str
    """A JSON object of at most 16,384 bytes and 32 members, nested at most 16 deep; empty: none. Questions can filter by members
    that are texts, numbers or booleans of at most 256 bytes."""
    body: EventBody


@dataclass(frozen=True, slots=True)
class Receipt(Record):
    """The fate of a record, without anything of its content."""

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
    """The principal who had the memory open; empty if none was set."""
    session: str
    """The session; empty: none."""
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
    """The number of all notes of the tenant."""
    n_damaged: int
    """Notes left out of this page, because their rows are damaged."""
    next: str
    """The id to go on after; empty at the end."""


@dataclass(frozen=True, slots=True)
class RecordTotals(Record):
    """How many records a tenant has."""

    n_notes: int
    n_records: int
    """The number of records of every kind but learnings, including notes."""
    n_forgotten: int
    """The number of records that were forgotten."""
    oldest_format: int
    """The oldest format of a record in the store; 0 for an empty store."""
    stored_format: int
    """No row in the store is of a newer format than this; 0 for an empty store."""
    newest_format: int
    """The format that this release writes. If it is newer than `stored_format`, older releases cannot read the store after the
    first change, and the host keeps a copy from before."""


@dataclass(frozen=True, slots=True)
class RecordedEvent(Record):
    """An event as it was recorded."""

    id: str
    kind: EventKind
    recorded: int
    """When it was recorded."""
    trust: Trust
    principal: str
    """The principal who had the memory open; empty if none was set."""
    event: Event
    """The event, as a caller could record it. The body of a learning or an observation is a note that describes it."""


@dataclass(frozen=True, slots=True)
class EventPage(Page["RecordedEvent"]):
    """A page of events."""

    _lists: ClassVar[tuple[str, ...]] = ("events",)
    events: tuple[RecordedEvent, ...]
    """Newest first. A page ends before the event that would take the page past 4 MiB, or after 10,000 examined events."""
    n_damaged: int
    """Events left out of this page, because their rows are damaged."""
    next: str
    """The id to go on after; empty at the end."""


@dataclass(frozen=True, slots=True)
class TimeSpan(Record):
    """A span of time, from `since` (included) to `until` (not included)."""

    since: int
    until: int | None
    """None: the span has no end, as for a moment or an age."""


@dataclass(frozen=True, slots=True)
class LogEntry(Record):
    """A line of the log."""

    id: str
    """The id of the newest record that the line stands for."""
    short_id: str
    """The first characters of that id, 13 or more. `why`, `forget` and `update` accept them in place of the id."""
    time: int
    kind: LogKind
    text: str
    """One line of at most some 400 bytes."""
    session: str
    task: str
    principal: str
    """The principal who had the memory open when the newest of these records was recorded; empty if none was set."""
    files: tuple[str, ...]
    """The files that were changed, the last one first, at most 100; empty for all but `done`."""
    n: int
    """The number of records that the line stands for: changes after one request, or equal failures."""
    is_mended: bool
    """For a failure: whether it succeeded later, in this form or in another one."""


@dataclass(frozen=True, slots=True)
class LogPage(Page["LogEntry"]):
    """Lines of the log."""

    _lists: ClassVar[tuple[str, ...]] = ("entries",)
    entries: tuple[LogEntry, ...]
    """Newest first. A page ends after 5,000 examined records, or 24 MiB of them."""
    since: int | None
    """The beginning of the span that `when` means; none: any time."""
    until: int | None
    """The end of that span, not included; none: it has no end."""
    n_damaged: int
    """Records left out, because their rows are damaged."""
    next: str
    """The id to go on after; empty at the end."""


@dataclass(frozen=True, slots=True)
class Lineage(Record):
    """A record, and where it comes from."""

    event: RecordedEvent
    parents: tuple[RecordedEvent, ...]
    """The records that it was derived from, as far as they still exist."""
    n_parents: int
    """The number of all parents that the record names; some of them may be gone."""
    children: tuple[RecordedEvent, ...]
    """The newest 100 records that were derived from it."""
    has_more_children: bool
    """Whether more records were derived from it; `events` with its id as `parent` gives all."""
    adoptions: tuple[RecordedEvent, ...]
    """The adoptions by which an imported record counts as its importer's own, oldest first. Without them the record would be
    untrusted."""


@dataclass(frozen=True, slots=True)
class ExportedLines(Record):
    """A slice of all records as JSON lines."""

    text: str
    """About 1 MiB of lines, one for each record, oldest first: its event, with the record's id, kind, trust, principal and time
    of recording. The last line of the last slice is a trailer with the number of lines and their hash. The hash begins as 16
    zero bytes. For each line it becomes the 128-bit XXH3 hash of the hash so far and the line without its end; it is written
    in hex. If a record was left out of any slice, or the file is damaged, the trailer has `is_damaged` in place of the hash,
    and no release takes such lines for complete."""
    n_damaged: int
    """Records left out, because their rows are damaged."""
    next: str
    """The `after` of the next slice; empty at the end."""


@dataclass(frozen=True, slots=True)
class ExportedCsv(Record):
    """A slice of the records of a kind as comma-separated values."""

    text: str
    """About 1 MiB of whole lines at most, oldest record first, each line ended by CR and LF; the first line of the first slice
    names the columns. Lists and objects are JSON, times are milliseconds since 1970. A cell has what was recorded, also where
    a program for tables would take the cell for a formula."""
    n_damaged: int
    """Records of any kind left out, because their rows are damaged."""
    next: str
    """The `after` of the next slice; empty at the end."""


@dataclass(frozen=True, slots=True)
class OperationCount(Record):
    """How often something was done with a file."""

    operation: FileOperation
    n: int


@dataclass(frozen=True, slots=True)
class Touched(Record):
    """A touch of a file: that it was read, changed or searched."""

    id: str
    path: str
    operation: FileOperation
    time: int
    origin: Origin
    """Who says it. Imported touches are work of others, such as the commits of a history."""
    session: str
    task: str
    first_line: int
    """The first line, from 1; `last_line` is the last one. Both are 0 for the whole file."""
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
    """The number of all touches, without imported ones."""
    n_imported: int
    """The number of imported touches, which are work of others."""
    operations: tuple[OperationCount, ...]
    """How often each operation occurred, without imported touches."""


@dataclass(frozen=True, slots=True)
class CoEdit(Record):
    """Two files that were edited together."""

    path: str
    other: str
    n: int
    """The number of occasions on which both were edited. An occasion is a task; for edits without a task, a session; for edits
    without either, a day. Each occasion counts once, however often the files were edited. Of an occasion with more than 50
    files, 50 are counted, chosen by the hashes of their paths."""
    n_imported: int
    """The number of these occasions that were imported, such as commits of others."""
    confidence: float
    """n / (n + 2)."""
    first_day: int
    """The beginning of the first day with such an occasion; `last_day` is the beginning of the last such day."""
    last_day: int


@dataclass(frozen=True, slots=True)
class CoEditPage(Page["CoEdit"]):
    """Pairs of files."""

    _lists: ClassVar[tuple[str, ...]] = ("pairs",)
    pairs: tuple[CoEdit, ...]
    """The most frequent first."""
    has_more: bool
    """Whether there are more."""


@dataclass(frozen=True, slots=True)
class TouchPage(Page["Touched"]):
    """Touches of files."""

    _lists: ClassVar[tuple[str, ...]] = ("touches",)
    touches: tuple[Touched, ...]
    """Newest first."""
    n_files: int
    """The number of files whose path has this part; 0 if the newest touches sufficed, so that files were not counted."""
    has_more: bool
    """Whether there are more."""


@dataclass(frozen=True, slots=True)
class ToolStat(Record):
    """How often a tool was called, and with what success."""

    tool: str
    n_calls: int
    n_successes: int
    n_failures: int
    n_refused: int
    """Calls that a person, a permission or a sandbox did not let run: no failures of the tool."""
    n_unknown: int
    """Calls of which it is not known how they ended."""
    success_rate: float | None
    """n-successes / (n-successes + n-failures); none where both are 0."""
    mean_duration: float | None
    """The mean duration in milliseconds of the calls whose duration is known; none if none is."""
    mean_context_tokens: float | None
    """The mean number of tokens in the agent's context, over the calls that state it; none if none does."""


@dataclass(frozen=True, slots=True)
class ToolStatPage(Page["ToolStat"]):
    """The statistics of tools."""

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
    """The time of its first step; `changed` is that of its newest step."""
    changed: int
    files: tuple[NamedCount, ...]
    """The files touched for it, the most often first, at most 100."""
    n_files: int
    """The number of all files touched for it."""
    tools: tuple[NamedCount, ...]
    """The tools called for it, the most often first, at most 100."""
    n_tools: int
    """The number of all tools called for it."""


@dataclass(frozen=True, slots=True)
class TaskPage(Page["Task"]):
    """Tasks."""

    _lists: ClassVar[tuple[str, ...]] = ("tasks",)
    tasks: tuple[Task, ...]
    """The most recently changed first."""
    has_more: bool
    """Whether there are more."""


@dataclass(frozen=True, slots=True)
class Pattern(Record):
    """Something that happened again and again."""

    kind: PatternKind
    subject: str
    """For an error the tool, with the first words of its command if it has one; for a rename the folder."""
    signature: str
    """For an error its first line, without what changes from one time to the next; for a rename empty."""
    files: tuple[NamedCount, ...]
    """The files that were edited then, the most often first, at most 16."""
    n_files: int
    """The number of all files that were edited then, as far as they are counted: the first 64 different ones."""
    n: int
    """How often it happened."""
    confidence: float
    """n / (n + 2)."""
    first_day: int
    """The beginning of the first day on which it happened; `last_day` is the beginning of the last such day."""
    last_day: int


@dataclass(frozen=True, slots=True)
class PatternPage(Page["Pattern"]):
    """Patterns."""

    _lists: ClassVar[tuple[str, ...]] = ("patterns",)
    patterns: tuple[Pattern, ...]
    """The most frequent first."""
    has_more: bool
    """Whether there are more, or may be among patterns that were not examined."""


@dataclass(frozen=True, slots=True)
class RankedStrategy(Record):
    """A strategy, and how often it succeeded."""

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
    """When it was last used; none if no use is among the newest 64 records derived from it."""


@dataclass(frozen=True, slots=True)
class StrategyPage(Page["RankedStrategy"]):
    """Strategies."""

    _lists: ClassVar[tuple[str, ...]] = ("strategies",)
    strategies: tuple[RankedStrategy, ...]
    """The best first."""
    has_more: bool
    """Whether there are more, or may be among strategies that were not examined."""


@dataclass(frozen=True, slots=True)
class RecordedDecision(Record):
    """A decision as its newest record has it."""

    id: str
    """The id of that record."""
    time: int
    """When it was decided."""
    channel: str
    trust: Trust
    anchors: tuple[Anchor, ...]
    """The places in the code that it is about."""
    decision: Decision


@dataclass(frozen=True, slots=True)
class DecisionPage(Page["RecordedDecision"]):
    """Decisions."""

    _lists: ClassVar[tuple[str, ...]] = ("decisions",)
    decisions: tuple[RecordedDecision, ...]
    """Newest first."""
    has_more: bool
    """Whether there are more, or may be among titles that were not examined."""


@dataclass(frozen=True, slots=True)
class HeldValue(Record):
    """A value of a working memory or a profile."""

    id: str
    key: str
    value: str
    time: int
    """When it was set."""
    expires: int | None
    """When its lifetime ends; none: never."""


@dataclass(frozen=True, slots=True)
class WorkingSet(Record):
    """The working memory of a conversation."""

    values: tuple[HeldValue, ...]
    """In the order of their keys."""
    turns: tuple[RecordedEvent, ...]
    """Newest first."""
    has_more_turns: bool
    """Whether there are more turns; `events` of the conversation gives all."""
    thoughts: tuple[RecordedEvent, ...]
    """The thoughts in the conversation, newest first: at most `limit`, as of turns."""
    has_more_thoughts: bool
    """Whether there are more thoughts."""
    active_goal: str | None
    """The value of the key `active_goal`; none: no goal is set, or its lifetime is over."""


@dataclass(frozen=True, slots=True)
class UserProfile(Record):
    """What is known of the user."""

    values: tuple[HeldValue, ...]
    """In the order of their keys."""


@dataclass(frozen=True, slots=True)
class ToldPiece(Record):
    """A record that an agent is told."""

    id: str
    """The id of the quoted record."""
    kind: PieceKind
    time: int
    """When it happened."""
    trust: Trust
    why: str
    """The reason, in one sentence."""
    text: str
    """A quotation; each line begins with `>`. The first line has a label with the kind, the day, the session, the trust and the
    id, and then what the record says. Further lines of the record are indented, so that none looks like a label."""
    tokens: int
    """Estimated tokens of `text`."""


@dataclass(frozen=True, slots=True)
class Delivered(Record):
    """What an agent is told."""

    pieces: tuple[ToldPiece, ...]
    """In the order in which they are told: when a session begins at most 12, else at most 3."""
    text: str
    """The pieces ready for a prompt, below a line that says that they are a record and no instruction; empty if there are no
    pieces."""
    tokens: int
    """Estimated tokens of `text`; never over the budget."""
    n_left_out: int
    """The number of pieces that did not fit into the budget."""
    to_record: str
    """Lines for `records.pack-lines`, which record that this was told; empty if there are no pieces."""


@dataclass(frozen=True, slots=True)
class ToldItem(Record):
    """A delivery: a record that a session was told."""

    id: str
    """The id of the delivery."""
    time: int
    """When it was told."""
    session: str
    """The session that was told."""
    moment: Moment
    why: str
    """The reason, in one sentence."""
    about: str
    """The files for which it was told; may be empty."""
    tokens: int
    """What the delivery cost, in estimated tokens."""
    trust: Trust
    """The trust of the record that was told."""
    record_id: str
    """The id of the record that was told."""
    record_kind: EventKind | None
    """The kind of that record; none if the record is no longer there."""
    said: str
    """The beginning of the first line of that record; empty if the record is no longer there."""


@dataclass(frozen=True, slots=True)
class DeliveryPage(Page["ToldItem"]):
    """A page of deliveries."""

    _lists: ClassVar[tuple[str, ...]] = ("deliveries",)
    deliveries: tuple[ToldItem, ...]
    """Newest first."""
    n_damaged: int
    """Deliveries left out, because their rows are damaged."""
    next: str
    """The id to go on after; empty at the end."""


@dataclass(frozen=True, slots=True)
class MomentCounts(Record):
    """What was told at the moments of a kind, in a replay."""

    moment: Moment
    n_moments: int
    """The number of such moments."""
    n_told: int
    """The number of such moments at which something was told."""
    n_pieces: int
    """The number of pieces that were told."""
    n_used: int
    """The number of pieces that were used: their session opened, edited or ran something that they name."""
    n_repeated: int
    """The number of pieces whose error was repeated by their session."""
    tokens: int
    """Estimated tokens of what was told."""


@dataclass(frozen=True, slots=True)
class ReplayedPiece(Record):
    """A piece that was told in a replay, and what its session then did. That counts only if the session had not done it before, and
    only for what the moment itself was not about."""

    session: str
    """The session that was told."""
    time: int
    """When it was told."""
    moment: Moment
    record_id: str
    """The id of the quoted record."""
    kind: PieceKind
    text: str
    """The quotation, as `told_piece` has it."""
    is_opened: bool
    """Whether the session then read or changed a file that the piece names."""
    is_edited: bool
    """Whether the session then changed a file that the piece names."""
    is_run: bool
    """Whether the session then ran a command that the piece names: a program with its first argument."""
    is_repeated: bool
    """Whether a call of the session then failed with the error that the piece quotes."""


@dataclass(frozen=True, slots=True)
class BacktestReport(Record):
    """What would have been told."""

    n_sessions: int
    """The number of sessions that were replayed."""
    n_events: int
    """The number of records in these sessions."""
    n_damaged: int
    """The number of records left out, because their rows are damaged."""
    n_mended_before: int
    """The number of failures whose error another session had mended before: those at which a fix could be told."""
    moments: tuple[MomentCounts, ...]
    """A summary of each kind of moment that occurred."""
    pieces: tuple[ReplayedPiece, ...]
    """All pieces, in the order in which they were told."""


@dataclass(frozen=True, slots=True)
class RecallHit(Record):
    """A record that fits."""

    event: RecordedEvent
    score: float
    """The sum of the factors, by which hits are ordered. It cannot be compared with scores of other questions."""
    factors: tuple[Factor, ...]
    """The factors that are not 0: `exact` (10 for each verbatim match), its own `words`, those of its neighbours (`answer`,
    `previous`, `next`, `second_previous`, `second_next`) and of its `session`. Also `statement`, `speaker`, `date`, `when`,
    `length`, `human`, `kept` and `recency`."""
    fit: float
    """The share of the question that it matches, from 0 to 1; of a long text by its best part, of a short turn together with short
    ones beside it. A word counts more, the fewer records have it, and most if none has it, above all a name; with fewer than a
    hundred records, as if there were a hundred."""
    excerpt: str
    """The part of its text that fits best, some 400 bytes; `…` stands for what is left out."""
    n_alike: int
    """The number of further records that say the same, or are of the same task."""
    newer_id: str
    """Of a note, decision or lesson: the id of a newer one among the hits that says close to the same, and was not recorded in the
    same session. That one stands above it. Empty: there is none."""
    before: tuple[RecordedEvent, ...]
    """The turns before it in its session, oldest first, at most `around`; empty unless it is a turn."""
    after: tuple[RecordedEvent, ...]
    """The turns after it, oldest first; empty unless it is a turn."""


@dataclass(frozen=True, slots=True)
class Recalled(Record):
    """What fits a question."""

    hits: tuple[RecallHit, ...]
    """Best first."""
    strength: Strength
    """How well the best record fits; `none`: there are no hits, except weak ones if `weak` is set."""
    best_fit: float
    """The best fit among the first ten, from 0 to 1, also if it is below .3, which is too weak for any record to be given."""
    n_matching: int
    """The number of records that pass the filters and match anything of the question."""
    n_outdated: int
    """The number of records before the last hit that are left out because they are outdated."""
    n_of_session: int
    """The number of records before the last hit that are left out because their session has enough hits."""
    n_beyond_budget: int
    """The number of hits that did not fit into the budget."""
    unknown_words: tuple[str, ...]
    """Words of the question that no record has, without words that name a date."""
    weighting: Weighting
    """The weighting that was used."""
    since: int | None
    """The beginning of the time that the question's words name, by which records were filtered; none: they were not so filtered."""
    until: int | None
    """The end of that time, not included; none like `since`."""
    is_incomplete: bool
    """Whether records may be missing, because an older release recorded them without indexing them, or because the index is
    damaged; upkeep mends both."""


@dataclass(frozen=True, slots=True)
class Reminder(Record):
    """A record that fits a task."""

    id: str
    """The id of its record."""
    kind: ReminderKind
    time: int
    trust: Trust
    text: str
    """A quotation; each line begins with `>`. The first line has a label with the kind, the day, the trust and the id, and then
    what the record says. Further lines of the record are indented, so that none looks like a label."""
    tokens: int
    """Estimated tokens of `text`."""
    score: float | None
    """How well it fits, among those of its kind. None: a value of the profile, which is given whatever the task."""
    why: str
    """The reason for the reminder, in one sentence."""
    n_alike: int
    """The number of further records that say the same."""


@dataclass(frozen=True, slots=True)
class Reminders(Record):
    """The records that fit a task."""

    pieces: tuple[Reminder, ...]
    """The best of each kind, then the second best: at most `limit` of past work, 5 notes, decisions and lessons, 3 open tasks
    and 10 values of the profile. Records that fit weakly or are untrusted are left out."""
    text: str
    """The pieces ready for a prompt, with an empty line after each."""
    tokens: int
    """Estimated tokens of `text`; never over the budget."""
    n_left_out: int
    """The number of reminders that did not fit into the budget."""
    likely: tuple[WeightedPath, ...]
    """Up to 20 files that the past work touched, the likeliest first, also of work that did not fit into the budget. A changed
    file counts twice as much as a file that was read. Each work counts by its similarity to the task, at most 1."""
    is_incomplete: bool
    """As for `recall`."""


@dataclass(frozen=True, slots=True)
class SessionContext(Record):
    """The context of a session."""

    id: str
    version: int
    """Counts the changes; 0 for a new context, because the session has none yet."""
    used: int
    """When it was last changed; 0 for a new context."""
    tokens: int
    """The tokens of its history: what the entries state, else estimated."""
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
    """The number of entries of its history; `tokens` counts their tokens."""
    tokens: int
    about: str
    """The first 200 bytes of its goal, if a compaction kept one, else of its summary; may be empty."""


@dataclass(frozen=True, slots=True)
class ListedSession(Record):
    """A session: one run of an agent. Known are sessions that events name or that have a context."""

    id: str
    """Its name, as events and contexts have it."""
    title: str
    """The title that its harness or program states, else the first words of its first request; empty without either."""
    n_records: int
    """The number of records of every kind but learnings and deliveries: `episodes.events` gives them."""
    started: int | None
    """When the first of these happened; none if there are none."""
    active: int
    """When the newest of these happened, or when the session's context was last changed, whichever is later."""
    context: ListedContext | None
    """Its context; none if it has none."""


@dataclass(frozen=True, slots=True)
class SessionPage(Page["ListedSession"]):
    """A page of sessions."""

    _lists: ClassVar[tuple[str, ...]] = ("sessions",)
    sessions: tuple[ListedSession, ...]
    """The sessions, the most recently active first."""
    damaged: tuple[str, ...]
    """The ids of sessions whose context is left out, because its row is damaged."""
    next: str
    """What to go on after; empty at the end."""


@dataclass(frozen=True, slots=True)
class Compaction(Record):
    """What a compaction did."""

    trigger: CompactionTrigger
    n_removed: int
    """The number of entries that were removed; `n_entries` counts those that stayed."""
    n_entries: int
    n_facts_removed: int
    """The number of duplicate facts that were removed; `n_tasks_removed` counts removed tasks, which were completed long ago."""
    n_tasks_removed: int
    tokens_before: int
    """The tokens of the history before the compaction; `tokens_after` counts those after it. They exceed the limit if a single
    call with its result does."""
    tokens_after: int
    version: int
    """The version of the context after the compaction."""
    summary: str
    """What was added to `long_term_summary`."""
    n_summary_bytes_left_out: int
    """The number of bytes of the oldest lines that were removed from `long_term_summary`, which has at most 64 KiB."""


@dataclass(frozen=True, slots=True)
class SummaryDraft(Record):
    """A draft of the summary for a compaction."""

    text: str
    """The summary, checked, for `compact_session`; empty if no entry would be removed."""
    n_entries: int
    """The number of entries that would be removed."""
    version: int
    """The version of the context that has these entries."""
    is_of_model: bool
    """Whether a model wrote it."""
    to_record: str
    """A line for `records.pack-lines`, which the host records at once, so that the model is not asked for the same twice; empty
    if there is nothing to record."""


@dataclass(frozen=True, slots=True)
class SessionVersion(Record):
    """A version of a context."""

    version: int
    time: int
    """When it was made."""
    until: str
    """What ended it: `entries`, `tokens` or `manual` for a compaction by that trigger, `save`, or `recover`; empty for the
    current version."""
    n_entries: int
    tokens: int


@dataclass(frozen=True, slots=True)
class VersionPage(Page["SessionVersion"]):
    """The versions of a session."""

    _lists: ClassVar[tuple[str, ...]] = ("versions",)
    versions: tuple[SessionVersion, ...]
    """Newest first: the current version, then at most 10 stored ones."""


@dataclass(frozen=True, slots=True)
class ChangedMember(Record):
    """A member of a document that differs."""

    name: str
    older: str
    """Its value in the older version, as JSON; `newer` is that in the newer one. Empty if it has none."""
    newer: str


@dataclass(frozen=True, slots=True)
class Comparison(Record):
    """What differs between two versions."""

    older: int
    newer: int
    removed: tuple[str, ...]
    """Entries that only the older version has, each as JSON."""
    added: tuple[str, ...]
    """Entries that only the newer version has, each as JSON."""
    changed: tuple[ChangedMember, ...]
    """Members that differ, in the order of their names."""


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
    """The first line of the newest touch that named lines; `last_line` is its last one. Both are 0 for the whole file."""
    last_line: int
    why: str
    """Why it was touched last; may be empty."""


@dataclass(frozen=True, slots=True)
class FilesToReread(Record):
    """Files to read again."""

    files: tuple[FileToReread, ...]
    """Best first."""
    n_files: int
    """How many files the session touched in its newest 4,000 records; older touches would hardly count."""
    lines: tuple[TouchedLines, ...]
    """The ranges of lines that touches of these files named, newest first, with what each touch adds to its file's score: at
    most 1,000. `graph.functions-at` tells which functions they are in."""
    n_lines: int
    """The number of all such ranges."""


@dataclass(frozen=True, slots=True)
class LikelyFile(Record):
    """A file that a session will likely touch."""

    path: str
    score: float
    """The sum of the factors."""
    factors: tuple[Factor, ...]
    """The factors above 0, in this order. `recency`: how recent the sessions are that touched the file. `similar`: how similar
    their first requests are to the message. `frequency`: how many sessions touched the file. `words`: the words that its path
    shares with the message. `named`: whether the message names the file; this adds to the most that past sessions give any
    file."""


@dataclass(frozen=True, slots=True)
class PastError(Record):
    """A call that failed."""

    id: str
    """The id of its record."""
    time: int
    session: str
    """The session; empty: none."""
    tool: str
    error: str
    """The line that names the error."""


@dataclass(frozen=True, slots=True)
class MendedError(Record):
    """A failure, and how it was mended."""

    error: PastError
    files: tuple[str, ...]
    """The files that were edited before it succeeded."""
    commands: tuple[str, ...]
    """The commands that were run before it succeeded, and that may have changed something: the newest 4, each cut."""
    succeeded_as: str
    """The call that succeeded, if it was written differently from the one that failed, as with another version of a program;
    else empty."""


@dataclass(frozen=True, slots=True)
class FailurePage(Page["PastError"]):
    """Failures that no later success mended."""

    _lists: ClassVar[tuple[str, ...]] = ("failures",)
    failures: tuple[PastError, ...]
    """Newest first, those of one tool with the same error once."""
    n_failures: int
    """The number of all such failures."""


@dataclass(frozen=True, slots=True)
class FittingNote(Record):
    """A note, a lesson or a decision for the beginning of a session."""

    id: str
    """The id of its record."""
    kind: EventKind
    time: int
    trust: Trust
    score: float | None
    """How well it fits the message: the score by which `recall` orders. None: there is no message."""
    text: str
    """Its first 300 bytes."""


@dataclass(frozen=True, slots=True)
class PastWork(Record):
    """A session or a task that was asked for something like the message."""

    id: str
    """The id of the record that says what was asked."""
    time: int
    """When it was asked."""
    session: str
    """The session; empty: none."""
    task: str
    """Its task, or the last one of the session; empty: none."""
    score: float
    """The score by which `recall` orders with the weighting `work`: how similar the request is to the message, and half of how
    new it is."""
    asked: str
    """The first 300 bytes of what was asked, on one line."""
    status: TaskStatus | None
    """The status of the task; none: there is no task."""
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
    """The number of all likely files: those of the newest 5,000 touches, without imported touches, failed ones, searches, and
    files outside the project."""
    tasks: tuple[Task, ...]
    """Active and paused tasks, newest first: at most 20."""
    has_more_tasks: bool
    """Whether there are more; `episodes.tasks` gives them."""
    errors: tuple[PastError, ...]
    """Of the newest 2,000 calls, the failures that no later success mended, as `failures` gives them: newest first, each once,
    at most 5. With a message that has more than common words, only failures that share a word with the message."""
    has_more_errors: bool
    """Whether there are more; `failures` gives them."""
    mended: tuple[MendedError, ...]
    """Failures that were mended, and how: newest first, each once, at most 3. Of the newest 64, those that have a word of the
    message."""
    notes: tuple[FittingNote, ...]
    """Notes, lessons and decisions that fit the message, best first: at most 5. Without a message, the newest notes, then the
    newest decisions that are accepted: at most 3 of each. Untrusted records are left out, here and in `past`."""
    past: tuple[PastWork, ...]
    """Past work that was asked for in words like those of the message, best first, each task and each request once: at most 3."""
    n_notes: int
    """How many notes there are."""
    n_records: int
    """How many records of every kind but learnings there are, including notes. If this is not 0 and all else is empty, only
    other things were recorded."""


@dataclass(frozen=True, slots=True)
class WindowOpened(Record):
    """What opening found."""

    n_prunes: int
    """The number of prunes so far."""
    n_pruned: int
    """The number of parts that were pruned so far."""
    is_known: bool
    """Whether the window was there already."""


@dataclass(frozen=True, slots=True)
class Pushed(Record):
    """The result of pushing."""

    n_new: int
    """The number of parts that are new."""
    n_known: int
    """The number of parts that were known."""
    edited_from: int | None
    """The first message that differs from what was pushed before: from there on all parts were replaced. None: nothing differs."""
    n_items: int
    """The number of all parts."""
    tokens: int
    """The tokens of the conversation with its edits."""


@dataclass(frozen=True, slots=True)
class Edit(Record):
    """A change of the caller's messages as they were pushed."""

    message: int
    """The index of the message."""
    pointer: str
    """The value in the message, as a JSON pointer into the messages before any edit. Empty without a replacement: the whole
    message is left out; the recap that replaces it is an edit of another message."""
    replacement: str | None
    """The new value: JSON, or for a part of the form `plain` the stub. None: the value is left out."""
    id: str
    """The id by which the value can be restored; for a whole message, that of its first part."""


@dataclass(frozen=True, slots=True)
class Restored(Record):
    """The content of a part."""

    text: str
    """What the model read, decoded; of a call the JSON of its arguments."""
    original: str
    """The bytes of its value as they stood in the caller's JSON; of a part that is never pruned `text`."""
    is_masked: bool
    """Whether secrets in it were masked before it was stored, so that these are not the bytes that were pushed. The instance to
    which it was pushed gives the pushed bytes."""


@dataclass(frozen=True, slots=True)
class VisibleItem(Record):
    """A part that is visible."""

    id: str
    message: int
    kind: ItemKind


@dataclass(frozen=True, slots=True)
class WindowStatus(Record):
    """The state of a window."""

    n_items: int
    n_pruned: int
    """The number of parts that are pruned."""
    n_steps: int
    """The number of responses of the model."""
    tokens: int
    """The tokens of the conversation with its edits, corrected by the provider's count."""
    tokens_unpruned: int
    """The tokens of the conversation without edits."""
    budget: int
    """The tokens at which a prune begins."""
    n_prunes: int
    body_bytes: int
    """The bytes that are stored for restoring."""
    task: str
    """The task; empty: none."""
    not_believed: int | None
    """The last count of the provider, if it is too far from the estimate to be used; else none."""


@dataclass(frozen=True, slots=True)
class SnapshotItem(Record):
    """A part in a snapshot."""

    id: str
    kind: ItemKind
    tool: str
    """The tool of its call; empty if it has none."""
    message: int
    tokens: int
    """Its tokens unpruned."""
    tokens_left: int
    """Its tokens with the edits from then on; for a part in whose place a recap is, those of the recap."""
    value: float
    """Its value to the policy: parts of the least value are pruned first. 0 if it was not judged."""
    fate: ItemFate
    factors: tuple[Factor, ...]
    """The factors of its value, for parts that were pruned or spared, and for the 50 that would have been next; else empty."""
    subject: str
    """What it is about: the path or the command of its call, cut after some 80 bytes; empty if the call names none, and for
    parts without `why`."""
    why: str
    """What the conversation shows of it, in words: for parts that were pruned, spared or replaced by a recap, and for the 50
    that would have been next; else empty."""


@dataclass(frozen=True, slots=True)
class SnapshotOfWindow(Record):
    """The state of a window at one time, and what a prune decided."""

    number: int
    """From 1."""
    time: int
    reason: SnapshotReason
    task: str
    tokens_before: int
    tokens_after: int
    budget: int
    """The tokens at which a prune began; `target` are those that it was to leave. Both are 0 for a snapshot without a prune."""
    target: int
    first_changed: int | None
    expected_saving: float
    items: tuple[SnapshotItem, ...]
    """All parts that no recap had replaced before, and all parts of messages in which recaps are or were, in the order of the
    conversation."""
    n_left: int
    """The number of parts that recaps had replaced before, with those that are in `items` all the same."""
    n_prunes: int
    """The number of prunes until then, including its own."""
    recaps: tuple[str, ...]
    """The ids of the recaps after it: of the parts in whose place they are."""
    not_believed: int | None
    """The last count of the provider then, if it was too far from the estimate to be used; else none."""


@dataclass(frozen=True, slots=True)
class SnapshotPage(Page["SnapshotOfWindow"]):
    """A page of snapshots."""

    _lists: ClassVar[tuple[str, ...]] = ("snapshots",)
    snapshots: tuple[SnapshotOfWindow, ...]
    """Newest first."""
    has_more: bool
    """Whether older snapshots are stored."""


@dataclass(frozen=True, slots=True)
class ItemChange(Record):
    """What became of a part from one snapshot to another."""

    id: str
    kind: ItemKind
    tool: str
    """The tool of its call; empty if it has none."""
    message: int
    tokens: int
    """Its tokens unpruned."""
    older: ItemFate | None
    """Its fate in the older snapshot; `newer` is that in the newer one. None: it was not there."""
    newer: ItemFate | None


@dataclass(frozen=True, slots=True)
class SnapshotComparison(Record):
    """What differs between two snapshots."""

    older: int
    newer: int
    tokens_older: int
    """The tokens of the edited conversation at the older snapshot; `tokens_newer` are those at the newer one."""
    tokens_newer: int
    changes: tuple[ItemChange, ...]
    """Parts that are only in one of them, or pruned in one and not in the other, in the order of the conversation."""


@dataclass(frozen=True, slots=True)
class RecoveredWindow(Record):
    """The edits of the messages at a snapshot."""

    edits: tuple[Edit, ...]
    """The edits for the messages as they were pushed, without those for parts that were pruned since."""
    n_messages: int
    """How many messages there were."""
    n_missing: int
    """The number of parts of that time that are no longer in the conversation, because the caller changed it."""


@dataclass(frozen=True, slots=True)
class Explanation(Record):
    """What a snapshot says of one part."""

    snapshot: int
    """The number of the snapshot; `time` and `reason` say when and why it was made."""
    time: int
    reason: SnapshotReason
    item: SnapshotItem


@dataclass(frozen=True, slots=True)
class Learning(Record):
    """What was learnt from a pruned part."""

    id: str
    """The id of its record."""
    time: int
    """When the part was said."""
    item: ItemKind
    tool: str
    """The tool of its call; else empty."""
    paths: tuple[str, ...]
    """The paths that its call named, and the files whose code it quotes: sorted, at most 100."""
    failed: bool
    """Whether the tool failed."""
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
    """Whether there are older ones."""


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
    """Whether there are more windows after these."""
