package ui_test

import (
	"path/filepath"
	"testing"

	"frontdesk/internal/agent"
	"frontdesk/internal/agent/agenttest"
	"frontdesk/ui/uitest"
)

// TestDraft_BeingSentByADeadHostIsNotSentTwice signs an agent in while the lock of a form is still held by a console
// that was sending it when its host died. Whether the form was saved is not known: it is not sent again without a
// question, and it is in the outbox once the lock has ended.
func TestDraft_BeingSentByADeadHostIsNotSentTwice(t *testing.T) {
	signInAfterADeadHost(t, func(t *testing.T, s *uitest.Driver, left func() error) {
		s.Press("D")
		s.RequireText("Said on the phone that")
		s.Press("enter")
		s.RequireText("this was sent before and not confirmed")
		s.Press("ctrl+s")
		s.RequireText("Send it again? It may already be saved")
		s.Press("esc", "esc")
		if n := len(s.Ticket(blackScreenTicket).Timeline); n != 0 {
			t.Errorf("it was sent, %d times", n)
		}
		if err := left(); err != nil {
			t.Fatal(err)
		}
		s.Press("D")
		s.RequireText("not confirmed", "Said on the phone that", "a form was being sent when the last console ended")
		s.Press("l")
		s.RequireText("checked: not found")
	})
}

// TestOutbox_ListsAFormOnceTheLockOfADeadHostHasEnded is the same for an agent who does not open the draft.
func TestOutbox_ListsAFormOnceTheLockOfADeadHostHasEnded(t *testing.T) {
	signInAfterADeadHost(t, func(t *testing.T, s *uitest.Driver, left func() error) {
		s.Press("D")
		s.RequireText("draft", "Said on the phone that")
		if err := left(); err != nil {
			t.Fatal(err)
		}
		s.Press("esc", "D")
		s.RequireText("not confirmed", "Said on the phone that")
	})
}

// signInAfterADeadHost types a comment, leaves it as a host leaves it that died while it was sending, and starts a
// console on it.
func signInAfterADeadHost(t *testing.T, check func(t *testing.T, s *uitest.Driver, left func() error)) {
	t.Helper()
	o := uitest.Options{Desk: newDeskOfThree(), Dir: filepath.Join(t.TempDir(), "drafts")}
	uitest.Run(t, o, func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "Said on the phone that")
		s.Press("esc")
	})
	left := beginSend(t, o.Dir)
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) { check(t, s, left) })
}

// beginSend begins to send the only draft in a directory, as another console does.
func beginSend(t *testing.T, dir string) (left func() error) {
	t.Helper()
	kept := agenttest.Open(t, agent.ThisHost{}, dir, "acme")
	sent, err := kept.Begin(agenttest.Take(t, kept), nil, true, uitest.Now)
	if err != nil {
		t.Fatal(err)
	}
	return func() error { return kept.Leave(sent) }
}
