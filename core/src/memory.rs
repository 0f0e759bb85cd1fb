//! The façade: one instance is one memory. Open it, change it, query it.
//!
//! An answer follows from the rows that the memory was opened with, the changes applied since, and the host's answers.
//! When a question needs rows or lines that are not loaded, it requests them ([`Reply::Ask`]). The host answers each
//! request and calls the same function again. A host's loop is a few lines:
//!
//! ```
//! use scrubjay_core::ask::{Answer, Reply, Request, Resumed, RowPage};
//! use scrubjay_core::memory::{Memory, Purpose};
//!
//! let mut memory = Memory::default();
//! let mut resumed = None;
//! let opened = loop {
//!     match memory.open(Purpose::Writing, 0, resumed.take())? {
//!         Reply::Done(opened) => break opened,
//!         Reply::Ask(ask) => {
//!             // This store has no rows.
//!             let answer = |_: &Request| Answer::Rows(RowPage { rows: Vec::new(), complete: true });
//!             resumed = Some(Resumed { ticket: ask.ticket, answers: ask.requests.iter().map(answer).collect() });
//!         }
//!     }
//! };
//! assert_eq!(opened.n_files, 0);
//! # Ok::<(), scrubjay_core::error::Error>(())
//! ```
//!
//! Not here: how rows are stored (the host), what a question means (each space).

use alloc::string::String;
#[cfg(feature = "graph")]
use alloc::vec::Vec;

#[cfg(feature = "graph")]
use crate::ask::{Reply, Resumed, reply};
use crate::base::error::Error;
#[cfg(feature = "graph")]
use crate::effects::{DamagedRow, Effects};
#[cfg(feature = "graph")]
use crate::graph::query::{
    AnchorsQuestion, DependencyPage, DocumentPage, DocumentsQuestion, ExportPage, ExportQuestion, FileQuestion,
    FindPage, FindQuestion, FunctionPage, FunctionsQuestion, HierarchyPage, MapQuestion, Outline, PathPage,
    PathQuestion, RepositoryMap, ResolvedAnchors, SourcePage, SourceQuestion, TestsQuestion, UnresolvedPage,
    UnresolvedQuestion, WalkPage, WalkQuestion,
};
#[cfg(feature = "graph")]
use crate::graph::space::GraphSpace;
#[cfg(feature = "graph")]
pub use crate::graph::space::{
    Change, EndingCount, LanguageStatus, Linked, Opened, ParsedFile, Purpose, Quarantined, Status, UnreadLanguage,
};
#[cfg(feature = "graph")]
use crate::prepare::{self, PrepareQuestion, Prepared};
#[cfg(feature = "records")]
use crate::record::RecordSpace;
use crate::text::secrets;

/// The text with known forms of secrets masked.
pub fn mask_text(text: &str) -> String {
    secrets::mask(text).into_owned()
}

/// The error with secrets masked in the arguments and suggestions that it repeats.
pub fn without_secrets(error: Error) -> Error {
    let text = |text: String| mask_text(&text);
    match error {
        Error::Invalid { argument, why } => Error::Invalid { argument, why: text(why) },
        Error::Unknown { name, suggestions, imported, named_in } => {
            let [suggestions, named_in] = [suggestions, named_in].map(|texts| texts.into_iter().map(text).collect());
            Error::Unknown { name: text(name), suggestions, imported, named_in }
        }
        Error::Ambiguous { name, candidates, n_candidates } => {
            Error::Ambiguous { name: text(name), candidates, n_candidates }
        }
        Error::Expired(id) => Error::Expired(text(id)),
        Error::Withheld(id) => Error::Withheld(text(id)),
        other => other,
    }
}

/// One memory: the code graph and the records, as far as the crate's features include them.
pub struct Memory {
    #[cfg(feature = "graph")]
    graph: GraphSpace,
    #[cfg(feature = "records")]
    records: RecordSpace,
}

