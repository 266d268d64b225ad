package uitest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/deskdata"
	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
	"frontdesk/ui/headless"
)

// manyDays is the number of days of a large desk's tickets: a service returns at most 10,000 a day.
const manyDays = 14

// ManyTickets returns a desk of n tickets over the days that Loaded pulls.
func ManyTickets(n int) *store.Dataset {
	d := &store.Dataset{
		Queues: []store.Queue{
			{Key: "HW", Name: "Hardware"},
			{Key: "BL", Name: "Billing"},
			{Key: "DEL", Name: "Delivery"},
		},
	}
	titles := []string{
		"Screen stays black",
		"Refund not received",
		"Change the delivery address",
		"Voucher does not work",
	}
	for i := range n {
		d.Tickets = append(d.Tickets, store.Ticket{
			TaskID:   int64(i + 1),
			TicketID: fmt.Sprint(713_500_000_000 + i),
			Title:    fmt.Sprintf("%s (%d)", titles[i%len(titles)], i),
			Created: Now.Unix() - int64(i)*(manyDays-1)*24*3600/int64(
				n,
			),
			SubStatus:    []string{"US", "P", "PS", "CL"}[i%4],
			QueueKey:     d.Queues[i%3].Key,
			Priority:     []string{"Low", "Normal", "High"}[i%3],
			AssignedName: fmt.Sprintf("Agent %d", i%40),
			Email:        fmt.Sprintf("customer%d@example.com", i%5000),
			Phone:        fmt.Sprint(5_550_000 + i%9000),
		})
	}
	return d
}

// NewLoaded returns a console with saved views, in real time, that has listed all tickets of a desk. It ends with the
// benchmark.
func NewLoaded(b *testing.B, d *store.Dataset, views ...desk.View) *Driver {
	b.Helper()
	dir := b.TempDir()
	o := Options{Dir: filepath.Join(dir, "drafts"), Desk: d, Days: manyDays, Refresh: -1, Views: views}
	o.fixture = o.newFixture(b)
	s := open(b, o, filepath.Join(dir, "desk.db"))
	s.loop.start(s.options.Width, s.options.Height)
	b.Cleanup(func() {
		s.cmds.Close()
		s.stop()
		s.loop.wait()
		_ = s.cmds.WaitForWrites(context.Background())
		_ = s.service.close()
	})
	for tick := time.NewTicker(20 * time.Millisecond); ; <-tick.C {
		listed := 0
		s.Do(func(tea.Model) { listed = s.model.TicketCount() })
		if listed >= len(d.Tickets) {
			return s
		}
	}
}

// doMsg is a function to call between two messages.
type doMsg struct {
	f     func(tea.Model)
	looks bool // f changes nothing
	done  chan struct{}
}

// Do calls f in the loop, with the model.
func (s *Driver) Do(f func(tea.Model)) { s.call(f, false) }

// Look calls f in the loop; it changes nothing.
func (s *Driver) Look(f func()) { s.call(func(tea.Model) { f() }, true) }

func (s *Driver) call(f func(tea.Model), looks bool) {
	done := make(chan struct{})
	s.loop.send(doMsg{f, looks, done})
	select {
	case <-done:
	case <-s.loop.ended:
	}
}

// Key returns the message of a key, for models that are driven without a Driver.
func Key(name string) tea.Msg { return headless.Key(name) }

// fixture is the content of a desk, and what its service has answered. A shared one is that of many tests.
type fixture struct {
	content  []byte
	isShared bool
	answers  sync.Map // by request and moment, see deskService
}

// sample is the sample desk, made once a process because loading it takes longer than a story.
var sample = sync.OnceValues(func() (*fixture, error) {
	return newFixture(func(ctx context.Context, s *store.Store) error {
		_, err := deskdata.LoadSample(ctx, s, Now)
		return err
	})
})

// newFixture returns the desk that options name: the sample, what a dataset holds, or what is imported from files.
func (o *Options) newFixture(t testing.TB) (f *fixture) {
	t.Helper()
	var err error
	switch {
	case o.Desk != nil:
		f, err = filledWith(*o.Desk)
	case o.Files != "":
		f, err = newFixture(func(ctx context.Context, s *store.Store) error {
			_, _, err := deskdata.Import(ctx, s, Zone, Now, o.Files)
			return err
		})
	default:
		f, err = sample()
	}
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// filledDesks holds desks by what they are filled with, as Go syntax: many stories begin on the same desk.
var filledDesks sync.Map

func filledWith(d store.Dataset) (*fixture, error) {
	key := fmt.Sprintf("%#v", d) // nothing in it is a pointer, which would be written as an address
	if f, known := filledDesks.Load(key); known {
		return f.(*fixture), nil //nolint:forcetypeassert,errcheck // stored below alone
	}
	f, err := newFixture(func(ctx context.Context, s *store.Store) error { return s.Load(ctx, d) })
	if err == nil {
		filledDesks.Store(key, f)
	}
	return f, err
}

// newFixture returns a new desk after load.
func newFixture(load func(context.Context, *store.Store) error) (*fixture, error) {
	dir, err := os.MkdirTemp("", "frontdesk")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	content, err := filled(filepath.Join(dir, "desk.db"), load)
	return &fixture{content: content, isShared: true}, err
}

// filled returns the file of a new desk after load.
func filled(path string, load func(context.Context, *store.Store) error) ([]byte, error) {
	ctx := context.Background()
	if err := storetest.Create(path); err != nil {
		return nil, err
	}
	s, err := store.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	if err := load(ctx, s); err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}
