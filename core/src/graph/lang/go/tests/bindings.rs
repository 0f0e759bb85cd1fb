//! Which names parameters, receivers, declarations, loops and cases bind, and to which values.

use super::check_bindings;

#[test]
fn parameters_results_and_receivers_have_indexes_and_types() {
    check_bindings(
        "
package a
func f(a, b int, c *Foo, d ...lib.Bar) (e []Foo, err error) {}
func (s *Foo) g(int, map[Key]*Foo) chan Foo {}
func (Foo) h() {}
type I interface{ j(k func(int), l any) }
func m[T Foo, U any](a T, b []U) {}
",
        "
        f a Parameter : 'number
        f b Parameter 1 : 'number
        f c Parameter 2 : Foo
        f d Variadic 3 : [lib.Bar]
        f e Assigned : [Foo]
        f err Assigned : 'other
        Foo.g s Receiver
        Foo.g _ Parameter : 'number
        Foo.g _ Parameter 1 : map<Key, Foo>
        I.j k Parameter
        I.j l Parameter 1
        m a Parameter : Foo
        m b Parameter 1 : []
        ",
    );
}

#[test]
fn declarations_pair_names_with_values() {
    check_bindings(
        "
package a
var a, b = f(), g
var c Foo
const ( d Color = iota; e; h = 1 )
func f() {
	i, err := f()
	j, ok := k[1]
	l, m := n, &Foo{}
	var o, p = q()
	var r func()
	r = s
	r.t = u
	v := make([]*Foo, 3)
	w := append(x, y)
	const z = a
}
",
        "
        file a Assigned = f()
        file b Assigned = g
        file c Assigned : Foo
        file d Assigned = 'number : Color
        file e Assigned : Color
        file h Assigned = 'number
        f i TupleItem = f()
        f err TupleItem 1 = f()
        f j Assigned = k[1]
        f ok Assigned
        f l Assigned = n
        f m Assigned = Foo()
        f o TupleItem = q()
        f p TupleItem 1 = q()
        f r Assigned
        f r Assigned = s
        f v Assigned = [Foo]()
        f w Assigned = x
        f z Assigned = a
        ",
    );
}

#[test]
fn loops_and_cases_bind_the_elements_they_iterate_over() {
    check_bindings(
        "
package a
func f() {
	for a, b := range c {}
	for d := range e {}
	for d = range e {}
	select { case g, ok := <-h: }
	switch i := j.(type) {
	case *Foo: i.k()
	case Bar, Baz: i.k()
	default: i.k()
	}
	l := m.(*Foo)
	n := <-o
	p := q[1:]
	r := []func(){s, t}
	u := map[string]func(){\"v\": s}
	w := lib.Foo[int]{}
}
",
        "
        f a Element = c
        f b Assigned = c[*]
        f d Element = e
        f g Assigned = h[*]
        f ok Assigned
        f i Assigned : Foo
        f i Assigned = j
        f i Assigned = j
        f l Assigned = Foo()
        f n Assigned = o[*]
        f p Assigned = q[..]
        f r Assigned = [s, t]
        f u Assigned = {s}
        f w Assigned = lib.Foo<'number>()
        ",
    );
}

#[test]
fn types_have_their_underlying_types() {
    check_bindings(
        "
package a
type A struct { b B; C; *lib.D[int]; e struct{ f *B } }
type G []B
type H = lib.D[B]
func i() func() { return j }
",
        "
        A b Field : B
        A C Field : C
        A D Field : lib.D<'number>
        A e Field : {f: B}
        G type G Assigned : [B]
        file H Assigned = lib.D<B>
        i - ReturnValue = j
        ",
    );
}
