package oneshot

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/book"
	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/text"
	"frontdesk/internal/wire"
)

// refLabel begins the last line of a ticket's details that a lost answer is looked for by.
const refLabel = "ref: "

// WithRef are the details of a ticket with a reference of its own in their last line; an empty one leaves them as
// they are.
func WithRef(details, ref string) string {
	switch {
	case ref == "":
		return details
	case strings.TrimSpace(details) == "":
		return refLabel + ref
	}
	return strings.TrimRight(details, "\r\n") + "\n\n" + refLabel + ref
}

// refOf is the reference in the last line of a ticket's details, empty when there is none.
func refOf(details string) string {
	last := details[strings.LastIndexByte(details, '\n')+1:]
	ref, found := strings.CutPrefix(strings.TrimSpace(last), refLabel)
	if !found {
		return ""
	}
	return strings.TrimSpace(ref)
}

// findTicket looks for a ticket whose answer was lost among those added since: by its reference, which tells, or by
// its title, which does not.
func findTicket(ctx context.Context, s *Session, c *client.Client, req wire.TicketAdd, began time.Time) findings {
	ref := refOf(req.Details)
	mine := func(r jsontext.Value) bool {
		return titled(r, req.Title) && !createdBefore(r, began.Add(-skew), s.Zones.Account())
	}
	if ref != "" {
		mine = func(r jsontext.Value) bool { return refers(wire.Text(wire.Member(r, "detail")), ref) }
	}
	found, whole := recentTickets(ctx, s, c, began, mine)
	ids := make([]string, len(found))
	for n, r := range found {
		ids[n] = text.PlainLine(wire.Text(wire.Member(r, "ticketId"))).String()
	}
	list := strings.Join(ids, ", ")
	switch {
	case ref != "" && len(found) == 1:
		return theTicket(s, found[0], fmt.Sprintf("ticket %s carries %s%s", list, refLabel, text.PlainLine(ref)))
	case ref != "" && len(found) > 1:
		return findings{said: fmt.Sprintf("tickets %s all carry %s%s", list, refLabel, text.PlainLine(ref))}
	case ref != "" && whole:
		return findings{said: fmt.Sprintf("no ticket carries %s%s, as of now", refLabel, text.PlainLine(ref))}
	case len(found) > 0:
		return findings{said: "before adding it again, look at what was just added with this title: " + list}
	case whole:
		return findings{said: "no ticket of this title was added meanwhile, as of now"}
	}
	return findings{said: "today's tickets could not be read: look for it among them before adding it again"}
}

// theTicket is a ticket that is there after all.
func theTicket(s *Session, record jsontext.Value, said string) findings {
	body := slices.Concat([]byte(`{"status":"success","message":[`), record, []byte(`]}`))
	page, err := wire.PullTicket.Read(bytes.NewReader(body), wire.Reading{Zone: s.Zones.Account()})
	if err != nil || len(page.Tickets) != 1 {
		return findings{said: said}
	}
	t := page.Tickets[0]
	return findings{
		said:   said,
		record: addedTicket{t.Title.String(), t.Customer, t.ID.Raw(), t.ID.Raw(), wire.StatusSuccess},
		words:  func() { s.receipt(desk.Receipt{Ticket: t}) },
	}
}

// addedTicket are the members of Add Ticket's answer that a record tells (interface.md, Endpoints 8).
type addedTicket struct {
	Title      string `json:"title"`
	CustomerID int64  `json:"customer_id"`
	TicketID   string `json:"ticket_id"`
	TicketID2  string `json:"Ticket Id"`
	Status     string `json:"status"`
}

// recentTickets pulls the tickets since shortly before began, and says whether these are all there are.
func recentTickets(ctx context.Context, s *Session, c *client.Client, began time.Time, mine func(jsontext.Value) bool) (found []jsontext.Value, whole bool) {
	ctx, cancel := looking(ctx)
	defer cancel()
	c, kept, err := listening(c)
	if err != nil {
		return nil, false
	}
	b := book.New(book.Config{Client: c, Zone: s.Zones.Account(), Now: s.Now, Limit: s.Limit, Rounds: 1})
	span := recent(began, s)
	whole = b.Pull(ctx, span) == nil
	for _, day := range b.Progress(span).Days {
		whole = whole && day.State == book.Arrived
	}
	records, err := kept.records()
	seen := map[string]bool{}
	for _, r := range records {
		if id := wire.Text(wire.Member(r, "ticketId")); !seen[id] && mine(r) {
			seen[id] = true
			found = append(found, r)
		}
	}
	return found, whole && err == nil
}

// refers says whether details hold a reference, as a word: services may have folded the line that it stood on.
func refers(details, ref string) bool {
	for {
		_, rest, found := strings.Cut(details, refLabel+ref)
		if !found {
			return false
		}
		if rest == "" || !IsRefLetter(rune(rest[0])) {
			return true
		}
		details = rest
	}
}

// IsRefLetter says whether a reference may hold a letter: no service changes these on their way.
func IsRefLetter(r rune) bool {
	return r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_.:/#", r))
}

func titled(r jsontext.Value, title string) bool {
	said := wire.Text(wire.Member(r, "title"))
	if said == "" {
		said = wire.Text(wire.Member(r, "taskTitle"))
	}
	return text.CleanLine(said) == text.CleanLine(title)
}

func createdBefore(r jsontext.Value, moment time.Time, zone *time.Location) bool {
	at, err := time.ParseInLocation(wire.DetailLayout, wire.Text(wire.Member(r, "date")), zone)
	return err == nil && at.Before(moment)
}
