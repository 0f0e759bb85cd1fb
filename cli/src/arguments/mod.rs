//! The arguments, and the help that explains them.

pub(crate) mod limits;
pub(crate) mod names;
pub(crate) mod narrowed;
mod order;
mod questions;
pub(crate) mod words;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::error::{ContextKind, ContextValue};
use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use clap_complete::Shell;

pub(crate) use questions::{
    Callees, Callers, Export, FileArgs, Find, Hierarchy, History, Impact, Map, NearArgs, Path, PlacesArgs, Prepare,
    Refs, Show, Tests,
};
use scrubjay::files::exclude::Exclude;

use crate::backtest::BacktestArgs;
use crate::capture::Capture;
use crate::delivered::DeliveredArgs;
use crate::hook::Hook;
use crate::init::Init;
use crate::log::Log;
use crate::memory::MemoryCommand;
use crate::notes::{Forget, NoteCommand, Notes, Remember};
use crate::output::Colour;
use crate::recall::Recall;
use crate::record::Record;
use crate::session::SessionCommand;
use crate::window::WindowCommand;
use crate::work::WorkCommand;
use limits::parse_between;

const HELP_ENDING: &str = "\
Exit codes: 0 found or done, 1 error, 2 wrong usage, 3 nothing found.
Answers are about the whole indexed folder, from every folder below it, and paths in them are relative to it. With --json, the
answer (or `error`) is one JSON object on the standard output, with the names of the component's interface in snake_case.

Examples:
  scrubjay index                           index this folder, or bring the index up to date
  scrubjay find Session                    find symbols by name or words
  scrubjay callers Session.get             who calls it
  scrubjay prepare fix the login timeout   the code that a task needs
  scrubjay remember tests want Node 20     keep a note about this project";

/// A memory for coding agents: index a folder, ask it, prepare what a task needs, keep notes, and fit conversations into a budget.
#[derive(Debug, Parser)]
#[command(name = "scrubjay", version, after_help = HELP_ENDING)]
pub(crate) struct Arguments {
    /// The indexed folder; if not given, the nearest one from the working folder upwards
    #[arg(long, global = true, value_name = "FOLDER")]
    pub(crate) root: Option<PathBuf>,
    /// Answer from the index as it is, without updating it first
    #[arg(long, global = true)]
    pub(crate) as_is: bool,
    /// Answer with one JSON object
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Print only answers and errors
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    /// When to use colours: auto means on a terminal, unless NO_COLOR or CLICOLOR_FORCE decides
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t = Colour::Auto)]
    pub(crate) color: Colour,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The program's commands and options, as help shows them.
pub(crate) fn command() -> clap::Command {
    order::sort_options(Arguments::command())
}

