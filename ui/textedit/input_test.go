package textedit_test

import (
	"strings"
	"testing"

	"frontdesk/internal/termwidth"
	"frontdesk/ui/textedit"
	"frontdesk/ui/textedit/edittest"
)

// newLine returns a focused line of some columns.
func newLine(width int) *textedit.Input {
	l := textedit.NewInput("what to look for", 300)
	l.SetWidth(width)
	l.Focus()
	return l
}

func TestInput_Typing(t *testing.T) {
	for _, c := range []struct{ name, keys, want string }{
		{"letters", "refund", "refund▏"},
		{"in the middle", "refnd<left><left>u", "refu▏nd"},
		{"at the start", "fund<home>re", "re▏fund"},
		{"and back at the end", "fund<home>re<end>s", "refunds▏"},
		{"not beyond the ends", "ab<right><right><home><left>x", "x▏ab"},
		{"backspace", "refunds<backspace>", "refund▏"},
		{"backspace at the start", "ab<home><backspace>", "▏ab"},
		{"delete", "xab<home><delete>", "▏ab"},
		{"delete at the end", "ab<delete>", "ab▏"},
		{"word left", "not received yet<ctrl+left><ctrl+left>", "not ▏received yet"},
		{"word right", "not received yet<home><ctrl+right>", "not▏ received yet"},
		{"word deleted", "not received  yet<ctrl+left><ctrl+w>", "not ▏yet"},
		{"word deleted forward", "not received yet<home><alt+d>", "▏ received yet"},
		{"all before deleted", "not received<ctrl+left><ctrl+u>", "▏received"},
		{"all behind deleted", "not received<ctrl+left><ctrl+k>", "not ▏"},
		{"a key that means nothing", "ab<f5><enter><up>", "ab▏"},
		{"wide letters", "画面が<left>", "画面▏が"},
		{"a family is one character", "a👩‍👩‍👧b<left><backspace>", "a▏b"},
		{"a family is passed over whole", "👩‍👩‍👧<left>x", "x▏👩‍👩‍👧"},
		{"an accent goes with its letter", "e\u0301x<left><backspace>", "▏x"},
		{"a flag is one character", "🇮🇳<left>", "▏🇮🇳"},
		{"Devanagari", "नमस्ते", "नमस्ते▏"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := newLine(24)
			edittest.Press(t, l, c.keys)
			if got := strings.TrimRight(edittest.DrawCursor(t, l.View(), l.Cursor()), " "); got != strings.TrimRight(c.want, " ") {
				t.Errorf("shown is %q, want %q", got, c.want)
			}
			if want := strings.ReplaceAll(c.want, "▏", ""); l.Value() != want {
				t.Errorf("typed is %q, want %q", l.Value(), want)
			}
		})
	}
}

func TestInput_PasteIsCleaned(t *testing.T) {
	for name, c := range map[string]struct{ pasted, want string }{
		"lines become blanks":                   {"one\r\ntwo\nthree\u2028four", "one two three four"},
		"a tab becomes blanks":                  {"a\tb", "a    b"},
		"escape sequences become their signs":   {"\x1b[31mred\x1b]52;c;eA==\a", "␛[31mred␛]52;c;eA==␇"},
		"C1 controls are replaced":              {"a\u009b31mb", "a\uFFFD31mb"},
		"bidi controls are replaced":            {"abc\u202edef\u2066", "abc\uFFFDdef\uFFFD"},
		"invisible characters are dropped":      {"re\u200bfund\u00ad\ufeff", "refund"},
		"broken bytes are replaced":             {"a\xf0b", "a\uFFFDb"},
		"entities stay as they are":             {"&lt;b&gt; &#27;", "&lt;b&gt; &#27;"},
		"blanks at both ends stay":              {"  a  b ", "  a  b "},
		"Arabic and Hebrew stay":                {"مرحبا שלום", "مرحبا שלום"},
		"a flood of marks is cut":               {"e" + strings.Repeat("\u0301", 50), "e" + strings.Repeat("\u0301", 8)},
		"a mark without a letter gets a circle": {"\u0301", "◌\u0301"},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLine(60)
			edittest.Paste(l, c.pasted)
			if l.Value() != c.want {
				t.Errorf("%q became %q, want %q", c.pasted, l.Value(), c.want)
			}
			l.SetValue(c.pasted)
			if l.Value() != c.want {
				t.Errorf("filled in, %q became %q, want %q", c.pasted, l.Value(), c.want)
			}
		})
	}
}

