//! What one file says, in one form for every language: definitions, imports, bindings, expressions, references.
//!
//! Facts are made from one file alone, and edges are a function of all files' facts. Expressions are kept only as far
//! as they can lead to a definition: names, members, calls, containers; never literals' text.
//! A language's extractor (`lang`) fills a [`Facts`]; the resolver (`resolve`) reads it. Not here: other files.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::kind::SymbolKind;
use super::slice_bounds::SliceBounds;
use crate::map::Places;
use crate::order;
use crate::text::identity::identity;

/// A name, by its place in the file's own table; 0 is no name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Name(pub u32);

/// A definition, by its place in [`Facts::definitions`]; 0 is the file itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct DefId(pub u32);

/// An expression, by its place in [`Facts::exprs`]; 0 is one that nothing is known of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ExprId(pub u32);

/// A run of [`Facts::items`]: `start` and how many. Packed, so that an [`Expr`] with a list takes twelve bytes instead of sixteen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(Rust, packed(2))]
pub struct List {
    /// The first item.
    pub start: u32,
    /// How many items; at most [`MOST_ITEMS`], but for [`Facts::exports`].
    pub len: u16,
}

/// The longest list that is kept; further items are dropped.
pub const MOST_ITEMS: usize = 64;
/// The longest name in bytes; a longer one is cut at a character boundary.
pub const MOST_NAME_BYTES: usize = 256;
/// The longest signature or doc in bytes; a longer one is cut and ends with `…`.
pub const MOST_TEXT_BYTES: usize = 400;

/// A set of marks on a definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Marks(pub u16);

impl Marks {
    /// Has no name of its own: a lambda, a closure, an `impl` block.
    pub const ANONYMOUS: Marks = Marks(1);
    /// Called without a receiver's value.
    pub const STATIC: Marks = Marks(1 << 1);
    /// Its first parameter is the class.
    pub const CLASS_METHOD: Marks = Marks(1 << 2);
    /// Read like a field, calls when read.
    pub const PROPERTY: Marks = Marks(1 << 3);
    /// `async`: its value comes through an await.
    pub const ASYNC: Marks = Marks(1 << 4);
    /// Yields elements instead of returning a value.
    pub const GENERATOR: Marks = Marks(1 << 5);
    /// A test, by the language's or its usual frameworks' rules.
    pub const TEST: Marks = Marks(1 << 6);
    /// Declared without a body.
    pub const ABSTRACT: Marks = Marks(1 << 7);
    /// Meant for other files (`pub`, `export`, a name without `_`).
    pub const PUBLIC: Marks = Marks(1 << 8);
    /// Nothing is left of what its scope bound to the name before it: it stands in the scope's own body. Where names are
    /// not bound anew, of no definition.
    pub const REPLACING: Marks = Marks(1 << 9);

    /// Both sets together.
    #[must_use]
    pub fn with(self, other: Marks) -> Marks {
        Marks(self.0 | other.0)
    }

    /// Whether all of `other` are set.
    pub fn has(self, other: Marks) -> bool {
        self.0 & other.0 == other.0
    }
}

/// Something with a name and a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    /// What it is. The file itself comes first, as [`SymbolKind::File`]. [`SymbolKind::Import`] is not used here.
    pub kind: SymbolKind,
    /// Its bare name; for an `impl` block the name of its type; for a lambda `<lambda>`; for a file of Go its package.
    pub name: Name,
    /// The definition it stands in; always an earlier one. The file is its own.
    pub parent: DefId,
    /// 1-based, decorators and attributes included.
    pub first_line: u32,
    /// 1-based, included.
    pub last_line: u32,
    /// The byte offset of its name.
    pub at: u32,
    /// The byte after its visibility: the end of the enclosing block, `u32::MAX` where scopes are whole functions. Of what
    /// is [`Marks::REPLACING`], the byte after it: its own header and body do not see it yet.
    pub until: u32,
    /// Marks.
    pub marks: Marks,
    /// The type that an annotation says it returns.
    pub returns: ExprId,
    /// Estimated tokens of its text.
    pub tokens: u32,
}