/// Parses command-line arguments; the first one is the program's name.
///
/// # Errors
/// Wrong usage, or a request for help.
pub(crate) fn read(typed: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> Result<Arguments, clap::Error> {
    let mut command = command();
    let matches = command.try_get_matches_from_mut(typed).map_err(with_suggestions)?;
    Arguments::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// Command names of other programs, each with the commands of this program that do the same. Suggestions by spelling
/// would miss these commands.
const OTHER_NAMES: [(&str, &[&str]); 14] = [
    ("search", &["find", "recall"]),
    ("grep", &["find"]),
    ("query", &["find", "prepare"]),
    ("ask", &["find", "prepare"]),
    ("remind", &["recall", "notes"]),
    ("journal", &["log"]),
    ("activity", &["log", "work"]),
    ("context", &["prepare"]),
    ("references", &["refs"]),
    ("usages", &["refs", "callers"]),
    ("definition", &["show", "find"]),
    ("outline", &["show"]),
    ("graph", &["map", "export"]),
    ("serve", &["mcp"]),
];

/// Adds suggestions to the error for an unknown command, if other programs have a command of that name.
fn with_suggestions(mut error: clap::Error) -> clap::Error {
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidSubcommand) else { return error };
    let suggestions = OTHER_NAMES.iter().find(|(other, _)| other == typed).map(|(_, suggestions)| *suggestions);
    if let Some(suggestions) = suggestions {
        let suggestions = ContextValue::Strings(suggestions.iter().map(|&name| name.to_owned()).collect());
        error.insert(ContextKind::SuggestedSubcommand, suggestions);
    }
    error
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Index a folder, or bring its index up to date
    #[command(after_help = "\
Files that git ignores are left out, and those of .scrubjayignore files, which have the same form. So are folders that a package manager or a build fills, as node_modules, a Python environment or Cargo's target: by their names or by what they hold, ignored or not. --exclude leaves out more, whatever those files say: a pattern of the same form, relative to the folder, which holds for every later run until --exclude or --no-exclude is given again. The index is kept in .scrubjay/ in the folder, or in the cache folder of the user where nothing may be written there. It may be deleted at any time. Where another process indexes the folder it is waited for, and Ctrl-C leaves one that the next run completes; a second one ends the program at once, which loses the work of the last two seconds or so. A repository of several projects is indexed at its top: each finds its own modules first, and the others by their names.

Examples:
  scrubjay index
  scrubjay index ~/src/flask
  scrubjay index --exclude /third_party/ --exclude '*.gen.py'
  scrubjay index --rebuild                 make the index again from nothing")]
    Index(Index),
    /// Keep the index up to date while files change, until Ctrl-C
    #[command(after_help = "\
The folder is looked at again and again, so no checkout and no network folder is missed. A look compares the sizes and times of
files, and reads ignore files alone; looks take a twentieth of one processor, or come every 10 seconds. Changes are taken in when the folder is quiet, or after 5 seconds.
Each run is a line on the standard output; with --json, one object a line. Questions are answered meanwhile; between two
runs `scrubjay index` can run too. Ctrl-C ends it when the run is done, a second one at once.

Examples:
  scrubjay watch
  scrubjay watch ~/src/flask --json")]
    Watch {
        /// Folder to index [default: nearest indexed folder from the current one upwards, else the current one]
        path: Option<PathBuf>,
    },
    #[command(flatten)]
    Ask(Question),
    /// Remember something about this project
    #[command(after_help = "\
Notes are kept in the user's data folder, not in the project's: cleaning or removing a checkout leaves them alone. Worktrees of a
repository share them. It prints the note's id.

Examples:
  scrubjay remember the tests want Node 20
  scrubjay remember \"retries live in src/net.py\" --at src/net.py --channel net
  git log -1 --format=%B | scrubjay remember - --origin tool --event \"$(git rev-parse HEAD)\"")]
    Remember(Remember),
    /// Show what is remembered, newest first
    #[command(after_help = "\
Examples:
  scrubjay notes
  scrubjay notes --channel net --since 7d
  scrubjay notes --json | jq -r '.notes[].text'")]
    Notes(Notes),
    /// Forget notes for good
    #[command(after_help = "\
That a note was forgotten stays, without its words, so that its event is not remembered again.

Its bytes may stay in the memory's file; --erase writes that anew without them.

Examples:
  scrubjay forget 019ab3c4-5d6e-7f80-9123-456789abcdef
  scrubjay forget 019ab3c4-5d6e-7f80-9123-456789abcdef --erase --dry-run")]
    Forget(Forget),
    /// Show or change one note
    Note {
        #[command(subcommand)]
        what: NoteCommand,
    },
    /// Record what happened: turns, tool calls, touches of files, steps of tasks, decisions, strategies, values
    #[command(after_help = concat!("\
