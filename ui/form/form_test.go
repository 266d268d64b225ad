package form_test

import (
	"errors"
	"image"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/safetext"
	"frontdesk/internal/safetext/texttest"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/form"
	"frontdesk/ui/textedit/edittest"
	"frontdesk/ui/theme"
)

// newUpdateForm returns the form of Update Ticket as far as these tests need it.
func newUpdateForm(t testing.TB, w, h int) *form.Form {
	t.Helper()
	needed := func(v string) (string, error) {
		if strings.TrimSpace(v) == "" {
			return "", errors.New("is needed")
		}
		return "", nil
	}
	when := func(v string) (string, error) {
		switch v {
		case "", "soon":
			return "", nil
		case "tomorrow 10:00":
			return "Sat 2026-11-21 10:00 IST", nil
		}
		return "", errors.New("is not a time: write tomorrow 10:00 or +90m")
	}
	f := form.New([]form.Field{
		{Name: "sub_status", Label: "Sub-status", Kind: form.Select, AllowCustom: true, Validate: needed, Options: []form.Option{
			{Value: "PS", Label: "Pending · PS"}, {Value: "P", Label: "Pending · P"}, {Value: "US", Label: "Unattended · US"}, {Value: "CL", Label: "Closed · CL"}, {Value: "ED", Label: "Ended · ED"},
		}},
		{Name: "queue", Label: "Queue", Kind: form.Select, Hint: "as it is", Options: []form.Option{
			{Value: "hw", Label: "Hardware"}, {Value: "cafe", Label: "Café"}, {Value: "bill", Label: "Billing"},
		}},
		{Name: "callback_time", Label: "Call back", Hint: "tomorrow 10:00 · +90m", Validate: when},
		{Name: "comment", Label: "Comment", Kind: form.Multiline, Hint: "what was said and done", Validate: func(v string) (string, error) {
			if strings.Contains(v, "password") {
				return "", errors.New("holds a password")
			}
			return "", nil
		}},
	}, theme.New(true, true))
	f.SetSize(w, h)
	return f
}

// checkAndRender checks the invariants of a form on the screen and returns it with the cursor drawn in.
func checkAndRender(t testing.TB, f *form.Form, w, h int) string {
	t.Helper()
	view := f.View()
	lines := strings.Split(view, "\n")
	if len(lines) > h {
		t.Errorf("the form has %d rows, %d are there", len(lines), h)
	}
	for i, line := range lines {
		if termwidth.Width(line) > w {
			t.Errorf("row %d is %d columns wide, %d are there: %q", i, termwidth.Width(line), w, line)
		}
	}
	if err := errors.Join(safetext.ValidateFrame(view), texttest.Forbidden(view)); err != nil {
		t.Error(err)
	}
	c := f.Cursor()
	if c == nil || c.X < 0 || c.X >= w || c.Y < 0 || c.Y >= h || c.Shape != tea.CursorBar {
		t.Fatalf("the cursor of %s is out of sight: %+v", f.Focused(), c)
	}
	return edittest.DrawCursor(t, view, c)
}

func TestForm_KeysMoveThroughTheFields(t *testing.T) {
	f := newUpdateForm(t, 68, 20)
	for _, step := range []struct {
		name string
		do   func()
		want string
	}{
		{"the first field has the keys", func() {}, "sub_status"},
		{"tab", func() { f.FocusNext(1) }, "queue"},
		{"tab", func() { f.FocusNext(1) }, "callback_time"},
		{"enter in one line", func() { edittest.Press(t, f, "<enter>") }, "comment"},
		{"enter in the comment is typed", func() { edittest.Press(t, f, "<enter>") }, "comment"},
		{"down in the comment stays", func() { edittest.Press(t, f, "<down><down>") }, "comment"},
		{"tab at the end goes round", func() { f.FocusNext(1) }, "sub_status"},
		{"shift+tab goes back round", func() { f.FocusNext(-1) }, "comment"},
		{"shift+tab", func() { f.FocusNext(-1) }, "callback_time"},
		{"up in one line", func() { edittest.Press(t, f, "<up>") }, "queue"},
		{"up and down in a picker choose", func() { edittest.Press(t, f, "<up><down>") }, "queue"},
		{"enter in a picker", func() { edittest.Press(t, f, "<enter>") }, "callback_time"},
		{"down in one line", func() { edittest.Press(t, f, "<down>") }, "comment"},
		{"by name", func() { f.FocusField("queue") }, "queue"},
		{"by a name that is not there", func() { f.FocusField("nowhere") }, "queue"},
	} {
		if step.do(); f.Focused() != step.want {
			t.Fatalf("%s: the keys go to %s, want %s", step.name, f.Focused(), step.want)
		}
	}
}

