//! The questions as the interface has them. Written by `cargo xtask records` from `wit/`: change that.

use crate::records::Records;
use crate::wit::{delivery, episodes, graph, memory, prepare, recall, records, session};
use crate::{Error, Memory};

impl Memory {
    /// Finds symbols: exact names first, then qualified names, beginnings and parts. If no name fits, finds them by words: first
    /// names that consist of exactly these words, then names that have all of them, then words of names, signatures and docs. A
    /// symbol that has more of the words comes first; of equally many, one with the rarer words. A word such as `class` also means
    /// a kind, and a word that no symbol has counts for nothing. Symbols with equal scores are ordered by id. If no kinds are
    /// given, a text with a slash or a dot in it also finds the files whose path is this text or ends with it.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn find(&mut self, question: &graph::FindQuestion) -> Result<graph::FindPage, Error> {
        self.ask("graph.find", |exports, store, back| exports.scrubjay_memory_graph().call_find(store, question, back))
    }

    /// The symbols of one file. Length of `path`: 1 to 1,024 bytes.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn outline(&mut self, path: &str) -> Result<graph::FileOutline, Error> {
        self.ask("graph.outline", |exports, store, back| {
            exports.scrubjay_memory_graph().call_outline(store, path, back)
        })
    }

    /// The source text of a symbol. The index holds no text: the host reads these lines of the file.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn source(&mut self, question: &graph::SourceQuestion) -> Result<graph::SourcePage, Error> {
        self.ask("graph.source", |exports, store, back| {
            exports.scrubjay_memory_graph().call_source(store, question, back)
        })
    }

    /// The callers of a symbol; for a method also the callers of what it overrides or implements, marked with `overridden`.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn callers(&mut self, question: &graph::WalkQuestion) -> Result<graph::WalkPage, Error> {
        self.ask("graph.callers", |exports, store, back| {
            exports.scrubjay_memory_graph().call_callers(store, question, back)
        })
    }

    /// What a symbol calls.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn callees(&mut self, question: &graph::WalkQuestion) -> Result<graph::WalkPage, Error> {
        self.ask("graph.callees", |exports, store, back| {
            exports.scrubjay_memory_graph().call_callees(store, question, back)
        })
    }

    /// Every place that names a symbol, whatever the kind of edge. `depth` must be 1.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn references(&mut self, question: &graph::WalkQuestion) -> Result<graph::WalkPage, Error> {
        self.ask("graph.references", |exports, store, back| {
            exports.scrubjay_memory_graph().call_references(store, question, back)
        })
    }

    /// What a change of a symbol can reach: everything that calls, uses, inherits, overrides or references it, or calls what it
    /// overrides or implements; then everything that does so with what was reached. The confidence of a step is the product along
    /// the way.
    /// Default of `depth`: 3.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn impact(&mut self, question: &graph::WalkQuestion) -> Result<graph::WalkPage, Error> {
        self.ask("graph.impact", |exports, store, back| {
            exports.scrubjay_memory_graph().call_impact(store, question, back)
        })
    }

    /// The tests that reach a symbol through calls: each once, by its shortest chain without another test in between. Tests are
    /// what the language takes for a test, code of a test file outside any function, and what nothing calls in a test file, such
    /// as a fixture or a table of cases.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn tests(&mut self, question: &graph::TestsQuestion) -> Result<graph::WalkPage, Error> {
        self.ask("graph.tests", |exports, store, back| {
            exports.scrubjay_memory_graph().call_tests(store, question, back)
        })
    }

    /// The shortest chain of edges from one symbol to another. Of several chains, the one with the fewest `contains`, then the one
    /// with the greatest product of confidences, then the first by path and line. From a file or type to what is inside it, there
    /// is a `contains` for each level of nesting.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn path(&mut self, question: &graph::PathQuestion) -> Result<graph::PathPage, Error> {
        self.ask("graph.path", |exports, store, back| exports.scrubjay_memory_graph().call_path(store, question, back))
    }

    /// The types above and below a type; for a member of a type, what it overrides and what overrides it. `depth` limits types
    /// only. `limit` holds for each of the two lists.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn hierarchy(&mut self, question: &graph::WalkQuestion) -> Result<graph::HierarchyPage, Error> {
        self.ask("graph.hierarchy", |exports, store, back| {
            exports.scrubjay_memory_graph().call_hierarchy(store, question, back)
        })
    }

    /// The places that have a symbol's name and no edge, mostly because the type of a receiver is unknown. Any of these places may
    /// mean the symbol, whatever its kind. Unknown is the type of a parameter without annotation, of a name that nothing binds, of
    /// null, and of a value that comes from outside the project. Such a value is the result of a library's call, an item of one, or
    /// a member that an unknown base class may have; its type may be one of the project's own. Known is what is named or made
    /// outside: an imported module or class and its members (`np.save`), what such a class makes (`Session()`) or annotates, and
    /// literals. Members of known values are not listed, except for constants: in Python, a name imported from a module may be an
    /// object that takes its members from the project's modules. Reads that call nothing are listed only if the object's name may
    /// lead to a definition.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn unresolved(&mut self, question: &graph::UnresolvedQuestion) -> Result<graph::UnresolvedPage, Error> {
        self.ask("graph.unresolved", |exports, store, back| {
            exports.scrubjay_memory_graph().call_unresolved(store, question, back)
        })
    }

    /// The files and outside modules that a file imports or uses.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn dependencies(&mut self, question: &graph::FileQuestion) -> Result<graph::DependencyPage, Error> {
        self.ask("graph.dependencies", |exports, store, back| {
            exports.scrubjay_memory_graph().call_dependencies(store, question, back)
        })
    }

    /// The files that import or use a file.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn dependents(&mut self, question: &graph::FileQuestion) -> Result<graph::DependencyPage, Error> {
        self.ask("graph.dependents", |exports, store, back| {
            exports.scrubjay_memory_graph().call_dependents(store, question, back)
        })
    }

    /// The most important symbols of the repository, by rank over the graph, in a token budget.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn map(&mut self, question: &graph::MapQuestion) -> Result<graph::RepositoryMap, Error> {
        self.ask("graph.map", |exports, store, back| exports.scrubjay_memory_graph().call_map(store, question, back))
    }

    /// What became of places that were recorded, in the code as it is indexed. Nothing of it is stored.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn resolve_anchors(&mut self, question: &graph::AnchorsQuestion) -> Result<graph::ResolvedAnchors, Error> {
        self.ask("graph.resolve_anchors", |exports, store, back| {
            exports.scrubjay_memory_graph().call_resolve_anchors(store, question, back)
        })
    }

    /// The functions that contain the given lines, in the code as it is indexed. Lines that were recorded before a file changed may
    /// belong to other functions by now.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn functions_at(&mut self, question: &graph::FunctionsQuestion) -> Result<graph::FunctionPage, Error> {
        self.ask("graph.functions_at", |exports, store, back| {
            exports.scrubjay_memory_graph().call_functions_at(store, question, back)
        })
    }

    /// Sections of the repository's own documents that fit a question, best first: of files called `README`, and of Markdown. Of
    /// each document, the first 2,048 sections are found by their indexed words; their lines are read from the files.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn documents(&mut self, question: &graph::DocumentsQuestion) -> Result<graph::DocumentPage, Error> {
        self.ask("graph.documents", |exports, store, back| {
            exports.scrubjay_memory_graph().call_documents(store, question, back)
        })
    }

    /// The status of the memory. Loads every edge.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn status(&mut self) -> Result<memory::MemoryStatus, Error> {
        self.ask("memory.status", |exports, store, back| exports.scrubjay_memory_memory().call_status(store, back))
    }

    /// The code that a task needs, within a token budget, each piece with its reasons; after the code, the texts of the question's
    /// `beside`.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn prepare(&mut self, question: &prepare::PrepareQuestion) -> Result<prepare::Prepared, Error> {
        self.ask("prepare.prepare", |exports, store, back| {
            exports.scrubjay_memory_prepare().call_prepare(store, question, back)
        })
    }
}

