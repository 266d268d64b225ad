package service

import (
	"fmt"

	"frontdesk/internal/desk"
	"frontdesk/internal/store"
)

// The SLA states in records; the client compares these words.
const (
	withinSLA = "Within SLA"
	atRisk    = "At Risk"
	outOfSLA  = "Out of SLA"
)

// slaKey is what a rule applies to; an empty queue or priority matches any.
type slaKey struct{ queue, priority string }

// slaRule returns the most specific rule for a ticket: that of its queue and priority, else of its queue, else of its
// priority, else the general one.
func (v *vocabulary) slaRule(t *store.Ticket) (store.SLARule, bool) {
	for _, key := range []slaKey{{t.QueueKey, t.Priority}, {t.QueueKey, ""}, {"", t.Priority}, {}} {
		if rule, found := v.sla[key]; found {
			return rule, true
		}
	}
	return store.SLARule{}, false
}

// updateClosedAt stores the closing time and the allowed time in a closed ticket, and clears both in an open one.
// Later changes of the rules do not affect a closed ticket.
func (v *vocabulary) updateClosedAt(t *store.Ticket, now int64) {
	if v.subStatuses[t.SubStatus].Status != desk.ClosedStatus {
		t.ClosedAt, t.Allowed = 0, 0
		return
	}
	if t.ClosedAt == 0 {
		rule, _ := v.slaRule(t)
		t.ClosedAt, t.Allowed = now, rule.Seconds
	}
}

// computeSLA sets the SLA fields of a ticket as of now. Time runs from creation until the ticket is
// closed, in calendar time; a given due date takes precedence over a rule's time. Without a rule, and for a ticket
// closed before there were rules, the stored fields remain.
func (s *Service) computeSLA(t *store.Ticket, v *vocabulary) {
	rule, found := v.slaRule(t)
	allowed, end := rule.Seconds, s.Now().Unix()
	if t.ClosedAt != 0 {
		end = t.ClosedAt
		if t.Allowed != 0 {
			allowed, found = t.Allowed, true
		} else if t.SLAStatus != "" {
			found = false
		}
	}
	if !found {
		return
	}
	deadline := t.Created + allowed
	if t.Due == 0 {
		t.Due = deadline
	} else {
		deadline = int64(desk.SLAEnd(desk.UnixTime(t.Due), 0, 0, s.Zone))
		allowed = max(deadline-t.Created, 0)
	}
	took := max(end-t.Created, 0)
	t.TAT, t.SLA, t.SLAStatus, t.OutOfSLA = formatDuration(took), formatDuration(allowed), withinSLA, false
	switch {
	case end > deadline:
		t.SLAStatus, t.OutOfSLA = outOfSLA, true
	case t.ClosedAt == 0 && took*100 >= allowed*int64(rule.AtRisk):
		t.SLAStatus = atRisk
	}
}

// formatDuration formats a duration as upstreams do: 1 Day 2 Hr 5 Min.
func formatDuration(seconds int64) string {
	const hour, day = 60 * 60, 24 * 60 * 60
	switch {
	case seconds >= day:
		return fmt.Sprintf("%d Day %d Hr %d Min", seconds/day, seconds%day/hour, seconds%hour/60)
	case seconds >= hour:
		return fmt.Sprintf("%d Hr %d Min", seconds/hour, seconds%hour/60)
	}
	return fmt.Sprintf("%d Min", seconds/60)
}
