//! Which names imports, exports, declarations, patterns and parameters bind, and the types they get.

use super::{check_bindings, check_imports};

#[test]
fn imports_and_exports_have_many_forms() {
    check_imports(
        "
import d, { a as b, type C, default as e } from './m.js';
import * as ns from '../ns';
import type { D } from 'd';
import './effect';
import old = require('old');
const { f, g: h } = require('./cjs');
const i = require('./i'), j = await import('./j');
function lazy() { return import('./lazy'); }
export * from './all';
export { k as l, default } from './k';
export * as ns2 from './ns2';
export { b as m, d };
export default d;
export class P {}
export default class Q {}
export = P;
module.exports = { d, o: b, p: f() };
exports.q = d;
",
        "
        2 file: member default of 0:./m.js as d +
        2 file: member a of 0:./m.js as b +
        2 file: member C of 0:./m.js as C
        2 file: member default of 0:./m.js as e
        3 file: module 0:../ns as ns
        4 file: member D of 0:d as D
        5 file: module 0:./effect as ./effect
        6 file: module 0:old as old
        7 file: member f of 0:./cjs as f
        7 file: member g of 0:./cjs as h
        8 file: module 0:./i as i
        8 file: module 0:./j as j
        9 lazy: module 0:./lazy as ./lazy
        10 file: all of 0:./all +
        11 file: member k of 0:./k as l +
        11 file: member default of 0:./k as default +
        12 file: module 0:./ns2 as ns2 +
        13 file: member b of 0: as m +
        14 file: member d of 0: as default +
        16 file: member Q of 0: as default +
        17 file: member P of 0: as export= +
        18 file: member b of 0: as o +
        19 file: member d of 0: as q +
        ",
    );
}

#[test]
fn declarations_and_patterns_bind_their_parts() {
    check_bindings(
        "
let a: Foo = bar(), b = new Map<string, Foo>();
const { c, d: { e = f() }, ...g } = h.i();
function j({ k, l: m }: Props, [n] = o, ...p: Q[]) {
  var q = 1;
  if (x) { const r = s ?? t; q = new Foo(); }
  for (const u of v) {}
  for (const w in v) {}
  b.set(1, a);
  return u && w;
}
export default make();
",
        "
        file a Assigned = bar() : Foo
        file b Assigned = Map() : Map<'other, Foo>
        file c Assigned = h.i().c
        file e Assigned = (h.i().d.e | f())
        file g Assigned
        j this Assigned
        j 0{} Parameter : Props
        j k Assigned = 0{}.k
        j m Assigned = 0{}.l
        j 1{} Parameter 1 = o
        j n Assigned = 1{}[0]
        j p Variadic 2 : [Q]
        j q Assigned = 'number
        j r Assigned = (s | t)
        j q Assigned = Foo()
        j u Element = v
        j w Element
        file b StoredItem = [a] in j
        j - ReturnValue = w
        file default Assigned = make()
        ",
    );
}

#[test]
fn receivers_fields_and_callbacks_are_bound() {
    check_bindings(
        "
class A {
  x: Foo = new Bar();
  constructor(private y: Baz) { this.z = y; }
  static s() { return this; }
  run(items: A[]) {
    items.map(i => i.x);
    load().then((r) => r);
    function plain() {}
    return () => this.x;
  }
}
const api = { get() { return this; } };
",
        "
        A x Field = Bar() : Foo
        A.constructor this Receiver in A
        A.constructor y Parameter : Baz
        A y Field = y : Baz in A.constructor
        A z Field = y in A.constructor
        A.s this ClassReceiver in A
        A.s - ReturnValue = this
        A.run this Receiver in A
        A.run items Parameter : [A]
        A.run.<lambda> i Element = items
        A.run.<lambda> - ReturnValue = i.x
        A.run.<lambda> r Assigned = await load()
        A.run.<lambda> - ReturnValue = r
        A.run.plain this Assigned
        A.run - ReturnValue = lambda A.run.<lambda>
        A.run.<lambda> - ReturnValue = this.x
        file api Assigned = {get: lambda api.get}
        api.get this Assigned = api
        api.get - ReturnValue = this
        ",
    );
}

#[test]
fn types_become_expressions() {
    check_bindings(
        "
let a: A | null, b: B[] | readonly C[], c: [D, e?: E], d: Promise<F.G>, e: string, f: { g: H }, h: () => I;
type J<T extends K> = T | Array<T>;
function l<M extends N>(o: M): asserts o is P { return o as Q; }
",
        "
        file a Assigned : A
        file b Assigned : ([B] | [C])
        file c Assigned : (D, E)
        file d Assigned : Promise<F.G>
        file e Assigned : 'other
        file f Assigned : {g: H}
        file h Assigned : =><I>
        file J Assigned = (K | Array<K>)
        l this Assigned
        l o Parameter : N
        l - ReturnValue = Q()
        ",
    );
}
