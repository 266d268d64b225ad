package cache_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	"frontdesk/internal/cache"
	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/safetext/texttest"
	"frontdesk/internal/wire"
)

// answerPulls returns an interceptor that answers every pull with some records.
func answerPulls(records string) func(context.Context, string) (*reply, error) {
	return func(context.Context, string) (*reply, error) {
		return replyWith(200, `{"totalCount":null,"message":[`+records+`],"status":"success"}`), nil
	}
}

func update(t testing.TB, c *cache.Cache, u wire.UpdateTicketRequest) desk.TicketResult {
	t.Helper()
	receipt, err := c.UpdateTicket(t.Context(), u)
	if err != nil {
		t.Fatal(err)
	}
	return receipt
}

const unattended = "is:unattended"

func TestATicketThatComesTwiceIsListedOnce(t *testing.T) {
	d := newTestCache(t, nil)
	d.intercept(answerPulls(`{"ticketId":"713500000001","taskId":1,"title":"Old","date":"20-11-2026 09:00"},
		{"ticketId":"713500000001","taskId":1,"title":"New","date":"20-11-2026 09:00"}`))
	pull(t, d.Cache, november(19, 20)) // and again with the other day
	l := list(t, d.Cache, cache.Query{Span: november(19, 20)})
	equalLists(t, "tickets", numbers(l), []int64{1})
	if title := mustTicket(t, d.Cache, 1).Title.String(); title != "New" {
		t.Errorf("its title is %q", title)
	}
	if day := d.Progress(november(20, 20)).Days[0]; day.Received != 1 {
		t.Errorf("the day stands at %+v", day)
	}
}

func TestAnUpdateShowsAtOnceInTheListAndItsViews(t *testing.T) {
	d := newTestCache(t, []row{ticket(1, 20), ticket(2, 20, func(t *row) { t.CustomerID = 77; t.SLAStatus = "At risk" })})
	pull(t, d.Cache, november(20, 20))
	q := cache.Query{Span: november(20, 20), CountViews: []string{unattended}}
	before := list(t, d.Cache, q)
	old := d.Snapshot()
	update(t, d.Cache, wire.UpdateTicketRequest{TicketID: id(2), SubStatus: "CL", Queue: "BL", Comment: "Done", Callback: "2026-11-21 10:30:00"})
	equalLists(t, "unattended after it", list(t, d.Cache, q).Counts(), []int{1})
	is := mustTicket(t, d.Cache, 2)
	if is.SubStatus.Label() != "Closed" || is.Queue.Label() != "Billing" || !is.Marks.Has(desk.Closed) || is.Callback != desk.NewUnixTime(timeAt(21, 10, 30)) {
		t.Errorf("the ticket is %+v", is)
	}
	if is.CustomerID != 77 || is.Priority.String() != "High" || is.SLA.String() != "At risk" || !is.Marks.Has(desk.AtRisk) {
		t.Errorf("what the answer does not carry is gone: %+v", is)
	}
	equalLists(t, "unattended in the older list", before.Counts(), []int{2})
	if was, _ := old.Ticket(desk.NewID(id(2))); was.SubStatus.Label() != "Unattended" {
		t.Errorf("an older snapshot has changed: %+v", was)
	}
}

