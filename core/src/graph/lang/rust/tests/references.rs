//! References in code, and the definitions that contain them.

use super::check_references;

#[test]
fn calls_constructions_and_macros_are_references() {
    check_references(
        "
use m::{Foo, Bar, g, shelf};
struct Pair(u8);
fn f(x: Foo) {
    g(x)
        .then(1)
        .done::<u8>();
    Foo::new(Bar { x });
    Pair(1);
    shelf!(x);
    (x.callback)(1);
    Some(x); Vec::new(); String::from(\"a\"); drop(x); \"a\".len(); println!();
    let h = |y| g(y);
    h(1);
}
",
        "
        4 f type Foo
        5 f call g(x)
        6 f call g(x).then()
        7 f call g(x).then().done()
        8 f call Foo::new(Bar(x=x))
        8 f use Foo
        8 f call Bar(x=x)
        9 f call Pair()
        10 f call shelf()
        11 f call x.callback()
        13 f.<closure> call g(y)
        14 f call h()
        ",
    );
}

#[test]
fn names_paths_and_fields_that_can_lead_to_a_definition_are_references() {
    check_references(
        "
use m::{Foo, LIMIT, helper, Kind};
const OWN: u8 = LIMIT;
impl Foo {
    fn f(&self, other: &Foo) -> u8 {
        let local = LIMIT;
        self.size = other.size.x + local;
        g(helper, Self::MOST, Kind::Empty, crate::a::B, unknown, None);
        match other.kind { Kind::Full(n) => n, OWN => 1, Kind::Some { a } => a }
    }
}
",
        "
        3 file use LIMIT
        5 Foo.f type Foo
        6 Foo.f use LIMIT
        7 Foo.f use self.size
        7 Foo.f use other.size.x
        7 Foo.f use other.size
        8 Foo.f call g(helper, Self::MOST, Kind::Empty, crate::a::B, unknown, None)
        8 Foo.f use helper
        8 Foo.f use Self::MOST
        8 Foo.f use Kind::Empty
        8 Foo.f use Kind
        8 Foo.f use crate::a::B
        9 Foo.f use other.kind
        9 Foo.f use Kind::Full
        9 Foo.f use Kind
        9 Foo.f use OWN
        9 Foo.f use Kind::Some
        9 Foo.f use Kind
        ",
    );
}

#[test]
fn types_are_references_at_any_position() {
    check_references(
        "
use m::{Foo, Bar, Baz, Page};
struct A<T: Bar> { a: Vec<Foo>, b: T, c: Option<u8> }
fn f<T>(a: &mut Foo, b: impl Fn(Bar) -> Baz) -> Result<Page, serde::Error> where T: Baz {
    let c: Foo = d::<Bar>(e as Baz);
    <Foo as Bar>::g::<T>();
}
",
        "
        3 A type Bar
        3 A type Foo
        4 f type Foo
        4 f type Bar
        4 f type Baz
        4 f type Page
        4 f type serde::Error
        4 f type Baz
        5 f type Foo
        5 f call d()
        5 f type Bar
        5 f type Baz
        6 f call Foo::g()
        6 f type Foo
        6 f type Bar
        ",
    );
}

#[test]
fn unknown_names_are_references_only_with_a_glob() {
    check_references("use m::*;\nfn f() { g(LIMIT, None); }", "2 f call g(LIMIT, None)\n2 f use LIMIT");
    check_references("fn f() { g(LIMIT, None); }", "1 f call g(LIMIT, None)");
}

#[test]
fn attributes_of_a_project_are_references() {
    check_references(
        "
use m::{Row, route};
#[derive(Debug, Row, serde::Serialize)]
struct A;
#[route(get)]
#[inline]
#[tokio::main]
fn f() {}
",
        "
        3 file decorate Row
        3 file decorate serde::Serialize
        5 file decorate route
        7 file decorate tokio::main
        ",
    );
}

#[test]
fn calls_inside_macros_are_recognised_by_their_punctuation() {
    check_references(
        "
fn f() {
    assert_eq!(super::g(1).h(k(2)), x.y?.z(), \"{}\", self.a.b(), Self::c());
    println!(\"{}\", a = b::c(), d.e, if i(1) { j(2) });
    vec![Foo::new(), Bar(1)];
    assert!(matches!(l(), Kind::Full(_)), \"a\".len(), Some(n()));
    quote! { #name(o()) };
}
",
        "
        3 f call super::g()
        3 f call super::g().h()
        3 f call x.y?.z()
        3 f call self.a.b()
        3 f call Self::c()
        3 f call k()
        4 f call b::c()
        4 f call i()
        4 f call j()
        5 f call Foo::new()
        5 f call Bar()
        6 f call l()
        6 f call Kind::Full()
        6 f call n()
        7 f call quote()
        ",
    );
}
