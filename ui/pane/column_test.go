package pane

import (
	"slices"
	"testing"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/ui/theme"
)

// noon is when tickets are looked at here, a Friday.
var noon = clockContext{now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC), zones: desk.NewTimeZones(time.UTC, nil)}

// beforeNoon returns a time before noon, after it when d is negative.
func beforeNoon(d time.Duration) desk.UnixTime { return desk.NewUnixTime(noon.now.Add(-d)) }

func TestColumn_DurationIsInItsLargestUnit(t *testing.T) {
	const day = 24 * time.Hour
	for d, want := range map[time.Duration]string{
		-time.Hour: "now", 59 * time.Second: "now", time.Minute: "1m", 59 * time.Minute: "59m", time.Hour: "1h", 23 * time.Hour: "23h",
		day: "1d", 20 * day: "20d", 21 * day: "3w", 70 * day: "10w",
	} {
		if got := FormatDuration(d); got != want {
			t.Errorf("%v is %q, want %q", d, got, want)
		}
	}
	if got := Age(0, noon.now); got != "" {
		t.Errorf("a ticket without a date is %q old", got)
	}
}

func TestColumn_TimeHasOnlyTheDatePartsItNeeds(t *testing.T) {
	for want, at := range map[string]time.Time{
		"today 23:59":       time.Date(2026, 11, 20, 23, 59, 0, 0, time.UTC),
		"tomorrow 00:00":    time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC),
		"Thu 19 Nov 12:00":  time.Date(2026, 11, 19, 12, 0, 0, 0, time.UTC),
		"31 Dec 2025 08:05": time.Date(2025, 12, 31, 8, 5, 0, 0, time.UTC),
	} {
		if got := clock(at, noon.now); got != want {
			t.Errorf("%v is %q, want %q", at, got, want)
		}
	}
}

func TestColumn_ClockCountsToTheDeadline(t *testing.T) {
	calls := noon
	calls.callbacks = true
	const day = 24 * time.Hour
	for name, c := range map[string]struct {
		ticket    desk.Ticket
		clock     string
		style     cellStyle
		flags     string
		flagStyle cellStyle
		at        clockContext
	}{
		"nothing known":                {style: muted},
		"only words":                   {ticket: desk.Ticket{SLA: interned("Within SLA")}, clock: "Within SLA", style: muted},
		"words of risk":                {ticket: desk.Ticket{SLA: interned("At risk"), Marks: desk.AtRisk}, clock: "At risk", style: warn},
		"words of being late":          {ticket: desk.Ticket{SLA: interned("Breached"), Marks: desk.OutOfSLA}, clock: "Breached", style: bad},
		"only a flag of being late":    {ticket: desk.Ticket{Marks: desk.OutOfSLA}, clock: "Out of SLA", style: bad},
		"calm":                         {ticket: desk.Ticket{Due: beforeNoon(-100 * time.Minute)}, clock: " 1h40 SLA"},
		"an hour":                      {ticket: desk.Ticket{Due: beforeNoon(-time.Hour)}, clock: "!1h00 SLA", style: warn},
		"soon":                         {ticket: desk.Ticket{Due: beforeNoon(-25 * time.Minute)}, clock: "!25m SLA", style: warn},
		"in this minute":               {ticket: desk.Ticket{Due: beforeNoon(-59 * time.Second)}, clock: "!now SLA", style: bad},
		"a minute late":                {ticket: desk.Ticket{Due: beforeNoon(time.Minute)}, clock: "−1m SLA", style: bad},
		"late":                         {ticket: desk.Ticket{Due: beforeNoon(130 * time.Minute)}, clock: "−2h10 SLA", style: bad},
		"a day":                        {ticket: desk.Ticket{Due: beforeNoon(-30 * time.Hour)}, clock: " 1d SLA"},
		"weeks late":                   {ticket: desk.Ticket{Due: beforeNoon(50 * day)}, clock: "−7w SLA", style: bad},
		"the service says at risk":     {ticket: desk.Ticket{Due: beforeNoon(-16 * time.Hour), Marks: desk.AtRisk}, clock: "!16h00 SLA", style: warn},
		"the service says late":        {ticket: desk.Ticket{Due: beforeNoon(-16 * time.Hour), Marks: desk.OutOfSLA}, clock: "!16h00 SLA", style: bad},
		"a callback":                   {ticket: desk.Ticket{Callback: beforeNoon(-25 * time.Minute)}, clock: "!25m ☎", style: warn},
		"a missed callback, escalated": {ticket: desk.Ticket{Callback: beforeNoon(time.Hour), Marks: desk.Escalated}, clock: "−1h00 ☎", style: bad, flags: "⚑", flagStyle: warn},
		"a callback after the SLA": {
			ticket: desk.Ticket{Callback: beforeNoon(-2 * time.Hour), Due: beforeNoon(-100 * time.Minute)}, clock: " 1h40 SLA", flags: "☎ 2h", flagStyle: info,
		},
		"a missed callback after the SLA": {
			ticket: desk.Ticket{Callback: beforeNoon(0), Due: beforeNoon(time.Hour), Marks: desk.Escalated}, clock: "−1h00 SLA", style: bad, flags: "☎ !now⚑", flagStyle: bad,
		},
		"that callback in the view Callbacks": {ticket: desk.Ticket{Callback: beforeNoon(-day), Due: beforeNoon(time.Hour), Marks: desk.OutOfSLA}, clock: " 1d ☎", at: calls},
		"closed":                              {ticket: desk.Ticket{Marks: desk.Closed | desk.OutOfSLA | desk.Escalated, Callback: beforeNoon(time.Hour)}, clock: "done", style: muted},
	} {
		at := c.at
		if at.now.IsZero() {
			at = noon
		}
		clock, style := clockCell(&c.ticket, at)
		flags := flagsOf(&c.ticket, at)
		if clock != c.clock || style != c.style || flags.text != c.flags || flags.style != c.flagStyle {
			t.Errorf("%s: %q in %d, %q in %d", name, clock, style, flags.text, flags.style)
		}
	}
}

