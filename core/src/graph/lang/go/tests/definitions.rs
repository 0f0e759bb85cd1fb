//! Definitions of top-level names, members and methods; and imports, with the package's name.

use super::{check_definitions, check_imports, facts};

#[test]
fn top_level_names_are_defined_with_their_members() {
    check_definitions(
        "
// Package shelf keeps books.
package shelf

// Shelf holds books.
//
// More.
type Shelf[T any] struct {
	// In order.
	Books []T `json:\"books\"` // of the shelf
	a, b  int
	*Wood
	lib.Paint
	inner struct{ hidden int }
}

// Reader reads.
type Reader interface {
	Read(p []byte) (n int, err error) // some
	Closer
}

type (
	Kind  int
	Alias = lib.Kind
	Step  func(a int) error
)

// How many.
const Most, Least = 3, 1

const (
	One Kind = iota
	_
	Two
)

var handler = func() { inner := func() {}; inner() }
",
        r#"
        class Shelf 8-15 public "type Shelf[T any] struct" "Shelf holds books."
        field Shelf.Books 10-10 public "Books []T" "In order."
        field Shelf.a 11-11 "a, b int"
        field Shelf.b 11-11 "a, b int"
        field Shelf.Wood 12-12 public "*Wood"
        field Shelf.Paint 13-13 public "lib.Paint"
        field Shelf.inner 14-14 "inner struct{ hidden int }"
        interface Reader 18-21 public "type Reader interface" "Reader reads."
        method Reader.Read 19-19 abstract,public "Read(p []byte) (n int, err error)" -> ('number, 'other)
        class Kind 24-24 public "type Kind int"
        typealias Alias 25-25 public "type Alias = lib.Kind"
        class Step 26-26 public "type Step func(a int) error"
        constant Most 30-30 public "const Most, Least = 3, 1" "How many."
        constant Least 30-30 public "const Most, Least = 3, 1" "How many."
        constant One 33-33 public "const One Kind = iota"
        constant Two 35-35 public "const Two"
        variable handler 38-38 "var handler = func() { inner := func() {}; inner() }"
        function handler.<func> 38-38 anonymous "func()"
        function handler.<func>.<func> 38-38 anonymous "func()"
        "#,
    );
}

#[test]
fn methods_are_in_a_block_of_their_type() {
    check_definitions(
        "
package a

// Run runs.
//go:noinline
func (s *Server[T]) Run(
	ctx lib.Context, // where
) (*T, error) {
	type local struct{ field int }
	return nil, nil
}

func (Server) stop() {}

func TestRun(t *testing.T) {}

func Testing(t int) {}

func New[T Namer]() (s *Server[T]) { return }
",
        r#"
        block Server 6-11 anonymous "func (s *Server[T]) Run(ctx lib.Context) (*T, error)"
        method Server.Run 6-11 public "func (s *Server[T]) Run(ctx lib.Context) (*T, error)" "Run runs." -> (?, 'other)
        class Server.Run.local 9-9 "type local struct"
        field Server.Run.local.field 9-9 "field int"
        block Server 13-13 anonymous "func (Server) stop()"
        method Server.stop 13-13 "func (Server) stop()"
        function TestRun 15-15 test,public "func TestRun(t *testing.T)"
        function Testing 17-17 public "func Testing(t int)"
        function New 19-19 public "func New[T Namer]() (s *Server[T])" -> Server<Namer>
        "#,
    );
}

#[test]
fn imports_bind_the_name_in_their_path_or_their_alias() {
    check_imports(
        "
package a

import \"fmt\"
import (
	. \"example.com/app/draw\"
	_ \"example.com/app/driver\"
	names \"example.com/app/naming\"
	\"github.com/me/go-redis/v9\"
)
",
        "
        4 file: module 0:fmt as fmt
        6 file: all of 0:example.com.app.draw
        7 file: module 0:example.com.app.driver as _
        8 file: module 0:example.com.app.naming as names
        9 file: module 0:github.com.me.go-redis.v9 as redis
        ",
    );
}

#[test]
fn a_file_is_named_after_its_package() {
    let facts = facts("package shelf\n");
    assert_eq!(facts.names[facts.definitions[0].name.0 as usize], "shelf");
}
