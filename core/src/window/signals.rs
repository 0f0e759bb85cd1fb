//! What the conversation tells of each part, kept up as parts come and go.

use super::history::History;

/// See the module.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signals {}

impl Signals {
    /// A part came.
    pub(crate) fn push(&mut self, _history: &History, _at: usize) {}

    /// A part was pruned: what it held cannot be read any more.
    pub(crate) fn prune(&mut self, _history: &History, _at: usize) {}
}