func TestForm_FieldIsValidatedWhenItIsLeft(t *testing.T) {
	f := newUpdateForm(t, 78, 20)
	f.FocusField("callback_time")
	edittest.Press(t, f, "tomorrow 10")
	if s := f.View(); strings.Contains(s, "✗") {
		t.Errorf("told off while typing:\n%s", s)
	}
	f.FocusNext(1)
	if s := f.View(); !strings.Contains(s, "✗ is not a time: write tomorrow 10:00 or +90m") || !strings.Contains(s, "✗ Call back") {
		t.Errorf("nothing is said after leaving:\n%s", s)
	}
	f.FocusNext(-1)
	edittest.Press(t, f, ":00")
	if s := f.View(); !strings.Contains(s, "→ Sat 2026-11-21 10:00 IST") || strings.Contains(s, "✗") {
		t.Errorf("what it means is not shown while typing:\n%s", s)
	}
}

func TestForm_SendingGoesToTheFirstInvalidField(t *testing.T) {
	for _, c := range []struct {
		name   string
		values map[string]string
		from   string
		ok     bool
		at     string
	}{
		{"all is well", map[string]string{"sub_status": "CL", "callback_time": "soon"}, "comment", true, "comment"},
		{"what is needed is missing", map[string]string{"callback_time": "never"}, "comment", false, "sub_status"},
		{"the callback time is not a time", map[string]string{"sub_status": "CL", "callback_time": "never"}, "queue", false, "callback_time"},
		{"the comment holds what it must not", map[string]string{"sub_status": "CL", "comment": "his password is"}, "comment", false, "comment"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newUpdateForm(t, 78, 20)
			f.SetValues(c.values)
			f.FocusField(c.from)
			if ok := f.Validate(); ok != c.ok || f.Focused() != c.at {
				t.Errorf("can be sent %v, the keys go to %s", ok, f.Focused())
			}
			if s := checkAndRender(t, f, 78, 20); strings.Contains(s, "✗") == c.ok {
				t.Errorf("it says:\n%s", s)
			}
		})
	}
}

func TestForm_RefusalIsShownAtItsField(t *testing.T) {
	f := newUpdateForm(t, 78, 20)
	refusal := errors.New("Invalid Format.callback_date should be yyyy-MM-dd hh:mm:ss.\x1b[31m")
	if !f.SetError("callback_time", refusal) || f.Focused() != "callback_time" {
		t.Errorf("the keys go to %s", f.Focused())
	}
	s := checkAndRender(t, f, 78, 20)
	if words := strings.Join(strings.Fields(s), " "); !strings.Contains(words, "✗ Invalid Format.callback_date should be yyyy-MM-dd hh:mm:ss.") {
		t.Errorf("it is not said:\n%s", s)
	}
	if edittest.Press(t, f, "x"); strings.Contains(f.View(), "Invalid Format") {
		t.Error("it is still said after the field has changed")
	}
	if f.SetError("nowhere", refusal) || f.Focused() != "callback_time" {
		t.Error("a field that is not there has failed")
	}
}

