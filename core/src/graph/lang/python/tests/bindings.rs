//! Which names parameters, assignments, loops, patterns and type checks bind, and where each binding is visible.

use super::{check_bindings, check_references, facts};
use crate::graph::facts::BindingKind;

#[test]
fn parameters_have_indexes_defaults_and_types() {
    check_bindings(
        "
def f(a, b: int = 1, /, c=g, *rest: Foo, d, e: 'Bar' = None, **more): pass
def h(a, *, b): pass
",
        "
        f a Parameter in file
        f b Parameter 1 = 'number : int in file
        f c Parameter 2 = g in file
        f rest Variadic : Foo in file
        f d Parameter 65535 in file
        f e Parameter 65535 = 'null : Bar in file
        f more Variadic in file
        h a Parameter in file
        h b Parameter 65535 in file
        ",
    );
}

#[test]
fn the_first_parameter_of_a_method_is_its_receiver() {
    check_bindings(
        "
class A:
    def plain(this, a): pass
    @classmethod
    def of(cls, a): pass
    @staticmethod
    def free(a): pass
    def __new__(cls): pass
    def odd(*args): pass
",
        "
        A.plain this Receiver in A
        A.plain a Parameter in A
        A.of cls ClassReceiver in A
        A.of a Parameter in A
        A.free a Parameter in A
        A.__new__ cls ClassReceiver in A
        A.odd args Variadic in A
        ",
    );
}

#[test]
fn assignments_bind_names_fields_and_parts() {
    check_bindings(
        "
a = b = Foo()
c, (d, *e), f = g()
h, [i, j] = Foo(), (k, bar())
l, *m = Foo(), 1
m2, *m3, m4 = a, b, c, d
n: 'Foo'
o += [p]
if (q := Foo()): pass
class A:
    r: Foo = None
    def s(self, t):
        self.t = t
        self.u, v = w()
        def x(): self.y = x
",
        "
        file a Assigned = Foo()
        file b Assigned = Foo()
        file c TupleItem = g()
        file d TupleItem = g()[1]
        file e Assigned
        file f TupleItem 2 = g()
        file h Assigned = Foo()
        file i Assigned = k
        file j Assigned = bar()
        file l Assigned = Foo()
        file m Assigned = []
        file m2 Assigned = a
        file m3 Assigned = [b, c]
        file m4 Assigned = d
        file n Assigned : Foo
        file o StoredItem = [p]
        file q Assigned = Foo()
        A r Assigned = 'null : Foo
        A.s self Receiver in A
        A.s t Parameter in A
        A t Field = t in A.s
        A u Field = w()[0] in A.s
        A.s v TupleItem 1 = w()
        A y Field = x in A.s.x
        ",
    );
}

#[test]
fn loops_with_and_except_bind_the_results_of_their_values() {
    check_bindings(
        "
for a in b: pass
for c, (d, e) in f(): pass
with g() as h, i as (j, k): pass
try: pass
except Foo as l: pass
except (Foo, m.Bar) as n: pass
[o for o in p for q, r in o]
s = {t: u for t, u in v}
",
        "
        file a Element = b
        file c TupleItem = f()[*]
        file d TupleItem = f()[*][1]
        file e TupleItem 1 = f()[*][1]
        file h ContextValue = g()
        file j Assigned
        file k Assigned
        file l CaughtException = Foo
        file n CaughtException = (Foo, m.Bar)
        file o Element = p
        file q TupleItem = o[*]
        file r TupleItem 1 = o[*]
        file s Assigned = {u}
        file t TupleItem = v[*]
        file u TupleItem 1 = v[*]
        ",
    );
}

#[test]
fn loops_over_pairs_bind_each_part_to_its_container() {
    check_bindings(
        "
for i, a in enumerate(b): pass
for c, d in zip(e, f): pass
for g, h in i.items(): pass
",
        "
        file i TupleItem = [(?, b[*])][*]
        file a TupleItem 1 = [(?, b[*])][*]
        file c TupleItem = [(e[*], f[*])][*]
        file d TupleItem 1 = [(e[*], f[*])][*]
        file g TupleItem = (i.items() | [(?, i[*])])[*]
        file h TupleItem 1 = (i.items() | [(?, i[*])])[*]
        ",
    );
}

#[test]
fn the_targets_of_a_comprehension_are_visible_only_in_it() {
    let text = "def f():\n    return [x.y for x in z]\n";
    let facts = facts(text);
    let target = facts.bindings.iter().find(|binding| binding.kind == BindingKind::Element).unwrap();
    assert_eq!(&text[target.effective_from as usize..target.effective_until as usize], "[x.y for x in z]");
}