impl Definition {
    /// The byte offsets from and to which the name is seen.
    pub fn seen(&self) -> (u32, u32) {
        if self.marks.has(Marks::REPLACING) { (self.until, u32::MAX) } else { (self.at, self.until) }
    }
}

/// What people read of a definition; kept apart because a question needs it only for what it shows.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Detail<T = String> {
    /// One line: white space folded, the body left out, at most [`MOST_TEXT_BYTES`].
    pub signature: T,
    /// The first paragraph of its documentation, at most [`MOST_TEXT_BYTES`].
    pub doc: T,
}

/// What an import brings in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum ImportKind {
    /// A module: `import a.b` binds `a` (alias none), `import a.b as c` binds `c` to `a.b`; Rust `mod a;`.
    Module,
    /// One name of a module, or a module below it: `from a import b as c`, `use a::b as c`.
    Member,
    /// Every public name of a module: `from a import *`, `use a::*`.
    All,
}

/// One imported name.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    /// What it brings in.
    pub kind: ImportKind,
    /// The definition in whose scope it binds.
    pub scope: DefId,
    /// The module's path: items of [`Facts::items`], names only. For `Member` without the member itself.
    pub module: List,
    /// Python: leading dots. Rust: 0 plain, 1 `crate`, 2 `self`, 3 `super`, 4 `super::super`, … Zero elsewhere.
    pub level: u8,
    /// The member; none but for `Member`.
    pub member: Name,
    /// The name it binds in its scope; none for `All`, and for Python's `import a.b` without an alias.
    pub alias: Name,
    /// Other files see it as a name of this module: every import of a Python module's top level, `pub use`, `export from`.
    pub reexported: bool,
    /// Nothing is left of what its scope bound to the name before it, or of stars what earlier ones took: it stands in the
    /// scope's own body. Where names are not bound anew, of no import.
    pub replacing: bool,
    /// The byte offset of the statement.
    pub at: u32,
    /// 1-based.
    pub line: u32,
}

/// How a binding gets its value from its expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum BindingKind {
    /// The value itself.
    Assigned,
    /// A parameter; `index` counts from 0 without the receiver and is `u16::MAX` where only its name reaches it;
    /// `value` is its default.
    Parameter,
    /// The receiver: an instance of the enclosing type.
    Receiver,
    /// The receiver of a class method: the enclosing type itself.
    ClassReceiver,
    /// A parameter that takes many (`*args`, `**kwargs`).
    Rest,
    /// One of what the value holds: `for x in value`.
    Element,
    /// What entering the value gives: `with value as x`.
    Entered,
    /// An instance of the value, which is a type: `except Value as x`.
    Caught,
    /// The part `index` of the value, a tuple.
    Part,
    /// A field of the receiver (`self.x = value`): `owner` is the type, `scope` the method.
    Field,
    /// What a function gives back; `owner` is the function, the name is none.
    Returned,
    /// What a generator yields.
    Yielded,
    /// One more item of the container that the name holds (`x[0] = value`, `x.append(value)`): `value` is a display of it.
    Stored,
    /// As `Assigned`, of a name that has other bindings: to `until` none of those before it is left.
    Reassigned,
    /// As `Stored`: to `until` nothing that was there before is left under its key or at its place.
    Replaced,
}

/// A name that gets a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    /// The definition whose name or member it is.
    pub owner: DefId,
    /// The definition in which `value` and `annotation` are read.
    pub scope: DefId,
    /// The name.
    pub name: Name,
    /// How the value arrives.
    pub kind: BindingKind,
    /// See [`BindingKind`].
    pub index: u16,
    /// The value; may be unknown.
    pub value: ExprId,
    /// The type that the source says it has; may be unknown.
    pub annotation: ExprId,
    /// The byte offset from which it holds.
    pub at: u32,
    /// The byte offset to which it is seen; `u32::MAX` where scopes are whole functions. Of what is `Reassigned` or
    /// `Replaced`, which is seen everywhere, the end of the statements that it stands among: there are other ways to
    /// what follows them.
    pub until: u32,
}

impl Binding {
    /// The byte offset to which the name is seen.
    pub fn seen_until(&self) -> u32 {
        match self.kind {
            BindingKind::Reassigned | BindingKind::Replaced => u32::MAX,
            _ => self.until,
        }
    }
}

