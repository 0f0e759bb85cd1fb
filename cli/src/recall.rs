//! The command that searches records by their words, and shows matching documents of the repository beside them.

use std::path::PathBuf;

use clap::Args;
use scrubjay::records::situation::Situated as _;
use scrubjay::wit::Word as _;
use scrubjay::wit::limits::recall_question as limits;
use scrubjay::wit::recall::{RecallQuestion, Weighting};
use scrubjay::wit::records::Trust;
use scrubjay::wit::tools::{RecallRequest, ToolRequest};

use crate::arguments::limits::{parse_within, range_help};
use crate::arguments::names;
use crate::arguments::narrowed::RecordFilter;
use crate::memory::place::MemoryLocation;
use crate::output::Output;
use crate::{Ending, Fault, request};

#[derive(Debug, Args)]
pub(crate) struct Recall {
    /// The words to search for; they need no quotes, but a phrase in double quotes is searched for exactly
    #[arg(required = true, value_name = "WORDS")]
    query: Vec<String>,
    #[command(flatten)]
    narrowed: RecordFilter,
    /// Only of this channel and `_global`
    #[arg(long, value_name = "NAME", default_value = "")]
    channel: String,
    /// Only records with at least this trust
    #[arg(long, value_name = "TRUST", default_value = "untrusted", value_parser = names::word_parser::<Trust>())]
    trust: String,
    /// Also outdated records: replaced decisions, and values that were recorded again
    #[arg(long)]
    outdated: bool,
    /// Also records that fit only weakly
    #[arg(long)]
    weak: bool,
    /// The weights of the factors
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = names::word_parser::<Weighting>())]
    weighting: String,
    #[arg(long, value_name = "N", help = range_help("How many at most", limits::LIMIT))]
    #[arg(default_value_t = limits::LIMIT.default, value_parser = parse_within(limits::LIMIT))]
    limit: u32,
    #[arg(long, value_name = "N", help = range_help("How many of one session; 0: any number", limits::PER_SESSION))]
    #[arg(default_value_t = limits::PER_SESSION.default, value_parser = parse_within(limits::PER_SESSION))]
    per_session: u32,
    /// Show the factors of each score
    #[arg(long)]
    why: bool,
    #[arg(long, value_name = "N", help = range_help("Show so many turns before and after each hit that is a turn", limits::AROUND))]
    #[arg(default_value_t = limits::AROUND.default, default_missing_value = "2", num_args = 0..=1, require_equals = true, value_parser = parse_within(limits::AROUND))]
    around: u32,
    #[arg(long, value_name = "TOKENS", help = range_help("Tokens that the excerpts may take together; 0: any number", limits::BUDGET))]
    #[arg(default_value_t = limits::BUDGET.default, value_parser = parse_within(limits::BUDGET))]
    budget: u32,
    #[command(flatten)]
    place: MemoryLocation,
}

pub(crate) fn recall(given: Recall, root: Option<PathBuf>, as_is: bool, output: &Output) -> Result<Ending, Fault> {
    let mut found = given.place.open(root, output)?;
    // Only documents are worth an update of the index.
    let as_is = as_is || !given.shows_documents();
    request::show_from_records(&ToolRequest::Recall(given.request()), &mut found, as_is, output)
}

impl Recall {
    /// Whether documents of the repository are shown beside the records: if the memory has a project, and no option
    /// leaves out records.
    fn shows_documents(&self) -> bool {
        let is_whole = self.narrowed.is_empty() && self.channel.is_empty() && self.trust == Trust::Untrusted.word();
        is_whole && self.place.memory.is_none()
    }

    fn request(self) -> RecallRequest {
        let records_only = !self.shows_documents();
        let situation = self.narrowed.situation();
        let question = RecallQuestion {
            kinds: self.narrowed.kinds(),
            channel: self.channel,
            conversation: self.narrowed.conversation,
            metadata: self.narrowed.metadata,
            trust: Trust::named(&self.trust).unwrap_or(Trust::Untrusted),
            since: self.narrowed.since,
            until: self.narrowed.until,
            outdated: self.outdated,
            weak: self.weak,
            weighting: Weighting::named(&self.weighting).unwrap_or(Weighting::Auto),
            limit: self.limit,
            per_session: self.per_session,
            around: self.around,
            budget: self.budget,
            ..RecallQuestion::new(self.query.join(" "))
        };
        RecallRequest { question: question.situated(situation), since: String::new(), explain: self.why, records_only }
    }
}
