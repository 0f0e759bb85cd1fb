//! Bindings of names to values, and the byte ranges in which they are visible.

use super::{check_bindings, facts};

#[test]
fn parameters_have_indexes_and_types() {
    check_bindings(
        "
fn f(a: u8, mut b: &mut Foo, (c, d): (Foo, &Bar), [e]: [Foo; 1], g: impl Into<Foo> + Send, h: &dyn Baz) {}
impl Foo {
    fn i(&self, a: Self) {}
    fn j(self: Box<Self>, a: u8) {}
    fn k(a: u8) {}
}
",
        "
        f a Parameter : 'number
        f b Parameter 1 : Foo
        f c Assigned : Foo
        f d Assigned : Bar
        f e Element
        f g Parameter 4 : Into<Foo>
        f h Parameter 5 : Baz
        Foo.i self Receiver
        Foo.i a Parameter : Self
        Foo.j self Receiver
        Foo.j a Parameter : 'number
        Foo.k a Parameter : 'number
        ",
    );
}

#[test]
fn a_type_parameter_stands_for_its_bounds() {
    check_bindings(
        "
fn f<T: Foo + Send, U, V: ?Sized>(a: T, b: &U, c: V, d: Vec<T>) where U: Bar + 'static, V: Foo, V: Baz {
    let e = T::new();
}
impl<T: Foo> Shelf<T> {
    fn g(&self, a: T) {}
}
struct Pair<T: Foo>(T);
",
        "
        f a Parameter : Foo
        f b Parameter 1 : Bar
        f c Parameter 2 : (Foo | Baz)
        f d Parameter 3 : Vec<Foo>
        f e Assigned = Foo::new()
        Shelf.g self Receiver
        Shelf.g a Parameter : Foo
        Pair 0 Field : Foo
        ",
    );
}

#[test]
fn fields_constants_and_aliases_have_types() {
    check_bindings(
        "
struct A { b: Vec<B>, c: Option<Box<dyn D>> }
struct E(pub F, [G; 2]);
enum H { I(J), K { l: M }, N }
const O: P = P::new();
type Q<T> = Result<T, R>;
trait S { type T: U; const V: W; }
",
        "
        A b Field : Vec<B>
        A c Field : Option<Box<D>>
        E 0 Field : F
        E 1 Field : [G]
        H I.0 Field : J
        H K.l Field : M
        file O Assigned = P::new() : P
        file Q Assigned = Result<?, R>
        S T Assigned = U
        S V Assigned : W
        ",
    );
}

#[test]
fn let_binds_through_all_forms_of_patterns() {
    check_bindings(
        "
fn f(x: X) {
    let a: Foo = x;
    let (b, mut c, ..) = x;
    let (d, (e, _)) = (Foo::new(), g());
    let Some(h) = x.y else { return };
    let Foo { i, j: Some(k), .. } = x;
    let m::Bar(ref l, _) = x;
    let Kind::Full(n) = x else { return };
    let o @ [p, ..] = x;
    let q;
    q = Foo::new();
    let Err(r) = x;
    let (.., s) = x;
    let &t = x;
}
",
        "
        f x Parameter : X
        f a Assigned = x : Foo
        f b TupleItem = x
        f c TupleItem 1 = x
        f d Assigned = Foo::new()
        f e TupleItem = g()
        f h Assigned = x.y?
        f i Assigned = (Foo().i | Foo().Foo.i)
        f k Assigned = (Foo().j | Foo().Foo.j)?
        f l Assigned = m::Bar().0
        f n Assigned = Kind::Full().Full.0
        f o Assigned = x
        f p Element = x
        f q Assigned
        f q Assigned = Foo::new()
        f r Assigned
        f s Assigned
        f t Assigned = x
        ",
    );
}

#[test]
fn conditions_arms_and_loops_bind_the_matched_values() {
    check_bindings(
        "
fn f(x: X) {
    if let Some(a) = x.y && let Ok(b) = a.z { }
    while let Some(c) = x.next() { }
    match x.kind {
        Kind::A(d) | Kind::B(d) if let Some(e) = d.e => { }
        g => { }
        NONE => { }
    }
    for h in x.iter() { }
    for (i, j) in x.iter().enumerate() { }
    for (k, l) in x { }
}
",
        "
        f x Parameter : X
        f a Assigned = x.y?
        f b Assigned = a.z?
        f c Assigned = x.next()?
        f d Assigned = Kind::A().A.0
        f d Assigned = Kind::B().B.0
        f e Assigned = d.e?
        f g Assigned = x.kind
        f h Element = x.iter()
        f i TupleItem = [(?, x.iter()[*])][*]
        f j TupleItem 1 = [(?, x.iter()[*])][*]
        f k TupleItem = x[*]
        f l TupleItem 1 = x[*]
        ",
    );
}

