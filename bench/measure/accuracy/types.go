// Type-checks every package below a folder, and writes what each name refers to as an index in the SCIP format.
//
//	GO111MODULE=off CGO_ENABLED=0 GOPATH=PATH go run types.go DIR INDEX
//
// DIR is below PATH/src. Test files are read with their package; files under a condition that does not hold here are left
// out. Failed imports are printed on the standard error; names that depend on them stay unknown.
//
// Not here: which names are called, which the reader of the index finds in the syntax trees.
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
		if buildPackage, err := build.ImportDir(folder, 0); err == nil {
			index.add(&packages, buildPackage)
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

// packages type-checks each imported package once, from its sources, without the bodies of functions.
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
	buildPackage, err := build.Import(path, folder, 0)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return nil, err
	}
	path = buildPackage.ImportPath
	imported, isBegun := p.checked[path]
	if isBegun && imported == nil {
		return nil, fmt.Errorf("%s imports itself", path)
	}
	if !isBegun {
		p.checked[path] = nil
		imported = p.check(p, path, p.parse(buildPackage.Dir, buildPackage.GoFiles), nil)
		p.checked[path] = imported
	}
	return imported, nil
}

// parse reads files of a folder; those that cannot be parsed are left out.
func (p *packages) parse(folder string, names []string) []*ast.File {
	var files []*ast.File
	for _, name := range names {
		if file, _ := parser.ParseFile(p.files, filepath.Join(folder, name), nil, 0); file != nil {
			files = append(files, file)
		}
	}
	return files
}

// check makes a package from files. Errors in them are ignored.
func (p *packages) check(importer types.Importer, path string, files []*ast.File, info *types.Info) *types.Package {
	config := types.Config{Importer: importer, IgnoreFuncBodies: info == nil, Error: func(error) {}}
	checked, _ := config.Check(path, p.files, files, info)
	return checked
}

// testImporter imports for test files in a package of their own (`_test`), which see the package together with its other tests.
type testImporter struct {
	*packages
	path   string
	tested *types.Package
}

func (a testImporter) ImportFrom(path, folder string, mode types.ImportMode) (*types.Package, error) {
	if path == a.path {
		return a.tested, nil
	}
	return a.packages.ImportFrom(path, folder, mode)
}

// index contains the encoded documents of an index.
type index struct {
	root      string
	documents []byte
}

// Fields of the format, and the role of a definition.
const (
	indexDocument      = 2
	documentPath       = 1
	documentOccurrence = 2
	occurrenceRange    = 1
	occurrenceSymbol   = 2
	occurrenceRoles    = 3
	definition         = 1
)

// add records every name in a package and in its tests.
func (x *index) add(p *packages, buildPackage *build.Package) {
	packageFiles := p.parse(buildPackage.Dir, append(append([]string{}, buildPackage.GoFiles...), buildPackage.TestGoFiles...))
	externalTests := p.parse(buildPackage.Dir, buildPackage.XTestGoFiles)
	info := types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	tested := p.check(p, buildPackage.ImportPath, packageFiles, &info)
	p.check(testImporter{p, buildPackage.ImportPath, tested}, buildPackage.ImportPath+"_test", externalTests, &info)
	for _, file := range append(packageFiles, externalTests...) {
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
		// An embedded field is named by its type; the name refers to that type.
		if object := info.Uses[name]; object != nil {
			document = field(document, documentOccurrence, occurrence(files, name, meant(object), 0))
		} else if object := info.Defs[name]; object != nil {
			document = field(document, documentOccurrence, occurrence(files, name, object, definition))
		}
		return true
	})
	x.documents = field(x.documents, indexDocument, document)
}

// meant returns the type that an alias stands for; any other object as it is.
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

// symbol returns the symbol of an object: by its package and type if others can refer to it, else by its position.
func symbol(files *token.FileSet, object types.Object) string {
	pkg := object.Pkg()
	if pkg == nil {
		return "go . . . builtin/" + object.Name() + "."
	}
	prefix := "go . . . `" + pkg.Path() + "`/"
	switch object := object.(type) {
	case *types.Func:
		receiver := object.Type().(*types.Signature).Recv()
		if receiver == nil {
			return prefix + object.Name() + "()."
		}
		if named := named(receiver.Type()); named != "" {
			return prefix + named + "#" + object.Name() + "()."
		}
	case *types.TypeName:
		if object.Parent() == pkg.Scope() {
			return prefix + object.Name() + "#"
		}
	default:
		if object.Parent() == pkg.Scope() {
			return prefix + object.Name() + "."
		}
	}
	at := files.Position(object.Pos())
	place := fmt.Sprintf("%s:%d:%d", filepath.Base(at.Filename), at.Line, at.Column)
	if object.Parent() == nil {
		return prefix + "`" + place + "`."
	}
	return "local " + place
}

// named returns the name of a receiver's type; empty if its package does not declare it.
func named(receiver types.Type) string {
	if pointer, ok := receiver.(*types.Pointer); ok {
		receiver = pointer.Elem()
	}
	if named, ok := receiver.(*types.Named); ok && named.Obj().Parent() == named.Obj().Pkg().Scope() {
		return named.Obj().Name()
	}
	return ""
}

// field appends a field of bytes, in the encoding of protocol buffers.
func field(buffer []byte, key uint64, bytes []byte) []byte {
	return append(number(number(buffer, key<<3|2), uint64(len(bytes))), bytes...)
}

func number(buffer []byte, value uint64) []byte {
	var encoded [binary.MaxVarintLen64]byte
	return append(buffer, encoded[:binary.PutUvarint(encoded[:], value)]...)
}
