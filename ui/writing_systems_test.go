package ui_test

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/store"
	"frontdesk/ui/uitest"
)

// scriptTitles are titles in scripts whose characters terminals count in different ways.
var scriptTitles = []string{
	"रिफंड नहीं मिला", "हिन्दी में रिफंड", strings.Repeat("क्षत्रिय का रिफंड नहीं मिला ", 4), "பணம் திரும்பவில்லை", "টাকা ফেরত পাইনি",
	"لم أستلم المبلغ", "ההחזר לא הגיע", "ขอเงินคืน", "返金が届きません", "환불", "family plan 👨‍👩‍👧 please", "👍🏽 thanks ❤️", "1️⃣ first 🇩🇪", "Refund",
}

func TestConsole_TitlesInEveryScriptKeepTheLayout(t *testing.T) {
	tickets := make([]store.Ticket, len(scriptTitles))
	for i, title := range scriptTitles {
		tickets[i] = newTicket(fmt.Sprint(713_516_551_100+i), title, 2)
	}
	desk := newDesk(tickets...)
	kinds := map[string]struct {
		says  ansi.ModeSetting
		count func(string) int
	}{
		"characters as people see them": {ansi.ModeReset, ansi.StringWidth},
		"what they are made of":         {ansi.ModeNotRecognized, ansi.StringWidthWc},
	}
	for name, kind := range kinds {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			uitest.Run(t, uitest.Options{Desk: desk, Refresh: -1}, func(t *testing.T, s *uitest.Driver) {
				s.Do(func(m tea.Model) { m.Update(tea.ModeReportMsg{Mode: ansi.ModeUnicodeCore, Value: kind.says}) })
				for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 50}} {
					s.Resize(size[0], size[1])
					stand := map[string]int{}
					for row := range strings.SplitSeq(ansi.Strip(s.ANSI()), "\n") {
						if width := kind.count(row); width != size[0] {
							t.Errorf("%v: %q is %d columns wide", size, row, width)
						}
						for _, mark := range []string{"○ Unattended", " │ "} {
							before, _, found := strings.Cut(row, mark)
							if at, seen := stand[mark]; found && !seen && strings.Contains(row, "○") {
								stand[mark] = kind.count(before)
							} else if found && seen && kind.count(before) != at {
								t.Errorf("%v: %q stands in column %d, not %d, of %q", size, mark, kind.count(before), at, row)
							}
						}
					}
					if len(stand) == 0 {
						t.Fatalf("no ticket is seen:\n%s", s.Text())
					}
				}
			})
		})
	}
}

func TestConsole_CursorFollowsTypedTextInEveryScript(t *testing.T) {
	for text, count := range map[ansi.ModeSetting]func(string) int{ansi.ModeReset: ansi.StringWidth, ansi.ModeNotRecognized: ansi.StringWidthWc} {
		uitest.Run(t, uitest.Options{Width: 80, Height: 24, Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
			s.Do(func(m tea.Model) { m.Update(tea.ModeReportMsg{Mode: ansi.ModeUnicodeCore, Value: text}) })
			s.Press("/")
			s.Type("नहीं हिन्दी")
			row := strings.Split(ansi.Strip(s.ANSI()), "\n")[2]
			before := row[:strings.Index(row, "हिन्दी")+len("हिन्दी")]
			s.Do(func(m tea.Model) {
				if c := m.View().Cursor; c == nil || c.X != count(before) {
					t.Errorf("the cursor is %+v, not in column %d, behind %q", c, count(before), before)
				}
			})
		})
	}
}
