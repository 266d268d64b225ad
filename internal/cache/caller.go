package cache

import (
	"cmp"
	"slices"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// maxCallerTickets is how many tickets of one caller are returned.
const maxCallerTickets = 200

// Caller is what is known of somebody on the phone. What is empty or masked finds nothing.
type Caller struct {
	Customer int64 // 0 if unknown
	Phones   []string
	Emails   []string
}

// CallerTickets returns the known tickets of a caller, newest first: those of the customer, and those that name no
// customer and carry a phone number or an e-mail address of the caller. Call it outside the update loop.
func (s *Snapshot) CallerTickets(who Caller) []desk.Ticket {
	var phones []desk.Phone
	for _, number := range who.Phones {
		if p := desk.NewPhone(number); p.IsWhole() && !desk.IsMasked(number) {
			phones = append(phones, p)
		}
	}
	var emails []string
	for _, address := range who.Emails {
		if address != "" && !desk.IsMasked(address) {
			emails = append(emails, safetext.Fold(address))
		}
	}
	return s.newest(maxCallerTickets, func(row *packedTicket) bool {
		if row.Customer != 0 {
			return row.Customer == who.Customer
		}
		isTheirs := func(p desk.Phone) bool { return p.Match(row.phoneNumber) == desk.ExactMatch }
		return slices.Contains(emails, row.email()) || slices.ContainsFunc(phones, isTheirs)
	})
}

// newest returns the tickets for which a test holds, newest first, and at most so many.
func (s *Snapshot) newest(most int, holds func(*packedTicket) bool) []desk.Ticket {
	var rows []*packedTicket
	for i := range uint32(s.n) {
		if row := s.row(i); holds(row) {
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(x, y *packedTicket) int { return cmp.Compare(y.Created, x.Created) })
	rows = rows[:min(len(rows), most)]
	found := make([]desk.Ticket, len(rows))
	for i, row := range rows {
		found[i] = s.values.ticket(row)
	}
	return found
}

// KnownDays returns the days up to one day whose tickets are known, without a gap; false if that day's are not.
func (c *Cache) KnownDays(upTo desk.Date) (days desk.DateRange, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	days = desk.DateRange{From: upTo, To: upTo}
	for n := 0; n < MaxDays; n++ {
		d := c.days[upTo.Add(-n)]
		if d == nil || d.lastResult.At.IsZero() {
			break
		}
		days.From, known = upTo.Add(-n), true
	}
	return days, known
}
