package submit

import (
	"strings"

	"frontdesk/internal/wire"
)

// UpdateText returns what a ticket shows of an update, as a clause.
func (f Found) UpdateText(u wire.UpdateTicketRequest) string {
	shows, alike := "the ticket shows the update, with this comment", "with a new comment like this one"
	isSilent := strings.TrimSpace(u.Comment) == ""
	if isSilent {
		shows, alike = "the ticket shows everything that was requested", "with a new entry"
	}
	alike = "the ticket looks like it, " + alike + ", but "
	switch {
	case f.Verdict == Confirmed && isSilent:
		return shows
	case f.Verdict == Confirmed:
		return "the ticket shows the change, with its comment"
	case f.Verdict == ByOther:
		return alike + "that is by " + f.Author.String() + "; it is yours only if you write under that name"
	case f.Verdict == Unsigned && f.Author.IsEmpty():
		return alike + "nobody is named as its author"
	case f.Verdict == Unsigned:
		return alike + "it is by " + f.Author.String() + ", and your own name is not configured"
	case f.Verdict == Late:
		return alike + "of another time" + f.byText()
	case f.Verdict == Undated:
		return shows + f.byText() + ", whose date is unknown"
	case f.Verdict == PriorUnknown:
		return shows + f.byText() + ", which may have existed before"
	case f.Verdict == AsBefore:
		return shows + ", but did so before"
	case f.Verdict == Several:
		return "several new comments of the ticket have " + RefLabel + Ref(u.Comment)
	case f.Verdict == NotVisible:
		return "no record shows " + strings.Join(f.Hidden, ", ")
	}
	return "the ticket does not show the change so far"
}

// byText names the author of an entry, if it has one.
func (f Found) byText() string {
	if f.Author.IsEmpty() {
		return ""
	}
	return " by " + f.Author.String()
}