#[test]
fn names_are_visible_from_their_statement_to_the_end_of_their_block() {
    let text = "fn f(a: A) { let b = a; { let c = b; g(c); } if let Some(d) = b { d } else { h() } match b { e => e, _ => i() } for j in b { j } k() }";
    let facts = facts(text);
    let span = |name: &str| {
        let binding = facts.bindings.iter().find(|binding| facts.names[binding.name.0 as usize] == name).unwrap();
        &text[binding.effective_from as usize..(binding.effective_until as usize).min(text.len())]
    };
    assert!(span("a").starts_with("{ let b") && span("a").ends_with("k() }"));
    assert!(span("b").starts_with(" { let c") && span("b").ends_with("k() }"));
    assert_eq!(span("c"), " g(c); }");
    assert_eq!(span("d"), " { d }");
    assert_eq!(span("e"), " => e,");
    assert_eq!(span("j"), " { j }");
}

#[test]
fn closures_get_elements_of_their_methods_receiver() {
    check_bindings(
        "
fn f(x: X) {
    x.iter().map(|a| a.b()).for_each(|(c, d)| c);
    x.fold(0, |e, g| g);
    x.iter().enumerate().filter(|(h, i)| i.j);
    x.then(|k| k);
    let l = |m: Foo| -> Bar { m.n() };
    x.unwrap_or_else(|| Foo::new());
}
",
        "
        f x Parameter : X
        f.<closure> a Element = x.iter()
        f.<closure> - ReturnValue = a.b()
        f.<closure> c TupleItem = x.iter().map(lambda f.<closure>)[*]
        f.<closure> d TupleItem 1 = x.iter().map(lambda f.<closure>)[*]
        f.<closure> - ReturnValue = c
        f.<closure> e Parameter
        f.<closure> g Element = x
        f.<closure> - ReturnValue = g
        f.<closure> h TupleItem = [(?, x.iter()[*])][*]
        f.<closure> i TupleItem 1 = [(?, x.iter()[*])][*]
        f.<closure> - ReturnValue = i.j
        f.<closure> k Parameter
        f.<closure> - ReturnValue = k
        f l Assigned = lambda f.<closure>
        f.<closure> m Parameter : Foo
        f.<closure> - ReturnValue = Foo::new()
        ",
    );
}

#[test]
fn values_are_followed_through_all_forms_of_expressions() {
    check_bindings(
        "
fn f() {
    let a = b.c().d[0].e[i][1..].0;
    let a = *(&mut b);
    let a = b?.c.await;
    let a = Foo { b, c: d, e: 1, ..g };
    let a = crate::b::C;
    let a = super::super::b();
    let a = self::b::<u8>();
    let a = Self::b(1, c, 2);
    let a = <Foo as Bar>::b();
    let a = Vec::<Foo>::new();
    let a = if b { c } else { d };
    let a = match b { 1 => c, _ => { let e = 1; d } };
    let a = unsafe { b };
    let a = { b; };
    let a = async { b };
    let a = [b, c];
    let a = [b; 3];
    let a = (b, 'c');
    let a = vec![Foo::new(1), c];
    let a = vec![&b; 2];
    let a = format!(\"{}\", b);
    let a = b as Foo;
    let a = !b + 1;
    let a = m!(b);
}
",
        "
        f a Assigned = (b.c().d[0].e[*][0] | b.c().d[0].e[*].0)
        f a Assigned = b
        f a Assigned = await b?.c
        f a Assigned = Foo(b=b, c=d)
        f a Assigned = crate::b::C
        f a Assigned = super+::b()
        f a Assigned = self::b()
        f a Assigned = Self::b('number, c)
        f a Assigned = Foo::b()
        f a Assigned = Vec<Foo>::new()
        f a Assigned = (c | d)
        f a Assigned = (c | d)
        f e Assigned = 'number
        f a Assigned = b
        f a Assigned
        f a Assigned = b
        f a Assigned = [b, c]
        f a Assigned = [b]
        f a Assigned = (b, 'text)
        f a Assigned = [Foo::new()]
        f a Assigned = [b]
        f a Assigned = 'text
        f a Assigned
        f a Assigned
        f a Assigned
        ",
    );
}
