//! The questions that a memory answers, one function each, and the graph as text.
//!
//! Not here: what they mean, which the component's interface documents, and how they are asked.

mod defaults;
mod generated;

use crate::wit::graph;
use crate::{Error, Memory};

impl Memory {
    /// The graph, or a part of it, as one text: the slices of [`Memory::export`], all from one snapshot of the store.
    ///
    /// # Errors
    /// As for [`Memory::find`].
    pub fn export_whole(&mut self, question: &graph::ExportQuestion) -> Result<String, Error> {
        let mut text = String::new();
        self.export_slices(question, &mut |page| text.push_str(&page.text))?;
        Ok(text)
    }

    /// Passes the slices of the graph's text to a function, all from one snapshot of the store.
    ///
    /// # Errors
    /// As for [`Memory::find`].
    pub fn export_slices(
        &mut self,
        question: &graph::ExportQuestion,
        take: &mut dyn FnMut(&graph::ExportPage),
    ) -> Result<(), Error> {
        let result = self.pass_slices(question, take);
        self.check_not_overwritten(result)
    }

    fn pass_slices(
        &mut self,
        question: &graph::ExportQuestion,
        take: &mut dyn FnMut(&graph::ExportPage),
    ) -> Result<(), Error> {
        let snapshot = self.snapshot()?;
        let mut question = question.clone();
        loop {
            let page = self.ask_at(&*snapshot, "graph.export", |exports, store, resumed| {
                exports.scrubjay_memory_graph().call_export(store, &question, resumed)
            })?;
            take(&page);
            match page.next {
                Some(next) => question.cursor = next,
                None => return Ok(()),
            }
        }
    }

    /// One slice of the graph's text; the first one has the cursor 0. If the store is written between two slices, a
    /// file may be missing or occur twice.
    ///
    /// # Errors
    /// As for [`Memory::find`].
    pub fn export(&mut self, question: &graph::ExportQuestion) -> Result<graph::ExportPage, Error> {
        self.ask("graph.export", |exports, store, resumed| {
            exports.scrubjay_memory_graph().call_export(store, question, resumed)
        })
    }
}
