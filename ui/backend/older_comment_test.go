package backend_test

import (
	"testing"
	"testing/synctest"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/ui/backend"
)

// TestUpdate_OlderCommentAlikeIsNotTakenForOneThatWasNeverSent: the form was sent before its ticket was read, and the
// console died before anything left.
func TestUpdate_OlderCommentAlikeIsNotTakenForOneThatWasNeverSent(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		a, closed := deskFor(t, dir, &tally{})
		defer closed()
		w := &task{mark: "older", Submission: backend.Submission{Form: backend.Form{Kind: backend.KindUpdate, Record: desk.NewKey("7000"), Values: map[string]string{
			backend.FieldSubStatus: "P", backend.FieldComment: "Called back",
		}}}}
		a.net.among(w.mark, 0, 0)
		if msg := answer[backend.SubmitResultMsg](a, a.c.Submit(w.Submission)); msg.Outcome != backend.Saved {
			t.Fatalf("%+v", msg)
		}
		<-time.After(time.Hour)
		w.mark = "newer"
		a.net.among(w.mark, 0, 0)
		answer[backend.DraftSavedMsg](a, a.c.SaveDraft(w.draft()))
		a.net.set(false, false, cuts[0], func(write bool) bool {
			if write {
				a.keepForLater()
			}
			return !write
		})
		answer[backend.SubmitResultMsg](a, a.c.Submit(w.Submission))
		a.net.set(false, false, cuts[0], nil)
		if end := a.afterDeath(w, "an older comment"); end != backend.NotKnown {
			t.Errorf("the update that never left is said to be %v", end)
		}
	})
}
