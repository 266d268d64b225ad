package submit

import (
	"cmp"
	"strings"

	"frontdesk/internal/desk"
)

// Reason is why a verdict is what it is.
type Reason uint8

// The reasons. Of several entries of a ticket, the one with the first of their reasons is named.
const (
	NotRead Reason = iota // the service's records could not be read

	Added      // one new record bears the caller's mark
	NotAdded   // no new record matches
	Cut        // the service did not return all candidates
	Alike      // these records match, and nothing more can be said
	Unmarked   // one new record matches, but it bears no mark of the caller
	MaybeOlder // a record matches, but the state before the write is not known
	Differs    // one new record bears the mark, but other values than those sent

	Shown      // the record shows all of it
	NotShown   // it does not
	PartHidden // it shows them, as far as any record does
	AllHidden  // no record shows any of the values
	Masked     // it does not show them, but hides phones or e-mails

	NoAuthor        // nobody is named as the author of the entry that shows it
	NoName          // the caller has no name to compare with that of its author
	OtherTime       // the entry is of another time than the write, or has no date
	ByOther         // the entry is by somebody else
	SeveralMarks    // several entries bear the caller's mark
	EntryMaybeOlder // the state before the write is not known
	AsBefore        // the ticket showed all of it before the write, too
	HasComment      // the comment is there, and another console may have sent it
	BeginsAlike     // a longer comment that begins with it is there
)

// sentences has a clause for each reason, in which words of the write are replaced.
var sentences = map[Reason]string{
	NotRead: "{the records} could not be read again to find out",

	Added:      "{match}",
	NotAdded:   "no {noun} with {mark} has been added since it was sent",
	Cut:        "not all {noun}s could be checked, and none of those that were looks like it",
	Alike:      "{match}",
	Unmarked:   "{match}, and was not there before. Someone else may have added it: open it before you send again",
	MaybeOlder: "{match}, but may have existed before; that could not be checked",
	Differs:    "{match}, but other values than those that were sent",

	Shown:      "{shows}",
	NotShown:   "the {noun} does not show the change so far",
	PartHidden: "the {noun} shows what was requested, but no record shows {hidden}",
	AllHidden:  "no record shows what was requested",
	Masked: "the {noun} does not yet show everything that was requested, " +
		"but hides some of its phones or e-mails",

	NoAuthor:        "{looks like it}, but nobody is named as its author",
	NoName:          "{looks like it}, but it is by {author}, and your own name is not configured",
	OtherTime:       "{looks like it}{by}, but not of the time when it was sent",
	ByOther:         "{looks like it}, but that is by {author}; it is yours only if you write under that name",
	SeveralMarks:    "several new comments of the ticket have {mark}",
	EntryMaybeOlder: "{shows}{by}, which may have existed before",
	AsBefore:        "{shows}, but did so before",
	HasComment:      "the ticket has this comment already",
	BeginsAlike:     "the ticket has a longer comment that begins like this one",
}

// words are how a write is spoken of.
type words struct {
	noun         string // its record, such as "ticket"
	has, mark    string // of an add: what its record has, as a clause and as a noun
	shows, entry string // of an update: what its ticket shows, and what is new in its timeline
}

// Story says what became of a write whose answer was lost, with what the records show of it.
func (r Result) Story() string {
	if r.Outcome == Saved {
		return "the answer was lost, but it is done: " + r.Text()
	}
	return r.Err.Error() + "; " + r.Text()
}

// Text says what the records show of a write, as a clause, for console, commands and results of a list.
func (r Result) Text() string {
	if r.Request == nil {
		return ""
	}
	w, author, by := r.Request.words(), r.By.String(), ""
	if author != "" {
		by = " by " + author
	}
	records := "the " + w.noun
	if w.has != "" {
		records += "s"
	}
	shows := cmp.Or(w.shows, "the "+w.noun+" shows everything that was requested")
	return strings.NewReplacer(
		"{noun}", w.noun, "{mark}", w.mark, "{match}", r.matchText(w), "{the records}", records, "{shows}", shows,
		"{looks like it}", "the ticket looks like it, with "+w.entry, "{author}", author, "{by}", by,
		"{hidden}", strings.Join(r.Hidden, ", "),
	).Replace(sentences[r.Reason])
}

// matchText says what the records that match an add have.
func (r Result) matchText(w words) string {
	ids := strings.Join(desk.DisplayIDs(r.Likely()), ", ")
	if len(r.Matches) > 1 {
		return w.noun + "s " + ids + " all have " + w.mark
	}
	return w.noun + " " + ids + " " + w.has
}
