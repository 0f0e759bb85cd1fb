//! The arguments of the questions about code.

use clap::Args;
use scrubjay::wit::graph::{EdgeKind, ExportFormat, SymbolKind};
use scrubjay::wit::limits::{
    export_question as export, file_question as file, find_question as find, impact, map_question as map,
    path_question as path, prepare_question as prepare, source_question as source, tests_question as tests,
    walk_question as walk,
};

use super::limits::{parse_between, parse_within, range_help};
use super::names;

/// Options that restrict the meanings of an ambiguous name.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct MeaningFilter {
    /// For an ambiguous name, only meanings of this kind; may be given several times
    #[arg(long, value_name = "KIND", value_parser = names::word_parser::<SymbolKind>())]
    pub(crate) kind: Vec<String>,
    /// For an ambiguous name, only meanings in files whose path begins with this prefix
    #[arg(long, value_name = "PREFIX", default_value = "", hide_default_value = true)]
    pub(crate) file: String,
}

impl MeaningFilter {
    /// Whether an option restricts the meanings.
    pub(crate) fn restricts(&self) -> bool {
        !(self.kind.is_empty() && self.file.is_empty())
    }
}

/// Options that choose one or all meanings of an ambiguous name.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct MeaningChoice {
    #[command(flatten)]
    pub(crate) meaning: MeaningFilter,
    /// Answer for each meaning of the name, at most the 100 likeliest
    #[arg(long)]
    pub(crate) all: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Find {
    /// A name, a part of one, or words, 1 to 1,000 bytes; `-` reads the standard input
    #[arg(required = true, value_name = "TEXT")]
    pub(crate) text: Vec<String>,
    /// Only this kind; may be given several times
    #[arg(long, value_name = "KIND", value_parser = names::word_parser::<SymbolKind>())]
    pub(crate) kind: Vec<String>,
    /// Only files whose path begins with this prefix
    #[arg(long = "in", value_name = "PREFIX", default_value = "")]
    pub(crate) prefix: String,
    #[arg(long, value_name = "N", help = range_help("How many at most", find::LIMIT))]
    #[arg(default_value_t = find::LIMIT.default, value_parser = parse_within(find::LIMIT))]
    pub(crate) limit: u32,
    #[arg(long, value_name = "N", help = range_help("How many to pass over, to go on where an answer ended", find::SKIP))]
    #[arg(default_value_t = find::SKIP.default, value_parser = parse_within(find::SKIP))]
    pub(crate) skip: u32,
    /// Show the factors of each score
    #[arg(long)]
    pub(crate) explain: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Show {
    /// The file or the symbol
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) meanings: MeaningChoice,
    #[arg(long, value_name = "LINES", help = range_help("How many lines of a symbol, or symbols of a file, at most", source::MAX_LINES))]
    #[arg(default_value_t = source::MAX_LINES.default, value_parser = parse_within(source::MAX_LINES))]
    pub(crate) limit: u32,
}

/// Arguments shared by the questions about a symbol's connections.
#[derive(Debug, Args)]
pub(crate) struct NearArgs {
    /// The symbol
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) meanings: MeaningChoice,
    #[arg(long, value_name = "CONFIDENCE", help = range_help("Leave out what is less sure than this", walk::MIN_CONFIDENCE))]
    #[arg(default_value_t = walk::MIN_CONFIDENCE.default, value_parser = parse_within(walk::MIN_CONFIDENCE))]
    pub(crate) min_confidence: f64,
    #[arg(long, value_name = "N", help = range_help("How many at most", walk::LIMIT))]
    #[arg(default_value_t = walk::LIMIT.default, value_parser = parse_within(walk::LIMIT))]
    pub(crate) limit: u32,
    #[arg(long, value_name = "N", help = range_help("How many to pass over, to go on where an answer ended", walk::SKIP))]
    #[arg(default_value_t = walk::SKIP.default, value_parser = parse_within(walk::SKIP))]
    pub(crate) skip: u32,
}

/// The option of questions that may miss uses of a member, because the type of a receiver is unknown.
#[derive(Debug, Default, Args)]
pub(crate) struct MembersArgs {
    /// Also list places that name such a member on a receiver of unknown type
    #[arg(long)]
    pub(crate) unresolved: bool,
}

