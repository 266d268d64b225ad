package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-json-experiment/json"

	"frontdesk/internal/guard"
)

// trick is what the balancer does with a write of a host, in place of passing it on.
type trick string

// The tricks.
const (
	dropped     trick = "dropped"
	unanswered  trick = "saved, and its answer lost"
	late        trick = "saved, and answered late"
	arrivesLate trick = "cut off, and passed on later"
	badGateway  trick = "saved, and answered by a 502"
	swapped     trick = "saved, and answered with the answer to another record"
	swappedOnly trick = "dropped, and answered with the answer to another record"
	earlier     trick = "dropped, and answered with an earlier answer to the same record"
	byColleague trick = "dropped, and written by a colleague"
	byScript    trick = "dropped, and written by a script with the same key"
)

var tricks = []trick{
	dropped, unanswered, late, arrivesLate, badGateway, swapped, swappedOnly, earlier, byColleague, byScript,
}

// trickRate is how many writes pass for one that is mixed up.
const trickRate = 10

// mixer mixes up the answers to writes of hosts: what a console or a command calls saved must be there all the same.
// Writers over HTTP are spared, because they do not look at what an answer is about.
type mixer struct {
	authorOf func(key string) string

	mu      sync.Mutex      // guards the fields below
	ctx     context.Context // tricks are played until it ends; nil before they begin
	random  *rand.Rand
	ledger  *ledger
	answers []pastAnswer // the latest, newest last
	played  map[trick]int
}

// pastAnswer is the answer to a write that was passed on.
type pastAnswer struct {
	record string // the id of the ticket that was updated, or the title of the one that was added
	at     time.Time
	answer *reply
}

func newMixer(authorOf func(key string) string) *mixer {
	return &mixer{authorOf: authorOf, played: map[trick]int{}}
}

// begin plays tricks until ctx ends.
func (m *mixer) begin(ctx context.Context, l *ledger, random *rand.Rand) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.ctx, m.ledger, m.random = ctx, l, random
}

// sentWrite is what the mixer reads of a write.
type sentWrite struct {
	Ticket  string `json:"ticket_id"`
	Title   string `json:"title"`
	Details string `json:"ticket_details"`
	Comment string `json:"comment"`
}

func (s sentWrite) record() string { return s.Ticket + s.Title }

// text is all in which a mark may stand.
func (s sentWrite) text() string { return strings.Join([]string{s.Title, s.Details, s.Comment}, "\n") }

// writeOf reads a write of a ticket; false if a request is none.
func writeOf(path string, body []byte) (sentWrite, bool) {
	var sent []sentWrite
	isWrite := strings.HasPrefix(path, "/add-ticket") || strings.HasPrefix(path, "/update-ticket")
	if !isWrite || json.Unmarshal(body, &sent) != nil || len(sent) != 1 {
		return sentWrite{}, false
	}
	return sent[0], true
}

type passing = func(*http.Request, []byte) (*reply, error)

// errCut is the outcome of a request whose connection ends.
var errCut = errors.New("the connection ends")

// answer answers a request, as its service does or otherwise.
func (m *mixer) answer(r *http.Request, body []byte, pass passing) (*reply, error) {
	sent, isWrite := writeOf(r.URL.Path, body)
	if !isWrite {
		return pass(r, body)
	}
	t, other := m.choose(r, sent)
	switch t {
	case "":
		answer, err := pass(r, body)
		m.remember(sent, answer, err)
		return answer, err
	case swapped:
		answer, err := pass(r, body)
		m.remember(sent, answer, err)
		return other, err
	case swappedOnly, earlier:
		return other, nil
	case badGateway:
		_, err := pass(r, body)
		return &reply{code: http.StatusBadGateway, body: []byte("<html>bad gateway</html>")}, err
	case late:
		answer, err := pass(r, body)
		guard.Sleep(r.Context(), m.between(time.Second, 6*time.Second))
		return answer, err
	case unanswered:
		_, _ = pass(r, body)
	case arrivesLate:
		m.passLater(r, body, pass)
	case byColleague, byScript:
		m.writeInPlace(r, body, sent, t, pass)
	}
	return nil, errCut
}

