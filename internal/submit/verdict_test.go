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

// by returns an entry of an author.
func by(author string, at desk.UnixTime, body string) desk.HistoryEntry {
	e := entry(at, body)
	e.Author = safetext.LineFromText(author)
	return e
}

// standing returns a ticket that is pending, with entries.
func standing(entries ...desk.HistoryEntry) *desk.TicketDetails {
	return &desk.TicketDetails{Ticket: desk.Ticket{SubStatus: desk.NewCode("P", safetext.LineFromText("Pending"))}, Timeline: entries}
}

var asha = submit.Writer{
	Name: safetext.LineFromText("Asha Rao"), From: time.Unix(400, 0), Until: time.Unix(1_600, 0),
}

func TestUpdate_CommentCountsWhenItsEntryIsNewWhereverItStands(t *testing.T) {
	u := wire.UpdateTicketRequest{TicketID: "7", SubStatus: "P", Comment: "Called\nback"}
	before := func(entries ...desk.HistoryEntry) submit.Prior {
		return submit.PriorUpdate(u, standing(entries...), time.UTC, nil)
	}
	older, other, same := by("Asha Rao", 500, "Called back"), by("Asha Rao", 550, "Sent"), by("Asha Rao", 600, "Called <b>back</b>")
	loose := by("Asha Rao", 0, "Called back")
	for name, c := range map[string]struct {
		prior submit.Prior
		now   *desk.TicketDetails
		want  submit.Verdict
	}{
		"it is there":                                {before(other), standing(other, same), submit.Confirmed},
		"it is there among undated entries":          {before(entry(0, "x"), entry(0, "y")), standing(same, entry(0, "x"), entry(0, "y")), submit.Confirmed},
		"once more in the same minute":               {before(older), standing(older, older), submit.Confirmed},
		"only an older one alike":                    {before(older), standing(older, other), submit.Absent},
		"only other entries are new":                 {before(), standing(other), submit.Absent},
		"its entry is undated":                       {before(other), standing(other, loose), submit.Undated},
		"an undated one was there before":            {before(loose), standing(loose), submit.Absent},
		"the ticket was not read before":             {submit.Prior{}, standing(older), submit.PriorUnknown},
		"the ticket was not read, and shows no such": {submit.Prior{}, standing(other), submit.Absent},
	} {
		if got := submit.JudgeUpdate(c.prior, u, c.now, time.UTC, nil, asha).Verdict; got != c.want {
			t.Errorf("%s: %d", name, got)
		}
	}
	closed := u
	closed.SubStatus = "CL"
	if got := submit.JudgeUpdate(before(), closed, standing(same), time.UTC, nil, asha).Verdict; got != submit.Absent {
		t.Errorf("with another sub-status: %d", got)
	}
}

func TestUpdate_IsConfirmedWhenTheTicketShowsEachValue(t *testing.T) {
	u := wire.UpdateTicketRequest{
		TicketID: "7", SubStatus: "P", Comment: "Called back", Queue: "BL", Disposition: "Billing|Invoice",
		Callback: "2026-11-21 10:30:00",
	}
	for value, c := range map[string]struct {
		change func(*desk.TicketDetails)
		want   submit.Verdict
	}{
		"all":         {func(*desk.TicketDetails) {}, submit.Confirmed},
		"sub-status":  {func(d *desk.TicketDetails) { d.SubStatus = desk.NewCode("CL", safetext.Line{}) }, submit.Absent},
		"queue":       {func(d *desk.TicketDetails) { d.Queue = desk.NewCode("HW", safetext.Line{}) }, submit.Absent},
		"disposition": {func(d *desk.TicketDetails) { d.DispositionPath = safetext.LineFromText("Billing") }, submit.Absent},
		"callback":    {func(d *desk.TicketDetails) { d.Callback += 60 }, submit.Absent},
		"no callback": {func(d *desk.TicketDetails) { d.Callback = 0 }, submit.Absent},
	} {
		now := standing(by("Asha Rao", 600, "Called back"))
		now.Queue, now.DispositionPath = desk.NewCode("BL", safetext.Line{}), safetext.LineFromText(u.Disposition)
		now.Callback = desk.NewUnixTime(time.Date(2026, 11, 21, 10, 30, 0, 0, time.UTC))
		c.change(now)
		prior := submit.PriorUpdate(u, standing(), time.UTC, nil)
		if got := submit.JudgeUpdate(prior, u, now, time.UTC, nil, asha).Verdict; got != c.want {
			t.Errorf("%s: %d", value, got)
		}
	}
}