/// Options of lists that may have many places in one file.
#[derive(Debug, Default, Args)]
pub(crate) struct PlacesArgs {
    #[command(flatten)]
    pub(crate) members: MembersArgs,
    /// Show each place on its own line, even if many in one file follow each other
    #[arg(long)]
    pub(crate) flat: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Callers {
    #[command(flatten)]
    pub(crate) near: NearArgs,
    #[arg(long, value_name = "N", help = range_help("How many steps to follow", walk::DEPTH))]
    #[arg(default_value_t = walk::DEPTH.default, value_parser = parse_within(walk::DEPTH))]
    pub(crate) depth: u32,
    #[command(flatten)]
    pub(crate) places: PlacesArgs,
}

#[derive(Debug, Args)]
pub(crate) struct Impact {
    #[command(flatten)]
    pub(crate) near: NearArgs,
    #[arg(long, value_name = "N", help = range_help("How many steps to follow", impact::DEPTH))]
    #[arg(default_value_t = impact::DEPTH.default, value_parser = parse_within(impact::DEPTH))]
    pub(crate) depth: u32,
    #[command(flatten)]
    pub(crate) places: PlacesArgs,
}

#[derive(Debug, Args)]
pub(crate) struct Callees {
    #[command(flatten)]
    pub(crate) near: NearArgs,
    #[arg(long, value_name = "N", help = range_help("How many steps to follow", walk::DEPTH))]
    #[arg(default_value_t = walk::DEPTH.default, value_parser = parse_within(walk::DEPTH))]
    pub(crate) depth: u32,
}

#[derive(Debug, Args)]
pub(crate) struct Hierarchy {
    #[command(flatten)]
    pub(crate) near: NearArgs,
    #[arg(long, value_name = "N", help = range_help("How many steps to follow", walk::DEPTH))]
    #[arg(default_value_t = walk::DEPTH.default, value_parser = parse_within(walk::DEPTH))]
    pub(crate) depth: u32,
    #[command(flatten)]
    pub(crate) members: MembersArgs,
}

#[derive(Debug, Args)]
pub(crate) struct Tests {
    /// The symbol
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) meanings: MeaningChoice,
    /// Show each test on its own line, even if many in one file follow each other
    #[arg(long)]
    pub(crate) flat: bool,
    #[arg(long, value_name = "N", help = range_help("How many calls a test may be away", tests::DEPTH))]
    #[arg(default_value_t = tests::DEPTH.default, value_parser = parse_within(tests::DEPTH))]
    pub(crate) depth: u32,
    #[arg(long, value_name = "N", help = range_help("How many at most", tests::LIMIT))]
    #[arg(default_value_t = tests::LIMIT.default, value_parser = parse_within(tests::LIMIT))]
    pub(crate) limit: u32,
    #[arg(long, value_name = "N", help = range_help("How many to pass over, to go on where an answer ended", tests::SKIP))]
    #[arg(default_value_t = tests::SKIP.default, value_parser = parse_within(tests::SKIP))]
    pub(crate) skip: u32,
    #[arg(long, value_name = "CONFIDENCE", help = range_help("Leave out what is less sure than this", tests::MIN_CONFIDENCE))]
    #[arg(default_value_t = tests::MIN_CONFIDENCE.default, value_parser = parse_within(tests::MIN_CONFIDENCE))]
    pub(crate) min_confidence: f64,
}

#[derive(Debug, Args)]
pub(crate) struct Path {
    /// Where the chain begins
    pub(crate) source: String,
    /// Where it ends
    pub(crate) target: String,
    #[command(flatten)]
    pub(crate) meaning: MeaningFilter,
    /// Answer for each meaning of both names, at most 20 pairs
    #[arg(long)]
    pub(crate) all: bool,
    #[arg(long, value_name = "N", help = range_help("How many edges at most", path::DEPTH))]
    #[arg(default_value_t = path::DEPTH.default, value_parser = parse_within(path::DEPTH))]
    pub(crate) depth: u32,
    /// Only edges of this kind; may be given several times. Not given: calls or, without a chain of calls, all kinds
    #[arg(long, value_name = "KIND", value_parser = names::word_parser::<EdgeKind>())]
    pub(crate) by: Vec<String>,
    #[arg(long, value_name = "CONFIDENCE", help = range_help("Leave out what is less sure than this", path::MIN_CONFIDENCE))]
    #[arg(default_value_t = path::MIN_CONFIDENCE.default, value_parser = parse_within(path::MIN_CONFIDENCE))]
    pub(crate) min_confidence: f64,
}

