package agent_test

import (
	"path/filepath"
	"testing"
	"time"

	"frontdesk/internal/agent"
	"frontdesk/internal/agent/agenttest"
	"frontdesk/internal/cluster/memcluster"
)

// apart is a draft on two hosts, of which the first is cut off.
type apart struct {
	first, second *memcluster.Host
	a, b          *agent.State
}

func newApart(t *testing.T) *apart {
	t.Helper()
	servers := memcluster.New()
	p := &apart{first: servers.Connect(), second: servers.Connect()}
	p.a, p.b = agenttest.NewHost(t, p.first, "acme").SignIn(t, "asha"), agenttest.NewHost(t, p.second, "acme").SignIn(t, "asha")
	agenttest.Save(t, p.a, agenttest.Typed("x"))
	agenttest.Take(t, p.b)
	p.first.Cut()
	return p
}

// newCopied returns a draft of which both hosts have typed on: the second one, which knows it, keeps that of the first,
// which is cut off, as a copy.
func newCopied(t *testing.T) *apart {
	t.Helper()
	p := newApart(t)
	p.second.Cut()
	p.first.Mend()
	agenttest.Save(t, p.a, later("mine", 0))
	p.first.Cut()
	agenttest.Save(t, p.b, later("theirs", time.Hour))
	p.second.Mend()
	agenttest.RequireComments(t, p.b, "mine, theirs") // mine is a copy there
	return p
}

// meet ends the time apart: both hosts know all.
func (p *apart) meet(t *testing.T) {
	t.Helper()
	p.first.Mend()
	for range 2 {
		for _, s := range []*agent.State{p.a, p.b} {
			_, err := s.Drafts()
			agenttest.Must(t, err)
		}
	}
}

func later(comment string, after time.Duration) agent.Write {
	w := agenttest.Typed(comment)
	w.SavedAt = w.SavedAt.Add(after)
	return w
}

// TestSave_IsOnTheDiskHoweverLongTheServersTake: the host may be killed before they answer.
func TestSave_IsOnTheDiskHoweverLongTheServersTake(t *testing.T) {
	t.Parallel()
	servers := memcluster.New()
	host, other := agenttest.NewHost(t, servers.Connect(), "acme"), agenttest.NewHost(t, servers.Connect(), "acme")
	s, elsewhere := host.SignIn(t, "asha"), other.SignIn(t, "asha")
	agenttest.Save(t, s, agenttest.Typed("x"))
	release := servers.Stall()
	listed := make(chan error)
	go func() {
		_, err := s.Drafts()
		listed <- err
	}()
	agenttest.Save(t, s, agenttest.Typed("x, and"))
	agenttest.Save(t, s, agenttest.Typed("x, and more"))
	restarted := agenttest.Open(t, agent.ThisHost{}, filepath.Join(host.Dir, "agent-asha"), "acme")
	agenttest.RequireComments(t, restarted, "x, and more")
	release()
	agenttest.Must(t, <-listed)
	agenttest.RequireComments(t, s, "x, and more")
	agenttest.RequireComments(t, elsewhere, "x, and more")
}

func TestApart_WhatIsTypedWhileAnotherHostDiscardsCanBeDiscarded(t *testing.T) {
	t.Parallel()
	p := newApart(t)
	agenttest.Save(t, p.a, agenttest.Typed("x, and more"))
	agenttest.Must(t, p.b.Discard(agenttest.Form))
	p.meet(t)
	agenttest.RequireComments(t, p.b, "x, and more?")
	agenttest.Must(t, p.a.Discard(agenttest.Form))
	agenttest.RequireComments(t, p.a, "")
	agenttest.RequireComments(t, p.b, "")
}

func TestApart_WhatIsTypedOnWhileAnotherHostDiscardsStaysOneDraft(t *testing.T) {
	t.Parallel()
	p := newApart(t)
	agenttest.Save(t, p.a, agenttest.Typed("x, and more"))
	agenttest.Must(t, p.b.Discard(agenttest.Form))
	p.meet(t)
	agenttest.Save(t, p.a, agenttest.Typed("x, and more words"))
	agenttest.RequireComments(t, p.b, "x, and more words?")
}