// TestUpdate_OnlyAnAuthorWhoIsKnownToBeTheCallerConfirms: the update has hung and never arrived; a colleague closes the
// ticket with the same macro, a script works beside the agent, or several share one credential.
func TestUpdate_OnlyAnAuthorWhoIsKnownToBeTheCallerConfirms(t *testing.T) {
	nobody := asha
	nobody.Name = safetext.Line{}
	known := submit.Prior{IsKnown: true}
	const text, marked = "Called back", "Called back\n\nref: A-1"
	entries := func(all ...desk.HistoryEntry) []desk.HistoryEntry { return all }
	for name, c := range map[string]struct {
		writer  submit.Writer
		comment string
		prior   submit.Prior
		entries []desk.HistoryEntry
		want    submit.Verdict
		author  string
	}{
		"by us":                              {asha, text, known, entries(by("Asha Rao", 1_000, text)), submit.Confirmed, "Asha Rao"},
		"by us, in other capitals":           {asha, text, known, entries(by("ASHA RAO", 1_000, text)), submit.Confirmed, "ASHA RAO"},
		"by us, later than the write":        {asha, text, known, entries(by("Asha Rao", 9_000, text)), submit.Late, "Asha Rao"},
		"by us, earlier than the write":      {asha, text, known, entries(by("Asha Rao", 300, text)), submit.Late, "Asha Rao"},
		"by a colleague":                     {asha, text, known, entries(by("Ben", 1_000, text)), submit.ByOther, "Ben"},
		"by a colleague, nobody looked":      {asha, text, submit.Prior{}, entries(by("Ben", 1_000, text)), submit.ByOther, "Ben"},
		"by a colleague, undated":            {asha, text, known, entries(by("Ben", 0, text)), submit.ByOther, "Ben"},
		"by both":                            {asha, text, known, entries(by("Asha Rao", 1_000, text), by("Ben", 1_000, text)), submit.Confirmed, "Asha Rao"},
		"ours was there before":              {asha, text, submit.Prior{IsKnown: true, IDs: []string{"1000"}}, entries(by("Asha Rao", 1_000, text), by("Ben", 1_000, text)), submit.ByOther, "Ben"},
		"under the name of a credential":     {asha, text, known, entries(by("Night shift", 1_000, text)), submit.ByOther, "Night shift"},
		"without an author":                  {asha, text, known, entries(by("", 1_000, text)), submit.Unsigned, ""},
		"without an author, later":           {asha, text, known, entries(by("", 9_000, text)), submit.Late, ""},
		"without an author, undated":         {asha, text, known, entries(by("", 0, text)), submit.Undated, ""},
		"by somebody, and we have no name":   {nobody, text, known, entries(by("Ben", 1_000, text)), submit.Unsigned, "Ben"},
		"by nobody, and we have no name":     {nobody, text, known, entries(by("", 1_000, text)), submit.Unsigned, ""},
		"by somebody later, we have no name": {nobody, text, known, entries(by("Ben", 9_000, text)), submit.Late, "Ben"},
		"with our mark":                      {nobody, marked, known, entries(by("", 1_000, marked)), submit.Confirmed, ""},
		"with our mark, under another name":  {asha, marked, known, entries(by("Night shift", 1_000, marked)), submit.Confirmed, "Night shift"},
		"with our mark, later":               {asha, marked, known, entries(by("Night shift", 9_000, marked)), submit.Late, "Night shift"},
		"with another mark":                  {asha, marked, known, entries(by("Asha Rao", 1_000, "Called back\n\nref: A-2")), submit.Absent, ""},
		"our mark twice":                     {asha, marked, known, entries(by("", 1_000, marked), by("", 1_000, marked)), submit.Several, ""},
		"our mark, nobody looked":            {asha, marked, submit.Prior{}, entries(by("", 1_000, marked)), submit.PriorUnknown, ""},
	} {
		u := wire.UpdateTicketRequest{TicketID: "7", SubStatus: "P", Comment: c.comment}
		got := submit.JudgeUpdate(c.prior, u, standing(c.entries...), time.UTC, nil, c.writer)
		if got.Verdict != c.want || got.Author.String() != c.author {
			t.Errorf("%s: %d by %q", name, got.Verdict, got.Author)
		}
	}
}

// TestUpdate_WithoutACommentIsConfirmedByItsEntryOrByAChange: two agents close one ticket.
func TestUpdate_WithoutACommentIsConfirmedByItsEntryOrByAChange(t *testing.T) {
	u := wire.UpdateTicketRequest{TicketID: "7", SubStatus: "P"}
	old := by("Asha Rao", 500, "")
	open := standing(old)
	open.SubStatus = desk.NewCode("US", safetext.LineFromText("Unattended"))
	changed, before := submit.PriorUpdate(u, open, time.UTC, nil), submit.PriorUpdate(u, standing(old), time.UTC, nil)
	for name, c := range map[string]struct {
		prior submit.Prior
		now   *desk.TicketDetails
		want  submit.Verdict
	}{
		"an entry of ours":                        {changed, standing(old, by("Asha Rao", 1_000, "")), submit.Confirmed},
		"an entry of ours, and it stood so":       {before, standing(old, by("Asha Rao", 1_000, "")), submit.Confirmed},
		"an entry of a colleague":                 {changed, standing(old, by("Ben", 1_000, "")), submit.ByOther},
		"an entry of a colleague, with a comment": {changed, standing(old, by("Ben", 1_000, "Fixed")), submit.ByOther},
		"an entry of nobody":                      {changed, standing(old, by("", 1_000, "")), submit.Unsigned},
		"only a comment of ours":                  {before, standing(old, by("Asha Rao", 1_000, "Fixed")), submit.AsBefore},
		"the service writes no entries":           {changed, standing(old), submit.Confirmed},
		"it stood so before":                      {before, standing(old), submit.AsBefore},
		"nobody looked":                           {submit.Prior{}, standing(old), submit.PriorUnknown},
		"nobody looked, and there are no entries": {submit.Prior{}, standing(), submit.PriorUnknown},
		"it does not show it":                     {changed, open, submit.Absent},
	} {
		if got := submit.JudgeUpdate(c.prior, u, c.now, time.UTC, nil, asha).Verdict; got != c.want {
			t.Errorf("%s: %d", name, got)
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
