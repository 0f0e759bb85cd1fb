//! `prepare`: from a task to pieces of code within a token budget.
//!
//! Requests words and edges, then the details and texts of the best files in one round. Only loaded rows are kept
//! between calls, so the last call computes the ranking again. The ticket of the request for texts contains a hash of
//! the question and of the requested files. So no text can appear under the heading of another file.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use xxhash_rust::xxh3::xxh3_64;

use super::beside::{self, QuotedPieces};
use super::called::callees;
use super::covering::test_files;
use super::files::{FileEvidence, ScoredFile, rank_files, rerank, sort_files};
use super::lexical::{LexicalScores, lexical_scores};
use super::listing::Listing;
use super::mentioned::{Mentions, find_mentions};
use super::named_symbols::{NamedSymbol, named_symbols};
use super::pick::{PickInput, PickedSymbol, Piece, pick};
use super::render::piece_text;
use super::source::SourceText;
use super::symbols::{ScoredSymbol, SymbolEvidence, rank_symbols};
use super::task::Task;
use super::why::reason_in_words;
use crate::ask::{Answer, Ask, Attempt, FileSpan, Request, Resumed, Wanted};
use crate::base::beside::{BesidePiece, WeightedPath, check_errors};
use crate::base::error::Error;
use crate::base::hint::Hint;
use crate::base::map::Map;
use crate::base::score::Factor;
use crate::base::sort;
use crate::graph::model::FileId;
use crate::graph::query::{BUDGETS, check_focus};
use crate::graph::space::{GraphSpace, UnreadLanguage};
use crate::graph::stored::keyspace::Keyspace;
use crate::text::quoted_code::heading;
use crate::text::secrets::mask;
use crate::text::tokens::estimate_tokens;

/// Greatest length of a task in bytes.
const MAX_TASK_BYTES: usize = 64 << 10;
/// Limits on `shown` and `likely`: numbers of items, and bytes of each.
const MAX_SHOWN_IDS: usize = 1_000;
const MAX_ID_BYTES: usize = 2 << 10;
const MAX_LIKELY: usize = 100;
const MAX_PATH_BYTES: usize = 1 << 10;
/// Greatest number of files in the result, the most relevant ones.
const MAX_FILES: usize = 50;
/// Greatest number of files whose text is requested.
const MAX_FILES_READ: usize = 60;
/// Least score of a file that is read, as a share of the best score.
const MIN_SCORE_SHARE: f64 = 0.15;
/// Bytes of text to read: the minimum, the number per token of the budget, and the maximum.
const MIN_TEXT_BYTES: u64 = 256 << 10;
const BYTES_PER_TOKEN: u64 = 16;
const MAX_TEXT_BYTES: u64 = 2 << 20;

/// The arguments of `prepare`; the WIT's `prepare.prepare-question`.
#[derive(Clone, Debug, PartialEq)]
pub struct PrepareQuestion {
    /// The task in prose; 1 byte to 64 KiB.
    pub task: String,
    /// The budget in tokens: 64 to 1,000,000.
    pub budget: u32,
    /// Paths being worked on; unknown ones are ignored and reported in the result.
    pub focus: Vec<String>,
    /// Error messages, which count as part of the task.
    pub errors: Vec<String>,
    /// Recently used paths, latest first; unknown ones are ignored.
    pub recent: Vec<String>,
    /// Files that past work touched, with weights; unknown ones are ignored.
    pub likely: Vec<WeightedPath>,
    /// Pieces to quote beside the code, best first.
    pub beside: Vec<BesidePiece>,
    /// Ids of pieces that the reader already sees, which are left out.
    pub shown: Vec<String>,
}

impl PrepareQuestion {
    /// A question with no more than a task and a budget.
    ///
    /// ```
    /// # use scrubjay_core::prepare::PrepareQuestion;
    /// assert!(PrepareQuestion::new("fix the login timeout", 8_000).focus.is_empty());
    /// ```
    pub fn new(task: &str, budget: u32) -> PrepareQuestion {
        PrepareQuestion {
            task: String::from(task),
            budget,
            focus: Vec::new(),
            errors: Vec::new(),
            recent: Vec::new(),
            likely: Vec::new(),
            beside: Vec::new(),
            shown: Vec::new(),
        }
    }
}