func TestForm_WrongCommentSaysSoUnderItsLabel(t *testing.T) {
	f := newUpdateForm(t, 78, 20)
	f.FocusField("comment")
	edittest.Press(t, f, "one")
	f.SetError("comment", errors.New("has the variable {{custmer}}, which is not known; did you mean {{customer}}?"))
	lines := strings.Split(checkAndRender(t, f, 78, 20), "\n")
	label := slices.IndexFunc(lines, func(s string) bool { return strings.Contains(s, "Comment") })
	if !strings.Contains(lines[label+1], "✗ has the variable") {
		t.Errorf("the error is not under the label:\n%s", strings.Join(lines, "\n"))
	}
	at := f.Cursor()
	if at == nil || !strings.Contains(lines[at.Y], "one") {
		t.Fatalf("the cursor is at %v, not in the text:\n%s", at, strings.Join(lines, "\n"))
	}
	if spot, ok := f.SpotAt(image.Pt(4, at.Y)); !ok {
		t.Error("a click on the text finds nothing")
	} else if spot.Select(); f.Focused() != "comment" || f.Cursor() == nil || f.Cursor().X != 4 {
		t.Errorf("a click on the third letter puts the cursor at %v of %s", f.Cursor(), f.Focused())
	}
}

func TestForm_DraftIsFilledIn(t *testing.T) {
	f := newUpdateForm(t, 78, 20)
	values := map[string]string{"sub_status": "new key", "queue": "cafe", "callback_time": "soon", "comment": "one\n\n  two 👩‍👩‍👧\n"}
	f.SetValues(values)
	for name, want := range values {
		if got := f.Values()[name]; got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	f.SetValues(map[string]string{"queue": "bill", "nowhere": "x"})
	if got := f.Values(); got["queue"] != "bill" || got["comment"] != values["comment"] || len(got) != len(values) {
		t.Errorf("after filling in one field: %v", got)
	}
	if s := f.View(); !strings.Contains(s, "Billing") || strings.Contains(s, "bill ") {
		t.Errorf("the queue's name is not shown:\n%s", s)
	}
}

func TestForm_ArticleIsInsertedAtTheCursor(t *testing.T) {
	f := newUpdateForm(t, 78, 20)
	f.SetValues(map[string]string{"comment": "Dear Ravi,\nregards"})
	f.FocusField("comment")
	edittest.Press(t, f, "<up><end><enter>")
	f.FocusField("callback_time") // the FAQ was opened from elsewhere
	if !f.Insert("Hold the power button.\r\n\tThen wait.\x1b]52;c;eA==\a") || f.Focused() != "comment" {
		t.Fatalf("the keys go to %s", f.Focused())
	}
	want := "Dear Ravi,\nHold the power button.\n    Then wait.␛]52;c;eA==␇\nregards"
	if got := f.Values()["comment"]; got != want {
		t.Errorf("the comment is %q, want %q", got, want)
	}
	if s := checkAndRender(t, f, 78, 20); !strings.Contains(s, "Then wait.␛]52;c;eA==␇▏") {
		t.Errorf("the cursor is not behind what was inserted:\n%s", s)
	}
	if f.Insert("the password is 1234"); f.Validate() {
		t.Error("what is inserted is not judged")
	}
	if form.New([]form.Field{{Name: "title"}}, theme.New(true, true)).Insert("x") {
		t.Error("inserted into a form without a comment")
	}
}

func TestForm_CursorIsVisibleAtEverySize(t *testing.T) {
	comment := strings.Repeat("The screen stays black & beeps twice, 画面が真っ暗 👩‍👩‍👧.\n", 60)
	for _, size := range [][2]int{{78, 10}, {50, 4}, {20, 6}, {78, 20}, {200, 50}} {
		w, h := max(size[0], 22), size[1]
		f := newUpdateForm(t, size[0], h)
		f.SetValues(map[string]string{"comment": comment, "callback_time": strings.Repeat("tomorrow 10:00 ", 30)})
		f.Validate()
		for range 2 {
			for _, name := range []string{"sub_status", "queue", "callback_time", "comment"} {
				f.FocusField(name)
				checkAndRender(t, f, w, h)
				edittest.Press(t, f, "<down>")
				checkAndRender(t, f, w, h)
			}
		}
		f.FocusField("comment")
		for _, keys := range []string{"<ctrl+home>", "<pgdown><pgdown>", "<end>", "<ctrl+end>", "<up><up><up>", "<home>", "<pgup>", "x", "<enter>"} {
			edittest.Press(t, f, keys)
			checkAndRender(t, f, w, h)
		}
	}
}

func TestForm_CursorStaysVisibleAfterAResize(t *testing.T) {
	f := newUpdateForm(t, 200, 50)
	f.SetValues(map[string]string{"comment": strings.Repeat("word ", 4000)})
	f.FocusField("comment")
	edittest.Press(t, f, "<ctrl+home><pgdown><pgdown>")
	edittest.Press(t, f, "here")
	for _, size := range [][2]int{{78, 10}, {30, 30}, {200, 50}, {22, 4}, {78, 20}} {
		f.SetSize(size[0], size[1])
		if s := checkAndRender(t, f, size[0], size[1]); !strings.Contains(s, "here▏") {
			t.Errorf("at %v the cursor is elsewhere:\n%s", size, s)
		}
	}
}

func TestForm_NoKeyReachesTheHostsClipboard(t *testing.T) {
	f := newUpdateForm(t, 78, 20)
	f.SetValues(map[string]string{"comment": "secret", "callback_time": "soon"})
	for range 4 {
		before := f.Values()[f.Focused()]
		edittest.Press(t, f, "<ctrl+v><ctrl+shift+c><shift+insert><ctrl+c>") // press fails when one of them asks for a command
		if got := f.Values()[f.Focused()]; got != before {
			t.Errorf("%s has become %q", f.Focused(), got)
		}
		f.FocusNext(1)
	}
}

func TestForm_HostileTextIsHarmless(t *testing.T) {
	for _, c := range texttest.Hostile(t) {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			s := c.Text[:min(len(c.Text), 4<<10)]
			f := newUpdateForm(t, 60, 20)
			f.SetValues(map[string]string{"sub_status": s, "queue": s, "callback_time": s, "comment": s})
			checkAndRender(t, f, 60, 20)
			for range 4 {
				edittest.Paste(f, s)
				checkAndRender(t, f, 60, 20)
				edittest.Press(t, f, "<home><right><backspace>")
				checkAndRender(t, f, 60, 20)
				f.FocusNext(1)
			}
		})
	}
}

