//! The questions that a memory answers, one function each.
//!
//! Not here: what they mean, which the component's interface documents, and how they are asked.

use crate::wit::{graph, memory, recall};
use crate::{Error, Memory};

impl Memory {
    /// Finds symbols.
    ///
    /// # Errors
    /// As for every question here: [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn find(&mut self, question: &graph::FindQuestion) -> Result<graph::FindPage, Error> {
        self.ask("graph.find", |exports, store, back| exports.scrubjay_memory_graph().call_find(store, question, back))
    }

    /// The symbols of one file.
    ///
    /// # Errors
    /// As for [`Memory::find`].
    pub fn outline(&mut self, path: &str) -> Result<graph::FileOutline, Error> {
        self.ask("graph.outline", |exports, store, back| {
            exports.scrubjay_memory_graph().call_outline(store, path, back)
        })
    }

    /// Who calls a symbol.
    ///
    /// # Errors
    /// As for [`Memory::find`].
    pub fn callers(&mut self, question: &graph::WalkQuestion) -> Result<graph::WalkPage, Error> {
        self.ask("graph.callers", |exports, store, back| {
            exports.scrubjay_memory_graph().call_callers(store, question, back)
        })
    }

    /// What a symbol calls.
    ///
    /// # Errors
    /// As for [`Memory::find`].
    pub fn callees(&mut self, question: &graph::WalkQuestion) -> Result<graph::WalkPage, Error> {
        self.ask("graph.callees", |exports, store, back| {
            exports.scrubjay_memory_graph().call_callees(store, question, back)
        })
    }

    /// Every place that names a symbol.
    ///
    /// # Errors
    /// As for [`Memory::find`].
    pub fn references(&mut self, question: &graph::WalkQuestion) -> Result<graph::WalkPage, Error> {
        self.ask("graph.references", |exports, store, back| {
            exports.scrubjay_memory_graph().call_references(store, question, back)
        })
    }

    /// What a change of a symbol can reach.
    ///
    /// # Errors
    /// As for [`Memory::find`].
    pub fn impact(&mut self, question: &graph::WalkQuestion) -> Result<graph::WalkPage, Error> {
        self.ask("graph.impact", |exports, store, back| {
            exports.scrubjay_memory_graph().call_impact(store, question, back)
        })
    }

    /// The shortest chain of edges from one symbol to another.
    ///
    /// # Errors
    /// As for [`Memory::find`].
    pub fn path(&mut self, question: &graph::PathQuestion) -> Result<graph::PathPage, Error> {
        self.ask("graph.path", |exports, store, back| exports.scrubjay_memory_graph().call_path(store, question, back))
    }

    /// The types above and below a type; for a member of a type, what it overrides and what overrides it.
    ///
    /// # Errors
    /// As for [`Memory::find`].
    pub fn hierarchy(&mut self, question: &graph::WalkQuestion) -> Result<graph::HierarchyPage, Error> {
        self.ask("graph.hierarchy", |exports, store, back| {
            exports.scrubjay_memory_graph().call_hierarchy(store, question, back)
        })
    }

    /// What a file depends on.
    ///
    /// # Errors
    /// As for [`Memory::find`].
    pub fn dependencies(&mut self, question: &graph::FileQuestion) -> Result<graph::DependencyPage, Error> {
        self.ask("graph.dependencies", |exports, store, back| {
            exports.scrubjay_memory_graph().call_dependencies(store, question, back)
        })
    }

    /// What depends on a file.
    ///
    /// # Errors
    /// As for [`Memory::find`].
    pub fn dependents(&mut self, question: &graph::FileQuestion) -> Result<graph::DependencyPage, Error> {
        self.ask("graph.dependents", |exports, store, back| {
            exports.scrubjay_memory_graph().call_dependents(store, question, back)
        })
    }

    /// The most important symbols, in a token budget.
    ///
    /// # Errors
    /// As for [`Memory::find`].
    pub fn map(&mut self, question: &graph::MapQuestion) -> Result<graph::RepositoryMap, Error> {
        self.ask("graph.map", |exports, store, back| exports.scrubjay_memory_graph().call_map(store, question, back))
    }

    /// The whole graph as canonical text: the slices of [`Memory::export`], all of one state of the store.
    ///
    /// # Errors
    /// As for [`Memory::find`].
    pub fn export_whole(&mut self) -> Result<String, Error> {
        let whole = self.export_slices();
        self.if_whole(whole)
    }

    fn export_slices(&mut self) -> Result<String, Error> {
        let snapshot = self.snapshot()?;
        let (mut whole, mut cursor) = (String::new(), Some(0));
        while let Some(at) = cursor {
            let page = self.ask_at(&*snapshot, "graph.export", |exports, store, back| {
                exports.scrubjay_memory_graph().call_export(store, at, back)
            })?;
            whole.push_str(&page.text);
            cursor = page.next;
        }
        Ok(whole)
    }

    /// A slice of the graph as canonical text, from a cursor of 0 on: a place in the list of files, so that a store that is
    /// written between two slices may give a file twice, or leave one out.
    ///
    /// # Errors
    /// As for [`Memory::find`].
    pub fn export(&mut self, cursor: u32) -> Result<graph::ExportPage, Error> {
        self.ask("graph.export", |exports, store, back| {
            exports.scrubjay_memory_graph().call_export(store, cursor, back)
        })
    }

    /// The code that a task needs, in a token budget.
    ///
    /// # Errors
    /// As for [`Memory::find`].
    pub fn prepare(&mut self, question: &recall::PrepareQuestion) -> Result<recall::Prepared, Error> {
        self.ask("recall.prepare", |exports, store, back| {
            exports.scrubjay_memory_recall().call_prepare(store, question, back)
        })
    }

    /// How the memory stands.
    ///
    /// # Errors
    /// As for [`Memory::find`].
    pub fn status(&mut self) -> Result<memory::MemoryStatus, Error> {
        self.ask("memory.status", |exports, store, back| exports.scrubjay_memory_memory().call_status(store, back))
    }
}