/// A prepared context; the WIT's `prepare.prepared`.
#[derive(Clone, Debug, PartialEq)]
pub struct Prepared {
    /// By file, then line. Files of which the task names a symbol unambiguously come first, then the most relevant
    /// ones.
    pub pieces: Vec<Piece>,
    /// The pieces from other sources that fit, as quotations, in the given order.
    pub beside: Vec<BesidePiece>,
    /// Number of given pieces that did not fit their share of the budget.
    pub n_beside_left_out: u32,
    /// Estimated tokens of the pieces from other sources, which are part of `text`.
    pub beside_tokens: u32,
    /// Estimated tokens of `text`; at most the budget.
    pub tokens: u32,
    /// The text for a prompt: the pieces of code, then the quoted pieces from other sources.
    pub text: String,
    /// The most relevant files, best first, at most 50.
    pub files: Vec<RankedFile>,
    /// Number of files with a score above zero.
    pub n_files: u32,
    /// Number of symbols with a score that are in no piece, because the score is too low or the budget is full. Only
    /// symbols in the files that were read count.
    pub n_left_out: u32,
    /// Paths in focus that are no indexed files, in the given order.
    pub unknown_focus: Vec<String>,
    /// The languages that are not parsed, each with its number of files, most first.
    pub unread: Vec<UnreadLanguage>,
    /// Possible reasons why there is no piece; empty otherwise.
    pub hints: Vec<Hint>,
}

/// A file and its score.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedFile {
    /// Relative to the indexed root.
    pub path: String,
    /// Greater is better.
    pub score: f64,
    /// The addends of the score.
    pub factors: Vec<Factor>,
}

/// The ranked files, with the evidence for ranking their symbols.
struct Ranking {
    task: Task,
    lexical: LexicalScores,
    listing: Listing,
    mentioned: Mentions,
    named: Vec<NamedSymbol>,
    files: Vec<ScoredFile>,
    /// Number of files with a score, of which `files` are the best.
    n_files: usize,
}

impl Ranking {
    /// A file with its score, which is 0 if the file is not among the best.
    fn scored(&self, file: FileId) -> ScoredFile {
        let ranked_file = self.files.iter().find(|ranked_file| ranked_file.file == file);
        ranked_file.cloned().unwrap_or_else(|| ScoredFile::unranked_file(file))
    }
}

/// The host's answers to a plan, with the plan's hash.
struct Answers {
    plan: u64,
    has_details: bool,
    answers: Vec<Answer>,
}

/// The code that a task needs, within a token budget, each piece with its reasons.
pub(crate) fn prepare(
    space: &mut GraphSpace,
    question: &PrepareQuestion,
    resumed: Option<Resumed>,
) -> Attempt<Prepared> {
    check(question)?;
    let answers = take_plan(space, resumed)?;
    space.need(Keyspace::Outline)?;
    space.need(Keyspace::Words)?;
    space.need_edges()?;
    let ranking = ranking(space, question)?;
    let read = files_to_read(space, &ranking, question.budget);
    let spans: Vec<Request> = read.iter().map(|file| whole_file(space, file.file)).collect();
    let details = space.missing_details(read.iter().map(|file| file.file));
    let plan = plan_of(question, &spans);
    let texts = match answers {
        Some(answers) if answers.plan == plan => take_texts(space, answers, details, spans.len())?,
        Some(_) => return Err(Error::invalid("ticket", "it belongs to another question").into()),
        None if spans.is_empty() => Vec::new(),
        None => return Err(plan_ask(space, plan, details, spans).into()),
    };
    let unknown = question.focus.iter().filter(|path| indexed_file(space, path).is_none());
    let unknown_focus = unknown.cloned().collect();
    let unread = space.unread_languages();
    let prepared = prepared(space, question, &ranking, read, &texts);
    let hints = match prepared.pieces.is_empty() {
        true => space.unless_incomplete(space.hints_of_task()),
        false => Vec::new(),
    };
    Ok(Prepared { unknown_focus, unread, hints, ..prepared })
}

