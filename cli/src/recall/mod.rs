//! The command that searches records by their words, and shows matching documents of the repository beside them.

pub(crate) mod documents;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use scrubjay::records::Records;
use scrubjay::records::situation::{self, Situated as _};
use scrubjay::wit::Word as _;
use scrubjay::wit::episodes::RecordedEvent;
use scrubjay::wit::graph::{DocumentPage, DocumentsQuestion};
use scrubjay::wit::limits::recall_question as limits;
use scrubjay::wit::recall::{RecallHit, RecallQuestion, Recalled, Weighting};
use scrubjay::wit::records::{EventBody, Trust};
use scrubjay::wit::types::Strength;
use serde_json::Value;

use crate::arguments::limits::{parse_within, range_help};
use crate::arguments::names;
use crate::arguments::narrowed::RecordFilter;
use crate::memory::place::MemoryLocation;
use crate::notes::anchors::Anchors;
use crate::output::Output;
use crate::output::asker::Asker;
use crate::output::json::Json as _;
use crate::output::text::{by_principal, count, counted_noun, shown};
use crate::output::times::{span_in_words, time_with_offset};
use crate::{Ending, Fault};

/// The most bytes shown of a turn beside a hit.
const BESIDE_BYTES: usize = 200;

/// Arguments of `recall`.
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
    let of_folder = |question| documents::search_folder(&found.root, &question, as_is, output);
    let documents = given.documents_question().and_then(of_folder);
    let ending = recall_in(given, &mut found.records, (&found.root, documents), output)?;
    found.tell_salvage(output);
    Ok(ending)
}

impl Recall {
    /// The question for the repository's documents; `None` if the memory has no project, or if the records are
    /// filtered.
    pub(crate) fn documents_question(&self) -> Option<DocumentsQuestion> {
        let is_whole = self.narrowed.is_empty() && self.channel.is_empty() && self.trust == Trust::Untrusted.word();
        let is_asked = is_whole && self.place.memory.is_none();
        is_asked.then(|| documents::documents_question(&self.query.join(" "), self.limit, self.budget))
    }
}

/// Searches these records, and the documents of their project in a folder, and shows the hits.
pub(crate) fn recall_in(
    given: Recall,
    records: &mut Records,
    (root, documents): (&Path, Option<DocumentPage>),
    output: &Output,
) -> Result<Ending, Fault> {
    let situation = given.narrowed.situation();
    let question = RecallQuestion {
        kinds: given.narrowed.kinds(),
        channel: given.channel,
        conversation: given.narrowed.conversation,
        metadata: given.narrowed.metadata,
        trust: Trust::named(&given.trust).unwrap_or(Trust::Untrusted),
        since: given.narrowed.since,
        until: given.narrowed.until,
        outdated: given.outdated,
        weak: given.weak,
        weighting: Weighting::named(&given.weighting).unwrap_or(Weighting::Auto),
        limit: given.limit,
        per_session: given.per_session,
        around: given.around,
        budget: given.budget,
        ..RecallQuestion::new(given.query.join(" "))
    };
    let recalled = records.recall(&question.situated(situation))?;
    let anchors = Anchors::of(recalled.hits.iter().map(|hit| hit.event.event.anchors.as_slice()), root);
    let found = (recalled, documents);
    output.tell(&found, |found| all_words(found, &anchors, given.why), || json(&found, &anchors));
    let (recalled, documents) = found;
    let has_sections = documents.as_ref().is_some_and(|page| !page.sections.is_empty());
    tell_rest(&recalled, has_sections, output);
    documents.iter().for_each(|page| documents::tell_rest(page, output));
    Ok(if recalled.hits.is_empty() && !has_sections { Ending::Nothing } else { Ending::Found })
}

/// The matching records as text, then the matching documents.
fn all_words(
    (recalled, documents): &(Recalled, Option<DocumentPage>),
    anchors: &Anchors,
    is_explained: bool,
) -> String {
    let of_documents = documents.as_ref().map(|page| documents::sections_text(page, is_explained));
    words(recalled, anchors, is_explained) + &of_documents.unwrap_or_default()
}

/// The JSON object of the records; its member `documents` holds the documents if they were searched.
fn json((recalled, documents): &(Recalled, Option<DocumentPage>), anchors: &Anchors) -> Value {
    let mut object = recalled.json();
    for at in 0..recalled.hits.len() {
        anchors.add_to(at, &mut object["hits"][at]["event"]["event"]["anchors"]);
    }
    if let (Some(page), Some(members)) = (documents, object.as_object_mut()) {
        members.insert("documents".to_owned(), page.json());
    }
    object
}

