package ui

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/backend"
)

// cluster is what is known of the servers that hosts share.
type cluster struct {
	part
	backend.ClusterState
}

// onChanged says when the servers that hosts share go away and come back, and when they have lost what they had.
func (s *cluster) onChanged(state backend.ClusterState) tea.Cmd {
	was := s.ClusterState
	s.ClusterState = state
	switch {
	case state.Away:
		s.notify(levelWarning, s.label()+": drafts are kept on this host")
	case !was.Since.IsZero() && !state.Refill.Equal(was.Refill):
		s.notify(levelWarning, "The cluster has lost data: drafts of this host are put back")
		return tea.Batch(s.cmds.WatchCluster(state), s.cmds.Recover)
	case was.Away:
		s.notify(levelSuccess, "Shared again: other hosts see your drafts")
		return tea.Batch(s.cmds.WatchCluster(state), s.cmds.Recover) // what other hosts keep was not seen meanwhile
	case !was.Since.IsZero(): // it was away for a moment
		return tea.Batch(s.cmds.WatchCluster(state), s.cmds.Recover)
	}
	return s.cmds.WatchCluster(state)
}

// label says since when the servers are away; empty if they are there.
func (s *cluster) label() string {
	if !s.Away {
		return ""
	}
	return "Not shared since " + s.cmds.Zones.FormatClock(s.Since)
}
