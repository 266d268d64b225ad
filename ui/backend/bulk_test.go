package backend_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/ui/backend"
)

const (
	done     = backend.BulkDone
	refused  = backend.BulkRefused
	conflict = backend.BulkConflict
	unknown  = backend.BulkUnknown
	toBeSent = backend.BulkResult("")
)

// TestBulk_EachTicketHasItsResult sends a list with every kind of result, retries what failed and discards it.
func TestBulk_EachTicketHasItsResult(t *testing.T) {
	runWithBulkDesk(t, func(t *testing.T, d *bulkDesk) {
		updates := closings(t, d.c, 6, 1)
		gone := updates[4]
		gone.Ticket = desk.NewID("9999")
		updates = slices.Insert(updates, 4, gone)
		<-time.After(time.Hour)
		d.updateAs("Ben Ortiz", "7003", "P")
		run := finish(t, d.c, d.c.Bulk.Start("Close 7 tickets", updates, backend.BulkOptions{}))
		if want := []backend.BulkResult{done, refused, done, conflict, refused, done, done}; !slices.Equal(results(run), want) || run.State != backend.BulkFinished {
			t.Errorf("state %v, results %q, want %q", run.State, results(run), want)
		}
		for row, want := range map[int]string{1: "queue", 3: "changed by Ben Ortiz at 01:00: Sub-status, Timeline", 4: "does not have this record", 0: ""} {
			if got := run.Rows[row].Detail; !strings.Contains(got, want) || want == "" && got != "" {
				t.Errorf("row %d says %q, want %q", row, got, want)
			}
		}
		if sent := d.takeSent(); !slices.Equal(sent, []string{"7000", "7001", "7002", "7004", "7005"}) {
			t.Errorf("sent were %v", sent)
		}

		again := finish(t, d.c, d.c.Bulk.Retry(run.ID, false))
		if sent := d.takeSent(); !slices.Equal(sent, []string{"7001"}) || again.Rows[3].Result != conflict {
			t.Errorf("sent again were %v, results %q", sent, results(again))
		}
		again = finish(t, d.c, d.c.Bulk.Retry(run.ID, true))
		if sent := d.takeSent(); !slices.Equal(sent, []string{"7001", "7003"}) || again.Rows[3].Result != done {
			t.Errorf("sent again were %v, results %q", sent, results(again))
		}
		for i, ticket := range []string{"7000", "7001", "7002", "7003"} {
			if n, want := d.comments(ticket), []int{1, 0, 1, 1}[i]; n != want {
				t.Errorf("ticket %s has %d comments, want %d", ticket, n, want)
			}
		}
		if msg, ok := d.c.Bulk.Discard(run.ID)().(backend.WrittenMsg); !ok || msg.Err != nil {
			t.Errorf("%+v", msg)
		}
		if left, _ := d.c.Bulk.Load().(backend.BulkRuns); left.Err != nil || len(left.Value) > 0 {
			t.Errorf("dismissed, and there are %+v", left)
		}
	})
}

