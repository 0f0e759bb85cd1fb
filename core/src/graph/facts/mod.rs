//! The facts of one file, in one form for all languages: definitions, imports, bindings, expressions, references.
//!
//! Facts are extracted from one file alone; edges are a function of the facts of all files. Expressions are kept only
//! as far as they can lead to a definition: names, members, calls, containers. Of literals only the type is kept,
//! except for short texts and whole numbers that may be keys. The extractor of a language (`lang`) fills a [`Facts`],
//! and the resolver (`link`) reads it. Not here: other files.

mod detail;
mod key_text;
pub(crate) mod qualified;
pub(crate) mod slice_bounds;

use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use alloc::vec::Vec;

use crate::base::map::IndexTable;
use crate::base::sort;
use crate::graph::kind::SymbolKind;
use crate::text::identity::text_hash;
use crate::text::secrets::{MIN_SECRET, mask};
pub(crate) use detail::Detail;
use slice_bounds::SliceBounds;

/// A name, as an index into the file's own table of names; 0 means no name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Name(pub u32);

/// A definition, as an index into [`Facts::definitions`]; 0 is the file itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct DefId(pub u32);

/// An expression, as an index into [`Facts::exprs`]; 0 is the unknown expression.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct ExprId(pub u32);

/// A slice of [`Facts::items`]. Packed, so that an [`Expr`] with a list takes twelve bytes instead of sixteen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(Rust, packed(2))]
pub(crate) struct List {
    /// Index in [`Facts::items`].
    pub start: u32,
    /// The number of items; at most [`MAX_ITEMS`], except for [`Facts::exports`].
    pub len: u16,
}

/// The length of the longest list that is kept; further items are dropped.
pub(crate) const MAX_ITEMS: usize = 64;
/// The length in bytes of the longest name; a longer one is cut at a character boundary.
pub(crate) const MAX_NAME_BYTES: usize = 256;
/// Bytes of a name in which secrets are searched for: a secret may be longer than what is kept of a name.
const MAX_SCANNED_BYTES: usize = 4_096;
/// The length in bytes of the longest signature or doc; a longer one is cut and ends with `…`.
pub(crate) const MAX_TEXT_BYTES: usize = 400;

/// The yes-or-no properties of a definition, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Flags(pub u16);

impl Flags {
    /// The definition has no name of its own: a lambda, a closure, an `impl` block.
    pub(crate) const ANONYMOUS: Flags = Flags(1);
    /// A member of the type itself, not of its instances. For a JavaScript block: its members are those of the object
    /// itself, not of a prototype.
    pub(crate) const STATIC: Flags = Flags(1 << 1);
    /// A method whose first parameter is the class.
    pub(crate) const CLASS_METHOD: Flags = Flags(1 << 2);
    /// A method that is accessed like a field.
    pub(crate) const PROPERTY: Flags = Flags(1 << 3);
    /// `async`: the result is available after an await.
    pub(crate) const ASYNC: Flags = Flags(1 << 4);
    /// Yields elements instead of returning a value.
    pub(crate) const GENERATOR: Flags = Flags(1 << 5);
    /// A test, by the language's or its usual frameworks' rules.
    pub(crate) const TEST: Flags = Flags(1 << 6);
    /// Declared without a body, with a body that does nothing, or marked as abstract.
    pub(crate) const ABSTRACT: Flags = Flags(1 << 7);
    /// Visible to other files, by the language's rule: `pub`, `export`, or the form of the name.
    pub(crate) const PUBLIC: Flags = Flags(1 << 8);
    /// The definition ends all earlier bindings of its name in the scope, because it is directly in the scope's own
    /// body. Never set for languages that do not rebind names.
    pub(crate) const REPLACING: Flags = Flags(1 << 9);

    /// The union of both sets.
    #[must_use]
    pub(crate) fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    /// Whether all of `other` are set.
    pub(crate) fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }
}

