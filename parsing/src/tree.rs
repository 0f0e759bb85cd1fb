//! Packs a syntax tree for the component: three words per node, in pre-order, only the kinds it needs.
//!
//! One walk with a cursor and without recursion, so nesting of any depth cannot overflow the stack. Not here: parsing.

use tree_sitter::{Language, Node, Tree, TreeCursor};

/// Greatest depth of the grammar's own tree that is visited; deeper nodes are left out.
const MAX_LEVELS: usize = 10_000;
/// Greatest number of packed nodes of a file; they take 24 MB.
const MAX_NODES: usize = 2_000_000;

/// The greatest number of a kind that a packed word has bits for; 0 stands for no kind.
const MAX_KINDS: usize = (1 << 10) - 1;
/// The greatest number of a field that a packed word has bits for; 0 stands for no field.
const MAX_FIELDS: usize = (1 << 6) - 1;

/// The needed kinds and fields, by the grammar's ids.
#[derive(Clone, Debug)]
pub struct Wanted {
    kinds: Vec<Kind>,
    fields: Vec<u32>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Kind {
    /// The 1-based number of a needed kind; 0 for a kind that is left out.
    number: u32,
    is_leaf: bool,
}

/// The nodes of a tree that the component needs, in pre-order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Packed {
    /// Three words per node: `kind | field << 10 | depth << 16`, then the offsets of its start and end in bytes.
    pub words: Vec<u32>,
    /// Whether a limit of nodes or depth was reached, so that nodes are missing.
    pub cut_short: bool,
}

impl Wanted {
    /// Looks up names in a grammar, in the order of their numbers. Each kind is given as its name, whether its nodes
    /// are named ones, and whether what is below them is left out. `None` if there are more kinds or fields than a
    /// packed word can represent. A name that the grammar lacks never matches.
    pub fn new<'a>(
        grammar: &Language,
        kinds: impl Iterator<Item = (&'a str, bool, bool)>,
        fields: impl Iterator<Item = &'a str>,
    ) -> Option<Wanted> {
        let mut wanted = Wanted {
            kinds: vec![Kind::default(); grammar.node_kind_count()],
            fields: vec![0; grammar.field_count() + 1],
        };
        for (index, (name, is_named, is_leaf)) in kinds.enumerate() {
            if index == MAX_KINDS {
                return None;
            }
            wanted.assign_kind(grammar, name, is_named, Kind { number: index as u32 + 1, is_leaf });
        }
        for (index, name) in fields.enumerate() {
            if index == MAX_FIELDS {
                return None;
            }
            if let Some(id) = grammar.field_id_for_name(name) {
                wanted.fields[usize::from(id.get())] = index as u32 + 1;
            }
        }
        Some(wanted)
    }

    /// Assigns a kind to all ids of a name: a name may have several ids, if rules share it through an alias.
    fn assign_kind(&mut self, grammar: &Language, name: &str, is_named: bool, kind: Kind) {
        for id in 0..self.kinds.len() as u16 {
            if grammar.node_kind_is_named(id) == is_named && grammar.node_kind_for_id(id) == Some(name) {
                self.kinds[usize::from(id)] = kind;
            }
        }
    }

    fn kind(&self, node: &Node<'_>) -> Kind {
        // Error nodes have an id beyond those of the grammar.
        self.kinds.get(usize::from(node.kind_id())).copied().unwrap_or_default()
    }

    fn field(&self, cursor: &TreeCursor<'_>) -> u32 {
        cursor.field_id().and_then(|id| self.fields.get(usize::from(id.get()))).copied().unwrap_or(0)
    }
}

/// Packs a tree. O(nodes). The depth of packed nodes is below 65,536.
pub fn pack(tree: &Tree, wanted: &Wanted) -> Packed {
    // About half of a tree is punctuation, which is not needed.
    let capacity = tree.root_node().descendant_count().min(MAX_NODES) * 3 / 2;
    let mut packed = Packed { words: Vec::with_capacity(capacity), cut_short: false };
    let mut cursor = tree.walk();
    let mut levels_above: Vec<Level> = Vec::new();
    let (mut depth, mut n_siblings) = (0, 0_u32);
    loop {
        let node = cursor.node();
        let kind = wanted.kind(&node);
        let is_needed = kind.number != 0;
        if is_needed {
            if packed.words.len() == 3 * MAX_NODES {
                packed.cut_short = true;
                return packed;
            }
            let packed_word = kind.number | wanted.field(&cursor) << 10 | depth << 16;
            packed.words.extend([packed_word, node.start_byte() as u32, node.end_byte() as u32]);
        }
        let n_children = if kind.is_leaf { 0 } else { node.child_count() };
        if n_children > 0 {
            if levels_above.len() < MAX_LEVELS && cursor.goto_first_child() {
                levels_above.push(Level { n_siblings, is_packed: is_needed });
                n_siblings = n_children - 1;
                depth += u32::from(is_needed);
                continue;
            }
            packed.cut_short = true;
        }
        // Siblings are counted, because finding out that there is none left would move the cursor up through all hidden
        // levels.
        while n_siblings == 0 {
            let Some(level) = levels_above.pop() else { return packed };
            depth -= u32::from(level.is_packed);
            n_siblings = level.n_siblings;
            cursor.goto_parent();
        }
        n_siblings -= 1;
        cursor.goto_next_sibling();
    }
}

/// A level of the tree above the cursor.
struct Level {
    /// The number of siblings after the level's node that are not visited yet.
    n_siblings: u32,
    /// Whether the level's node was packed.
    is_packed: bool,
}