Each line is a JSON object with a `kind` and what belongs to it: turn (conversation, role, text, speaker, title, model, tokens), tool_call (tool, parameters, output,
success, refused, error, duration), file_touch (path, operation, first_line, last_line, why, change), task_step (task, status, description,
intent, outcome), decision (title, choice, context, rationale, revisit_if, status, superseded_by), lesson (topic, subject,
text), thought (conversation, text), delivery (moment, why, about, tokens, session, parents), strategy, strategy_use, working_value,
profile_value, note (text). Beside them may stand event_id, time, channel,
origin, ", scrubjay::situation_names!(), ", parents, anchors and metadata. A time is a text as 2026-11-25T14:00:00Z or milliseconds since 1970. A call whose
success nobody says counts as neither success nor failure. An event that is told again is not recorded again. Known forms of secrets are
masked in texts and in names, unless your settings refuse or keep them. A line that is no event is left out and told, and the exit code is 1 then.

Examples:
  scrubjay record events.jsonl
  echo '{\"kind\":\"tool_call\",\"tool\":\"bash\",\"success\":false,\"error\":\"exit 1\"}' | scrubjay record
  echo '{\"kind\":\"task_step\",\"task\":\"login\",\"status\":\"active\",\"description\":\"fix the timeout\"}' | scrubjay record"))]
    Record(Record),
    /// Record sessions from the transcripts of agents: what was said, which tools ran, which files were touched
    #[command(after_help = "\
Claude Code, Codex, Gemini CLI and pi keep a transcript of each session. Without a path those of this project are taken in, of all of its
worktrees, by the folder that each session began in; again, only what is new. Each event is recorded once, whatever is told twice. Nothing leaves this
machine. Words are kept, and of each call its parameters, the beginning and end of what it gave, its error, and the files it touched; known
forms of secrets are masked as your settings say, and what stands in <private> … </private> stays out. A line that cannot be read
is told and left out. `scrubjay forget --session ID` takes a session back.

Examples:
  scrubjay capture                         what there is of this project
  scrubjay capture --all                   what there is of every project, each into its own memory
  scrubjay capture --dry-run               count, and change nothing
  scrubjay capture ~/old/rollout-2026-11-20.jsonl  one file; its first lines tell who wrote it")]
    Capture(Capture),
    /// Search by words what was said, done, decided and noted, best first; then the repository's documents
    #[command(after_help = "\
Looked through are turns, notes, decisions, lessons, tasks with their outcomes, calls and the first lines of their errors; not what
calls gave. Paths, ids, error codes and \"phrases in quotes\" are looked for as they stand and come first; where one time is named, as
yesterday, last week or 2026-11-03, only its records are looked through, and where nothing else is asked than what happened, failed, was
asked, done or decided then, they are told as `scrubjay log` tells them. Below them stand sections of the README and other Markdown of
the repository, as they are now, unless only some of the records are asked for.
Where nothing fits, nothing is shown, and the exit code is 3.

Examples:
  scrubjay recall why do we pin the parser
  scrubjay recall upload timeout --since 30d --kind decision --kind note
  scrubjay recall what failed yesterday
  scrubjay recall E0425 --why
  scrubjay recall flaky login test --around --json | jq -r '.hits[].excerpt'")]
    Recall(Recall),
    /// Show which records agents were told of, when and why, newest first
    #[command(after_help = "\
Each record is told to a session once, and forgotten with what it quotes.

Examples:
  scrubjay delivered
  scrubjay delivered --session 5f0c --since today
  scrubjay delivered --json | jq -r '.deliveries[].why'")]
    Delivered(DeliveredArgs),
    /// Replay recorded sessions: what hooks would have told at each moment, and whether the session used it
    #[command(after_help = "\
The memory is made anew from its history, as of each moment: nothing is told that was not known then. A piece counts as used if its session
then opens or edits a file that it names, or runs a command that it names, for the first time. Nothing is stored.

Examples:
  scrubjay backtest
  scrubjay backtest --sessions 10 --setting moments=failure,before_edit
  scrubjay backtest --setting start_budget=300 --json | jq .moments")]
    Backtest(BacktestArgs),
    /// Show what was asked, done, failed and decided, a line for each, newest first
    #[command(after_help = "\
Days are those of this machine's zone, as TZ or the system says, and so are the times that are shown. What was only looked at is left
out, and so is what others did. The id at the end of a line may be given to `scrubjay memory why` and `scrubjay forget`.

