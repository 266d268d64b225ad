package cache

import (
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
		if p := desk.NewPhone(number); len(p.Digits()) >= minPhoneDigits && !desk.IsMasked(number) {
			phones = append(phones, p)
		}
	}
	var emails []string
	for _, address := range who.Emails {
		if address != "" && !desk.IsMasked(address) {
			emails = append(emails, safetext.Fold(address))
		}
	}
	var rows []*packedTicket
	for i := range uint32(s.n) {
		row := s.row(i)
		switch {
		case row.customer != 0:
			if row.customer == who.Customer {
				rows = append(rows, row)
			}
		case row.isOf(phones, emails):
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(x, y *packedTicket) int { return int(min(max(y.created-x.created, -1), 1)) })
	rows = rows[:min(len(rows), maxCallerTickets)]
	found := make([]desk.Ticket, len(rows))
	for i, row := range rows {
		found[i] = s.values.ticket(row)
	}
	return found
}

// isOf reports whether a ticket carries one of the phone numbers or of the folded e-mail addresses.
func (s *packedTicket) isOf(phones []desk.Phone, emails []string) bool {
	if len(phones)+len(emails) == 0 {
		return false
	}
	parts := s.parts()
	if parts[partEmail] != "" && slices.Contains(emails, safetext.Fold(parts[partEmail])) {
		return true
	}
	if parts[partPhone] == "" || len(phones) == 0 {
		return false
	}
	number := desk.NewPhone(parts[partPhone])
	return slices.ContainsFunc(phones, func(p desk.Phone) bool { return p.Match(number) == desk.ExactMatch })
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
