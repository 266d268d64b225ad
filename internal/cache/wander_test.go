package cache_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext/texttest"
	"frontdesk/internal/service"
	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
	"frontdesk/internal/wire"
)

// TestWander lets two consoles with one cache on disk do anything in any order while others change the same tickets and
// requests fail: what a console has learnt it never forgets for something older, and when all days are read it shows
// what the service has.
func TestWander(t *testing.T) {
	seeds, steps := uint64(10), 80
	switch {
	case texttest.Race:
		seeds = 3
	case texttest.Long():
		seeds, steps = 100, 200
	}
	for seed := range seeds {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newWalk(t, seed)
				for w.step = range steps {
					w.next()
					w.check()
				}
				w.checkAll()
			})
		})
	}
}

// walk is a desk and two consoles.
type walk struct {
	t        *testing.T
	random   *rand.Rand
	step     int
	clock    atomic.Int64 // seconds; consoles read it in the background, too
	desk     *store.Store
	service  *service.Service
	dir      string
	consoles [2]*walker
	ids      []desk.ID
	subs     map[desk.ID]string // of the tickets of the desk
	changes  map[desk.ID]int    // how often each was changed
}

// walker is a console.
type walker struct {
	*testCache
	seen map[desk.ID]int // the number of changes when the console learnt it last
}

// walkDays are those of the tickets.
var walkDays = november(17, 21)

func newWalk(t *testing.T, seed uint64) *walk {
	w := &walk{
		t: t, random: rand.New(rand.NewPCG(seed, 2)), dir: t.TempDir(), desk: storetest.OpenFile(t),
		subs: map[desk.ID]string{}, changes: map[desk.ID]int{},
	}
	w.clock.Store(noon.AddDate(0, 0, 1).Unix())
	data := store.Dataset{Queues: []store.Queue{{Key: "HW", Name: "Hardware"}, {Key: "BL", Name: "Billing"}}}
	for n := range int64(12) {
		data.Tickets = append(data.Tickets, ticket(n+1, walkDays.From.Day+int(n)%4))
		w.added(desk.NewID(id(n + 1)))
	}
	if err := w.desk.Load(t.Context(), data); err != nil {
		t.Fatal(err)
	}
	w.service = service.New(service.Config{
		Store: w.desk, Token: "c2VjcmV0", Zone: time.UTC, Log: slog.New(slog.DiscardHandler), Now: w.now,
	})
	for i := range w.consoles {
		w.consoles[i] = w.start()
	}
	return w
}

func (w *walk) added(id desk.ID) {
	w.ids = append(w.ids, id)
	w.subs[id] = "US"
}

func (w *walk) start() *walker {
	w.t.Helper()
	n := &network{service: client.NewHandlerTransport(w.service)}
	to, err := client.New(client.Config{
		BaseURL: "https://desk.example.com", KMSURL: "https://kms.example.com", Token: "c2VjcmV0", Zone: time.UTC, Transport: n,
	})
	if err != nil {
		w.t.Fatal(err)
	}
	c := &testCache{cache.New(cache.Config{Client: to, Zone: time.UTC, Now: w.now, Dir: w.dir, PullTries: 1}), n, w.desk}
	w.t.Cleanup(c.Close)
	c.WaitLoaded(w.t.Context())
	return &walker{c, map[desk.ID]int{}}
}

// now is the clock of all.
func (w *walk) now() time.Time { return time.Unix(w.clock.Load(), 0).UTC() }

// next does something.
func (w *walk) next() {
	w.clock.Add(int64(1 + w.random.IntN(90)))
	console := w.consoles[w.random.IntN(len(w.consoles))]
	fails := w.random.IntN(8) == 0
	if fails {
		console.intercept(func(context.Context, string) (*reply, error) { return nil, errDown })
		defer console.intercept(nil)
	}
	picked := w.ids[w.random.IntN(len(w.ids))]
	switch w.random.IntN(10) {
	case 0:
		w.restart(console)
	case 1, 2:
		w.pull(console)
	case 3, 4:
		w.get(console, picked)
	case 5:
		w.changeElsewhere(picked)
	case 6, 7:
		w.update(console, picked)
	case 8:
		w.add(console)
	default:
		<-afterSeconds(11) // the consoles write to disk
	}
}