/// A definition and its position. The file itself is a definition too.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Definition {
    /// The kind. The file itself comes first, as [`SymbolKind::File`]. [`SymbolKind::Import`] is not used here.
    pub kind: SymbolKind,
    /// The bare name. For an `impl` block it is the name of the type, for an anonymous function or class a word such as
    /// `<lambda>`. For a Go file it is the package; other files have no name.
    pub name: Name,
    /// The enclosing definition, which always has a smaller index. The file is its own parent.
    pub parent: DefId,
    /// 1-based; includes decorators and attributes.
    pub first_line: u32,
    /// 1-based, inclusive.
    pub last_line: u32,
    /// The byte offset of its name.
    pub name_offset: u32,
    /// The byte offset at which the name's visibility ends: the end of the enclosing block, or `u32::MAX` where a name
    /// is visible in the whole scope. With [`Flags::REPLACING`], the offset at which visibility starts: the end of the
    /// definition, whose own parts do not see the name yet.
    pub visible_until: u32,
    pub flags: Flags,
    /// The annotated return type; unknown if there is no annotation.
    pub returns: ExprId,
    /// Estimated tokens in its text.
    pub tokens: u32,
}

impl Definition {
    /// The range of byte offsets in which the name is visible.
    pub(crate) fn visible_range(&self) -> (u32, u32) {
        if self.flags.has(Flags::REPLACING) {
            (self.visible_until, u32::MAX)
        } else {
            (self.name_offset, self.visible_until)
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum ImportKind {
    /// A module: `import a.b` binds `a` (no alias), `import a.b as c` binds `c` to `a.b`; Rust `mod a;`.
    Module,
    /// One name of a module, or a submodule: `from a import b as c`, `use a::b as c`.
    Member,
    /// A glob import of all public names of a module: `from a import *`, `use a::*`.
    All,
}

/// One imported name; `from m import a, b` gives two.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Import {
    pub kind: ImportKind,
    /// The definition whose scope the name is bound in.
    pub scope: DefId,
    /// The module's path as items of [`Facts::items`] that have names only. For `Member`, without the member itself.
    pub module: List,
    /// Python: leading dots. Rust: 0 plain, 1 `crate`, 2 `self`, 3 `super`, 4 `super::super`, … Zero elsewhere.
    pub level: u8,
    /// The imported member; set only for `Member`.
    pub member: Name,
    /// The name that is bound in the scope; no name for `All` and for Python's `import a.b` without an alias.
    pub alias: Name,
    /// Whether other files can import the name from this file: true for every import at the top level of a Python
    /// module, for `pub use` and for `export from`.
    pub is_reexported: bool,
    /// Whether the import ends all earlier bindings of its name in the scope, because it is directly in the scope's own
    /// body. A glob import ends the names of earlier glob imports. False for languages that do not rebind names.
    pub is_replacing: bool,
    /// The byte offset of the statement.
    pub offset: u32,
    /// 1-based.
    pub line: u32,
}

/// How a binding gets its value from its expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum BindingKind {
    /// The value itself.
    Assigned,
    /// A parameter: `index` counts from 0 without the receiver, `u16::MAX` if keyword-only; `value` is the default.
    Parameter,
    /// The receiver: an instance of the enclosing type.
    Receiver,
    /// The receiver of a class method: the enclosing type itself.
    ClassReceiver,
    /// A variadic parameter (`*args`, `**kwargs`).
    Variadic,
    /// An element of the value: `for x in value`.
    Element,
    /// The result of entering the value as a context: `with value as x`.
    ContextValue,
    /// An instance of the value, which is a type: `except Value as x`, `x instanceof Value`.
    CaughtException,
    /// The item at `index` of the value, a tuple.
    TupleItem,
    /// A field of the receiver (`self.x = value`): `owner` is the type, `scope` the method.
    Field,
    /// A result of a function: `owner` is the function, and there is no name.
    ReturnValue,
    /// A value that a generator yields.
    YieldValue,
    /// One more item of the container that the name refers to: `x[0] = value`, `x.append(value)`. `value` is a
    /// container literal with that one item.
    StoredItem,
    /// Like `Assigned`, for a name with other bindings. Up to `effective_until` it ends the earlier ones.
    Reassigned,
    /// Like `StoredItem`. Up to `effective_until` it ends earlier items with the same key or index.
    ReplacedItem,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Binding {
    /// The definition that has the name as a local or a member.
    pub owner: DefId,
    /// The definition in whose scope `value` and `annotation` are resolved.
    pub scope: DefId,
    /// No name for a returned value.
    pub name: Name,
    pub kind: BindingKind,
    /// The index of a parameter or tuple item, as in [`BindingKind`]; not used for other kinds.
    pub index: u16,
    /// The value; may be unknown.
    pub value: ExprId,
    /// The annotated type; may be unknown.
    pub annotation: ExprId,
    /// The byte offset from which the binding is in effect.
    pub effective_from: u32,
    /// The byte offset at which the name's visibility ends; `u32::MAX` where scopes are whole functions. A `Reassigned`
    /// or `ReplacedItem` binding is visible everywhere. For these kinds the field is the end of the enclosing statement
    /// list, because the code after that list can also be reached another way.
    pub effective_until: u32,
}

impl Binding {
    /// The byte offset at which the name's visibility ends.
    pub(crate) fn visible_until(&self) -> u32 {
        match self.kind {
            BindingKind::Reassigned | BindingKind::ReplacedItem => u32::MAX,
            _ => self.effective_until,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Literal {
    Text,
    Number,
    Bool,
    Null,
    Other,
}

/// The kind of container that a container literal creates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Container {
    /// Items with an index each. An item named [`ANY_COUNT`] stands for any number of them.
    Tuple,
    /// A list, set or array. If it has one item, that item stands for any number of items; otherwise each item is at its
    /// index.
    Sequence,
    /// A map: the items are its values, named by their key if that is a literal text.
    Mapping,
}

/// The index of an [`Expr::Element`] for a slice: several elements of the value, in a container of the same kind.
pub(crate) const INDEX_OF_SLICE: u32 = u32::MAX - 2;
/// Added to the index of an [`Expr::Element`] that counts from the end, where the last element is 1.
pub(crate) const INDEXES_FROM_END: u32 = 1 << 31;
/// An open bound of an [`Expr::Slice`].
pub(crate) const OPEN_END: u32 = u32::MAX;
/// The length in bytes, as written, of the longest literal whose content is kept because it may be a key.
pub(crate) const MAX_KEY_BYTES: usize = 64;
/// The name of an item that stands for any number of items of a tuple or sequence. Never a name in source code.
pub(crate) const ANY_COUNT: &str = "*";

/// The head of a function type. Such a type is an [`Expr::Generic`] whose arguments are the parameters and, last, the
/// result. Never a name in source code.
pub(crate) const FUNCTION_TYPE: &str = "=>";

// Expressions take most of the memory of a file's facts.
const _: () = assert!(size_of::<Expr>() == 12);

/// An expression, as far as it can lead to a definition.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Expr {
    /// Nothing is known of the expression.
    Unknown,
    /// A name that is read at a byte offset.
    Name(Name, u32),
    /// `value.member`.
    Member(ExprId, Name),
    /// `path::member`.
    Scoped(ExprId, Name),
    /// A call of a function or macro: callee and arguments. Keyword arguments are named.
    Call(ExprId, List),
    /// `value[…]`: a literal number is the index, possibly with [`INDEXES_FROM_END`]; [`INDEX_OF_SLICE`] for a slice;
    /// `u32::MAX` otherwise. In a type: see [`Expr::Generic`].
    Element(ExprId, u32),
    /// `value[index]`, where the index may have one known value. In a type: like [`Expr::Element`].
    Indexed(ExprId, ExprId),
    /// `value[from:to]` with literal bounds.
    Slice(ExprId, SliceBounds),
    /// `value["key"]`.
    Keyed(ExprId, Name),
    /// `await value`.
    Awaited(ExprId),
    /// `value?`, `*value` and other steps that take the value out of a wrapper.
    Unwrapped(ExprId),
    /// The enclosing type (Rust `Self`; Python has none).
    EnclosingType,
    /// The supertypes of the enclosing type (Python `super()`).
    Supertypes,
    /// The root of a path; numbered like [`Import::level`]. In JavaScript 0, the exports object of the file.
    Root(u8),
    /// A literal without its content.
    Literal(Literal),
    /// A literal text that may be a key: a name's only value, or the key of an item.
    Text(Name),
    /// A literal whole number that may be a key, encoded like the index of an [`Expr::Element`].
    Number(u32),
    /// `key: value` in the items of a mapping, for a key that is not a literal text.
    Pair(ExprId, ExprId),
    /// A container literal, with its items.
    Items(Container, List),
    /// One of two expressions, as in a conditional.
    Either(ExprId, ExprId),
    /// A generic type with its arguments: `Vec<T>`, `Optional[T]`.
    Generic(ExprId, List),
    /// A function or class that the expression defines: a lambda, a closure, a class expression.
    Lambda(DefId),
}

/// An item of a [`List`]: an argument, an item of a container literal, or a segment of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ListItem {
    /// The name of a keyword argument, a literal key, a segment of a module's path, or [`ANY_COUNT`]; otherwise no
    /// name.
    pub name: Name,
    /// The value; unknown in the path of a module.
    pub value: ExprId,
}

/// Why a file refers to something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum ReferenceKind {
    /// A call; `expr` is the [`Expr::Call`].
    Call,
    /// A value is read or written; `expr` is the name or member. Names bound in the same function are left out.
    Use,
    /// A decorator or attribute, which is called with the decorated definition. `expr` is the decorator.
    Decorate,
    /// A type is named: an annotation, a generic argument or a cast.
    Type,
    /// A supertype of the definition `scope`, in source order.
    Inherit,
    /// An interface that `scope` (a type or an `impl` block) implements.
    Implement,
    /// A statement enters the value of `expr` and exits it at its end (Python's `with`).
    EnterContext,
    /// Like `EnterContext`, with an awaiting statement (`async with`).
    EnterAsyncContext,
    /// A loop iterates over the value of `expr`.
    Iterate,
    /// Like `Iterate`, with a loop that awaits each element (`async for`).
    IterateAsync,
}

/// A reference to something that is defined in this file or elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Reference {
    /// The enclosing definition, which is the caller. The file itself for code outside any definition.
    pub scope: DefId,
    pub kind: ReferenceKind,
    /// The expression that refers to the target.
    pub expr: ExprId,
    /// 1-based: the line of the name, not of the statement.
    pub line: u32,
}

