//! References in code, and the definitions that contain them.

use super::{check_bindings, check_references};

#[test]
fn super_and_the_class_of_a_receiver_are_distinguished_from_other_calls() {
    check_references(
        "
class A(B):
    def f(self):
        super().f()
        super(A, self).f()
        super(C, self).f()
        type(self).g()
        self.__class__.g()
",
        "
        2 A inherit B
        4 A.f call super.f()
        5 A.f call super.f()
        5 A.f use A
        6 A.f call ?.f()
        7 A.f call Self.g()
        8 A.f call Self.g()
        ",
    );
}

#[test]
fn calls_keep_their_arguments_and_the_line_of_their_name() {
    check_references(
        "
from m import f, g
def h(a):
    a(f)
    f(a).b(
        k=g,
    ).c()
    len(a)
    sorted(a, key=f)
    ','.join(a)
    (lambda: g())()
    await f(a)
",
        "
        4 h call a(f)
        4 h use f
        5 h call f(a).b(k=g)
        5 h call f(a)
        6 h use g
        7 h call f(a).b(k=g).c()
        9 h call sorted(a, key=f)
        9 h use f
        11 h call lambda h.<lambda>()
        11 h.<lambda> call g()
        12 h call f(a)
        ",
    );
}

#[test]
fn names_and_members_that_can_lead_to_a_definition_are_references() {
    check_references(
        "
import os
from m import Foo, helper
LIMIT = 1
class A:
    size = LIMIT
    def f(self, other):
        local = helper
        self.size = LIMIT
        print(self.size.x, other.size, local.size)
        return os.path.join(Foo.name, Foo().made, undefined, local)
    def g(self):
        def inner(): pass
        return inner
",
        "
        6 A use LIMIT
        8 A.f use helper
        9 A.f use self.size
        9 A.f use LIMIT
        10 A.f use self.size.x
        10 A.f use self.size
        11 A.f call os.path.join(Foo.name, Foo().made, undefined, local)
        11 A.f use os.path
        11 A.f use Foo.name
        11 A.f use Foo
        11 A.f use Foo().made
        11 A.f call Foo()
        14 A.g use inner
        ",
    );
}

#[test]
fn unknown_names_are_references_only_with_a_glob_import() {
    check_references(
        "from m import *\nwidget.run(other, int)",
        "2 file call widget.run(other, int)\n2 file use widget\n2 file use other",
    );
    check_references("widget.run(other, int)", "1 file call widget.run(other, int)");
}

#[test]
fn classes_reference_their_superclasses_in_order_and_the_rest_of_their_header() {
    check_references(
        "
from m import *
class A(B, c.D, Base[Item], make(), object, metaclass=Meta, **extra): pass
",
        "
        3 A inherit B
        3 A inherit c.D
        3 A type Item
        3 A inherit Base
        3 A inherit make()
        3 A use c
        3 A call make()
        3 A use Meta
        3 A use extra
        ",
    );
}

#[test]
fn decorators_are_references_of_the_scope_of_the_definition() {
    check_references(
        "
from m import route, app, cache
@app.get('/x')
@cache
def f(): pass
class A:
    @property
    def g(self): pass
    @g.setter
    def g(self, v): pass
    @route(f)
    def h(self): pass
",
        "
        3 file decorate app.get()
        3 file call app.get()
        3 file use app
        4 file decorate cache
        11 A decorate route(f)
        11 A call route(f)
        11 A use f
        ",
    );
}

#[test]
fn annotations_reference_types_also_in_quotes() {
    let text = "
from m import *
def f(a: Optional[Foo], b: 'x.Bar | None' = None, c: dict[str, \"List['Foo']\"] = {}) -> Callable[[Foo], Bar]:
    d: Literal['Foo'] = 1
    e: Annotated[Foo, Depends(get)]
    g: 'not a type!'
    h: Foo | Bar
";
    check_references(
        text,
        "
        3 f type Optional
        3 f type Foo
        3 f type x.Bar
        3 f type Callable
        3 f type Foo
        3 f type Bar
        4 f type Literal
        5 f type Annotated
        5 f type Foo
        5 f call Depends(get)
        5 f use get
        7 f type Foo
        7 f type Bar
        ",
    );
    check_bindings(
        text,
        "
        f a Parameter : Optional<Foo> in file
        f b Parameter 1 = 'null : (x.Bar | 'null) in file
        f c Parameter 2 = {} : dict<str, ?> in file
        f d Assigned = 'number : Literal<>
        f e Assigned : Annotated<Foo>
        f g Assigned
        f h Assigned : (Foo | Bar)
        ",
    );
}

#[test]
fn raising_a_class_creates_an_instance_of_it() {
    check_references(
        "
from m import Broken
def f(e):
    raise Broken
    raise Broken(e) from e
    raise ValueError
",
        "
        4 f call Broken()
        5 f call Broken(e)
        ",
    );
}
