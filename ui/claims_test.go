package ui_test

import (
	"log/slog"
	"testing"
	"time"

	"frontdesk/internal/cluster/memcluster"
	"frontdesk/internal/lease"
	"frontdesk/internal/presence"
	"frontdesk/ui/uitest"
)

// onHost is a console on a host that Asha shares with other agents. Its view lists First to Sixth, newest first.
func onHost() uitest.Options {
	return uitest.Options{Desk: newDeskOfSeven(), Host: presence.New(presence.Options{})}
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

// TestTakeNext_LeavesOutWhatWasWorkedOn: a comment leaves the first ticket open, and where it was.
func TestTakeNext_LeavesOutWhatWasWorkedOn(t *testing.T) {
	t.Parallel()
	uitest.Run(t, onHost(), func(t *testing.T, s *uitest.Driver) {
		s.Press("c")
		s.Type("Called back")
		s.Press("ctrl+s")
		s.Advance(time.Minute)
		s.Press("T")
		requireTicketPane(t, s, "Second")
	})
}

func TestSave_GoesOnToATicketThatNobodyElseHasTaken(t *testing.T) {
	t.Parallel()
	options := onHost()
	options.AfterSave = "next"
	uitest.Run(t, options, func(t *testing.T, s *uitest.Driver) {
		s.TakeNext("Ben", "713516550002")
		s.Press("c")
		s.Type("Called back")
		s.Press("ctrl+s")
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

// onHostOfCluster returns the options of a console on a host of a cluster, and the network of that host.
func onHostOfCluster(t *testing.T) (options uitest.Options, network *memcluster.Host) {
	t.Helper()
	network = memcluster.New().Connect()
	options = onHost()
	options.NewHost = func(now func() time.Time) (host *presence.Group, end func()) {
		log := slog.New(slog.DiscardHandler)
		session := lease.Open(network, log)
		host = presence.New(presence.Options{Lease: session, Account: "acme", Now: now, Log: log})
		return host, func() {
			host.Close()
			if err := session.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	return options, network
}

func TestTakeNext_SaysThatTheClusterIsAway(t *testing.T) {
	options, network := onHostOfCluster(t)
	network.Cut()
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		s.Press("T")
		s.RequireText("cannot take the ticket: the other hosts are out of reach")
		s.RequireNoText("◆")
	})
}

// TestTakeNext_SaysThatAClaimIsLost has an administrator delete the claim on the servers.
func TestTakeNext_SaysThatAClaimIsLost(t *testing.T) {
	options, network := onHostOfCluster(t)
	uitest.Run(t, options, func(t *testing.T, s *uitest.Driver) {
		s.Press("T")
		s.RequireText("◆")
		kept, err := network.Holds(t.Context())
		if err == nil {
			err = kept.Delete(t.Context(), "claim.acme.update-ticket.713516550001")
		}
		if err != nil {
			t.Fatal(err)
		}
		s.WaitIdle()
		s.RequireText("no longer taken by you, another agent may take it: 713516550001")
	})
}

func TestPresence_FormNamesWhoEditsItsTicketToo(t *testing.T) {
	t.Parallel()
	for _, width := range []int{80, 120} {
		o := uitest.Options{Desk: newDeskOfThree(), Host: presence.New(presence.Options{}), Width: width, Height: 30}
		uitest.Run(t, o, func(_ *testing.T, s *uitest.Driver) {
			s.Press("c")
			s.RequireNoText("◇")
			s.OtherAgentEdits("Ben", blackScreenTicket)
			s.Advance(time.Second)
			requireOrder(t, s, "Update "+blackScreenTicket, "◇ Ben is editing "+blackScreenTicket, "Sub-status")
			s.Press("esc")
			requireOrder(t, s, "Screen stays black", "◇ Ben is editing "+blackScreenTicket)
		})
	}
}