impl Records {
    /// The notes of a channel or of all, newest first.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn notes(&mut self, question: &records::NotesQuestion) -> Result<records::NotePage, Error> {
        self.ask("records.notes", |exports, store, back| {
            exports.scrubjay_memory_records().call_notes(store, question, back)
        })
    }

    /// How many records there are. Costs the same however many there are, because records are counted when they are added.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn totals(&mut self) -> Result<records::RecordTotals, Error> {
        self.ask("records.totals", |exports, store, back| exports.scrubjay_memory_records().call_totals(store, back))
    }

    /// Events, newest first. If nothing fits and the question has a name that no record has, the question is refused as `unknown`;
    /// the error suggests similar names from the newest 200 records.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn events(&mut self, question: &episodes::EventsQuestion) -> Result<episodes::EventPage, Error> {
        self.ask("episodes.events", |exports, store, back| {
            exports.scrubjay_memory_episodes().call_events(store, question, back)
        })
    }

    /// The span of time that a written time means. Needs no rows.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn read_time(&mut self, question: &episodes::ReadTimeQuestion) -> Result<episodes::TimeSpan, Error> {
        self.ask("episodes.read_time", |exports, store, back| {
            exports.scrubjay_memory_episodes().call_read_time(store, question, back)
        })
    }

    /// "What did I do yesterday?" What was asked, done, failed, decided and noted, a line for each, newest first. Left out are
    /// files that were only read, and what others did according to imports. A session without any record is refused as `unknown`.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn log(&mut self, question: &episodes::LogQuestion) -> Result<episodes::LogPage, Error> {
        self.ask("episodes.log", |exports, store, back| {
            exports.scrubjay_memory_episodes().call_log(store, question, back)
        })
    }

    /// A record, what it was derived from, and what was derived from it. `id` is the record's id, or a beginning of it, of at least
    /// 8 characters, that no other id has. Length of `id`: 1 to 64 bytes.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn why(&mut self, id: &str) -> Result<episodes::Lineage, Error> {
        self.ask("episodes.why", |exports, store, back| exports.scrubjay_memory_episodes().call_why(store, id, back))
    }

    /// All records of the tenant, without loss, as readable lines, which `records.pack-import` reads.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn export_lines(&mut self, question: &episodes::ExportLinesQuestion) -> Result<episodes::ExportedLines, Error> {
        self.ask("episodes.export_lines", |exports, store, back| {
            exports.scrubjay_memory_episodes().call_export_lines(store, question, back)
        })
    }

    /// The tenant's records of a kind as a table (RFC 4180), for people: nothing imports it.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn export_csv(&mut self, question: &episodes::ExportCsvQuestion) -> Result<episodes::ExportedCsv, Error> {
        self.ask("episodes.export_csv", |exports, store, back| {
            exports.scrubjay_memory_episodes().call_export_csv(store, question, back)
        })
    }

    /// "Have I worked on this file?": what was done with a file.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn file_history(&mut self, question: &episodes::FileHistoryQuestion) -> Result<episodes::FileSummary, Error> {
        self.ask("episodes.file_history", |exports, store, back| {
            exports.scrubjay_memory_episodes().call_file_history(store, question, back)
        })
    }

    /// "Which files are edited together?" Each recorded edit updates the pairs; files outside the project form none.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn co_edits(&mut self, question: &episodes::CoEditsQuestion) -> Result<episodes::CoEditPage, Error> {
        self.ask("episodes.co_edits", |exports, store, back| {
            exports.scrubjay_memory_episodes().call_co_edits(store, question, back)
        })
    }

    /// "What did I last do with X?": the newest touches of files whose paths contain a text.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn last_touches(&mut self, question: &episodes::LastTouchesQuestion) -> Result<episodes::TouchPage, Error> {
        self.ask("episodes.last_touches", |exports, store, back| {
            exports.scrubjay_memory_episodes().call_last_touches(store, question, back)
        })
    }

    /// "How often does each tool succeed, and how long does it take?"
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn tool_stats(&mut self, question: &episodes::ToolStatsQuestion) -> Result<episodes::ToolStatPage, Error> {
        self.ask("episodes.tool_stats", |exports, store, back| {
            exports.scrubjay_memory_episodes().call_tool_stats(store, question, back)
        })
    }

    /// "What was I working on?": tasks, the most recently changed first.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn tasks(&mut self, question: &episodes::TasksQuestion) -> Result<episodes::TaskPage, Error> {
        self.ask("episodes.tasks", |exports, store, back| {
            exports.scrubjay_memory_episodes().call_tasks(store, question, back)
        })
    }

    /// Patterns of how errors were mended and renames carried through, learnt as events were added.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn patterns(&mut self, question: &episodes::PatternsQuestion) -> Result<episodes::PatternPage, Error> {
        self.ask("episodes.patterns", |exports, store, back| {
            exports.scrubjay_memory_episodes().call_patterns(store, question, back)
        })
    }

    /// Strategies, best first, among the newest 1,000 of the channel and of `_global`, or of all channels together.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn strategies(&mut self, question: &episodes::StrategiesQuestion) -> Result<episodes::StrategyPage, Error> {
        self.ask("episodes.strategies", |exports, store, back| {
            exports.scrubjay_memory_episodes().call_strategies(store, question, back)
        })
    }

    /// Decisions: for each title in a channel the newest record. Examines the first 1,000 titles of a channel, in their order.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn decisions(&mut self, question: &episodes::DecisionsQuestion) -> Result<episodes::DecisionPage, Error> {
        self.ask("episodes.decisions", |exports, store, back| {
            exports.scrubjay_memory_episodes().call_decisions(store, question, back)
        })
    }

    /// The working memory of a conversation: its newest turns and thoughts, and values until their lifetime ends.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn working_memory(
        &mut self,
        question: &episodes::WorkingMemoryQuestion,
    ) -> Result<episodes::WorkingSet, Error> {
        self.ask("episodes.working_memory", |exports, store, back| {
            exports.scrubjay_memory_episodes().call_working_memory(store, question, back)
        })
    }

    /// What is known of the user who has the memory open.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn profile(&mut self) -> Result<episodes::UserProfile, Error> {
        self.ask("episodes.profile", |exports, store, back| {
            exports.scrubjay_memory_episodes().call_profile(store, back)
        })
    }

    /// What an agent should be told at a moment; mostly nothing. When a session begins: open tasks, notes and decisions, and with a
    /// `text` also past work and failures that fit it. At a prompt: notes, decisions and lessons that fit it strongly, and what an
    /// agent said last with a name in code that the prompt has; at the first prompt of a session also the work of one of the last 8
    /// sessions with what came of it, if the prompt names the same thing, or only says to go on and both are on the same branch.
    /// Before a file is read or changed: errors that its edits mended in two sessions, and records that are anchored to it. After a
    /// failure: what mended the same error, and lessons and notes that contain the error verbatim. After a compaction: the open
    /// task, and files to read again.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn deliver(&mut self, question: &delivery::DeliverQuestion) -> Result<delivery::Delivered, Error> {
        self.ask("delivery.deliver", |exports, store, back| {
            exports.scrubjay_memory_delivery().call_deliver(store, question, back)
        })
    }

    /// What agents were told, newest first. A session without any record or context is refused as `unknown`.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn deliveries(&mut self, question: &delivery::DeliveriesQuestion) -> Result<delivery::DeliveryPage, Error> {
        self.ask("delivery.deliveries", |exports, store, back| {
            exports.scrubjay_memory_delivery().call_deliveries(store, question, back)
        })
    }

    /// What agents would have been told in recorded sessions, and whether they used it. The memory is made anew from its history, in
    /// the order in which things became known, and `deliver` is asked at each moment of a replayed session, so that nothing is told
    /// that was not known then. A call becomes known when it ends, a note whose text was replaced when it was replaced, an imported
    /// record when it was imported. Compactions leave no record, so that none is replayed. Reads all records twice and keeps the
    /// replay in the instance, which takes about as much memory as the store. Nothing is stored.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn backtest(&mut self, question: &delivery::BacktestQuestion) -> Result<delivery::BacktestReport, Error> {
        self.ask("delivery.backtest", |exports, store, back| {
            exports.scrubjay_memory_delivery().call_backtest(store, question, back)
        })
    }

    /// The records that fit a question, best first; filters act before the best are chosen. Reads the lists of the question's terms
    /// and rows of the records in these lists, never all records. An instance keeps up to 64 MiB of what it has read.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn recall(&mut self, question: &recall::RecallQuestion) -> Result<recall::Recalled, Error> {
        self.ask("recall.recall", |exports, store, back| {
            exports.scrubjay_memory_recall().call_recall(store, question, back)
        })
    }

    /// Records that fit a task: similar past work, notes, decisions and lessons, open tasks, and the user's profile, as quotations
    /// within a budget.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn remind(&mut self, question: &recall::RemindQuestion) -> Result<recall::Reminders, Error> {
        self.ask("recall.remind", |exports, store, back| {
            exports.scrubjay_memory_recall().call_remind(store, question, back)
        })
    }

    /// The context of a session; if there is none, a new context, which is not stored before it is saved.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn load_session(&mut self, question: &session::SessionQuestion) -> Result<session::SessionContext, Error> {
        self.ask("session.load_session", |exports, store, back| {
            exports.scrubjay_memory_session().call_load_session(store, question, back)
        })
    }

    /// The sessions of the memory, with or without a context. If `id` is an unknown session, the call is refused, and the error
    /// suggests similar ones.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn sessions(&mut self, question: &session::SessionsQuestion) -> Result<session::SessionPage, Error> {
        self.ask("session.sessions", |exports, store, back| {
            exports.scrubjay_memory_session().call_sessions(store, question, back)
        })
    }

    /// A summary of the entries that a compaction would remove: by rule, or in the words of a model that the host has. An answer of
    /// the model that `compact_session` would not accept is refused as `invalid`.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn summarise_session(&mut self, question: &session::SummariseQuestion) -> Result<session::SummaryDraft, Error> {
        self.ask("session.summarise_session", |exports, store, back| {
            exports.scrubjay_memory_session().call_summarise_session(store, question, back)
        })
    }

    /// The current version of a session, and stored versions from before entries were removed.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn session_versions(&mut self, question: &session::VersionsQuestion) -> Result<session::VersionPage, Error> {
        self.ask("session.session_versions", |exports, store, back| {
            exports.scrubjay_memory_session().call_session_versions(store, question, back)
        })
    }

    /// What differs between two versions of a session.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn compare_sessions(&mut self, question: &session::CompareQuestion) -> Result<session::Comparison, Error> {
        self.ask("session.compare_sessions", |exports, store, back| {
            exports.scrubjay_memory_session().call_compare_sessions(store, question, back)
        })
    }

    /// Which files to read again after a compaction: those that the session touched most and last. A session without any record or
    /// context is `unknown`.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn reread(&mut self, question: &session::RereadQuestion) -> Result<session::FilesToReread, Error> {
        self.ask("session.reread", |exports, store, back| {
            exports.scrubjay_memory_session().call_reread(store, question, back)
        })
    }

    /// "What still fails?" Of the newest 2,000 calls, the failures that no later success mended. A success mends a failure of the
    /// same tool with the same aim. The aim is the file that the call names, or the first two words of the main part of a command
    /// line; of a line that succeeded, other parts may count too. Imported calls are left out.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn failures(&mut self, question: &session::FailuresQuestion) -> Result<session::FailurePage, Error> {
        self.ask("session.failures", |exports, store, back| {
            exports.scrubjay_memory_session().call_failures(store, question, back)
        })
    }

    /// What a new session should begin with: files that it will likely touch, open tasks, what failed last, notes that fit, and
    /// similar past work.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn begin_session(&mut self, question: &session::BeginQuestion) -> Result<session::Beginning, Error> {
        self.ask("session.begin_session", |exports, store, back| {
            exports.scrubjay_memory_session().call_begin_session(store, question, back)
        })
    }
}

