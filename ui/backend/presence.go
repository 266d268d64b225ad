package backend

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/presence"
	"frontdesk/internal/safetext"
)

// PresenceChangedMsg reports that another agent started or stopped editing something, or that claims have changed.
type PresenceChangedMsg struct {
	Lost []desk.ID // tickets that this console had taken and has no longer
}

// WatchPresence waits for such a change; it returns nil without a host.
func (c *Backend) WatchPresence() tea.Msg {
	if c.Presence == nil || c.Presence.WaitChange(c.Context) != nil {
		return nil
	}
	var msg PresenceChangedMsg
	for _, r := range c.Presence.LostClaims() {
		msg.Lost = append(msg.Lost, desk.NewID(r.Record))
	}
	return msg
}

// SetEditing publishes the form that is edited here; the zero key and the key of a new record publish none.
func (c *Backend) SetEditing(f DraftKey) {
	if c.Presence != nil {
		c.Presence.SetEditing(placeOf(f))
	}
}

// OtherEditors returns the names of the other agents who edit a form.
func (c *Backend) OtherEditors(f DraftKey) []safetext.Line {
	if c.Presence == nil {
		return nil
	}
	return c.Presence.Watch(placeOf(f))
}

func placeOf(f DraftKey) presence.Resource {
	if f.Record == "" {
		return presence.Resource{}
	}
	return presence.Resource{Kind: f.Kind, Record: f.Record}
}

// Claim says who has taken a ticket on this host.
type Claim = presence.Claim

// Claims are the claims on the account's tickets at one time; the zero Claims has none.
type Claims struct{ presence.Claims }

// On returns the claim on a ticket; false if nobody has taken it.
func (c Claims) On(ticket desk.ID, b *Backend) (Claim, bool) {
	return c.Claims.On(claimOf(ticket), b.Now())
}

// claimOf returns what a claim is made on: the same resource as an edited form, so that edited tickets are not taken.
func claimOf(ticket desk.ID) presence.Resource {
	return presence.Resource{Kind: KindUpdate, Record: ticket.Raw()}
}

// IsShared reports whether the consoles of other agents run on the same host.
func (c *Backend) IsShared() bool { return c.Presence != nil }

// Claims returns the claims as they stand now.
func (c *Backend) Claims() Claims {
	if c.Presence == nil {
		return Claims{}
	}
	return Claims{c.Presence.Claims()}
}

// TicketTakenMsg is the ticket that was taken; its ID is zero if none was left or could be taken.
type TicketTakenMsg struct {
	ID    desk.ID
	Claim Claim
	Err   error
}

// TakeNext takes the first open ticket of a listing that no agent of the host has taken or is editing, and that is not
// done here.
func (c *Backend) TakeNext(l *Listing, done map[desk.ID]bool) tea.Cmd {
	return func() tea.Msg {
		offered := func(yield func(presence.Resource) bool) {
			for i := range l.Len() {
				if t := l.At(i); !t.Marks.Has(desk.Closed) && !done[t.ID] && !yield(claimOf(t.ID)) {
					return
				}
			}
		}
		taken, ok, err := c.Presence.Take(c.Context, offered, c.Now())
		if !ok || err != nil {
			return TicketTakenMsg{Err: err}
		}
		id := desk.NewID(taken.Record)
		claim, _ := c.Claims().On(id, c)
		return TicketTakenMsg{ID: id, Claim: claim}
	}
}

// RenewClaim extends the claim on a ticket that its agent works on; it does nothing for other tickets.
func (c *Backend) RenewClaim(ticket desk.ID) {
	if c.Presence != nil {
		c.Presence.Renew(claimOf(ticket), c.Now())
	}
}

// ReleaseClaim ends this console's claim on a ticket.
func (c *Backend) ReleaseClaim(ticket desk.ID) {
	if c.Presence != nil {
		c.Presence.Release(claimOf(ticket), c.Now())
	}
}