fn indexed_file(space: &GraphSpace, path: &str) -> Option<FileId> {
    space.graph.file_of(path.trim().trim_start_matches("./"))
}

fn ranking(space: &mut GraphSpace, question: &PrepareQuestion) -> Attempt<Ranking> {
    let task = Task::read(&question.task, &question.errors);
    let listing = Listing::of(&space.graph);
    let words: Vec<_> = listing.files.iter().map(|&file| space.words_of(file)).collect();
    let lexical = lexical_scores(&task.terms, &words);
    let mentioned = find_mentions(&space.graph, &listing, &task);
    let named = named_symbols(space, &listing, &task, &mentioned)?;
    let files = |paths: &[String]| paths.iter().filter_map(|path| indexed_file(space, path)).collect::<Vec<FileId>>();
    let (focus, recent) = (files(&question.focus), files(&question.recent));
    let likely = question.likely.iter().filter_map(|one| Some((indexed_file(space, &one.path)?, one.weight)));
    let likely: Vec<(FileId, f64)> = likely.collect();
    let evidence = FileEvidence {
        graph: &space.graph,
        listing: &listing,
        lexical: &lexical,
        mentioned: &mentioned,
        focus: &focus,
        recent: &recent,
        likely: &likely,
        is_about_tests: task.is_about_tests,
    };
    let (files, n_files) = rank_files(&evidence, MAX_FILES.max(MAX_FILES_READ));
    Ok(Ranking { task, listing, lexical, mentioned, named, files, n_files })
}

/// The files whose text is requested, best first, as far as they fit a multiple of the budget. Chosen in this order:
/// files of symbols that the task names, files of functions that these call, the best files, and tests of the very
/// best.
fn files_to_read(space: &GraphSpace, ranking: &Ranking, budget: u32) -> Vec<ScoredFile> {
    let mut bytes_left = (u64::from(budget) * BYTES_PER_TOKEN).clamp(MIN_TEXT_BYTES, MAX_TEXT_BYTES);
    let ranked = &ranking.files;
    let best =
        |is_vendored: bool| ranked.iter().filter(move |file| is_vendored || !file.is_vendored()).map(|file| file.score);
    let [best_own, best] = [false, true].map(|is_vendored| best(is_vendored).fold(0.0, f64::max));
    let min_score = |file: &ScoredFile| MIN_SCORE_SHARE * if file.is_vendored() { best } else { best_own };
    let tests_of_best = test_files(&space.graph, ranked).into_iter().map(|file| ranking.scored(file));
    let named_files = ranking.named.iter().map(|named| {
        let file = space.graph.symbol(named.symbol).file;
        let known = ranked.iter().find(|known| known.file == file);
        known.cloned().unwrap_or_else(|| ScoredFile::named_file(file, ranking.listing.index(file)))
    });
    let called_files = ranking.named.iter().flat_map(|named| callees(&space.graph, named.symbol));
    let called_files = called_files.map(|symbol| ranking.scored(space.graph.symbol(symbol).file));
    let mut files_read: Vec<ScoredFile> = Vec::new();
    let good_files = ranked.iter().filter(|file| file.score >= min_score(file)).cloned();
    for file in named_files.chain(called_files).chain(good_files).chain(tests_of_best) {
        if files_read.iter().any(|known| known.file == file.file) {
            continue;
        }
        let n_bytes = u64::from(space.graph.file(file.file).n_bytes);
        if n_bytes > 0 && n_bytes <= bytes_left {
            bytes_left -= n_bytes;
            files_read.push(file);
        }
        if files_read.len() == MAX_FILES_READ {
            break;
        }
    }
    sort_files(&mut files_read);
    files_read
}

fn whole_file(space: &GraphSpace, file: FileId) -> Request {
    let file = space.graph.file(file);
    Request::Span(FileSpan {
        path: file.path.to_string(),
        hash: file.hash.to_vec(),
        first_line: 1,
        last_line: file.n_lines.max(1),
    })
}

