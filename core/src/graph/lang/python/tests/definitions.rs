//! Definitions of functions, classes, variables and fields, with decorators; and every form of import and export.

use super::{check_definitions, check_imports, facts};

#[test]
fn functions_classes_methods_and_lambdas_are_defined_in_their_scopes() {
    check_definitions(
        r#"
class Shelf(Base, metaclass=Meta):
    """Keeps books.

    In order.
    """
    class Slot: pass
    def put(self, book: Book = None) -> "Slot":
        def check(): pass
        return lambda b, *c: b
async def fetch(
    url,  # where (from
): yield url
"#,
        r#"
        class Shelf 2-10 public "class Shelf(Base, metaclass=Meta)" "Keeps books."
        class Shelf.Slot 7-7 public "class Slot"
        method Shelf.put 8-10 public "def put(self, book: Book = None) -> \"Slot\"" -> Slot
        function Shelf.put.check 9-9 public "def check()"
        function Shelf.put.<lambda> 10-10 anonymous "lambda b, *c"
        function fetch 11-13 async,generator,public "async def fetch(url)"
        "#,
    );
}

#[test]
fn the_file_has_its_own_documentation() {
    let facts = facts("# comment\n'''Books and shelves.'''\nimport a\n");
    assert_eq!(facts.details[0].doc, "Books and shelves.");
    assert_eq!((facts.definitions[0].last_line, facts.n_lines), (3, 3));
}

#[test]
fn decorators_set_flags_and_count_as_the_first_line() {
    check_definitions(
        "
class A:
    @property
    def size(self): return 1
    @size.setter
    def size(self, value): pass
    @functools.cached_property
    def once(self): return 1
    @staticmethod
    def make(): pass
    @classmethod
    def of(cls): pass
    @abc.abstractmethod
    def must(self): pass
    def __new__(cls): pass
    def stub(self): ...
@overload
def f(a: int): 'Doc.'; ...
",
        r#"
        class A 2-16 public "class A"
        method A.size 3-4 property,public "def size(self)"
        method A.size 5-6 property,public "def size(self, value)"
        method A.once 7-8 property,public "def once(self)"
        method A.make 9-10 static,public "def make()"
        method A.of 11-12 class,public "def of(cls)"
        method A.must 13-14 abstract,public "def must(self)"
        method A.__new__ 15-15 class,public "def __new__(cls)"
        method A.stub 16-16 abstract,public "def stub(self)"
        function f 17-18 abstract,public "def f(a: int)" "Doc."
        "#,
    );
}

#[test]
fn variables_are_defined_once_by_their_first_assignment() {
    check_definitions(
        "
LIMIT = 10
total = x = 0
total = 1
_hidden, (one, *two) = f()
Alias: TypeAlias = int
type Pair[T] = tuple[T, T]
if a:
    late: int = 2
for loop in a: pass
__all__ = ['total']
def f():
    local = 1
class A:
    LIMIT = 1
    kind: str
    type Key = int
    def __init__(self, size):
        self.size, self.of = size, 1
        self.kind = self.LIMIT = 2
        size.other = self.inner.more = 3
        def later(): self.late = 4
    def grow(me):
        me.size = 5
        self.none = 6
",
        r#"
        constant LIMIT 2-2 public "LIMIT = 10"
        variable total 3-3 public "total = x = 0"
        variable x 3-3 public "x = 0"
        variable _hidden 5-5 "_hidden, (one, *two) = f()"
        variable one 5-5 public "_hidden, (one, *two) = f()"
        variable two 5-5 public "_hidden, (one, *two) = f()"
        typealias Alias 6-6 public "Alias: TypeAlias = int"
        typealias Pair 7-7 public "type Pair[T] = tuple[T, T]"
        variable late 9-9 public "late: int = 2"
        function f 12-13 public "def f()"
        class A 14-25 public "class A"
        field A.LIMIT 15-15 public "LIMIT = 1"
        field A.kind 16-16 public "kind: str"
        typealias A.Key 17-17 public "type Key = int"
        method A.__init__ 18-22 public "def __init__(self, size)"
        field A.size 19-19 public "self.size, self.of = size, 1"
        field A.of 19-19 public "self.size, self.of = size, 1"
        function A.__init__.later 22-22 public "def later()"
        field A.late 22-22 public "self.late = 4"
        method A.grow 23-25 public "def grow(me)"
        "#,
    );
}

#[test]
fn a_field_that_the_class_declares_later_is_not_defined_twice() {
    check_definitions(
        "
class A:
    def __init__(self):
        self.size = 1
        self.kind = 2
    @property
    def size(self): return self._size
    kind = 3
",
        r#"
        class A 2-8 public "class A"
        method A.__init__ 3-5 public "def __init__(self)"
        method A.size 6-7 property,public "def size(self)"
        field A.kind 8-8 public "kind = 3"
        "#,
    );
}

#[test]
fn tests_are_recognised_by_their_names() {
    check_definitions(
        "
class TestShelf:
    def test_put(self): pass
    def testTake(self): pass
    def testimony(self): pass
",
        r#"
        class TestShelf 2-5 test,public "class TestShelf"
        method TestShelf.test_put 3-3 test,public "def test_put(self)"
        method TestShelf.testTake 4-4 test,public "def testTake(self)"
        method TestShelf.testimony 5-5 public "def testimony(self)"
        "#,
    );
}

#[test]
fn every_form_of_import_has_its_bindings() {
    check_imports(
        "
import a, b.c, b.d as e
from . import f
from ..g.h import (i as j, k,)
from l import *
from __future__ import annotations
try:
    import m
except ImportError:
    from n import m
if TYPE_CHECKING:
    from .o import P
def q():
    from r import s
class T:
    import u
",
        "
        2 file: module 0:a as a +
        2 file: module 0:b.c +
        2 file: module 0:b.d as e +
        3 file: member f of 1: as f +
        4 file: member i of 2:g.h as j +
        4 file: member k of 2:g.h as k +
        5 file: all of 0:l +
        6 file: member annotations of 0:__future__ as annotations +
        8 file: module 0:m as m +
        10 file: member m of 0:n as m +
        12 file: member P of 1:o as P +
        14 q: member s of 0:r as s
        16 T: module 0:u as u
        ",
    );
}

#[test]
fn exports_are_read_from_literals_and_their_sums() {
    let exports = |text: &str| {
        let facts = facts(text);
        let list = facts.exports?;
        let items = &facts.items[list.start as usize..][..list.len as usize];
        Some(items.iter().map(|item| facts.names[item.name.0 as usize].clone()).collect::<Vec<_>>().join(" "))
    };
    assert_eq!(exports("__all__ = ['a', \"b\"]\n__all__ += ('c',)").as_deref(), Some("a b c"));
    assert_eq!(
        exports("__all__ = ('a',) + ('b',)\n__all__.extend(['c'])\n__all__.append('d')").as_deref(),
        Some("a b c d")
    );
    assert_eq!(exports("__all__ = []").as_deref(), Some(""));
    assert_eq!(exports("__all__ = ['a'] + other.__all__"), None);
    assert_eq!(exports("def f():\n    __all__ = ['a']"), None);
    let names: Vec<String> = (0..300).map(|n| format!("'n{n}'")).collect();
    assert_eq!(exports(&format!("__all__ = [{}]", names.join(","))).map(|names| names.split(' ').count()), Some(300));
}
