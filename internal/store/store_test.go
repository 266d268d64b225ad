package store_test

import (
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
)

func open(t testing.TB, path string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func newStore(t testing.TB) *store.Store {
	t.Helper()
	path := filepath.Join(t.TempDir(), "desk #1 100%.db")
	address, err := storetest.New(path)
	if err != nil {
		t.Fatal(err)
	}
	return open(t, address)
}

func add(t testing.TB, s *store.Store, ticket store.Ticket) store.Ticket {
	t.Helper()
	added, err := s.AddTicket(t.Context(), ticket)
	if err != nil {
		t.Fatal(err)
	}
	return added
}

func pull(t *testing.T, s *store.Store, from, to time.Time, limit int) (int, string) {
	t.Helper()
	total, rows, err := s.PullTickets(t.Context(), from, to, limit)
	if err != nil {
		t.Fatal(err)
	}
	var titles []string
	for ticket, err := range store.DecodeAll(rows) {
		if err != nil {
			t.Fatal(err)
		}
		titles = append(titles, ticket.Title)
	}
	return total, strings.Join(titles, " ")
}

func TestTwoHundredUpdatesAtOnceLoseNothing(t *testing.T) {
	s := newStore(t)
	ticket := add(t, s, store.Ticket{Title: "x"})
	var all sync.WaitGroup
	for range 200 {
		all.Go(func() {
			_, err := s.UpdateTicket(t.Context(), ticket.TicketID, func(t *store.Ticket) (store.Note, error) {
				t.Talks++
				return store.Note{Detail: "called"}, nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	found, err := s.Tickets(t.Context(), []string{ticket.TicketID})
	if err != nil || found[0].Talks != 200 || len(found[0].Notes) != 200 {
		t.Errorf("got %d talks, %d notes, %v", found[0].Talks, len(found[0].Notes), err)
	}
}

func TestARefusedUpdateChangesNothing(t *testing.T) {
	s := newStore(t)
	ticket := add(t, s, store.Ticket{Title: "as it was"})
	refused := errors.New("refused")
	_, err := s.UpdateTicket(t.Context(), ticket.TicketID, func(t *store.Ticket) (store.Note, error) {
		t.Title = "changed"
		return store.Note{}, refused
	})
	found, _ := s.Tickets(t.Context(), []string{ticket.TicketID})
	if !errors.Is(err, refused) || found[0].Title != "as it was" || len(found[0].Notes) != 0 {
		t.Errorf("got %+v, %v", found, err)
	}
	if _, err := s.UpdateTicket(t.Context(), "nobody's", nil); !errors.Is(err, store.ErrTicketNotFound) {
		t.Errorf("an unknown ticket gave %v", err)
	}
}

func TestAPullIncludesItsStartAndNotItsEnd(t *testing.T) {
	s := newStore(t)
	from := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	to := from.Add(25 * time.Hour)
	for title, at := range map[string]time.Time{"before": from.Add(-time.Second), "first": from, "last": to.Add(-time.Second), "after": to} {
		add(t, s, store.Ticket{Title: title, Created: at.Unix()})
	}
	if total, titles := pull(t, s, from, to, 0); total != 2 || titles != "first last" {
		t.Errorf("got %d: %s", total, titles)
	}
	if total, titles := pull(t, s, from, to, 1); total != 2 || titles != "first" {
		t.Errorf("cut to one, got %d: %s", total, titles)
	}
}

func TestTicketsComeInTheOrderAskedForAndExactlyAsGiven(t *testing.T) {
	s := newStore(t)
	raw := "a &amp;lt; b \x1b[31m \u202e 'quoted' \"; DROP TABLE tickets"
	one, two := add(t, s, store.Ticket{Title: raw, Additional: []byte(`{"order_details":[{"awb":"X1"}]}`)}), add(t, s, store.Ticket{Title: "two"})
	found, err := s.Tickets(t.Context(), []string{two.TicketID, "unknown", one.TicketID})
	if err != nil || len(found) != 2 || found[1].Title != raw || string(found[1].Additional) != `{"order_details":[{"awb":"X1"}]}` {
		t.Errorf("got %+v, %v", found, err)
	}
	if len(one.TicketID) != 12 || one.TicketID == two.TicketID {
		t.Errorf("ids %s and %s", one.TicketID, two.TicketID)
	}
}

func TestArticlesAreFoundByTheBeginningsOfTheirWords(t *testing.T) {
	s := newStore(t)
	titles := []string{"Refund not received after a return", "100% cashback", "1000 refunds a day", "Café opening hours", "Naïve ОШИБКА resetting", "हिन्दी में रिफंड"}
	desk := store.Dataset{Articles: []store.Article{{ID: 90, Title: "Refund of old", Enabled: false}}}
	for i, title := range titles {
		desk.Articles = append(desk.Articles, store.Article{ID: int64(i + 1), Title: title, Enabled: true})
	}
	if err := s.Load(t.Context(), desk); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string][]int64{
		"refund rec": {1}, "REFUND": {1, 3}, "received refund": {1}, "cafe": {4}, "CAFÉ hour": {4}, "ошиб": {5}, "naive": {5}, "हिन्दी": {6},
		"100%": {2, 3}, "efund": nil, "%": nil, "_": nil, "*": nil, `"`: nil, `refund" OR "cafe`: nil, "refund AND": nil, "title:refund": nil, "": nil, "NEAR(": nil,
	} {
		found, err := s.SearchArticles(t.Context(), key, 50)
		if err != nil {
			t.Errorf("%q: %v", key, err)
		}
		got := map[int64]bool{}
		for _, a := range found {
			got[a.ID] = true
		}
		for _, id := range want {
			if !got[id] || len(got) != len(want) {
				t.Errorf("%q found %v, not %v", key, got, want)
			}
		}
		if len(want) == 0 && len(got) != 0 {
			t.Errorf("%q found %v", key, got)
		}
	}
	if err := s.Load(t.Context(), store.Dataset{Queues: []store.Queue{{Key: "Q"}}}); err == nil {
		t.Error("a desk with articles alone counts as empty")
	}
}

func TestADeskIsLoadedOnceAndFoundAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "desk.db")
	s, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	desk := store.Dataset{
		SubStatuses: []store.SubStatus{{"US", "Unattended", "P", "Pending"}}, Queues: []store.Queue{{Key: "HW", Name: "Hardware"}},
		Categories: []store.Category{{ID: 1, Name: "Orders", Path: "1/"}},
		Tickets:    []store.Ticket{{TaskID: 7, TicketID: "713516551148", Title: "T", Created: 5, Notes: []store.Note{{Detail: "n"}}}},
	}
	if err := errors.Join(s.Load(t.Context(), desk), s.Close()); err != nil {
		t.Fatal(err)
	}
	again := open(t, path)
	subStatuses, err1 := again.SubStatuses(t.Context())
	queues, err2 := again.Queues(t.Context())
	categories, err3 := again.Categories(t.Context())
	found, err4 := again.Tickets(t.Context(), []string{"713516551148"})
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		t.Fatal(err)
	}
	if len(subStatuses) != 1 || len(queues) != 1 || len(categories) != 1 || len(found) != 1 || len(found[0].Notes) != 1 || found[0].Notes[0].Detail != "n" || found[0].Created != 5 {
		t.Errorf("got %v %v %v %v", subStatuses, queues, categories, found)
	}
	if err := again.Load(t.Context(), desk); err == nil {
		t.Error("it was loaded a second time")
	}
}

func TestADeskOfANewerVersionIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "desk.db")
	if err := storetest.Create(path); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", "file:"+path)
	if err == nil {
		_, err = db.ExecContext(t.Context(), "PRAGMA user_version = 999")
	}
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Open(t.Context(), path); err == nil || !strings.Contains(err.Error(), "newer frontdesk") {
		t.Errorf("got %v", err)
	}
}

