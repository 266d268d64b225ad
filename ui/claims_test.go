package ui_test

import (
	"context"
	"errors"
	"iter"
	"testing"
	"time"

	"frontdesk/internal/presence"
	"frontdesk/internal/safetext"
	"frontdesk/ui/uitest"
)

// onHost is a console on a host that Asha shares with other agents. Its view lists First to Sixth, newest first.
func onHost() uitest.Options {
	return uitest.Options{Desk: newDeskOfSeven(), Host: presence.New()}
}

func TestTakeNext_OpensTheFirstOpenTicketThatNobodyHas(t *testing.T) {
	t.Parallel()
	uitest.Run(t, onHost(), func(t *testing.T, s *uitest.Driver) {
		s.TakeNext("Ben", "713516550001")
		s.RequireText("◇ …550001")
		s.Press("T")
		requireTicketPane(t, s, "Second")
		s.RequireText("◆ …550002", "taken until 14:12, seen on this host; assignee stays")
		s.Press("T")
		requireTicketPane(t, s, "Third")
		s.Press("esc")
		requireSelectedRow(t, s, "Third")
	})
}

func TestTakeNext_SaysWhoHasTheTicketOnTheScreen(t *testing.T) {
	t.Parallel()
	uitest.Run(t, onHost(), func(_ *testing.T, s *uitest.Driver) {
		leave := s.TakeNext("Ben", "713516550001")
		s.RequireText("Ben has taken 713516550001 until 14:12")
		leave()
		s.RequireNoText("Ben has taken", "◇")
		s.TakeNext("Carol", "713516550001")
		s.RequireText("Carol has taken 713516550001")
		s.Advance(presence.ClaimTime)
		s.Press("j", "k")
		s.RequireNoText("Carol has taken", "◇")
	})
}

func TestTakeNext_AClaimLastsWhileItsAgentWorks(t *testing.T) {
	t.Parallel()
	uitest.Run(t, onHost(), func(_ *testing.T, s *uitest.Driver) {
		s.Press("T")
		for range 4 {
			s.Advance(presence.ClaimTime / 2)
			s.Press("ctrl+d")
		}
		s.RequireText("◆ …550001")
		s.Advance(presence.ClaimTime + time.Second) // nobody is at the keyboard
		s.RequireNoText("◆")
	})
}

func TestTakeNext_SaysWhenNothingIsLeft(t *testing.T) {
	t.Parallel()
	uitest.Run(t, onHost(), func(_ *testing.T, s *uitest.Driver) {
		for _, id := range []string{"1", "2", "3", "4", "5", "6"} {
			s.TakeNext("Ben "+id, "71351655000"+id)
		}
		s.Press("T")
		s.RequireText("every open ticket of this list is taken or being edited")
		s.RequireNoText("◆")
	})
}

func TestTakeNext_WithoutAHostSaysWhy(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfSeven()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("T")
		s.RequireText("you can take tickets only on a host that agents share")
	})
}

// failingHost is a host whose cluster is away.
type failingHost struct {
	presence.Group
	took chan presence.Resource // holds the claims that are lost next
	wake func()                 // wakes the consoles
}

type failingMember struct {
	presence.Member
	host failingHost
}

func (h failingHost) Join(who safetext.Line) presence.Member {
	return failingMember{h.Group.Join(who), h}
}

func (m failingMember) Take(
	context.Context, iter.Seq[presence.Resource], time.Time,
) (presence.Resource, bool, error) {
	return presence.Resource{}, false, errors.New("cannot take the ticket: the other hosts are out of reach")
}

func (m failingMember) LostClaims() []presence.Resource {
	select {
	case r := <-m.host.took:
		return []presence.Resource{r}
	default:
		return nil
	}
}

func TestTakeNext_SaysThatTheClusterIsAway(t *testing.T) {
	options := onHost()
	options.Host = failingHost{Group: options.Host}
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		s.Press("T")
		s.RequireText("cannot take the ticket: the other hosts are out of reach")
		s.RequireNoText("◆")
	})
}

func TestTakeNext_SaysThatAClaimIsLost(t *testing.T) {
	options := onHost()
	tracker := presence.New()
	host := failingHost{tracker, make(chan presence.Resource, 1), func() { tracker.SetClaims(nil) }}
	options.Host = host
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		host.took <- presence.Resource{Kind: "update-ticket", Record: "713516550001"}
		host.wake()
		s.WaitIdle()
		s.RequireText("no longer taken by you, another agent may take it: 713516550001")
	})
}
