//! Definitions of items, members and blocks, with their flags and types; and every form of import.

use super::{check_definitions, check_imports, facts};
use crate::graph::facts::Flags;
use crate::graph::lang::testing::{expr, references};

#[test]
fn items_are_defined_with_their_members() {
    check_definitions(
        "
/// A place for books.
///
/// More.
#[derive(Debug)]
pub struct Shelf<T> where T: Book {
    /// In order.
    pub books: Vec<T>,
    size: u8,
}
struct Pair(pub u8, Shelf<u8>);
pub enum Kind { /// No books.
    Empty, Full(u8), Some { n: u8 } }
union Bits { a: u8 }
pub(crate) const LIMIT: usize = 10;
static NAME: &str = \"x\";
type Books = Vec<u8>;
macro_rules! shelf { ($a:expr) => { Shelf::new($a) } }
",
        r#"
        class Shelf 5-10 public "pub struct Shelf<T> where T: Book" "A place for books."
        field Shelf.books 8-8 public "pub books: Vec<T>" "In order."
        field Shelf.size 9-9 "size: u8"
        class Pair 11-11 "struct Pair(pub u8, Shelf<u8>)"
        enum Kind 12-13 public "pub enum Kind"
        constant Kind.Empty 13-13 public "Empty" "No books."
        constant Kind.Full 13-13 public "Full(u8)"
        constant Kind.Some 13-13 public "Some { n: u8 }"
        class Bits 14-14 "union Bits"
        field Bits.a 14-14 "a: u8"
        constant LIMIT 15-15 public "pub(crate) const LIMIT: usize = 10"
        variable NAME 16-16 "static NAME: &str = \"x\""
        typealias Books 17-17 "type Books = Vec<u8>"
        macro shelf 18-18 "macro_rules! shelf"
        "#,
    );
}

#[test]
fn functions_and_methods_have_flags_and_return_types() {
    check_definitions(
        "
pub async fn fetch(
    url: &str, // where
) -> Result<Page> { loop {} }
pub trait Reader {
    fn read(&self) -> Self::Out;
    fn new() -> Self where Self: Sized { loop {} }
    type Out: Clone;
}
impl<T> Reader for Shelf<T> {
    type Out = T;
    fn read(&self) -> T { loop {} }
}
impl Shelf<u8> {
    const MOST: u8 = 1;
    pub fn open(self: Box<Self>) -> Option<Box<dyn Reader + Send>> { None }
}
impl<R: Reader> Named for R {}
impl fmt::Display for &'a Shelf<u8> {}
extern \"C\" { fn raw(a: u8); }
",
        r#"
        function fetch 2-4 async,public "pub async fn fetch(url: &str) -> Result<Page>" -> Result<Page>
        interface Reader 5-9 public "pub trait Reader"
        method Reader.read 6-6 abstract,public "fn read(&self) -> Self::Out" -> Self::Out
        method Reader.new 7-7 static,public "fn new() -> Self where Self: Sized" -> Self
        typealias Reader.Out 8-8 abstract,public "type Out: Clone"
        block Shelf 10-13 anonymous "impl<T> Reader for Shelf<T>"
        typealias Shelf.Out 11-11 "type Out = T"
        method Shelf.read 12-12 "fn read(&self) -> T"
        block Shelf 14-17 anonymous "impl Shelf<u8>"
        constant Shelf.MOST 15-15 "const MOST: u8 = 1"
        method Shelf.open 16-16 public "pub fn open(self: Box<Self>) -> Option<Box<dyn Reader + Send>>" -> Option<Box<Reader>>
        block Reader 18-18 anonymous "impl<R: Reader> Named for R"
        block Shelf 19-19 anonymous "impl fmt::Display for &'a Shelf<u8>"
        function raw 20-20 abstract "fn raw(a: u8)"
        "#,
    );
}

#[test]
fn modules_nested_items_and_closures_are_defined_in_their_scopes() {
    check_definitions(
        "
mod outer {
    //! Inner words.
    pub mod inner { fn f() {} }
    mod elsewhere;
}
fn g() {
    {
        struct Local;
        let add = |a: u8, b| a + b;
    }
    const N: u8 = 1;
}
const _: () = ();
",
        r#"
        module outer 2-6 "mod outer"
        module outer.inner 4-4 public "pub mod inner"
        function outer.inner.f 4-4 "fn f()"
        function g 7-13 "fn g()"
        class g.Local 9-9 "struct Local"
        function g.<closure> 10-10 anonymous "|a: u8, b|"
        constant g.N 12-12 "const N: u8 = 1"
        "#,
    );
}

#[test]
fn a_nested_item_is_visible_to_the_end_of_its_block() {
    let text = "fn f() { { struct Local; } }";
    let local = facts(text).definitions[2].clone();
    assert_eq!(&text[..local.visible_until as usize], "fn f() { { struct Local; }");
}

#[test]
fn tests_are_recognised_by_their_attributes() {
    let tests = |text: &str| {
        let facts = facts(text);
        let tests = facts.definitions.iter().filter(|definition| definition.flags.has(Flags::TEST));
        tests.map(|definition| facts.names[definition.name.0 as usize].clone()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(tests("#[cfg(test)] mod tests { #[test] fn a() {} fn b() {} }"), "tests a");
    assert_eq!(tests("#[tokio::test] async fn a() {} #[cfg(not(test))] fn b() {} #[rstest] fn c() {}"), "a c");
}

#[test]
fn the_file_has_its_own_documentation() {
    let doc = |text: &str| facts(text).details[0].doc.clone();
    assert_eq!(doc("//! Books and\n//! shelves.\n//!\n//! More.\n\n/// Other\nfn f() {}"), "Books and shelves.");
    assert_eq!(doc("#![no_std]\n//! Books."), "Books.");
    assert_eq!(doc("/*!\n * Books.\n */"), "Books.");
    assert_eq!(doc("/// Of f.\nfn f() {}"), "");
}

#[test]
fn every_form_of_use_has_its_bindings() {
    check_imports(
        "
use std::{collections::{HashMap as Map, *}, io::{self, Read}};
pub use crate::a::B;
use super::super::c;
use self::d as _;
extern crate e;
pub mod f;
mod g { use super::*; }
fn h() { use i::j; }
",
        "
        2 file: member HashMap of 0:std.collections as Map
        2 file: all of 0:std.collections
        2 file: member io of 0:std as io
        2 file: member Read of 0:std.io as Read
        3 file: member B of 1:a as B +
        4 file: member c of 4: as c
        5 file: member d of 2: as _
        6 file: member e of 0: as e
        7 file: module 0:f as f +
        8 g: all of 3:
        9 h: member j of 0:i as j
        ",
    );
}

#[test]
fn a_block_extends_its_type_and_implements_a_trait() {
    let facts = facts("impl<T: Book> a::Trait<u8> for Shelf<T> {}\nimpl Shelf<u8> {}\ntrait A: B + a::C<u8> + Send {}");
    let targets: Vec<_> = facts.extensions.iter().map(|extension| expr(&facts, extension.target)).collect();
    assert_eq!(targets, ["Shelf<Book>", "Shelf<'number>"]);
    let parents = ["1 Shelf implement a::Trait<'number>", "3 A inherit B", "3 A inherit a::C<'number>"];
    assert_eq!(references(&facts), parents);
}
