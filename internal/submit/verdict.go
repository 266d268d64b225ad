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

// Verdict says whether the service's records show a write whose answer was lost.
type Verdict uint8

// The verdicts. Only Confirmed is as good as an answer.
const (
	Unclear   Verdict = iota // look at the records that Likely names
	Confirmed                // it was carried out
	Absent                   // no record shows it so far
)

// JudgeAdd judges an add by the records that match it now. A record counts when it is new and bears the caller's mark,
// since others may add the same at the same time.
func JudgeAdd(prior Prior, matching []Match, isComplete, isMarked bool) Found {
	ids := without(idsOf(matching), prior.IDs)
	found := Found{Matches: slices.DeleteFunc(slices.Clone(matching), func(m Match) bool {
		return !slices.Contains(ids, m.ID.Raw())
	})}
	switch n := len(found.Matches); {
	case n == 0 && !isComplete:
		found.Reason = Cut
	case n == 0:
		found.Verdict, found.Reason = Absent, NotAdded
	case !prior.IsKnown:
		found.Reason = MaybeOlder
	case n > 1:
		found.Reason = Alike
	case !isMarked:
		found.Reason = Unmarked
	case found.Matches[0].Differs:
		found.Reason = Differs
	default:
		found.Verdict, found.Reason = Confirmed, Added
	}
	return found
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

// JudgeChange judges a change of a customer or an order by the record's current values. A record that shows every value
// sent is confirmed, even if somebody else changed it.
func JudgeChange(current, requested wire.Values) Found {
	requested = moveToContacts(requested)
	found := Found{Hidden: wire.NotReturned(requested)}
	switch n := len(found.Hidden); {
	case len(requested) == 0:
		found.Verdict, found.Reason = Confirmed, Shown
	case n == len(requested):
		found.Reason = AllHidden
	case !wire.AllApplied(current, requested):
		found.Verdict, found.Reason = Absent, NotShown
	case n > 0:
		found.Reason = PartHidden
	default:
		found.Verdict, found.Reason = Confirmed, Shown
	}
	return found
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

// The ids of what a ticket shows of an update, apart from the dates of entries.
const (
	undated    = "undated" // a timeline entry without a date
	stoodSoYet = "state"   // all values of the update except its comment
)

// PriorUpdate returns what a ticket shows of an update before it is sent.
func PriorUpdate(u wire.UpdateTicketRequest, t *desk.TicketDetails, zone *time.Location, blocks schema.Blocks) Prior {
	ids := entryIDs(t.Timeline, u.Comment)
	if hasState(u, t, zone) && hasBlocks(sentBlocks(u, blocks), t, blocks) {
		ids = append(ids, stoodSoYet)
	}
	return Prior{IsKnown: true, IDs: ids}
}

// mayBeOf reports whether an entry may be that of an update: its text is the comment. Services differ in what they
// write about an update without one, so any entry may be.
func mayBeOf(e *desk.HistoryEntry, comment string) bool {
	return strings.TrimSpace(comment) == "" || isSameText(e.Body, safetext.NewHTML(comment))
}

// entryIDs returns the ids of the entries that may be of an update with a comment. An id is the entry's date and may
// occur more than once.
func entryIDs(timeline []desk.HistoryEntry, comment string) []string {
	var ids []string
	for i := range timeline {
		if mayBeOf(&timeline[i], comment) {
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

// freshEntries returns the entries that may be of an update with a comment, and were not there before. Of those of one
// minute they are the last.
func freshEntries(prior Prior, timeline []desk.HistoryEntry, comment string) []desk.HistoryEntry {
	ids := without(entryIDs(timeline, comment), prior.IDs)
	var fresh []desk.HistoryEntry
	for i := range slices.Backward(timeline) {
		if !mayBeOf(&timeline[i], comment) {
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
	Name     safetext.Line // that the caller's entries bear; empty if it is not known
	IsSigned bool          // the caller's comments end with Name, whoever the service says has written them
	From     time.Time     // when the caller's entry is written at the earliest
	Until    time.Time     // when it is written at the latest
}

// judge judges an update by the new entries that may be of it. One confirms it if it was written when the update was
// sent, and is certainly the caller's: by its author, by the caller's signature, or by the caller's mark in its
// comment, which no other entry has.
func (w Writer) judge(u wire.UpdateTicketRequest, fresh []desk.HistoryEntry) Found {
	if Ref(u.Comment) != "" && len(fresh) > 1 {
		return Found{Reason: SeveralMarks, By: fresh[0].Author}
	}
	found := Found{Verdict: Absent, Reason: NotShown}
	for _, entry := range fresh {
		isOwn := w.isOwn(u, &entry)
		if isOwn && isSilent(u) && !entry.Body.IsEmpty() {
			continue // another update of the caller
		}
		doubt := w.doubt(&entry, isOwn)
		if doubt == Shown {
			return Found{Verdict: Confirmed, Reason: Shown, By: entry.Author}
		}
		if found.Verdict == Absent || doubt < found.Reason {
			found = Found{Reason: doubt, By: entry.Author}
		}
	}
	return found
}

// isOwn reports whether an entry that may be of an update is certainly the caller's.
func (w Writer) isOwn(u wire.UpdateTicketRequest, e *desk.HistoryEntry) bool {
	isMarked, isSigned := Ref(u.Comment) != "", w.IsSigned && !isSilent(u)
	author := strings.TrimSpace(e.Author.String())
	return isMarked || !w.Name.IsEmpty() && (isSigned || strings.EqualFold(w.Name.String(), author))
}

// doubt returns why a new entry that may be of an update does not confirm it; Shown if it does.
func (w Writer) doubt(e *desk.HistoryEntry, isOwn bool) Reason {
	at := e.At.In(time.UTC)
	switch {
	case !isOwn && e.Author.IsEmpty():
		return NoAuthor
	case !isOwn && w.Name.IsEmpty():
		return NoName
	case !isOwn:
		return ByOther
	case at.Before(w.From), at.After(w.Until): // one without a date is of 1970
		return OtherTime
	}
	return Shown
}

// JudgeUpdate judges an update by the ticket's current state. The ticket must show every value sent, and an entry of
// the writer that was not there before, anywhere in the timeline.
//
// If an update has no comment and nobody has left a new entry, the service writes none for it. The ticket's values then
// confirm it, as those of a customer do, unless it had all of them before.
//
// A ticket that shows none of the blocks that were sent says nothing about them: then only an entry confirms.
func JudgeUpdate(
	prior Prior, u wire.UpdateTicketRequest, current *desk.TicketDetails, zone *time.Location, blocks schema.Blocks,
	by Writer,
) Found {
	sent := sentBlocks(u, blocks)
	isHidden := len(sent) > 0 && !wire.HasBlocks(current.Groups, slices.Collect(maps.Keys(sent)))
	if !hasState(u, current, zone) || !isHidden && !hasBlocks(sent, current, blocks) {
		return Found{Verdict: Absent, Reason: NotShown}
	}
	found := by.judge(u, freshEntries(prior, current.Timeline, u.Comment))
	switch {
	case isSilent(u) && !prior.IsKnown:
		return Found{Reason: EntryMaybeOlder}
	case !prior.IsKnown && found.Verdict != Absent && found.Reason != ByOther:
		return Found{Reason: EntryMaybeOlder, By: found.By}
	case found.Verdict != Absent || !isSilent(u):
		return found
	case isHidden:
		return Found{Reason: PartHidden, Hidden: slices.Sorted(maps.Keys(sent))}
	case slices.Contains(prior.IDs, stoodSoYet):
		return Found{Reason: AsBefore}
	}
	return Found{Verdict: Confirmed, Reason: Shown}
}

// isSilent reports whether an update has no comment.
func isSilent(u wire.UpdateTicketRequest) bool { return strings.TrimSpace(u.Comment) == "" }

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
