package submit

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/schema"
	"frontdesk/internal/wire"
)

// Verdict is the outcome of a write as far as the service's records show it after the response was lost.
type Verdict uint8

// The verdicts. Only Confirmed is as good as a response; with every other one the outcome is unknown.
const (
	Absent       Verdict = iota // no record shows it yet
	Confirmed                   // it was applied
	PriorUnknown                // a record matches, but the state before the write is not known
	Unmarked                    // one new record matches, but it bears no mark of the caller
	Several                     // more than one new record matches
	Undated                     // an entry holds the comment, but has no date
	NotVisible                  // no record shows some of the values sent
	Different                   // one new record bears the mark, but other values than those sent
	ByOther                     // the comment is in an entry of somebody else
	Late                        // nobody is known to have written the entry, which is later than the write
)

// JudgeAdd returns the verdict on an add from the ids of the records that match it now. A record counts when it is new
// and bears the caller's mark, since others may add the same at the same time. The fresh ids are those not in prior.
func JudgeAdd(prior Prior, current []string, isMarked bool) (v Verdict, fresh []string) {
	fresh = without(current, prior.IDs)
	switch {
	case len(fresh) == 0:
		return Absent, nil
	case !prior.IsKnown:
		return PriorUnknown, fresh
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

// JudgeChange returns the verdict on a change of a customer or an order from the record's current values. A record that
// shows every value sent is confirmed, even if somebody else changed it. The hidden paths are those that no record
// shows.
func JudgeChange(current, requested wire.Values) (v Verdict, hidden []string) {
	requested = moveToContacts(requested)
	hidden = wire.NotReturned(requested)
	switch {
	case len(requested) == 0:
		return Confirmed, nil
	case len(hidden) == len(requested):
		return NotVisible, hidden
	case !wire.AllApplied(current, requested):
		return Absent, hidden
	case len(hidden) > 0:
		return NotVisible, hidden
	}
	return Confirmed, nil
}

// moveToContacts moves a customer's phone and e-mail to a contact, where records show them, and drops empty values.
func moveToContacts(requested wire.Values) wire.Values {
	moved := wire.Values{}
	for path, value := range requested {
		switch path {
		case "customer_info.phone":
			path = schema.Contact.ElementPath(schema.NewElementPrefix+"-phone") + ".contact_person_phone"
		case "customer_info.email_id":
			path = schema.Contact.ElementPath(schema.NewElementPrefix+"-email") + ".contact_person_email"
		}
		if value != "" {
			moved[path] = value
		}
	}
	return moved
}

// undated is the id of a timeline entry without a date.
const undated = "undated"

// PriorComments returns the timeline entries that already hold an update's comment before the update is sent.
func PriorComments(t *desk.TicketDetails, comment string) Prior {
	return Prior{IsKnown: true, IDs: commentIDs(t.Timeline, comment)}
}

// commentIDs returns the ids of the entries whose text is the comment. An id is the entry's date and may occur more
// than once.
func commentIDs(timeline []desk.HistoryEntry, comment string) []string {
	if strings.TrimSpace(comment) == "" {
		return nil
	}
	var ids []string
	for i := range timeline {
		if isSameText(timeline[i].Body, safetext.NewHTML(comment)) {
			ids = append(ids, entryID(&timeline[i]))
		}
	}
	return ids
}

func entryID(e *desk.HistoryEntry) string {
	if e.At.IsZero() {
		return undated
	}
	return strconv.FormatInt(int64(e.At), 10)
}

// freshEntries returns the entries with the comment that were not there before. Of those of one minute they are the
// last.
func freshEntries(prior Prior, timeline []desk.HistoryEntry, comment string) []desk.HistoryEntry {
	ids := without(commentIDs(timeline, comment), prior.IDs)
	var fresh []desk.HistoryEntry
	for i := range slices.Backward(timeline) {
		if !isSameText(timeline[i].Body, safetext.NewHTML(comment)) {
			continue
		}
		if at := slices.Index(ids, entryID(&timeline[i])); at >= 0 {
			ids = slices.Delete(ids, at, at+1)
			fresh = append(fresh, timeline[i])
		}
	}
	return fresh
}

// Writer tells the caller's entries from those of others.
type Writer struct {
	Name      safetext.Line // that the caller's entries bear; empty if it is not known
	Signature safetext.Line // that they bear too, as may those of others; empty if it is not known
	Until     time.Time     // when the caller's entry is written at the latest; zero if that is not known
}

// judge returns the verdict on the new entries with the comment of an update. An entry counts if its author is the
// caller, or if it may have been written in time and its author is not known or may be the caller.
func (w Writer) judge(fresh []desk.HistoryEntry) Found {
	isBy := func(name safetext.Line, e desk.HistoryEntry) bool {
		return !name.IsEmpty() && strings.EqualFold(name.String(), strings.TrimSpace(e.Author.String()))
	}
	own := func(e desk.HistoryEntry) bool { return isBy(w.Name, e) }
	known := func(e desk.HistoryEntry) bool { return !w.Name.IsEmpty() && !e.Author.IsEmpty() }
	late := func(e desk.HistoryEntry) bool {
		return !w.Until.IsZero() && e.At.In(time.UTC).After(w.Until)
	}
	undated := func(e desk.HistoryEntry) bool { return e.At.IsZero() }
	for _, rule := range []struct {
		matches  func(desk.HistoryEntry) bool
		verdict  Verdict
		unsigned bool
	}{
		{func(e desk.HistoryEntry) bool { return !undated(e) && own(e) }, Confirmed, false},
		{func(e desk.HistoryEntry) bool { return !undated(e) && !known(e) && !late(e) }, Confirmed, true},
		{func(e desk.HistoryEntry) bool { return !undated(e) && isBy(w.Signature, e) && !late(e) }, Confirmed, false},
		{func(e desk.HistoryEntry) bool { return undated(e) && (own(e) || !known(e)) }, Undated, true},
		{func(e desk.HistoryEntry) bool { return !known(e) }, Late, true},
		{known, ByOther, false},
	} {
		if at := slices.IndexFunc(fresh, rule.matches); at >= 0 {
			isAsBefore := rule.verdict == Confirmed && known(fresh[at]) && !own(fresh[at])
			return Found{
				Verdict: rule.verdict, IsUnsigned: rule.unsigned, IsAsBefore: isAsBefore, Author: fresh[at].Author,
			}
		}
	}
	return Found{Verdict: Absent}
}

// JudgeUpdate returns the verdict on an update from the ticket's current state. A ticket that shows every value sent is
// confirmed, even if somebody else changed it; the comment must be in a dated entry of the writer that was not there
// before, anywhere in the timeline.
//
// A ticket that shows none of the blocks that were sent says nothing about them: then only the comment confirms.
func JudgeUpdate(
	prior Prior, u wire.UpdateTicketRequest, current *desk.TicketDetails, zone *time.Location, blocks schema.Blocks,
	by Writer,
) Found {
	sent := sentBlocks(u, blocks)
	isHidden := len(sent) > 0 && !wire.HasBlocks(current.Groups, slices.Collect(maps.Keys(sent)))
	if !hasState(u, current, zone) || !isHidden && !hasBlocks(sent, current, blocks) {
		return Found{Verdict: Absent}
	}
	switch {
	case strings.TrimSpace(u.Comment) != "":
	case isHidden:
		return Found{Verdict: NotVisible}
	default:
		return Found{Verdict: Confirmed}
	}
	found := by.judge(freshEntries(prior, current.Timeline, u.Comment))
	if !prior.IsKnown && found.Verdict != Absent && found.Verdict != ByOther {
		found.Verdict = PriorUnknown
	}
	return found
}

// hasState reports whether the ticket has every value that the update sets, except its comment.
func hasState(u wire.UpdateTicketRequest, current *desk.TicketDetails, zone *time.Location) bool {
	callback := ""
	if !current.Callback.IsZero() {
		callback = wire.FormatCallbackTime(current.Callback.In(zone), zone)
	}
	for _, f := range []struct{ asked, stands string }{
		{u.SubStatus, current.SubStatus.Key().Raw()},
		{u.Queue, current.Queue.Key().Raw()},
		{safetext.LineFromText(u.Disposition).String(), current.DispositionPath.String()},
		{u.Callback, callback},
	} {
		if f.asked != "" && f.asked != f.stands {
			return false
		}
	}
	return true
}

// isSameText reports whether two texts are equal up to whitespace, which services fold.
func isSameText(a, b safetext.HTML) bool { return oneLine(a) == oneLine(b) }

// oneLine returns the words of a text, with one space between them.
func oneLine(text safetext.HTML) string {
	return strings.Join(strings.Fields(text.Text().String()), " ")
}