/// The matching records as text, best first.
fn words(recalled: &Recalled, anchors: &Anchors, is_explained: bool) -> String {
    let places = |at, hit: &RecallHit| anchors.in_words(at, &hit.event.event.anchors);
    recalled.hits.iter().enumerate().map(|(at, hit)| hit_words(hit, &places(at, hit), is_explained)).collect()
}

fn hit_words(hit: &RecallHit, places: &[String], is_explained: bool) -> String {
    let mut words = heading(&hit.event);
    if hit.n_alike > 0 {
        let _ = write!(words, ", {} more like it", count(hit.n_alike.into()));
    }
    words.push('\n');
    hit.before.iter().for_each(|one| words.push_str(&turn_excerpt(one)));
    let _ = writeln!(words, "    {}", hit.excerpt);
    hit.after.iter().for_each(|one| words.push_str(&turn_excerpt(one)));
    for place in places {
        let _ = writeln!(words, "    at: {place}");
    }
    let _ = writeln!(words, "    id: {}", hit.event.id);
    if is_explained {
        let factors = hit.factors.iter().map(|factor| format!("{} {:.2}", factor.name, factor.value));
        let factors = factors.collect::<Vec<_>>().join(" + ");
        let _ = writeln!(words, "    why: {:.2} = {factors}; fit {:.2}", hit.score, hit.fit);
    }
    words
}

/// The heading of a record: its kind, time, origin and session.
fn heading(one: &RecordedEvent) -> String {
    let event = &one.event;
    let who = match &event.body {
        EventBody::Turn(turn) if turn.speaker.is_empty() => turn.role.word().to_owned(),
        EventBody::Turn(turn) => format!("{} ({})", shown(&turn.speaker), turn.role.word()),
        _ => event.origin.word().to_owned(),
    };
    let mut words = format!("{}  {}, {who}", time_with_offset(event.time), one.kind.word());
    words += &situation::situation_in_words(event);
    words += &by_principal(&one.principal);
    if one.trust == Trust::Untrusted {
        let _ = write!(words, ", {}", one.trust.word());
    }
    words
}

/// The beginning of a turn beside a hit.
fn turn_excerpt(one: &RecordedEvent) -> String {
    let EventBody::Turn(turn) = &one.event.body else { return String::new() };
    let end = turn.text.floor_char_boundary(BESIDE_BYTES);
    let more = if end < turn.text.len() { " …" } else { "" };
    format!("      ({}) {}{more}\n", turn.role.word(), turn.text[..end].trim())
}

/// Prints what the answer leaves out, and how the question was interpreted.
fn tell_rest(recalled: &Recalled, has_sections: bool, output: &Output) {
    if let Some(since) = recalled.since {
        output.say(format_args!("only what happened {}", span_in_words(since, recalled.until)));
    }
    if recalled.hits.is_empty() {
        tell_nothing(recalled, has_sections, output);
    } else if recalled.strength == Strength::Weak {
        output.say(format_args!(
            "these fit only in part: the best has {:.0} % of what the question says",
            100.0 * recalled.best_fit
        ));
    }
    let left_out = [
        (recalled.n_outdated, "that hold no more", "outdated"),
        (recalled.n_of_session, "of sessions that have enough hits", "per_session"),
        (recalled.n_beyond_budget, "for which the budget has no room", "budget"),
    ];
    for (n, which, argument) in left_out.into_iter().filter(|(n, ..)| *n > 0) {
        let records = counted_noun(n.into(), "record", "records");
        output.say(format_args!("left out: {records} {which} ({})", output.argument(argument)));
    }
    if recalled.is_incomplete {
        let mend = match output.asker() {
            Asker::Shell => "`scrubjay memory upkeep` completes it",
            Asker::Agent(_) => "upkeep completes it",
        };
        output.warn(format_args!("the index of words is not complete, so that something may be missing: {mend}"));
    }
}

fn tell_nothing(recalled: &Recalled, has_sections: bool, output: &Output) {
    let nearest = match recalled.n_matching {
        // What the filters left out may have it, and so may what is in no index.
        0 if recalled.unknown_words.is_empty() => String::from("no record that is asked about has it"),
        0 => String::from("no record has a word of it"),
        n => format!(
            "{} something of it, the best {:.0} %; {} shows them",
            counted_noun(n, "record has", "records have"),
            100.0 * recalled.best_fit,
            output.argument("weak")
        ),
    };
    let nothing = if has_sections { "nothing recorded fits" } else { "nothing fits" };
    output.say(format_args!("{nothing}: {nearest}"));
    if !recalled.unknown_words.is_empty() {
        let unknown: Vec<_> = recalled.unknown_words.iter().map(|word| shown(word)).collect();
        output.say(format_args!("no record has: {}", unknown.join(", ")));
    }
}
