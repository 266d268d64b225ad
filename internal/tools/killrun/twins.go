package main

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"frontdesk/internal/guard"
)

// twin is a write that two writers send at about the same time, with the same text.
type twin struct {
	mark    string
	ticket  string // empty if a ticket is added
	takenBy way    // who may be the second

	once  sync.Once
	ready chan struct{} // closed when the second one is about to send
}

// board is where writers offer what another one is to write as well. It is safe for concurrent use.
type board struct {
	mu     sync.Mutex
	offers []*twin
}

// twinWait is how long the first one waits for the second: an agent has to find the ticket first.
const twinWait = 8 * time.Second

// offer offers a write to somebody of another way of writing, or to another agent.
func (b *board) offer(mark, ticket string, to way) *twin {
	t := &twin{mark: mark, ticket: ticket, takenBy: to, ready: make(chan struct{})}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.offers = append(b.offers, t)
	return t
}

// take takes an offer; nil if there is none. Who takes one is about to send, or calls out when they are.
func (b *board) take(by way) *twin {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, t := range b.offers {
		if t.takenBy == by {
			b.offers = append(b.offers[:i:i], b.offers[i+1:]...)
			return t
		}
	}
	return nil
}

// withdraw ends an offer that nobody has taken.
func (b *board) withdraw(t *twin) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, other := range b.offers {
		if other == t {
			b.offers = append(b.offers[:i:i], b.offers[i+1:]...)
		}
	}
}

// call says that the second one is about to send.
func (t *twin) call() { t.once.Do(func() { close(t.ready) }) }

// wait waits for the second one, while the first does something.
func (b *board) wait(ctx context.Context, t *twin, meanwhile func()) {
	for until := time.Now().Add(twinWait); time.Now().Before(until); meanwhile() {
		select {
		case <-t.ready:
			return
		default:
		}
		if !guard.Sleep(ctx, 20*time.Millisecond) {
			break
		}
	}
	b.withdraw(t)
}

// twinOf chooses to whom a write is offered; false if to nobody.
func twinOf(random *rand.Rand, ways ...way) (way, bool) {
	if random.IntN(4) > 0 {
		return "", false
	}
	return ways[random.IntN(len(ways))], true
}
