// Type-checks every package below a folder and writes what each name means, as an index in the SCIP format.
//
//	GO111MODULE=off CGO_ENABLED=0 GOPATH=PATH go run types.go DIR INDEX
//
// DIR is below PATH/src. Test files are read with their package; files under a condition that does not hold here are left
// out. What cannot be imported is told on the standard error, and leaves the names that depend on it unknown.
//
// Not here: which names are called, which the reader of the index asks the trees of the files.
package main

import (
	"encoding/binary"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
)

func main() {
	root, err := filepath.Abs(os.Args[1])
	if err != nil {
		fail(err)
	}
	index := index{root: root}
	packages := packages{files: token.NewFileSet(), checked: map[string]*types.Package{}}
	err = filepath.WalkDir(root, func(folder string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		if entry.Name() == "testdata" {
			return fs.SkipDir
		}
		if found, err := build.ImportDir(folder, 0); err == nil {
			index.add(&packages, found)
		}
		return nil
	})
	if err != nil {
		fail(err)
	}
	if err := os.WriteFile(os.Args[2], index.documents, 0o644); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "error:", err)
	os.Exit(1)
}

// packages type-checks what is imported, once, from its sources and without the bodies of its functions.
type packages struct {
	files   *token.FileSet
	checked map[string]*types.Package
}

func (p *packages) Import(path string) (*types.Package, error) {
	return p.ImportFrom(path, ".", 0)
}

func (p *packages) ImportFrom(path, folder string, _ types.ImportMode) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	found, err := build.Import(path, folder, 0)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return nil, err
	}
	path = found.ImportPath
	known, isBegun := p.checked[path]
	if isBegun && known == nil {
		return nil, fmt.Errorf("%s imports itself", path)
	}
	if !isBegun {
		p.checked[path] = nil
		known = p.check(p, path, p.parse(found.Dir, found.GoFiles), nil)
		p.checked[path] = known
	}
	return known, nil
}

// parse reads files of a folder, as far as they can be read.
func (p *packages) parse(folder string, names []string) []*ast.File {
	var files []*ast.File
	for _, name := range names {
		if file, _ := parser.ParseFile(p.files, filepath.Join(folder, name), nil, 0); file != nil {
			files = append(files, file)
		}
	}
	return files
}

// check makes a package of files. An error in them costs only what it concerns.
func (p *packages) check(from types.Importer, path string, files []*ast.File, info *types.Info) *types.Package {
	config := types.Config{Importer: from, IgnoreFuncBodies: info == nil, Error: func(error) {}}
	checked, _ := config.Check(path, p.files, files, info)
	return checked
}

// around imports for the tests that stand outside of a package: they see it together with the tests in it.
type around struct {
	*packages
	path   string
	tested *types.Package
}

func (a around) ImportFrom(path, folder string, mode types.ImportMode) (*types.Package, error) {
	if path == a.path {
		return a.tested, nil
	}
	return a.packages.ImportFrom(path, folder, mode)
}

// index holds the documents of an index, encoded.
type index struct {
	root      string
	documents []byte
}

// Fields of the format, and the role of a name that defines.
const (
	indexDocument      = 2
	documentPath       = 1
	documentOccurrence = 2
	occurrenceRange    = 1
	occurrenceSymbol   = 2
	occurrenceRoles    = 3
	definition         = 1
)

// add notes every name in a package and in its tests.
func (x *index) add(p *packages, found *build.Package) {
	inside := p.parse(found.Dir, append(append([]string{}, found.GoFiles...), found.TestGoFiles...))
	outside := p.parse(found.Dir, found.XTestGoFiles)
	info := types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	tested := p.check(p, found.ImportPath, inside, &info)
	p.check(around{p, found.ImportPath, tested}, found.ImportPath+"_test", outside, &info)
	for _, file := range append(inside, outside...) {
		x.addFile(p.files, file, &info)
	}
}

func (x *index) addFile(files *token.FileSet, file *ast.File, info *types.Info) {
	path, err := filepath.Rel(x.root, files.Position(file.Pos()).Filename)
	if err != nil {
		fail(err)
	}
	document := field(nil, documentPath, []byte(filepath.ToSlash(path)))
	ast.Inspect(file, func(node ast.Node) bool {
		name, isName := node.(*ast.Ident)
		if !isName || name.Name == "_" {
			return true
		}
		// An embedded field is named by its type: there it is that type which the name means.
		if object := info.Uses[name]; object != nil {
			document = field(document, documentOccurrence, occurrence(files, name, meant(object), 0))
		} else if object := info.Defs[name]; object != nil {
			document = field(document, documentOccurrence, occurrence(files, name, object, definition))
		}
		return true
	})
	x.documents = field(x.documents, indexDocument, document)
}

// meant follows an alias, which is another spelling of a type's name.
func meant(object types.Object) types.Object {
	if name, isType := object.(*types.TypeName); isType && name.IsAlias() {
		if named, isNamed := name.Type().(*types.Named); isNamed {
			return named.Obj()
		}
	}
	return object
}

func occurrence(files *token.FileSet, name *ast.Ident, object types.Object, roles uint64) []byte {
	at := files.Position(name.Pos())
	line, column := uint64(at.Line-1), uint64(at.Column-1)
	place := number(number(number(nil, line), column), column+uint64(len(name.Name)))
	encoded := field(field(nil, occurrenceRange, place), occurrenceSymbol, []byte(symbol(files, object)))
	return number(number(encoded, occurrenceRoles<<3), roles)
}

// symbol names an object: by its package and its type where it has a name that others can use, else by its place.
func symbol(files *token.FileSet, object types.Object) string {
	of := object.Pkg()
	if of == nil {
		return "go . . . builtin/" + object.Name() + "."
	}
	around := "go . . . `" + of.Path() + "`/"
	switch object := object.(type) {
	case *types.Func:
		receiver := object.Type().(*types.Signature).Recv()
		if receiver == nil {
			return around + object.Name() + "()."
		}
		if named := named(receiver.Type()); named != "" {
			return around + named + "#" + object.Name() + "()."
		}
	case *types.TypeName:
		if object.Parent() == of.Scope() {
			return around + object.Name() + "#"
		}
	default:
		if object.Parent() == of.Scope() {
			return around + object.Name() + "."
		}
	}
	at := files.Position(object.Pos())
	place := fmt.Sprintf("%s:%d:%d", filepath.Base(at.Filename), at.Line, at.Column)
	if object.Parent() == nil {
		return around + "`" + place + "`."
	}
	return "local " + place
}

// named is the name of a receiver's type; empty where it has none that its package knows.
func named(receiver types.Type) string {
	if pointer, ok := receiver.(*types.Pointer); ok {
		receiver = pointer.Elem()
	}
	if named, ok := receiver.(*types.Named); ok && named.Obj().Parent() == named.Obj().Pkg().Scope() {
		return named.Obj().Name()
	}
	return ""
}

// field appends a field that holds bytes, in the encoding of protocol buffers.
func field(to []byte, key uint64, bytes []byte) []byte {
	return append(number(number(to, key<<3|2), uint64(len(bytes))), bytes...)
}

func number(to []byte, value uint64) []byte {
	var encoded [binary.MaxVarintLen64]byte
	return append(to, encoded[:binary.PutUvarint(encoded[:], value)]...)
}
