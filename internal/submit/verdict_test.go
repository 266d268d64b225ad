package submit_test

import (
	"strings"
	"testing"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

// verdicts are those of the reasons by which anything is known; all others leave it unclear.
var verdicts = map[submit.Reason]submit.Verdict{
	submit.Added: submit.Confirmed, submit.Shown: submit.Confirmed,
	submit.NotAdded: submit.Absent, submit.NotShown: submit.Absent,
}

// requireReason compares what was found with a reason, and with its verdict.
func requireReason(t *testing.T, name string, got submit.Found, want submit.Reason) {
	t.Helper()
	if got.Reason != want || got.Verdict != verdicts[want] {
		t.Errorf("%s: verdict %d, reason %d, want %d", name, got.Verdict, got.Reason, want)
	}
}

func TestAdd_IsConfirmedByAMarkThatWasNotThereBefore(t *testing.T) {
	known := submit.Prior{IsKnown: true, IDs: []string{"7"}}
	for name, c := range map[string]struct {
		prior    submit.Prior
		now      []string
		isMarked bool
		reason   submit.Reason
		fresh    string
	}{
		"nothing looks like it":                      {known, nil, true, submit.NotAdded, ""},
		"only what was there before":                 {known, []string{"7"}, true, submit.NotAdded, ""},
		"one new record with the mark":               {known, []string{"7", "8"}, true, submit.Added, "8"},
		"one new record that others may have added":  {known, []string{"7", "8"}, false, submit.Unmarked, "8"},
		"two new records":                            {known, []string{"7", "8", "9"}, true, submit.Alike, "8 9"},
		"nobody looked before":                       {submit.Prior{}, []string{"8"}, true, submit.MaybeOlder, "8"},
		"the look before was cut":                    {submit.Prior{IDs: []string{"7"}}, []string{"7", "8"}, true, submit.MaybeOlder, "8"},
		"nobody looked before, and nothing is there": {submit.Prior{}, nil, false, submit.NotAdded, ""},
	} {
		var matching []submit.Match
		for _, id := range c.now {
			matching = append(matching, submit.Match{ID: desk.NewID(id)})
		}
		got := submit.JudgeAdd(c.prior, matching, true, c.isMarked)
		fresh := strings.Join(desk.DisplayIDs(submit.Result{Found: got}.Likely()), " ")
		requireReason(t, name, got, c.reason)
		if fresh != c.fresh {
			t.Errorf("%s: likely are %q", name, fresh)
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
		want  submit.Reason
	}{
		"it is there":                                {before(other), standing(other, same), submit.Shown},
		"it is there among undated entries":          {before(entry(0, "x"), entry(0, "y")), standing(same, entry(0, "x"), entry(0, "y")), submit.Shown},
		"once more in the same minute":               {before(older), standing(older, older), submit.Shown},
		"only an older one alike":                    {before(older), standing(older, other), submit.NotShown},
		"only other entries are new":                 {before(), standing(other), submit.NotShown},
		"its entry is undated":                       {before(other), standing(other, loose), submit.OtherTime},
		"an undated one was there before":            {before(loose), standing(loose), submit.NotShown},
		"the ticket was not read before":             {submit.Prior{}, standing(older), submit.EntryMaybeOlder},
		"the ticket was not read, and shows no such": {submit.Prior{}, standing(other), submit.NotShown},
	} {
		requireReason(t, name, submit.JudgeUpdate(c.prior, u, c.now, time.UTC, nil, asha), c.want)
	}
	closed := u
	closed.SubStatus = "CL"
	requireReason(
		t, "with another sub-status", submit.JudgeUpdate(before(), closed, standing(same), time.UTC, nil, asha), submit.NotShown,
	)
}

func TestUpdate_IsConfirmedWhenTheTicketShowsEachValue(t *testing.T) {
	u := wire.UpdateTicketRequest{
		TicketID: "7", SubStatus: "P", Comment: "Called back", Queue: "BL", Disposition: "Billing|Invoice",
		Callback: "2026-11-21 10:30:00",
	}
	for value, c := range map[string]struct {
		change func(*desk.TicketDetails)
		want   submit.Reason
	}{
		"all":         {func(*desk.TicketDetails) {}, submit.Shown},
		"sub-status":  {func(d *desk.TicketDetails) { d.SubStatus = desk.NewCode("CL", safetext.Line{}) }, submit.NotShown},
		"queue":       {func(d *desk.TicketDetails) { d.Queue = desk.NewCode("HW", safetext.Line{}) }, submit.NotShown},
		"disposition": {func(d *desk.TicketDetails) { d.DispositionPath = safetext.LineFromText("Billing") }, submit.NotShown},
		"callback":    {func(d *desk.TicketDetails) { d.Callback += 60 }, submit.NotShown},
		"no callback": {func(d *desk.TicketDetails) { d.Callback = 0 }, submit.NotShown},
	} {
		now := standing(by("Asha Rao", 600, "Called back"))
		now.Queue, now.DispositionPath = desk.NewCode("BL", safetext.Line{}), safetext.LineFromText(u.Disposition)
		now.Callback = desk.NewUnixTime(time.Date(2026, 11, 21, 10, 30, 0, 0, time.UTC))
		c.change(now)
		prior := submit.PriorUpdate(u, standing(), time.UTC, nil)
		requireReason(t, value, submit.JudgeUpdate(prior, u, now, time.UTC, nil, asha), c.want)
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
		want    submit.Reason
		author  string
	}{
		"by us":                              {asha, text, known, entries(by("Asha Rao", 1_000, text)), submit.Shown, "Asha Rao"},
		"by us, in other capitals":           {asha, text, known, entries(by("ASHA RAO", 1_000, text)), submit.Shown, "ASHA RAO"},
		"by us, later than the write":        {asha, text, known, entries(by("Asha Rao", 9_000, text)), submit.OtherTime, "Asha Rao"},
		"by us, earlier than the write":      {asha, text, known, entries(by("Asha Rao", 300, text)), submit.OtherTime, "Asha Rao"},
		"by a colleague":                     {asha, text, known, entries(by("Ben", 1_000, text)), submit.ByOther, "Ben"},
		"by a colleague, nobody looked":      {asha, text, submit.Prior{}, entries(by("Ben", 1_000, text)), submit.ByOther, "Ben"},
		"by a colleague, undated":            {asha, text, known, entries(by("Ben", 0, text)), submit.ByOther, "Ben"},
		"by both":                            {asha, text, known, entries(by("Asha Rao", 1_000, text), by("Ben", 1_000, text)), submit.Shown, "Asha Rao"},
		"ours was there before":              {asha, text, submit.Prior{IsKnown: true, IDs: []string{"1000"}}, entries(by("Asha Rao", 1_000, text), by("Ben", 1_000, text)), submit.ByOther, "Ben"},
		"under the name of a credential":     {asha, text, known, entries(by("Night shift", 1_000, text)), submit.ByOther, "Night shift"},
		"without an author":                  {asha, text, known, entries(by("", 1_000, text)), submit.NoAuthor, ""},
		"without an author, later":           {asha, text, known, entries(by("", 9_000, text)), submit.NoAuthor, ""},
		"without an author, undated":         {asha, text, known, entries(by("", 0, text)), submit.NoAuthor, ""},
		"by somebody, and we have no name":   {nobody, text, known, entries(by("Ben", 1_000, text)), submit.NoName, "Ben"},
		"by nobody, and we have no name":     {nobody, text, known, entries(by("", 1_000, text)), submit.NoAuthor, ""},
		"by somebody later, we have no name": {nobody, text, known, entries(by("Ben", 9_000, text)), submit.NoName, "Ben"},
		"with our mark":                      {nobody, marked, known, entries(by("", 1_000, marked)), submit.Shown, ""},
		"with our mark, under another name":  {asha, marked, known, entries(by("Night shift", 1_000, marked)), submit.Shown, "Night shift"},
		"with our mark, later":               {asha, marked, known, entries(by("Night shift", 9_000, marked)), submit.OtherTime, "Night shift"},
		"with another mark":                  {asha, marked, known, entries(by("Asha Rao", 1_000, "Called back\n\nref: A-2")), submit.NotShown, ""},
		"our mark twice":                     {asha, marked, known, entries(by("", 1_000, marked), by("", 1_000, marked)), submit.SeveralMarks, ""},
		"our mark, nobody looked":            {asha, marked, submit.Prior{}, entries(by("", 1_000, marked)), submit.EntryMaybeOlder, ""},
	} {
		u := wire.UpdateTicketRequest{TicketID: "7", SubStatus: "P", Comment: c.comment}
		got := submit.JudgeUpdate(c.prior, u, standing(c.entries...), time.UTC, nil, c.writer)
		requireReason(t, name, got, c.want)
		if got.By.String() != c.author {
			t.Errorf("%s: by %q", name, got.By)
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
		want  submit.Reason
	}{
		"an entry of ours":                        {changed, standing(old, by("Asha Rao", 1_000, "")), submit.Shown},
		"an entry of ours, and it stood so":       {before, standing(old, by("Asha Rao", 1_000, "")), submit.Shown},
		"an entry of a colleague":                 {changed, standing(old, by("Ben", 1_000, "")), submit.ByOther},
		"an entry of a colleague, with a comment": {changed, standing(old, by("Ben", 1_000, "Fixed")), submit.ByOther},
		"an entry of nobody":                      {changed, standing(old, by("", 1_000, "")), submit.NoAuthor},
		"only a comment of ours":                  {before, standing(old, by("Asha Rao", 1_000, "Fixed")), submit.AsBefore},
		"the service writes no entries":           {changed, standing(old), submit.Shown},
		"it stood so before":                      {before, standing(old), submit.AsBefore},
		"nobody looked":                           {submit.Prior{}, standing(old), submit.EntryMaybeOlder},
		"nobody looked, and there are no entries": {submit.Prior{}, standing(), submit.EntryMaybeOlder},
		"it does not show it":                     {changed, open, submit.NotShown},
	} {
		requireReason(t, name, submit.JudgeUpdate(c.prior, u, c.now, time.UTC, nil, asha), c.want)
	}
}

func TestChange_IsConfirmedWhenTheRecordShowsAllOfIt(t *testing.T) {
	now := wire.Values{"customer_info.city": "Pune", "contact_info.5.contact_person_phone": "98"}
	for name, c := range map[string]struct {
		asked wire.Values
		want  submit.Reason
	}{
		"all of it":                 {wire.Values{"customer_info.city": "Pune", "customer_info.phone": "98"}, submit.Shown},
		"another city":              {wire.Values{"customer_info.city": "Leith"}, submit.NotShown},
		"with what no record shows": {wire.Values{"customer_info.city": "Pune", "enquiry_info.action": "call"}, submit.PartHidden},
		"only what no record shows": {wire.Values{"enquiry_info.action": "call"}, submit.AllHidden},
		"nothing is left to change": {wire.Values{}, submit.Shown},
	} {
		requireReason(t, name, submit.JudgeChange(now, c.asked), c.want)
	}
}
