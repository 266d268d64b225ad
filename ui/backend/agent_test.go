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

// agent works at a desk, with a console that may die at any moment.
type agent struct {
	t      *testing.T
	desk   *deskCount
	net    *network
	dir    string // of the console's files
	lives  int
	c      *backend.Backend
	total  *tally
	marked bool // every write bears a mark of its own; otherwise all are alike, others send the same, and looking may fail
}

func (a *agent) must(err error) {
	a.t.Helper()
	if err != nil {
		a.t.Fatal(err)
	}
}

// sitDown starts a console on what the last one has left.
func (a *agent) sitDown() backend.RecoveredMsg {
	a.c = commands(a.t, a.dir, a.net)
	msg := answer[backend.RecoveredMsg](a, a.c.Recover)
	a.must(msg.Err)
	a.must(msg.Outbox.Err)
	a.must(msg.Drafts.Err)
	return msg
}

// answer performs a command and waits until nothing of it is under way.
func answer[Msg tea.Msg](a *agent, cmd tea.Cmd) Msg {
	a.t.Helper()
	msg, ok := cmd().(Msg)
	if !ok {
		a.t.Fatal("another message")
	}
	synctest.Wait()
	return msg
}

// task is a write that an agent wants to bring to an end.
type task struct {
	backend.Submission
	mark  string
	item  string // its name in the outbox; empty while it is a form
	asked int    // sendings
	same  int    // sendings of the same by others
}

// adds says that the write makes a record, not a change.
func (w *task) adds() bool {
	kind, _ := backend.LookupKind(w.Kind)
	return kind.Creates
}

// isStored says whether it is true of a write that it is stored: of an add its own sending counts alone, of a change
// that the record shows it, whoever did it.
func (a *agent) isStored(w *task) bool {
	return a.desk.count(w.mark) == 1 || !w.adds() && w.same > 0
}

// work brings one write to an end, whatever happens to the network and to the console.
func (a *agent) work(i int) {
	w := &task{Submission: fill(i, a.marked), mark: fmt.Sprintf("mark-%d", i)}
	a.net.set(false, false, cuts[0], nil)
	a.net.among(w.mark, 0, 0)
	a.net.sentByOthers()
	a.open(w)
	answer[backend.DraftSavedMsg](a, a.c.SaveDraft(w.draft()))
	for end := backend.NotKnown; end != backend.Saved; w.asked++ {
		if w.asked > 20 || a.t.Failed() {
			a.t.Fatalf("%s: sent %d times without end", w.mark, w.asked)
		}
		end = a.send(w)
	}
	msg := answer[backend.RecoveredMsg](a, a.c.Recover)
	if len(msg.Drafts.Drafts)+len(msg.Outbox.Items) > 0 || msg.Err != nil {
		a.t.Fatalf("%s: it is stored, and left are %+v", w.mark, msg)
	}
}

// open reads the record of a change, as opening its form does.
func (a *agent) open(w *task) {
	id, _ := strconv.ParseInt(w.Record.Raw(), 10, 64)
	switch w.Kind {
	case backend.KindUpdate:
		msg := answer[backend.TicketLoadedMsg](a, a.c.LoadTicket(w.Record, true))
		a.must(msg.Err)
		w.Original = a.c.TicketValues(msg.Detail)
	case backend.KindUpdateCustomer:
		now, _, err := a.c.Cache.Customer(a.t.Context(), id, true)
		a.must(err)
		w.Original = backend.CustomerValues(now)
		w.Values[backend.FieldCustomerName] = w.Original[backend.FieldCustomerName]
	case backend.KindUpdateOrder:
		page, _, err := a.c.Cache.Orders(a.t.Context(), id, true)
		a.must(err)
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

func (w *task) draft() backend.Draft {
	return backend.Draft{Key: backend.DraftKey{Kind: w.Kind, Record: w.Record.Raw()}, Original: w.Original, Values: w.Values}
}

// send sends a write through a network that may be cut, perhaps with a console that dies, and finds out what became
// of it.
func (a *agent) send(w *task) backend.Outcome {
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
		a.net.among(w.mark, rand.IntN(3)/2, rand.IntN(3))
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
			a.keepForLater()
			died = true
			return write // its last request may yet arrive
		}
		kill--
		return true
	})
	msg := a.perform(w)
	a.net.set(false, false, cuts[0], nil)
	a.net.among(w.mark, 0, 0)
	w.same += a.net.sentByOthers()
	name := fmt.Sprintf("%s, %s, cut %q, sent for the %d. time", w.mark, w.Kind, stage.name, w.asked+1)
	if died {
		a.total.add("the console died")
		return a.afterDeath(w, name)
	}
	a.total.add(msg.Outcome.String())
	return a.judge(w, name, msg, before)
}

