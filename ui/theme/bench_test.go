package theme_test

import (
	"testing"

	"frontdesk/ui/theme"
)

// BenchmarkStyle draws one cell of a list, with the sequence that a style rendered once and with the style itself.
func BenchmarkStyle(b *testing.B) {
	th := theme.New(true, false)
	b.Run("ours", func(b *testing.B) {
		for b.Loop() {
			th.Warning.Render("Awaiting customer")
		}
	})
	b.Run("Lip Gloss", func(b *testing.B) {
		style := th.Warning.Lipgloss()
		for b.Loop() {
			style.Render("Awaiting customer")
		}
	})
}
