package backend

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/presence"
	"frontdesk/internal/safetext"
)

// WatchPresence waits until another agent has started or stopped editing something, or claims have changed, and takes
// the tickets that this console had taken and has no longer. Without a host it does nothing.
func (c *Backend) WatchPresence(take func(lost []desk.ID) tea.Cmd) tea.Cmd {
	ctx := c.Context
	return Do(ctx, func() Then {
		if c.Presence == nil || c.Presence.WaitChange(ctx) != nil {
			return nil
		}
		var lost []desk.ID
		for _, r := range c.Presence.LostClaims() {
			lost = append(lost, desk.NewID(r.Record))
		}
		return func() tea.Cmd { return take(lost) }
	})
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

// TakeNext takes the first open ticket of a listing that no agent of the host has taken or is editing, and that is not
// done here. Its id is zero if none was left or could be taken.
func (c *Backend) TakeNext(l *Listing, done map[desk.ID]bool) (id desk.ID, claim Claim, err error) {
	offered := func(yield func(presence.Resource) bool) {
		for i := range l.Len() {
			if t := l.At(i); !t.Marks.Has(desk.Closed) && !done[t.ID] && !yield(claimOf(t.ID)) {
				return
			}
		}
	}
	taken, ok, err := c.Presence.Take(c.Context, offered, c.Now())
	if !ok || err != nil {
		return desk.ID{}, Claim{}, err
	}
	id = desk.NewID(taken.Record)
	claim, _ = c.Claims().On(id, c)
	return id, claim, nil
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