/// The type or object that a block extends.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Extension {
    /// The block, of kind [`SymbolKind::Block`].
    pub block: DefId,
    pub target: ExprId,
}

/// All facts of one file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Facts {
    /// The file's names. [`Name`] is an index into it, and index 0 is empty.
    pub names: Vec<String>,
    /// The file itself, then its definitions in source order. A parent comes before its children.
    pub definitions: Vec<Definition>,
    /// Parallel to `definitions`.
    pub details: Vec<Detail>,
    pub imports: Vec<Import>,
    /// The names that a glob import takes, if the file lists them (`__all__`).
    pub exports: Option<List>,
    /// Bindings, in source order.
    pub bindings: Vec<Binding>,
    /// Expressions. Index 0 is unknown. An expression comes after its operands.
    pub exprs: Vec<Expr>,
    /// The items of all [`List`]s; those of one list are contiguous.
    pub items: Vec<ListItem>,
    /// References, in source order.
    pub references: Vec<Reference>,
    /// For each block, the type or object that it extends.
    pub extensions: Vec<Extension>,
    /// 0 for an empty file.
    pub n_lines: u32,
}

impl Facts {
    /// Releases the spare capacity of the longest lists.
    pub(crate) fn shrink(&mut self) {
        self.definitions.shrink_to_fit();
        self.imports.shrink_to_fit();
        self.bindings.shrink_to_fit();
        self.exprs.shrink_to_fit();
        self.items.shrink_to_fit();
        self.references.shrink_to_fit();
    }
}