func TestAPullGivesTheTicketsThatItCounted(t *testing.T) {
	s := newStore(t)
	day := time.Unix(1_000_000, 0)
	add(t, s, store.Ticket{Title: "counted", Created: day.Unix()})
	for _, limit := range []int{0, 20} {
		total, rows, err := s.PullTickets(t.Context(), day, day.Add(time.Hour), limit)
		if err != nil {
			t.Fatal(err)
		}
		add(t, s, store.Ticket{Title: "added while it is read", Created: day.Unix()})
		n := 0
		for _, err := range rows {
			if err != nil {
				t.Fatal(err)
			}
			n++
		}
		if n != total {
			t.Errorf("limit %d: %d rows of %d tickets", limit, n, total)
		}
	}
}

func TestSearch_PastedTextAsksForAFewWordsOnly(t *testing.T) {
	var key strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&key, "Refund word%d ", i)
	}
	if words := strings.Fields(store.Matching(key.String())); len(words) != 32 || words[0] != `"refund"*` || words[1] != `"word0"*` || words[2] != `"word1"*` {
		t.Errorf("the index is asked for %d words: %.60s", len(words), words)
	}
	if got := store.Matching(strings.Repeat("refund REFUND ", 100)); got != `"refund"*` {
		t.Errorf("the same word again: %.60s", got)
	}
}
