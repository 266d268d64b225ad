package ui_test

import (
	"fmt"
	"strconv"
	"testing"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/ui/backend"
	"frontdesk/ui/uitest"
)

// BenchmarkSwitchView measures the key for the next view until the first frame that shows that view's tickets at
// 120×40, in views that were shown before, and with more views than the cache keeps listings. A frame is 16 ms.
func BenchmarkSwitchView(b *testing.B) {
	var many []desk.View
	for i := range 4 {
		many = append(many, desk.View{Name: fmt.Sprint("Waiting ", i), Filter: fmt.Sprint("is:unattended ", i)},
			desk.View{Name: fmt.Sprint("Open ", i), Filter: fmt.Sprint("is:open ", i), Sort: "clock"})
	}
	for _, tickets := range []int{1000, 100_000} {
		for name, views := range map[string][]desk.View{"shown before": nil, "new": many} {
			b.Run(fmt.Sprintf("%d/%s", tickets, name), func(b *testing.B) {
				s := uitest.NewLoaded(b, uitest.ManyTickets(tickets), views...)
				s.Do(func(m tea.Model) {
					for i := 0; b.Loop(); i++ {
						_, cmd := m.Update(uitest.Key(strconv.Itoa(i%min(6+len(views), 9) + 1)))
						m.Update(awaitListing(cmd))
						m.View()
					}
				})
			})
		}
	}
}

// awaitListing runs commands as the framework does, and returns the first listing.
func awaitListing(cmd tea.Cmd) tea.Msg {
	msgs := make(chan tea.Msg, 1)
	run := func(cmd tea.Cmd) {
		if cmd != nil {
			go func() { msgs <- cmd() }()
		}
	}
	run(cmd)
	for msg := range msgs {
		switch msg := msg.(type) {
		case tea.BatchMsg:
			for _, each := range msg {
				run(each)
			}
		case backend.TicketsListedMsg:
			return msg
		}
	}
	return nil
}
