package sharedpulls

import (
	"bytes"
	"context"
	"errors"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/nats-io/nats.go"

	"frontdesk/internal/cache"
	"frontdesk/internal/cluster"
	"frontdesk/internal/desk"
)

// question is the request for a day to the host that pulls for all. Times are in nanoseconds.
type question struct {
	Day string `json:"day"`
	Age int64  `json:"age"`           // how old the answer may be
	Now bool   `json:"now,omitempty"` // or that its pull begins after the question
}

// The states of a reply.
const (
	stateWorking = "working" // the service is being asked: wait on
	stateAnswer  = "answer"  // the parts of the answer follow
	stateRefused = "refused" // this host does not pull for all
	stateFailed  = "failed"  // the service did not answer
	stateLarge   = "large"   // the answer is larger than what is shared
)

// reply is the head of the answer to a question. Times are nanoseconds before the question.
type reply struct {
	State string `json:"state"`
	ID    string `json:"id,omitempty"`
	Size  int    `json:"size,omitempty"` // of all parts
	Limit int    `json:"limit,omitempty"`
	Asked int64  `json:"asked,omitempty"`
	Read  int64  `json:"read,omitempty"`
}

// Limits of answers of other hosts.
const (
	maxHead = 4 << 10
	maxID   = 100
	maxAge  = 24 * time.Hour
	part    = 256 << 10 // of an answer; a message has at most 1 MiB
)

// maxHosts is how many hosts are asked for one day, if one after the other is gone.
const maxHosts = 3

// Errors of asking a host.
var (
	errGone    = errors.New("the host that pulls is gone")
	errRefused = errors.New("the host that was asked does not pull")
	errFailed  = errors.New("the host that pulls was not answered")
	errLarge   = errors.New("a day is larger than what hosts share")
	errDamaged = errors.New("an answer of another host is damaged")
)

// Ask implements cache.Peers.
func (g *Group) Ask(
	ctx context.Context, day desk.Date, want cache.Want, take func(cache.Answer) error,
) bool {
	var gone string
	err := g.ctx.Err()
	for range maxHosts {
		if g.ctx.Err() != nil {
			break
		}
		var host string
		host, err = g.decide(ctx, gone)
		if err != nil || host == g.Cluster.HostID() {
			break
		}
		err = g.read(ctx, host, day, want, take)
		if err == nil {
			return true
		}
		if ctx.Err() != nil {
			return false
		}
		if gone = host; errors.Is(err, errRefused) {
			gone = ""
		} else if !errors.Is(err, errGone) && !errors.Is(err, errFailed) {
			break // it would send another host the same
		}
	}
	if err != nil {
		g.goAlone(err)
	}
	return false
}

// goAlone notes that this host pulls by itself although another one pulls for all. Each reason is logged once until
// the cluster goes away or comes back.
func (g *Group) goAlone(why error) {
	reason := why.Error()
	if errors.Is(why, cluster.ErrAway) {
		reason = cluster.ErrAway.Error()
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.counts.Alone++
	if errors.Is(why, cache.ErrOlder) || g.said[reason] {
		return
	}
	g.said[reason] = true
	g.Log.Warn("this host pulls an account by itself", "account", g.Account, "fault", reason)
}

// read asks a host for a day and takes over its answer.
func (g *Group) read(
	ctx context.Context, host string, day desk.Date, want cache.Want, take func(cache.Answer) error,
) error {
	in := g.currentScope()
	got, err := g.request(ctx, g.subject(in.name, host), question{day.String(), int64(want.Age), want.Now})
	if err != nil {
		return err
	}
	if g.currentScope().name != in.name {
		return errRefused
	}
	if err := take(got.Answer); err != nil {
		if !errors.Is(err, cache.ErrOlder) {
			err = errors.Join(errDamaged, err)
		}
		return err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.counts.Read++
	g.counts.Age += age(got.Read)
	if g.answers[day].Asked.Before(got.Asked) {
		g.answers.put(day, got)
	}
	return nil
}

// request sends a question and collects the answer.
func (g *Group) request(ctx context.Context, subject string, q question) (answer, error) {
	content, err := json.Marshal(q)
	if err != nil {
		return answer{}, err
	}
	inbox := g.Cluster.Conn().NewInbox()
	replies, err := g.Cluster.Conn().SubscribeSync(inbox)
	if err != nil {
		return answer{}, err
	}
	defer func() { _ = replies.Unsubscribe() }()
	asked := time.Now()
	if err := g.Cluster.Conn().PublishRequest(subject, inbox, content); err != nil {
		return answer{}, err
	}
	for {
		data, err := g.next(ctx, replies)
		if err != nil {
			return answer{}, err
		}
		var head reply
		if len(data) > maxHead || json.Unmarshal(data, &head) != nil {
			return answer{}, errDamaged
		}
		switch head.State {
		case stateWorking:
		case stateAnswer:
			return g.collect(ctx, replies, head, asked)
		case stateRefused:
			return answer{}, errRefused
		case stateFailed:
			return answer{}, errFailed
		case stateLarge:
			return answer{}, errLarge
		default:
			return answer{}, errDamaged
		}
	}
}

// collect reads the parts of an answer.
func (g *Group) collect(
	ctx context.Context, replies *nats.Subscription, head reply, asked time.Time,
) (answer, error) {
	if head.Size < 0 || head.Size > cache.MaxAnswer || len(head.ID) > maxID || head.Limit < 0 ||
		head.Asked < 0 || head.Asked > int64(maxAge) || head.Read < 0 || head.Read > head.Asked {
		return answer{}, errDamaged
	}
	var body bytes.Buffer
	for body.Len() < head.Size {
		data, err := g.next(ctx, replies)
		if err != nil {
			return answer{}, err
		}
		if len(data) == 0 || body.Len()+len(data) > head.Size {
			return answer{}, errDamaged
		}
		body.Write(data)
	}
	a := answer{id: head.ID, Answer: cache.Answer{
		Body: body.Bytes(), Limit: head.Limit,
		Asked: asked.Add(-time.Duration(head.Asked)), Read: asked.Add(-time.Duration(head.Read)),
	}}
	if head.Read == 0 {
		a.Read = time.Now() // it was complete after the question
	}
	return a, nil
}

// next returns the next message of the host that was asked.
func (g *Group) next(ctx context.Context, replies *nats.Subscription) ([]byte, error) {
	waiting, stop := context.WithTimeout(ctx, g.Times.Silence)
	defer stop()
	m, err := replies.NextMsgWithContext(waiting)
	switch {
	case err == nil:
		return m.Data, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, nats.ErrNoResponders), errors.Is(err, context.DeadlineExceeded):
		return nil, errGone
	}
	return nil, err
}
