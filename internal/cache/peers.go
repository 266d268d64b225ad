package cache

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// Peers are the caches of the same account on other hosts, of which one pulls for all.
type Peers interface {
	// Ask passes to take what the service has answered to the host that pulls this day for all. It returns false if
	// this host must ask the service itself: because it is that host, or has got no answer from it.
	Ask(ctx context.Context, day desk.Date, want Want, take func(Answer) error) bool
	// Pulled is called with each answer of the service to this cache. It must return quickly.
	Pulled(day desk.Date, a Answer)
}

// Want says how new an answer has to be.
type Want struct {
	Age time.Duration // how old it may be
	Now bool          // its pull has to begin after the question, whatever Age says
}

// and returns what is new enough for both.
func (w Want) and(other Want) Want {
	return Want{Age: min(w.Age, other.Age), Now: w.Now || other.Now}
}

// Answer is an answer of the service to the pull of a day as it came, so that every host reads, checks and cleans it
// in the same way.
type Answer struct {
	Body  []byte    // compressed; nil when it is larger than MaxAnswer
	Limit int       // that the pull was sent with; 0 for none
	Asked time.Time // when the service was asked, or earlier
	Read  time.Time // when the answer was complete
}

// MaxAnswer is the largest compressed answer that hosts share.
const MaxAnswer = 32 << 20

// Errors of taking over an answer.
var (
	// ErrOlder is returned for an answer older than what is known.
	ErrOlder = errors.New("a newer answer is known")
	// errAsking is returned while this cache itself waits for a peer.
	errAsking = errors.New("another host is being asked")
)

// SetPeers makes the cache ask other hosts before it asks the service, from now on.
func (c *Cache) SetPeers(p Peers) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.peers = p
}

func (c *Cache) peersOf() Peers {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.peers
}

// askPeers asks the peers for a job's day, and reports whether they answered.
func (c *Cache) askPeers(job *pullJob) (answered bool) {
	peers, want, ok := c.beginAsking(job)
	if !ok {
		return c.isAnswered(job)
	}
	defer func() { c.endAsking(job, answered) }()
	asked := c.nextSeq()
	return peers.Ask(job.ctx, job.day, want, func(a Answer) error { return c.take(job.ctx, job, asked, a) })
}

func (c *Cache) endAsking(job *pullJob, answered bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(job.asking)
	job.asking, job.here = nil, !answered
}

func (c *Cache) beginAsking(job *pullJob) (peers Peers, want Want, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.peers == nil || job.here || c.hasAnswer(job) {
		return nil, Want{}, false
	}
	job.asking = make(chan struct{})
	return c.peers, job.want, true
}

// isAnswered reports whether a job is done because its day was pulled for another subscriber just before.
func (c *Cache) isAnswered(job *pullJob) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.peers == nil || job.here || !c.hasAnswer(job) {
		return false
	}
	c.dayOf(job.day).revert()
	return true
}

// hasAnswer reports whether the last answer of a job's day is new enough for it. c.mu is held.
func (c *Cache) hasAnswer(job *pullJob) bool {
	last := c.dayOf(job.day).lastResult
	return !job.want.Now && !last.Stored && (last.State == Complete || last.State == Truncated) &&
		c.Now().Sub(last.At) < job.want.Age
}

// take merges the answer of another host. asked is the seq when that host was asked.
//
// The answer counts as asked for when it was at the earliest, so that it never replaces what this host was told later,
// by whomever. Tickets that were written here since are read at once.
func (c *Cache) take(ctx context.Context, job *pullJob, asked seq, a Answer) error {
	asked = min(asked, seq(a.Asked.UnixMicro()))
	page, err := c.decode(a.Body)
	if err != nil {
		return err
	}
	if c.knows(job.day, asked) {
		if !job.adopted && c.isAnswered(job) {
			return nil // another host told of the day while this one asked
		}
		return ErrOlder
	}
	result := &pullResult{asked: asked, at: a.Read, records: len(page.Tickets), total: page.Total}
	for some := range slices.Chunk(page.Tickets, rowsAtOnce) {
		result.rows = union(result.rows, c.merge(listed, asked, job.day, some))
	}
	if _, whole := nextLimit(a.Limit, result.records, result.total); whole {
		c.storeComplete(job, result, a.Limit)
	} else {
		c.storeTruncated(job, result, nil)
	}
	c.noteRefresh(job.day, asked.time(), a.Read)
	c.readWritten(ctx, asked, result.rows)
	return nil
}

// readTime is how long tickets are waited for whose rows of another host are too old.
const readTime = 5 * time.Second

// readWritten reads the tickets of some rows that were written here after a moment. The answer to a write lacks fields,
// and somebody else may have changed the ticket since; without peers the pull itself would say so. After an error the
// next refresh reads them.
func (c *Cache) readWritten(ctx context.Context, after seq, rows []uint32) {
	ids := c.writtenAfter(after, rows)
	if len(ids) == 0 {
		return
	}
	ctx, stop := context.WithTimeout(ctx, readTime)
	defer stop()
	_, _, _ = c.get(ctx, ids, wire.GetTicketRequest{})
}

// writtenAfter returns the tickets of some rows that were written here after a moment and not read since.
func (c *Cache) writtenAfter(moment seq, rows []uint32) (ids []desk.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, row := range rows {
		if last := c.rowSeq[row]; last > moment {
			id := c.rows.row(row).id()
			if last <= c.watched[id] { // a write is watched after its answer
				ids = append(ids, desk.NewID(id))
			}
		}
	}
	return ids
}

// rowsAtOnce is how many rows of another host are merged without a pause for readers.
const rowsAtOnce = 2_000

// decode reads a compressed answer to its end, so that what is damaged is found before any of it is used.
func (c *Cache) decode(body []byte) (page desk.TicketPage, err error) {
	plain, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return page, fmt.Errorf("it cannot be read: %w", err)
	}
	limited := io.LimitReader(plain, wire.PullTicket.Limits.Bytes)
	if page, err = wire.PullTicket.Decode(limited, wire.DecodeOptions{Zone: c.Client.Zone}); err != nil {
		return page, fmt.Errorf("it cannot be read: %w", err)
	}
	if _, err := io.Copy(io.Discard, limited); err != nil {
		return page, fmt.Errorf("it is damaged: %w", err)
	}
	return page, nil
}

// knows reports whether the answer known of a day was asked for later.
func (c *Cache) knows(day desk.Date, asked seq) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if d := c.days[day]; d != nil && d.asked > asked {
		return true
	}
	c.lastPullSeq = min(c.lastPullSeq, asked-1) // its rows count as pulled in this round
	return false
}

// decides reports whether the result of a job is the state of its day. c.mu is held.
func (c *Cache) decides(job *pullJob) bool {
	running := c.jobs[job.day]
	return running == job || running == nil && job.adopted
}

// answeredBefore returns the days whose answers were asked for before a moment although newer ones are wanted: a pull
// under way was joined.
func (c *Cache) answeredBefore(days []desk.Date, want Want, moment seq) (late []desk.Date) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, day := range days {
		if want.Now && c.dayOf(day).asked < moment {
			late = append(late, day)
		}
	}
	return late
}
