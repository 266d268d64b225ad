package sampledata

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// pace is how fast tickets of a priority are worked on, in opening hours, and how long they may take.
type pace struct {
	level       int
	first, next [2]time.Duration // from, to: until the first update, between updates
	sla         time.Duration
}

var paces = map[string]pace{
	"Low": {
		1,
		[2]time.Duration{2 * time.Hour, 11 * time.Hour},
		[2]time.Duration{5 * time.Hour, 14 * time.Hour},
		168 * time.Hour,
	},
	"Normal": {
		2,
		[2]time.Duration{50 * time.Minute, 8 * time.Hour},
		[2]time.Duration{3 * time.Hour, 11 * time.Hour},
		96 * time.Hour,
	},
	"High": {
		3,
		[2]time.Duration{25 * time.Minute, 4 * time.Hour},
		[2]time.Duration{2 * time.Hour, 8 * time.Hour},
		60 * time.Hour,
	},
	"Urgent": {
		4,
		[2]time.Duration{10 * time.Minute, 90 * time.Minute},
		[2]time.Duration{time.Hour, 4 * time.Hour},
		24 * time.Hour,
	},
}

// stalledPercent is the percentage of tickets that stall before the first update, and before a later one.
var stalledPercent = [2]int{3, 3}

// underway is how much longer the next update of a ticket takes, in opening hours, when something has to
// arrive first.
var underway = map[string]time.Duration{"WP": 12 * time.Hour, "RP": 10 * time.Hour}

// addUpdates adds a problem's updates up to now: recent tickets get the first ones, older ones are finished, and a few
// stall on the way.
func (b *builder) addUpdates(t *ticketBuilder) {
	at := t.Date
	agent := b.agentOf(t.rng, t.QueueKey)
	b.setSubStatus(t, "US")
	if t.rng.percent(40) {
		t.assign(agent)
	}
	for i, s := range t.problem.steps {
		gap := t.pace.next
		if i == 0 {
			gap = t.pace.first
		}
		if s.customer {
			at = at.Add(s.wait + t.rng.between(20*time.Minute, 9*time.Hour))
		} else {
			at = workAfter(at, s.wait+underway[t.SubStatus]+t.rng.between(gap[0], gap[1]))
		}
		if at.After(b.now) || t.rng.percent(stalledPercent[min(i, 1)]) {
			return
		}
		if s.queue != "" {
			agent = b.agentOf(t.rng, s.queue)
		}
		b.update(t, s, at, agent)
	}
}

// update adds one step to a ticket's history and moves the ticket as the step says.
func (b *builder) update(t *ticketBuilder, s step, at time.Time, agent Agent) {
	if s.queue != "" {
		b.moveTo(t, s.queue)
		t.Escalated = t.Escalated || s.queue == "ESC_Q"
	}
	n := Note{At: at, CreatorName: t.customer.Contacts[0].Name}
	t.Unread = s.customer
	if !s.customer {
		t.assign(agent)
		n.CreatorID, n.CreatorName = agent.ID, agent.Name
		t.LastFollowUp = at
	} else {
		t.LastSource = "E-mail"
	}
	if s.subStatus != "" {
		b.setSubStatus(t, s.subStatus)
	}
	n.SubStatus, n.SubStatusName, n.QueueKey, n.Disposition = t.SubStatus, t.SubStatusName, t.QueueKey, t.Disposition
	n.Detail = fill(s.text, t.values())
	t.Notes = append(t.Notes, n)
}

// assign gives a ticket to an agent.
func (t *ticketBuilder) assign(a Agent) {
	t.AssignedID, t.AssignedName, t.AssignedEmail = a.ID, a.Name, a.Email
	t.AssigneeCode, t.AssignedPhone = a.Code, a.Phone
}

// setSubStatus sets a sub-status and the status that it stands for.
func (b *builder) setSubStatus(t *ticketBuilder, key string) {
	s := b.subStatus(key)
	t.SubStatus, t.SubStatusName, t.Status, t.StatusName = s.Key, s.Name, s.Status, s.StatusName
}

// closed reports whether a ticket has come to its end.
func (t *ticketBuilder) closed() bool { return t.SubStatus == "CL" }

// waitsForCall reports whether a callback was the last thing agreed on an open ticket.
func (t *ticketBuilder) waitsForCall() bool {
	return len(t.Notes) > 0 && t.problem.steps[len(t.Notes)-1].callback
}

// rewind takes a ticket back to the state after its first n updates.
func (b *builder) rewind(t *ticketBuilder, n int) {
	notes := t.Notes[:n]
	t.Notes, t.LastFollowUp, t.Unread = nil, time.Time{}, false
	t.Escalated, t.LastSource = t.problem.escalated, t.PrimarySource
	t.assign(Agent{})
	b.moveTo(t, t.problem.queue)
	b.setSubStatus(t, "US")
	for i, note := range notes {
		agent := b.agents[max(0, slices.IndexFunc(b.agents, func(a Agent) bool { return a.ID == note.CreatorID }))]
		b.update(t, t.problem.steps[i], note.At, agent)
	}
}

