package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
	"frontdesk/ui/layout"
	"frontdesk/ui/pane"
)

// sharedReason is why no ticket can be taken: agents take tickets only on a host that they share.
var sharedReason = off(
	func(c *Console, _ pane.Target) bool { return c.cmds.IsShared() },
	"you can take tickets only on a host that agents share",
)

// takeNext takes the first open ticket of the view that the agent has not worked on in this pass, and no other agent of
// the host works on.
func (c *Console) takeNext() tea.Cmd {
	listing := c.inbox.Snapshot().Listing
	if listing == nil {
		c.notify(levelTransient, "the tickets are still being loaded")
		return nil
	}
	done := c.inbox.Worked()
	for _, h := range c.hold.updates {
		done[h.write.Record] = true
	}
	return backend.Do(c.cmds.Context, func() backend.Then {
		id, claim, err := c.cmds.TakeNext(listing, done)
		return func() tea.Cmd { return c.onTaken(id, claim, err) }
	})
}

// onTaken opens the ticket that was taken. If the agent has meanwhile opened something else, the ticket is given back.
func (c *Console) onTaken(id desk.ID, claim backend.Claim, err error) tea.Cmd {
	switch {
	case err != nil:
		c.notify(levelError, safetext.LineFromText(err.Error()).String())
		return nil
	case id.IsZero():
		c.notify(levelTransient, "every open ticket of this list is taken or being edited")
		return nil
	case c.editor != nil || len(c.overlays) > 0:
		c.cmds.ReleaseClaim(id)
		return nil
	}
	c.notify(levelSuccess, "taken until "+c.cmds.Zones.FormatClock(claim.Until)+
		", seen on "+c.claimScope()+"; assignee stays")
	if c.at.focus != layout.List {
		c.at = home
	}
	if !c.inbox.Select(id) {
		return c.openFrom(single(id), id)
	}
	return c.openSelected()
}

// claimScope says who sees claims.
func (c *Console) claimScope() string {
	if c.cmds.Clustered {
		return "all hosts"
	}
	return "this host"
}

// onPresence shows a notice if this console has lost tickets that it had taken, because their claims could not be
// renewed. Update refreshes the label of the other agents after every message.
func (c *Console) onPresence(lost []desk.ID) tea.Cmd {
	if len(lost) > 0 {
		names := strings.Join(desk.DisplayIDs(lost), ", ")
		c.notify(levelError, "no longer taken by you, another agent may take it: "+names)
	}
	return c.cmds.WatchPresence(c.onPresence)
}

// workedOn returns the ticket that is shown or edited; zero if there is none.
func (s *screens) workedOn() desk.ID {
	switch t := s.ticket.Summary(); {
	case s.editor != nil && s.editor.Kind == backend.KindUpdate:
		return s.editor.Record
	case s.editor == nil && t != nil:
		return t.ID
	}
	return desk.ID{}
}

// updateClaims takes over the claims of the host's agents.
func (c *Console) updateClaims() { c.presence.claims = c.cmds.Claims() }

// claimLabel says who else has taken the ticket that is shown or edited; empty if nobody has.
func (c *Console) claimLabel() string {
	at := c.workedOn()
	claim, taken := c.presence.claims.On(at, c.cmds)
	if !taken || claim.IsMine {
		return ""
	}
	return c.agentName(claim.By) + " has taken " + at.Display().String() + " until " +
		c.cmds.Zones.FormatClock(claim.Until)
}

// agentName returns the name of an agent of the host for display.
func (s *shell) agentName(name safetext.Line) string {
	if name.String() == s.Agent {
		return "your other console"
	}
	return name.String()
}
