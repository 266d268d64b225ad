package main

import (
	"slices"
	"time"
)

// span is a time from one moment to another.
type span struct{ from, to time.Time }

// until returns the end of a span. One that lasts has none yet.
func (s span) until() time.Time {
	if s.to.IsZero() {
		return time.Now().Add(24 * time.Hour)
	}
	return s.to
}

func (s span) overlaps(from, to time.Time) bool { return !s.from.After(to) && !s.until().Before(from) }

func (s span) has(at time.Time) bool { return s.overlaps(at, at) }

// Times after which a correct program works again.
const (
	// electing is how long two of three NATS servers may take to do without the third: an election begins four to nine
	// seconds after the leader was heard last.
	electing = 10 * time.Second
	// settling is how long NATS servers may take, after they came back, until they keep drafts again.
	settling = 6 * time.Second
	// returning is how long a host may take, after it came back to servers that work, until the others have what it
	// has: it tries again after pauses that double, up to 6.4 s.
	returning = 15 * time.Second
)

// spell is a time in which the cluster may not keep what a host gives it.
type spell = span

// spells returns when the cluster may not keep what a host gives it. Spells that meet are one: a draft that waits at
// the end of the first one waits still at the beginning of the second.
func spells(faults []fault, host *part, servers int) (found []spell) {
	for _, f := range faults {
		whole := span{f.from, f.to}
		switch isNATS := f.part.kind == kindNATS; {
		case isNATS && servers > 1 && f.means.isOfOne(): // the others go on
			found = append(found, spell{f.from, sooner(whole.until(), f.from.Add(electing))})
			if !f.to.IsZero() {
				found = append(found, spell{f.to, f.to.Add(settling)})
			}
		case isNATS, f.part == host && f.means == cutOff:
			found = append(found, spell{f.from, whole.until().Add(settling)})
		}
	}
	return join(found)
}

func sooner(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// join joins spans that meet.
func join(spans []span) (joined []span) {
	slices.SortFunc(spans, func(a, b span) int { return a.from.Compare(b.from) })
	for _, s := range spans {
		last := len(joined) - 1
		switch {
		case last < 0 || joined[last].to.Before(s.from):
			joined = append(joined, s)
		case s.to.After(joined[last].to):
			joined[last].to = s.to
		}
	}
	return joined
}

// spellAt returns the spell in which a moment lies.
func spellAt(all []spell, at time.Time) (spell, bool) {
	i := slices.IndexFunc(all, func(s spell) bool { return s.has(at) })
	if i < 0 {
		return spell{}, false
	}
	return all[i], true
}

// isBack reports whether a host that was hurt at a moment was back for long enough, some time later, for the others to
// have what it has.
func isBack(faults []fault, host *part, lost, later time.Time, servers int) bool {
	needs := later.Add(-returning)
	if !needs.After(lost) {
		return false
	}
	for _, f := range faults {
		if f.part == host && (span{f.from, f.to}).overlaps(needs, later) {
			return false
		}
	}
	for _, s := range spells(faults, host, servers) {
		if s.overlaps(needs, later) {
			return false
		}
	}
	return true
}

// isFilled reports whether the cluster has everything again that the hosts have, after it lost its store: each host was
// back since.
func isFilled(faults []fault, hosts []*part, at time.Time, servers int) bool {
	for _, f := range faults {
		if f.part.kind != kindNATS || !f.means.isOfStore() || f.from.After(at) {
			continue
		}
		if f.to.IsZero() {
			return false
		}
		for _, h := range hosts {
			if !wasBackSince(faults, h, f.to, at, servers) {
				return false
			}
		}
	}
	return true
}

// wasBackSince reports whether a host was back for long enough at some time between two moments.
func wasBackSince(faults []fault, host *part, from, to time.Time, servers int) bool {
	candidates := []time.Time{from.Add(returning)} // the earliest moments at which it may have been
	for _, f := range faults {
		if f.part == host && !f.to.IsZero() {
			candidates = append(candidates, f.to.Add(returning+time.Millisecond))
		}
	}
	for _, s := range spells(faults, host, servers) {
		candidates = append(candidates, s.to.Add(returning+time.Millisecond))
	}
	return slices.ContainsFunc(candidates, func(at time.Time) bool {
		return !at.After(to) && !at.Add(-returning).Before(from) &&
			isBack(faults, host, from.Add(-time.Second), at, servers)
	})
}