Examples:
  scrubjay log                             whatever was last
  scrubjay log yesterday
  scrubjay log last week --json
  scrubjay log 2026-11-03")]
    Log(Log),
    /// Ask about past work: on a file, lately, with which tools, for which tasks
    Work {
        #[command(subcommand)]
        what: WorkCommand,
    },
    /// List, copy, export, import, restore, attach, erase in or delete whole memories
    Memory {
        #[command(subcommand)]
        what: MemoryCommand,
    },
    /// Fit an agent's conversation into a budget of tokens, and show what was pruned and why
    Window {
        #[command(subcommand)]
        what: WindowCommand,
    },
    /// Keep the context of an agent's session: its history, summary, tasks and state
    Session {
        #[command(subcommand)]
        what: SessionCommand,
    },
    /// Record an agent's session, and tell it what fits: for harnesses, which call it at each step
    #[command(after_help = "\
`scrubjay init` writes it to a harness's settings. It reads the harness's JSON on the standard input, takes in what is new in the session's
transcript, and where something recorded fits the step, prints it as the harness's additional context: mostly nothing, and each thing once a
session. It always ends with 0, whatever goes wrong, and within two seconds; `scrubjay doctor` tells what did.

SCRUBJAY_HOOKS=off in the environment of a session keeps it out of that. In config.json `exclude_folders` names folders that it stays out
of, and `delivery: false` lets it record and say nothing.

Example:
  echo '{\"session_id\":\"s1\",\"cwd\":\"'$PWD'\",\"source\":\"startup\"}' | scrubjay hook SessionStart")]
    Hook(Hook),
    /// Check the index, the records and the hooks, and say how to fix what is wrong
    #[command(after_help = "\
It changes nothing. The exit code is 0 where all is well and 1 otherwise.

Example:
  scrubjay doctor")]
    Doctor,
    /// Set up agents and editors: hooks that record and deliver, the server, and a paragraph of instructions
    #[command(after_help = "\
Without a flag it is for all that are used here: of whom there is a folder or file in the project or in your home folder. It shows what
it would write, and asks. Hooks are for Claude Code and Codex, the server for each; a paragraph goes into AGENTS.md and CLAUDE.md where
they are there. Everything else in a file stays byte by byte. An entry that somebody wrote or changed is left, and a file that cannot
be read is named, and the others are done.

Examples:
  scrubjay init                            for all that are used here
  scrubjay init --dry-run                  show what would be written
  scrubjay init --claude --codex --yes
  scrubjay init --user                     for every project of yours
  scrubjay init --remove                   take back what it wrote")]
    Init(Init),
    /// Answer an agent over the Model Context Protocol, until its standard input ends
    #[command(after_help = "\