// TestBulk_PauseAwaitsTheUpdateThatIsBeingSent pauses while an update is on its way, resumes, and lets the console end
// while another is.
func TestBulk_PauseAwaitsTheUpdateThatIsBeingSent(t *testing.T) {
	runWithBulkDesk(t, func(t *testing.T, d *bulkDesk) {
		slow := map[string]chan struct{}{"7001": make(chan struct{}), "7003": make(chan struct{})}
		d.interceptUpdates(func(ticket string, r *http.Request, through roundTrip) (*http.Response, error) {
			if slow[ticket] != nil {
				select {
				case <-slow[ticket]:
				case <-r.Context().Done():
					t.Errorf("the update of %s was cut", ticket)
					return nil, r.Context().Err()
				}
			}
			return through(r)
		})
		began, ok := d.c.Bulk.Start("Close", closings(t, d.c, 5), backend.BulkOptions{})().(backend.BulkMsg)
		if !ok || began.Err != nil || began.Run.State != backend.BulkRunning {
			t.Fatalf("%+v", began)
		}
		<-time.After(time.Second)
		paused, _ := d.c.Bulk.Pause(began.Run.ID)().(backend.BulkMsg)
		if paused.Run.State != backend.BulkStopping || paused.Run.Sending.Raw() != "7001" {
			t.Errorf("state %v while %s is sent", paused.Run.State, paused.Run.Sending.Raw())
		}
		<-time.After(time.Second)
		close(slow["7001"])
		stopped := finish(t, d.c, d.c.Bulk.Watch(paused.Run))
		if want := []backend.BulkResult{done, done, toBeSent, toBeSent, toBeSent}; stopped.State != backend.BulkStopped || stopped.Reason != "" || !slices.Equal(results(stopped), want) {
			t.Errorf("state %v (%s), results %q", stopped.State, stopped.Reason, results(stopped))
		}
		<-time.After(time.Minute)
		if sent := d.takeSent(); len(sent) != 2 {
			t.Errorf("a paused run sent %v", sent)
		}

		go d.c.Bulk.Resume(stopped.ID)()
		<-time.After(time.Second)
		time.AfterFunc(time.Second, func() { close(slow["7003"]) })
		d.endConsole()
		d.startConsole()
		left, _ := d.c.Bulk.Load().(backend.BulkRuns)
		if left.Err != nil || len(left.Value) != 1 || left.Value[0].State != backend.BulkStopped || left.Value[0].Count(done) != 4 {
			t.Fatalf("%+v", left)
		}
		last := finish(t, d.c, d.c.Bulk.Resume(left.Value[0].ID))
		if sent := d.takeSent(); !slices.Equal(sent, []string{"7002", "7003", "7004"}) || last.State != backend.BulkFinished || last.Count(done) != 5 {
			t.Errorf("sent were %v, results %q", sent, results(last))
		}
		if n := d.comments("7003"); n != 1 {
			t.Errorf("the ticket has %d comments", n)
		}
	})
}

// TestBulk_CancelLeavesTheOthersUnsent stops after the first update, cancels, and starts another run.
func TestBulk_CancelLeavesTheOthersUnsent(t *testing.T) {
	runWithBulkDesk(t, func(t *testing.T, d *bulkDesk) {
		first := finish(t, d.c, d.c.Bulk.Start("Close", closings(t, d.c, 3), backend.BulkOptions{OnlyFirst: true}))
		if first.State != backend.BulkStopped || first.Count(done) != 1 || first.Count(backend.BulkUnsent) != 2 {
			t.Errorf("state %v, results %q", first.State, results(first))
		}
		canceled := finish(t, d.c, d.c.Bulk.Cancel(first.ID))
		if canceled.State != backend.BulkCanceled || canceled.Count(backend.BulkUnsent) != 2 {
			t.Errorf("state %v, results %q", canceled.State, results(canceled))
		}
		loaded, _ := d.c.Bulk.Load().(backend.BulkRuns)
		if len(loaded.Value) != 1 || loaded.Value[0].State != backend.BulkCanceled {
			t.Errorf("%+v", loaded)
		}
		if sent := d.takeSent(); !slices.Equal(sent, []string{"7000"}) {
			t.Errorf("sent were %v", sent)
		}
		msg, _ := d.c.Bulk.Start("Close", closings(t, d.c, 3)[1:], backend.BulkOptions{})().(backend.BulkMsg)
		if other, _ := d.c.Bulk.Start("Close", closings(t, d.c, 3)[1:], backend.BulkOptions{})().(backend.BulkMsg); other.Err == nil {
			t.Error("two runs are active at the same time")
		}
		if run := finish(t, d.c, d.c.Bulk.Watch(msg.Run)); run.Count(done) != 2 {
			t.Errorf("results %q", results(run))
		}
	})
}

// TestBulk_LostAnswerIsLookedForBeforeItsUpdateIsSentAgain loses answers of updates that were carried out and of one
// that was not.
func TestBulk_LostAnswerIsLookedForBeforeItsUpdateIsSentAgain(t *testing.T) {
	runWithBulkDesk(t, func(t *testing.T, d *bulkDesk) {
		d.interceptUpdates(func(ticket string, r *http.Request, through roundTrip) (*http.Response, error) {
			switch ticket {
			case "7000": // carried out
				return cuts[4].answer(r, through)
			case "7001": // not carried out
				return cuts[2].answer(r, through)
			}
			return through(r)
		})
		run := finish(t, d.c, d.c.Bulk.Start("Close", closings(t, d.c, 3), backend.BulkOptions{}))
		if want := []backend.BulkResult{done, unknown, toBeSent}; !slices.Equal(results(run), want) || run.State != backend.BulkStopped || run.Reason != "the connection broke off" {
			t.Errorf("state %v (%s), results %q", run.State, run.Reason, results(run))
		}
		if said := run.Rows[0].Detail + run.Rows[1].Detail; !strings.Contains(said, "answer was lost, but the ticket shows the change, with its comment") || !strings.Contains(said, "does not show the change so far") {
			t.Errorf("it says %q", said)
		}
		resumed := finish(t, d.c, d.c.Bulk.Resume(run.ID))
		if want := []backend.BulkResult{done, unknown, done}; !slices.Equal(results(resumed), want) {
			t.Errorf("results %q: what may have been carried out was sent again", results(resumed))
		}
		d.interceptUpdates(nil)
		last := finish(t, d.c, d.c.Bulk.Retry(run.ID, false))
		if last.Count(done) != 3 {
			t.Errorf("results %q", results(last))
		}
		for _, ticket := range []string{"7000", "7001", "7002"} {
			if n := d.comments(ticket); n != 1 {
				t.Errorf("ticket %s has %d comments", ticket, n)
			}
		}
	})
}

