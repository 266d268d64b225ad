package cache_test

import (
	"testing"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

func labels(codes []desk.Code) []string {
	var all []string
	for _, c := range codes {
		all = append(all, c.Key().Raw()+"="+c.Label())
	}
	return all
}

func TestWhatTicketsTeachIsOfferedBehindWhatIsConfigured(t *testing.T) {
	billing := func(t *row) { t.SubStatus, t.QueueKey = "CL", "BL" }
	odd := func(t *row) { t.SubStatus, t.QueueKey = "", "XX" }
	d := newTestCache(t, []row{ticket(1, 19), ticket(2, 20, billing), ticket(3, 20, odd)}, func(c *cache.Config) {
		c.SubStatuses = []desk.Code{desk.NewCode("RS", safetext.LineFromText("Resolved")), desk.NewCode("US", safetext.LineFromText("New"))}
		c.Dispositions = []string{"Sale|Lost", "Sale|Won"}
	})
	equalLists(t, "sub-statuses of a new cache", labels(d.Vocabulary().SubStatuses), []string{"RS=Resolved", "US=New"})
	pull(t, d.Cache, november(20, 20))
	equalLists(t, "sub-statuses", labels(d.Vocabulary().SubStatuses), []string{"RS=Resolved", "US=New", "CL=Closed"})
	equalLists(t, "queues", labels(d.Vocabulary().Queues), []string{"BL=Billing", "XX=XX"})
	pull(t, d.Cache, november(19, 20))
	equalLists(t, "queues", labels(d.Vocabulary().Queues), []string{"BL=Billing", "HW=Hardware", "XX=XX"})
	update(t, d.Cache, wire.UpdateTicketRequest{TicketID: id(1), SubStatus: "PS", Disposition: "Repair|Screen"})
	update(t, d.Cache, wire.UpdateTicketRequest{TicketID: id(2), SubStatus: "PS", Disposition: "Sale|Won"})
	equalLists(t, "sub-statuses", labels(d.Vocabulary().SubStatuses), []string{"RS=Resolved", "US=New", "CL=Closed", "PS=Pending"})
	equalLists(t, "dispositions", d.Vocabulary().Dispositions, []string{"Sale|Lost", "Sale|Won", "Repair|Screen"})
}

func TestADispositionIsLearntFromAWholeTicket(t *testing.T) {
	d := newTestCache(t, []row{ticket(1, 20, func(t *row) { t.Disposition = "Repair|Screen" })})
	if _, _, err := d.GetTickets(t.Context(), ticketIDs(1)); err != nil {
		t.Fatal(err)
	}
	equalLists(t, "dispositions", d.Vocabulary().Dispositions, []string{"Repair|Screen"})
}

func TestTheNameThatWasTaughtLastIsOffered(t *testing.T) {
	c := cache.New(cache.Config{})
	for i, name := range []string{"Waiting", "", "On hold"} {
		cache.Learn(c, []desk.Ticket{{ID: ticketIDs(int64(i))[0], SubStatus: desk.NewCode("WA", safetext.LineFromText(name))}})
	}
	equalLists(t, "sub-statuses", labels(c.Vocabulary().SubStatuses), []string{"WA=On hold"})
}