/// Requests details, if some are missing, and then the texts.
fn plan_ask(space: &GraphSpace, plan: u64, details: Option<Ask>, spans: Vec<Request>) -> Ask {
    let wanted = Wanted::Plan { hash: plan, has_details: details.is_some() };
    let mut requests = details.map_or(Vec::new(), |ask| ask.requests);
    requests.extend(spans);
    space.ask(requests, wanted)
}

/// The answers to a plan. Answers to any other request are loaded as rows, and give `None`, as does the first call.
fn take_plan(space: &mut GraphSpace, resumed: Option<Resumed>) -> Result<Option<Answers>, Error> {
    if let Some(received) = &resumed
        && let Wanted::Plan { hash, has_details } = space.decode_ticket(&received.ticket)?
    {
        let answers = resumed.map_or(Vec::new(), |resumed| resumed.answers);
        return Ok(Some(Answers { plan: hash, has_details, answers }));
    }
    space.begin(resumed)?;
    Ok(None)
}

/// Loads the received details, and returns the texts; `None` for a changed file. `details` is the request for details
/// that are still missing.
fn take_texts(
    space: &mut GraphSpace,
    received: Answers,
    details: Option<Ask>,
    n_texts: usize,
) -> Result<Vec<Option<String>>, Error> {
    let mut answers = received.answers;
    if answers.len() != n_texts + usize::from(received.has_details) {
        return Err(Error::invalid("answers", "one for each request"));
    }
    if received.has_details {
        let rows = answers.remove(0);
        if let Some(ask) = details {
            space.take(Resumed { ticket: ask.ticket, answers: vec![rows] })?;
        }
    }
    let text = |answer| match answer {
        Answer::Text(text) => Ok(Some(text)),
        Answer::Changed => Ok(None),
        Answer::Rows(_) | Answer::Model(_) => Err(Error::invalid("answers", "pieces of files were asked for")),
    };
    answers.into_iter().map(text).collect()
}

