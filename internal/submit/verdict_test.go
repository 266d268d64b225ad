package submit_test

import (
	"slices"
	"testing"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

func TestAdd_IsConfirmedByAMarkThatWasNotThereBefore(t *testing.T) {
	known := submit.Prior{IsKnown: true, IDs: []string{"7"}}
	for name, c := range map[string]struct {
		prior    submit.Prior
		now      []string
		isMarked bool
		want     submit.Verdict
		fresh    []string
	}{
		"nothing looks like it":                      {known, nil, true, submit.Absent, nil},
		"only what was there before":                 {known, []string{"7"}, true, submit.Absent, nil},
		"one new record with the mark":               {known, []string{"7", "8"}, true, submit.Confirmed, []string{"8"}},
		"one new record that others may have added":  {known, []string{"7", "8"}, false, submit.Unmarked, []string{"8"}},
		"two new records":                            {known, []string{"7", "8", "9"}, true, submit.Several, []string{"8", "9"}},
		"nobody looked before":                       {submit.Prior{}, []string{"8"}, true, submit.PriorUnknown, []string{"8"}},
		"the look before was cut":                    {submit.Prior{IDs: []string{"7"}}, []string{"7", "8"}, true, submit.PriorUnknown, []string{"8"}},
		"nobody looked before, and nothing is there": {submit.Prior{}, nil, false, submit.Absent, nil},
	} {
		if got, fresh := submit.JudgeAdd(c.prior, c.now, c.isMarked); got != c.want || !slices.Equal(fresh, c.fresh) {
			t.Errorf("%s: %d %q", name, got, fresh)
		}
	}
}

func entry(at desk.UnixTime, body string) desk.HistoryEntry {
	return desk.HistoryEntry{At: at, Body: safetext.NewHTML(body)}
}

func TestUpdate_CommentCountsWhenItsEntryIsNewWhereverItStands(t *testing.T) {
	u := wire.UpdateTicketRequest{TicketID: "7", SubStatus: "P", Comment: "Called\nback"}
	ticket := func(entries ...desk.HistoryEntry) *desk.TicketDetails {
		return &desk.TicketDetails{Ticket: desk.Ticket{SubStatus: desk.NewCode("P", safetext.LineFromText("Pending"))}, Timeline: entries}
	}
	older, other, same := entry(100, "Called back"), entry(150, "Sent"), entry(200, "Called <b>back</b>")
	loose := entry(0, "Called back")
	for name, c := range map[string]struct {
		prior submit.Prior
		now   *desk.TicketDetails
		want  submit.Verdict
	}{
		"it is there":                                {submit.PriorComments(ticket(other), u.Comment), ticket(other, same), submit.Confirmed},
		"it is there among undated entries":          {submit.PriorComments(ticket(entry(0, "x"), entry(0, "y")), u.Comment), ticket(same, entry(0, "x"), entry(0, "y")), submit.Confirmed},
		"once more in the same minute":               {submit.PriorComments(ticket(older), u.Comment), ticket(older, older), submit.Confirmed},
		"only an older one alike":                    {submit.PriorComments(ticket(older), u.Comment), ticket(older, other), submit.Absent},
		"only other entries are new":                 {submit.PriorComments(ticket(), u.Comment), ticket(other), submit.Absent},
		"its entry is undated":                       {submit.PriorComments(ticket(other), u.Comment), ticket(other, loose), submit.Undated},
		"an undated one was there before":            {submit.PriorComments(ticket(loose), u.Comment), ticket(loose), submit.Absent},
		"the ticket was not read before":             {submit.Prior{}, ticket(older), submit.PriorUnknown},
		"the ticket was not read, and shows no such": {submit.Prior{}, ticket(other), submit.Absent},
	} {
		if got := submit.JudgeUpdate(c.prior, u, c.now, time.UTC, nil, submit.Writer{}).Verdict; got != c.want {
			t.Errorf("%s: %d", name, got)
		}
	}
	closed := u
	closed.SubStatus = "CL"
	if got := submit.JudgeUpdate(submit.PriorComments(ticket(), u.Comment), closed, ticket(same), time.UTC, nil, submit.Writer{}).Verdict; got != submit.Absent {
		t.Errorf("with another sub-status: %d", got)
	}
	silent := wire.UpdateTicketRequest{TicketID: "7", SubStatus: "P"}
	if got := submit.JudgeUpdate(submit.Prior{}, silent, ticket(), time.UTC, nil, submit.Writer{}).Verdict; got != submit.Confirmed {
		t.Errorf("without a comment: %d", got)
	}
}

// TestUpdate_CommentOfAColleagueIsNotOurs: the update has hung and never arrived; later somebody writes the same.
func TestUpdate_CommentOfAColleagueIsNotOurs(t *testing.T) {
	const sent desk.UnixTime = 1_000
	asha, shared := safetext.LineFromText("Asha Rao"), safetext.LineFromText("Night shift")
	by := func(author string, at desk.UnixTime) desk.HistoryEntry {
		e := entry(at, "Called back")
		e.Author = safetext.LineFromText(author)
		return e
	}
	known := submit.Prior{IsKnown: true}
	for name, c := range map[string]struct {
		own      safetext.Line
		prior    submit.Prior
		entries  []desk.HistoryEntry
		want     submit.Verdict
		author   string
		unsigned bool
	}{
		"by us":                              {asha, known, []desk.HistoryEntry{by("Asha Rao", sent)}, submit.Confirmed, "Asha Rao", false},
		"by us, in other capitals":           {asha, known, []desk.HistoryEntry{by("ASHA RAO", sent)}, submit.Confirmed, "ASHA RAO", false},
		"by a colleague at once":             {asha, known, []desk.HistoryEntry{by("Ben", sent)}, submit.ByOther, "Ben", false},
		"by a colleague later":               {asha, known, []desk.HistoryEntry{by("Ben", 9_000)}, submit.ByOther, "Ben", false},
		"by a colleague, nobody looked":      {asha, submit.Prior{}, []desk.HistoryEntry{by("Ben", sent)}, submit.ByOther, "Ben", false},
		"by both":                            {asha, known, []desk.HistoryEntry{by("Asha Rao", sent), by("Ben", sent)}, submit.Confirmed, "Asha Rao", false},
		"ours was there before":              {asha, submit.Prior{IsKnown: true, IDs: []string{"1000"}}, []desk.HistoryEntry{by("Asha Rao", sent), by("Ben", sent)}, submit.ByOther, "Ben", false},
		"undated, by a colleague":            {asha, known, []desk.HistoryEntry{by("Ben", 0)}, submit.ByOther, "Ben", false},
		"without an author at once":          {asha, known, []desk.HistoryEntry{by("", sent)}, submit.Confirmed, "", true},
		"without an author, later":           {asha, known, []desk.HistoryEntry{by("", 9_000)}, submit.Late, "", true},
		"as our last comment is":             {asha, known, []desk.HistoryEntry{by("Night shift", sent)}, submit.Confirmed, "Night shift", false},
		"as our last comment is, but later":  {asha, known, []desk.HistoryEntry{by("Night shift", 9_000)}, submit.ByOther, "Night shift", false},
		"as our last comment is, undated":    {asha, known, []desk.HistoryEntry{by("Night shift", 0)}, submit.ByOther, "Night shift", false},
		"as our last, and nobody looked":     {asha, submit.Prior{}, []desk.HistoryEntry{by("Night shift", sent)}, submit.PriorUnknown, "Night shift", false},
		"by somebody, and we have no name":   {safetext.Line{}, known, []desk.HistoryEntry{by("Ben", sent)}, submit.Confirmed, "Ben", true},
		"by somebody later, we have no name": {safetext.Line{}, known, []desk.HistoryEntry{by("Ben", 9_000)}, submit.Late, "Ben", true},
	} {
		u := wire.UpdateTicketRequest{TicketID: "7", SubStatus: "P", Comment: "Called back"}
		now := &desk.TicketDetails{Ticket: desk.Ticket{SubStatus: desk.NewCode("P", safetext.LineFromText("Pending"))}, Timeline: c.entries}
		writer := submit.Writer{Name: c.own, Signature: shared, Until: sent.In(time.UTC).Add(10 * time.Minute)}
		got := submit.JudgeUpdate(c.prior, u, now, time.UTC, nil, writer)
		if got.Verdict != c.want || got.Author.String() != c.author || got.IsUnsigned != c.unsigned {
			t.Errorf("%s: %d by %q, unsigned %v", name, got.Verdict, got.Author, got.IsUnsigned)
		}
	}
}

func TestChange_IsConfirmedWhenTheRecordShowsAllOfIt(t *testing.T) {
	now := wire.Values{"customer_info.city": "Pune", "contact_info.5.contact_person_phone": "98"}
	for name, c := range map[string]struct {
		asked wire.Values
		want  submit.Verdict
	}{
		"all of it":                 {wire.Values{"customer_info.city": "Pune", "customer_info.phone": "98"}, submit.Confirmed},
		"another city":              {wire.Values{"customer_info.city": "Leith"}, submit.Absent},
		"with what no record shows": {wire.Values{"customer_info.city": "Pune", "enquiry_info.action": "call"}, submit.NotVisible},
		"only what no record shows": {wire.Values{"enquiry_info.action": "call"}, submit.NotVisible},
		"nothing is left to change": {wire.Values{}, submit.Confirmed},
	} {
		if got, _ := submit.JudgeChange(now, c.asked); got != c.want {
			t.Errorf("%s: %d", name, got)
		}
	}
}
