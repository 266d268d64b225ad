package ui_test

import (
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/uitest"
)

// BenchmarkKey is one key from Update to the finished frame at 120×40, with few and with many tickets in one run: what
// a key costs may not grow with them.
func BenchmarkKey(b *testing.B) {
	for _, tickets := range []int{1000, 100_000} {
		b.Run(fmt.Sprint(tickets), func(b *testing.B) {
			s := uitest.Loaded(b, uitest.Many(tickets))
			for name, keys := range map[string][2]string{"down and up": {"j", "k"}, "end and start": {"G", "g"}, "filter letter": {"/", "r"}} {
				b.Run(name, func(b *testing.B) {
					s.Do(func(m tea.Model) {
						for i := 0; b.Loop(); i++ {
							m.Update(uitest.Key(keys[i%2]))
							m.View()
						}
						m.Update(uitest.Key("esc"))
					})
				})
			}
		})
	}
}