func TestColumn_CallbackHasOnlyTheDatePartsItNeeds(t *testing.T) {
	for want, at := range map[string]time.Time{
		" 23:59":       time.Date(2026, 11, 20, 23, 59, 0, 0, time.UTC),
		" Thu 09:00":   time.Date(2026, 11, 26, 9, 0, 0, 0, time.UTC),
		"−Sat 09:00":   time.Date(2026, 11, 14, 9, 0, 0, 0, time.UTC),
		"13 Nov 09:00": time.Date(2026, 11, 13, 9, 0, 0, 0, time.UTC),
		"27 Nov 09:00": time.Date(2026, 11, 27, 9, 0, 0, 0, time.UTC),
		"−31 Dec 2025": time.Date(2025, 12, 31, 8, 5, 0, 0, time.UTC),
		"":             {},
	} {
		got, _ := callbackCell(&desk.Ticket{Callback: desk.NewUnixTime(at)}, noon)
		if got != want {
			t.Errorf("%v is %q, want %q", at, got, want)
		}
	}
}

func TestColumn_PriorityIsAShapeWhoseColourEndsWithTheTicket(t *testing.T) {
	for priority, want := range map[string]symbol{
		"Urgent": {"▲", bad}, "Critical": {"▲", bad}, "High": {"△", warn}, "Normal": {"·", muted}, "Medium": {"·", muted},
		"Low": {"▽", muted}, "P3": {" ", muted}, "": {"", plain},
	} {
		ticket := desk.Ticket{Priority: interned(priority)}
		words := newListWords()
		if got := words.priority(&ticket); got.short != want.text || got.style != want.style {
			t.Errorf("%q is drawn as %+v, want %v", priority, got, want)
		}
		ticket.Marks = desk.Closed
		if got := words.priority(&ticket); got.short != want.text || got.style != muted {
			t.Errorf("%q of a closed ticket is drawn as %+v", priority, got)
		}
	}
}

func interned(s string) desk.InternedLine { return desk.NewInternedLine(safetext.LineFromText(s)) }

func TestTicketPane_BeginsWithWhatNeedsAttention(t *testing.T) {
	th := theme.New(true, true)
	for want, ticket := range map[string]desk.Ticket{
		th.Error.Render("! Out of SLA · due today 10:00, 2h00 ago"):      {Marks: desk.OutOfSLA | desk.AtRisk, Due: beforeNoon(2 * time.Hour)},
		th.Error.Render("! Out of SLA · due today 11:59, 1m ago"):        {Due: beforeNoon(time.Minute)},
		th.Warning.Render("~ At risk · due today 12:30, in 30m"):         {Due: beforeNoon(-30 * time.Minute)},
		th.Warning.Render("~ At risk · due tomorrow 12:00, in 1d"):       {Marks: desk.AtRisk, Due: beforeNoon(-24 * time.Hour)},
		th.Error.Render("! Out of SLA"):                                  {Marks: desk.OutOfSLA},
		th.Warning.Render("⚑ Escalated") + " · due today 14:00, in 2h00": {Marks: desk.Escalated, Due: beforeNoon(-2 * time.Hour)},
		th.Error.Render("☎ Call back was due today 09:00, 3h00 ago"):     {Callback: beforeNoon(3 * time.Hour)},
		th.Error.Render("☎ Call back now"):                               {Callback: beforeNoon(0)},
		th.Info.Render("☎ Call back today 12:30, in 30m"):                {Callback: beforeNoon(-30 * time.Minute)},
		"": {Marks: desk.Closed | desk.OutOfSLA | desk.Escalated, Callback: beforeNoon(time.Hour)},
	} {
		got := ""
		if lines := alertLines(&ticket, th, 80, noon); len(lines) > 0 {
			got = lines[0]
		}
		if got != want {
			t.Errorf("%+v begins with %q, want %q", ticket, got, want)
		}
	}
}

func TestTicketPane_InANarrowPaneADeadlineTakesOneLine(t *testing.T) {
	th := theme.New(true, true)
	ticket := desk.Ticket{
		Marks: desk.OutOfSLA, Due: beforeNoon(5 * 24 * time.Hour), Callback: beforeNoon(37 * time.Minute),
	}
	want := []string{
		th.Error.Render("! Out of SLA · due Sun 15 Nov 12:00"),
		th.Error.Render("☎ Call back was due today 11:23"),
	}
	if got := alertLines(&ticket, th, 38, noon); !slices.Equal(got, want) {
		t.Errorf("the ticket begins with %q, want %q", got, want)
	}
}