/// What a literal is an instance of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Literal {
    Text,
    Number,
    Bool,
    Null,
    Other,
}

/// What a display of items makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Container {
    /// Parts with places of their own. An item with a name ([`ANY_NUMBER`]) stands for any number of them.
    Tuple,
    /// A list, set or array: all items alike, and one alone stands for any number.
    Sequence,
    /// A map: the items are its values, named by their key where that is a literal text.
    Mapping,
}

/// As the place of an [`Expr::Element`]: several of what the value holds, in a container of the same kind.
pub const PLACE_OF_SLICE: u32 = u32::MAX - 2;
/// As the place of an [`Expr::Element`], with a number added: so many from the end, where the last is 1.
pub const PLACES_FROM_END: u32 = 1 << 31;
/// The end of an [`Expr::Slice`] that reaches to the end of what it is taken of.
pub const OPEN_END: u32 = u32::MAX;
/// The longest literal, as it is written, that is kept as a key for names that stand for it.
pub const MOST_KEY_BYTES: usize = 64;
/// The name of an item that stands for any number of items of a tuple or sequence. No code spells it.
pub const ANY_NUMBER: &str = "*";

/// The head of an [`Expr::Generic`] that is the type of a function: what it takes and, last, what it gives. No code spells it.
pub const FUNCTION_TYPE: &str = "=>";

// Most of what is kept of a file.
const _: () = assert!(size_of::<Expr>() == 12);

/// An expression, as far as it can lead to a definition.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Expr {
    /// Nothing is known of it.
    Unknown,
    /// A name, read at a byte offset.
    Name(Name, u32),
    /// `value.member`.
    Member(ExprId, Name),
    /// `path::member`.
    Scoped(ExprId, Name),
    /// A call, or a macro's: callee and arguments (named where they are keywords).
    Call(ExprId, List),
    /// `value[…]`: with a literal number, that place, or one of [`PLACES_FROM_END`]; [`PLACE_OF_SLICE`] for a slice;
    /// `u32::MAX` otherwise. As a type: see [`Expr::Generic`].
    Element(ExprId, u32),
    /// `value[index]`, where the index may have one known value. As a type: as [`Expr::Element`].
    Indexed(ExprId, ExprId),
    /// `value[from:to]` with literal bounds.
    Slice(ExprId, SliceBounds),
    /// `value["key"]`.
    Keyed(ExprId, Name),
    /// `await value`.
    Awaited(ExprId),
    /// `value?`, `*value`, `value.unwrap()`-like steps that the language's rules see through.
    Opened(ExprId),
    /// The enclosing type (Rust `Self`; Python has none).
    EnclosingType,
    /// The parents of the enclosing type (Python `super()`).
    Parents,
    /// A path's root; numbered like [`Import::level`].
    Root(u8),
    /// A literal.
    Literal(Literal),
    /// A literal text that may be a key: a name has this value and no other, or it stands as a key.
    Text(Name),
    /// The same of a whole number, written as the place that it is as an index.
    Number(u32),
    /// `key: value` among the items of a mapping, for a key other than a literal text.
    Pair(ExprId, ExprId),
    /// A display of items.
    Items(Container, List),
    /// One of two.
    Either(ExprId, ExprId),
    /// A type with arguments: `Vec<T>`, `Optional[T]`.
    Generic(ExprId, List),
    /// A lambda or closure, defined here.
    Lambda(DefId),
}

/// An item of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Item {
    /// A keyword argument's or literal key's name, or a module path's part.
    pub name: Name,
    /// The value; unknown in a module's path.
    pub value: ExprId,
}

/// Why a file mentions something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum ReferenceKind {
    /// `expr` is the [`Expr::Call`].
    Call,
    /// A value is read or written; `expr` is the name or member. Names bound in the same function are left out.
    Use,
    /// A decorator or attribute: it is called with what it decorates. `expr` is the decorator.
    Decorate,
    /// A type is named: annotation, generic argument, cast.
    Type,
    /// A parent type of the definition `scope`, in order.
    Inherit,
    /// An interface that `scope` (a type or an `impl` block) implements.
    Implement,
    /// A statement enters what `expr` gives, and leaves it at its end (Python's `with`).
    Enter,
    /// The same of a statement that awaits it (`async with`).
    EnterAsync,
    /// A loop goes over what `expr` gives.
    Iterate,
    /// The same of a loop that awaits each (`async for`).
    IterateAsync,
}

