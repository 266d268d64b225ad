package ui_test

import (
	"strings"
	"testing"

	"charm.land/bubbles/v2/help"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"frontdesk/ui/uitest"
)

// BenchmarkUpstream measures one letter in the palette from Update to the finished frame at 120×40, and what the
// libraries take for parts of that frame: the box over the panes, the panes side by side, the keys in the footer.
func BenchmarkUpstream(b *testing.B) {
	s := uitest.NewLoaded(b, newOrderDesk())
	var frame string
	var keys help.KeyMap
	s.Do(func(m tea.Model) {
		frame = m.View().Content
		keys, _ = m.(help.KeyMap)
	})
	b.Run("letter in the palette", func(b *testing.B) {
		s.Do(func(m tea.Model) {
			m.Update(uitest.Key("ctrl+p"))
			for i := 0; b.Loop(); i++ {
				m.Update(uitest.Key([]string{"x", "backspace"}[i%2]))
				m.View()
			}
			m.Update(uitest.Key("esc"))
		})
	})
	b.Run("layers of Lip Gloss", func(b *testing.B) {
		box := lipgloss.NewStyle().Border(lipgloss.RoundedBorder()).Width(78).Height(18).Render(strings.Repeat("words ", 80))
		for b.Loop() {
			lipgloss.NewCompositor(lipgloss.NewLayer(frame), lipgloss.NewLayer(box).X(20).Y(7).Z(1)).Render()
		}
	})
	b.Run("join of Lip Gloss", func(b *testing.B) {
		half := strings.TrimSuffix(strings.Repeat(strings.Repeat("word ", 12)+"\n", 38), "\n")
		for b.Loop() {
			lipgloss.JoinHorizontal(lipgloss.Top, half, half)
		}
	})
	b.Run("help of Bubbles", func(b *testing.B) {
		m := help.New()
		m.SetWidth(90)
		short := keys.ShortHelp()
		for b.Loop() {
			m.ShortHelpView(short)
		}
	})
}
