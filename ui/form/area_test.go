package form_test

import (
	"strings"
	"testing"

	"frontdesk/ui/form"
	"frontdesk/ui/textedit/edittest"
	"frontdesk/ui/theme"
)

// newCommentForm returns a form of one comment whose text has 20 columns and some rows.
func newCommentForm(rows int) *form.Form {
	f := form.New([]form.Field{{Name: "comment", Label: "Comment", Kind: form.Multiline, Hint: "what was said and done, and by whom"}}, theme.New(true, true))
	f.SetSize(24, rows+2) // with a box
	return f
}

// renderComment returns the comment as it is shown, with its cursor.
func renderComment(t *testing.T, f *form.Form, rows int) string {
	t.Helper()
	lines := strings.Split(checkAndRender(t, f, 24, rows+2), "\n")
	lines = lines[1 : len(lines)-1]
	for i := range lines {
		lines[i] = strings.TrimRight(strings.TrimSuffix(strings.TrimPrefix(lines[i], "│ "), "│"), " ")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

func TestComment_IsTyped(t *testing.T) {
	for _, c := range []struct{ name, keys, want string }{
		{"lines", "Called back.<enter>No answer.", "Called back.\nNo answer.▏"},
		{"an empty line", "a<enter><enter>b", "a\n\nb▏"},
		{"a line is broken in two", "one two<ctrl+left><enter>", "one\n▏two"},
		{"two lines become one", "one<enter>two<home><backspace>", "one▏two"},
		{"the line below comes up", "one<enter>two<up><end><delete>", "one▏two"},
		{"up keeps the column", "abcdef<enter>gh<enter>ijklmn<left><up><up>", "abcde▏f\ngh\nijklmn"},
		{"up goes to the end of a shorter line", "a<enter>bcd<up>", "a▏\nbcd"},
		{"down again", "abc<enter>d<enter>efg<left><up><up><down><down>", "abc\nd\nef▏g"},
		{"the column is forgotten after typing", "abc<enter>d<up>x<down>", "axbc\nd▏"},
		{"up from the first line goes to the start", "abc<up>", "▏abc"},
		{"down from the last line goes to the end", "abc<home><down>", "abc▏"},
		{"up over wide letters", "画面が<enter>abc<up>", "画▏面が\nabc"},
		{"home and end of a line", "one<enter>two<home>x<end>y", "one\nxtwoy▏"},
		{"start and end of the text", "one<enter>two<ctrl+home>x<ctrl+end>y", "xone\ntwoy▏"},
		{"a word left over the line", "one two<enter>three<home><ctrl+left>", "one ▏two\nthree"},
		{"a word right over the line", "one<enter>two<up><end><ctrl+right>", "one\ntwo▏"},
		{"a line is emptied and taken away", "one<enter>two<ctrl+u><ctrl+u>", "one▏"},
		{"the rest of a line is taken away, then the break", "one<enter>two<ctrl+home><ctrl+k><ctrl+k>", "▏two"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newCommentForm(6)
			edittest.Press(t, f, c.keys)
			if got := renderComment(t, f, 6); got != c.want {
				t.Errorf("shown is\n%s\nwant\n%s", got, c.want)
			}
			if got, want := f.Values()["comment"], strings.ReplaceAll(c.want, "▏", ""); got != want && !strings.Contains(c.keys, "<enter>") {
				t.Errorf("typed is %q, want %q", got, want)
			}
		})
	}
}

func TestComment_LongLinesAreWrappedAtBlanks(t *testing.T) {
	for _, c := range []struct{ name, pasted, keys, want string }{
		{"at the last blank that fits", "The screen stays black and beeps twice.", "", "The screen stays\nblack and beeps\ntwice.▏"},
		{"a word as long as a row", "12345678901234567890", "", "12345678901234567890▏"},
		{"a word longer than a row", "x 123456789012345678901234", "", "x\n12345678901234567890\n1234▏"},
		{"blanks hang over", "1234567890123456789" + strings.Repeat(" ", 9) + "x", "", "1234567890123456789\nx▏"},
		{"wide letters", "画面が真っ暗になりました。", "", "画面が真っ暗になりま\nした。▏"},
		{"a wide letter that only half fits", "x画面が真っ暗になりました。", "", "x画面が真っ暗になり\nました。▏"},
		{"families are not torn", strings.Repeat("👩‍👩‍👧", 12), "", strings.Repeat("👩‍👩‍👧", 10) + "\n👩‍👩‍👧👩‍👩‍👧▏"},
		{"up in a wrapped line", "The screen stays black and beeps twice.", "<up>", "The screen stays\nblack ▏and beeps\ntwice."},
		{"up to the end of a row stays in it", "The screen stays black and", "<home><down><down><up><up>x", "x▏The screen stays\nblack and"},
		{"the cursor between two rows stands in the second", "The screen stays black", "<ctrl+left>", "The screen stays\n▏black"},
		{"end of a wrapped line", "The screen stays black", "<home><end>", "The screen stays\nblack▏"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newCommentForm(6)
			edittest.Paste(f, c.pasted)
			edittest.Press(t, f, c.keys)
			if got := renderComment(t, f, 6); got != c.want {
				t.Errorf("shown is\n%s\nwant\n%s", got, c.want)
			}
			if got := strings.TrimPrefix(f.Values()["comment"], "x"); got != strings.TrimPrefix(c.pasted, "x") {
				t.Errorf("wrapping changed the text: %q", got)
			}
		})
	}
}

