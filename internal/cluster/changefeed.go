package cluster

// This file tells the other hosts of an account which records were changed, so that they read them anew.
//
// A message holds the numbers of records and nothing of their content: each host asks the service itself, with the
// account's own credential, and its cache decides what is newer. So a message that comes late, twice or out of order
// does no harm, and one that is lost leaves a host where it would be alone: with what the next pull says.

import (
	"errors"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-json-experiment/json"

	"frontdesk/internal/guard"
)

// Limits of a message, and of the changes that wait until they are passed on.
const (
	maxChangeBytes    = 64 << 10
	maxChanges        = 200 // of one message
	maxChangeName     = 256 // bytes
	maxWaitingChanges = 1000
)

// changeMessage is what hosts send each other.
type changeMessage struct {
	Host    string   `json:"host"`
	Records []string `json:"records"` // such as ticket_id=7135
}

// ChangeFeed is the changes of an account. It is safe for concurrent use.
type ChangeFeed struct {
	cluster  Connection
	subject  string
	log      *slog.Logger
	onChange func(records []string)
	stop     func() error // ends the subscription
	wake     chan struct{}
	end      chan struct{}
	done     <-chan error

	sent, heard, dropped atomic.Uint64

	mu      sync.Mutex          // guards the fields below
	waiting map[string]struct{} // records that were changed and not read yet
	since   time.Time           // when the first of them was heard of
	reads   uint64
	lag     time.Duration
}

// ChangeCounts is what a feed has counted.
type ChangeCounts struct {
	Sent, Heard, Dropped uint64 // records: those of this host, those of others, and those that were too many

	Reads uint64        // calls of onChange
	Lag   time.Duration // sum over them: from the first message to the end of the call
}

// OpenFeed opens the feed of an account. onChange is called with records that other hosts have changed, one call at a
// time; changes that come meanwhile are in the next. Close ends it.
func OpenFeed(c Connection, account string, log *slog.Logger, onChange func(records []string)) (*ChangeFeed, error) {
	f := &ChangeFeed{
		cluster: c, subject: Subject(account, "changes"), log: log, onChange: onChange,
		wake: make(chan struct{}, 1), end: make(chan struct{}), waiting: map[string]struct{}{},
	}
	var err error
	if f.stop, err = c.Subscribe(f.subject, f.receive); err != nil {
		return nil, err
	}
	f.done = guard.Start(f.run)
	return f, nil
}

// Close ends the feed and waits for the call under way.
func (f *ChangeFeed) Close() error {
	err := f.stop()
	close(f.end)
	return errors.Join(err, <-f.done)
}

// Counts returns what the feed has counted.
func (f *ChangeFeed) Counts() ChangeCounts {
	f.mu.Lock()
	defer f.mu.Unlock()
	return ChangeCounts{f.sent.Load(), f.heard.Load(), f.dropped.Load(), f.reads, f.lag}
}

// Publish tells the other hosts that records were changed. It does not wait; while the cluster is away nobody is told.
func (f *ChangeFeed) Publish(records []string) {
	for some := range slices.Chunk(records, maxChanges) {
		content, err := json.Marshal(changeMessage{f.cluster.HostID(), some})
		if err == nil {
			err = f.cluster.Publish(f.subject, content)
		}
		if err != nil {
			f.log.Warn("other hosts do not hear of a change", "error", err.Error())
			return
		}
		f.sent.Add(uint64(len(some)))
	}
}

// receive notes what another host has changed. A panic would end the process: the goroutine is not ours.
func (f *ChangeFeed) receive(content []byte) {
	if err := guard.Do(func() { f.note(content) }); err != nil {
		f.log.Error("a change of another host is not read", "error", err.Error())
	}
}

func (f *ChangeFeed) note(content []byte) {
	var told changeMessage
	if len(content) > maxChangeBytes || json.Unmarshal(content, &told) != nil || len(told.Records) > maxChanges {
		f.log.Warn("a message of another host cannot be read")
		return
	}
	if told.Host == f.cluster.HostID() {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, record := range told.Records {
		if len(f.waiting) >= maxWaitingChanges || len(record) > maxChangeName {
			f.dropped.Add(1) // the next pull says it
			continue
		}
		f.heard.Add(1)
		if len(f.waiting) == 0 {
			f.since = time.Now()
		}
		f.waiting[record] = struct{}{}
	}
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// run passes changes of other hosts to onChange until the feed is closed.
func (f *ChangeFeed) run() error {
	for {
		select {
		case <-f.end:
			return nil
		case <-f.wake:
			f.pass()
		}
	}
}

// pass passes the waiting changes to onChange.
func (f *ChangeFeed) pass() {
	records, since := f.takeWaiting()
	if len(records) == 0 {
		return
	}
	if err := guard.Do(func() { f.onChange(records) }); err != nil {
		f.log.Error("changes of other hosts are not read", "error", err.Error())
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.reads++
	f.lag += time.Since(since)
}

func (f *ChangeFeed) takeWaiting() (changed []string, since time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	records := make([]string, 0, len(f.waiting))
	for record := range f.waiting {
		records = append(records, record)
	}
	clear(f.waiting)
	slices.Sort(records)
	return records, f.since
}