/// The most names to reserve capacity for. Code has about one name for every one or two lines.
const MAX_EXPECTED_NAMES: u32 = 1 << 12;

#[derive(Default)]
pub(crate) struct FactsBuilder {
    facts: Facts,
    name_index: IndexTable<Name>,
    /// Items of the lists under construction, the innermost list last.
    open_items: Vec<ListItem>,
    /// For each [`Literal`] the expression that all literals of this type share; unknown until one exists.
    literals: [ExprId; 5],
}

impl FactsBuilder {
    /// Starts with the file itself as the first definition, and with the unknown expression.
    pub(crate) fn new(n_lines: u32, tokens: u32, doc: String) -> FactsBuilder {
        let mut builder = FactsBuilder::default();
        builder.facts.n_lines = n_lines;
        let n_names = n_lines.min(MAX_EXPECTED_NAMES) as usize;
        builder.facts.names.reserve(n_names);
        builder.name_index.reserve(n_names, |_| 0);
        builder.name("");
        builder.facts.exprs.push(Expr::Unknown);
        let file = Definition {
            kind: SymbolKind::File,
            name: Name(0),
            parent: DefId(0),
            first_line: 1,
            last_line: n_lines.max(1),
            name_offset: 0,
            visible_until: u32::MAX,
            flags: Flags::default(),
            returns: ExprId(0),
            tokens,
        };
        builder.define(file, Detail { signature: String::new(), doc });
        builder
    }

