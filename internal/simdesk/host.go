package simdesk

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"frontdesk/internal/presence"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
	"frontdesk/ui/gallery"
)

// otherAgent is the agent who has taken the tickets of a scene.
const otherAgent = "Rohan Iyer"

// hostOf returns the host that a scene's console shares with another agent; nil if that agent has taken no ticket.
func hostOf(ctx context.Context, stage gallery.Setup) (presence.Group, error) {
	if len(stage.Scene.Taken) == 0 {
		return nil, nil //nolint:nilnil // a console without a host has no group
	}
	host := presence.New()
	for _, ticket := range stage.Scene.Taken {
		offered := slices.Values([]presence.Resource{{Kind: backend.KindUpdate, Record: ticket}})
		member := host.Join(safetext.LineFromText(otherAgent))
		if _, taken, err := member.Take(ctx, offered, stage.Now()); err != nil || !taken {
			return nil, fmt.Errorf("ticket %s is not taken: %w", ticket, err)
		}
	}
	return sceneHost{host, stage.Wait}, nil
}

// sceneHost is a host on which nothing changes, so that a console is idle while it watches.
type sceneHost struct {
	presence.Group
	wait func(context.Context, time.Duration) bool
}

// Join registers a console of an agent.
func (h sceneHost) Join(who safetext.Line) presence.Member {
	return sceneMember{h.Group.Join(who), h.wait}
}

type sceneMember struct {
	presence.Member
	wait func(context.Context, time.Duration) bool
}

// WaitChange waits by the clock of the scene until the console ends.
func (m sceneMember) WaitChange(ctx context.Context) error {
	m.wait(ctx, math.MaxInt64)
	return presence.ErrLeft
}
