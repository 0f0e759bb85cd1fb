//! Which names become references: calls, components, decorators and types, but no locals or property names.

use super::check_references;

#[test]
fn calls_begin_at_a_name_that_the_file_binds() {
    check_references(
        "
import { a, B, ns } from './m';
a(); new B(1); new ns.C(); ns.d.e(); a?.f!(); a`x`;
console.log(a); parseInt('1'); 'x'.trim(); [1].map(a);
class D extends B { m() { super.m(); this.n(); super(); } }
(a as B).g(); a().then(r => r.h());
const x = a.b.c;
",
        "
        3 file call a()
        3 file call B()
        3 file call ns.C()
        3 file use ns
        3 file call ns.d.e()
        3 file use ns.d
        3 file use ns
        3 file call a.f()
        3 file use a
        3 file call a()
        4 file use a
        4 file call ().map(a)
        4 file use a
        5 D inherit B
        5 D.m call super.m()
        5 D.m call this.n()
        5 D.m call super.constructor()
        6 file call B().g()
        6 file use a
        6 file type B
        6 file call a().then(lambda <lambda>)
        6 file call a()
        6 <lambda> call r.h()
        7 file use a.b.c
        7 file use a.b
        7 file use a
        ",
    );
}

#[test]
fn components_decorators_and_types_are_references() {
    check_references(
        "
import { P, Q, dec, T, U, ns } from './m';
@dec class A extends Q<T> implements U, ns.V { @dec() x: T[] = []; f<G extends T>(g: G): ns.W { return g as U; } }
interface I extends U {}
const v = <P.Item a={Q}><div><Q/></div></P.Item>;
const t = v as T;
",
        "
        3 A inherit Q
        3 A implement U
        3 A implement ns.V
        3 A decorate dec
        3 A type T
        3 A use ns
        3 A call dec()
        3 A type T
        3 A.f type T
        3 A.f type ns.W
        3 A.f use ns
        3 A.f type U
        4 I inherit U
        5 file call P.Item()
        5 file use P
        5 file use Q
        5 file call Q()
        6 file use v
        6 file type T
        ",
    );
}

#[test]
fn locals_and_property_names_are_not_references() {
    check_references(
        "
import { a, b } from './m';
function f(a, { b: c }) { const d = a; c; d.e; return { b: a, a }; }
function g() { f; return b.a; }
export { f as h };
",
        "
        3 f use d.e
        4 g use f
        4 g use b.a
        4 g use b
        ",
    );
}
