package backend

import (
	"context"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/phrase"
	"frontdesk/internal/safetext"
)

// How many digits a number of a ticket or an order has at least, how many characters at most, and how far back orders
// are searched, in days.
const (
	minDoor   = 4
	maxDoor   = 64
	orderDays = 366
)

// Doors returns what the service can be asked for by a number or a code: orders by their code, and a ticket by its
// number, which has letters only if those of known tickets do. It returns none for other text, and for what is written
// as a telephone number.
func Doors(typed string, isLikeTicket bool) []SearchRow {
	typed = strings.TrimLeft(strings.TrimSpace(safetext.Searched(typed)), "#")
	digits, letters := 0, 0
	for _, r := range strings.ToLower(typed) {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case r >= 'a' && r <= 'z':
			letters++
		case !strings.ContainsRune("-_/.", r):
			return nil // such as the blanks and the plus sign of a telephone number
		}
	}
	ticket, orders := SearchRow{Ticket: desk.NewID(typed)}, SearchRow{Orders: typed}
	switch {
	case digits < minDoor || len(typed) > maxDoor:
		return nil
	case digits == len(typed):
		return []SearchRow{ticket, orders}
	case letters == 0:
		return nil
	case isLikeTicket:
		return []SearchRow{orders, ticket}
	}
	return []SearchRow{orders}
}

// OrderSearch searches the orders of a code at the service.
type OrderSearch struct {
	code string
	days desk.DateRange
	Busy bool
	done bool
	err  error
	cache.OrdersFound
}

// orderCode is a code that orders are searched by.
type orderCode string

// OrdersSearched is the result of an OrderSearch, whose Update takes it in.
type OrdersSearched = Answer[orderCode, cache.OrdersFound]

// Start asks the service for the orders of a code that were created in the last year.
func (s *OrderSearch) Start(c *Backend, code string) tea.Cmd {
	today := c.Today()
	*s = OrderSearch{code: code, days: desk.DateRange{From: today.Add(1 - orderDays), To: today}, Busy: true}
	days := s.days
	return load(c, &c.asked, 0, orderCode(code), func(ctx context.Context) (cache.OrdersFound, time.Time, error) {
		found, err := c.Cache.SearchOrders(ctx, code, days)
		return found, time.Time{}, err
	})
}

// Update takes in the result; false if it is that of another search.
func (s *OrderSearch) Update(msg OrdersSearched) bool {
	if !s.Busy || string(msg.Of) != s.code {
		return false
	}
	s.Busy, s.done, s.OrdersFound, s.err = false, true, msg.Value, msg.Err
	return true
}

// IsDone reports whether the service has answered.
func (s *OrderSearch) IsDone() bool { return s.done && s.err == nil }

// Stop ends the search.
func (s *OrderSearch) Stop() { s.Busy = false }

// Err returns why the orders could not be searched; nil if they could.
func (s *OrderSearch) Err() error { return s.err }

// Progress says what is searched, or what was found, in a sentence; empty without a search.
func (s *OrderSearch) Progress(today desk.Date) string {
	code := safetext.LineFromText(s.code).String()
	from, to := s.days.Labels(today)
	switch n := len(s.Matches); {
	case s.Busy:
		return "Searching orders for " + code + "…"
	case !s.done || s.err != nil:
		return ""
	case n+s.Others == 0:
		return fmt.Sprintf("The service has no order %s created from %s to %s.", code, from, to)
	default:
		said := fmt.Sprintf("Found %s for %s.", phrase.Count(n+s.Others, "order"), code)
		if s.Others > 0 {
			said += fmt.Sprintf(" %s without a customer and a ticket cannot be opened.", phrase.Count(s.Others, "order"))
		}
		if s.IsCut {
			said += " The service has more."
		}
		return said
	}
}