impl Memory {
    /// The notes of a channel or of all, newest first.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn notes(&mut self, question: &records::NotesQuestion) -> Result<records::NotePage, Error> {
        self.records()?.notes(question)
    }

    /// How many records there are. Costs the same however many there are, because records are counted when they are added.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn totals(&mut self) -> Result<records::RecordTotals, Error> {
        self.records()?.totals()
    }

    /// Events, newest first. If nothing fits and the question has a name that no record has, the question is refused as `unknown`;
    /// the error suggests similar names from the newest 200 records.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn events(&mut self, question: &episodes::EventsQuestion) -> Result<episodes::EventPage, Error> {
        self.records()?.events(question)
    }

    /// The span of time that a written time means. Needs no rows.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn read_time(&mut self, question: &episodes::ReadTimeQuestion) -> Result<episodes::TimeSpan, Error> {
        self.records()?.read_time(question)
    }

    /// "What did I do yesterday?" What was asked, done, failed, decided and noted, a line for each, newest first. Left out are
    /// files that were only read, and what others did according to imports. A session without any record is refused as `unknown`.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn log(&mut self, question: &episodes::LogQuestion) -> Result<episodes::LogPage, Error> {
        self.records()?.log(question)
    }

    /// A record, what it was derived from, and what was derived from it. `id` is the record's id, or a beginning of it, of at least
    /// 8 characters, that no other id has. Length of `id`: 1 to 64 bytes.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn why(&mut self, id: &str) -> Result<episodes::Lineage, Error> {
        self.records()?.why(id)
    }

    /// All records of the tenant, without loss, as readable lines, which `records.pack-import` reads.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn export_lines(&mut self, question: &episodes::ExportLinesQuestion) -> Result<episodes::ExportedLines, Error> {
        self.records()?.export_lines(question)
    }

    /// The tenant's records of a kind as a table (RFC 4180), for people: nothing imports it.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn export_csv(&mut self, question: &episodes::ExportCsvQuestion) -> Result<episodes::ExportedCsv, Error> {
        self.records()?.export_csv(question)
    }

    /// "Have I worked on this file?": what was done with a file.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn file_history(&mut self, question: &episodes::FileHistoryQuestion) -> Result<episodes::FileSummary, Error> {
        self.records()?.file_history(question)
    }

    /// "Which files are edited together?" Each recorded edit updates the pairs; files outside the project form none.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn co_edits(&mut self, question: &episodes::CoEditsQuestion) -> Result<episodes::CoEditPage, Error> {
        self.records()?.co_edits(question)
    }

    /// "What did I last do with X?": the newest touches of files whose paths contain a text.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn last_touches(&mut self, question: &episodes::LastTouchesQuestion) -> Result<episodes::TouchPage, Error> {
        self.records()?.last_touches(question)
    }

    /// "How often does each tool succeed, and how long does it take?"
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn tool_stats(&mut self, question: &episodes::ToolStatsQuestion) -> Result<episodes::ToolStatPage, Error> {
        self.records()?.tool_stats(question)
    }

    /// "What was I working on?": tasks, the most recently changed first.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn tasks(&mut self, question: &episodes::TasksQuestion) -> Result<episodes::TaskPage, Error> {
        self.records()?.tasks(question)
    }

    /// Patterns of how errors were mended and renames carried through, learnt as events were added.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn patterns(&mut self, question: &episodes::PatternsQuestion) -> Result<episodes::PatternPage, Error> {
        self.records()?.patterns(question)
    }

    /// Strategies, best first, among the newest 1,000 of the channel and of `_global`, or of all channels together.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn strategies(&mut self, question: &episodes::StrategiesQuestion) -> Result<episodes::StrategyPage, Error> {
        self.records()?.strategies(question)
    }

    /// Decisions: for each title in a channel the newest record. Examines the first 1,000 titles of a channel, in their order.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn decisions(&mut self, question: &episodes::DecisionsQuestion) -> Result<episodes::DecisionPage, Error> {
        self.records()?.decisions(question)
    }

    /// The working memory of a conversation: its newest turns and thoughts, and values until their lifetime ends.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn working_memory(
        &mut self,
        question: &episodes::WorkingMemoryQuestion,
    ) -> Result<episodes::WorkingSet, Error> {
        self.records()?.working_memory(question)
    }

    /// What is known of the user who has the memory open.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn profile(&mut self) -> Result<episodes::UserProfile, Error> {
        self.records()?.profile()
    }

    /// What an agent should be told at a moment; mostly nothing. When a session begins: open tasks, notes and decisions, and with a
    /// `text` also past work and failures that fit it. At a prompt: notes, decisions and lessons that fit it strongly, and what an
    /// agent said last with a name in code that the prompt has; at the first prompt of a session also the work of one of the last 8
    /// sessions with what came of it, if the prompt names the same thing, or only says to go on and both are on the same branch.
    /// Before a file is read or changed: errors that its edits mended in two sessions, and records that are anchored to it. After a
    /// failure: what mended the same error, and lessons and notes that contain the error verbatim. After a compaction: the open
    /// task, and files to read again.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn deliver(&mut self, question: &delivery::DeliverQuestion) -> Result<delivery::Delivered, Error> {
        self.records()?.deliver(question)
    }

    /// What agents were told, newest first. A session without any record or context is refused as `unknown`.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn deliveries(&mut self, question: &delivery::DeliveriesQuestion) -> Result<delivery::DeliveryPage, Error> {
        self.records()?.deliveries(question)
    }

    /// What agents would have been told in recorded sessions, and whether they used it. The memory is made anew from its history, in
    /// the order in which things became known, and `deliver` is asked at each moment of a replayed session, so that nothing is told
    /// that was not known then. A call becomes known when it ends, a note whose text was replaced when it was replaced, an imported
    /// record when it was imported. Compactions leave no record, so that none is replayed. Reads all records twice and keeps the
    /// replay in the instance, which takes about as much memory as the store. Nothing is stored.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn backtest(&mut self, question: &delivery::BacktestQuestion) -> Result<delivery::BacktestReport, Error> {
        self.records()?.backtest(question)
    }

    /// The records that fit a question, best first; filters act before the best are chosen. Reads the lists of the question's terms
    /// and rows of the records in these lists, never all records. An instance keeps up to 64 MiB of what it has read.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn recall(&mut self, question: &recall::RecallQuestion) -> Result<recall::Recalled, Error> {
        self.records()?.recall(question)
    }

    /// Records that fit a task: similar past work, notes, decisions and lessons, open tasks, and the user's profile, as quotations
    /// within a budget.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn remind(&mut self, question: &recall::RemindQuestion) -> Result<recall::Reminders, Error> {
        self.records()?.remind(question)
    }

    /// The context of a session; if there is none, a new context, which is not stored before it is saved.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn load_session(&mut self, question: &session::SessionQuestion) -> Result<session::SessionContext, Error> {
        self.records()?.load_session(question)
    }

    /// The sessions of the memory, with or without a context. If `id` is an unknown session, the call is refused, and the error
    /// suggests similar ones.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn sessions(&mut self, question: &session::SessionsQuestion) -> Result<session::SessionPage, Error> {
        self.records()?.sessions(question)
    }

    /// A summary of the entries that a compaction would remove: by rule, or in the words of a model that the host has. An answer of
    /// the model that `compact_session` would not accept is refused as `invalid`.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn summarise_session(&mut self, question: &session::SummariseQuestion) -> Result<session::SummaryDraft, Error> {
        self.records()?.summarise_session(question)
    }

    /// The current version of a session, and stored versions from before entries were removed.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn session_versions(&mut self, question: &session::VersionsQuestion) -> Result<session::VersionPage, Error> {
        self.records()?.session_versions(question)
    }

    /// What differs between two versions of a session.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn compare_sessions(&mut self, question: &session::CompareQuestion) -> Result<session::Comparison, Error> {
        self.records()?.compare_sessions(question)
    }

    /// Which files to read again after a compaction: those that the session touched most and last. A session without any record or
    /// context is `unknown`.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn reread(&mut self, question: &session::RereadQuestion) -> Result<session::FilesToReread, Error> {
        self.records()?.reread(question)
    }

    /// "What still fails?" Of the newest 2,000 calls, the failures that no later success mended. A success mends a failure of the
    /// same tool with the same aim. The aim is the file that the call names, or the first two words of the main part of a command
    /// line; of a line that succeeded, other parts may count too. Imported calls are left out.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn failures(&mut self, question: &session::FailuresQuestion) -> Result<session::FailurePage, Error> {
        self.records()?.failures(question)
    }

    /// What a new session should begin with: files that it will likely touch, open tasks, what failed last, notes that fit, and
    /// similar past work.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn begin_session(&mut self, question: &session::BeginQuestion) -> Result<session::Beginning, Error> {
        self.records()?.begin_session(question)
    }
}