func TestAPullThatWasAskedBeforeAnUpdateDoesNotBringTheOldStateBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, []row{ticket(1, 20)})
		pull(t, d.Cache, november(20, 20))
		stale := answerPulls(`{"ticketId":"` + id(1) + `","taskId":1,"substatusKey":"US","substatus":"Unattended","date":"20-11-2026 09:00"}`)
		door := make(chan struct{})
		d.intercept(func(ctx context.Context, call string) (*reply, error) {
			if !strings.HasPrefix(call, "pull-ticket") {
				return nil, nil
			}
			answer, err := stale(ctx, call)
			<-door
			return answer, err
		})
		ended := make(chan error, 1)
		go func() { ended <- d.Pull(t.Context(), november(20, 20)) }()
		synctest.Wait()
		update(t, d.Cache, wire.UpdateTicketRequest{TicketID: id(1), SubStatus: "CL"})
		close(door)
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if is := mustTicket(t, d.Cache, 1); is.SubStatus.Label() != "Closed" {
			t.Errorf("the ticket went back to %s", is.SubStatus.Label())
		}
		d.intercept(nil)
		pull(t, d.Cache, november(20, 20))
		if is := mustTicket(t, d.Cache, 1); is.SubStatus.Label() != "Closed" {
			t.Errorf("the ticket went back to %s", is.SubStatus.Label())
		}
	})
}

func TestAWriteWhoseAnswerWasLostChangesNothingHere(t *testing.T) {
	d := newTestCache(t, []row{ticket(1, 20)})
	pull(t, d.Cache, november(20, 20))
	version := d.Snapshot().Version()
	d.intercept(func(ctx context.Context, call string) (*reply, error) {
		d.intercept(nil)
		_, err := d.store.UpdateTicket(ctx, id(1), func(t *row) (note, error) { t.SubStatus = "CL"; return note{}, nil })
		return replyWith(200, ""), err // it was carried out, and the answer is lost
	})
	_, err := d.UpdateTicket(t.Context(), wire.UpdateTicketRequest{TicketID: id(1), SubStatus: "CL"})
	var fault *client.Error
	if !errors.As(err, &fault) || !fault.OutcomeUnknown() {
		t.Errorf("got %v", err)
	}
	if d.Snapshot().Version() != version || len(d.calls()) != 2 {
		t.Error("something was changed or sent again")
	}
	found, _, err := d.GetTickets(t.Context(), ticketIDs(1))
	if err != nil || found[0].SubStatus.Label() != "Closed" || mustTicket(t, d.Cache, 1).SubStatus.Label() != "Closed" {
		t.Errorf("reading it again gave %+v, %v", found, err)
	}
}

func TestARefusedUpdateChangesNothing(t *testing.T) {
	d := newTestCache(t, []row{ticket(1, 20)})
	pull(t, d.Cache, november(20, 20))
	version := d.Snapshot().Version()
	_, err := d.UpdateTicket(t.Context(), wire.UpdateTicketRequest{TicketID: id(1), SubStatus: "NO"})
	if err == nil || !strings.Contains(err.Error(), "sub_status") || d.Snapshot().Version() != version {
		t.Errorf("got %v", err)
	}
	if _, err := d.AddTicket(t.Context(), wire.AddTicketRequest{}); err == nil || d.Snapshot().Len() != 1 {
		t.Errorf("a ticket without a title: %v", err)
	}
}

func TestANewTicketIsListedAtOnce(t *testing.T) {
	d := newTestCache(t, nil)
	receipt, err := d.AddTicket(t.Context(), wire.AddTicketRequest{Title: "Screen &amp; keyboard", Email: "a@example.com"})
	if err != nil {
		t.Fatal(err)
	}
	l := list(t, d.Cache, cache.Query{Span: november(20, 20), CountViews: []string{unattended}})
	if l.Len() != 1 || l.At(0).ID != receipt.Ticket.ID || l.At(0).Title.String() != "Screen & keyboard" || l.Counts()[0] != 1 {
		t.Errorf("the list shows %v", numbers(l))
	}
}