func TestApart_WhatBothHaveTypedCanBeDiscardedByWhoTypedIt(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		mine, theirs     time.Duration
		first, then, end string
	}{
		"earlier": {0, time.Minute, "mine, theirs", "theirs", "theirs, more"},
		"later":   {time.Minute, 0, "mine, theirs", "theirs", "theirs, more"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newApart(t)
			agenttest.Save(t, p.a, later("mine", test.mine))
			agenttest.Save(t, p.b, later("theirs", test.theirs))
			p.meet(t)
			agenttest.RequireComments(t, p.a, test.first)
			agenttest.Must(t, p.a.Discard(agenttest.Form))
			agenttest.RequireComments(t, p.a, test.then)
			agenttest.Save(t, p.b, later("theirs, more", test.theirs))
			agenttest.RequireComments(t, p.a, test.end)
		})
	}
}

func TestApart_WhatBothHaveTypedIsSentOnceByEach(t *testing.T) {
	t.Parallel()
	p := newApart(t)
	agenttest.Save(t, p.a, later("mine", 0))
	agenttest.Save(t, p.b, later("theirs", time.Minute))
	p.meet(t)
	for _, one := range []struct {
		s    *agent.State
		text string
	}{{p.a, "mine"}, {p.b, "theirs"}} {
		sent, err := one.s.Begin(agenttest.Typed(one.text), nil, true, monday)
		agenttest.Must(t, err)
		agenttest.Must(t, one.s.Done(sent))
	}
	agenttest.RequireComments(t, p.a, "")
	agenttest.RequireComments(t, p.b, "")
}

func TestApart_WhatBothHaveTypedGoesToTheOutboxOnce(t *testing.T) {
	t.Parallel()
	p := newApart(t)
	agenttest.Save(t, p.a, later("mine", 0))
	agenttest.Save(t, p.b, later("theirs", time.Minute))
	p.meet(t)
	agenttest.Must(t, p.a.ToOutbox(agenttest.Typed("mine"), agent.Waiting, "away", monday))
	agenttest.RequireComments(t, p.b, "mine (waiting), theirs")
}

func TestApart_WhatAnotherHostHasSentWhileTheAnswerOfTheServersWasLostMayBeSaved(t *testing.T) {
	t.Parallel()
	servers := memcluster.New()
	first, second := servers.Connect(), servers.Connect()
	a := agenttest.NewHost(t, first, "acme").SignIn(t, "asha")
	b := agenttest.NewHost(t, second, "acme").SignIn(t, "asha")
	first.Cut()
	agenttest.Save(t, a, agenttest.Typed("x"))
	first.CutAtAnswer()
	first.Mend()
	agenttest.RequireComments(t, a, "x")
	taken := agenttest.Take(t, b)
	sent, err := b.Begin(taken, nil, true, monday)
	agenttest.Must(t, err)
	agenttest.Must(t, b.Done(sent))
	first.Mend()
	agenttest.RequireComments(t, a, "x?")
}

func TestApart_ACopyOfAnEarlierVersionOfWhatWasSentSaysThatItMayBeSaved(t *testing.T) {
	t.Parallel()
	p := newCopied(t)
	agenttest.Save(t, p.a, later("mine, and more", time.Minute))
	p.meet(t)
	agenttest.RequireComments(t, p.a, "mine, mine, and more, theirs")
	sent, err := p.a.Begin(agenttest.Typed("mine, and more"), nil, true, monday)
	agenttest.Must(t, err)
	agenttest.Must(t, p.a.Done(sent))
	p.meet(t)
	agenttest.RequireComments(t, p.b, "mine?, theirs")
}

func TestApart_ACopyOfWhatWasSentSaysThatItMayBeSaved(t *testing.T) {
	t.Parallel()
	p := newCopied(t)
	sent, err := p.a.Begin(agenttest.Typed("mine"), nil, true, monday)
	agenttest.Must(t, err)
	agenttest.Must(t, p.a.Done(sent))
	p.meet(t)
	agenttest.RequireComments(t, p.b, "mine?, theirs?")
}

