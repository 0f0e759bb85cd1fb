//! `prepare`: from a task to pieces of code inside a token budget.
//!
//! Asks for words and edges, then for the details and the text of the best files at once. Nothing is kept between calls
//! but loaded rows: the last call ranks anew, and its ticket carries a hash of the question and of the files asked for,
//! so that no text is ever shown under another file's heading.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use xxhash_rust::xxh3::xxh3_64;

use super::files::{ScoredFile, Signals, rank_files};
use super::lexical::{Lexical, lexical};
use super::listing::Listing;
use super::mentioned::{Mentioned, mentioned};
use super::pick::{Choice, Picked, Piece, pick};
use super::render::{file_heading, piece_text};
use super::source::Source;
use super::symbols::{Evidence, ScoredSymbol, rank_symbols};
use super::task::Task;
use super::why::why;
use crate::ask::{Answer, Ask, FileSpan, Reply, Request, Resumed};
use crate::error::Error;
use crate::graph::links::FileId;
use crate::graph::query::{BUDGETS, Factor, check_focus};
use crate::memory::Memory;
use crate::order;
use crate::row::key::Room;
use crate::text::tokens::estimate;

/// The longest task, in bytes.
const MOST_TASK_BYTES: usize = 64 << 10;
/// The most files that are named as relevant.
const MOST_FILES: usize = 50;
/// The most files whose text is asked for.
const MOST_READ: usize = 60;
/// A file below this share of the best score is not read.
const LEAST_READ: f64 = 0.15;
/// Bytes of text to choose from: at least so many, for a token of the budget so many, at most so many.
const LEAST_BYTES: u64 = 256 << 10;
const BYTES_PER_TOKEN: u64 = 16;
const MOST_BYTES: u64 = 2 << 20;

/// The question of `prepare`; the WIT's `recall.prepare-question`.
#[derive(Clone, Debug, PartialEq)]
pub struct PrepareQuestion {
    /// In words; 1 byte to 64 KiB.
    pub task: String,
    /// Tokens: 64 to 1,000,000.
    pub budget: u32,
    /// Paths in hand; unknown ones are ignored, and named in the answer.
    pub focus: Vec<String>,
}

/// A prepared context; the WIT's `recall.prepared`.
#[derive(Clone, Debug, PartialEq)]
pub struct Prepared {
    /// By file, then line; the most relevant file first.
    pub pieces: Vec<Piece>,
    /// Estimated tokens of `text`; never over the budget.
    pub tokens: u32,
    /// The pieces ready for a prompt.
    pub text: String,
    /// The most relevant files, best first, at most 50.
    pub files: Vec<RankedFile>,
    /// What of the focus is no file here.
    pub unknown_focus: Vec<String>,
}

/// A file and its score.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedFile {
    /// Its path.
    pub path: String,
    /// Greater is better.
    pub score: f64,
    /// The addends of the score.
    pub factors: Vec<Factor>,
}

/// What the first step finds out: the files, and what symbols are then judged by.
struct Ranking {
    task: Task,
    lexical: Lexical,
    mentioned: Mentioned,
    files: Vec<ScoredFile>,
}

/// What came back for a plan: which one, and the answers.
struct Answers {
    plan: u64,
    has_details: bool,
    answers: Vec<Answer>,
}

impl Memory {
    /// The code that a task needs, inside a token budget, each piece with its reasons.
    pub fn prepare(&mut self, question: &PrepareQuestion, resumed: Option<Resumed>) -> Result<Reply<Prepared>, Error> {
        check(question)?;
        let answers = match resumed {
            Some(resumed) if is_plan(&resumed.ticket) => Some(self.take_plan(resumed)?),
            other => self.resume(other).map(|_| None)?,
        };
        if let Some(ask) = self.need(Room::Outline).or_else(|| self.need(Room::Words)).or_else(|| self.need_edges()) {
            return Ok(Reply::Ask(ask));
        }
        let ranking = self.ranking(question);
        let read = self.to_read(&ranking.files, question.budget);
        let spans: Vec<Request> = read.iter().map(|file| self.whole_file(file.file)).collect();
        let details = self.need_details(read.iter().map(|file| file.file));
        let plan = plan_of(question, &spans);
        let texts = match answers {
            Some(answers) if answers.plan == plan => self.take_texts(answers, details, spans.len())?,
            Some(_) => return Err(Error::invalid("ticket", "it belongs to another question")),
            None if spans.is_empty() => Vec::new(),
            None => return Ok(Reply::Ask(self.plan_ask(plan, details, spans))),
        };
        let unknown = question.focus.iter().filter(|path| self.in_hand(path).is_none());
        let unknown_focus = unknown.cloned().collect();
        Ok(Reply::Done(Prepared { unknown_focus, ..self.prepared(question.budget, &ranking, read, &texts) }))
    }