#[derive(Debug, Args)]
pub(crate) struct Refs {
    #[command(flatten)]
    pub(crate) near: NearArgs,
    #[command(flatten)]
    pub(crate) places: PlacesArgs,
}

/// Arguments of `deps` and `dependents`.
#[derive(Debug, Args)]
pub(crate) struct FileArgs {
    /// The file
    pub(crate) file: String,
    #[arg(long, value_name = "N", help = range_help("How many steps to follow", file::DEPTH))]
    #[arg(default_value_t = file::DEPTH.default, value_parser = parse_within(file::DEPTH))]
    pub(crate) depth: u32,
    #[arg(long, value_name = "N", help = range_help("How many at most", file::LIMIT))]
    #[arg(default_value_t = file::LIMIT.default, value_parser = parse_within(file::LIMIT))]
    pub(crate) limit: u32,
    #[arg(long, value_name = "N", help = range_help("How many to pass over, to go on where an answer ended", file::SKIP))]
    #[arg(default_value_t = file::SKIP.default, value_parser = parse_within(file::SKIP))]
    pub(crate) skip: u32,
}

#[derive(Debug, Args)]
pub(crate) struct Map {
    #[arg(long, value_name = "TOKENS", help = range_help("How many tokens it may take", map::BUDGET))]
    #[arg(default_value_t = map::BUDGET.default, value_parser = parse_within(map::BUDGET))]
    pub(crate) budget: u32,
    /// A path or name to prefer; may be given several times, 100 at most
    #[arg(long, value_name = "PATH|NAME")]
    pub(crate) focus: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct History {
    /// The file
    pub(crate) file: String,
    /// How many files at most, 1 to 1,000
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = parse_between(1_u32, 1_000))]
    pub(crate) limit: u32,
}

#[derive(Debug, Args)]
pub(crate) struct Export {
    /// The format [default: text, or json with --json]
    #[arg(long, value_name = "FORM", value_parser = names::word_parser::<ExportFormat>())]
    pub(crate) format: Option<String>,
    /// Only files whose path begins with this prefix, and edges between them
    #[arg(long = "in", visible_alias = "path-prefix", value_name = "PREFIX", default_value = "")]
    pub(crate) prefix: String,
    /// Only a symbol or file, and the symbols that edges connect with it
    #[arg(long, value_name = "NAME", conflicts_with = "prefix")]
    pub(crate) around: Option<String>,
    #[command(flatten)]
    pub(crate) meaning: MeaningFilter,
    #[arg(long, value_name = "N", help = range_help("How many edges away from it", export::DEPTH), requires = "around")]
    #[arg(default_value_t = export::DEPTH.default, value_parser = parse_within(export::DEPTH))]
    pub(crate) depth: u32,
}

#[derive(Debug, Args)]
pub(crate) struct Prepare {
    /// The task, in words, 1 to 65,536 bytes; `-` reads the standard input
    #[arg(required = true, value_name = "TASK")]
    pub(crate) task: Vec<String>,
    #[arg(long, value_name = "TOKENS", help = range_help("How many tokens all of it may take", prepare::BUDGET))]
    #[arg(default_value_t = prepare::BUDGET.default, value_parser = parse_within(prepare::BUDGET))]
    pub(crate) budget: u32,
    /// A file that is being worked on; may be given several times, 100 at most
    #[arg(long, value_name = "PATH")]
    pub(crate) focus: Vec<String>,
    /// A file that was changed or read lately, the latest first; it counts less than --focus; may be given several
    /// times, 100 at most
    #[arg(long, value_name = "PATH")]
    pub(crate) recent: Vec<String>,
    /// The text of an error to fix, which counts like the task; may be given several times, 20 at most
    #[arg(long, value_name = "TEXT")]
    pub(crate) error: Vec<String>,
    /// Leave out records: past work, notes, open tasks
    #[arg(long)]
    pub(crate) code_only: bool,
    /// Show why each piece was chosen, instead of the code
    #[arg(long)]
    pub(crate) why: bool,
}
