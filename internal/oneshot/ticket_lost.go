package oneshot

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/cache"
	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

// ticketsBefore looks for existing tickets with the reference of the one to be added.
func ticketsBefore(ctx context.Context, s *Invocation, c *client.Client, req wire.AddTicketRequest) (submit.Prior, error) {
	ref := submit.Ref(req.Details)
	if ref == "" {
		return submit.Prior{}, nil
	}
	found, isWhole, err := recentTickets(ctx, s, c, s.Now(), carries(ref))
	return submit.Prior{IsKnown: isWhole, IDs: ticketIDs(found)}, away(err)
}

// carries returns a filter for tickets with a reference in their details.
func carries(ref string) func(jsontext.Value) bool {
	return func(r jsontext.Value) bool { return submit.HasRef(wire.RawText(wire.RawMember(r, "detail")), ref) }
}

func ticketIDs(records []jsontext.Value) []string {
	ids := make([]string, len(records))
	for n, r := range records {
		ids[n] = wire.RawText(wire.RawMember(r, "ticketId"))
	}
	return ids
}

// verifyTicketAdd looks for an added ticket by its reference, which is unique, or by its title, which proves nothing.
func verifyTicketAdd(ctx context.Context, s *Invocation, c *client.Client, req wire.AddTicketRequest, left departed) findings {
	ctx, cancel := verifyContext(ctx)
	defer cancel()
	if ref := submit.Ref(req.Details); ref != "" {
		return findReferred(ctx, s, c, ref, left)
	}
	found, isWhole, _ := recentTickets(ctx, s, c, left.at, func(r jsontext.Value) bool {
		return hasTitle(r, req.Title) && !createdBefore(r, left.at.Add(-submit.Skew), s.Zones.Account())
	})
	switch {
	case len(found) > 0:
		return findings{said: "before adding it again, look at what was just added with this title: " + joined(ticketIDs(found))}
	case isWhole:
		return findings{said: "no ticket of this title was added meanwhile, as of now"}
	}
	return findings{said: "today's tickets could not be read: look for it among them before adding it again"}
}

// findReferred looks for an added ticket by its reference.
func findReferred(ctx context.Context, s *Invocation, c *client.Client, ref string, left departed) findings {
	found, isWhole, _ := recentTickets(ctx, s, c, left.at, carries(ref))
	verdict, fresh := submit.Added(left.prior, ticketIDs(found), true)
	mark := submit.RefLabel + safetext.LineFromText(ref).String()
	switch {
	case verdict == submit.Confirmed:
		at := slices.IndexFunc(found, func(r jsontext.Value) bool { return wire.RawText(wire.RawMember(r, "ticketId")) == fresh[0] })
		return confirmedTicket(s, found[at], fmt.Sprintf("ticket %s carries %s", joined(fresh), mark))
	case verdict == submit.NotLooked:
		return findings{said: fmt.Sprintf("ticket %s carries %s, but may have been there before: that could not be looked at", joined(fresh), mark)}
	case verdict == submit.Several:
		return findings{said: fmt.Sprintf("tickets %s all carry %s", joined(fresh), mark)}
	case isWhole && len(found) == 0:
		return findings{said: "no ticket carries " + mark + ", as of now"}
	case isWhole:
		return findings{said: "no new ticket carries " + mark + ", as of now"}
	}
	return findings{said: "today's tickets could not be read: look for it among them before adding it again"}
}

// joined formats a list of ids.
func joined(ids []string) string { return safetext.LineFromText(strings.Join(ids, ", ")).String() }

// confirmedTicket returns findings for a confirmed ticket.
func confirmedTicket(s *Invocation, record jsontext.Value, said string) findings {
	body := slices.Concat([]byte(`{"status":"success","message":[`), record, []byte(`]}`))
	page, err := wire.PullTicket.Decode(bytes.NewReader(body), wire.DecodeOptions{Zone: s.Zones.Account()})
	if err != nil || len(page.Tickets) != 1 {
		return findings{said: said}
	}
	t := page.Tickets[0]
	return findings{
		said:   said,
		record: addedTicket{t.Title.String(), t.CustomerID, t.ID.Raw(), t.ID.Raw(), wire.StatusSuccess},
		words:  func() { s.receipt(desk.TicketResult{Ticket: t}) },
	}
}

// addedTicket holds the fields of an Add Ticket response that a pulled record contains (PROTOCOL.md 4.8).
type addedTicket struct {
	Title      string `json:"title"`
	CustomerID int64  `json:"customer_id"`
	TicketID   string `json:"ticket_id"`
	TicketID2  string `json:"Ticket Id"`
	Status     string `json:"status"`
}

// recentTickets pulls the tickets created since shortly before began and returns the matching ones. isWhole reports
// whether the pull is complete.
func recentTickets(
	ctx context.Context, s *Invocation, c *client.Client, began time.Time, mine func(jsontext.Value) bool,
) (found []jsontext.Value, isWhole bool, err error) {
	c, kept, err := recordingClient(c)
	if err != nil {
		return nil, false, err
	}
	b := cache.New(cache.Config{Client: c, Zone: s.Zones.Account(), Now: s.Now, PullLimit: s.Limit, MaxAttempts: 1})
	span := searchWindow(began, s)
	err = b.Pull(ctx, span)
	isWhole = err == nil
	for _, day := range b.Progress(span).Days {
		isWhole = isWhole && day.State == cache.Complete
	}
	records, fault := kept.records()
	seen := map[string]bool{}
	for _, r := range records {
		if id := wire.RawText(wire.RawMember(r, "ticketId")); !seen[id] && mine(r) {
			seen[id] = true
			found = append(found, r)
		}
	}
	return found, isWhole && fault == nil, err
}

func hasTitle(r jsontext.Value, title string) bool {
	said := wire.RawText(wire.RawMember(r, "title"))
	if said == "" {
		said = wire.RawText(wire.RawMember(r, "taskTitle"))
	}
	return safetext.LineFromHTML(said) == safetext.LineFromHTML(title)
}

func createdBefore(r jsontext.Value, moment time.Time, zone *time.Location) bool {
	at, err := time.ParseInLocation(wire.DetailTimeLayout, wire.RawText(wire.RawMember(r, "date")), zone)
	return err == nil && at.Before(moment)
}
