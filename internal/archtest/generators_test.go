package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// generator is a package of tests that write files of the project anew when they are run with -update.
type generator struct {
	dir   string
	tests []string // that read it, by themselves or through functions of the package
	all   []string // every test of the package
}

// command is a line of CONTRIBUTING.md that runs generators.
var command = regexp.MustCompile(`(?m)^go test \./(\S+)(?: -run '?([^'\s]+)'?)? -update\b`)

func TestGenerators_AreAllInContributing(t *testing.T) {
	page, err := os.ReadFile("../../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	generators, err := generatorsBelow(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	if len(generators) < 3 {
		t.Errorf("only %d packages with generators are found", len(generators))
	}
	for _, wrong := range wrongCommands(string(page), generators) {
		t.Error("CONTRIBUTING.md, generated files: " + wrong)
	}
}

func TestGenerators_WhatIsMissingIsNamed(t *testing.T) {
	const code = `package ui
var anew = flag.Bool("update", false, "")
func compare() { if *anew { write() } }
func TestFrame_Small(t *testing.T) { compare() }
func TestPicture(t *testing.T) { func() { compare() }() }
func TestOther(t *testing.T) {}`
	generators, err := generatorsBelow(fstest.MapFS{
		"ui/golden_test.go": {Data: []byte(code)},
		"ui/form/a_test.go": {Data: []byte("package form\nfunc TestForm(t *testing.T) {}")},
	})
	if err != nil {
		t.Fatal(err)
	}
	for page, want := range map[string]string{
		"go test ./ui -update":                    "",
		"go test ./ui -run 'Frame|Pict' -update":  "",
		"go test ./ui -run Frame -update # small": "no line for TestPicture of ./ui",
		"nothing": "no line for TestFrame_Small of ./ui\nno line for TestPicture of ./ui",
		"go test ./ui -update\ngo test ./old -update":               "./old has no generators",
		"go test ./ui -update\ngo test ./ui -run 'Fr|Gone' -update": "./ui has no test Gone",
	} {
		if got := strings.Join(wrongCommands(page, generators), "\n"); got != want {
			t.Errorf("%s: got %q, want %q", page, got, want)
		}
	}
}

// wrongCommands compares the lines of a page that run generators with those that there are.
func wrongCommands(page string, generators []generator) (wrong []string) {
	commands := command.FindAllStringSubmatch(page, -1)
	for _, c := range commands {
		i := slices.IndexFunc(generators, func(g generator) bool { return g.dir == c[1] })
		if i < 0 {
			wrong = append(wrong, "./"+c[1]+" has no generators")
			continue
		}
		for _, name := range strings.Split(c[2], "|") {
			if !slices.ContainsFunc(generators[i].all, func(test string) bool { return isRun(name, test) }) {
				wrong = append(wrong, "./"+c[1]+" has no test "+name)
			}
		}
	}
	for _, g := range generators {
		if len(g.tests) == 0 {
			wrong = append(wrong, "./"+g.dir+" defines -update otherwise than by var NAME = flag.Bool, or no test of it reads it")
		}
		for _, test := range g.tests {
			if !slices.ContainsFunc(commands, func(c []string) bool { return c[1] == g.dir && isRun(c[2], test) }) {
				wrong = append(wrong, "no line for "+test+" of ./"+g.dir)
			}
		}
	}
	return wrong
}

// isRun reports whether go test -run runs a test.
func isRun(pattern, test string) bool {
	matched, err := regexp.MatchString(pattern, test)
	return matched && err == nil
}

// definesUpdate is a definition of the flag.
var definesUpdate = regexp.MustCompile(`flag\.Bool(Var)?\([^"\n]*"update"`)

// generatorsBelow finds the packages with a flag named update.
func generatorsBelow(root fs.FS) (found []generator, err error) {
	sources, defines := map[string]map[string][]byte{}, map[string]bool{} // by directory
	err = eachGoFile(root, func(name string, source []byte) error {
		dir := path.Dir(name)
		if sources[dir] == nil {
			sources[dir] = map[string][]byte{}
		}
		sources[dir][name] = source
		defines[dir] = defines[dir] || definesUpdate.Match(source) && path.Base(name) != "generators_test.go"
		return nil
	})
	for _, dir := range slices.Sorted(maps.Keys(defines)) {
		if !defines[dir] {
			continue
		}
		var files []*ast.File
		for name, source := range sources[dir] {
			file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			files = append(files, file)
		}
		found = append(found, newGenerator(dir, files))
	}
	return found, err
}

// updateFlag returns the variable of the flag.
func updateFlag(files []*ast.File) (variable string) {
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.ValueSpec); ok && len(spec.Values) == 1 {
				call, ok := spec.Values[0].(*ast.CallExpr)
				if ok && selected(call.Fun) == "flag.Bool" && isText(call.Args[0], "update") {
					variable = spec.Names[0].Name
				}
			}
			return true
		})
	}
	return variable
}

// isText reports whether an expression is a text as it stands.
func isText(e ast.Expr, text string) bool {
	literal, ok := e.(*ast.BasicLit)
	return ok && literal.Value == `"`+text+`"`
}

// newGenerator finds the tests that read the flag, by the names that stand in their functions.
func newGenerator(dir string, files []*ast.File) generator {
	names := map[string][]string{} // in each function
	for _, file := range files {
		for _, declared := range file.Decls {
			if f, ok := declared.(*ast.FuncDecl); ok && f.Body != nil {
				ast.Inspect(f.Body, func(n ast.Node) bool {
					if name, ok := n.(*ast.Ident); ok {
						names[f.Name.Name] = append(names[f.Name.Name], name.Name)
					}
					return true
				})
			}
		}
	}
	reading := map[string]bool{updateFlag(files): true}
	for grown := true; grown; {
		grown = false
		for f, used := range names {
			if !reading[f] && slices.ContainsFunc(used, func(name string) bool { return reading[name] }) {
				reading[f], grown = true, true
			}
		}
	}
	g := generator{dir: dir}
	for f := range names {
		if strings.HasPrefix(f, "Test") && f != "TestMain" {
			g.all = append(g.all, f)
			if reading[f] {
				g.tests = append(g.tests, f)
			}
		}
	}
	slices.Sort(g.tests)
	return g
}
