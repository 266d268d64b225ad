package uitest

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/safetext"
	"frontdesk/ui/headless"
)

// RequireText fails unless every text is on the screen; a text may be wrapped.
func (s *Driver) RequireText(texts ...string) {
	s.t.Helper()
	screen := s.Text()
	for _, want := range texts {
		if !strings.Contains(collapseSpaces(screen), collapseSpaces(want)) {
			s.failf("%q is not on the screen", want)
		}
	}
}

// RequireNoText fails when one of the texts is on the screen.
func (s *Driver) RequireNoText(texts ...string) {
	s.t.Helper()
	screen := s.Text()
	for _, unwanted := range texts {
		if strings.Contains(collapseSpaces(screen), collapseSpaces(unwanted)) {
			s.failf("%q is on the screen", unwanted)
		}
	}
}

// RequireRow fails unless one row of the screen contains every text, in this order.
func (s *Driver) RequireRow(texts ...string) {
	s.t.Helper()
	screen := s.Text()
	for row := range strings.SplitSeq(screen, "\n") {
		rest, found := collapseSpaces(row), true
		for _, want := range texts {
			if found {
				_, rest, found = strings.Cut(rest, collapseSpaces(want))
			}
		}
		if found {
			return
		}
	}
	s.failf("no row has %q", texts)
}

// failf ends the test. The first line says in which window and what is wrong; then comes the screen, equal rows below
// each other once.
func (s *Driver) failf(format string, args ...any) {
	s.t.Helper()
	what := fmt.Sprintf(format, args...)
	rows := slices.Compact(strings.Split(s.Text(), "\n"))
	s.t.Fatalf("in %dx%d: %s:\n%s", s.options.Width, s.options.Height, what, strings.Join(rows, "\n"))
}

func collapseSpaces(s string) string { return strings.Join(strings.Fields(s), " ") }

// check holds for every frame: as large as the window to the cell, nothing in it that harms a terminal, and what the
// options ask for.
func (s *Driver) check() {
	s.t.Helper()
	v := s.view()
	if s.options.Check != nil {
		var wrong error
		s.Look(func() { wrong = s.options.Check(s.Console()) })
		if wrong != nil {
			s.failf("%v", wrong)
		}
	}
	rows := strings.Split(v.Content, "\n")
	if len(rows) != s.options.Height {
		s.failf("the frame has %d rows", len(rows))
	}
	for i, row := range rows {
		if i < len(s.checked) && s.checked[i] == row {
			continue
		}
		if err := safetext.ValidateFrame(row); err != nil {
			s.t.Fatalf("row %d is harmful: %v", i, err)
		}
		if w := ansi.StringWidth(row); w > s.options.Width {
			s.t.Fatalf("row %d is %d columns wide in a window of %d: %q", i, w, s.options.Width, ansi.Strip(row))
		}
	}
	s.checked = rows
}

// RequireNoIO passes a key to the model, draws, and fails if either used the network or the disk: only commands may,
// and they are not run here.
func (s *Driver) RequireNoIO(key string) {
	s.t.Helper()
	synctest.Wait()
	calls, files := s.Net.Calls(""), s.files()
	reads := 0
	s.Do(func(m tea.Model) {
		reads = CountReads(func() {
			m.Update(headless.Key(key))
			m.View()
		})
	})
	synctest.Wait()
	if reads > 0 {
		s.t.Fatalf("%s read from a file or a connection %d times", key, reads)
	}
	if n := s.Net.Calls(""); n != calls {
		s.t.Fatalf("%s made %d calls", key, n-calls)
	}
	if now := s.files(); now != files {
		s.t.Fatalf("%s changed files from\n%s\nto\n%s", key, files, now)
	}
}

// files returns the state of the drafts' directory.
func (s *Driver) files() string {
	s.t.Helper()
	entries, err := os.ReadDir(s.options.Dir)
	if err != nil {
		s.t.Fatal(err)
	}
	var b strings.Builder
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			s.t.Fatal(err)
		}
		fmt.Fprintln(&b, e.Name(), info.Size(), info.ModTime())
	}
	return b.String()
}