`scrubjay init` writes it to the settings of an agent that starts it in the project's folder:

  {\"mcpServers\": {\"scrubjay\": {\"command\": \"scrubjay\", \"args\": [\"mcp\"]}}}

One that starts it elsewhere has the project named: \"args\": [\"mcp\", \"--root\", \"/path/of/project\"]. Where the agent tells the
folders that it works in (roots), only those are answered about. Each question about code first takes in what changed in the
folder, and the first one indexes it. The standard output carries the protocol alone.

Examples:
  scrubjay mcp --tools                     what an agent is offered
  scrubjay mcp --tools --json              the same as agents read it
  scrubjay mcp --toolset default,references  with a tool more than by default
  scrubjay mcp --toolset all --prefix jay_
  scrubjay mcp --exclude /third_party/     without a part of the project")]
    Mcp(Mcp),
    /// Print a script that completes commands in a shell
    #[command(after_help = "\
Examples:
  scrubjay completions bash > ~/.local/share/bash-completion/completions/scrubjay
  scrubjay completions zsh > ~/.zfunc/_scrubjay
  scrubjay completions fish > ~/.config/fish/completions/scrubjay.fish")]
    Completions {
        /// The shell
        shell: Shell,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Mcp {
    /// Show the tools, and exit
    #[arg(long)]
    pub(crate) tools: bool,
    /// The tools that are offered: default, all, or names of tools, with commas between; a model pays for each in every request
    #[arg(long, value_name = "WORDS", value_delimiter = ',', default_value = "default")]
    #[arg(value_parser = crate::mcp::parse_toolset_word)]
    pub(crate) toolset: Vec<String>,
    /// A prefix for the name of each tool: letters, digits, `_` and `-`, 32 at most
    #[arg(long, value_name = "TEXT", default_value = "", value_parser = crate::mcp::parse_prefix)]
    pub(crate) prefix: String,
    /// Add the object of --json to each answer, as `structuredContent`: many clients then send a model both, or the
    /// object alone
    #[arg(long)]
    pub(crate) structured: bool,
    #[command(flatten)]
    pub(crate) excluding: Exclusion,
}

/// The commands that ask about an indexed folder.
#[derive(Debug, Subcommand)]
pub(crate) enum Question {
    /// Find symbols by name, part of a name, or words of their signatures and comments
    #[command(after_help = "\
Examples:
  scrubjay find Session
  scrubjay find parse cookie --kind function --kind method
  scrubjay find save --in src/models/ --limit 50
  scrubjay find save --in .                only below the working folder
  git diff --name-only | head -1 | scrubjay find -")]
    Find(Find),
    /// Show the source of a symbol, or the symbols of a file
    #[command(after_help = "\
Examples:
  scrubjay show src/app.py                      the symbols of this file
  scrubjay show Session.get                     the source of this method
  scrubjay show src/app.py#Session --limit 40   the first 40 lines of this class")]
    Show(Show),
    /// Show who calls a symbol
    #[command(after_help = WALK_EXAMPLES)]
    Callers(Callers),
    /// Show how one symbol leads to another: the shortest chain of calls or, if there is none, of any edges
    #[command(after_help = "\
A class or a file stands also for what is inside it.

Examples:
  scrubjay path main Session.get
  scrubjay path src/app.py src/db.py
  scrubjay path Config.load open --by calls --min-confidence 0.9")]
    Path(Path),
    /// Show the types above and below a type; for a method, what it overrides and what overrides it
    #[command(after_help = "\
Of a name that types and others have, the types are meant, unless --kind says otherwise.

Examples:
  scrubjay hierarchy Session
  scrubjay hierarchy Session --depth 3
  scrubjay hierarchy Session.get --depth 3")]
    Hierarchy(Hierarchy),
    /// Show what a symbol calls
    #[command(after_help = WALK_EXAMPLES)]
    Callees(Callees),
    /// Show what a file imports and uses
    #[command(after_help = "Examples:\n  scrubjay deps src/app.py\n  scrubjay deps src/app.py --depth 3")]
    Deps(FileArgs),
    /// Show which files import and use a file
    #[command(after_help = "Examples:\n  scrubjay dependents src/app.py\n  scrubjay dependents src/app.py --depth 3")]
    Dependents(FileArgs),
    /// Show every place that names a symbol
    #[command(after_help = "Examples:\n  scrubjay refs Session\n  scrubjay refs src/app.py:120")]
    Refs(Refs),
    /// Show what a change to a symbol or a file can affect
    #[command(after_help = "Examples:\n  scrubjay impact Session.get\n  scrubjay impact src/sessions.py --depth 5")]
    Impact(Impact),
    /// Show the tests that reach a symbol through calls
    #[command(after_help = "\
A chain of calls ends at the first test. Where tests are files without functions of their own, the file is named.

Examples:
  scrubjay tests Session.get
  scrubjay tests src/sessions.py --depth 10
  scrubjay tests Session.get --json | jq -r '.steps[].symbol.path' | sort -u")]
    Tests(Tests),
    /// Print the most important symbols of the repository
    #[command(after_help = "Examples:\n  scrubjay map\n  scrubjay map --budget 4000 --focus src/app.py")]
    Map(Map),
    /// Write the graph as text, or in a format for other programs
    #[command(after_help = "\
The text is canonical: equal graphs give equal bytes. In json, dot, mermaid and graphml nodes have the ids that answers show.

Examples:
  scrubjay export > graph.txt
  scrubjay export --format dot --around Session.get | dot -Tsvg > session.svg
  scrubjay export --format mermaid --in src/models/
  scrubjay export --format graphml > graph.graphml")]
    Export(Export),
    /// Print the code that a task needs, and the records that fit it
    #[command(after_help = "\
Identifiers, paths and error lines in the task count. Words need no quotes, but for what a shell would read in them. Behind the code, grouped by file, stand past work like the task with what went wrong, notes and decisions that fit, open tasks and what is kept of you, as quotations, in a quarter of the budget at most.

Examples:
  scrubjay prepare fix the login timeout
  scrubjay prepare \"why does Session.get return None?\" --budget 4000 --focus src/cli.py
  scrubjay prepare - --why < issue.txt
  scrubjay prepare the build is red --error \"$(cargo check 2>&1 | tail -20)\" --recent src/cli.py")]
    Prepare(Prepare),
    /// Show the files that change together with a file, from the log of git
    #[command(after_help = "\
The newest 10,000 commits are read; merges and commits of more than 50 files are left out, and renames are not followed. Files
that changed together at least twice are shown; the last figure is the times together, of the times of the rarer one.

Examples:
  scrubjay history src/app.py
  scrubjay history src/app.py --limit 5 --json")]
    History(History),
    /// Show the state of the memory
    Status,
}

