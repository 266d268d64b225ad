package textedit_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"frontdesk/internal/safetext/texttest"
	"frontdesk/ui/textedit"
	"frontdesk/ui/textedit/edittest"
)

// typedInto returns what an area with a text shows after keys, with the cursor in it.
func typedInto(t *testing.T, text, keys string) string {
	t.Helper()
	a := textedit.NewArea("", 1000, 8)
	a.SetWidth(60)
	a.Focus()
	a.SetValue(text)
	a.ForgetHistory()
	edittest.Press(t, a, keys)
	var rows []string
	for row := range strings.SplitSeq(edittest.DrawCursor(t, a.View(), a.Cursor()), "\n") {
		rows = append(rows, strings.TrimRight(row, " "))
	}
	return strings.TrimRight(strings.Join(rows, "\n"), "\n")
}

func TestArea_WhatIsWipedCanBeBroughtBack(t *testing.T) {
	const text = "The card was charged twice.\nPlease refund one."
	for _, c := range []struct{ name, keys, want string }{
		{"a line, undone", "<ctrl+u><ctrl+z>", text + "▏"},
		{"everything, undone", "<ctrl+u><ctrl+u><ctrl+u><ctrl+u><ctrl+z><ctrl+z><ctrl+z>", text + "▏"},
		{"with the other key", "<ctrl+u><ctrl+_>", text + "▏"},
		{"and as terminals that know all keys send it", "<ctrl+u><ctrl+/>", text + "▏"},
		{"the rest of a line", "<home><ctrl+k><ctrl+z>", "The card was charged twice.\n▏Please refund one."},
		{"a word", "<ctrl+w><ctrl+z>", text + "▏"},
		{"a word to the right", "<home><alt+d><ctrl+z>", "The card was charged twice.\n▏Please refund one."},
		{"undone too far, and done again", "<ctrl+u><ctrl+z><alt+z>", "The card was charged twice.\n▏"},
		{"with the other key again", "<ctrl+u><ctrl+z><ctrl+shift+z>", "The card was charged twice.\n▏"},
		{"what is typed after undo ends redo", "<ctrl+u><ctrl+z>x<alt+z>", text + "x▏"},
		{"nothing to undo", "<ctrl+z><ctrl+z>", text + "▏"},
		{"nothing to do again", "x<alt+z>", text + "x▏"},
		{"a line, yanked", "<ctrl+u><ctrl+y>", text + "▏"},
		{"a line, yanked somewhere else", "<ctrl+u><ctrl+home><ctrl+y>", "Please refund one.▏The card was charged twice."},
		{"two words, yanked together", "<ctrl+w><ctrl+w><ctrl+y>", text + "▏"},
		{"a word to each side, yanked together", "<home><right><right><right><ctrl+w><alt+d><ctrl+y>", "The card was charged twice.\nPlease▏ refund one."},
		{"two words with a move between are two", "<ctrl+w><left><ctrl+w><ctrl+y>", "The card was charged twice.\nPlease refund▏"},
		{"yanked twice", "<ctrl+w><ctrl+y><ctrl+y>", "The card was charged twice.\nPlease refund one.one.▏"},
		{"nothing to yank", "<ctrl+y>", text + "▏"},
		{"a yank, undone", "<ctrl+w><ctrl+y><ctrl+z>", "The card was charged twice.\nPlease refund ▏"},
		{"letters that were erased are not yanked", "<backspace><ctrl+y>", "The card was charged twice.\nPlease refund one▏"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := typedInto(t, text, c.keys); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestArea_TypingIsUndoneWordByWord(t *testing.T) {
	for _, c := range []struct{ name, keys, want string }{
		{"the last word", "one two three<ctrl+z>", "one two ▏"},
		{"and the one before", "one two three<ctrl+z><ctrl+z>", "one ▏"},
		{"a line break is a step", "one<enter>two<ctrl+z><ctrl+z>", "one▏"},
		{"a word that was corrected", "one tow<backspace><backspace>wo<ctrl+z><ctrl+z>", "one tow▏"},
		{"erased words come back one by one", "one two<backspace><backspace><backspace><backspace><backspace><ctrl+z>", "one▏"},
		{"down to the first", "one two<backspace><backspace><backspace><backspace><backspace><ctrl+z><ctrl+z>", "one two▏"},
		{"erased to the right", "one two<home><delete><delete><delete><delete><delete><ctrl+z>", "▏two"},
		{"a word typed elsewhere is another step", "one<home>two<ctrl+z>", "▏one"},
		{"a script without blanks has steps, too", strings.Repeat("画", 50) + "<ctrl+z>", strings.Repeat("画", 30) + "\n" + strings.Repeat("画", 10) + "▏"},
		{"an accent goes with its letter", "cafe\u0301<ctrl+z>", "▏"},
		{"halves of a flag that were joined", "🇮x🇳<left><backspace><ctrl+z>", "🇮x▏🇳"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := typedInto(t, "", c.keys); strings.ReplaceAll(got, "\n", "") != strings.ReplaceAll(c.want, "\n", "") {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestArea_InsertIsUndoneAtOnce(t *testing.T) {
	const before = "Hello, "
	for name, insert := range map[string]func(*textedit.Area){
		"a paste":        func(a *textedit.Area) { edittest.Paste(a, "one two\nthree four") },
		"an article":     func(a *textedit.Area) { a.InsertApart("one two\nthree four") },
		"a canned text":  func(a *textedit.Area) { typed, _ := a.TypedAfter("::"); a.ReplaceTyped(typed, "one two three") },
		"an edited text": func(a *textedit.Area) { a.SetValue("something else entirely") },
		"an emptied one": func(a *textedit.Area) { a.SetValue("") },
	} {
		a := textedit.NewArea("", 1000, 8)
		a.Focus()
		want := before
		if name == "a canned text" {
			want += "::x"
		}
		a.SetValue(want)
		a.ForgetHistory()
		if insert(a); a.Value() == want {
			t.Fatalf("%s: nothing was inserted", name)
		}
		edittest.Press(t, a, "<ctrl+z>")
		if a.Value() != want {
			t.Errorf("%s: undo leaves %q, want %q", name, a.Value(), want)
		}
	}
}

func TestInput_EachFieldHasItsOwnHistory(t *testing.T) {
	one, other := newLine(24), newLine(24)
	edittest.Press(t, one, "refund<ctrl+u>")
	edittest.Press(t, other, "card<ctrl+z><ctrl+y>")
	if other.Value() != "" {
		t.Errorf("the other field holds %q", other.Value())
	}
	edittest.Press(t, one, "<ctrl+z>")
	if one.Value() != "refund" {
		t.Errorf("undo leaves %q", one.Value())
	}
}

func TestInput_HistoryGoesOnInAFieldWithTheSameText(t *testing.T) {
	a := newLine(24)
	edittest.Press(t, a, "refund the card<ctrl+u>")
	kept, has := a.History()
	if !has {
		t.Fatal("there is no history")
	}
	for text, want := range map[string]string{"": "refund the card", "other": "other"} {
		b := newLine(24)
		b.SetValue(text)
		b.ForgetHistory()
		b.SetHistory(kept)
		edittest.Press(t, b, "<ctrl+z>")
		if b.Value() != want {
			t.Errorf("with %q in it, undo leaves %q, want %q", text, b.Value(), want)
		}
	}
}

func TestInput_UndoAgreesOnWhetherTheTextWasCut(t *testing.T) {
	l := textedit.NewInput("", 5)
	l.Focus()
	for _, step := range []struct {
		keys, paste string
		want        bool
	}{
		{"", "abcdefgh", true},
		{"<backspace>", "", true},
		{"x", "", true},
		{"<ctrl+z><ctrl+z>", "", true},
		{"<ctrl+z>", "", false},
		{"<alt+z>", "", true},
		{"<ctrl+u>", "", false},
		{"<ctrl+z>", "", true},
		{"<ctrl+u>abc", "", false},
	} {
		if step.paste != "" {
			edittest.Paste(l, step.paste)
		}
		edittest.Press(t, l, step.keys)
		if l.IsCut() != step.want {
			t.Errorf("after %s%s with %q: cut is %v", step.keys, step.paste, l.Value(), l.IsCut())
		}
	}
}

// TestArea_UndoAndRedoGoThroughTheSameTexts presses anything, and then goes all the way back and forward again.
func TestArea_UndoAndRedoGoThroughTheSameTexts(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	keys := []string{
		"a", "b", " ", "é", "👩‍👩‍👧", "🇮", "🇳", "\u0301", "<enter>", "<left>", "<right>", "<up>", "<home>", "<backspace>", "<delete>",
		"<ctrl+w>", "<alt+d>", "<ctrl+u>", "<ctrl+k>", "<ctrl+y>", "<ctrl+z>", "<alt+z>",
	}
	hostile := texttest.Hostile(t)
	for range 30 {
		a := textedit.NewArea("", 80, 4)
		a.Focus()
		for range 60 {
			if random.IntN(8) == 0 {
				edittest.Paste(a, hostile[random.IntN(len(hostile))].Text)
			} else {
				edittest.Press(t, a, keys[random.IntN(len(keys))])
			}
		}
		var back []string
		for a.CanUndo() {
			back = append(back, a.Value())
			edittest.Press(t, a, "<ctrl+z>")
		}
		if a.Value() != "" {
			t.Fatalf("all the way back there is %q", a.Value())
		}
		for i := len(back) - 1; i >= 0; i-- {
			edittest.Press(t, a, "<alt+z>")
			if a.Value() != back[i] {
				t.Fatalf("forward again there is %q, was %q", a.Value(), back[i])
			}
		}
	}
}

func TestArea_HistoryIsBounded(t *testing.T) {
	a := textedit.NewArea("", 60<<10, 4)
	a.Focus()
	for range 40 {
		edittest.Paste(a, strings.Repeat("x ", 20<<10))
		edittest.Press(t, a, "<ctrl+u>")
	}
	steps := 0
	for ; a.CanUndo(); steps++ {
		edittest.Press(t, a, "<ctrl+z>")
	}
	if steps == 0 || steps > 10 {
		t.Errorf("%d steps of 40 KB are kept", steps)
	}
}

func TestArea_HistoryKeepsTheLastStepWhateverItsSize(t *testing.T) {
	a := textedit.NewArea("", 60<<10, 4)
	a.Focus()
	edittest.Paste(a, strings.Repeat("😀", 60<<10))
	edittest.Press(t, a, "<ctrl+u><ctrl+z>")
	if a.Value() == "" {
		t.Error("what was wiped cannot be brought back")
	}
}
