package termwidth

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/safetext"
	"frontdesk/internal/safetext/texttest"
)

func BenchmarkWidth(b *testing.B) {
	row := "\x1b[1m▌\x1b[m 713516551148  Screen stays black & beeps … · \x1b[38;5;11mUnattended\x1b[m" + strings.Repeat(" ", 60) + "│ 2h ⚑"
	for name, width := range map[string]func(string) int{"a drawn row": Width, "a drawn row, by the library": ansi.StringWidth} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				width(row)
			}
		})
	}
	for _, s := range []string{"Screen stays black & beeps", "Tôi chưa nhận được tiền hoàn lại"} {
		b.Run("pad", func(b *testing.B) {
			for b.Loop() {
				Pad(s, 24)
			}
		})
	}
}

func TestWidth(t *testing.T) {
	for _, c := range []struct {
		s     string
		width int
		cut   string
		pad   string
	}{
		{"ticket", 6, "ticket", "ticket"},
		{"ticket", 4, "tic…", "tic…"},
		{"ab", 4, "ab", "ab  "},
		{"ticket", 1, "…", "…"},
		{"ticket", 0, "", ""},
		{"退款退款", 5, "退款…", "退款…"},
		{"退款退款", 4, "退…", "退… "},
		{"👩🏽‍🚀x", 3, "👩🏽‍🚀x", "👩🏽‍🚀x"},
		{"é", 2, "é", "é "},
		{"ticket", -1, "", ""},
		{"退", 1, "…", "…"},
	} {
		if got := Truncate(c.s, c.width); got != c.cut {
			t.Errorf("Cut(%q, %d) = %q, want %q", c.s, c.width, got, c.cut)
		}
		if got := Pad(c.s, c.width); got != c.pad || Width(got) != max(c.width, 0) {
			t.Errorf("Pad(%q, %d) = %q, want %q", c.s, c.width, got, c.pad)
		}
	}
}

func FuzzWidth(f *testing.F) {
	for _, c := range texttest.Hostile(f) {
		f.Add(c.Text)
	}
	for _, drawn := range []string{
		"\x1b[1;38;5;12mPending\x1b[m · waits…", "e\u0301\x1b[mx", "a\x1b[1", "\x1b[?25hx", "\x1b]8;;https://a.example\x1b\\link\x1b]8;;\x1b\\",
		"\u06001", "1\ufe0f\u20e3", "\xc3(", "\x9b1mx", "\x1b[1\x7fmx", "👩\u200d👩", "नि\x1b[mक्ष",
	} {
		f.Add(drawn)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := Width(s), ansi.StringWidth(addPlaceholders(s)); got != want {
			t.Errorf("%q is %d wide, want %d", s, got, want)
		}
		s = safetext.LineFromText(s).String()
		for _, width := range []int{0, 1, 7, 40} {
			if got := Width(Pad(s, width)); got != width {
				t.Errorf("Pad(%q, %d) is %d wide", s, width, got)
			}
		}
	})
}

func TestWhatTheLibraryCountsInTwoWaysIsCutToItsWidth(t *testing.T) {
	for _, s := range []string{strings.Repeat("a\ufe0f · ", 9), strings.Repeat("1\ufe0f\u20e3", 9), strings.Repeat("x️⃣ ", 9)} {
		for width := range 20 {
			if cut := Truncate(s, width); Width(cut) > width {
				t.Errorf("%q is %d columns wide, not %d", cut, Width(cut), width)
			}
			if row := FitStyled("\x1b[1m"+s+"\x1b[m", width, ""); Width(row) != width {
				t.Errorf("%q is %d columns wide, not %d", row, Width(row), width)
			}
		}
	}
}

func TestWrap_ADateStaysOnOneLine(t *testing.T) {
	const link = "\x1b]8;;https://a.example/2026-11-21\x1b\\"
	for _, c := range []struct {
		text string
		want []string
	}{
		{"Arrives on 2026-11-21, they say", []string{"Arrives on", "2026-11-21, they", "say"}},
		{"Arrives on \x1b[1m2026-11-21\x1b[m.", []string{"Arrives on", "\x1b[1m2026-11-21\x1b[m."}},
		{"Arrives on " + link + "2026-11-21", []string{"Arrives on", link + "2026-11-21"}},
		{"order SO-2026-00042-B", []string{"order", "SO-2026-00042-B"}},
		{"1234-5678-9012-3456-7890", []string{"1234-5678-9012-", "3456-7890"}},
	} {
		if got := Wrap(c.text, 18); !slices.Equal(got, c.want) {
			t.Errorf("Wrap(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

func TestWrap_BreaksAtAHyphenOnlyInAWordLongerThanTheLine(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"Send me an e-mail", []string{"Send me an", "e-mail"}},
		{"\x1b[1man\x1b[m e-mail, sent", []string{"\x1b[1man\x1b[m e-mail,", "sent"}},
		{"know a follow-up", []string{"know a", "follow-up"}},
		{"the washer-dryer", []string{"the", "washer-dryer"}},
		{"Set Sub-status", []string{"Set", "Sub-status"}},
		{"in /tmp/my-desk", []string{"in", "/tmp/my-desk"}},
		{"ein Wäsche-Öl-Bad", []string{"ein", "Wäsche-Öl-Bad"}},
		{"parcel ACM-2573", []string{"parcel", "ACM-2573"}},
		{"- a list - and more", []string{"- a list -", "and more"}},
		{"e-mail-address-of-them", []string{"e-mail-", "address-of-", "them"}},
	} {
		if got := Wrap(c.text, 13); !slices.Equal(got, c.want) {
			t.Errorf("Wrap(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

func TestWrapStyled_EveryLineEndsInNoStyle(t *testing.T) {
	got := WrapStyled("\x1b[1;31mCall back was due\x1b[m today at noon", 10)
	want := []string{"\x1b[1;31mCall back\x1b[m", "\x1b[1;31mwas due\x1b[m", "today at", "noon"}
	if !slices.Equal(got, want) {
		t.Errorf("the lines are %q, want %q", got, want)
	}
}
