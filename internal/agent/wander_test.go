package agent_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"frontdesk/internal/agent"
	"frontdesk/internal/agent/agenttest"
	"frontdesk/internal/cluster/memcluster"
	"frontdesk/internal/safetext/texttest"
)

// TestWander has an agent type, send, discard and take drafts over on two hosts, which are cut off from each other now
// and then, in any order. What was sent or discarded is not offered again, unless it says that it may be saved.
func TestWander(t *testing.T) {
	t.Parallel()
	seeds := uint64(10)
	if texttest.Long() {
		seeds = 300
	}
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			w := newWander(t, seed)
			for range 60 {
				w.step()
			}
			for _, network := range w.networks {
				network.Mend()
			}
			w.say("all hosts are back")
			w.meet()
			w.checkSent()
			w.discardAll()
			if t.Failed() {
				t.Log(strings.Join(w.said, "\n"))
			}
		})
	}
}

// wander is an agent who works on several hosts.
type wander struct {
	t        *testing.T
	random   *rand.Rand
	networks []*memcluster.Host
	hosts    []*agenttest.Host
	consoles []*wanderer
	typed    int             // how often something was typed: no two texts are the same
	sent     map[string]bool // texts that were saved by the service
	said     []string
}

// wanderer is a console, which has one form open or none.
type wanderer struct {
	*agent.State
	name  string
	open  bool
	input agent.Write
}

func newWander(t *testing.T, seed uint64) *wander {
	t.Helper()
	servers := memcluster.New()
	w := &wander{t: t, random: rand.New(rand.NewPCG(seed, 1)), sent: map[string]bool{}} //nolint:gosec // repeatable
	for range 2 {
		network := servers.Connect()
		w.networks = append(w.networks, network)
		w.hosts = append(w.hosts, agenttest.NewHost(t, network, "acme"))
	}
	for i := range 3 {
		w.consoles = append(w.consoles, &wanderer{State: w.hosts[i%2].SignIn(t, "asha"), name: fmt.Sprint("console ", i)})
	}
	return w
}

func (w *wander) say(format string, values ...any) {
	w.said = append(w.said, fmt.Sprintf(format, values...))
}

// step does one thing.
func (w *wander) step() {
	c := w.consoles[w.random.IntN(len(w.consoles))]
	host := w.random.IntN(len(w.hosts))
	switch w.random.IntN(24) {
	case 0, 1, 2, 3, 4, 5, 6, 7, 8:
		w.typeInto(c)
	case 9, 10, 11, 12:
		w.takeOver(c)
	case 13, 14:
		w.discard(c)
	case 15, 16, 17:
		w.send(c)
	case 18:
		w.say("%s ends, and comes back on host %d", c.name, host)
		c.State, c.open = w.hosts[host].SignIn(w.t, "asha"), false
	case 19, 20:
		w.say("host %d is cut off", host)
		w.networks[host].Cut()
	case 21:
		w.say("host %d loses the next answer", host)
		w.networks[host].LoseAnswer()
	default:
		w.say("host %d is back", host)
		w.networks[host].Mend()
	}
}

func (w *wander) typeInto(c *wanderer) {
	w.typed++
	if !c.open {
		c.open, c.input = true, agenttest.Typed(fmt.Sprint("text ", w.typed))
	} else {
		more := agenttest.Typed(fmt.Sprint(c.input.Values["comment"], " ", w.typed))
		more.Key, more.MaybeSaved = c.input.Key, c.input.MaybeSaved
		c.input = more
	}
	c.input.Key = agenttest.Save(w.t, c.State, c.input)
	w.say("%s saves %q as %+v", c.name, c.input.Values["comment"], c.input.Key)
}

// takeOver opens a draft. It returns false if there is none.
func (w *wander) takeOver(c *wanderer) bool {
	all, err := c.Drafts()
	agenttest.Must(w.t, err)
	c.open = len(all) > 0
	if c.open {
		c.input = all[w.random.IntN(len(all))]
		c.Adopt(c.input)
		w.say("%s opens %q, %+v, of %d", c.name, c.input.Values["comment"], c.input.Key, len(all))
	}
	return c.open
}

func (w *wander) discard(c *wanderer) {
	if !c.open {
		return
	}
	c.open = false
	w.say("%s discards %q", c.name, c.input.Values["comment"])
	agenttest.Must(w.t, c.Discard(c.input.Key))
}

// send sends the form of a console, and it is saved. What may be saved already is not sent.
func (w *wander) send(c *wanderer) {
	text := c.input.Values["comment"]
	if !c.open || c.input.MaybeSaved {
		return
	}
	sent, err := c.Begin(c.input, nil, true, monday)
	if c.input.MaybeSaved = errors.Is(err, agent.ErrMaybeSaved); c.input.MaybeSaved ||
		errors.Is(err, agent.ErrChanged) || errors.Is(err, agent.ErrSending) {
		w.say("%s may not send %q: %v", c.name, text, err)
		return
	}
	agenttest.Must(w.t, err)
	w.say("%s sends %q", c.name, text)
	w.sent[text] = true
	agenttest.Must(w.t, c.Done(sent))
	c.open = false
}

// meet lets all hosts know all.
func (w *wander) meet() {
	for range 3 {
		for _, host := range w.hosts {
			_, err := host.SignIn(w.t, "asha").Drafts()
			agenttest.Must(w.t, err)
		}
	}
}

// checkSent checks that nothing that was saved is offered as if it were not.
func (w *wander) checkSent() {
	for _, c := range w.consoles {
		all, err := c.Drafts()
		agenttest.Must(w.t, err)
		for _, draft := range all {
			if text := draft.Values["comment"]; w.wasSent(text) && !draft.MaybeSaved {
				w.t.Errorf("%s is offered %q, which was sent", c.name, text)
			}
		}
	}
}

// wasSent reports whether a text was sent, or one that was typed on from it.
func (w *wander) wasSent(text string) bool {
	for sent := range w.sent {
		if strings.HasPrefix(sent+" ", text+" ") {
			return true
		}
	}
	return false
}

// discardAll discards every draft on one host: all are gone on all.
func (w *wander) discardAll() {
	c := w.consoles[0]
	for range 60 {
		if !w.takeOver(c) {
			break
		}
		w.discard(c)
	}
	for _, c := range w.consoles {
		if left, err := c.Drafts(); len(left) > 0 || err != nil {
			w.t.Errorf("%s still has %+v, %v", c.name, left, err)
		}
	}
}
