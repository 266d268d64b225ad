package backend_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/backend"
)

// faultyAgent works at a desk with a console that may die at any time.
type faultyAgent struct {
	t      *testing.T
	desk   *deskCount
	net    *cutNetwork
	dir    string // of the console's files
	lives  int
	c      *backend.Backend
	total  *outcomeCounts
	marked bool // every write bears a mark of its own; otherwise all are alike, others send the same, and looking may fail
}

func (a *faultyAgent) requireNoError(err error) {
	a.t.Helper()
	if err != nil {
		a.t.Fatal(err)
	}
}

// startConsole starts a console on the files of the last one.
func (a *faultyAgent) startConsole() backend.RecoveredMsg {
	a.c = newTestBackend(a.t, a.dir, a.net)
	msg := runAndWait[backend.RecoveredMsg](a, a.c.Recover)
	a.requireNoError(msg.Err)
	a.requireNoError(msg.Outbox.Err)
	a.requireNoError(msg.Drafts.Err)
	return msg
}

// runAndWait runs a command and waits until nothing of it is under way.
func runAndWait[Msg tea.Msg](a *faultyAgent, cmd tea.Cmd) Msg {
	a.t.Helper()
	msg, ok := cmd().(Msg)
	if !ok {
		a.t.Fatal("another message")
	}
	synctest.Wait()
	return msg
}

// agentWrite is a write that an agent wants to complete.
type agentWrite struct {
	backend.Submission
	mark  string
	item  string // its name in the outbox; empty while it is a form
	asked int    // sendings
	same  int    // sendings of the same by others
}

// isAdd reports whether the write adds a record.
func (w *agentWrite) isAdd() bool {
	kind, _ := backend.LookupKind(w.Kind)
	return kind.Creates
}

// isStored reports whether a write is stored: of an add and of a comment only its own sending counts, of other changes
// only what the record shows.
func (a *faultyAgent) isStored(w *agentWrite) bool {
	return a.desk.count(w.mark) == 1 || !w.isAdd() && w.Kind != backend.KindUpdate && w.same > 0
}

// completeWrite completes one write whatever happens to the network and to the console.
func (a *faultyAgent) completeWrite(i int) {
	w := &agentWrite{Submission: newSubmission(i, a.marked), mark: fmt.Sprintf("mark-%d", i)}
	a.net.set(false, false, cuts[0], nil)
	a.net.prepareWrite(w.mark, 0, 0)
	a.net.takeSentByOthers()
	a.readRecord(w)
	runAndWait[backend.DraftsSaved](a, a.c.SaveDraft(w.draft()))
	for end := backend.NotKnown; end != backend.Saved; w.asked++ {
		if w.asked > 20 || a.t.Failed() {
			a.t.Fatalf("%s: sent %d times without end", w.mark, w.asked)
		}
		end = a.send(w)
	}
	msg := runAndWait[backend.RecoveredMsg](a, a.c.Recover)
	if len(msg.Drafts.Value)+len(msg.Outbox.Value) > 0 || msg.Err != nil {
		a.t.Fatalf("%s: it is stored, and left are %+v", w.mark, msg)
	}
}

// readRecord reads the record of a change, as opening its form does.
func (a *faultyAgent) readRecord(w *agentWrite) {
	id, _ := strconv.ParseInt(w.Record.Raw(), 10, 64)
	switch w.Kind {
	case backend.KindUpdate:
		msg := runAndWait[backend.TicketLoaded](a, a.c.LoadTicket(nil, w.Record, true))
		a.requireNoError(msg.Err)
		w.Original = a.c.TicketValues(msg.Value)
	case backend.KindUpdateCustomer:
		now, _, err := a.c.Cache.Customer(a.t.Context(), id, true)
		a.requireNoError(err)
		w.Original = backend.CustomerValues(now)
		w.Values[backend.FieldCustomerName] = w.Original[backend.FieldCustomerName]
	case backend.KindUpdateOrder:
		page, _, err := a.c.Cache.Orders(a.t.Context(), id, true)
		a.requireNoError(err)
		for i := range page.Orders {
			if page.Orders[i].ID == w.Record {
				w.Original = backend.OrderValues(&page.Orders[i])
			}
		}
		w.Values[backend.FieldCustomerName] = w.Original[backend.FieldCustomerName]
	}
	stands := w.Kind == backend.KindUpdateCustomer || w.Kind == backend.KindUpdateOrder
	for path, value := range w.Values {
		stands = stands && w.Original[path] == value
	}
	if stands {
		w.same = 1 // others have made the record so already
	}
}

func (w *agentWrite) draft() backend.Draft {
	return backend.Draft{Key: backend.DraftKey{Kind: w.Kind, Record: w.Record.Raw()}, Original: w.Original, Values: w.Values}
}

