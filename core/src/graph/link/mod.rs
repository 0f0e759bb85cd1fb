//! Name resolution across files: the targets of a file's references, given the facts of all files.
//!
//! [`link`] is a pure function of the facts: equal facts give equal edges, in whatever order they were added. It also
//! returns the names it looked up in other files (the *trace*). The edges stay valid until the file itself changes or
//! one of those names changes its meaning. Work is bounded for each reference (`bounds`); a reference that exceeds the
//! bounds may lack edges. An unknown receiver is declined rather than guessed, and nothing is resolved across languages
//! with different rules.

mod blocks;
mod bounds;
mod callbacks;
pub(crate) mod change;
mod configs;
mod containers;
mod declined;
mod ecmascript;
mod edges;
mod glob_imports;
mod go;
mod go_modules;
mod implements;
mod imports;
mod keys;
mod lexical;
mod members;
mod memo;
mod modules;
mod objects;
mod packages;
mod positions;
mod projects;
mod protocols;
mod reaching;
pub(crate) mod scope_index;
mod shadow_index;
mod specifiers;
mod types;
mod value;
mod values;

use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

use crate::base::map::{Map, Set};
use crate::graph::facts::{DefId, ExprId};
use crate::graph::lang::{LANGUAGES, Language, Rules};
use crate::graph::model::names::{NameId, hash_in_file, hash_name};
use crate::graph::model::{FileId, Graph, ImportTarget, NewEdge, SymbolId};
use blocks::{BlockCandidates, Blocks};
use bounds::Bounds;
use glob_imports::GlobImports;
use lexical::hash_glob_imports;
use memo::Memo;
pub(crate) use modules::Roots;
pub(crate) use modules::folder_of;
use scope_index::{FileScopes, ScopeIndex};
use value::Values;

/// Version of these rules. Edges of another version are computed again.
pub(crate) const VERSION: u32 = 19;

#[derive(Default)]
pub(crate) struct FileLinks {
    /// Sorted, without duplicates.
    pub edges: Vec<NewEdge>,
    /// Imported modules outside the project, each with the line of its first import; sorted by name.
    pub externals: Vec<(String, u32)>,
    /// The targets of imports; sorted, without duplicates.
    pub imports: Vec<ImportTarget>,
    /// The number of imports and references whose target is outside the project or unknown.
    pub n_unlinked: u32,
    /// References without an edge, in source order, if the project or the language's own types define their name.
    pub declined_references: Vec<DeclinedReference>,
    /// Hashes of the names that were looked up in other files; sorted.
    pub trace: Vec<u32>,
}

/// A reference of which too little is known for an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DeclinedReference {
    /// The last name in the reference.
    pub name: NameId,
    /// The symbol that contains the reference.
    pub source: SymbolId,
    /// The line of the reference, from 1.
    pub line: u32,
    /// Whether the reference is a call or a decorator; otherwise it is a use.
    pub is_call: bool,
}

/// Links the imports and references of one file.
pub(crate) fn link(graph: &Graph, scopes: &ScopeIndex, roots: &Roots, file: FileId) -> FileLinks {
    let mut linker = Linker {
        graph,
        scopes,
        roots,
        home: file,
        bounds: Bounds::default(),
        trace: Set::default(),
        memo: Memo::new(file, scopes),
        imports: Map::default(),
        modules: Map::default(),
        last_module: None,
        path_roots: Map::default(),
        lineages: Map::default(),
        blocks: Map::default(),
        candidates: Map::default(),
        packages: Map::default(),
        members: Map::default(),
        methods: Map::default(),
        glob_imports: GlobImports::default(),
        no_blocks: Rc::default(),
        interfaces: implements::Interfaces::default(),
        result: FileLinks::default(),
    };
    linker.link_all();
    let mut links = linker.result;
    links.trace = linker.trace.into_iter().collect();
    links.trace.sort_unstable();
    links
}