    /// The name's index in the table. The text is cut at [`MAX_NAME_BYTES`]. Keys and module paths are names too. A
    /// secret is masked in the same way everywhere, so equal names stay equal.
    pub(crate) fn name(&mut self, text: &str) -> Name {
        let text = &text[..text.floor_char_boundary(MAX_SCANNED_BYTES)];
        let text = if text.len() < MIN_SECRET { Cow::Borrowed(text) } else { mask(text) };
        let text = &text[..text.floor_char_boundary(MAX_NAME_BYTES)];
        let names = &mut self.facts.names;
        let hash = text_hash(text);
        if let Some(&name) = self.name_index.find(hash, |name| names[name.0 as usize] == text) {
            return name;
        }
        let name = Name(names.len() as u32);
        names.push(text.to_owned());
        self.name_index.insert_unique(hash, name, |name| text_hash(&names[name.0 as usize]));
        name
    }

    /// Sorts references by line; the sort is stable.
    pub(crate) fn sort_references(&mut self) {
        let references = &mut self.facts.references;
        if !references.is_sorted_by_key(|reference| reference.line) {
            sort::sort_by_number(references, |reference| reference.line);
        }
    }

    /// Adds a definition. Secrets in `detail` are masked.
    pub(crate) fn define(&mut self, definition: Definition, detail: Detail) -> DefId {
        self.facts.definitions.push(definition);
        self.facts.details.push(detail.fit_to_show());
        DefId(self.facts.definitions.len() as u32 - 1)
    }

    /// Adds an expression. [`Expr::Unknown`] is always index 0.
    pub(crate) fn expr(&mut self, expr: Expr) -> ExprId {
        if expr == Expr::Unknown {
            return ExprId(0);
        }
        self.facts.exprs.push(expr);
        ExprId(self.facts.exprs.len() as u32 - 1)
    }