// perform sends a form or an item.
func (a *agent) perform(w *task) backend.SubmitResultMsg {
	if w.item == "" {
		return answer[backend.SubmitResultMsg](a, a.c.Submit(w.Submission))
	}
	msg := answer[backend.OutboxItemDoneMsg](a, a.c.SendOutboxItem(w.item, true))
	a.must(msg.Err)
	return msg.Written
}

// judge checks what the console says of a sending against what the desk has done.
func (a *agent) judge(w *task, name string, msg backend.SubmitResultMsg, before int) backend.Outcome {
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
		a.putAside(w, true, msg)
		return a.lookUp(w, name)
	}
	if stored != before || stored != 0 && a.marked {
		a.t.Fatalf("%s: said to be %v (%v), and is stored", name, msg.Outcome, msg.Err)
	}
	w.Overwrite = w.Overwrite || msg.Outcome == backend.Conflict
	if rand.IntN(2) == 0 {
		a.putAside(w, false, msg)
	}
	return msg.Outcome
}

// putAside puts a form into the outbox.
func (a *agent) putAside(w *task, lost bool, why backend.SubmitResultMsg) {
	if w.item != "" {
		return
	}
	msg := answer[backend.MovedToOutboxMsg](a, a.c.MoveToOutbox(w.draft(), lost, backend.ErrorText(why.Err)))
	a.must(msg.Err)
	a.must(msg.Outbox.Err)
	w.item = msg.Outbox.Items[0].ID
}

// lookUp finds out what became of an item of which that is not known.
func (a *agent) lookUp(w *task, name string) backend.Outcome {
	msg := answer[backend.OutboxItemDoneMsg](a, a.c.VerifyOutboxItem(w.item))
	a.must(msg.Err)
	stored, found := a.desk.count(w.mark), msg.Written.Outcome == backend.Saved
	if found && !a.isStored(w) || a.marked && found != (stored == 1) || stored > 1 {
		a.t.Fatalf("%s: looked up: %v (%s, %v), and is %d times stored", name, msg.Written.Outcome, msg.Written.Evidence, msg.Written.Err, stored)
	}
	a.total.add("looked up: " + msg.Written.Outcome.String())
	if !found && stored == 1 {
		a.total.add("known to the agent alone")
		msg := answer[backend.OutboxLoadedMsg](a, a.c.DeleteOutboxItem(w.item))
		a.must(msg.Err)
		return backend.Saved
	}
	return msg.Written.Outcome
}

// keepForLater copies the console's files as they stand at this moment: what a kill would leave.
func (a *agent) keepForLater() {
	a.lives++
	to := filepath.Join(filepath.Dir(a.dir), fmt.Sprintf("life-%d", a.lives))
	a.must(os.CopyFS(to, os.DirFS(a.dir)))
}

// afterDeath goes on with what a console that died has left.
func (a *agent) afterDeath(w *task, name string) backend.Outcome {
	a.c.Close()
	a.must(os.RemoveAll(a.dir))
	a.dir = filepath.Join(filepath.Dir(a.dir), fmt.Sprintf("life-%d", a.lives))
	msg := a.sitDown()
	if len(msg.Outbox.Items)+len(msg.Drafts.Drafts) != 1 {
		a.t.Fatalf("%s: the console died and left %+v", name, msg)
	}
	if len(msg.Drafts.Drafts) == 1 {
		if n := a.desk.count(w.mark); n != 0 {
			a.t.Fatalf("%s: it is stored, and the next console finds a draft", name)
		}
		a.c.AdoptDraft(msg.Drafts.Drafts[0])
		w.item = ""
		return backend.NotSent
	}
	item := msg.Outbox.Items[0]
	w.item = item.ID
	if item.State == backend.ItemUnknown {
		return a.lookUp(w, name)
	}
	if n := a.desk.count(w.mark); n != 0 {
		a.t.Fatalf("%s: it is stored, and the next console finds an item that is %s", name, item.State)
	}
	return backend.NotSent
}
