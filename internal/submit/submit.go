// Package submit holds the rules by which the console and the one-shot commands tell whether a write was carried out
// whose answer was lost.
package submit

import (
	"slices"
	"time"

	"frontdesk/internal/wire"
)

// Skew is how far the clocks of caller and service may be apart.
const Skew = 10 * time.Minute

// Prior is what the service held, just before a write was sent, of what the write brings about.
type Prior struct {
	IsKnown bool     // the service was asked and told all of it
	IDs     []string // of records that look like what is added, or of entries that hold an update's comment
}

// Verdict is what the service's records tell of a write after its answer was lost.
type Verdict uint8

// The verdicts. Only Confirmed is as good as the answer: of every other the outcome is not known.
const (
	Absent     Verdict = iota // nothing shows it, as of now
	Confirmed                 // it was carried out
	NotLooked                 // something looks like it, but what was there before it was sent is not known
	Unmarked                  // something new looks like it, but nothing in it tells it from what others add
	Several                   // more than one new record looks like it
	Undated                   // an entry holds the comment, but not when it was written
	NotVisible                // no record shows some of what was asked for
)

// Added judges an add by the ids of the records that look like it now. A record counts when it was not there before and
// bears a mark that the caller has given it: others may add the same at the same time. The fresh ids are those that were
// not there before, as far as that is known.
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

// without leaves out of ids those that were there before, each as often as it was.
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

// Changed judges a change of a customer or an order by the values of the record as it is now: one that shows all that was
// asked for is as good as the answer, whoever did it. The hidden paths are those that no record shows.
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

// onContacts moves a customer's phone and e-mail to where records show them: to some contact.
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
