package sample

import (
	"slices"
	"strings"
	"time"
)

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

// fits says whether the customer of a ticket can have written it.
func (r *rating) fits(t *draft) bool {
	return len(r.only) == 0 || slices.ContainsFunc(r.only, func(s string) bool {
		return s == t.customer.Country || s == t.PrimarySource || s == t.problem.queue
	})
}

// finish fills what follows from a ticket's history.
func (b *builder) finish(drafts []*draft) {
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

// keepPromises gives the callbacks that were made their times: the update after was made on that call.
func (t *draft) keepPromises() {
	for i := range max(0, len(t.Notes)-1) {
		if t.problem.steps[i].callback {
			t.Notes[i].Callback = t.Notes[i+1].At.Truncate(5 * time.Minute)
		}
	}
}

// conclude fills what only closed tickets have.
func (t *draft) conclude(ratings []rating) {
	t.ClosedByID, t.FTR = lastNote(t).CreatorID, "No"
	if len(t.Notes) == 1 {
		t.FTR = "Yes"
	}
	if t.original != nil {
		t.MergedTicketID = t.original.TicketID
	}
	if r := pick(t.dice, ratings); t.dice.one(60) && r.fits(t) {
		t.Rating, t.Feedback = r.stars, r.text
	}
}

// attach lists the files that the problem speaks of.
func (t *draft) attach() {
	for _, name := range t.problem.attach {
		t.Attachments = append(t.Attachments, Attachment{name, "https://files.example.com/acme/" + t.TicketID + "/" + strings.ReplaceAll(name, " ", "%20")})
	}
}

// additional is the account's own block: what the shop's systems know beside the ticket.
func (t *draft) additional() []byte {
	block := map[string]any{}
	if o := t.order; o != nil && slices.Contains(t.problem.info, "order") {
		block["order_details"] = []map[string]string{{
			"awb": o.AWB, "courier": o.Courier, "erp_order_id": o.ERPOrderID, "invoice_no": o.InvoiceNo,
			"delivery_status": o.DeliveryStatus, "item": o.product.name,
		}}
	}
	if o := t.order; o != nil && slices.Contains(t.problem.info, "device") {
		block["device"] = map[string]string{
			"model": o.product.name, "sku": o.product.sku, "serial_no": o.Serial, "bought_on": o.Created.Format("02-01-2006"),
			"warranty_until": o.Created.AddDate(2, 0, 0).Format("02-01-2006"),
		}
	}
	if o := t.order; o != nil && slices.Contains(t.problem.info, "payment") {
		block["payment"] = map[string]string{"mode": o.PaymentMode, "amount": o.Amount, "reference": "PAY-" + o.AWB[2:]}
	}
	if t.PrimarySource == "Phone" {
		block["call"] = map[string]any{"ivr_path": "2 > 1", "waited_seconds": 20 + t.dice.IntN(200), "language": "English"}
	}
	return raw(block)
}

// markOrder notes on an order which ticket is about it, and what that says of its delivery.
func (t *draft) markOrder() {
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