fn prepared(
    space: &GraphSpace,
    question: &PrepareQuestion,
    ranking: &Ranking,
    read: Vec<ScoredFile>,
    texts: &[Option<String>],
) -> Prepared {
    // A text with another length is not the indexed version, whatever the host says.
    let as_indexed = |file: FileId, text: &&String| text.len() == space.graph.file(file).n_bytes as usize;
    let texts = read.iter().zip(texts);
    let texts =
        texts.map(|(file, text)| text.as_ref().filter(|text| as_indexed(file.file, text)).map(|text| mask(text)));
    let texts: Vec<Option<Cow<'_, str>>> = texts.collect();
    let sources = texts.iter().map(|text| text.as_ref().map(|text| SourceText::new(text)));
    let files: Vec<(ScoredFile, Option<SourceText<'_>>)> = read.into_iter().zip(sources).collect();
    let mut ranked = rank_symbols(&SymbolEvidence {
        graph: &space.graph,
        terms: &ranking.task.terms,
        rarities: &ranking.lexical.rarities,
        mentioned: &ranking.mentioned,
        named: &ranking.named,
        files: &files,
    });
    let reranked = rerank_files(ranking, &files, &ranked);
    if !question.shown.is_empty() {
        ranked.retain(|scored| !question.shown.contains(&space.graph.lasting_id(scored.symbol)));
    }
    let quoted_pieces = QuotedPieces::fill(&question.beside, &question.shown, question.budget);
    let budget = question.budget - quoted_pieces.tokens();
    let mut picked = pick(&PickInput { space, ranked: &ranked, files: &files, named: &ranking.named, budget });
    let n_left_out = ranked.iter().filter(|scored| scored.score > 0.0).count().saturating_sub(picked.len()) as u32;
    let mut file_places: Map<FileId, usize> = Map::default();
    file_places.extend(reranked.iter().enumerate().map(|(place, file)| (file.file, place)));
    // Files of which the task names a symbol come first, then the most relevant ones. The pieces of a file are by line.
    let is_named = |file: FileId| ranking.named.iter().any(|named| space.graph.symbol(named.symbol).file == file);
    sort::sort_by_key(&mut picked, |picked| {
        let scored = &ranked[picked.rank];
        let symbol = space.graph.symbol(scored.symbol);
        (
            !is_named(symbol.file),
            file_places.get(&symbol.file).copied().unwrap_or(usize::MAX),
            scored.file,
            symbol.first_line,
            symbol.index,
        )
    });
    let text = render(space, &picked, &ranked) + &quoted_pieces.text;
    let pieces = picked.into_iter().map(|picked| {
        let scored = &ranked[picked.rank];
        let reason = picked.reason.as_ref().unwrap_or(&scored.reason);
        let why = reason_in_words(&space.graph, &ranking.task.terms, scored.symbol, reason);
        picked.piece(space, scored, why)
    });
    let pieces = pieces.collect();
    let files = reranked.into_iter().take(MAX_FILES).map(|file| RankedFile {
        path: space.graph.file(file.file).path.to_string(),
        score: file.score,
        factors: file.factors,
    });
    Prepared {
        pieces,
        beside_tokens: quoted_pieces.tokens(),
        beside: quoted_pieces.pieces,
        n_beside_left_out: quoted_pieces.n_left_out,
        tokens: estimate_tokens(&text),
        text,
        files: files.collect(),
        n_files: ranking.n_files as u32,
        n_left_out,
        unknown_focus: Vec::new(),
        unread: Vec::new(),
        hints: Vec::new(),
    }
}

/// The files, ranked again with the scores of their symbols.
fn rerank_files(
    ranking: &Ranking,
    read: &[(ScoredFile, Option<SourceText<'_>>)],
    ranked: &[ScoredSymbol],
) -> Vec<ScoredFile> {
    let mut best_scores: Map<FileId, f64> = Map::default();
    for scored in ranked {
        let best_score = best_scores.entry(read[scored.file].0.file).or_insert(0.0);
        *best_score = best_score.max(scored.word_score);
    }
    let mut files = ranking.files.clone();
    rerank(&mut files, &|file| best_scores.get(&file).copied().unwrap_or(0.0));
    files
}

fn render(space: &GraphSpace, picked: &[PickedSymbol], ranked: &[ScoredSymbol]) -> String {
    let mut text = String::new();
    let mut last_file = None;
    for piece in picked {
        let symbol = ranked[piece.rank].symbol;
        let file = space.graph.symbol(symbol).file;
        if last_file.replace(file) != Some(file) {
            text.push_str(&heading(&space.graph.file(file).path));
        }
        text.push_str(&piece_text(space, symbol, piece.form, &piece.text));
    }
    text
}

/// A hash of the question, and of the path and hash of each requested file.
fn plan_of(question: &PrepareQuestion, requests: &[Request]) -> u64 {
    let mut bytes = alloc::format!("{question:?}").into_bytes();
    for request in requests {
        if let Request::Span(span) = request {
            bytes.extend(span.path.as_bytes());
            bytes.extend(&span.hash);
        }
    }
    xxh3_64(&bytes)
}

fn check(question: &PrepareQuestion) -> Result<(), Error> {
    if question.task.trim().is_empty() {
        return Err(Error::invalid("task", "it is empty"));
    }
    Error::check_limit("bytes of a task", question.task.len(), MAX_TASK_BYTES)?;
    if !BUDGETS.contains(&question.budget) {
        return Err(Error::invalid("budget", "64 to 1,000,000 tokens"));
    }
    check_focus(&question.focus, "paths in focus")?;
    check_focus(&question.recent, "recent paths")?;
    check_errors(&question.errors)?;
    Error::check_limit("ids of what is shown", question.shown.len(), MAX_SHOWN_IDS)?;
    Error::check_limit("bytes of an id", question.shown.iter().map(String::len).max().unwrap_or(0), MAX_ID_BYTES)?;
    Error::check_limit("likely files", question.likely.len(), MAX_LIKELY)?;
    for WeightedPath { path, weight } in &question.likely {
        Error::check_limit("bytes of a likely file", path.len(), MAX_PATH_BYTES)?;
        if !(weight.is_finite() && *weight > 0.0) {
            return Err(Error::invalid("likely", "each weighs over 0"));
        }
    }
    beside::check(&question.beside)
}