#[test]
fn case_patterns_bind_names_and_reference_classes() {
    let text = "
from m import Foo, Bar, E
match v:
    case Foo(size=a, kind=E.RED) as b: pass
    case [c, *d] | {'k': e, **f}: pass
    case _ as g: pass
";
    check_bindings(
        text,
        "
        file b CaughtException = Foo
        file a Assigned
        file c Assigned
        file d Assigned
        file e Assigned
        file f Assigned
        file g Assigned
        ",
    );
    check_references(text, "4 file use Foo\n4 file use E.RED");
}

#[test]
fn global_and_nonlocal_names_belong_to_the_scope_that_binds_them() {
    check_bindings(
        "
def f():
    global a
    a = Foo()
    b = 1
    def g():
        nonlocal b
        b = Foo()
",
        "
        file a Assigned = Foo() in f
        f b Assigned = 'number
        f b Assigned = Foo() in f.g
        ",
    );
}

#[test]
fn functions_have_the_values_they_return_and_yield() {
    check_bindings(
        "
def f(a):
    if a: return a, Foo()
    return
def g():
    x = yield Foo()
    yield from h()
i = lambda j: j.k
",
        "
        f a Parameter in file
        f - ReturnValue = (a, Foo())
        g x Assigned
        g - YieldValue = Foo()
        g - YieldValue = h()[*]
        file i Assigned = lambda <lambda>
        <lambda> j Parameter in file
        <lambda> - ReturnValue = j.k
        ",
    );
}

#[test]
fn containers_get_items_by_index_by_key_and_at_their_end() {
    check_bindings(
        "
a['k'] = f
a[2] = f
a[b] = f
a[1:] = f
a.append(f)
a.add(1)
class A:
    def g(self):
        self.h['k'] = f
        self.i.append(f)
        j.k[0] = f
",
        r#"
        file a ReplacedItem = {k: f}
        file a StoredItem = [?, ?, f, *?]
        file a StoredItem = {f}
        file a StoredItem = [f]
        A.g self Receiver in A
        A h StoredItem = {k: f} in A.g
        A i StoredItem = [f] in A.g
        "#,
    );
}

#[test]
fn a_type_check_binds_a_name_in_its_branch() {
    check_bindings(
        "
def f(a):
    if isinstance(a, B) and not isinstance(a, C):
        a.b()
    elif (isinstance(a, (D, E.f))):
        a.c()
    elif isinstance(a, G) or isinstance(a.b, H):
        a.d()
",
        "
        f a Parameter in file
        f a CaughtException = B
        f a CaughtException = (D | E.f)
        ",
    );
}

#[test]
fn an_assignment_kills_earlier_ones_up_to_the_end_of_its_statement_list() {
    let text = "
def f(a):
    if a:
        a = b
        a.c()
    a['k'] = d
    global e
    e = g
    h = i
";
    let facts = facts(text);
    let limited_bindings = facts.bindings.iter().filter(|binding| binding.effective_until != u32::MAX);
    let limited_ranges: Vec<_> = limited_bindings
        .map(|binding| (binding.kind, &text[binding.effective_from as usize..binding.effective_until as usize]))
        .collect();
    assert_eq!(
        limited_ranges,
        [
            (BindingKind::Reassigned, "\n        a.c()"),
            (BindingKind::ReplacedItem, "\n    global e\n    e = g\n    h = i"),
        ]
    );
}

#[test]
fn values_are_followed_through_all_forms_of_expressions() {
    check_bindings(
        "
a = b.c().d[0]['k'][e][1:]
a = b or c
a = b and c
a = b if c else d
a = await b()
a = (b)
a = [b, c]
a = [b, *c, d]
a = {'k': b, **c, d: e}
a = {b for b in c}
a = 'x'.join(b)
a = -1
a = not b
a = b + c
a = 'x %s' % b
a = f'{b}'
a = cast('Foo', b)
a = typing.cast(Foo[int], b)
a = b(1, *c, d, e=f, g=2, **h)
a = b(1, c, 2)
a = (b + c).d
",
        r#"
        file a Reassigned = b.c().d[0]["k"][*][1:]
        file a Reassigned = (b | c)
        file a Reassigned = c
        file a Reassigned = (b | d)
        file a Reassigned = await b()
        file a Reassigned = b
        file a Reassigned = [b, c]
        file a Reassigned = [b, *?, d]
        file a Reassigned = {k: b, e}
        file a Reassigned = [b]
        file b Element = c
        file a Reassigned = 'text.join(b)
        file a Assigned = 'number
        file a Assigned = 'bool
        file a Assigned
        file a Assigned = 'text
        file a Assigned = 'text
        file a Reassigned = Foo()
        file a Reassigned = Foo<int>()
        file a Reassigned = b('number, e=f)
        file a Reassigned = b('number, c)
        file a Reassigned = ?.d
        "#,
    );
}
