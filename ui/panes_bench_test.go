package ui_test

import (
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/uitest"
)

// BenchmarkKeyPanes measures one key from Update to the finished frame with two and with three panes, at 60 rows.
func BenchmarkKeyPanes(b *testing.B) {
	s := uitest.NewLoaded(b, uitest.ManyTickets(1000))
	for panes, width := range map[int]int{2: 160, 3: 240} {
		b.Run(fmt.Sprint(panes), func(b *testing.B) {
			b.ReportAllocs()
			s.Do(func(m tea.Model) {
				m.Update(tea.WindowSizeMsg{Width: width, Height: 60})
				for i := 0; b.Loop(); i++ {
					m.Update(uitest.Key([]string{"j", "k"}[i%2]))
					m.View()
				}
			})
		})
	}
}