// TestBulk_UpdateThatArrivesLateIsNotSentAgain carries an update out only after it was looked for.
func TestBulk_UpdateThatArrivesLateIsNotSentAgain(t *testing.T) {
	runWithBulkDesk(t, func(t *testing.T, d *bulkDesk) {
		late := make(chan struct{})
		arrived := make(chan error, 1)
		d.interceptUpdates(func(_ string, r *http.Request, through roundTrip) (*http.Response, error) {
			markSent(r)
			later := r.Clone(t.Context())
			go func() {
				<-late
				arrived <- carryOut(later, through)
			}()
			return nil, errCut
		})
		run := finish(t, d.c, d.c.Bulk.Start("Close", closings(t, d.c, 1), backend.BulkOptions{}))
		if !slices.Equal(results(run), []backend.BulkResult{unknown}) {
			t.Fatalf("results %q", results(run))
		}
		close(late)
		if err := <-arrived; err != nil {
			t.Fatal(err)
		}
		d.takeSent()
		again := finish(t, d.c, d.c.Bulk.Retry(run.ID, true))
		if sent := d.takeSent(); len(sent) != 0 || !slices.Equal(results(again), []backend.BulkResult{done}) || d.comments("7000") != 1 {
			t.Errorf("sent again were %v, results %q, %d comments", sent, results(again), d.comments("7000"))
		}
	})
}

// TestBulk_WaitsAsLongAsTheServiceAsks slows a run down, and then stops it with a time that nobody waits for.
func TestBulk_WaitsAsLongAsTheServiceAsks(t *testing.T) {
	runWithBulkDesk(t, func(t *testing.T, d *bulkDesk) {
		began, times := time.Now(), []time.Duration{}
		wait := map[int]string{0: "", 1: "70", 3: "600"}
		d.interceptUpdates(func(_ string, r *http.Request, through roundTrip) (*http.Response, error) {
			n := len(times)
			times = append(times, time.Since(began).Round(time.Second))
			seconds, slow := wait[n]
			if !slow {
				return through(r)
			}
			markSent(r)
			answer := newResponse(http.StatusTooManyRequests, `{"status":"failed","message":"slow down"}`, nil)
			answer.Header.Set("Retry-After", seconds)
			return answer, nil
		})
		run := finish(t, d.c, d.c.Bulk.Start("Close", closings(t, d.c, 2), backend.BulkOptions{}))
		if want := []time.Duration{0, time.Second, 71 * time.Second, 71 * time.Second}; !slices.Equal(times, want) {
			t.Errorf("updates were sent after %v, want %v", times, want)
		}
		if run.State != backend.BulkStopped || !strings.Contains(run.Reason, "slow down") || !slices.Equal(results(run), []backend.BulkResult{done, backend.BulkUnsent}) {
			t.Errorf("state %v (%s), results %q", run.State, run.Reason, results(run))
		}
	})
}

// TestBulk_ProgressIsToldTogether counts the messages of a run.
func TestBulk_ProgressIsToldTogether(t *testing.T) {
	runWithBulkDesk(t, func(t *testing.T, d *bulkDesk) {
		began := time.Now()
		msg, n := follow(t, d.c, d.c.Bulk.Start("Close", closings(t, d.c, 40), backend.BulkOptions{}))
		if most := int(time.Since(began)/(100*time.Millisecond)) + 3; msg.Run.Count(done) != 40 || n > most {
			t.Errorf("%d messages in %v, want at most %d; results %q", n, time.Since(began), most, results(msg.Run))
		}
		synctest.Wait()
	})
}