func TestATicketThatTheServiceHasNoLongerLeavesTheList(t *testing.T) {
	d := newTestCache(t, nil)
	both := `{"ticketId":"` + id(1) + `","taskId":1,"date":"20-11-2026 09:00"},{"ticketId":"` + id(2) + `","taskId":2,"date":"20-11-2026 09:00"}`
	first, _, _ := strings.Cut(both, "},")
	answers := []string{
		`{"totalCount":2,"message":[` + both + `],"status":"success"}`,
		`{"totalCount":null,"message":[` + first + `}],"status":"success"}`, // nothing says that this is all
		`{"totalCount":1,"message":[` + first + `}],"status":"success"}`,
		`{"totalCount":2,"message":[` + both + `],"status":"success"}`,
	}
	shown := [][]int64{{1, 2}, {1, 2}, {1}, {1, 2}}
	for i, answer := range answers {
		d.intercept(func(context.Context, string) (*reply, error) { return replyWith(200, answer), nil })
		pull(t, d.Cache, november(20, 20))
		equalLists(t, answer, numbers(list(t, d.Cache, cache.Query{Span: november(20, 20)})), shown[i])
		mustTicket(t, d.Cache, 2) // it can be looked up all the same
	}
}

func TestMinutesOfAPullDoNotWipeTheSecondsOfAnUpdate(t *testing.T) {
	d := newTestCache(t, []row{ticket(1, 20)})
	update(t, d.Cache, wire.UpdateTicketRequest{TicketID: id(1), SubStatus: "P", Callback: "2026-11-21 10:30:45"})
	version := d.Snapshot().Version()
	want := desk.NewUnixTime(timeAt(21, 10, 30)) + 45
	pull(t, d.Cache, november(20, 20))
	pull(t, d.Cache, november(20, 20))
	if got := mustTicket(t, d.Cache, 1).Callback; got != want {
		t.Errorf("the callback moved to %v", got.In(noon.Location()))
	}
	if now := d.Snapshot().Version(); now > version+1 {
		t.Errorf("pulls that bring nothing new changed the cache from %d to %d", version, now)
	}
}

// TestRowsKeepTextsAsTheyCame: the cache packs a row's texts together, and none may leak into another.
func TestRowsKeepTextsAsTheyCame(t *testing.T) {
	b := cache.New(cache.Config{})
	var all []desk.Ticket
	for _, c := range texttest.Hostile(t) {
		raw, l := c.Text, safetext.LineFromEscaped(c.Text)
		all = append(all,
			desk.Ticket{ID: desk.NewID(raw + "\n\x1b[2J"), Title: l, Phone: l},
			desk.Ticket{ID: desk.NewID("ID " + raw), Email: l, OrderID: safetext.LineFromText("Ünïcode")})
	}
	for _, l := range texttest.Honest(t) {
		all = append(all, desk.Ticket{ID: desk.NewID(l), Title: safetext.LineFromText(l), Email: safetext.LineFromText(l)})
	}
	cache.Learn(b, all)
	for _, want := range all {
		if got, ok := b.Snapshot().Ticket(want.ID); !ok || *got != want {
			t.Errorf("%q came back as %+v", want.ID.Raw(), got)
		}
	}
}

// TestWriteAnswer_ANewTicketIsAmongThoseOfItsCustomer at once, and stays there: its record alone does not name them.
func TestWriteAnswer_ANewTicketIsAmongThoseOfItsCustomer(t *testing.T) {
	records := cache.New(cache.Config{})
	for _, answer := range []string{
		`{"status":"success","ticket":{"ticketId":"71","taskTitle":"New","substatus":"US"},"customer_id":7,"ticket_id":"71"}`,
		`{"status":"success","customer_id":"7","ticket_id":"71","ticket":{"ticketId":"71","taskTitle":"New","substatus":"US"}}`,
		`{"status":"success","ticket":{"ticketId":"71","taskTitle":"New","substatus":"PS"}}`, // an update, later
	} {
		r, err := wire.AddTicket.Decode(strings.NewReader(answer), wire.DecodeOptions{})
		if err != nil {
			t.Fatal(err)
		}
		records.ApplyTicketResult(r, "")
		if all := records.Snapshot().CustomerTickets(7); len(all) != 1 || all[0].Title.String() != "New" {
			t.Errorf("after %s the customer has %d tickets", answer, len(all))
		}
	}
}
