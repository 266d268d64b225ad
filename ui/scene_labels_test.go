package ui_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"frontdesk/internal/wire"
	"frontdesk/ui/uitest"
)

// maxFramesOfALabel is how many golden frames may hold a label of the ticket's head: a change of the head must be a
// change that somebody reads.
const maxFramesOfALabel = 10

// labelledFrames are the golden frames that hold each label of the ticket's head.
type labelledFrames struct {
	mu sync.Mutex
	of map[string][]string
}

// add notes the labels that a golden frame shows in the ticket's head.
func (l *labelledFrames) add(t *testing.T, s *uitest.Scene, d *uitest.Driver, labels []string) {
	t.Helper()
	rows, shown := strings.Split(d.Text(), "\n"), ""
	d.Look(func() {
		head, _ := d.Console().Part("head")
		for _, name := range strings.Fields(s.Shows) {
			if part, ok := d.Console().Part(name); ok && name != "overlay" {
				shown += cut(rows, head.Intersect(part))
			}
		}
	})
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, label := range labels {
		if strings.Contains(shown, label) {
			width, height := d.Window()
			l.of[label] = append(l.of[label], fmt.Sprintf("%s in %dx%d", s.Name, width, height))
		}
	}
}

// requireFew fails for each label that more golden frames hold than somebody reads after a change of the ticket's head.
func (l *labelledFrames) requireFew(t *testing.T, labels []string) {
	t.Helper()
	for _, label := range labels {
		if frames := l.of[label]; len(frames) > maxFramesOfALabel {
			slices.Sort(frames)
			t.Errorf("%d golden frames hold %q of the ticket's head, more than %d; let some show another part: %s",
				len(frames), label, maxFramesOfALabel, strings.Join(frames, ", "))
		}
	}
}

// headLabels returns the labels of the ticket's head, from the source of the pane: the members that it names, and what it
// adds under a name of its own.
func headLabels(t *testing.T) (labels []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("pane", "ticket_head.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) == 0 {
			return true
		}
		first, isText := textOf(call.Args[0])
		switch name := calledName(call); {
		case name == "Label" && len(call.Args) == 2:
			if member, isText := textOf(call.Args[1]); isText {
				labels = append(labels, wire.Label("ticket", member))
			}
		case isText && (name == "shown" || name == "moment"):
			labels = append(labels, wire.Label("ticket", first))
		case isText && name == "add":
			labels = append(labels, first)
		}
		return true
	})
	slices.Sort(labels)
	labels = slices.DeleteFunc(slices.Compact(labels), func(label string) bool { return label == "" })
	if len(labels) < 5 || !slices.Contains(labels, wire.Label("ticket", "assignedToName")) {
		t.Fatalf("the labels of the ticket's head are not found in its source: %q", labels)
	}
	return labels
}

// textOf returns the value of a literal text.
func textOf(e ast.Expr) (text string, ok bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(lit.Value)
	return text, err == nil
}

// calledName returns the name of the function that is called, without its package.
func calledName(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}