func TestInput_JoinedCharactersStayValid(t *testing.T) {
	for _, c := range []struct{ name, keys, want string }{
		{"halves of a flag", "🇮x🇳<left><backspace>", "🇮🇳▏"},
		{"letters of a Hangul syllable", "ᄒxᅡ<left><backspace>", "\u1112\u1161▏"},
		{"a vowel sign that loses its letter", "ကx<backspace>ာ<home><delete>", "▏◌ာ"},
		{"a mark typed behind a blank", "a <end>\u0301", "a ◌\u0301▏"},
	} {
		l := newLine(24)
		edittest.Press(t, l, c.keys)
		if got := strings.TrimRight(edittest.DrawCursor(t, l.View(), l.Cursor()), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestInput_LongLineScrollsWithItsCursor(t *testing.T) {
	l := newLine(10)
	for _, step := range []struct{ keys, want string }{
		{"abcdefghi", "abcdefghi▏"},
		{"j", "bcdefghij▏"},
		{"klm", "efghijklm▏"},
		{"<left><left><left>", "efghij▏klm"},
		{"<ctrl+left>", "▏abcdefghij"},
		{"<end>", "efghijklm▏"},
		{"<backspace>", "defghijkl▏"},
		{"<home>", "▏abcdefghij"},
		{"<ctrl+k>", "▏what to l…"},
		{"画面が真っ", "面が真っ▏"},
		{"<left>", "面が真▏っ"},
		{"<home>", "▏画面が真っ"},
	} {
		edittest.Press(t, l, step.keys)
		if got := strings.TrimRight(edittest.DrawCursor(t, l.View(), l.Cursor()), " "); got != step.want {
			t.Errorf("after %s: %q, want %q", step.keys, got, step.want)
		}
		if w := termwidth.Width(l.View()); w != 10 {
			t.Errorf("after %s it is %d columns wide: %q", step.keys, w, l.View())
		}
	}
	l.SetValue("abcdefghijklmnop")
	l.SetWidth(40)
	if got := strings.TrimRight(edittest.DrawCursor(t, l.View(), l.Cursor()), " "); got != "abcdefghijklmnop▏" {
		t.Errorf("in a wider window: %q", got)
	}
}

func TestInput_EmptyLineShowsItsHint(t *testing.T) {
	for width, want := range map[int]string{24: "▏what to look for        ", 8: "▏what to…", 1: "▏…"} {
		l := newLine(width)
		if got := edittest.DrawCursor(t, l.View(), l.Cursor()); got != want {
			t.Errorf("in %d columns: %q, want %q", width, got, want)
		}
	}
	l := newLine(24)
	if edittest.Press(t, l, "x"); strings.Contains(l.View(), "what") {
		t.Error("the hint stays while something is typed")
	}
}

func TestInput_UnfocusedLineIgnoresKeys(t *testing.T) {
	l := newLine(24)
	edittest.Press(t, l, "ab")
	l.Blur()
	edittest.Press(t, l, "c<backspace>")
	edittest.Paste(l, "d")
	if l.Value() != "ab" || l.Cursor() != nil {
		t.Errorf("typed is %q, cursor %v", l.Value(), l.Cursor())
	}
}

func TestInput_LimitsItsLength(t *testing.T) {
	for _, c := range []struct {
		name, before, pasted, want string
	}{
		{"a paste is cut", "", "abcdefgh", "abcde"},
		{"a paste is cut where the cursor is", "xyz", "abcdefgh", "xyzab"},
		{"a full line takes nothing", "abcde", "f", "abcde"},
		{"a family is not cut in two", "ab", "👩‍👩‍👧", "ab"},
		{"a mark has no room", "abcde", "\u0301", "abcde"},
		{"ten million letters", "", strings.Repeat("x", 10_000_000), "xxxxx"},
	} {
		l := textedit.NewInput("", 5)
		l.Focus()
		edittest.Press(t, l, c.before)
		edittest.Paste(l, c.pasted)
		if l.Value() != c.want {
			t.Errorf("%s: %q, want %q", c.name, l.Value(), c.want)
		}
	}
}