    fn in_hand(&self, path: &str) -> Option<FileId> {
        self.graph.file_of(path.trim().trim_start_matches("./"))
    }

    fn ranking(&self, question: &PrepareQuestion) -> Ranking {
        let task = Task::read(&question.task);
        let listing = Listing::of(&self.graph);
        let words: Vec<_> = listing.files.iter().map(|&file| self.words_of(file)).collect();
        let lexical = lexical(&task.terms, &words);
        let mentioned = mentioned(&self.graph, &listing, &task);
        let focus: Vec<FileId> = question.focus.iter().filter_map(|path| self.in_hand(path)).collect();
        let signals = Signals {
            graph: &self.graph,
            listing: &listing,
            lexical: &lexical,
            mentioned: &mentioned,
            focus: &focus,
            is_about_tests: task.is_about_tests,
        };
        let files = rank_files(&signals, MOST_FILES.max(MOST_READ));
        Ranking { task, lexical, mentioned, files }
    }

    /// The files whose text is worth having: the best, as many as a few budgets hold.
    fn to_read(&self, ranked: &[ScoredFile], budget: u32) -> Vec<ScoredFile> {
        let mut left = (u64::from(budget) * BYTES_PER_TOKEN).clamp(LEAST_BYTES, MOST_BYTES);
        let best = ranked.first().map_or(0.0, |file| file.score);
        let mut read = Vec::new();
        for file in ranked.iter().take_while(|file| file.score >= best * LEAST_READ) {
            let n_bytes = u64::from(self.graph.file(file.file).n_bytes);
            if n_bytes > 0 && n_bytes <= left {
                left -= n_bytes;
                read.push(file.clone());
            }
            if read.len() == MOST_READ {
                break;
            }
        }
        read
    }

    fn whole_file(&self, file: FileId) -> Request {
        let file = self.graph.file(file);
        Request::Span(FileSpan {
            path: file.path.to_string(),
            hash: file.hash,
            first_line: 1,
            last_line: file.n_lines.max(1),
        })
    }

    /// Details and texts in one ask: the details, where any are missing, come first.
    fn plan_ask(&self, plan: u64, details: Option<Ask>, spans: Vec<Request>) -> Ask {
        let mut ticket = self.generation().to_le_bytes().to_vec();
        ticket.push(if details.is_some() { PLAN_WITH_DETAILS } else { PLAN });
        ticket.extend(plan.to_le_bytes());
        let mut requests = details.map_or(Vec::new(), |ask| ask.requests);
        requests.extend(spans);
        Ask { requests, ticket }
    }

    fn take_plan(&self, resumed: Resumed) -> Result<Answers, Error> {
        let (generation, rest) = resumed.ticket.split_at(8);
        if generation != self.generation().to_le_bytes() {
            return Err(Error::Stale);
        }
        let plan = rest[1..].iter().rev().fold(0, |plan, &byte| plan << 8 | u64::from(byte));
        Ok(Answers { plan, has_details: rest[0] == PLAN_WITH_DETAILS, answers: resumed.answers })
    }

    /// Loads the details that came, and gives the texts: none for a file that has changed. `details` is what is missing
    /// now: another question may have brought it meanwhile.
    fn take_texts(
        &mut self,
        back: Answers,
        details: Option<Ask>,
        n_texts: usize,
    ) -> Result<Vec<Option<String>>, Error> {
        let mut answers = back.answers;
        if answers.len() != n_texts + usize::from(back.has_details) {
            return Err(Error::invalid("answers", "one for each request"));
        }
        if back.has_details {
            let rows = answers.remove(0);
            if let Some(ask) = details {
                self.take(Resumed { ticket: ask.ticket, answers: vec![rows] })?;
            }
        }
        let text = |answer| match answer {
            Answer::Text(text) => Ok(Some(text)),
            Answer::Changed => Ok(None),
            Answer::Rows { .. } => Err(Error::invalid("answers", "pieces of files were asked for")),
        };
        answers.into_iter().map(text).collect()
    }

