package markdown_test

import (
	"strings"
	"testing"

	"charm.land/glamour/v2"
	"charm.land/glamour/v2/ansi"
	xansi "github.com/charmbracelet/x/ansi"

	"frontdesk/internal/safetext"
	"frontdesk/ui/markdown"
)

// renderWithGlamour renders markdown with nothing but Glamour, and returns it without colours and trailing blanks.
func renderWithGlamour(t testing.TB, width int, md string) string {
	t.Helper()
	style := ansi.StyleConfig{
		List: ansi.StyleList{LevelIndent: 2}, Item: ansi.StylePrimitive{BlockPrefix: "• "}, Enumeration: ansi.StylePrimitive{BlockPrefix: ". "},
	}
	r, err := glamour.NewTermRenderer(glamour.WithStyles(style), glamour.WithWordWrap(width), glamour.WithInlineTableLinks(true))
	if err != nil {
		t.Fatal(err)
	}
	s, err := r.Render(md)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(xansi.Strip(s), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// TestWhatGlamourAloneCannotDraw holds the reasons why lists, tables and code are drawn here. When it fails, Glamour
// has fixed something, and the replacement can go: see ui/README.md.
func TestWhatGlamourAloneCannotDraw(t *testing.T) {
	for name, c := range map[string]struct{ md, defect string }{
		"the second line of an item is not below the first": {
			"- Hold the power button for ten seconds and tell the customer",
			"• Hold the power button for ten seconds\nand tell the customer",
		},
		"the paragraphs of an item run into each other": {"- Unplug it\n\n  Then wait a minute.", "• Unplug itThen wait a minute."},
		"a heading of a table is cut off": {
			"| Model | Beeps | What to do | Part |\n|---|---|---|---|\n| A1 | 2 | Hold the power button for ten seconds | TRN-DP-8 |", "│ Bee… │",
		},
		"code is wrapped like words": {
			"```\nfrontdesk ticket pull --from 2026-11-01   --to 2026-11-22 --json\n```",
			"frontdesk ticket pull --from 2026-11-01\n--to 2026-11-22 --json",
		},
	} {
		if got := renderWithGlamour(t, 40, c.md); !strings.Contains(got, c.defect) {
			t.Errorf("Glamour has changed (%s):\n%s", name, got)
		}
	}
}

// BenchmarkGlamourAlone measures Glamour on the 50 KB of BenchmarkDraw in one piece.
func BenchmarkGlamourAlone(b *testing.B) {
	var md strings.Builder
	for piece := range safetext.NewHTML(newArticle(50 << 10)).MarkdownChunks() {
		md.WriteString(piece.String() + "\n")
	}
	b.Run("Glamour alone", func(b *testing.B) {
		for b.Loop() {
			renderWithGlamour(b, 100, md.String())
		}
	})
	b.Run("ours", func(b *testing.B) {
		raw := safetext.NewHTML(newArticle(50 << 10))
		for b.Loop() {
			_, _ = markdown.NewRenderer().Render(b.Context(), "a", raw, markdown.Options{Width: 100})
		}
	})
}
