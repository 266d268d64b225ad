package safetext

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"frontdesk/internal/safetext/texttest"
)

// exits are all the ways by which outsiders' text leaves this package for a terminal.
var exits = map[string]func(string) string{
	"CleanLine":  func(s string) string { return LineFromEscaped(s).String() },
	"CleanBlock": func(s string) string { return BlockFromHTML(s).String() },
	"Plain":      func(s string) string { return BlockFromText(s).String() },
	"PlainLine":  func(s string) string { return LineFromText(s).String() },
	"Message":    Message,
	"Block.Line": func(s string) string { return BlockFromText(s).Line().String() },
	"Title":      WindowTitle,
	"Markdown":   func(s string) string { return NewHTML(s).Markdown().String() },
	"Rich.Plain": func(s string) string { return NewHTML(s).Text().String() },
	"rendered":   FilterANSI,
}

func TestNothingHostileLeavesByAnyExit(t *testing.T) {
	for n, c := range texttest.Hostile(t) {
		if texttest.Race && n%8 != 0 { // to the race detector one text is like another
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			for name, exit := range exits {
				checkExit(t, name, exit, c.Text)
			}
		})
	}
}

// checkExit tries one text at one exit: nothing forbidden comes out, colours only of what was rendered, limits
// hold, and a second cleaning changes nothing.
func checkExit(t *testing.T, name string, exit func(string) string, s string) {
	t.Helper()
	out := exit(s)
	if err := texttest.Forbidden(out); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	if name != "rendered" && strings.IndexByte(out, 0x1b) >= 0 {
		t.Errorf("%s: an escape character came out", name)
	}
	if most := limits[name]; most > 0 && utf8.RuneCountInString(out) > most {
		t.Errorf("%s: more than %d runes", name, most)
	}
	if limits[name] == maxLine && strings.IndexByte(out, '\n') >= 0 {
		t.Errorf("%s: a line break in one line", name)
	}
	if name == "Markdown" || name == "CleanBlock" || name == "Rich.Plain" { // code in it is not meant to be read as HTML
		return
	}
	if again := exit(out); again != out {
		t.Errorf("%s: cleaned twice gives %.80q instead of %.80q", name, again, out)
	}
}

var limits = map[string]int{
	"CleanLine": maxLine, "PlainLine": maxLine, "Block.Line": maxLine, "Title": maxLine, "Message": maxMessage,
	"CleanBlock": maxBlock, "Plain": maxBlock, "Rich.Plain": maxBlock,
}

func TestHonestTextOfManyScriptsIsShownUnchanged(t *testing.T) {
	for _, s := range texttest.Honest(t) {
		for _, name := range []string{"CleanLine", "CleanBlock", "Plain", "PlainLine", "Rich.Plain", "rendered"} {
			if out := exits[name](s); out != s {
				t.Errorf("%s made %+q of %+q", name, out, s)
			}
		}
		if err := ValidateFrame(s); err != nil {
			t.Errorf("the frame guard refuses %q: %v", s, err)
		}
	}
}

func TestEncodedTextIsTheCleanedText(t *testing.T) {
	out, err := json.Marshal(map[string]any{"line": LineFromEscaped("a &lt;3 \x1b"), "block": BlockFromText("b\x00\nc")})
	if want := `{"block":"b␀\nc","line":"a \u003c3 ␛"}`; err != nil || string(out) != want {
		t.Errorf("got %s, %v; want %s", out, err, want)
	}
}