func TestComment_ScrollsWithItsCursor(t *testing.T) {
	f := newCommentForm(4)
	edittest.Paste(f, "1\n2\n3\n4\n5\n6\n7\n8\n9")
	for _, step := range []struct{ keys, want string }{
		{"", "6\n7\n8\n9▏"},
		{"<up><up><up>", "6▏\n7\n8\n9"},
		{"<up>", "5▏\n6\n7\n8"},
		{"<pgup>", "1▏\n2\n3\n4"},
		{"<pgup>", "▏1\n2\n3\n4"},
		{"<pgdown>", "2\n3\n4\n5▏"},
		{"<pgdown>", "6\n7\n8\n9▏"},
		{"<pgdown>", "6\n7\n8\n9▏"},
		{"<ctrl+home>", "▏1\n2\n3\n4"},
	} {
		edittest.Press(t, f, step.keys)
		if got := renderComment(t, f, 4); got != step.want {
			t.Errorf("after %s:\n%s\nwant\n%s", step.keys, got, step.want)
		}
	}
}

func TestComment_PasteKeepsItsLinesAndNothingElse(t *testing.T) {
	for name, c := range map[string]struct{ pasted, want string }{
		"line ends of all systems":            {"a\r\nb\nc\rd\u2028e\vf", "a\nb\nc\nd\ne\nf"},
		"a table keeps its columns":           {"a\tb", "a    b"},
		"escape sequences become their signs": {"\x1b[2J\x1b]0;x\a", "␛[2J␛]0;x␇"},
		"bidi controls are replaced":          {"abc\u202e\u2067", "abc\uFFFD\uFFFD"},
		"markup stays as written":             {"<b>&amp;</b>", "<b>&amp;</b>"},
	} {
		f := newCommentForm(6)
		if edittest.Paste(f, c.pasted); f.Values()["comment"] != c.want {
			t.Errorf("%s: %q, want %q", name, f.Values()["comment"], c.want)
		}
	}
}

func TestComment_TooLongOneIsReported(t *testing.T) {
	f := newCommentForm(6)
	f.SetSize(78, 7)
	edittest.Paste(f, strings.Repeat("word ", 20_000))
	if n := len(f.Values()["comment"]); n != 60<<10 {
		t.Errorf("%d characters are taken", n)
	}
	if s := f.View(); !strings.Contains(s, "! field is full") {
		t.Errorf("nothing is said:\n%s", s)
	}
	if edittest.Press(t, f, "<backspace>"); strings.Contains(f.View(), "! field") {
		t.Error("it is still said although there is room")
	}
}

func TestComment_EmptyOneShowsItsHint(t *testing.T) {
	if got := renderComment(t, newCommentForm(4), 4); got != "▏what was said and do…" {
		t.Errorf("shown is %q", got)
	}
}

func TestForm_ReportsWhetherItHasAComment(t *testing.T) {
	if !newCommentForm(4).HasMultiline() || form.New([]form.Field{{Name: "title"}}, theme.New(true, true)).HasMultiline() {
		t.Error("it says otherwise")
	}
}
