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
	Undated                     // the entry that shows it has no date
	NotVisible                  // no record shows some of the values sent
	Different                   // one new record bears the mark, but other values than those sent
	ByOther                     // the entry that shows it is by somebody else
	Unsigned                    // nobody is named as the author of the entry, or the caller has no name to compare
	Late                        // the entry is of another time than the write
	AsBefore                    // the record showed it before the write, too
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
	From     time.Time     // when the caller's entry is written at the earliest; zero if that is not known
	Until    time.Time     // when it is written at the latest; zero if that is not known
}

// judge returns the verdict on the new entries that may be of an update. Only one that is certainly the caller's
// confirms it: by its author, by the caller's signature, or by the caller's mark in its comment, which no other entry
// has.
func (w Writer) judge(u wire.UpdateTicketRequest, fresh []desk.HistoryEntry) Found {
	isMarked, isSilent := Ref(u.Comment) != "", strings.TrimSpace(u.Comment) == ""
	isSigned := w.IsSigned && !w.Name.IsEmpty() && !isSilent
	if isMarked && len(fresh) > 1 {
		return Found{Verdict: Several, Author: fresh[0].Author}
	}
	verdicts := map[Verdict]Found{}
	for _, entry := range fresh {
		author := strings.TrimSpace(entry.Author.String())
		isOwn := isMarked || isSigned || !w.Name.IsEmpty() && strings.EqualFold(w.Name.String(), author)
		if isOwn && isSilent && !entry.Body.IsEmpty() {
			continue // another update of the caller
		}
		verdict := w.verdictOn(&entry, isOwn)
		verdicts[verdict] = Found{Verdict: verdict, Author: entry.Author}
	}
	for _, verdict := range []Verdict{Confirmed, Unsigned, Undated, Late, ByOther} {
		if found, is := verdicts[verdict]; is {
			return found
		}
	}
	return Found{Verdict: Absent}
}

func (w Writer) verdictOn(e *desk.HistoryEntry, isOwn bool) Verdict {
	switch at := e.At.In(time.UTC); {
	case !isOwn && !w.Name.IsEmpty() && !e.Author.IsEmpty():
		return ByOther
	case e.At.IsZero():
		return Undated
	case !w.From.IsZero() && at.Before(w.From), !w.Until.IsZero() && at.After(w.Until):
		return Late
	case !isOwn:
		return Unsigned
	}
	return Confirmed
}

// JudgeUpdate returns the verdict on an update from the ticket's current state. The ticket must show every value sent,
// and a dated entry of the writer that was not there before, anywhere in the timeline.
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
		return Found{Verdict: Absent}
	}
	isSilent := strings.TrimSpace(u.Comment) == ""
	if isSilent && !prior.IsKnown {
		return Found{Verdict: PriorUnknown}
	}
	found := by.judge(u, freshEntries(prior, current.Timeline, u.Comment))
	switch {
	case !prior.IsKnown && found.Verdict != Absent && found.Verdict != ByOther:
		found.Verdict = PriorUnknown
		return found
	case found.Verdict != Absent || !isSilent:
		return found
	case isHidden:
		return Found{Verdict: NotVisible}
	case slices.Contains(prior.IDs, stoodSoYet):
		return Found{Verdict: AsBefore}
	}
	return Found{Verdict: Confirmed}
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
