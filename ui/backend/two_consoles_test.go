package backend_test

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"frontdesk/internal/agent"
	"frontdesk/ui/backend"
)

// newAgentWithItem returns an agent with one form in the outbox, which the service would save.
func newAgentWithItem(t *testing.T, dir string, state backend.Stage) (*faultyAgent, *agentWrite, func()) {
	t.Helper()
	a, closed := newFaultyAgent(t, dir, &outcomeCounts{})
	w := &agentWrite{Submission: newSubmission(0, true), mark: "mark-0"}
	a.net.prepareWrite(w.mark, 0, 0)
	a.putIntoOutbox(w, state, backend.SubmitResultMsg{})
	return a, w, closed
}

func TestOutbox_TwoConsolesSendAnItemOnce(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		a, w, closed := newAgentWithItem(t, dir, backend.ItemWaiting)
		defer closed()
		consoles := []*backend.Backend{a.c, newTestBackend(t, a.dir, a.net), newTestBackend(t, a.dir, a.net)}
		var all sync.WaitGroup
		stored := make(chan bool, len(consoles))
		for _, c := range consoles {
			all.Go(func() {
				msg, ok := c.SendOutboxItem(w.item, true)().(backend.OutboxItemDoneMsg)
				stored <- ok && msg.Err == nil && msg.Written.Outcome == backend.Saved
			})
		}
		all.Wait()
		close(stored)
		n := 0
		for s := range stored {
			if s {
				n++
			}
		}
		if carried := a.desk.count("mark-0"); n != 1 || carried != 1 {
			t.Errorf("%d consoles say that they sent it, and it was carried out %d times", n, carried)
		}
		for _, c := range consoles[1:] {
			c.Close()
		}
	})
}

// TestOutbox_ItemThatAnotherConsoleSendsIsLeftToIt: a console that reads an item while another is sending it took it for
// its own, and ended it as not confirmed.
func TestOutbox_ItemThatAnotherConsoleSendsIsLeftToIt(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		a, w, closed := newAgentWithItem(t, dir, backend.ItemWaiting)
		defer closed()
		item, err := a.c.State.Find(w.item)
		if err != nil {
			t.Fatal(err)
		}
		sent, err := a.c.State.BeginAgain(item, nil, true, a.c.Now())
		if err != nil {
			t.Fatal(err)
		}
		other := newTestBackend(t, a.dir, a.net)
		defer other.Close()
		msg, ok := other.SendOutboxItem(w.item, true)().(backend.OutboxItemDoneMsg)
		if !ok || !errors.Is(msg.Err, agent.ErrSending) {
			t.Errorf("the other console says %v", msg.Err)
		}
		if err := a.c.State.Done(sent); err != nil {
			t.Errorf("the first console cannot end it: %v", err)
		}
	})
}

// TestOutbox_IsCheckedWhileItsListIsRead checks an item at the moment in which the list is opened: reading the list
// takes the outbox's lock for a moment, and is no other console.
func TestOutbox_IsCheckedWhileItsListIsRead(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		a, w, closed := newAgentWithItem(t, dir, backend.ItemUnknown)
		defer closed()
		for range 50 {
			var reading sync.WaitGroup
			for range 4 {
				reading.Go(func() { a.c.LoadOutbox() })
			}
			msg, ok := a.c.VerifyOutboxItem(w.item)().(backend.OutboxItemDoneMsg)
			reading.Wait()
			if !ok || msg.Err != nil {
				t.Fatalf("%+v", msg.Err)
			}
		}
	})
}

func TestDraft_TwoConsolesInOneFormAreReported(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "drafts")
	synctest.Test(t, func(t *testing.T) {
		first, second := newTestBackend(t, dir, nil), newTestBackend(t, dir, nil)
		for i, c := range []*backend.Backend{first, second} {
			saved, ok := c.SaveDraft(newCommentDraft(strings.Repeat("x", i+1)))().(backend.DraftsSaved)
			if !ok || saved.Err != nil || len(saved.Value) != i {
				t.Fatalf("console %d: %+v", i, saved)
			}
			<-time.After(time.Second)
		}
		drafts, ok := first.LoadDrafts().(backend.DraftsLoaded)
		if !ok || len(drafts.Value) != 2 {
			t.Errorf("%+v", drafts)
		}
	})
}

// TestDraft_CopyEndsWithWhatWasTypedLast: the console hears that its draft is kept as a copy while the agent types on,
// so that what was typed before has the form's key and what was typed after has the copy's.
func TestDraft_CopyEndsWithWhatWasTypedLast(t *testing.T) {
	for range 20 { // the order in which both were saved was by chance
		dir := filepath.Join(t.TempDir(), "drafts")
		synctest.Test(t, func(t *testing.T) {
			desk, sofa := newTestBackend(t, dir, nil), newTestBackend(t, dir, nil)
			runBatch(desk.SaveDraft(newCommentDraft("from the desk")))
			synctest.Wait()
			saved, ok := sofa.SaveDraft(newCommentDraft("fro"))().(backend.DraftsSaved)
			if !ok || len(saved.Value) != 1 {
				t.Fatalf("%+v", saved)
			}
			before, after := newCommentDraft("from th"), newCommentDraft("from the sofa")
			after.Key = saved.Value[0].To
			runBatch(sofa.SaveDraft(before))
			runBatch(sofa.SaveDraft(after))
			if err := sofa.FlushDrafts(); err != nil {
				t.Fatal(err)
			}
			requireDrafts(t, sofa, "from the desk", "from the sofa")
		})
	}
}

// requireDrafts fails the test if the comments of the drafts are others.
func requireDrafts(t *testing.T, c *backend.Backend, want ...string) {
	t.Helper()
	msg, ok := c.LoadDrafts().(backend.DraftsLoaded)
	if !ok || msg.Err != nil {
		t.Fatalf("%+v", msg)
	}
	var got []string
	for _, d := range msg.Value {
		got = append(got, d.Values[backend.FieldComment])
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Fatalf("%q is kept, not %q", got, want)
	}
}