impl Rules {
    /// The method that runs when an instance is created; `None` for Go and Rust.
    pub(crate) fn constructor(self) -> Option<&'static str> {
        match self {
            Rules::Ecmascript => Some("constructor"),
            Rules::Python => Some("__init__"),
            Rules::Go | Rules::Rust => None,
        }
    }

    /// Whether references in an anonymous function belong to the function around it.
    fn merges_anonymous(self) -> bool {
        matches!(self, Rules::Ecmascript | Rules::Go)
    }
}

/// A scope in which an expression is evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Site {
    file: FileId,
    scope: DefId,
}

/// A type and its supertypes: the type itself first, then its supertypes in the order in which members are looked up.
#[derive(Clone, Default)]
struct Lineage {
    types: Vec<(FileId, DefId)>,
    /// Whether a supertype is external or unknown, so that a missing member may be one of that supertype.
    is_open: bool,
}

/// A module as a Python import names it: the importing file, the level, and the path.
type WantedModule = (FileId, u8, Vec<NameId>);

struct Linker<'a> {
    graph: &'a Graph,
    scopes: &'a ScopeIndex,
    roots: &'a Roots,
    home: FileId,
    bounds: Bounds,
    trace: Set<u32>,
    memo: Memo,
    imports: Map<(FileId, u32), Values>,
    modules: Map<(FileId, u32), Values>,
    /// The Python module that was looked up last, with its values.
    last_module: Option<(WantedModule, Values)>,
    path_roots: Map<(FileId, DefId, u8), Values>,
    lineages: Map<(FileId, DefId), Rc<Lineage>>,
    blocks: Map<(FileId, DefId), Rc<Blocks>>,
    /// For each bare name, the blocks that extend a type of that name.
    candidates: Map<NameId, Rc<BlockCandidates>>,
    /// The values of names of Go packages, by file, name and view.
    packages: Map<(FileId, NameId, go::PackageView), Values>,
    /// Values of types' members, including inherited ones.
    members: Map<(FileId, DefId, NameId), Values>,
    /// The methods of Go types and interfaces.
    methods: Map<(FileId, DefId), Rc<implements::Methods>>,
    glob_imports: GlobImports,
    /// Shared by all types without blocks.
    no_blocks: Rc<Blocks>,
    interfaces: implements::Interfaces,
    result: FileLinks,
}

/// Adds the hash of a name to a trace.
fn record_dependency(trace: &mut Set<u32>, name: &str) {
    trace.insert(hash_name(name));
}

impl<'a> Linker<'a> {
    fn file(&self, file: FileId) -> Option<&'a FileScopes> {
        self.scopes.file(file)
    }

    /// The language of the file being linked.
    fn language(&self) -> &'static Language {
        &LANGUAGES[self.graph.file(self.home).language as usize]
    }

    fn rules(&self, file: FileId) -> Rules {
        LANGUAGES[self.graph.file(file).language as usize].rules
    }

    /// Records that the result depends on the meaning of a name in other files.
    fn record_dependency(&mut self, name: NameId) {
        self.trace.insert(self.graph.names.hash(name));
    }

    /// Records that the result depends on the meaning of a name inside another file. The names of the file being linked
    /// need no trace.
    fn record_dependency_elsewhere(&mut self, file: FileId, name: NameId) {
        if file != self.home {
            let name = self.graph.names.hash(name);
            self.trace.insert(hash_in_file(&self.graph.file(file).path, name));
        }
    }

    fn record_dependency_text(&mut self, name: &str) {
        record_dependency(&mut self.trace, name);
    }

    /// A name with a meaning in the language, such as `__init__`, recorded as a dependency; `None` if no file
    /// contains it.
    fn special_name(&mut self, name: &str) -> Option<NameId> {
        self.record_dependency_text(name);
        self.graph.names.get(name)
    }

    fn text(&self, name: NameId) -> &'a str {
        self.graph.names.text(name)
    }
}
