package sharedpulls

import (
	"context"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/nats-io/nats.go"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
)

// maxServe is how long a pull for another host may take.
const maxServe = 3 * time.Minute

// receive takes a question of another host. A panic would end the process: the goroutine is not ours.
func (g *Group) receive(m *nats.Msg) {
	at := time.Now()
	if err := guard.Do(func() { g.startServing(m, at) }); err != nil {
		g.Log.Error("a question of another host is not answered", "fault", err.Error())
	}
}

func (g *Group) startServing(m *nats.Msg, at time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ended {
		return
	}
	select {
	case g.served <- struct{}{}:
	default:
		g.send(m.Reply, reply{State: stateFailed})
		return
	}
	g.questions.Go(func() error {
		defer func() { <-g.served }()
		if err := guard.Do(func() { g.serve(m, at) }); err != nil {
			g.Log.Error("a question of another host is not answered", "fault", err.Error())
		}
		return nil
	})
}

// serve answers a question that came at a time.
func (g *Group) serve(m *nats.Msg, at time.Time) {
	var q question
	if len(m.Data) > maxHead || json.Unmarshal(m.Data, &q) != nil {
		g.Log.Warn("a question of another host cannot be read")
		return
	}
	day, err := desk.ParseDate(q.Day)
	if err != nil {
		g.Log.Warn("a question of another host cannot be read")
		return
	}
	in := g.currentScope()
	if host, err := g.decide(g.ctx, ""); err != nil || host != g.Cluster.HostID() {
		g.send(m.Reply, reply{State: stateRefused})
		return
	}
	want := cache.Want{Age: time.Duration(q.Age), Now: q.Now}
	a, ok := g.newEnough(day, want, at)
	if !ok {
		var state string
		if a, state = g.pullFor(m.Reply, day, want, at); state != "" {
			g.send(m.Reply, reply{State: state})
			return
		}
	}
	if g.currentScope().name != in.name {
		g.send(m.Reply, reply{State: stateRefused})
		return
	}
	g.sendAnswer(m.Reply, a, at)
}

// newEnough returns what is kept of a day if it is new enough for a question that came at a time.
func (g *Group) newEnough(day desk.Date, want cache.Want, at time.Time) (a answer, ok bool) {
	a, ok = g.answerOf(day)
	if want.Now {
		return a, ok && !a.Asked.Before(at)
	}
	return a, ok && age(a.Read) < want.Age
}

// pullFor pulls a day for another host, which hears meanwhile that it is being done. It returns the state to reply with
// if there is nothing to send.
func (g *Group) pullFor(to string, day desk.Date, want cache.Want, at time.Time) (a answer, state string) {
	ctx, stop := context.WithTimeout(g.ctx, maxServe)
	defer stop()
	pulled := guard.Start(func() error {
		return g.Cache.PullHere(ctx, day, want, func() bool {
			_, ok := g.newEnough(day, want, at)
			return ok
		})
	})
	ticker := time.NewTicker(g.Times.Silence / 4)
	defer ticker.Stop()
	g.send(to, reply{State: stateWorking})
	for {
		select {
		case <-ticker.C:
			g.send(to, reply{State: stateWorking})
			continue
		case err := <-pulled:
			if err != nil {
				return answer{}, stateFailed
			}
		}
		a, ok := g.answerOf(day)
		if !ok {
			return a, stateLarge
		}
		return a, ""
	}
}

// sendAnswer sends an answer in parts.
func (g *Group) sendAnswer(to string, a answer, at time.Time) {
	g.send(to, reply{
		State: stateAnswer, ID: a.id, Size: len(a.Body), Limit: a.Limit,
		Asked: max(0, int64(between(a.Asked, at))), Read: max(0, int64(between(a.Read, at))),
	})
	for sent := 0; sent < len(a.Body); sent += part {
		if g.Cluster.Conn().Publish(to, a.Body[sent:min(sent+part, len(a.Body))]) != nil {
			return // the other host hears nothing, and pulls
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.counts.Sent++
}

// send sends a head. A host that does not hear it pulls by itself.
func (g *Group) send(to string, head reply) {
	content, err := json.Marshal(head)
	if err == nil {
		err = g.Cluster.Conn().Publish(to, content)
	}
	if err != nil {
		g.Log.Debug("another host is not answered", "fault", err.Error())
	}
}
