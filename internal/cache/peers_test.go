package cache_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"testing"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// olderAnswer returns what another host was answered a second before noon, and so before everything that a test writes.
func olderAnswer(t testing.TB, records string) cache.Answer {
	t.Helper()
	var body bytes.Buffer
	to := gzip.NewWriter(&body)
	if _, err := to.Write([]byte(`{"totalCount":1,"message":[` + records + `],"status":"success"}`)); err != nil {
		t.Fatal(err)
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	before := noon.Add(-time.Second)
	return cache.Answer{Body: body.Bytes(), Asked: before, Read: before}
}

// answeringPeers are another host that gives an answer for every day.
type answeringPeers struct{ answer cache.Answer }

func (p answeringPeers) Ask(_ context.Context, _ desk.Date, _ cache.Want, take func(cache.Answer) error) bool {
	return take(p.answer) == nil
}

func (p answeringPeers) Pulled(desk.Date, cache.Answer) {}

const unattendedTicket = `{"ticketId":"713500000001","taskId":1,"substatusKey":"US","substatus":"Unattended","date":"20-11-2026 09:00"}`

// TestPeers_ATicketWrittenHereIsReadAtOnceWhenAnotherHostGivesOlderRows has somebody else change the ticket after it
// was written here: the rows of the other host do not say so, and neither does the answer to the write.
func TestPeers_ATicketWrittenHereIsReadAtOnceWhenAnotherHostGivesOlderRows(t *testing.T) {
	older := olderAnswer(t, unattendedTicket)
	for name, takeOver := range map[string]func(c *cache.Cache){
		"told by the other host": func(c *cache.Cache) {
			c.Adopt(t.Context(), november(20, 20).To, func(take func(cache.Answer) error) {
				if err := take(older); err != nil {
					t.Error(err)
				}
			})
		},
		"by a refresh": func(c *cache.Cache) {
			c.SetPeers(answeringPeers{older})
			if _, err := c.RefreshIfStale(t.Context(), november(20, 20), minute); err != nil {
				t.Error(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := newTestCache(t, []row{ticket(1, 20)})
			shown := d.Subscribe()
			defer shown.Close()
			shown.ShowDays(november(20, 20))
			update(t, d.Cache, wire.UpdateTicketRequest{TicketID: id(1), SubStatus: "P"})
			_, err := d.store.UpdateTicket(t.Context(), id(1), func(known *row) (note, error) {
				known.SubStatus = "CL"
				return note{}, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if takeOver(d.Cache); mustTicket(t, d.Cache, 1).SubStatus.Label() != "Closed" {
				t.Errorf("the ticket is shown as %s", mustTicket(t, d.Cache, 1).SubStatus.Label())
			}
			calls := len(d.calls())
			if takeOver(d.Cache); len(d.calls()) != 0 {
				t.Errorf("after %d calls it is read again although nothing was written since", calls)
			}
		})
	}
}

// TestPeers_RowsOfAnotherHostAreTakenOverAlthoughTheServiceIsAway: what was written here cannot be read, and stays.
func TestPeers_RowsOfAnotherHostAreTakenOverAlthoughTheServiceIsAway(t *testing.T) {
	d := newTestCache(t, []row{ticket(1, 20)})
	update(t, d.Cache, wire.UpdateTicketRequest{TicketID: id(1), SubStatus: "P"})
	d.intercept(func(context.Context, string) (*reply, error) { return replyWith(400, `{"status":"failure"}`), nil })
	d.SetPeers(answeringPeers{olderAnswer(t, unattendedTicket)})
	span := november(20, 20)
	_, _ = d.RefreshIfStale(t.Context(), span, minute) // the watched tickets have an error of their own
	if day := d.Progress(span).Days[0]; day.State != cache.Complete || day.Err != nil {
		t.Errorf("the day stands at %+v", day)
	}
	if is := mustTicket(t, d.Cache, 1); is.SubStatus.Label() != "Pending" {
		t.Errorf("the ticket went to %s", is.SubStatus.Label())
	}
}

// takingPeers are another host that gives an answer once it may.
type takingPeers struct {
	answer      cache.Answer
	asked, give chan struct{}
}

func (p takingPeers) Ask(_ context.Context, _ desk.Date, _ cache.Want, take func(cache.Answer) error) bool {
	close(p.asked)
	<-p.give
	return take(p.answer) == nil
}

func (p takingPeers) Pulled(desk.Date, cache.Answer) {}

// TestPeers_ADayThatAnotherHostToldOfMeanwhileIsNotPulledAgain: the same answer comes as an announcement and to a
// question, and counts as older the second time because it was on its way for longer.
func TestPeers_ADayThatAnotherHostToldOfMeanwhileIsNotPulledAgain(t *testing.T) {
	d := newTestCache(t, []row{ticket(1, 20)})
	told := olderAnswer(t, unattendedTicket)
	late := told
	late.Asked = told.Asked.Add(-time.Millisecond)
	peers := takingPeers{late, make(chan struct{}), make(chan struct{})}
	d.SetPeers(peers)
	shown := d.Subscribe()
	defer shown.Close()
	span := november(20, 20)
	shown.ShowDays(span)
	refreshed := make(chan error)
	d.Adopt(t.Context(), span.To, func(take func(cache.Answer) error) {
		go func() {
			_, err := d.RefreshIfStale(t.Context(), span, minute)
			refreshed <- err
		}()
		<-peers.asked
		if err := take(told); err != nil {
			t.Error(err)
		}
	})
	close(peers.give)
	if err := <-refreshed; err != nil {
		t.Error(err)
	}
	if calls := d.calls(); len(calls) != 0 {
		t.Errorf("the service was asked again: %q", calls)
	}
	if day := d.Progress(span).Days[0]; day.State != cache.Complete || !day.At.Equal(told.Read) {
		t.Errorf("the day stands at %+v", day)
	}
}
