package overlay

import (
	"strings"
	"testing"

	"charm.land/bubbles/v2/key"

	"charm.land/lipgloss/v2"

	"frontdesk/ui/theme"
)

// BenchmarkFrame draws the box around twenty lines of an overlay, here and with Lip Gloss.
func BenchmarkFrame(b *testing.B) {
	const width = 92
	th := theme.New(true, false)
	lines := make([]string, 20)
	for i := range lines {
		lines[i] = th.Key.Render("ctrl+r") + "  Search older customers, day by day (slow)"
	}
	keys := []key.Binding{keyHint("⏎", "open", "enter"), keyHint("esc", "back", "esc")}
	accent := lipgloss.Color(th.Palette.Accent)
	b.Run("ours", func(b *testing.B) {
		for b.Loop() {
			new(edges).frame(th, face{title: "Find a customer", keys: keys}, lines, width)
		}
	})
	b.Run("border of Lip Gloss, without title and keys", func(b *testing.B) {
		style := lipgloss.NewStyle().Border(lipgloss.RoundedBorder()).BorderForeground(accent).Padding(0, 1).Width(width)
		for b.Loop() {
			style.Render(strings.Join(lines, "\n"))
		}
	})
	b.Run("layers of Lip Gloss", func(b *testing.B) {
		empty := lipgloss.NewStyle().Border(lipgloss.RoundedBorder()).BorderForeground(accent).Width(width).Height(len(lines) + 2)
		for b.Loop() {
			lipgloss.NewCompositor(lipgloss.NewLayer(empty.Render("")), lipgloss.NewLayer(" Find a customer ").X(2),
				lipgloss.NewLayer(strings.Join(lines, "\n")).X(2).Y(1), lipgloss.NewLayer("⏎ open · esc close").X(70).Y(len(lines)+1)).Render()
		}
	})
}
