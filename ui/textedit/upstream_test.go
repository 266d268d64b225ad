package textedit_test

import (
	"fmt"
	"strings"
	"testing"

	"charm.land/bubbles/v2/textarea"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"frontdesk/ui/textedit"
)

var backspace = tea.KeyPressMsg{Code: tea.KeyBackspace}

// upstreamInput returns Bubbles' text input with a pasted text.
func upstreamInput(width int, pasted string) textinput.Model {
	m := textinput.New()
	m.Prompt = ""
	m.SetVirtualCursor(false)
	m.SetWidth(width)
	m.Focus()
	m, _ = m.Update(tea.PasteMsg{Content: pasted})
	return m
}

// upstreamArea returns Bubbles' text area, as tall and wide as it is asked for, with a text.
func upstreamArea(width, height int, text string) textarea.Model {
	m := textarea.New()
	m.Prompt, m.MaxHeight, m.CharLimit, m.ShowLineNumbers = "", 0, 0, false
	m.SetVirtualCursor(false)
	m.SetWidth(width)
	m.SetHeight(height)
	m.Focus()
	m.SetValue(text)
	return m
}

// TestWhatUpstreamCannotEdit holds the reasons why this package exists. When it fails, Bubbles has mended something,
// and what replaces it here can go: see ui/README.md.
func TestWhatUpstreamCannotEdit(t *testing.T) {
	const family = "👨‍👩‍👧"
	for text, left := range map[string]string{"e\u0301": "e", family: "👨‍👩‍", "🇩🇪": "🇩", "❤️": "❤"} {
		input, _ := upstreamInput(20, text).Update(backspace)
		area, _ := upstreamArea(20, 3, text).Update(backspace)
		if input.Value() != left || area.Value() != left {
			t.Errorf("backspace deletes a whole character now: %q leaves %q and %q", text, input.Value(), area.Value())
		}
	}
	if x := upstreamInput(20, "画面").Cursor().X; x != 2 {
		t.Errorf("the cursor of a text input counts columns now: %d", x)
	}
	if seen := ansi.Strip(upstreamInput(5, "abc"+family+"def"+family).View()); !strings.HasPrefix(seen, "\u200d") {
		t.Errorf("a text input that scrolls keeps characters whole now: %q", seen)
	}
	if seen := ansi.Strip(upstreamArea(10, 3, strings.Repeat(family, 9)).View()); !strings.Contains(seen, "👨\n\u200d") {
		t.Errorf("a text area wraps between characters now: %q", seen)
	}
	if kept := upstreamInput(20, "a\u202eb").Value(); kept != "a\u202eb" {
		t.Errorf("pasted text is cleaned of what reverses it now: %q", kept)
	}
}

// BenchmarkLongText types a letter into 1 and 60 KB, here and in Bubbles' text area.
func BenchmarkLongText(b *testing.B) {
	const line = "Hold the power button for ten seconds.\n"
	letter := tea.KeyPressMsg{Code: 'x', Text: "x"}
	for _, kb := range []int{1, 60} {
		text := strings.Repeat(line, kb<<10/len(line)-1)
		b.Run(fmt.Sprintf("%d KB ours", kb), func(b *testing.B) {
			a := textedit.NewArea("", 60<<10, 10)
			a.SetWidth(80)
			a.Focus()
			a.SetValue(text)
			for i := 0; b.Loop(); i++ {
				a.Update([]tea.Msg{letter, backspace}[i%2])
				_ = a.View()
			}
		})
		b.Run(fmt.Sprintf("%d KB Bubbles", kb), func(b *testing.B) {
			a := upstreamArea(80, 10, text)
			for i := 0; b.Loop(); i++ {
				a, _ = a.Update([]tea.Msg{letter, backspace}[i%2])
				_ = a.View()
			}
		})
	}
}
