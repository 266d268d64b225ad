package ui_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/ui/backend"
	"frontdesk/ui/uitest"
)

// BenchmarkKeyDuringRun measures keys from their arrival to the finished frame, first alone and then while 500 of the
// 10,000 listed tickets are changed, both in one run: the ratio of the 95th percentiles should stay below 1.5.
func BenchmarkKeyDuringRun(b *testing.B) {
	s := uitest.NewLoaded(b, uitest.ManyTickets(10_000))
	var quiet, during []time.Duration
	for n := 0; b.Loop(); n++ {
		ended := make(chan struct{})
		close(ended)
		quiet = append(quiet, keyTimes(s, 1000, ended)...)
		ended = make(chan struct{})
		go func() {
			defer close(ended)
			sendMany(b, s, 500, n)
		}()
		during = append(during, keyTimes(s, 0, ended)...)
	}
	b.ReportMetric(float64(percentile95(quiet).Microseconds()), "µs/quiet-p95")
	b.ReportMetric(float64(percentile95(during).Microseconds()), "µs/run-p95")
	b.ReportMetric(float64(percentile95(during))/float64(percentile95(quiet)), "ratio")
	b.ReportMetric(float64(slices.Max(quiet).Microseconds()), "µs/quiet-max")
	b.ReportMetric(float64(slices.Max(during).Microseconds()), "µs/run-max")
}

// keyTimes presses keys, at least a number of them and until something has ended, and returns how long each took.
func keyTimes(s *uitest.Driver, least int, ended <-chan struct{}) (all []time.Duration) {
	for tick := time.NewTicker(4 * time.Millisecond); ; <-tick.C {
		began := time.Now()
		s.Do(func(m tea.Model) {
			m.Update(uitest.Key([]string{"j", "k"}[len(all)%2]))
			m.View()
		})
		all = append(all, time.Since(began))
		select {
		case <-ended:
			if len(all) >= least {
				tick.Stop()
				return all
			}
		default:
		}
	}
}

// sendMany changes the newest tickets in a run and gives the console its progress.
func sendMany(b *testing.B, s *uitest.Driver, tickets, n int) {
	updates := make([]backend.BulkUpdate, tickets)
	for i := range updates {
		updates[i] = backend.BulkUpdate{
			Ticket: desk.NewID(fmt.Sprint(713_500_000_000 + i)),
			Values: map[string]string{backend.FieldSubStatus: "P", backend.FieldComment: fmt.Sprintf("Refund sent, %d", n)},
		}
	}
	c := s.Backend()
	for cmd := c.Bulk.Start("Refund sent", updates, backend.BulkOptions{}); ; {
		msg, ok := cmd().(backend.BulkMsg)
		if !ok || msg.Err != nil {
			b.Errorf("the run does not answer: %v", msg.Err)
			return
		}
		s.Do(func(m tea.Model) { m.Update(msg) })
		if !msg.Run.IsActive() {
			if got := msg.Run.Count(backend.BulkDone); got != tickets {
				b.Errorf("%d of %d were sent: %s", got, tickets, msg.Run.Reason)
			}
			return
		}
		cmd = c.Bulk.Watch(msg.Run)
	}
}

func percentile95(all []time.Duration) time.Duration {
	slices.Sort(all)
	return all[len(all)*95/100]
}
