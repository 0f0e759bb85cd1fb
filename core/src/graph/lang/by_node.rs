//! A map from tree nodes to their definitions; the second pass over a file looks up every node in it.

use alloc::vec::Vec;

use crate::graph::facts::DefId;
use crate::graph::syntax::NodeId;

/// The definition of each node by the node's index; definition 0 if it has none.
pub(super) struct DefinitionsByNode(Vec<DefId>);

impl DefinitionsByNode {
    /// A map for a tree of `n_nodes` nodes. Of several definitions of one node the first counts.
    pub(super) fn new(n_nodes: usize, defined_nodes: &[(NodeId, DefId)]) -> DefinitionsByNode {
        // Definition 0 is the file, which has no node, so 0 can mean no definition.
        let mut definitions = vec![DefId(0); n_nodes];
        defined_nodes.iter().rev().for_each(|&(node, definition)| definitions[node.0 as usize] = definition);
        DefinitionsByNode(definitions)
    }

    /// The definition of a node, if it has one.
    pub(super) fn get(&self, node: NodeId) -> Option<DefId> {
        self.0.get(node.0 as usize).copied().filter(|&definition| definition != DefId(0))
    }
}