func TestApart_CopiesOfEarlierVersionsSayThatTheyMayBeSavedAlsoIfTheTextWasSentFromARowOfItsOwn(t *testing.T) {
	t.Parallel()
	servers := memcluster.New()
	first, second := servers.Connect(), servers.Connect()
	host := agenttest.NewHost(t, first, "acme")
	a, beside := host.SignIn(t, "asha"), host.SignIn(t, "asha")
	b := agenttest.NewHost(t, second, "acme").SignIn(t, "asha")
	agenttest.Save(t, a, later("w", 0))
	agenttest.Take(t, b)
	second.Cut()
	agenttest.Save(t, a, later("x", 0))
	first.Cut()
	agenttest.Save(t, b, later("theirs", time.Hour))
	second.Mend()
	agenttest.RequireComments(t, b, "theirs, x") // x is a copy there
	agenttest.Save(t, a, later("x y", 0))
	first.Mend()
	drafts, err := beside.Drafts()
	agenttest.Must(t, err)
	for _, draft := range drafts {
		if draft.Values["comment"] == "x y" {
			beside.Adopt(draft)
			draft.Values = map[string]string{"comment": "x y, beside"}
			agenttest.Save(t, beside, draft)
		}
	}
	mine := later("x y, mine", 0)
	mine.Key = agenttest.Save(t, a, mine)
	agenttest.RequireComments(t, b, "theirs, x, x y, beside, x y, mine")
	sent, err := a.Begin(mine, nil, true, monday)
	agenttest.Must(t, err)
	agenttest.Must(t, a.Done(sent))
	agenttest.RequireComments(t, a, "theirs, x y, beside?, x?")
	agenttest.RequireComments(t, b, "theirs, x y, beside?, x?")
}

func TestApart_WhatWasMergedTwiceIsSentFromItsCopy(t *testing.T) {
	t.Parallel()
	p := newApart(t)
	agenttest.Save(t, p.b, later("theirs", 0))
	agenttest.Save(t, p.a, later("mine", time.Hour))
	p.second.Cut()
	p.first.Mend()
	agenttest.RequireComments(t, p.a, "mine, theirs") // mine stays, as a version that has grown from both
	agenttest.Save(t, p.b, later("theirs, more", 2*time.Hour))
	p.second.Mend()
	agenttest.RequireComments(t, p.b, "mine, theirs, theirs, more") // mine is a copy now, of that version
	agenttest.RequireComments(t, p.a, "mine, theirs, theirs, more")
	sent, err := p.a.Begin(later("mine", time.Hour), nil, true, monday)
	agenttest.Must(t, err)
	agenttest.Must(t, p.a.Done(sent))
	agenttest.RequireComments(t, p.a, "theirs, more, theirs?")
	agenttest.RequireComments(t, p.b, "theirs, more, theirs?")
}

func TestApart_WhatComesFromAnotherHostTakesNoKeyFromWhatIsShown(t *testing.T) {
	t.Parallel()
	for range 8 { // rows have random names
		servers := memcluster.New()
		first, second := servers.Connect(), servers.Connect()
		a := agenttest.NewHost(t, first, "acme").SignIn(t, "asha")
		b := agenttest.NewHost(t, second, "acme").SignIn(t, "asha")
		first.Cut()
		second.Cut()
		own := map[*agent.State]string{a: "mine", b: "theirs"}
		for s, text := range own {
			agenttest.Save(t, s, agenttest.Typed(text))
		}
		first.Mend()
		second.Mend()
		for range 2 {
			for s, text := range own {
				all, err := s.Drafts()
				agenttest.Must(t, err)
				for _, draft := range all {
					if isOwn := draft.Values["comment"] == text; isOwn != (draft.Key == agenttest.Form) {
						t.Fatalf("%q has the key %+v", draft.Values["comment"], draft.Key)
					}
				}
			}
		}
	}
}
