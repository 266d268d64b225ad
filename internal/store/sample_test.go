package store_test

import (
	"cmp"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"frontdesk/assets"
	"frontdesk/internal/deskdata"
	"frontdesk/internal/safetext"
	"frontdesk/internal/store"
)

// fridayAfternoon returns an afternoon at the desk, in a zone whose days are not UTC's.
func fridayAfternoon(t testing.TB) time.Time {
	t.Helper()
	zone, err := time.LoadLocation("Asia/Kolkata")
	if err != nil {
		t.Fatal(err)
	}
	return time.Date(2026, 11, 20, 14, 2, 11, 0, zone)
}

func newSampleDesk(t testing.TB, now time.Time) *store.Store {
	t.Helper()
	s := newStore(t)
	if loaded, err := deskdata.LoadSample(t.Context(), s, now); err != nil || !loaded {
		t.Fatal(loaded, err)
	}
	return s
}

// TestTheSample reads one desk with the sample, which takes a while to load.
func TestTheSample(t *testing.T) {
	now := fridayAfternoon(t)
	s := newSampleDesk(t, now)
	want, err := deskdata.ReadDataset(assets.Sample(), now)
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(want.Tickets, func(x, y store.Ticket) int { // as pulls do
		return cmp.Or(cmp.Compare(x.Created, y.Created), cmp.Compare(x.TaskID, y.TaskID))
	})
	t.Run("answers pulls, searches and gets", func(t *testing.T) { sampleAnswersPullsSearchesAndGets(t, now, s, want) })
	t.Run("finds what agents look for during calls", func(t *testing.T) { sampleFindsWhatAgentsLookFor(t, s) })
	t.Run("does not find a disabled article", func(t *testing.T) { sampleHidesADisabledArticle(t, s, want) })
	t.Run("has customers and orders", func(t *testing.T) { sampleHasCustomersAndOrders(t, s, want) })
}

func sampleAnswersPullsSearchesAndGets(t *testing.T, now time.Time, s *store.Store, want store.Dataset) {
	total, rows, err := s.PullTickets(t.Context(), now.AddDate(0, 0, -14), now.Add(time.Second), 0)
	if err != nil || total != len(want.Tickets) {
		t.Fatalf("pulled %d of %d tickets, %v", total, len(want.Tickets), err)
	}
	var ids []string
	for ticket, err := range store.DecodeAll(rows) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, ticket.TicketID)
	}
	found, err := s.Tickets(t.Context(), ids)
	if err != nil || len(found) != total {
		t.Fatalf("got %d of %d tickets, %v", len(found), total, err)
	}
	for i, ticket := range found {
		if w := want.Tickets[i]; ticket.TicketID != w.TicketID || ticket.Detail != w.Detail || len(ticket.Notes) != len(w.Notes) {
			t.Errorf("ticket %d is %s with %d notes, not %s with %d", i, ticket.TicketID, len(ticket.Notes), w.TicketID, len(w.Notes))
		}
	}
	vocabulary, err := s.SubStatuses(t.Context())
	if err != nil || len(vocabulary) != len(want.SubStatuses) {
		t.Errorf("%d sub-statuses, %v", len(vocabulary), err)
	}
	categories, err := s.Categories(t.Context())
	if err != nil || len(categories) != len(want.Categories) {
		t.Errorf("%d categories, %v", len(categories), err)
	}
}

func sampleFindsWhatAgentsLookFor(t *testing.T, s *store.Store) {
	for key, atLeast := range map[string]int{
		"refund": 4, "screen": 4, "refund card": 1, "washing machine": 2, "warranty": 3, "invoice": 2, "password": 1,
		"delivery": 4, "wi-fi": 1, "callback": 1, "no such words": 0,
	} {
		found, err := s.SearchArticles(t.Context(), key, 100)
		if err != nil || len(found) < atLeast || atLeast == 0 && len(found) > 0 {
			t.Errorf("%q found %d articles, %v", key, len(found), err)
		}
	}
}

func sampleHidesADisabledArticle(t *testing.T, s *store.Store, want store.Dataset) {
	disabled := 0
	for _, a := range want.Articles {
		if a.Enabled {
			continue
		}
		disabled++
		found, err := s.SearchArticles(t.Context(), safetext.LineFromEscaped(a.Title).String(), 100)
		if err != nil || len(found) > 0 {
			t.Errorf("%q found %d articles, %v", a.Title, len(found), err)
		}
	}
	if disabled == 0 {
		t.Error("the sample has no disabled article")
	}
}

func TestASecondSampleIsLeftOut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "desk.db")
	for i := range 2 {
		s := open(t, path)
		loaded, err := deskdata.LoadSample(t.Context(), s, fridayAfternoon(t).AddDate(0, 0, i))
		if err != nil || loaded != (i == 0) {
			t.Errorf("start %d: loaded is %t, %v", i, loaded, err)
		}
	}
}

// BenchmarkFirstStart is what the console waits for when there is no desk yet: migrations and the whole sample.
func BenchmarkFirstStart(b *testing.B) {
	now := fridayAfternoon(b)
	for b.Loop() {
		s, err := store.Open(b.Context(), filepath.Join(b.TempDir(), "desk.db"))
		if err != nil {
			b.Fatal(err)
		}
		if _, err := deskdata.LoadSample(b.Context(), s, now); err != nil {
			b.Fatal(err)
		}
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
