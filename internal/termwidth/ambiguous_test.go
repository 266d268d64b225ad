package termwidth

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// ambiguousTexts are words on whose width terminals do not agree, and some on which they do.
var ambiguousTexts = []string{
	"रिफंड नहीं मिला", "हिन्दी", "क्षत्रिय", "தமிழ் உதவி", "দেরি হয়েছে", "ภาษาไทย", "العربية", "שָׁלוֹם עולם", "Tiếng Việt", "日本語", "한국어",
	"family 👨‍👩‍👧 plan", "👍🏽 thanks", "👩🏽‍💻", "❤️ it", "1️⃣ first", "☎️", "🇩🇪", "☎ ⚑ ✎ ●", "plain",
}

func TestWhatFollowsStandsInItsColumnOnEveryTerminal(t *testing.T) {
	for kind, of := range map[bool]func(string) int{true: ansi.StringWidth, false: ansi.StringWidthWc} {
		for _, words := range ambiguousTexts {
			for width := 1; width < 24; width++ {
				row := AdjustRow("\x1b[1m"+Pad(words, width)+"\x1b[m │ Unattended", kind)
				before, _, _ := strings.Cut(row, "│")
				if at := of(before); at != width+1 {
					t.Errorf("as people see characters %v: behind %q in %d columns comes column %d", kind, words, width, at)
				}
				if got := of(row); got != width+len(" | Unattended") {
					t.Errorf("as people see characters %v: %q is %d columns wide", kind, row, got)
				}
			}
		}
	}
}

func TestWordsAreNotTakenApartToMakeRoom(t *testing.T) {
	for _, c := range []struct {
		row       string
		graphemes bool
		want      string
	}{
		{"हिन्दी है |", true, "हिन्दी    है |"},
		{"हिन्दी है |", false, "हिन्दी है |"},
		{"हिन्दी", true, "हिन्दी   "},
		{"a 👨‍👩‍👧 b", true, "a 👨‍👩‍👧 b"},
		{"a 👨‍👩‍👧 b", false, "a 👨 b"},
		{"a 👍🏽 b", false, "a 👍 b"},
		{"❤️ b", false, "❤  b"},
		{"1️⃣ b", false, "1⃣  b"},
		{"\x1b[1mनहीं\x1b[m b", true, "\x1b[1mनहीं\x1b[m  b"},
	} {
		if got := AdjustRow(c.row, c.graphemes); got != c.want {
			t.Errorf("ForTerminal(%q, %v) = %q, want %q", c.row, c.graphemes, got, c.want)
		}
	}
}

func TestACursorStaysInItsWord(t *testing.T) {
	row := "Name हिन्दी है"
	for _, c := range []struct {
		column    int
		graphemes bool
		want      int
	}{{5, true, 5}, {10, true, 7}, {11, true, 11}, {10, false, 10}, {3, true, 3}} {
		if got := AdjustColumn(row, c.column, c.graphemes); got != c.want {
			t.Errorf("column %d is %d when characters count as people see them (%v), want %d", c.column, got, c.graphemes, c.want)
		}
	}
}

func TestLinesAreBrokenWithinTheirWidthAndLoseNothing(t *testing.T) {
	bare := func(s string) string { return strings.NewReplacer(" ", "", "\n", "").Replace(s) }
	for _, words := range append(ambiguousTexts, strings.Join(ambiguousTexts, " "), strings.Repeat("न्दी", 30)) {
		for width := 4; width < 30; width++ {
			for name, lines := range map[string][]string{"Wrap": Wrap(words, width), "Hardwrap": Hardwrap(words, width)} {
				for _, l := range lines {
					if Width(l) > width {
						t.Errorf("%s: %q is %d columns wide, not %d", name, l, Width(l), width)
					}
				}
				if got := bare(strings.Join(lines, "")); got != bare(words) {
					t.Errorf("%s(%q, %d) holds %q", name, words, width, got)
				}
			}
		}
	}
}

func TestARowFromAColumnOnGoesOnWhereItWas(t *testing.T) {
	for _, words := range ambiguousTexts {
		row := words + " │ Unattended"
		for column := range Width(row) {
			if got := Width(SkipColumns(row, column)); got != Width(row)-column {
				t.Errorf("From(%q, %d) is %d columns wide, not %d", row, column, got, Width(row)-column)
			}
		}
	}
}
