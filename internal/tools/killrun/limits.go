package main

import (
	"fmt"
	"maps"
	"slices"
	"time"
)

// Limits for outcomes that help nobody. A program that answered "not known" or "refused" to everything would lose
// nothing, and would be of no use.
const (
	// lostShare is the greatest share of writes of a way whose outcome is not known. A fault of one of two services, of
	// which there is one each fourteen seconds, costs half of the writes for up to four seconds, until the balancer
	// uses the other one alone: a seventh at most. Of a fault of PostgreSQL or a host, each writer loses at most the
	// write that it was waiting for. The balancer mixes up a tenth of the writes of hosts. Looking at the service
	// clears up some of this, and none of it where the key is shared.
	lostShare = 0.33
	// lostUnhurt is the same of writes during which nothing was hurt: a correct program knows what became of them. What
	// is left is for a machine that is busy, on which a time limit is reached.
	lostUnhurt = 0.03
	// refusedUnhurt is the share of refused writes of these. Two agents on one ticket may have to look at what the
	// other has changed.
	refusedUnhurt = 0.1
	// leastLost is how many are excused in any case, in a run that is too short for shares.
	leastLost = 2
)

// recovering is how long answers may be lost after the database or a host came back.
const recovering = 3 * time.Second

// trouble returns the times in which an answer may be lost or a write of a way be refused. One of two services may be
// down: the balancer uses the other one as soon as it has noticed.
func trouble(by way, faults []fault, balancer []span) (found []span) {
	for _, f := range faults {
		end := (span{f.from, f.to}).until().Add(recovering)
		switch f.part.kind {
		case kindService:
			found = append(found, span{f.from, sooner(end, f.from.Add(noticing))})
		case kindPostgres:
			found = append(found, span{f.from, end})
		case kindHost:
			if by != byHTTP {
				found = append(found, span{f.from, end})
			}
		case kindNATS: // nobody needs it to write
		}
	}
	for _, s := range balancer {
		found = append(found, span{s.from, s.until()})
	}
	return join(found)
}

// shares are the outcomes of the writes of a way.
type shares struct {
	all, lost             int
	unhurt                int // of all, those during which nothing was hurt
	unhurtLost, unhurtNot int // of these, those whose outcome is not known, and those that were refused
}

// sharesOf counts the outcomes of each way of writing. What was discarded or not sent does not count, nor what the
// balancer wrote.
func sharesOf(writes []*write, faults []fault, balancer []span) map[way]*shares {
	by, hurt := map[way]*shares{}, map[way][]span{}
	for _, w := range writes {
		if w.sent.IsZero() || w.outcome == discarded || w.outcome == open || w.way == byBalancer {
			continue
		}
		s := by[w.way]
		if s == nil {
			s = &shares{}
			by[w.way], hurt[w.way] = s, trouble(w.way, faults, balancer)
		}
		s.add(w, hurt[w.way])
	}
	return by
}

func (s *shares) add(w *write, hurt []span) {
	isLost := w.isLost()
	s.all++
	if isLost {
		s.lost++
	}
	isHurt := func(t span) bool { return t.overlaps(w.sent, w.told) }
	if w.mixed || slices.ContainsFunc(hurt, isHurt) {
		return
	}
	s.unhurt++
	switch {
	case isLost:
		s.unhurtLost++
	case w.outcome == refused:
		s.unhurtNot++
	}
}

// tooMany returns which limits the outcomes of a way exceed.
func (s *shares) tooMany() (found []string) {
	exceeds := func(n, of int, share float64) bool { return n > max(leastLost, int(share*float64(of))) }
	if exceeds(s.lost, s.all, lostShare) {
		found = append(found, fmt.Sprintf("%d of %d writes have an unknown outcome", s.lost, s.all))
	}
	if exceeds(s.unhurtLost, s.unhurt, lostUnhurt) {
		found = append(found, fmt.Sprintf(
			"%d of %d writes have an unknown outcome though nothing was hurt", s.unhurtLost, s.unhurt))
	}
	if exceeds(s.unhurtNot, s.unhurt, refusedUnhurt) {
		found = append(found, fmt.Sprintf("%d of %d writes were refused though nothing was hurt", s.unhurtNot, s.unhurt))
	}
	return found
}

// shares returns the outcomes of each way of writing.
func (r *killRun) shares() map[way]*shares {
	return sharesOf(slices.Collect(maps.Values(r.writes.writes)), r.killer.all(), r.in.balancer.trouble())
}

// tooManyLost returns the ways of writing with too many outcomes that help nobody.
func (r *killRun) tooManyLost() (found []violation) {
	for by, s := range r.shares() {
		for _, what := range s.tooMany() {
			found = append(found, violation{r.ended, "too many outcomes are not known", string(by) + ": " + what})
		}
	}
	return found
}