/// A mention of something that is defined, perhaps elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    /// The definition it stands in: the caller. The file itself for code outside any.
    pub scope: DefId,
    /// Why.
    pub kind: ReferenceKind,
    /// What.
    pub expr: ExprId,
    /// 1-based: the line of the name, not of the statement.
    pub line: u32,
}

/// The type that an `impl` block extends.
#[derive(Clone, Debug, PartialEq)]
pub struct Extension {
    /// The block, of kind [`SymbolKind::Block`].
    pub block: DefId,
    /// The type.
    pub target: ExprId,
}

/// All that one file says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// The file's names; [`Name`] is a place in it, place 0 is empty.
    pub names: Vec<String>,
    /// The file itself, then its definitions, a parent before its children, in the order of the text.
    pub definitions: Vec<Definition>,
    /// Beside `definitions`, place by place.
    pub details: Vec<Detail>,
    /// Imports.
    pub imports: Vec<Import>,
    /// The names that a star import takes, where the file lists them (`__all__`).
    pub exports: Option<List>,
    /// Bindings, in the order of the text.
    pub bindings: Vec<Binding>,
    /// Expressions; place 0 is unknown. An expression comes after those it is made of.
    pub exprs: Vec<Expr>,
    /// Items of lists.
    pub items: Vec<Item>,
    /// References, in the order of the text.
    pub references: Vec<Reference>,
    /// Types that `impl` blocks extend.
    pub extensions: Vec<Extension>,
    /// 0 for an empty file.
    pub n_lines: u32,
}

impl Facts {
    /// Gives back the room that the lists took while they grew.
    pub fn shrink(&mut self) {
        self.definitions.shrink_to_fit();
        self.imports.shrink_to_fit();
        self.bindings.shrink_to_fit();
        self.exprs.shrink_to_fit();
        self.items.shrink_to_fit();
        self.references.shrink_to_fit();
    }
}

/// Code has about a name for each line or two: room for them is taken at once, as far as a file is of some size.
const MOST_EXPECTED_NAMES: u32 = 1 << 12;

/// Fills a [`Facts`].
#[derive(Default)]
pub struct FactsBuilder {
    facts: Facts,
    places: Places<Name>,
    /// Items of lists that are being made, the innermost list last.
    open_items: Vec<Item>,
    /// The one expression for all literals of a kind, where there is one yet.
    literals: [ExprId; 5],
}

impl FactsBuilder {
    /// Starts with the file itself as the first definition, and the unknown expression.
    pub fn new(n_lines: u32, tokens: u32, doc: String) -> FactsBuilder {
        let mut builder = FactsBuilder::default();
        builder.facts.n_lines = n_lines;
        let n_names = n_lines.min(MOST_EXPECTED_NAMES) as usize;
        builder.facts.names.reserve(n_names);
        builder.places.reserve(n_names, |_| 0);
        builder.name("");
        builder.facts.exprs.push(Expr::Unknown);
        let file = Definition {
            kind: SymbolKind::File,
            name: Name(0),
            parent: DefId(0),
            first_line: 1,
            last_line: n_lines.max(1),
            at: 0,
            until: u32::MAX,
            marks: Marks::default(),
            returns: ExprId(0),
            tokens,
        };
        builder.define(file, Detail { signature: String::new(), doc });
        builder
    }

    /// The name's place in the table; cut at [`MOST_NAME_BYTES`].
    pub fn name(&mut self, text: &str) -> Name {
        let text = &text[..text.floor_char_boundary(MOST_NAME_BYTES)];
        let names = &mut self.facts.names;
        let hash = identity(text);
        if let Some(&name) = self.places.find(hash, |name| names[name.0 as usize] == text) {
            return name;
        }
        let name = Name(names.len() as u32);
        names.push(text.to_owned());
        self.places.insert_unique(hash, name, |name| identity(&names[name.0 as usize]));
        name
    }

