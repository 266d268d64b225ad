package safetext_test

import (
	"strings"
	"testing"

	"frontdesk/internal/safetext"
)

func TestMarkdownBuilder_ShowsTextsAsTheyAre(t *testing.T) {
	var m safetext.MarkdownBuilder
	m.Heading(1, "Handover of #1 *Asha*")
	m.Paragraph("- 5 < 6 & <b>bold</b>\n# no heading")
	m.Item(0, "1. [link](javascript:x) \x1b]52;c;aGk=\a")
	m.Item(1, "+ said `code` at https://example.org/a_b_c")
	want := strings.Join([]string{
		`# Handover of \#1 \*Asha\*`,
		``,
		`\- 5 \< 6 & \<b\>bold\</b\> \# no heading`,
		``,
		"- 1\\. \\[link\\](javascript:x) ␛\\]52;c;aGk=␇",
		"  - \\+ said \\`code\\` at https://example.org/a_b_c",
		``,
	}, "\n")
	if got := m.Markdown().String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestMarkdownBuilder_KeepsExclamationMarks: an escaped one would stand in a copied note with its backslash.
func TestMarkdownBuilder_KeepsExclamationMarks(t *testing.T) {
	var m safetext.MarkdownBuilder
	m.Item(0, "Thank you! ![picture](x)")
	if got, want := m.Markdown().String(), "- Thank you! !\\[picture\\](x)\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