// choose chooses a trick for a write, and the answer that it gets in place of its own.
func (m *mixer) choose(r *http.Request, sent sentWrite) (t trick, other *reply) {
	m.mu.Lock()
	defer m.mu.Unlock()
	from, _, _ := net.SplitHostPort(r.RemoteAddr)
	marks := marksIn(sent.text())
	if m.ctx == nil || m.ctx.Err() != nil || from == bridgeAddress || len(marks) == 0 || m.random.IntN(trickRate) > 0 {
		return "", nil
	}
	t = tricks[m.random.IntN(len(tricks))]
	isOwned := m.authorOf(keyIn(r)) != "" || strings.Contains(sent.text(), "ref: ")
	switch other = m.past(sent, t == earlier); {
	case other == nil && slices.Contains([]trick{swapped, swappedOnly, earlier}, t):
		t = dropped
	case t == byScript && isOwned: // who has a key or a reference of their own says that nobody else writes with it
		t = dropped
	case t == byColleague && strings.Contains(sent.text(), "ref: "):
		t = dropped
	case t == earlier && m.ledger.writers(marks[0]) > 1: // the other's text is what the answer promises
		t = dropped
	}
	m.played[t]++
	m.ledger.mix(marks[0], t)
	return t, other
}

// readBefore is how long before it is sent a write may read its record.
const readBefore = 3 * time.Second

// past returns the latest answer to a write of the same record, or of another one. One of the same record is older than
// what a client reads before it writes: the answer to another's update that was saved in between looks like its own.
func (m *mixer) past(sent sentWrite, same bool) *reply {
	for _, past := range slices.Backward(m.answers) {
		if (past.record == sent.record()) == same && (!same || time.Since(past.at) > readBefore) {
			return past.answer
		}
	}
	return nil
}

// pastAnswers is how many answers are kept.
const pastAnswers = 200

func (m *mixer) remember(sent sentWrite, answer *reply, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err != nil || answer.code != http.StatusOK {
		return
	}
	m.answers = append(m.answers, pastAnswer{sent.record(), time.Now(), answer})
	m.answers = m.answers[max(0, len(m.answers)-pastAnswers):]
}

func (m *mixer) between(least, most time.Duration) time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	return between(m.random, least, most)
}

// passLater passes a request on when its connection has ended: sooner than another console of its agent may send it
// again, because a host that has died keeps it locked for ten seconds.
func (m *mixer) passLater(r *http.Request, body []byte, pass passing) {
	ctx, wait := context.WithoutCancel(r.Context()), m.between(500*time.Millisecond, 4*time.Second)
	later := r.Clone(ctx)
	guard.Go(func() {
		guard.Sleep(ctx, wait)
		_, _ = pass(later, body)
	})
}

// writeInPlace writes what another one sends, and notes what was answered.
func (m *mixer) writeInPlace(r *http.Request, body []byte, sent sentWrite, t trick, pass passing) {
	p := m.ledger.page("in place of "+r.RemoteAddr, "", byBalancer)
	again := r.Clone(context.WithoutCancel(r.Context()))
	if t == byColleague {
		p.author = colleague
		again.Header.Set("Authorization", "Basic "+keyOf(colleague))
	} else {
		p.author = m.authorOf(keyIn(r))
	}
	mark := marksIn(sent.text())[0]
	p.join(mark, sent.Ticket == "")
	p.send(mark)
	answer, err := pass(again, body)
	o, said := outcomeOfAnswer(answer, err)
	p.settle(mark, o, said)
}

// keyIn returns the key of a request.
func keyIn(r *http.Request) string {
	return strings.TrimPrefix(r.Header.Get("Authorization"), "Basic ")
}

// counts returns how often each trick was played.
func (m *mixer) counts() map[trick]int {
	m.mu.Lock()
	defer m.mu.Unlock()
	counts := map[trick]int{}
	for t, n := range m.played {
		counts[t] = n
	}
	return counts
}
