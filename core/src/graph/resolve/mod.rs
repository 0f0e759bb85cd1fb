//! Names across files: what each reference of a file means, given every file's facts.
//!
//! [`link`] is a function of the facts alone: equal facts give equal edges, whatever order they came in. It also says
//! which names it looked up in other files (the *trace*): as long as none of those changes its meaning, the edges hold.
//! Work is bounded for each reference (`bounds`); what goes past is left unlinked.
//! An unknown receiver is declined rather than guessed, and nothing is bound across languages.

mod blocks;
mod bounds;
mod callbacks;
mod configs;
mod containers;
mod ecmascript;
mod edges;
mod go;
mod go_modules;
mod implements;
mod imports;
mod keys;
mod latest;
mod lexical;
mod members;
mod memo;
mod modules;
mod packages;
mod places;
mod projects;
mod protocols;
mod specifiers;
mod stars;
mod types;
mod value;
mod values;

use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

use super::code::{Code, FileCode};
use super::facts::{DefId, ExprId};
use super::lang::{LANGUAGES, Language, Rules};
use super::links::{FileId, Graph, NewEdge};
use super::names::{NameId, hash_in_file, hash_name};
use crate::map::{Map, Set};
use blocks::{Blocks, Candidates};
use bounds::Bounds;
pub(crate) use lexical::hash_stars;
use memo::Memo;
pub use modules::Roots;
pub(crate) use modules::folder_of;
pub use projects::Projects;
use stars::Stars;
use value::Values;

/// Version of these rules: edges that another version made are made again.
pub const VERSION: u32 = 16;

/// What linking a file gives.
#[derive(Default)]
pub struct Linked {
    /// Sorted, each once.
    pub edges: Vec<NewEdge>,
    /// Modules outside the project that it imports, with the first line; sorted by name.
    pub externals: Vec<(String, u32)>,
    /// References whose target is outside or unknown.
    pub n_unlinked: u32,
    /// Hashes of the names that were looked up in other files; sorted.
    pub trace: Vec<u32>,
}

/// Links the references of one file.
pub fn link(graph: &Graph, code: &Code, roots: &Roots, file: FileId) -> Linked {
    let mut linker = Linker {
        graph,
        code,
        roots,
        home: file,
        bounds: Bounds::default(),
        trace: Set::default(),
        memo: Memo::new(file, code),
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
        stars: Stars::default(),
        no_blocks: Rc::default(),
        interfaces: implements::Interfaces::default(),
        linked: Linked::default(),
    };
    linker.link_all();
    let mut linked = linker.linked;
    linked.trace = linker.trace.into_iter().collect();
    linked.trace.sort_unstable();
    linked
}

impl Rules {
    /// The method that making an instance calls; Go and Rust have none.
    fn constructor(self) -> Option<&'static str> {
        match self {
            Rules::Ecmascript => Some("constructor"),
            Rules::Python => Some("__init__"),
            Rules::Go | Rules::Rust => None,
        }
    }

    /// Whether a function without a name is part of the one that it is written in, rather than one of its own.
    fn lifts_nameless(self) -> bool {
        matches!(self, Rules::Ecmascript | Rules::Go)
    }
}

/// A place to read an expression from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    file: FileId,
    scope: DefId,
}

/// A type's ancestors, nearest first and itself at the head.
#[derive(Clone, Default)]
struct Lineage {
    types: Vec<(FileId, DefId)>,
    /// Some ancestor lies outside the project or is unknown: a missing member says nothing.
    open: bool,
}

/// A module as an import of Python says it: from which file, how many folders up, and its path.
type WantedModule = (FileId, u8, Vec<NameId>);

struct Linker<'a> {
    graph: &'a Graph,
    code: &'a Code,
    roots: &'a Roots,
    home: FileId,
    bounds: Bounds,
    trace: Set<u32>,
    memo: Memo,
    imports: Map<(FileId, u32), Values>,
    modules: Map<(FileId, u32), Values>,
    /// The module of Python that was last looked up.
    last_module: Option<(WantedModule, Values)>,
    path_roots: Map<(FileId, DefId, u8), Values>,
    lineages: Map<(FileId, DefId), Rc<Lineage>>,
    blocks: Map<(FileId, DefId), Rc<Blocks>>,
    /// By the bare name of the type that they extend.
    candidates: Map<NameId, Rc<Candidates>>,
    /// Names of packages, as a file of the package sees them or as other packages do.
    packages: Map<(FileId, NameId, go::View), Values>,
    /// Members of types, their own or their ancestors'.
    members: Map<(FileId, DefId, NameId), Values>,
    /// Methods of Go's types and interfaces.
    methods: Map<(FileId, DefId), Rc<implements::Methods>>,
    stars: Stars,
    /// What types without blocks share.
    no_blocks: Rc<Blocks>,
    interfaces: implements::Interfaces,
    linked: Linked,
}

/// Adds a name to a trace.
fn hear(trace: &mut Set<u32>, name: &str) {
    trace.insert(hash_name(name));
}

impl<'a> Linker<'a> {
    fn file(&self, file: FileId) -> Option<&'a FileCode> {
        self.code.file(file)
    }

    /// The language of the file that is linked.
    fn language(&self) -> &'static Language {
        &LANGUAGES[self.graph.file(self.home).language as usize]
    }

    fn rules(&self, file: FileId) -> Rules {
        LANGUAGES[self.graph.file(file).language as usize].rules
    }

    /// Notes that the answer depends on what a name means elsewhere.
    fn consult(&mut self, name: NameId) {
        self.trace.insert(self.graph.names.hash(name));
    }

    /// The same, where the name is read in another file: a file's own names are its own affair.
    fn consult_elsewhere(&mut self, file: FileId, name: NameId) {
        if file != self.home {
            let name = self.graph.names.hash(name);
            self.trace.insert(hash_in_file(&self.graph.file(file).path, name));
        }
    }

    fn consult_text(&mut self, name: &str) {
        hear(&mut self.trace, name);
    }

    /// A name that the language gives a meaning, consulted; none where no file has it yet.
    fn special(&mut self, name: &str) -> Option<NameId> {
        self.consult_text(name);
        self.graph.names.get(name)
    }

    fn text(&self, name: NameId) -> &'a str {
        self.graph.names.text(name)
    }
}
