//! Which names become references: calls, literals and embedded types, but no locals, predeclared names or labels.

use super::check_references;

#[test]
fn calls_have_their_callees() {
    check_references(
        "
package a; import \"lib\"
func f(p *Foo) {
	g()
	lib.New(p).run()
	p.h.i()
	(*Foo).j(p)
	Gen[int](1)
	defer p.k()
	go func() { p.l() }()
	len(p.m)
	string(n)
	new(Foo)
	\"text\".o()
	max(1, 2)
}
",
        "
        3 f type Foo
        4 f call g()
        5 f call lib.New(p).run()
        5 f call lib.New(p)
        6 f call p.h.i()
        6 f use p.h
        7 f call Foo.j(p)
        7 f use Foo
        8 f call Gen<'number>()
        9 f call p.k()
        10 f call lambda f.<func>()
        10 f.<func> call p.l()
        11 f use p.m
        12 f use n
        13 f call Foo()
        15 f call max()
        ",
    );
}

#[test]
fn literals_create_instances_and_their_keys_are_fields() {
    check_references(
        "
package a
func f() {
	_ = &Foo{Bar: baz, lib: lib.Qux{}}
	_ = []*Foo{{Bar: 1}, {Bar: 2}}
	_ = map[Key]int{top: 1}
	_ = []struct{ bar int }{{bar: 1}}
	_ = lib.Gen[int]{1}
}
",
        "
        4 f call Foo()
        4 f use Foo().Bar
        4 f use baz
        4 f use Foo().lib
        4 f call lib.Qux()
        5 f type Foo
        5 f use Foo().Bar
        5 f use Foo().Bar
        6 f type Key
        6 f use top
        8 f call lib.Gen<'number>()
        ",
    );
}

#[test]
fn embedded_types_are_supertypes_and_type_lists_are_unknown() {
    check_references(
        "
package a
type A struct { B; *lib.C; d D }
type I interface { J; lib.K; L() M }
type N interface { ~int | B }
",
        "
        3 A inherit B
        3 A inherit lib.C
        3 A type D
        4 I inherit J
        4 I inherit lib.K
        4 I type M
        5 N inherit ?
        5 N type B
        ",
    );
}

#[test]
fn locals_predeclared_names_and_labels_are_not_references() {
    check_references(
        "
package a
func f(a int, b error) (c string) {
	d := a
	{
		e := d
		_ = e
	}
	_ = e
loop:
	for { break loop }
	_ = nil
	_ = true
	_ = any(b)
	return c
}
",
        "
        9 f use e
        ",
    );
}
