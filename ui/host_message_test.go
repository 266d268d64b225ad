package ui_test

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"frontdesk/internal/agent"
	"frontdesk/internal/agent/agenttest"
	"frontdesk/ui"
	"frontdesk/ui/backend"
	"frontdesk/ui/uitest"
)

func TestHostMessage_StaysUntilReplacedOrWithdrawn(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		host := func(text string) {
			s.Receive(ui.ServerNoticeMsg{Text: text})
		}
		host("this session ends in 2 min unless you press a key")
		s.Press("j", "k")
		s.RequireText("this session ends in 2 min")
		host("")
		s.RequireNoText("this session ends")

		host("this session ends in 2 min unless you press a key")
		s.Press("y") // says what was copied
		s.RequireNoText("this session ends")
		before := s.Text()
		host("")
		host("")
		if s.Text() != before {
			t.Errorf("what was said since then is gone:\n%s", s.Text())
		}
	})
}

func TestClusterAway_TheConsoleSaysSoUntilItIsBack(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		cluster := func(away bool) {
			since := time.Date(2026, 11, 20, 14, 2, 0, 0, uitest.Zone)
			s.Receive(backend.ClusterChangedMsg{ClusterState: backend.ClusterState{Away: away, Since: since}})
		}
		s.RequireNoText("Cluster")
		cluster(true)
		s.RequireText("Not shared since 14:02: drafts are kept on this host")
		s.Press("j", "y") // says what was copied
		s.RequireText("Not shared since 14:02")
		s.RequireNoText("drafts are kept on this host")
		cluster(false)
		s.RequireText("Shared again")
		s.RequireNoText("Not shared since")
	})
}

// TestClusterAway_ItComesBackWithoutItsData: that drafts are shared again is not all that there is to say.
func TestClusterAway_ItComesBackWithoutItsData(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		at := time.Date(2026, 11, 20, 14, 2, 0, 0, uitest.Zone)
		s.Receive(backend.ClusterChangedMsg{ClusterState: backend.ClusterState{Since: at}})
		s.Receive(backend.ClusterChangedMsg{ClusterState: backend.ClusterState{Away: true, Since: at.Add(1)}})
		s.Receive(backend.ClusterChangedMsg{ClusterState: backend.ClusterState{Since: at.Add(2)}})
		s.RequireText("Shared again")
		s.Receive(backend.ClusterChangedMsg{ClusterState: backend.ClusterState{Since: at.Add(2), Refill: at.Add(3)}})
		s.RequireNoText("Shared again")
		s.RequireText("The cluster has lost data: drafts of this host are put back")
	})
}

// copyState copies what one host keeps to another, as the cluster does.
func copyState(t *testing.T, from, to string) {
	t.Helper()
	source, target := agenttest.Open(t, agent.ThisHost{}, from, "acme"), agenttest.Open(t, agent.ThisHost{}, to, "acme")
	drafts, err1 := source.Drafts()
	outbox, err2 := source.Outbox()
	agenttest.Must(t, errors.Join(err1, err2))
	for _, w := range drafts {
		agenttest.Save(t, target, w)
	}
	for _, w := range outbox {
		agenttest.Must(t, target.ToOutbox(w, w.Stage, w.Reason, w.QueuedAt))
	}
}

func TestClusterBack_WhatWasTypedOnAnotherHostIsOffered(t *testing.T) {
	other, here := filepath.Join(t.TempDir(), "drafts"), filepath.Join(t.TempDir(), "drafts")
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Dir: other}, func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "Said on the phone that")
	}) // the host is killed
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Dir: here}, func(t *testing.T, s *uitest.Driver) {
		cluster := func(away bool, minute int) {
			since := time.Date(2026, 11, 20, 14, minute, 0, 0, uitest.Zone)
			s.Receive(backend.ClusterChangedMsg{ClusterState: backend.ClusterState{Away: away, Since: since}})
		}
		cluster(false, 0)
		s.RequireNoText("unsent draft")
		copyState(t, other, here)
		cluster(false, 2) // it was away for a moment, and nobody saw it
		s.RequireText("✎ 1 unsent draft · D lists what is unsent", "✎ …551148")
		s.Press("j", "y") // says what was copied
		cluster(true, 3)
		cluster(false, 4)
		s.RequireText("Shared again")
		s.RequireNoText("unsent draft")
	})
}

// A draft that was left on this host may be of a form that was sent from another one, which this host does not hear of while
// it cannot reach the cluster.
func TestClusterAway_ADraftThatWasLeftHereIsSentOnlyAfterAQuestion(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "drafts")
	run := func(work func(*testing.T, *uitest.Driver)) {
		uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Dir: dir}, func(t *testing.T, s *uitest.Driver) {
			since := time.Date(2026, 11, 20, 14, 2, 0, 0, uitest.Zone)
			s.Receive(backend.ClusterChangedMsg{ClusterState: backend.ClusterState{Away: true, Since: since}})
			work(t, s)
		})
	}
	const mayBeSaved = "another host may have saved this"
	run(func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "Left here")
		s.Press("esc", "c")
		s.RequireText("Left here")
		s.RequireNoText(mayBeSaved) // it was typed in this console
	})
	run(func(t *testing.T, s *uitest.Driver) {
		s.Press("c")
		s.RequireText("Left here", mayBeSaved)
		s.Press("ctrl+s")
		s.RequireText("Send it? It may already be saved", "Another console may have saved it")
		s.Press("esc", "esc", "c")
		s.RequireText("Left here", "✗")
		s.Press("ctrl+x", "x", "z", "ctrl+s")
		s.RequireText("Left here", "It may already be saved")
		s.Press("esc")
		s.Advance(2 * time.Second)
		if n := s.Net.Calls("update-ticket"); n != 0 {
			t.Errorf("%d updates were sent without an answer to the question", n)
		}
	})
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Dir: dir}, func(_ *testing.T, s *uitest.Driver) { // the cluster is back
		s.Press("c", "ctrl+s")
		s.RequireText("Left here", "It may already be saved")
	})
}

func TestDraft_ThatAnotherConsoleHasSentWhileItIsOpenIsSentOnlyAfterAQuestion(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "drafts")
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Dir: dir}, func(t *testing.T, s *uitest.Driver) {
		typeComment(s, "Left here")
		s.Advance(2 * time.Second)
		other := agenttest.Open(t, agent.ThisHost{}, dir, "acme")
		sent, err := other.Begin(agenttest.Take(t, other), nil, true, uitest.Now)
		agenttest.Must(t, err)
		agenttest.Must(t, other.Done(sent))
		for range 2 {
			s.Type("!")
			s.Advance(2 * time.Second)
		}
		for range 2 {
			s.Press("ctrl+s")
			s.RequireText("Send it? It may already be saved", "Another console of yours has sent or discarded it.")
			s.Press("esc")
		}
		if n := s.Net.Calls("update-ticket"); n != 0 {
			t.Errorf("%d updates were sent without an answer to the question", n)
		}
		s.Press("ctrl+s", "s")
		s.RequireNoText("may already be saved")
		if n := s.Net.Calls("update-ticket"); n != 1 {
			t.Errorf("%d updates were sent", n)
		}
	})
}