// callbackHours are the open callbacks, in opening hours from now; negative ones are overdue.
var callbackHours = []float64{-7.5, -2.2, -0.6, 0.3, 0.9, 2, 3.5, 6, 11, 14, 19, 26, 37}

// scheduleCallbacks leaves as many tickets waiting for a call as callbackHours has entries: what is too many loses its
// callback, and where some are missing, tickets that had one agreed are taken back to that moment.
func (b *builder) scheduleCallbacks(drafts []*ticketBuilder) {
	var waiting, able []*ticketBuilder
	for _, t := range drafts {
		switch at := t.callbackStep(); {
		case t.waitsForCall():
			waiting = append(waiting, t)
		case at > 0 && t.Date.After(nextDay(b.now, -6)):
			able = append(able, t)
		}
	}
	for _, t := range waiting[:max(0, len(waiting)-len(callbackHours))] {
		b.rewind(t, len(t.Notes)-1)
	}
	waiting = waiting[max(0, len(waiting)-len(callbackHours)):]
	missing := len(callbackHours) - len(waiting)
	for i := range min(missing, len(able)) {
		t := able[i*len(able)/missing] // spread over the days
		b.rewind(t, t.callbackStep())
		waiting = append(waiting, t)
	}
	b.setCallbackTimes(waiting)
}

// callbackStep is how many updates a ticket had when its callback was agreed, 0 when none was.
func (t *ticketBuilder) callbackStep() int {
	return 1 + slices.IndexFunc(t.problem.steps[:len(t.Notes)], func(s step) bool { return s.callback })
}

// setCallbackTimes gives the waiting tickets their times, the one agreed first the earliest.
func (b *builder) setCallbackTimes(waiting []*ticketBuilder) {
	slices.SortFunc(waiting, func(x, y *ticketBuilder) int { return lastNote(x).At.Compare(lastNote(y).At) })
	for i, t := range waiting {
		at := callTime(b.now, callbackHours[i])
		if agreed := lastNote(t).At; !at.After(agreed) {
			at = workAfter(agreed, time.Hour)
		}
		lastNote(t).Callback, t.NextFollowUp, t.CallBack = at, at, true
	}
}

// callTime is so many opening hours from now, to the five minutes.
func callTime(now time.Time, hours float64) time.Time {
	d := time.Duration(hours * float64(time.Hour))
	if d < 0 {
		return workBefore(now, -d).Truncate(5 * time.Minute)
	}
	return workAfter(now, d).Truncate(5 * time.Minute).Add(5 * time.Minute)
}

func lastNote(t *ticketBuilder) *Note { return &t.Notes[len(t.Notes)-1] }

// At risk are the open tickets that have used up the largest part of their time: so many at most, and none
// that has more than half of it left.
const (
	atRisk    = 15
	riskShare = 0.5
)

// setSLA sets how long each ticket took and may take, and whether it is within its SLA.
func (b *builder) setSLA(drafts []*ticketBuilder) {
	var open []*ticketBuilder
	for _, t := range drafts {
		took, allowed := b.elapsed(t), t.pace.sla
		t.TAT, t.SLA, t.SLAStatus = formatDuration(took), formatDuration(allowed), "Within SLA"
		t.Due = t.Date.Add(allowed)
		if took > allowed {
			t.SLAStatus, t.OutOfSLA = "Out of SLA", true
		} else if !t.closed() {
			open = append(open, t)
		}
	}
	slices.SortStableFunc(open, func(x, y *ticketBuilder) int { return cmp.Compare(b.usedShare(y), b.usedShare(x)) })
	for _, t := range open[:min(atRisk, len(open))] {
		if b.usedShare(t) >= riskShare {
			t.SLAStatus = "At Risk"
		}
	}
}

// elapsed returns how long a ticket took, or has taken so far.
func (b *builder) elapsed(t *ticketBuilder) time.Duration {
	if t.closed() {
		return lastNote(t).At.Sub(t.Date)
	}
	return b.now.Sub(t.Date)
}

// usedShare returns the part of its time that a ticket has used up.
func (b *builder) usedShare(t *ticketBuilder) float64 {
	return float64(b.elapsed(t)) / float64(t.pace.sla)
}

// formatDuration formats a duration as the service does: 1 Day 2 Hr 5 Min.
func formatDuration(d time.Duration) string {
	days, hours, minutes := int(d.Hours())/24, int(d.Hours())%24, int(d.Minutes())%60
	switch {
	case days > 0:
		return fmt.Sprintf("%d Day %d Hr %d Min", days, hours, minutes)
	case hours > 0:
		return fmt.Sprintf("%d Hr %d Min", hours, minutes)
	}
	return fmt.Sprintf("%d Min", minutes)
}