    fn prepared(&self, budget: u32, ranking: &Ranking, read: Vec<ScoredFile>, texts: &[Option<String>]) -> Prepared {
        // A text of another length is not the file that was indexed, whatever its host says.
        let as_indexed = |file: FileId, text: &&String| text.len() == self.graph.file(file).n_bytes as usize;
        let files: Vec<(ScoredFile, Option<Source<'_>>)> = read
            .into_iter()
            .zip(texts)
            .map(|(file, text)| {
                let source = text.as_ref().filter(|text| as_indexed(file.file, text)).map(|text| Source::new(text));
                (file, source)
            })
            .collect();
        let ranked = rank_symbols(&Evidence {
            graph: &self.graph,
            terms: &ranking.task.terms,
            rarities: &ranking.lexical.rarities,
            mentioned: &ranking.mentioned,
            files: &files,
        });
        let mut picked = pick(&Choice { memory: self, ranked: &ranked, files: &files, budget });
        // By file, the most relevant first, then by line.
        order::sort_by_key(&mut picked, |picked| {
            let scored = &ranked[picked.rank];
            let symbol = self.graph.symbol(scored.symbol);
            (scored.file, symbol.first_line, symbol.place)
        });
        let text = self.rendered(&picked, &ranked);
        let pieces = picked.into_iter().map(|picked| {
            let scored = &ranked[picked.rank];
            picked.piece(self, scored, why(&self.graph, &ranking.task.terms, scored))
        });
        let pieces = pieces.collect();
        let files = ranking.files.iter().take(MOST_FILES).map(|file| RankedFile {
            path: self.graph.file(file.file).path.to_string(),
            score: file.score,
            factors: file.factors.clone(),
        });
        Prepared { pieces, tokens: estimate(&text), text, files: files.collect(), unknown_focus: Vec::new() }
    }

    fn rendered(&self, picked: &[Picked], ranked: &[ScoredSymbol]) -> String {
        let mut text = String::new();
        let mut last = None;
        for piece in picked {
            let symbol = ranked[piece.rank].symbol;
            let file = self.graph.symbol(symbol).file;
            if last.replace(file) != Some(file) {
                text.push_str(&file_heading(&self.graph.file(file).path));
            }
            text.push_str(&piece_text(self, symbol, piece.form, &piece.text));
        }
        text
    }
}

/// Marks a ticket of this module, where other tickets have the kind of their ask.
const PLAN: u8 = 0x10;
/// The same, where details were asked for too.
const PLAN_WITH_DETAILS: u8 = 0x11;
/// Generation, mark, hash of the plan.
const PLAN_BYTES: usize = 17;

fn is_plan(ticket: &[u8]) -> bool {
    ticket.len() == PLAN_BYTES && matches!(ticket[8], PLAN | PLAN_WITH_DETAILS)
}

/// A hash of the question and of what is asked for.
fn plan_of(question: &PrepareQuestion, requests: &[Request]) -> u64 {
    let mut bytes = question.task.as_bytes().to_vec();
    bytes.extend(question.budget.to_le_bytes());
    for path in &question.focus {
        bytes.extend(path.as_bytes());
        bytes.push(0);
    }
    for request in requests {
        if let Request::Span(span) = request {
            bytes.extend(span.path.as_bytes());
            bytes.extend(span.hash);
        }
    }
    xxh3_64(&bytes)
}

fn check(question: &PrepareQuestion) -> Result<(), Error> {
    if question.task.trim().is_empty() {
        return Err(Error::invalid("task", "it is empty"));
    }
    Error::check_limit("bytes of a task", question.task.len(), MOST_TASK_BYTES)?;
    if !BUDGETS.contains(&question.budget) {
        return Err(Error::invalid("budget", "64 to 1,000,000 tokens"));
    }
    check_focus(&question.focus, "paths in focus")
}
