// Package submit holds the rules by which the console and the one-shot commands decide whether a write whose response
// was lost has been applied (PROTOCOL.md 9).
package submit

import (
	"slices"
	"time"

	"frontdesk/internal/wire"
)

// Skew is the clock difference between client and service that is tolerated.
const Skew = 10 * time.Minute

// Prior is what the service held before a write was sent, limited to records that resemble the write's result.
type Prior struct {
	IsKnown bool     // the service was queried and returned all of it
	IDs     []string // of records that match an add, or of timeline entries that match an update's comment
}

// Verdict is the outcome of a write as far as the service's records show it after the response was lost.
type Verdict uint8

// The verdicts. Only Confirmed is as good as a response; with every other one the outcome is unknown.
const (
	Absent     Verdict = iota // no record shows it yet
	Confirmed                 // it was applied
	NotLooked                 // a record matches, but the state before the write is not known
	Unmarked                  // one new record matches, but it bears no mark of the caller
	Several                   // more than one new record matches
	Undated                   // an entry holds the comment, but has no date
	NotVisible                // no record shows some of the values sent
)

// Added returns the verdict on an add from the ids of the records that match it now. A record counts when it is new and
// bears the caller's mark, since others may add the same at the same time. The fresh ids are those not in prior.
func Added(prior Prior, now []string, isMarked bool) (v Verdict, fresh []string) {
	fresh = without(now, prior.IDs)
	switch {
	case len(fresh) == 0:
		return Absent, nil
	case !prior.IsKnown:
		return NotLooked, fresh
	case len(fresh) > 1:
		return Several, fresh
	case !isMarked:
		return Unmarked, fresh
	}
	return Confirmed, fresh
}

// without returns ids less those in before, as a multiset difference.
func without(ids, before []string) []string {
	before = slices.Clone(before)
	var fresh []string
	for _, id := range ids {
		if at := slices.Index(before, id); at >= 0 {
			before = slices.Delete(before, at, at+1)
			continue
		}
		fresh = append(fresh, id)
	}
	return fresh
}

// Changed returns the verdict on a change of a customer or an order from the record's current values. A record that
// shows every value sent is confirmed, even if somebody else changed it. The hidden paths are those that no record
// shows.
func Changed(now, asked wire.Values) (v Verdict, hidden []string) {
	asked = onContacts(asked)
	hidden = wire.NotReturned(asked)
	switch {
	case len(asked) == 0:
		return Confirmed, nil
	case len(hidden) == len(asked):
		return NotVisible, hidden
	case !wire.AllApplied(now, asked):
		return Absent, hidden
	case len(hidden) > 0:
		return NotVisible, hidden
	}
	return Confirmed, nil
}

// onContacts moves a customer's phone and e-mail to a contact, where records show them, and drops empty values.
func onContacts(asked wire.Values) wire.Values {
	block := wire.Record{Path: "contact_info"}
	moved := wire.Values{}
	for path, value := range asked {
		switch path {
		case "customer_info.phone":
			path = block.ElementPath(wire.NewElementPrefix+"-phone") + ".contact_person_phone"
		case "customer_info.email_id":
			path = block.ElementPath(wire.NewElementPrefix+"-email") + ".contact_person_email"
		}
		if value != "" {
			moved[path] = value
		}
	}
	return moved
}
