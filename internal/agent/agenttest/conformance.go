package agenttest

import (
	"errors"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/agent"
	"frontdesk/internal/desk"
)

// Run runs what must hold of two consoles of one agent: on one host, and on two that share servers.
func Run(t *testing.T, open func(t *testing.T) (a, b *agent.State)) {
	t.Helper()
	for name, test := range conformance {
		t.Run(name, func(t *testing.T) {
			a, b := open(t)
			test(t, a, b)
		})
	}
}

var now = time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC)

var conformance = map[string]func(t *testing.T, a, b *agent.State){
	"what one console keeps the other finds, and goes on with": func(t *testing.T, a, b *agent.State) {
		Save(t, a, Typed("é \xff"))
		Take(t, b)
		if kept := Save(t, b, Typed("more")); kept != Form {
			t.Errorf("it is kept as %+v", kept)
		}
		RequireComments(t, a, "more")
	},
	"two consoles that type into one form keep both": func(t *testing.T, a, b *agent.State) {
		for _, typing := range []string{"1", "2"} {
			if kept := Save(t, a, Typed("first "+typing)); kept != Form {
				t.Errorf("the first is kept as %+v", kept)
			}
			if _, err := b.Drafts(); err != nil { // it is known there
				t.Fatal(err)
			}
			if kept := Save(t, b, Typed("second "+typing)); kept.Conflict == "" || kept.Record != Form.Record {
				t.Errorf("the second is kept as %+v", kept)
			}
		}
		RequireComments(t, a, "first 2, second 2")
		Must(t, b.Discard(Form))
		RequireComments(t, a, "first 2")
	},
	"of two consoles that took one draft over the second goes on beside it": func(t *testing.T, a, b *agent.State) {
		Save(t, a, Typed("shared"))
		Take(t, b)
		later := Typed("shared, first")
		later.SavedAt = time.Now().Add(time.Minute)
		Save(t, a, later)
		Save(t, b, Typed("shared, second"))
		RequireComments(t, a, "shared, first, shared, second")
		Must(t, a.Discard(Form))
		RequireComments(t, b, "shared, second")
	},
	"nobody discards what another console typed": func(t *testing.T, a, b *agent.State) {
		Save(t, a, Typed("mine"))
		Must(t, b.Discard(Form))
		RequireComments(t, b, "mine")
	},
	"what is discarded is gone for both, and does not come back": func(t *testing.T, a, b *agent.State) {
		Save(t, a, Typed("x"))
		Take(t, b)
		Must(t, b.Discard(Form))
		RequireComments(t, a, "")
		Save(t, b, Typed("anew"))
		RequireComments(t, a, "anew")
	},
	"what was discarded elsewhere while more was typed says that it may be saved": func(t *testing.T, a, b *agent.State) {
		Save(t, a, Typed("x"))
		Take(t, b)
		Must(t, a.Discard(Form))
		Save(t, b, Typed("x, and more"))
		RequireComments(t, a, "x, and more?")
	},
	"what may be saved says so while more is typed, and is not sent without a word": func(t *testing.T, a, b *agent.State) {
		Save(t, a, Typed("x"))
		Take(t, b)
		Must(t, a.Discard(Form))
		Save(t, b, Typed("x, and more"))
		Save(t, b, Typed("x, and more words"))
		RequireComments(t, a, "x, and more words?")
		if _, err := b.Begin(Typed("x, and more words"), nil, true, now); !errors.Is(err, agent.ErrMaybeSaved) {
			t.Errorf("got %v", err)
		}
		known := Typed("x, and more words")
		known.MaybeSaved = true
		sent, err := b.Begin(known, nil, true, now)
		Must(t, err)
		Must(t, b.Unsend(sent))
		RequireComments(t, a, "x, and more words?")
	},
	"what may be saved goes to the outbox as not confirmed": func(t *testing.T, a, b *agent.State) {
		for _, change := range []string{"x", "x, and more"} {
			Save(t, a, Typed("x"))
			Take(t, b)
			sent, err := a.Begin(Typed("x"), nil, true, now)
			Must(t, err)
			Must(t, a.Done(sent))
			if change != "x" {
				Save(t, b, Typed(change))
			}
			Must(t, b.ToOutbox(Typed(change), agent.Waiting, "away", now))
			RequireComments(t, a, change+" (unknown)?")
			all, err := a.Outbox()
			Must(t, err)
			Must(t, a.Delete(all[0].ID))
		}
	},
	"one console at a time sends a form": func(t *testing.T, a, b *agent.State) {
		Save(t, a, Typed("x"))
		Take(t, b)
		sent, err := a.Begin(Typed("x"), []string{"7", "8"}, true, now)
		Must(t, err)
		if _, err := b.Begin(Typed("x"), nil, true, now); err == nil {
			t.Error("another console sends it too")
		}
		RequireComments(t, b, "x (sending)")
		Must(t, a.Done(sent))
		RequireComments(t, b, "")
	},
	"a copy of a form that is being sent waits": func(t *testing.T, a, b *agent.State) {
		Save(t, a, Typed("x"))
		if _, err := b.Drafts(); err != nil {
			t.Fatal(err)
		}
		Save(t, b, Typed("y"))
		_, err := a.Begin(Typed("x"), nil, true, now)
		Must(t, err)
		if _, err := b.Begin(Typed("y"), nil, true, now); !errors.Is(err, agent.ErrSending) {
			t.Errorf("got %v", err)
		}
		RequireComments(t, b, "x (sending), y")
	},
	"what was not sent is a draft again": func(t *testing.T, a, b *agent.State) {
		Save(t, a, Typed("x"))
		sent, err := a.Begin(Typed("x"), []string{"7"}, true, now)
		Must(t, err)
		_, err = a.Settle(sent, func(w *agent.Write) { w.Stage = agent.Draft })
		Must(t, err)
		RequireComments(t, b, "x")
		if kept := Save(t, a, Typed("xy")); kept != Form {
			t.Errorf("it is kept as %+v", kept)
		}
		RequireComments(t, b, "xy")
	},
	"what was sent and has no answer is unknown, with what matched it before": func(t *testing.T, a, b *agent.State) {
		sent, err := a.Begin(Typed("x"), []string{"7", "8"}, true, now)
		Must(t, err)
		_, err = a.Settle(sent, func(*agent.Write) {}) // the agent has not decided yet
		Must(t, err)
		moved, err := b.Recover()
		if len(moved) != 1 || err != nil {
			t.Fatalf("moved are %+v, %v", moved, err)
		}
		all, err := a.Outbox()
		Must(t, err)
		if len(all) != 1 || all[0].Stage != agent.Unknown || strings.Join(all[0].Prior, " ") != "7 8" || !all[0].Compared ||
			!all[0].SentAt.Equal(now) {
			t.Errorf("the outbox has %+v", all)
		}
	},
	"a form comes into the outbox and back": func(t *testing.T, a, b *agent.State) {
		Save(t, a, Typed("x"))
		Must(t, a.ToOutbox(Typed("xy"), agent.Refused, "the title is taken", now))
		RequireComments(t, b, "xy (refused)")
		Save(t, b, Typed("another"))
		all, err := b.Outbox()
		Must(t, err)
		w, err := a.Reopen(all[0].ID)
		Must(t, err)
		if w.Conflict == "" || w.Stage != agent.Draft {
			t.Errorf("it is reopened as %+v", w)
		}
		RequireComments(t, b, "another, xy")
	},
	"an item that was sent elsewhere meanwhile is not sent": func(t *testing.T, a, b *agent.State) {
		Must(t, a.ToOutbox(Typed("x"), agent.Waiting, "away", now))
		mine, err := a.Outbox()
		Must(t, err)
		theirs, err := b.Outbox()
		Must(t, err)
		sent, err := a.BeginAgain(mine[0], nil, true, now)
		Must(t, err)
		if _, err := b.BeginAgain(theirs[0], nil, true, now); !errors.Is(err, agent.ErrChanged) {
			t.Errorf("got %v", err)
		}
		_, err = a.Settle(sent, func(w *agent.Write) { w.Stage, w.Reason = agent.Refused, "no" })
		Must(t, err)
		if _, err := b.BeginAgain(theirs[0], nil, true, now); !errors.Is(err, agent.ErrChanged) {
			t.Errorf("then got %v", err)
		}
		RequireComments(t, b, "x (refused)")
	},
	"an item that may have arrived keeps what matched it first": func(t *testing.T, a, _ *agent.State) {
		sent, err := a.Begin(Typed("x"), []string{"7"}, true, now)
		Must(t, err)
		unknown, err := a.Settle(sent, func(w *agent.Write) { w.Stage = agent.Unknown })
		Must(t, err)
		again, err := a.BeginAgain(unknown, []string{"7", "9"}, true, now.Add(time.Hour))
		Must(t, err)
		if len(again.Prior) != 1 || !again.SentAt.Equal(now) || !again.LastAttempt.Equal(now.Add(time.Hour)) {
			t.Errorf("got %+v", again)
		}
	},
	"entries of both are in the journal, until they are old": func(t *testing.T, a, b *agent.State) {
		for i := range 5 {
			Must(t, a.Note(agent.Entry{At: now.Add(time.Duration(2*i) * time.Hour), Summary: "a"}))
			Must(t, b.Note(agent.Entry{At: now.Add(time.Duration(2*i+1) * time.Hour), Summary: "b"}))
		}
		for _, s := range []*agent.State{a, b} {
			all, err := s.Journal(now.Add(time.Hour), now.Add(5*time.Hour))
			if len(all) != 4 || err != nil || all[0].Summary != "b" || all[1].Summary != "a" {
				t.Errorf("got %+v, %v", all, err)
			}
		}
		Must(t, a.Prune(now.Add(9*time.Hour)))
		Must(t, b.Prune(now.Add(9*time.Hour)))
		if all, err := b.Journal(now, now.Add(24*time.Hour)); len(all) != 1 || err != nil {
			t.Errorf("left are %+v, %v", all, err)
		}
	},
	"views of both are kept in order": func(t *testing.T, a, b *agent.State) {
		for i, name := range []string{"Money", "Late", "Mine too"} {
			_, err := []*agent.State{a, b, a}[i].Views().Add(desk.View{Name: name, Filter: "is:open"})
			Must(t, err)
		}
		if _, err := b.Views().Add(desk.View{Name: "money"}); err == nil || !strings.Contains(err.Error(), "there is a view “Money” already") {
			t.Errorf("a name that is taken: %v", err)
		}
		_, err := b.Views().Rename("Money", "MONEY")
		Must(t, err)
		_, err = a.Views().Remove("Late")
		Must(t, err)
		all, err := b.Views().Load()
		if len(all) != 2 || err != nil || all[0].Name != "MONEY" || all[1].Name != "Mine too" {
			t.Errorf("%+v, %v", all, err)
		}
	},
	"a setting is that which was kept last": func(t *testing.T, a, b *agent.State) {
		Must(t, a.Setting("inbox").Keep("one"))
		Must(t, b.Setting("inbox").Keep("two"))
		var got string
		Must(t, a.Setting("inbox").Load(&got))
		if got != "two" {
			t.Errorf("got %q", got)
		}
	},
	"one console at a time works on a run, and the next one goes on with it": func(t *testing.T, a, b *agent.State) {
		run := NewRun(t, a, 3)
		Must(t, a.BeginUpdate(run, 1, agent.Result{Result: "sending", Prior: []string{"7"}, Compared: true}))
		Must(t, a.SetResult(run, 1, agent.Result{Result: "done", Prior: []string{"7"}, Compared: true}))
		if free, err := b.Runs(); len(free) != 0 || err != nil {
			t.Errorf("free are %+v, %v", free, err)
		}
		if _, err := b.OpenRun(run.ID); !errors.Is(err, agent.ErrRunInUse) {
			t.Errorf("two consoles work on it: %v", err)
		}
		if err := b.RemoveRun(run.ID); !errors.Is(err, agent.ErrRunInUse) {
			t.Errorf("a run that is under way was removed: %v", err)
		}
		Must(t, a.CloseRun(run))
		if free, err := b.Runs(); len(free) != 1 || err != nil || free[0].Title != run.Title {
			t.Fatalf("free are %+v, %v", free, err)
		}
		next, err := b.OpenRun(run.ID)
		if err != nil || len(next.Updates) != 3 || len(next.Results) != 1 || next.Results[1].Result != "done" || next.Results[1].Prior[0] != "7" {
			t.Fatalf("%+v, %v", next, err)
		}
		next.Canceled = true
		Must(t, b.SaveRun(next))
		Must(t, b.CloseRun(next))
		if free, err := a.Runs(); len(free) != 1 || err != nil || !free[0].Canceled {
			t.Errorf("free are %+v, %v", free, err)
		}
		Must(t, a.RemoveRun(run.ID))
		Must(t, b.RemoveRun(run.ID))
		if _, err := b.OpenRun(run.ID); !errors.Is(err, agent.ErrNoRun) {
			t.Errorf("it is there: %v", err)
		}
	},
	"what one console has read the other has too": func(t *testing.T, a, b *agent.State) {
		mine, err := a.Marks(now)
		Must(t, err)
		theirs, err := b.Marks(now)
		Must(t, err)
		ticket := &desk.Ticket{ID: desk.NewID("81"), LastConversationID: 7, LastConversation: desk.NewUnixTime(now.Add(time.Hour))}
		if !mine.IsUnread(ticket) || !mine.MarkRead(ticket) {
			t.Fatal("it is not new")
		}
		mine.MarkChanged(ticket.ID, now)
		Must(t, mine.Save(now))
		Must(t, theirs.Save(now))
		if theirs.IsUnread(ticket) || len(theirs.RecentlyChanged()) != 1 {
			t.Errorf("it is new, and changed are %v", theirs.RecentlyChanged())
		}
	},
}
