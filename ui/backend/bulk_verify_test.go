package backend_test

import (
	"errors"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"frontdesk/ui/backend"
)

// crashAtUpdate lets the console's files stay as they are at the next update, as if the console had been killed there,
// and starts another one on them. The update is carried out or not.
func (d *bulkDesk) crashAtUpdate(updates []backend.BulkUpdate, carriedOut bool) {
	d.t.Helper()
	copied := d.dir + ".crashed" // not the name of an agent
	if err := os.RemoveAll(copied); err != nil {
		d.t.Fatal(err)
	}
	d.interceptUpdates(func(_ string, r *http.Request, through roundTrip) (*http.Response, error) {
		if err := os.CopyFS(copied, os.DirFS(d.dir)); err != nil {
			d.t.Error(err)
		}
		if carriedOut {
			return cuts[4].answer(r, through)
		}
		return cuts[2].answer(r, through)
	})
	finish(d.t, d.c, d.c.Bulk.Start("Close", updates, backend.BulkOptions{}))
	d.endConsole()
	d.interceptUpdates(nil)
	d.takeSent()
	d.dir = copied
	d.startConsole()
}

// resumeLeft resumes the only run that is left of an earlier console.
func (d *bulkDesk) resumeLeft() backend.BulkRun {
	d.t.Helper()
	left, _ := d.c.Bulk.Load().(backend.BulkRuns)
	if left.Err != nil || len(left.Value) != 1 || left.Value[0].State != backend.BulkStopped {
		d.t.Fatalf("%+v", left)
	}
	return finish(d.t, d.c, d.c.Bulk.Resume(left.Value[0].ID))
}

// TestBulk_InterruptedUpdateIsLookedForFirst kills a console at an update that was carried out, or was not.
func TestBulk_InterruptedUpdateIsLookedForFirst(t *testing.T) {
	for name, carriedOut := range map[string]bool{"carried out": true, "not carried out": false} {
		t.Run(name, func(t *testing.T) {
			runWithBulkDesk(t, func(t *testing.T, d *bulkDesk) {
				d.crashAtUpdate(closings(t, d.c, 1), carriedOut)
				run := d.resumeLeft()
				want := map[bool]backend.BulkResult{true: done, false: unknown}[carriedOut]
				if sent := d.takeSent(); len(sent) > 0 || run.Rows[0].Result != want {
					t.Errorf("sent were %v, the result is %s: %s", sent, run.Rows[0].Result, run.Rows[0].Detail)
				}
				if !carriedOut && !strings.Contains(run.Rows[0].Detail, "The console ended while it was being sent") {
					t.Errorf("it says %q", run.Rows[0].Detail)
				}
			})
		})
	}
}

// TestBulk_OlderCommentAlikeIsNotTakenForTheInterruptedUpdate closes a ticket twice with the same comment; the second
// update never arrives.
func TestBulk_OlderCommentAlikeIsNotTakenForTheInterruptedUpdate(t *testing.T) {
	runWithBulkDesk(t, func(t *testing.T, d *bulkDesk) {
		first := finish(t, d.c, d.c.Bulk.Start("Close", closings(t, d.c, 1), backend.BulkOptions{}))
		if msg, ok := d.c.Bulk.Discard(first.ID)().(backend.WrittenMsg); !ok || msg.Err != nil {
			t.Fatalf("%+v", msg)
		}
		d.crashAtUpdate(closings(t, d.c, 1), false)
		if run := d.resumeLeft(); run.Rows[0].Result != unknown {
			t.Errorf("an update that never arrived is %s: %s", run.Rows[0].Result, run.Rows[0].Detail)
		}
	})
}

// TestBulk_WhatCannotBeLookedForIsNotSentAgain retries at a service that cannot be read, and then at one that can.
func TestBulk_WhatCannotBeLookedForIsNotSentAgain(t *testing.T) {
	runWithBulkDesk(t, func(t *testing.T, d *bulkDesk) {
		d.interceptUpdates(func(_ string, r *http.Request, through roundTrip) (*http.Response, error) {
			return cuts[2].answer(r, through)
		})
		run := finish(t, d.c, d.c.Bulk.Start("Close", closings(t, d.c, 1), backend.BulkOptions{}))
		d.interceptUpdates(nil)
		d.takeSent()
		direct := d.direct
		d.direct = roundTripFunc(func(r *http.Request) (*http.Response, error) {
			if !isWrite(r) {
				return newResponse(http.StatusInternalServerError, `{"status":"failed","message":"fault"}`, nil), nil
			}
			return direct.RoundTrip(r)
		})
		blind := finish(t, d.c, d.c.Bulk.Retry(run.ID, false))
		if sent := d.takeSent(); len(sent) > 0 || !slices.Equal(results(blind), []backend.BulkResult{unknown}) {
			t.Errorf("sent were %v, results %q", sent, results(blind))
		}
		d.direct = direct
		if again := finish(t, d.c, d.c.Bulk.Retry(run.ID, false)); again.Count(done) != 1 || d.comments("7000") != 1 {
			t.Errorf("results %q, %d comments", results(again), d.comments("7000"))
		}
	})
}

// TestBulk_WhatMayHaveBeenSentIsLookedForFirst: the file was damaged, or hosts did not know of each other, after the
// first update.
func TestBulk_WhatMayHaveBeenSentIsLookedForFirst(t *testing.T) {
	runWithBulkDesk(t, func(t *testing.T, d *bulkDesk) {
		run := finish(t, d.c, d.c.Bulk.Start("Close", closings(t, d.c, 3), backend.BulkOptions{OnlyFirst: true}))
		kept, err := d.c.State.OpenRun(run.ID)
		if err != nil {
			t.Fatal(err)
		}
		kept.MaybeSent = true
		if err := errors.Join(d.c.State.SaveRun(kept), d.c.State.CloseRun(kept)); err != nil {
			t.Fatal(err)
		}
		d.endConsole()
		d.startConsole()
		d.takeSent()
		resumed := finish(t, d.c, d.c.Bulk.Resume(run.ID))
		if sent := d.takeSent(); len(sent) > 0 || !slices.Equal(results(resumed), []backend.BulkResult{done, unknown, unknown}) {
			t.Errorf("sent were %v, results %q", sent, results(resumed))
		}
		last := finish(t, d.c, d.c.Bulk.Retry(run.ID, false))
		if sent := d.takeSent(); !slices.Equal(sent, []string{"7001", "7002"}) || last.Count(done) != 3 {
			t.Errorf("sent were %v, results %q", sent, results(last))
		}
	})
}