    /// Puts references into the order of their lines; those of one line stay as they came.
    pub fn sort_references(&mut self) {
        let references = &mut self.facts.references;
        if !references.is_sorted_by_key(|reference| reference.line) {
            order::sort_by_number(references, |reference| reference.line);
        }
    }

    /// Adds a definition.
    pub fn define(&mut self, definition: Definition, detail: Detail) -> DefId {
        self.facts.definitions.push(definition);
        self.facts.details.push(detail);
        DefId(self.facts.definitions.len() as u32 - 1)
    }

    /// Adds an expression; [`Expr::Unknown`] is always place 0.
    pub fn expr(&mut self, expr: Expr) -> ExprId {
        if expr == Expr::Unknown {
            return ExprId(0);
        }
        self.facts.exprs.push(expr);
        ExprId(self.facts.exprs.len() as u32 - 1)
    }

    /// Adds a list of at most [`MOST_ITEMS`].
    pub fn list(&mut self, items: &[Item]) -> List {
        let kept = &items[..items.len().min(MOST_ITEMS)];
        let list = List { start: self.facts.items.len() as u32, len: kept.len() as u16 };
        self.facts.items.extend_from_slice(kept);
        list
    }

    /// Begins a list that may hold others; its result ends it again.
    pub fn open_list(&mut self) -> usize {
        self.open_items.len()
    }

    /// Adds an item to the innermost open list.
    pub fn push_item(&mut self, name: Name, value: ExprId) {
        self.open_items.push(Item { name, value });
    }

    /// The items so far of the list that was opened at `from`.
    pub fn open_items(&self, from: usize) -> &[Item] {
        &self.open_items[from..]
    }

    /// Ends the list that was opened at `from`, without the last items that are unknown or literals.
    pub fn close_arguments(&mut self, from: usize) -> List {
        let items = &self.open_items[from..];
        let len = items.iter().rposition(|item| self.leads(item.value)).map_or(0, |last| last + 1);
        self.close_first(from, len)
    }

    /// Ends the list that was opened at `from` with all its items.
    pub fn close_list(&mut self, from: usize) -> List {
        self.close_first(from, usize::MAX)
    }

    /// Ends the list that was opened at `from`: empty where no item leads anywhere, else with all its items.
    pub fn close_display(&mut self, from: usize) -> List {
        let leads = self.open_items[from..].iter().any(|item| self.leads(item.value));
        self.close_first(from, if leads { usize::MAX } else { 0 })
    }

    fn close_first(&mut self, from: usize, len: usize) -> List {
        let items = &self.open_items[from..];
        let kept = &items[..items.len().min(len).min(MOST_ITEMS)];
        let start = if kept.is_empty() { 0 } else { self.facts.items.len() as u32 };
        self.facts.items.extend_from_slice(kept);
        let list = List { start, len: kept.len() as u16 };
        self.open_items.truncate(from);
        list
    }

    /// The expression for literals of a kind.
    pub fn literal(&mut self, literal: Literal) -> ExprId {
        if self.literals[literal as usize] == ExprId(0) {
            self.literals[literal as usize] = self.expr(Expr::Literal(literal));
        }
        self.literals[literal as usize]
    }

    /// Whether an expression is known and more than a literal.
    pub fn leads(&self, expr: ExprId) -> bool {
        expr != ExprId(0) && !self.literals.contains(&expr)
    }

    /// An expression made of `part`, which is worth nothing where that is unknown.
    pub fn expr_of(&mut self, part: ExprId, expr: Expr) -> ExprId {
        if part == ExprId(0) { part } else { self.expr(expr) }
    }

    /// One of two.
    pub fn either(&mut self, one: ExprId, other: ExprId) -> ExprId {
        if one == other { one } else { self.expr(Expr::Either(one, other)) }
    }

    /// A display of one item.
    pub fn display_of(&mut self, container: Container, name: Name, value: ExprId) -> ExprId {
        let list = if value == ExprId(0) { List::default() } else { self.list(&[Item { name, value }]) };
        self.expr(Expr::Items(container, list))
    }

    /// The facts so far, to add to.
    pub fn facts(&mut self) -> &mut Facts {
        &mut self.facts
    }

    /// The facts.
    pub fn finish(self) -> Facts {
        self.facts
    }
}
