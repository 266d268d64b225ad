package safetext

import (
	"strings"
	"testing"
)

func TestTheLastWallKeepsColoursAndLinksOnly(t *testing.T) {
	link := "\x1b]8;id=1;https://a.example/x\x1b\\a\x1b]8;;\x1b\\"
	for _, c := range []struct{ name, in, want string }{
		{"colours", "\x1b[1;38;2;1;2;3mx\x1b[0m\ny\x1b[m", "\x1b[1;38;2;1;2;3mx\x1b[0m\ny\x1b[m"},
		{"colons", "\x1b[4:3mx", "\x1b[4:3mx"},
		{"links", link, link},
		{"mail links ended by bell", "\x1b]8;;mailto:a@b.example\ax\x1b]8;;\a", "\x1b]8;;mailto:a@b.example\ax\x1b]8;;\a"},
		{"links elsewhere vanish", "\x1b]8;;file:///etc\x1b\\a\x1b]8;;\x1b\\", "a\x1b]8;;\x1b\\"},
		{"17 parameters", "\x1b[" + strings.Repeat("1;", 16) + "1m", "␛[" + strings.Repeat("1;", 16) + "1m"},
		{"other sequences", "\x1b[2J\x1b]52;c;QQ==\a", "␛[2J␛]52;c;QQ==␇"},
		{"halves do not meet", "\x1b\x1b]8;;x:y\a[2J", "␛[2J"},
		{"eight-bit controls", "\u009b2J\x9b2J", "\ufffd2J\ufffd2J"},
	} {
		if got := FilterANSI(c.in); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestTheFrameGuard(t *testing.T) {
	good := []string{
		"", "plain\nlines", "\x1b[1;31mred\x1b[0m │ ▌⚑ 👩🏽‍🚀 می\u200cخواهم", "\x1b]8;;https://a.example\ax\x1b]8;;\a", "a\u00a0b\ufffd",
	}
	for _, s := range good {
		if err := ValidateFrame(s); err != nil {
			t.Errorf("CheckFrame(%q) = %v", s, err)
		}
	}
	bad := map[string]string{
		"a\rb": "byte 1", "\x1b[2J": "escape", "\x1b[" + strings.Repeat("1;", 40) + "m": "escape", "x\xf0\x1b[m": "0xf0",
		"\u009b2J": "U+009B", "a\u202eb": "U+202E", "\u2028": "U+2028", "\x1b]8;;file:///x\a": "escape", "\x7f": "0x7f",
		"Z" + strings.Repeat("\u0301", 65): "marks", "\x1b": "escape", "\t": "0x09",
	}
	for s, want := range bad {
		if err := ValidateFrame(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("CheckFrame(%.40q) = %v, want it to name %q", s, err, want)
		}
	}
}

func TestTitleIsOneSafeLine(t *testing.T) {
	if got, want := WindowTitle("acme \x1b]0;x\a\n· Asha"), "acme ␛]0;x␇ · Asha"; got != want {
		t.Errorf("Title = %q, want %q", got, want)
	}
}

func TestFoldIsHowPeopleSearch(t *testing.T) {
	for s, want := range map[string]string{
		"refund": "refund", "REFUND": "refund", "Résumé": "resume", "Größe": "grosse", "Łódź": "lodz", "İstanbul IĞDIR": "istanbul igdir",
		"ΟΔΟΣ": "οδοσ", "हिन्दी": "हिन्दी", "한국": "한국", "Tiền": "tien", "ﷲ": "ﷲ", "שָׁלוֹם": "שלום",
	} {
		if got := Fold(s); got != want {
			t.Errorf("Fold(%q) = %+q, want %+q", s, got, want)
		}
		if got := Fold(Fold(s)); got != Fold(s) {
			t.Errorf("folding %q twice gives %q", s, got)
		}
	}
}
