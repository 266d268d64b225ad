package sample

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// At risk are the open tickets that have used up the largest part of their time: so many at most, and none
// that has more than half of it left.
const (
	atRisk    = 15
	riskShare = 0.5
)

// measure says of every ticket what it took, what it may take, and how the two stand.
func (b *builder) measure(drafts []*draft) {
	var open []*draft
	for _, t := range drafts {
		took, allowed := b.took(t), t.pace.sla
		t.TAT, t.SLA, t.SLAStatus = words(took), words(allowed), "Within SLA"
		t.Due = t.Date.Add(allowed)
		if took > allowed {
			t.SLAStatus, t.OutOfSLA = "Out of SLA", true
		} else if !t.closed() {
			open = append(open, t)
		}
	}
	slices.SortStableFunc(open, func(x, y *draft) int { return cmp.Compare(b.share(y), b.share(x)) })
	for _, t := range open[:min(atRisk, len(open))] {
		if b.share(t) >= riskShare {
			t.SLAStatus = "At Risk"
		}
	}
}

// took is how long a ticket took, or has taken so far.
func (b *builder) took(t *draft) time.Duration {
	if t.closed() {
		return lastNote(t).At.Sub(t.Date)
	}
	return b.now.Sub(t.Date)
}

// share is the part of its time that a ticket has used up.
func (b *builder) share(t *draft) float64 { return float64(b.took(t)) / float64(t.pace.sla) }

// words writes a duration as the upstream does: 1 Day 2 Hr 5 Min.
func words(d time.Duration) string {
	days, hours, minutes := int(d.Hours())/24, int(d.Hours())%24, int(d.Minutes())%60
	switch {
	case days > 0:
		return fmt.Sprintf("%d Day %d Hr %d Min", days, hours, minutes)
	case hours > 0:
		return fmt.Sprintf("%d Hr %d Min", hours, minutes)
	}
	return fmt.Sprintf("%d Min", minutes)
}