// restart ends a console and starts it again: it has what both have written to disk.
func (w *walk) restart(console *walker) {
	for i := range w.consoles {
		if w.consoles[i] == console {
			console.Close()
			seen := console.seen
			w.consoles[i] = w.start()
			w.consoles[i].seen = seen
		}
	}
}

func (w *walk) pull(console *walker) {
	span := november(walkDays.From.Day+w.random.IntN(5), walkDays.To.Day)
	if console.Pull(w.t.Context(), span) != nil {
		return
	}
	w.learnt(console, span)
}

// learnt notes that a console knows all tickets of some days.
func (w *walk) learnt(console *walker, span desk.DateRange) {
	for _, id := range w.ids {
		t, known := console.Snapshot().Ticket(id)
		if known && slices.Contains(span.Days(), desk.DateOf(t.Created.In(time.UTC))) {
			console.seen[id] = w.changes[id]
		}
	}
}

func (w *walk) get(console *walker, id desk.ID) {
	if _, _, err := console.GetTickets(w.t.Context(), []desk.ID{id}); err == nil {
		console.seen[id] = w.changes[id]
	}
}

// anySub changes the sub-status that a ticket has on the desk to any other one.
func (w *walk) anySub(id desk.ID) string {
	all := []string{"US", "PS", "CL", "P"}
	for {
		if sub := all[w.random.IntN(len(all))]; sub != w.subs[id] {
			return sub
		}
	}
}

func (w *walk) changed(id desk.ID, sub string) {
	w.subs[id] = sub
	w.changes[id]++
}

func (w *walk) changeElsewhere(id desk.ID) {
	sub := w.anySub(id)
	to := w.start()
	defer to.Close()
	if _, err := client.Call(w.t.Context(), to.Client, wire.UpdateTicket, wire.UpdateTicketRequest{TicketID: id.Raw(), SubStatus: sub}); err != nil {
		w.t.Fatal(err)
	}
	w.changed(id, sub)
}

func (w *walk) update(console *walker, id desk.ID) {
	sub := w.anySub(id)
	update := wire.UpdateTicketRequest{TicketID: id.Raw(), SubStatus: sub, Comment: fmt.Sprint("step ", w.step)}
	if _, err := console.UpdateTicket(w.t.Context(), update); err != nil {
		return
	}
	w.changed(id, sub)
	if _, known := console.Snapshot().Ticket(id); known {
		console.seen[id] = w.changes[id]
	}
}

func (w *walk) add(console *walker) {
	answer, err := console.AddTicket(w.t.Context(), wire.AddTicketRequest{Title: fmt.Sprint("Added in step ", w.step)})
	if err != nil {
		return
	}
	w.added(answer.Ticket.ID)
	if _, known := console.Snapshot().Ticket(answer.Ticket.ID); known {
		console.seen[answer.Ticket.ID] = 0
	}
}

// check compares what each console has learnt after the last change of a ticket with the desk.
func (w *walk) check() {
	w.t.Helper()
	for n, console := range w.consoles {
		for id, seen := range console.seen {
			if seen != w.changes[id] {
				continue
			}
			t, known := console.Snapshot().Ticket(id)
			if !known {
				w.t.Fatalf("step %d: console %d does not know ticket %s any more", w.step, n, id.Raw())
			}
			if sub := t.SubStatus.Key().Raw(); sub != w.subs[id] {
				w.t.Fatalf("step %d: console %d shows %s for ticket %s, which it has seen as %s", w.step, n, sub, id.Raw(), w.subs[id])
			}
		}
	}
}

// checkAll has both consoles read all days.
func (w *walk) checkAll() {
	w.t.Helper()
	for n, console := range w.consoles {
		w.clock.Add(60)
		if err := console.Pull(w.t.Context(), walkDays); err != nil {
			w.t.Fatal(err)
		}
		l := list(w.t, console.Cache, cache.Query{Span: walkDays, Sort: desk.Sort{Key: desk.SortByTicket}, Now: w.now()})
		if l.Len() != len(w.ids) {
			w.t.Errorf("console %d lists %d of %d tickets", n, l.Len(), len(w.ids))
		}
		w.learnt(console, walkDays)
		if len(console.seen) != len(w.ids) {
			w.t.Errorf("console %d knows %d of %d tickets", n, len(console.seen), len(w.ids))
		}
	}
	w.check()
}