func TestForm_TextOfEveryScriptIsSentUnchanged(t *testing.T) {
	for _, s := range texttest.Honest(t) {
		pasted, typed := newUpdateForm(t, 78, 20), newUpdateForm(t, 78, 20)
		for _, f := range []*form.Form{pasted, typed} {
			f.FocusField("comment")
		}
		edittest.Paste(pasted, s)
		for _, r := range s { // as an input method may give it, code by code
			typed.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
		for how, f := range map[string]*form.Form{"pasted": pasted, "typed": typed} {
			if got := f.Values()["comment"]; got != s {
				t.Errorf("%s %q became %q", how, s, got)
			}
			checkAndRender(t, f, 78, 20)
		}
		for range s {
			edittest.Press(t, typed, "<backspace>")
		}
		if got := typed.Values()["comment"]; got != "" {
			t.Errorf("of %q is left %q", s, got)
		}
	}
}

func TestForm_ThemeChangeKeepsTheValues(t *testing.T) {
	f := newUpdateForm(t, 78, 20)
	edittest.Press(t, f, "clo")
	plain := f.View()
	f.SetTheme(theme.New(true, false))
	coloured := f.View()
	if plain == coloured || ansi.Strip(plain) != ansi.Strip(coloured) {
		t.Errorf("plain:\n%s\ncoloured:\n%s", plain, coloured)
	}
}
