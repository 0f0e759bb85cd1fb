//! Converts a file's bytes to the component's input: hash, text and packed tree.
//!
//! A file that cannot be converted is declined with a reason. A time-out is a reason too, although a later attempt may
//! succeed: the index run decides when to try again. Not here: which files are read, and in which order.

use std::collections::BTreeMap;
use std::io;
use std::time::Duration;
#[cfg(not(unix))]
use std::time::Instant;

use scrubjay_parsing::{Language, Parser, Refusal};

use super::hash::{Hash, hash};
use super::root::Root;
use crate::Error;
use crate::wit::graph;

/// The most bytes of a file that is read; the component refuses larger ones.
pub const MAX_FILE_BYTES: u64 = 4 << 20;

/// A file that was read and parsed.
#[derive(Debug)]
pub struct Parsed {
    /// The SHA-256 of its bytes.
    pub hash: Hash,
    /// The file's bytes as UTF-8.
    pub text: String,
    /// The packed tree, three words for each node.
    pub nodes: Vec<u32>,
    /// Whether the parser reported errors.
    pub has_errors: bool,
    /// Whether the tree is incomplete because a limit was reached.
    pub cut_short: bool,
}

/// Why a file could not be converted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotParsed {
    /// The file was deleted after it was found.
    Gone,
    /// The system reported this error, or no grammar fits the language.
    Unreadable(String),
    /// The bytes, with this hash, are not UTF-8.
    NotUtf8(Hash),
    /// The file grew beyond 4 MiB after it was found.
    TooLarge,
    /// Parsing took too long. Later runs may succeed.
    TimedOut,
}

/// The languages that the component knows and this host can parse, by name.
#[derive(Clone, Debug)]
pub struct Languages(BTreeMap<String, Language>);

impl Languages {
    /// Prepares the grammars for the nodes that the component needs of each language.
    ///
    /// # Errors
    /// [`Error::Grammar`] if a language needs more than a packed tree can represent.
    pub fn new(known: &[graph::Language]) -> Result<Languages, Error> {
        let mut languages = BTreeMap::new();
        for language in known {
            let kinds = language.kinds.iter().map(|kind| (kind.name.as_str(), kind.named, kind.leaf));
            match Language::new(&language.name, kinds, language.fields.iter().map(String::as_str)) {
                Ok(prepared) => drop(languages.insert(language.name.clone(), prepared)),
                Err(Refusal::NoGrammar) => {}
                Err(_) => return Err(Error::Grammar { language: language.name.clone() }),
            }
        }
        Ok(Languages(languages))
    }

    /// Whether files of this language can be parsed.
    pub fn know(&self, language: &str) -> bool {
        self.0.contains_key(language)
    }
}

/// The parsers of one thread; each is created for the first file of its language.
pub struct Parsers<'a> {
    languages: &'a Languages,
    parsers: BTreeMap<String, Parser>,
}

impl<'a> Parsers<'a> {
    /// No parsers yet; they are created on demand.
    pub fn new(languages: &'a Languages) -> Parsers<'a> {
        Parsers { languages, parsers: BTreeMap::new() }
    }

    /// Reads a file of at most [`MAX_FILE_BYTES`] below the root, and parses it.
    ///
    /// # Errors
    /// [`NotParsed`], one case per reason.
    pub fn read(&mut self, root: &Root, path: &str, language: &str) -> Result<Parsed, NotParsed> {
        let bytes = root.read(path, MAX_FILE_BYTES).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => NotParsed::Gone,
            io::ErrorKind::FileTooLarge => NotParsed::TooLarge,
            _ => NotParsed::Unreadable(error.to_string()),
        })?;
        let hash = hash(&bytes);
        let text = String::from_utf8(bytes).map_err(|_| NotParsed::NotUtf8(hash))?;
        let tree = self.parser(language)?.parse(&text, &mut clock()).ok_or(NotParsed::TimedOut)?;
        Ok(Parsed { hash, text, nodes: tree.nodes, has_errors: tree.has_errors, cut_short: tree.cut_short })
    }

    fn parser(&mut self, language: &str) -> Result<&mut Parser, NotParsed> {
        if !self.parsers.contains_key(language) {
            let unknown = || NotParsed::Unreadable(format!("no grammar of {language}"));
            let parser = self.languages.0.get(language).ok_or_else(unknown)?.parser().map_err(|_| unknown())?;
            self.parsers.insert(language.to_owned(), parser);
        }
        self.parsers.get_mut(language).ok_or_else(|| NotParsed::Unreadable(format!("no parser of {language}")))
    }
}

/// A clock of this thread's processor time: other work on the machine does not count towards a file's time limit.
#[cfg(unix)]
fn clock() -> impl FnMut() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    || Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}

/// A clock of the time since this call, on systems without a clock of processor time.
#[cfg(not(unix))]
fn clock() -> impl FnMut() -> Duration {
    let started = Instant::now();
    move || started.elapsed()
}