const WALK_EXAMPLES: &str = "\
A symbol is named as you would say it: get, Session.get, sessions.Session, src/app.py:120 (what stands at that line), or the id
that answers show (src/app.py#Session.get). A name that means several is refused with the list of them: choose by an id, --kind or
--file, or have all answered by --all.

Examples:
  scrubjay callers Session.get
  scrubjay callees src/app.py:120 --depth 2
  scrubjay callers save --min-confidence 0.9  leave out doubtful calls
  scrubjay callers save --all --file src/     of every save below src/";

#[derive(Debug, Args)]
pub(crate) struct Index {
    /// Folder to index [default: nearest indexed folder from the current one upwards, else the current one]
    #[arg(value_name = "PATH", num_args = 0..)]
    pub(crate) paths: Vec<PathBuf>,
    /// Make the index again from nothing
    #[arg(long)]
    pub(crate) rebuild: bool,
    /// The seconds to wait for another process that writes the index, 0 to 86,400
    #[arg(long, value_name = "SECONDS", default_value_t = 600, value_parser = parse_between(0_u64, 86_400))]
    pub(crate) wait: u64,
    /// Verify every page and row of the index, mend what is damaged, and try again what failed
    #[arg(long)]
    pub(crate) check: bool,
    #[command(flatten)]
    pub(crate) excluding: Exclusion,
}

/// Patterns of files to leave out, beside the folder's own ignore rules.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Exclusion {
    /// Leave out files and folders by a pattern as in .gitignore, now and in later runs; replaces earlier patterns; may
    /// be given several times
    #[arg(long, value_name = "PATTERN", conflicts_with = "no_exclude")]
    exclude: Vec<String>,
    /// Remove all such patterns
    #[arg(long)]
    no_exclude: bool,
}

impl Exclusion {
    /// Checks the patterns as a memory does: an invalid one is an error.
    pub(crate) fn check(&self) -> Result<(), scrubjay::Error> {
        Exclude::of(&self.exclude).map(drop)
    }

    /// Passes the patterns to a memory. Without `--exclude` and `--no-exclude`, the memory keeps its earlier patterns.
    pub(crate) fn apply_to(&self, memory: &mut scrubjay::Memory) -> Result<(), scrubjay::Error> {
        if self.no_exclude || !self.exclude.is_empty() { memory.exclude(&self.exclude) } else { Ok(()) }
    }
}