impl Default for Memory {
    /// A memory that is not open yet: calls that change or query the graph are refused, or request rows. Its records
    /// are an empty store, whose speaker is an agent.
    fn default() -> Memory {
        Memory {
            #[cfg(feature = "graph")]
            graph: GraphSpace::unopened(Purpose::Writing, 0),
            #[cfg(feature = "records")]
            records: RecordSpace::default(),
        }
    }
}

/// Calls that open and change the graph.
#[cfg(feature = "graph")]
impl Memory {
    /// An empty memory, open for writing at generation 0, as opened from a store without rows.
    ///
    /// ```
    /// # use scrubjay_core::memory::Memory;
    /// assert!(Memory::empty().damaged().is_empty());
    /// ```
    pub fn empty() -> Memory {
        Memory {
            graph: GraphSpace::empty(),
            #[cfg(feature = "records")]
            records: RecordSpace::default(),
        }
    }

    /// Opens the rows of generation `at`; without `resumed`, from the beginning. A store without rows opens empty. The
    /// documentation of this module has an example.
    pub fn open(&mut self, purpose: Purpose, at: u64, resumed: Option<Resumed>) -> Result<Reply<Opened>, Error> {
        reply(self.graph.open(purpose, at, resumed))
    }

    /// Applies up to 1,000 changes with at most 8 MiB of text together. An invalid file is refused and reported in the
    /// effects, and the others are applied. `entropy` is 16 random bytes.
    ///
    /// ```
    /// # use scrubjay_core::memory::{Change, Memory, ParsedFile};
    /// let manifest = ParsedFile {
    ///     path: "go.mod".to_owned(),
    ///     hash: vec![7; 32],
    ///     language: "manifest".to_owned(),
    ///     text: "module example.com/shop\n".to_owned(),
    ///     nodes: Vec::new(),
    ///     has_errors: false,
    ///     cut_short: false,
    /// };
    /// let effects = Memory::empty().apply(&[Change::Parsed(manifest)], 0, &[0; 16])?;
    /// assert_eq!((effects.from_generation, effects.to_generation), (0, 1));
    /// # Ok::<(), scrubjay_core::error::Error>(())
    /// ```
    pub fn apply(&mut self, changes: &[Change], now: i64, entropy: &[u8]) -> Result<Effects, Error> {
        self.graph.apply(changes, now, entropy)
    }

    /// Replaces the counts, by file extension, of files in languages that are not parsed; an extension of no known
    /// language is ignored. From then on questions are answered, even about an empty folder.
    ///
    /// ```
    /// # use scrubjay_core::memory::{EndingCount, Memory};
    /// let effects = Memory::empty().tell_unread(&[EndingCount { ending: "cs".to_owned(), n_files: 474 }])?;
    /// assert_eq!((effects.from_generation, effects.to_generation), (0, 1));
    /// # Ok::<(), scrubjay_core::error::Error>(())
    /// ```
    pub fn tell_unread(&mut self, endings: &[EndingCount]) -> Result<Effects, Error> {
        self.graph.set_unread_counts(endings)
    }

    /// Links references to definitions for up to `max_files` files, 1 to 10,000, in the order of their paths.
    ///
    /// ```
    /// # use scrubjay_core::memory::Memory;
    /// assert_eq!(Memory::empty().link(256)?.n_to_link, 0);
    /// # Ok::<(), scrubjay_core::error::Error>(())
    /// ```
    pub fn link(&mut self, max_files: u32) -> Result<Linked, Error> {
        self.graph.link(max_files)
    }

    /// Quarantines the file that [`Memory::link`] would begin with, so that the other files can be linked. A file in
    /// quarantine has no edges of its own until it is applied again.
    ///
    /// ```
    /// # use scrubjay_core::memory::Memory;
    /// assert_eq!(Memory::empty().quarantine()?.path, None);
    /// # Ok::<(), scrubjay_core::error::Error>(())
    /// ```
    pub fn quarantine(&mut self) -> Result<Quarantined, Error> {
        self.graph.quarantine()
    }

