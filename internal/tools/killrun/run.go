package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"frontdesk/internal/guard"
)

// killRun is one run: who works, who kills, and what is noted of both.
type killRun struct {
	in      *installation
	options options
	killer  *killer
	writes  *ledger
	twins   *board
	claims  *claims
	drafts  *drafts
	began   time.Time
	ended   time.Time // when the last part was healed
	tickets []string  // that are there from the start

	mu     sync.Mutex // guards the fields below
	counts map[string]int
	log    *os.File
}

func newRun(in *installation, o options) *killRun {
	r := &killRun{
		in: in, options: o, twins: &board{},
		writes: &ledger{writes: map[writeKey]*write{}, run: fmt.Sprintf("%05d", o.seed%100000)},
		claims: &claims{open: map[*agentSession]map[string]*claim{}}, drafts: &drafts{}, counts: map[string]int{},
	}
	r.killer = newKiller(in, o.seed, r.logf)
	return r
}

// agentNames returns the names of the agents with a console, and then of those who work by commands.
func agentNames(consoles int) (names []string) {
	for i := range consoles {
		names = append(names, fmt.Sprintf("Agent %02d", i+1))
	}
	for i := range commandWriters(consoles) {
		names = append(names, fmt.Sprintf("Script %02d", i+1))
	}
	return names
}

// ownerNames returns the names of those who work by commands with a key of their own.
func ownerNames(consoles int) (names []string) {
	for i := range commandWriters(consoles) {
		names = append(names, fmt.Sprintf("Owner %02d", i+1))
	}
	return names
}

func commandWriters(consoles int) int { return (consoles + 5) / 6 }

// seedTickets is how many tickets there are from the start.
const seedTickets = 40

// work lets agents work while parts are hurt, and returns when all of them have found out about what they wrote.
func (r *killRun) work(ctx context.Context) (err error) {
	if r.log, err = os.Create(filepath.Join(r.in.dir, "run.log")); err != nil {
		return err
	}
	if err := r.addTickets(ctx); err != nil {
		return err
	}
	working, stop := context.WithTimeout(ctx, r.options.duration)
	defer stop()
	hurting, endHurting := context.WithTimeout(ctx, r.options.duration)
	defer endHurting()
	r.began = time.Now()
	r.in.balancer.mixer.begin(hurting, r.writes, r.randomOf(3))
	var workers guard.Group
	r.startWriters(working, &workers)
	guard.Go(func() { r.report(working) })
	killing := guard.Start(func() error { return r.killer.work(hurting) })
	err = <-killing
	r.ended = time.Now()
	stop()
	fmt.Println("everything is healed; agents find out about what is open")
	if failed := workers.Wait(); err == nil {
		err = failed
	}
	return err
}

// randomOf returns what is random for one worker of a run: a seed makes the run again.
func randomOf(seed uint64, worker int) *rand.Rand {
	return rand.New(rand.NewPCG(seed, uint64(worker))) //nolint:gosec // it is no secret
}

// randomOf returns what is random for one worker.
func (r *killRun) randomOf(worker int) *rand.Rand { return randomOf(r.options.seed, worker) }

// startWriters starts all who write.
func (r *killRun) startWriters(ctx context.Context, workers *guard.Group) {
	scripts, owners := r.in.agents[r.options.agents:], r.in.owners
	for i, name := range r.in.agents[:r.options.agents] {
		a := &agent{run: r, name: name, random: r.randomOf(100 + i), writes: r.writes.page(name, "", byConsole)}
		workers.Go(func() error { return a.work(ctx) })
	}
	for i, name := range scripts {
		w := &commandWriter{r, r.randomOf(1000 + i), []*page{
			r.writes.page(name, "", byCommand), r.writes.page(owners[i], owners[i], byCommand),
		}}
		workers.Go(func() error { return w.work(ctx) })
		h := &httpWriter{
			r, r.randomOf(2000 + i), r.in.shown.client(), r.writes.page(fmt.Sprintf("HTTP %02d", i+1), "", byHTTP),
		}
		workers.Go(func() error { return h.work(ctx) })
	}
}

// report says every half minute how far the run is.
func (r *killRun) report(ctx context.Context) {
	for guard.Sleep(ctx, 30*time.Second) {
		fmt.Printf("%4.0f s: %s\n", time.Since(r.began).Seconds(), r.summaryLine())
	}
}

// addTickets adds the tickets that are there from the start.
func (r *killRun) addTickets(ctx context.Context) error {
	for i := range seedTickets {
		body := fmt.Sprintf(`[{"title":"K%03d","ticket_details":"It is dark"}]`, i)
		ask, err := http.NewRequestWithContext(ctx, http.MethodPost,
			"https://"+balancerAddress+"/add-ticket-from-other-source.html/v.2.0", strings.NewReader(body))
		if err != nil {
			return err
		}
		ask.Header.Set("Authorization", "Basic "+token)
		ask.Header.Set("Content-Type", "application/json")
		answer, err := r.in.client.Do(ask)
		if err != nil {
			return err
		}
		_ = answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			return fmt.Errorf("a ticket cannot be added: %s", answer.Status)
		}
	}
	list, err := r.in.query(ctx, "desk", "SELECT ticket_id FROM tickets ORDER BY task_id")
	r.tickets = strings.Fields(list)
	return err
}

// someTicket returns one of the tickets that are there from the start.
func (r *killRun) someTicket(random *rand.Rand) string { return r.tickets[random.IntN(len(r.tickets))] }

func (r *killRun) count(what string, n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.counts[what] += n
}

// logf writes to the log of the agents.
func (r *killRun) logf(format string, values ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	fmt.Fprintf(r.log, clockOf(time.Now())+" "+format+"\n", values...)
}