    /// Adds a list of the first [`MAX_ITEMS`] items.
    pub(crate) fn list(&mut self, items: &[ListItem]) -> List {
        let kept_items = &items[..items.len().min(MAX_ITEMS)];
        let list = List { start: self.facts.items.len() as u32, len: kept_items.len() as u16 };
        self.facts.items.extend_from_slice(kept_items);
        list
    }

    /// Opens a list that may contain other lists. The returned index must be passed to the function that closes the
    /// list.
    pub(crate) fn open_list(&mut self) -> usize {
        self.open_items.len()
    }

    /// Adds an item to the innermost open list.
    pub(crate) fn push_item(&mut self, name: Name, value: ExprId) {
        self.open_items.push(ListItem { name, value });
    }

    /// The items so far of the list opened at `list_start`.
    pub(crate) fn open_items(&self, list_start: usize) -> &[ListItem] {
        &self.open_items[list_start..]
    }

    /// Closes the list opened at `list_start`, dropping trailing items that cannot lead to a definition, and all after
    /// the first [`MAX_ITEMS`].
    pub(crate) fn close_arguments(&mut self, list_start: usize) -> List {
        let items = &self.open_items[list_start..];
        let len = items.iter().rposition(|item| self.may_resolve(item.value)).map_or(0, |last| last + 1);
        self.close_first(list_start, len)
    }

    /// Closes the list opened at `list_start` with its first [`MAX_ITEMS`] items.
    pub(crate) fn close_list(&mut self, list_start: usize) -> List {
        self.close_first(list_start, usize::MAX)
    }

    /// Closes the list opened at `list_start`: empty if no item can lead to a definition, otherwise with its first
    /// [`MAX_ITEMS`] items.
    pub(crate) fn close_container_items(&mut self, list_start: usize) -> List {
        let has_resolvable = self.open_items[list_start..].iter().any(|item| self.may_resolve(item.value));
        self.close_first(list_start, if has_resolvable { usize::MAX } else { 0 })
    }

    fn close_first(&mut self, list_start: usize, len: usize) -> List {
        let items = &self.open_items[list_start..];
        let kept_items = &items[..items.len().min(len).min(MAX_ITEMS)];
        let start = if kept_items.is_empty() { 0 } else { self.facts.items.len() as u32 };
        self.facts.items.extend_from_slice(kept_items);
        let list = List { start, len: kept_items.len() as u16 };
        self.open_items.truncate(list_start);
        list
    }

    /// The expression that all literals of a type share.
    pub(crate) fn literal(&mut self, literal: Literal) -> ExprId {
        if self.literals[literal as usize] == ExprId(0) {
            self.literals[literal as usize] = self.expr(Expr::Literal(literal));
        }
        self.literals[literal as usize]
    }

    /// Whether an expression can lead to a definition: it is known, and not a literal without content
    /// ([`Expr::Literal`]).
    pub(crate) fn may_resolve(&self, expr: ExprId) -> bool {
        expr != ExprId(0) && !self.literals.contains(&expr)
    }

    /// Adds an expression whose operand is `part`; unknown if `part` is unknown.
    pub(crate) fn expr_of(&mut self, part: ExprId, expr: Expr) -> ExprId {
        if part == ExprId(0) { part } else { self.expr(expr) }
    }

    /// [`Expr::Either`], or the expression itself if both are the same.
    pub(crate) fn either(&mut self, one: ExprId, other: ExprId) -> ExprId {
        if one == other { one } else { self.expr(Expr::Either(one, other)) }
    }

    /// A container literal with one item; without items if the value is unknown.
    pub(crate) fn container_literal(&mut self, container: Container, name: Name, value: ExprId) -> ExprId {
        let list = if value == ExprId(0) { List::default() } else { self.list(&[ListItem { name, value }]) };
        self.expr(Expr::Items(container, list))
    }

    pub(crate) fn facts(&mut self) -> &mut Facts {
        &mut self.facts
    }

    pub(crate) fn finish(self) -> Facts {
        self.facts
    }
}