    /// The counts of files, symbols and edges, in total and by language. Loads all edges.
    ///
    /// ```
    /// # use scrubjay_core::{ask::Reply, memory::Memory};
    /// let Reply::Done(status) = Memory::empty().status(None)? else { panic!("it has all of its rows") };
    /// assert_eq!((status.generation, status.n_files), (0, 0));
    /// # Ok::<(), scrubjay_core::error::Error>(())
    /// ```
    pub fn status(&mut self, resumed: Option<Resumed>) -> Result<Reply<Status>, Error> {
        reply(self.graph.status(resumed))
    }

    /// Rows that failed their check or were missing since opening, without those that were rewritten or deleted since.
    pub fn damaged(&self) -> Vec<DamagedRow> {
        self.graph.damaged_rows().to_vec()
    }

    /// A hash of the code graph, without caches: equal for equal graphs, regardless of the changes that led to them.
    /// Needs a memory that is open for writing.
    ///
    /// ```
    /// # use scrubjay_core::memory::Memory;
    /// assert_eq!(Memory::empty().digest()?, Memory::empty().digest()?);
    /// # Ok::<(), scrubjay_core::error::Error>(())
    /// ```
    pub fn digest(&self) -> Result<u64, Error> {
        self.graph.digest()
    }
}

/// Defines questions. All have one form: the call returns the answer, or first requests for rows.
macro_rules! questions {
    (graph { $($(#[$docs:meta])* $name:ident($question:ty) -> $answer:ty;)* }) => {
        #[cfg(feature = "graph")]
        impl Memory {
            $($(#[$docs])*
            pub fn $name(&mut self, question: &$question, resumed: Option<Resumed>) -> Result<Reply<$answer>, Error> {
                let (resumed, texts) = self.graph.texts_of_name(resumed)?;
                let attempt = self.graph.$name(question, resumed);
                reply(self.graph.with_name_hints(attempt, texts))
            })*
        }
    };
    (records { $($(#[$docs:meta])* $name:ident($question:ty) -> $answer:ty;)* }) => {
        impl Memory {
            $($(#[$docs])*
            pub fn $name(&self, question: &$question, resumed: Option<Resumed>) -> Result<Reply<$answer>, Error> {
                reply(self.records.$name(&self.masked_question(question), resumed))
            })*
        }
    };
}

questions! { graph {
    /// Finds symbols by name, or by the words of their names, signatures and docs if no name matches.
    ///
    /// ```
    /// # use scrubjay_core::{ask::Reply, graph::query::FindQuestion, memory::Memory};
    /// let question = FindQuestion {
    ///     text: "save".to_owned(),
    ///     kinds: Vec::new(),
    ///     path_prefix: String::new(),
    ///     limit: 20,
    ///     explain: false,
    ///     skip: 0,
    /// };
    /// let mut memory = Memory::empty();
    /// memory.tell_unread(&[])?;
    /// let Reply::Done(page) = memory.find(&question, None)? else { panic!("it has all of its rows") };
    /// assert_eq!(page.n_hits, 0);
    /// # Ok::<(), scrubjay_core::error::Error>(())
    /// ```
    find(FindQuestion) -> FindPage;

    /// The callers of a symbol, and from depth 2 on their callers.
    ///
    /// ```
    /// # use scrubjay_core::{error::Error, graph::query::WalkQuestion, memory::Memory};
    /// let question = WalkQuestion {
    ///     name: "Shelf.add".to_owned(),
    ///     depth: 1,
    ///     limit: 100,
    ///     min_confidence: 0.0,
    ///     skip: 0,
    ///     kinds: Vec::new(),
    ///     path_prefix: String::new(),
    /// };
    /// assert!(matches!(Memory::empty().callers(&question, None), Err(Error::NotIndexed)));
    /// ```
    callers(WalkQuestion) -> WalkPage;

    /// The callees of a symbol, and from depth 2 on their callees.
    callees(WalkQuestion) -> WalkPage;

    /// All references to a symbol. The depth must be 1.
    references(WalkQuestion) -> WalkPage;

    /// The symbols that a change to a symbol or a file can affect. The confidence of each is the product along its
    /// chain of edges.
    impact(WalkQuestion) -> WalkPage;

    /// The tests that reach a symbol through calls, each by its shortest chain.
    tests(TestsQuestion) -> WalkPage;

    /// The shortest chain of edges from one symbol to another.
    ///
    /// ```
    /// # use scrubjay_core::{error::Error, graph::query::PathQuestion, memory::Memory};
    /// let (source, target) = ("main".to_owned(), "Shelf.add".to_owned());
    /// let question = PathQuestion { source, target, depth: 11, kinds: Vec::new(), min_confidence: 0.0 };
    /// assert!(matches!(Memory::empty().path(&question, None), Err(Error::Invalid { argument: "depth", .. })));
    /// ```
    path(PathQuestion) -> PathPage;

    /// Supertypes and subtypes of a type; for a member of a type, what it overrides and what overrides it.
    hierarchy(WalkQuestion) -> HierarchyPage;

    /// The files and external modules that a file imports or uses.
    ///
    /// ```
    /// # use scrubjay_core::{error::Error, graph::query::FileQuestion, memory::Memory};
    /// let question = FileQuestion { path: "shop.py".to_owned(), depth: 1, limit: 100, skip: 0 };
    /// assert!(matches!(Memory::empty().dependencies(&question, None), Err(Error::NotIndexed)));
    /// ```
    dependencies(FileQuestion) -> DependencyPage;

    /// The files that import or use a file.
    dependents(FileQuestion) -> DependencyPage;

    /// The most important symbols of the repository within a token budget.
    ///
    /// ```
    /// # use scrubjay_core::{ask::Reply, graph::query::MapQuestion, memory::Memory};
    /// let question = MapQuestion { budget: 2_000, focus: vec!["shop.py".to_owned()] };
    /// let mut memory = Memory::empty();
    /// memory.tell_unread(&[])?;
    /// let Reply::Done(map) = memory.map(&question, None)? else { panic!("it has all of its rows") };
    /// assert_eq!((map.tokens, map.unknown_focus), (0, vec!["shop.py".to_owned()]));
    /// # Ok::<(), scrubjay_core::error::Error>(())
    /// ```
    map(MapQuestion) -> RepositoryMap;

    /// The graph, or a part of it, as text in one of several forms, in slices.
    ///
    /// ```
    /// # use scrubjay_core::{ask::Reply, graph::query::{ExportFormat, ExportQuestion}, memory::Memory};
    /// let question = ExportQuestion { format: ExportFormat::Mermaid, ..ExportQuestion::default() };
    /// let mut memory = Memory::empty();
    /// memory.tell_unread(&[])?;
    /// let Reply::Done(page) = memory.export(&question, None)? else { panic!("it has all of its rows") };
    /// assert_eq!((page.text.as_str(), page.next), ("flowchart LR\n", None));
    /// # Ok::<(), scrubjay_core::error::Error>(())
    /// ```
    export(ExportQuestion) -> ExportPage;

    /// The present state of each recorded place: unchanged, changed, moved, gone or unknown.
    ///
    /// ```
    /// # use scrubjay_core::{ask::Reply, graph::query::AnchorsQuestion, memory::Memory};
    /// let question = AnchorsQuestion { anchors: Vec::new() };
    /// let mut memory = Memory::empty();
    /// memory.tell_unread(&[])?;
    /// let Reply::Done(answer) = memory.resolve_anchors(&question, None)? else { panic!("it has all of its rows") };
    /// assert!(answer.anchors.is_empty());
    /// # Ok::<(), scrubjay_core::error::Error>(())
    /// ```
    resolve_anchors(AnchorsQuestion) -> ResolvedAnchors;

    /// The source text of a symbol, read from its file.
    ///
    /// ```
    /// # use scrubjay_core::{error::Error, graph::query::SourceQuestion, memory::Memory};
    /// let question = SourceQuestion {
    ///     name: "Shelf.add".to_owned(),
    ///     max_lines: 400,
    ///     kinds: Vec::new(),
    ///     path_prefix: String::new(),
    /// };
    /// assert!(matches!(Memory::empty().source(&question, None), Err(Error::NotIndexed)));
    /// ```
    source(SourceQuestion) -> SourcePage;

    /// The places that use a symbol's name without an edge to the symbol, mostly on a receiver of unknown type. Each
    /// may refer to the symbol.
    ///
    /// ```
    /// # use scrubjay_core::{error::Error, graph::query::UnresolvedQuestion, memory::Memory};
    /// let question = UnresolvedQuestion {
    ///     name: "Shelf.add".to_owned(),
    ///     limit: 100,
    ///     skip: 0,
    ///     kinds: Vec::new(),
    ///     path_prefix: String::new(),
    /// };
    /// assert!(matches!(Memory::empty().unresolved(&question, None), Err(Error::NotIndexed)));
    /// ```
    unresolved(UnresolvedQuestion) -> UnresolvedPage;

    /// The functions that contain the given lines, in the code as it is indexed.
    ///
    /// ```
    /// # use scrubjay_core::{ask::Reply, graph::query::FunctionsQuestion, memory::Memory};
    /// let question = FunctionsQuestion { lines: Vec::new(), limit: 10 };
    /// let mut memory = Memory::empty();
    /// memory.tell_unread(&[])?;
    /// let Reply::Done(page) = memory.functions_at(&question, None)? else { panic!("it has all of its rows") };
    /// assert!(page.functions.is_empty());
    /// # Ok::<(), scrubjay_core::error::Error>(())
    /// ```
    functions_at(FunctionsQuestion) -> FunctionPage;

    /// The sections of the repository's own documents that fit a question.
    ///
    /// ```
    /// # use scrubjay_core::{ask::Reply, graph::query::DocumentsQuestion, memory::Memory};
    /// let question = DocumentsQuestion { query: "how to install".to_owned(), limit: 5, budget: 0 };
    /// let mut memory = Memory::empty();
    /// memory.tell_unread(&[])?;
    /// let Reply::Done(page) = memory.documents(&question, None)? else { panic!("it has all of its rows") };
    /// assert!(page.sections.is_empty());
    /// # Ok::<(), scrubjay_core::error::Error>(())
    /// ```
    documents(DocumentsQuestion) -> DocumentPage;
} }

/// Questions about the code, written without the macro `questions`.
#[cfg(feature = "graph")]
impl Memory {
    /// The symbols of one file in the order of the text, without lambdas, closures and blocks.
    ///
    /// ```
    /// # use scrubjay_core::{error::Error, memory::Memory};
    /// let refused = Memory::empty().outline("shop.py", None);
    /// assert!(matches!(refused, Err(Error::NotIndexed)));
    /// ```
    pub fn outline(&mut self, path: &str, resumed: Option<Resumed>) -> Result<Reply<Outline>, Error> {
        let (resumed, texts) = self.graph.texts_of_name(resumed)?;
        let attempt = self.graph.outline(path, resumed);
        reply(self.graph.with_name_hints(attempt, texts))
    }

    /// The code that a task needs, within a token budget, each piece with its reasons.
    ///
    /// ```
    /// # use scrubjay_core::{ask::Reply, memory::Memory, prepare::PrepareQuestion};
    /// let question = PrepareQuestion::new("fix the login timeout", 8_000);
    /// let mut memory = Memory::empty();
    /// memory.tell_unread(&[])?;
    /// let Reply::Done(prepared) = memory.prepare(&question, None)? else { panic!("it has all of its rows") };
    /// assert!(prepared.pieces.is_empty());
    /// # Ok::<(), scrubjay_core::error::Error>(())
    /// ```
    pub fn prepare(&mut self, question: &PrepareQuestion, resumed: Option<Resumed>) -> Result<Reply<Prepared>, Error> {
        reply(prepare::prepare(&mut self.graph, question, resumed))
    }
}

#[cfg(feature = "records")]
mod questions;
#[cfg(feature = "records")]
mod records;
#[cfg(feature = "records")]
mod session;
