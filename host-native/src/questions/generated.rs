//! The questions as the interface has them. Written by `cargo xtask records` from `wit/`: change that.

use crate::records::Records;
use crate::wit::{delivery, episodes, graph, memory, prepare, recall, records, session};
use crate::{Error, Memory};

impl Memory {
    /// Finds symbols: exact names first, then qualified names, beginnings and parts. Where no name fits, by words: names made of
    /// exactly these come first, then names that have all of them, then the words of names, signatures and docs: what has more of the words
    /// comes first, and of equally many the rarer ones; a word such as `class` also means a kind, and a word that nothing has counts for
    /// nothing. Equal scores order by id.
    /// The path of a file, or an end of one with a slash or an ending in it, finds the file where no kinds are given.
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

    /// Who calls a symbol; of a method also the calls of what it overrides or implements, marked with `overridden`.
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

    /// What a change of a symbol can reach: everything that calls, uses, inherits, overrides or references it, calls what it
    /// overrides or implements, and so on. Confidence is the product along the way.
    /// Default of `depth`: 3.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn impact(&mut self, question: &graph::WalkQuestion) -> Result<graph::WalkPage, Error> {
        self.ask("graph.impact", |exports, store, back| {
            exports.scrubjay_memory_graph().call_impact(store, question, back)
        })
    }

    /// The tests that reach a symbol through calls, each once, by the shortest chain, which ends at the first test: what its language
    /// takes for a test, code of a test file outside any function, and what nothing calls there, as a fixture or a table of cases.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn tests(&mut self, question: &graph::TestsQuestion) -> Result<graph::WalkPage, Error> {
        self.ask("graph.tests", |exports, store, back| {
            exports.scrubjay_memory_graph().call_tests(store, question, back)
        })
    }

    /// The shortest chain of edges from one symbol to another. Of several, the one with the fewest `contains`, then the one whose
    /// confidences have the greatest product, then the one that stands first by path and line. From a file or type to what is
    /// inside it `contains` leads by each step of the way.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn path(&mut self, question: &graph::PathQuestion) -> Result<graph::PathPage, Error> {
        self.ask("graph.path", |exports, store, back| exports.scrubjay_memory_graph().call_path(store, question, back))
    }

    /// The types above and below a type; for a member of a type, what it overrides and what overrides it, whatever the `depth`: that is of
    /// types alone. `limit` holds for each list.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn hierarchy(&mut self, question: &graph::WalkQuestion) -> Result<graph::HierarchyPage, Error> {
        self.ask("graph.hierarchy", |exports, store, back| {
            exports.scrubjay_memory_graph().call_hierarchy(store, question, back)
        })
    }

    /// The places that have a symbol's name and no edge, most because the type of a receiver is not known: any may be of this symbol,
    /// whatever its kind.
    /// Not known is the type of a parameter without annotation, of a name that nothing binds, of null, and of what came out of
    /// something outside the project: a call of a library, an item, a member that an unknown base class may have. A value may be
    /// one of the project's own there. Known is what is named or made outside: an imported module or class and its members
    /// (`np.save`), what such a class makes (`Session()`) or annotates, and literals; these are in no list, but for constants: in Python a name
    /// that is imported from a module may be an object that takes its members from the project's modules. Reads that call nothing
    /// are among the places only where the object's name may lead to a definition.
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

    /// Which functions lines are of, in the code as it is indexed: lines that were noted before a file changed may be others' by now.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn functions_at(&mut self, question: &graph::FunctionsQuestion) -> Result<graph::FunctionPage, Error> {
        self.ask("graph.functions_at", |exports, store, back| {
            exports.scrubjay_memory_graph().call_functions_at(store, question, back)
        })
    }

    /// What the repository's own documents say of a question: sections of files called `README`, and of Markdown, best first. They are
    /// found by their words as they are indexed, up to 2,048 parts of each; their lines are read from the files.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn documents(&mut self, question: &graph::DocumentsQuestion) -> Result<graph::DocumentPage, Error> {
        self.ask("graph.documents", |exports, store, back| {
            exports.scrubjay_memory_graph().call_documents(store, question, back)
        })
    }

    /// How the memory stands. Loads every edge.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn status(&mut self) -> Result<memory::MemoryStatus, Error> {
        self.ask("memory.status", |exports, store, back| exports.scrubjay_memory_memory().call_status(store, back))
    }

    /// The code that a task needs, inside a token budget, each piece with its reasons, and beside it what something else has found.
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

    /// How many records there are. They are counted as they are added, not when this is asked.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn totals(&mut self) -> Result<records::RecordTotals, Error> {
        self.ask("records.totals", |exports, store, back| exports.scrubjay_memory_records().call_totals(store, back))
    }

    /// What happened, newest first. Where nothing fits, a name in it without any record is `unknown`, with those like it in the newest 200 records.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn events(&mut self, question: &episodes::EventsQuestion) -> Result<episodes::EventPage, Error> {
        self.ask("episodes.events", |exports, store, back| {
            exports.scrubjay_memory_episodes().call_events(store, question, back)
        })
    }

    /// What a time means that a person wrote. It needs no rows.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn read_time(&mut self, question: &episodes::ReadTimeQuestion) -> Result<episodes::TimeSpan, Error> {
        self.ask("episodes.read_time", |exports, store, back| {
            exports.scrubjay_memory_episodes().call_read_time(store, question, back)
        })
    }

    /// What was asked, done, failed, decided and noted, a line for each, newest first: "what did I do yesterday?" What was only looked at
    /// is left out, and so is what others did, as imports say. A session without any record is `unknown`.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn log(&mut self, question: &episodes::LogQuestion) -> Result<episodes::LogPage, Error> {
        self.ask("episodes.log", |exports, store, back| {
            exports.scrubjay_memory_episodes().call_log(store, question, back)
        })
    }

    /// A record by its id, or by a beginning of at least 8 characters that only its id has, what it was derived from, and what was derived
    /// from it. Length of `id`: 1 to 64 bytes.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn why(&mut self, id: &str) -> Result<episodes::Lineage, Error> {
        self.ask("episodes.why", |exports, store, back| exports.scrubjay_memory_episodes().call_why(store, id, back))
    }

    /// All records of the tenant, without loss, in a form to read: what `records.pack-import` reads.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn export_lines(&mut self, question: &episodes::ExportLinesQuestion) -> Result<episodes::ExportedLines, Error> {
        self.ask("episodes.export_lines", |exports, store, back| {
            exports.scrubjay_memory_episodes().call_export_lines(store, question, back)
        })
    }

    /// The tenant's records of a kind as a table (RFC 4180), to look at: nothing reads it again.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn export_csv(&mut self, question: &episodes::ExportCsvQuestion) -> Result<episodes::ExportedCsv, Error> {
        self.ask("episodes.export_csv", |exports, store, back| {
            exports.scrubjay_memory_episodes().call_export_csv(store, question, back)
        })
    }

    /// "Have I worked on this file?"
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn file_history(&mut self, question: &episodes::FileHistoryQuestion) -> Result<episodes::FileSummary, Error> {
        self.ask("episodes.file_history", |exports, store, back| {
            exports.scrubjay_memory_episodes().call_file_history(store, question, back)
        })
    }

    /// "Which files are edited together?" Kept up by each edit; files outside the project make no pairs.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn co_edits(&mut self, question: &episodes::CoEditsQuestion) -> Result<episodes::CoEditPage, Error> {
        self.ask("episodes.co_edits", |exports, store, back| {
            exports.scrubjay_memory_episodes().call_co_edits(store, question, back)
        })
    }

    /// "What did I last do with X?"
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

    /// "What was I working on?"
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn tasks(&mut self, question: &episodes::TasksQuestion) -> Result<episodes::TaskPage, Error> {
        self.ask("episodes.tasks", |exports, store, back| {
            exports.scrubjay_memory_episodes().call_tasks(store, question, back)
        })
    }

    /// What was learnt of how errors are mended and renames carried through, as events arrived.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn patterns(&mut self, question: &episodes::PatternsQuestion) -> Result<episodes::PatternPage, Error> {
        self.ask("episodes.patterns", |exports, store, back| {
            exports.scrubjay_memory_episodes().call_patterns(store, question, back)
        })
    }

    /// Strategies by how often they succeeded. Looks at the newest 1,000.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn strategies(&mut self, question: &episodes::StrategiesQuestion) -> Result<episodes::StrategyPage, Error> {
        self.ask("episodes.strategies", |exports, store, back| {
            exports.scrubjay_memory_episodes().call_strategies(store, question, back)
        })
    }

    /// What was decided: of each title in a channel the newest record. Looks at 1,000 titles of a channel, in their order.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn decisions(&mut self, question: &episodes::DecisionsQuestion) -> Result<episodes::DecisionPage, Error> {
        self.ask("episodes.decisions", |exports, store, back| {
            exports.scrubjay_memory_episodes().call_decisions(store, question, back)
        })
    }

    /// What is at hand in a conversation: its newest turns, and values until their lifetime is over.
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

    /// What an agent should be told at a moment; mostly nothing. When a session begins: open tasks, what still fails, past work (where
    /// nothing is asked yet what was asked for last), notes and decisions, likely files. At a prompt: what answers it strongly. Before a file is changed: what failed after it was changed last and
    /// was not mended, errors that its edits mended, what is anchored to it. After a failure: what mended the same error, and lessons and
    /// notes that hold it as it stands. After a compaction: the open task, and files to read again.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn deliver(&mut self, question: &delivery::DeliverQuestion) -> Result<delivery::Delivered, Error> {
        self.ask("delivery.deliver", |exports, store, back| {
            exports.scrubjay_memory_delivery().call_deliver(store, question, back)
        })
    }

    /// What was told, newest first. A session without any record or context is `unknown`.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn deliveries(&mut self, question: &delivery::DeliveriesQuestion) -> Result<delivery::DeliveryPage, Error> {
        self.ask("delivery.deliveries", |exports, store, back| {
            exports.scrubjay_memory_delivery().call_deliveries(store, question, back)
        })
    }

    /// What fits a question, best first: filters act before the best are chosen. Reads the lists of the question's terms and what is
    /// stored of the records that have them, never all; an instance keeps up to 64 MiB of that.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn recall(&mut self, question: &recall::RecallQuestion) -> Result<recall::Recalled, Error> {
        self.ask("recall.recall", |exports, store, back| {
            exports.scrubjay_memory_recall().call_recall(store, question, back)
        })
    }

    /// What was recorded that a task calls to mind: past work like it, notes, decisions and lessons that fit, open tasks, and what is
    /// kept of the user, as quotations within a budget.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn remind(&mut self, question: &recall::RemindQuestion) -> Result<recall::Reminders, Error> {
        self.ask("recall.remind", |exports, store, back| {
            exports.scrubjay_memory_recall().call_remind(store, question, back)
        })
    }

    /// The context of a session; where there is none, that of a new one, which is not stored before it is saved.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn load_session(&mut self, question: &session::SessionQuestion) -> Result<session::SessionContext, Error> {
        self.ask("session.load_session", |exports, store, back| {
            exports.scrubjay_memory_session().call_load_session(store, question, back)
        })
    }

    /// The sessions of the memory, with or without a context. One that is named and not known is refused, with those that are like it.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn sessions(&mut self, question: &session::SessionsQuestion) -> Result<session::SessionPage, Error> {
        self.ask("session.sessions", |exports, store, back| {
            exports.scrubjay_memory_session().call_sessions(store, question, back)
        })
    }

    /// What a compaction would say of the entries that leave: by rule, or in the words of a model that the host has. An answer of the model
    /// that is not as `compact_session` wants it is refused as `invalid`.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn summarise_session(&mut self, question: &session::SummariseQuestion) -> Result<session::SummaryDraft, Error> {
        self.ask("session.summarise_session", |exports, store, back| {
            exports.scrubjay_memory_session().call_summarise_session(store, question, back)
        })
    }

    /// How a session is now, and how it was before what took entries away.
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

    /// Which files to read again after a compaction: those that the session touched most and last. A session without any record or context is `unknown`.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn reread(&mut self, question: &session::RereadQuestion) -> Result<session::FilesToReread, Error> {
        self.ask("session.reread", |exports, store, back| {
            exports.scrubjay_memory_session().call_reread(store, question, back)
        })
    }

    /// "What still fails?" Of the newest 2,000 calls those that failed and that no later success mended: a success of the same tool with
    /// the same aim, which is the first two words of what a command line is for, also as a part of another one, or the file that it names. What was imported is left out.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn failures(&mut self, question: &session::FailuresQuestion) -> Result<session::FailurePage, Error> {
        self.ask("session.failures", |exports, store, back| {
            exports.scrubjay_memory_session().call_failures(store, question, back)
        })
    }

    /// What a new session should begin with: files that it will likely touch, tasks that are open, what failed last, notes that fit, and
    /// past work that was like it.
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

    /// How many records there are. They are counted as they are added, not when this is asked.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn totals(&mut self) -> Result<records::RecordTotals, Error> {
        self.records()?.totals()
    }

    /// What happened, newest first. Where nothing fits, a name in it without any record is `unknown`, with those like it in the newest 200 records.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn events(&mut self, question: &episodes::EventsQuestion) -> Result<episodes::EventPage, Error> {
        self.records()?.events(question)
    }

    /// What a time means that a person wrote. It needs no rows.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn read_time(&mut self, question: &episodes::ReadTimeQuestion) -> Result<episodes::TimeSpan, Error> {
        self.records()?.read_time(question)
    }

    /// What was asked, done, failed, decided and noted, a line for each, newest first: "what did I do yesterday?" What was only looked at
    /// is left out, and so is what others did, as imports say. A session without any record is `unknown`.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn log(&mut self, question: &episodes::LogQuestion) -> Result<episodes::LogPage, Error> {
        self.records()?.log(question)
    }

    /// A record by its id, or by a beginning of at least 8 characters that only its id has, what it was derived from, and what was derived
    /// from it. Length of `id`: 1 to 64 bytes.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn why(&mut self, id: &str) -> Result<episodes::Lineage, Error> {
        self.records()?.why(id)
    }

    /// All records of the tenant, without loss, in a form to read: what `records.pack-import` reads.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn export_lines(&mut self, question: &episodes::ExportLinesQuestion) -> Result<episodes::ExportedLines, Error> {
        self.records()?.export_lines(question)
    }

    /// The tenant's records of a kind as a table (RFC 4180), to look at: nothing reads it again.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn export_csv(&mut self, question: &episodes::ExportCsvQuestion) -> Result<episodes::ExportedCsv, Error> {
        self.records()?.export_csv(question)
    }

    /// "Have I worked on this file?"
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn file_history(&mut self, question: &episodes::FileHistoryQuestion) -> Result<episodes::FileSummary, Error> {
        self.records()?.file_history(question)
    }

    /// "Which files are edited together?" Kept up by each edit; files outside the project make no pairs.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn co_edits(&mut self, question: &episodes::CoEditsQuestion) -> Result<episodes::CoEditPage, Error> {
        self.records()?.co_edits(question)
    }

    /// "What did I last do with X?"
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

    /// "What was I working on?"
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn tasks(&mut self, question: &episodes::TasksQuestion) -> Result<episodes::TaskPage, Error> {
        self.records()?.tasks(question)
    }

    /// What was learnt of how errors are mended and renames carried through, as events arrived.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn patterns(&mut self, question: &episodes::PatternsQuestion) -> Result<episodes::PatternPage, Error> {
        self.records()?.patterns(question)
    }

    /// Strategies by how often they succeeded. Looks at the newest 1,000.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn strategies(&mut self, question: &episodes::StrategiesQuestion) -> Result<episodes::StrategyPage, Error> {
        self.records()?.strategies(question)
    }

    /// What was decided: of each title in a channel the newest record. Looks at 1,000 titles of a channel, in their order.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn decisions(&mut self, question: &episodes::DecisionsQuestion) -> Result<episodes::DecisionPage, Error> {
        self.records()?.decisions(question)
    }

    /// What is at hand in a conversation: its newest turns, and values until their lifetime is over.
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

    /// What an agent should be told at a moment; mostly nothing. When a session begins: open tasks, what still fails, past work (where
    /// nothing is asked yet what was asked for last), notes and decisions, likely files. At a prompt: what answers it strongly. Before a file is changed: what failed after it was changed last and
    /// was not mended, errors that its edits mended, what is anchored to it. After a failure: what mended the same error, and lessons and
    /// notes that hold it as it stands. After a compaction: the open task, and files to read again.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn deliver(&mut self, question: &delivery::DeliverQuestion) -> Result<delivery::Delivered, Error> {
        self.records()?.deliver(question)
    }

    /// What was told, newest first. A session without any record or context is `unknown`.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn deliveries(&mut self, question: &delivery::DeliveriesQuestion) -> Result<delivery::DeliveryPage, Error> {
        self.records()?.deliveries(question)
    }

    /// What fits a question, best first: filters act before the best are chosen. Reads the lists of the question's terms and what is
    /// stored of the records that have them, never all; an instance keeps up to 64 MiB of that.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn recall(&mut self, question: &recall::RecallQuestion) -> Result<recall::Recalled, Error> {
        self.records()?.recall(question)
    }

    /// What was recorded that a task calls to mind: past work like it, notes, decisions and lessons that fit, open tasks, and what is
    /// kept of the user, as quotations within a budget.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn remind(&mut self, question: &recall::RemindQuestion) -> Result<recall::Reminders, Error> {
        self.records()?.remind(question)
    }

    /// The context of a session; where there is none, that of a new one, which is not stored before it is saved.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn load_session(&mut self, question: &session::SessionQuestion) -> Result<session::SessionContext, Error> {
        self.records()?.load_session(question)
    }

    /// The sessions of the memory, with or without a context. One that is named and not known is refused, with those that are like it.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn sessions(&mut self, question: &session::SessionsQuestion) -> Result<session::SessionPage, Error> {
        self.records()?.sessions(question)
    }

    /// What a compaction would say of the entries that leave: by rule, or in the words of a model that the host has. An answer of the model
    /// that is not as `compact_session` wants it is refused as `invalid`.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn summarise_session(&mut self, question: &session::SummariseQuestion) -> Result<session::SummaryDraft, Error> {
        self.records()?.summarise_session(question)
    }

    /// How a session is now, and how it was before what took entries away.
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

    /// Which files to read again after a compaction: those that the session touched most and last. A session without any record or context is `unknown`.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn reread(&mut self, question: &session::RereadQuestion) -> Result<session::FilesToReread, Error> {
        self.records()?.reread(question)
    }

    /// "What still fails?" Of the newest 2,000 calls those that failed and that no later success mended: a success of the same tool with
    /// the same aim, which is the first two words of what a command line is for, also as a part of another one, or the file that it names. What was imported is left out.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn failures(&mut self, question: &session::FailuresQuestion) -> Result<session::FailurePage, Error> {
        self.records()?.failures(question)
    }

    /// What a new session should begin with: files that it will likely touch, tasks that are open, what failed last, notes that fit, and
    /// past work that was like it.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn begin_session(&mut self, question: &session::BeginQuestion) -> Result<session::Beginning, Error> {
        self.records()?.begin_session(question)
    }
}