// rating is what customers give, one to five, with what they write beside it; most write nothing.
type rating struct {
	stars int
	only  []string // countries, channels and queues it fits; empty for all
	text  string
}

// readRatings reads feedback.txt.
func readRatings() []rating {
	var out []rating
	for _, r := range readRows("feedback.txt") {
		out = append(out, rating{int(number(r[0])), cut(r[1], ","), r[2]})
	}
	return out
}

// fits reports whether the customer of a ticket can have written it.
func (r *rating) fits(t *ticketBuilder) bool {
	return len(r.only) == 0 || slices.ContainsFunc(r.only, func(s string) bool {
		return s == t.customer.Country || s == t.PrimarySource || s == t.problem.queue
	})
}

// finish fills what follows from a ticket's history.
func (b *builder) finish(drafts []*ticketBuilder) {
	ratings := readRatings()
	conversation := int64(880_001)
	for _, t := range drafts {
		t.LastConversation = t.Date
		for i := range t.Notes {
			t.Notes[i].ID = conversation
			conversation++
			t.LastConversation = t.Notes[i].At
		}
		t.LastConversationID = conversation
		conversation++
		t.Conversations = 1 + len(t.Notes)
		t.Unread = t.Unread || len(t.Notes) == 0
		t.keepPromises()
		t.attach()
		t.markOrder()
		t.Additional = t.additional()
		if t.closed() {
			t.conclude(ratings)
		}
	}
}

// keepPromises sets the time of each callback that was made to that of the next update, which was made on that call.
func (t *ticketBuilder) keepPromises() {
	for i := range max(0, len(t.Notes)-1) {
		if t.problem.steps[i].callback {
			t.Notes[i].Callback = t.Notes[i+1].At.Truncate(5 * time.Minute)
		}
	}
}

// conclude fills what only closed tickets have.
func (t *ticketBuilder) conclude(ratings []rating) {
	t.ClosedByID, t.FTR = lastNote(t).CreatorID, "No"
	if len(t.Notes) == 1 {
		t.FTR = "Yes"
	}
	if t.original != nil {
		t.MergedTicketID = t.original.TicketID
	}
	if r := pick(t.rng, ratings); t.rng.percent(60) && r.fits(t) {
		t.Rating, t.Feedback = r.stars, r.text
	}
}

// attach lists the files that the problem speaks of.
func (t *ticketBuilder) attach() {
	for _, name := range t.problem.attach {
		t.Attachments = append(
			t.Attachments,
			Attachment{
				name,
				"https://files.example.com/acme/" + t.TicketID + "/" + strings.ReplaceAll(name, " ", "%20"),
			},
		)
	}
}

// additional is the account's own block: what the shop's systems know beside the ticket.
func (t *ticketBuilder) additional() []byte {
	block := map[string]any{}
	if o := t.order; o != nil && slices.Contains(t.problem.info, "order") {
		block["order_details"] = []map[string]string{{
			"awb": o.AWB, "courier": o.Courier, "erp_order_id": o.ERPOrderID, "invoice_no": o.InvoiceNo,
			"delivery_status": o.DeliveryStatus, "item": o.product.name,
		}}
	}
	if o := t.order; o != nil && slices.Contains(t.problem.info, "device") {
		block["device"] = map[string]string{
			"model":          o.product.name,
			"sku":            o.product.sku,
			"serial_no":      o.Serial,
			"bought_on":      o.Created.Format("02-01-2006"),
			"warranty_until": o.Created.AddDate(2, 0, 0).Format("02-01-2006"),
		}
	}
	if o := t.order; o != nil && slices.Contains(t.problem.info, "payment") {
		block["payment"] = map[string]string{"mode": o.PaymentMode, "amount": o.Amount, "reference": "PAY-" + o.AWB[2:]}
	}
	if t.PrimarySource == "Phone" {
		block["call"] = map[string]any{
			"ivr_path":       "2 > 1",
			"waited_seconds": 20 + t.rng.IntN(200),
			"language":       "English",
		}
	}
	return raw(block)
}

// markOrder notes on an order which ticket is about it, and what that says of its delivery.
func (t *ticketBuilder) markOrder() {
	if t.order == nil {
		return
	}
	t.order.TicketID = t.TicketID
	if t.original != nil {
		return // what the earlier ticket says holds
	}
	t.order.DeliveryStatus = t.problem.delivery
	if t.closed() {
		t.order.DeliveryStatus = t.problem.delivered
	}
}

// dispositions are the paths in use, each once.
func dispositions(tickets []Ticket) []string {
	var out []string
	for i := range tickets {
		out = append(out, tickets[i].Disposition)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