// send sends a write through a network that may be cut, perhaps with a console that dies, and finds its outcome.
func (a *faultyAgent) send(w *agentWrite) backend.Outcome {
	stage := cuts[0]
	if w.asked < 4 {
		stage = cuts[rand.IntN(len(cuts))]
	}
	kill := -1
	if w.asked < 4 && rand.IntN(6) == 0 {
		kill = rand.IntN(3)
	}
	down := w.asked < 4 && rand.IntN(12) == 0
	before := a.desk.count(w.mark)
	if !a.marked && w.asked < 4 {
		a.net.prepareWrite(w.mark, rand.IntN(3)/2, rand.IntN(3))
	}
	var deciding sync.Mutex // the book asks for several days at once
	died := false
	a.net.set(down, rand.IntN(3) == 0, stage, func(write bool) bool {
		deciding.Lock()
		defer deciding.Unlock()
		if died {
			return false
		}
		if kill == 0 || kill > 0 && write {
			a.copyFiles()
			died = true
			return write // its last request may yet arrive
		}
		kill--
		return true
	})
	msg := a.perform(w)
	a.net.set(false, false, cuts[0], nil)
	a.net.prepareWrite(w.mark, 0, 0)
	w.same += a.net.takeSentByOthers()
	name := fmt.Sprintf("%s, %s, cut %q, sent for the %d. time", w.mark, w.Kind, stage.name, w.asked+1)
	if died {
		a.total.add("the console died")
		return a.resumeAfterCrash(w, name)
	}
	a.total.add(msg.Outcome.String())
	return a.checkOutcome(w, name, msg, before)
}

// perform sends a form or an item.
func (a *faultyAgent) perform(w *agentWrite) backend.SubmitResultMsg {
	if w.item == "" {
		return runAndWait[backend.SubmitResultMsg](a, a.c.Submit(w.Submission))
	}
	msg := runAndWait[backend.OutboxItemDoneMsg](a, a.c.SendOutboxItem(w.item, true))
	a.requireNoError(msg.Err)
	return msg.Written
}

// checkOutcome compares the console's report of a write with what the desk has done.
func (a *faultyAgent) checkOutcome(w *agentWrite, name string, msg backend.SubmitResultMsg, before int) backend.Outcome {
	stored := a.desk.count(w.mark)
	if stored > 1 {
		a.t.Fatalf("%s: carried out %d times", name, stored)
	}
	switch msg.Outcome {
	case backend.Saved:
		if !a.isStored(w) {
			a.t.Fatalf("%s: said to be stored, %s, and is not", name, msg.Warning)
		}
		return backend.Saved
	case backend.NotKnown:
		a.putIntoOutbox(w, backend.ItemUnknown, msg)
		return a.lookUp(w, name)
	}
	if stored != before || stored != 0 && a.marked {
		a.t.Fatalf("%s: said to be %v (%v), and is stored", name, msg.Outcome, msg.Err)
	}
	w.Overwrite = w.Overwrite || msg.Outcome == backend.Conflict
	if rand.IntN(2) == 0 {
		a.putIntoOutbox(w, backend.ItemWaiting, msg)
	}
	return msg.Outcome
}

// putIntoOutbox puts a form into the outbox.
func (a *faultyAgent) putIntoOutbox(w *agentWrite, state backend.Stage, why backend.SubmitResultMsg) {
	if w.item != "" {
		return
	}
	msg := runAndWait[backend.MovedToOutboxMsg](a, a.c.MoveToOutbox(w.draft(), state, backend.ErrorText(why.Err)))
	a.requireNoError(msg.Err)
	a.requireNoError(msg.Outbox.Err)
	w.item = msg.Outbox.Value[0].ID
}

// lookUp finds the outcome of an item whose outcome is unknown.
func (a *faultyAgent) lookUp(w *agentWrite, name string) backend.Outcome {
	msg := runAndWait[backend.OutboxItemDoneMsg](a, a.c.VerifyOutboxItem(w.item))
	a.requireNoError(msg.Err)
	stored, found := a.desk.count(w.mark), msg.Written.Outcome == backend.Saved
	if found && !a.isStored(w) || a.marked && found != (stored == 1) || stored > 1 {
		a.t.Fatalf("%s: looked up: %v (%s, %v), and is %d times stored", name, msg.Written.Outcome, msg.Written.Evidence, msg.Written.Err, stored)
	}
	a.total.add("looked up: " + msg.Written.Outcome.String())
	if !found && stored == 1 {
		a.total.add("known to the agent alone")
		msg := runAndWait[backend.OutboxLoaded](a, a.c.DeleteOutboxItem(w.item))
		a.requireNoError(msg.Err)
		return backend.Saved
	}
	return msg.Written.Outcome
}

// copyFiles copies the console's files at this moment: what a kill would leave.
func (a *faultyAgent) copyFiles() {
	a.lives++
	to := filepath.Join(filepath.Dir(a.dir), fmt.Sprintf("life-%d", a.lives))
	a.requireNoError(os.CopyFS(to, os.DirFS(a.dir)))
}

// resumeAfterCrash continues a write with the files of a console that died.
func (a *faultyAgent) resumeAfterCrash(w *agentWrite, name string) backend.Outcome {
	a.c.Close()
	a.requireNoError(os.RemoveAll(a.dir))
	a.dir = filepath.Join(filepath.Dir(a.dir), fmt.Sprintf("life-%d", a.lives))
	msg := a.startConsole()
	if len(msg.Outbox.Value)+len(msg.Drafts.Value) != 1 {
		a.t.Fatalf("%s: the console died and left %+v", name, msg)
	}
	if len(msg.Drafts.Value) == 1 {
		if n := a.desk.count(w.mark); n != 0 {
			a.t.Fatalf("%s: it is stored, and the next console finds a draft", name)
		}
		a.c.AdoptDraft(msg.Drafts.Value[0])
		w.item = ""
		return backend.NotSent
	}
	item := msg.Outbox.Value[0]
	w.item = item.ID
	if item.Stage == backend.ItemUnknown {
		return a.lookUp(w, name)
	}
	if n := a.desk.count(w.mark); n != 0 {
		a.t.Fatalf("%s: it is stored, and the next console finds an item that is %s", name, item.Stage)
	}
	return backend.NotSent
}
