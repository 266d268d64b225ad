package backend

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
)

// ClusterState says whether what is typed is shared with other hosts at once.
type ClusterState struct {
	Away  bool
	Since time.Time
}

// ClusterWatch follows the servers that several hosts share.
type ClusterWatch interface {
	// WaitCluster returns whether the servers are away, and since when, as soon as that began at another time than
	// last. It returns false if ctx ended first.
	WaitCluster(ctx context.Context, last time.Time) (away bool, since time.Time, ok bool)
}

// ClusterChangedMsg reports that the servers are away, or back. The first one says how they are.
type ClusterChangedMsg struct{ ClusterState }

// SharesDrafts reports whether consoles on other hosts have the agent's drafts and outbox too.
func (c *Backend) SharesDrafts() bool { return c.Cluster != nil }

// WatchCluster waits until the servers that hosts share are away or back, other than last; it returns nil where nothing
// is shared.
func (c *Backend) WatchCluster(last ClusterState) tea.Cmd {
	if !c.SharesDrafts() {
		return nil
	}
	return func() tea.Msg {
		away, since, ok := c.Cluster.WaitCluster(c.Context, last.Since)
		if !ok {
			return nil
		}
		return ClusterChangedMsg{ClusterState{Away: away, Since: since}}
	}
}
