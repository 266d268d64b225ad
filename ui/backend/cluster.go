package backend

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/agent"
)

// ClusterState says whether what is typed is shared with other hosts at once.
type ClusterState = agent.Sharing

// ClusterWatch follows the servers that several hosts share.
type ClusterWatch interface {
	// WaitCluster returns how the servers are, as soon as that is not as it was last. It returns false if ctx ended
	// first.
	WaitCluster(ctx context.Context, last ClusterState) (now ClusterState, ok bool)
}

// ClusterChangedMsg reports that the servers are away, back, or have lost documents. The first one says how they are.
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
		now, ok := c.Cluster.WaitCluster(c.Context, last)
		if !ok {
			return nil
		}
		return ClusterChangedMsg{now}
	}
}
