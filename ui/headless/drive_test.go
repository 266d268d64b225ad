package headless_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/headless"
)

func TestHeadless_KeysAreWhatATerminalSends(t *testing.T) {
	for _, name := range []string{"a", "G", "/", "+", "enter", "esc", "ctrl+s", "shift+tab", "f1", "space", "ctrl++"} {
		if got := headless.Key(name).String(); got != name {
			t.Errorf("%s comes as %s", name, got)
		}
	}
	if text := headless.RuneKey('ß').Text; text != "ß" {
		t.Errorf("a letter types %q", text)
	}
	if headless.RuneKey('\n').String() != "enter" {
		t.Error("the end of a line is not an enter")
	}
}

func TestHeadless_FrameworkMessagesAreHandled(t *testing.T) {
	type ownMsg struct{}
	one := func() tea.Msg { return ownMsg{} }
	if _, own := headless.Interpret(ownMsg{}); own {
		t.Error("a model's message is kept from it")
	}
	if m, own := headless.Interpret(tea.Batch(one, one)()); !own || len(m.Cmds) != 2 || m.Sequential {
		t.Errorf("a batch: %+v", m)
	}
	if m, own := headless.Interpret(tea.Sequence(one, one, one)()); !own || len(m.Cmds) != 3 || !m.Sequential {
		t.Errorf("a sequence: %+v", m)
	}
	if m, own := headless.Interpret(tea.SetClipboard("42")()); !own || m.Clipboard == nil || *m.Clipboard != "42" {
		t.Errorf("a copy: %+v", m)
	}
	if m, own := headless.Interpret(tea.RequestBackgroundColor()); !own || !m.WantsBackground {
		t.Errorf("a question for the background: %+v", m)
	}
	if m, own := headless.Interpret(tea.Quit()); !own || !m.Quit {
		t.Errorf("the end: %+v", m)
	}
	if m, own := headless.Interpret(tea.Println("x")()); !own || m.Unsupported != "tea.Println" {
		t.Errorf("a line above the screen: %+v", m)
	}
	if _, own := headless.Interpret(nil); !own {
		t.Error("nothing reaches the model")
	}
}

// TestFramework_EveryMessageItHandlesIsKnown reads the framework's event loop: a message that a new version handles
// there would be lost without its renderer. Say in Interpret, or in ui/terminal's program, what becomes of it, and add
// it here.
func TestFramework_EveryMessageItHandlesIsKnown(t *testing.T) {
	known := []string{
		"QuitMsg", "BatchMsg", "sequenceMsg", "setClipboardMsg", "backgroundColorMsg", // Interpret carries them out
		"readClipboardMsg", "setPrimaryClipboardMsg", "readPrimaryClipboardMsg", "foregroundColorMsg", "cursorColorMsg",
		"requestCursorPosMsg", "terminalVersion", "requestCapabilityMsg", "windowSizeMsg", "clearScreenMsg",
		"printLineMessage", "execMsg", "RawMsg", "programStatusSupportMsg", // Interpret calls them unsupported
		"InterruptMsg", "CapabilityMsg", // the framework carries them out without its renderer
		"SuspendMsg", "ModeReportMsg", "MouseMsg", "WindowSizeMsg", "ColorProfileMsg", // ui/terminal
	}
	found := eventLoopCases(t)
	for _, name := range found {
		if !slices.Contains(known, name) {
			t.Errorf("the framework handles %s, which is not known here", name)
		}
	}
	for _, name := range known {
		if !slices.Contains(found, name) {
			t.Errorf("the framework no longer handles %s", name)
		}
	}
}

// eventLoopCases returns the types of the outer type switch in the framework's event loop.
func eventLoopCases(t *testing.T) (names []string) {
	t.Helper()
	dir, err := exec.CommandContext(t.Context(), "go", "list", "-f", "{{.Dir}}", "charm.land/bubbletea/v2").Output()
	if err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(strings.TrimSpace(string(dir)), "tea.go")
	file, err := parser.ParseFile(token.NewFileSet(), source, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if f, ok := n.(*ast.FuncDecl); ok {
			return f.Name.Name == "eventLoop"
		}
		inner, ok := n.(*ast.TypeSwitchStmt)
		if !ok {
			return true
		}
		for _, stmt := range inner.Body.List {
			handled, ok := stmt.(*ast.CaseClause)
			if !ok {
				continue
			}
			for _, kind := range handled.List {
				if id, ok := kind.(*ast.Ident); ok {
					names = append(names, id.Name)
				}
			}
		}
		return false
	})
	return names
}
