package pane

import (
	"testing"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/ui/theme"
)

// noon is when tickets are looked at here, a Friday.
var noon = clockContext{time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC), desk.NewTimeZones(time.UTC, nil)}

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

func TestColumn_WarningsAreLettersAndColours(t *testing.T) {
	within := desk.NewInternedLine(safetext.LineFromText("Within SLA"))
	for name, c := range map[string]struct {
		ticket   desk.Ticket
		sla      string
		slaTone  cellStyle
		marks    string
		markTone cellStyle
	}{
		"on time":                    {desk.Ticket{SLA: within}, "ok", good, "", plain},
		"nothing said":               {desk.Ticket{}, "", plain, "", plain},
		"at risk":                    {desk.Ticket{SLA: within, Marks: desk.AtRisk}, "soon", warn, "", plain},
		"late, although at risk":     {desk.Ticket{Marks: desk.AtRisk | desk.OutOfSLA}, "late!", bad, "", plain},
		"closed, although late":      {desk.Ticket{Marks: desk.Closed | desk.OutOfSLA | desk.Escalated, Callback: beforeNoon(time.Hour)}, "done", muted, "", plain},
		"escalated":                  {desk.Ticket{Marks: desk.Escalated}, "", plain, "⚑", warn},
		"callback":                   {desk.Ticket{Callback: beforeNoon(-time.Hour)}, "", plain, "☎", info},
		"callback now":               {desk.Ticket{Callback: beforeNoon(0)}, "", plain, "☎!", bad},
		"callback missed, escalated": {desk.Ticket{Callback: beforeNoon(time.Hour), Marks: desk.Escalated}, "", plain, "☎!⚑", bad},
	} {
		sla, slaTone := slaCell(&c.ticket, noon)
		marks, markTone := flagsCell(&c.ticket, noon)
		if sla != c.sla || slaTone != c.slaTone || marks != c.marks || markTone != c.markTone {
			t.Errorf("%s: %q in %d, %q in %d", name, sla, slaTone, marks, markTone)
		}
	}
}

func TestColumn_PriorityColourEndsWithTheTicket(t *testing.T) {
	for priority, want := range map[string]cellStyle{"Urgent": bad, "Critical": bad, "High": warn, "Normal": muted, "": muted} {
		ticket := desk.Ticket{Priority: desk.NewInternedLine(safetext.LineFromText(priority))}
		if got := priorityTone(&ticket); got != want {
			t.Errorf("%q is drawn in %d, want %d", priority, got, want)
		}
		ticket.Marks = desk.Closed
		if got := priorityTone(&ticket); got != muted {
			t.Errorf("%q of a closed ticket is drawn in %d", priority, got)
		}
	}
}

func TestTicketPane_BeginsWithWhatNeedsAttention(t *testing.T) {
	th := theme.New(true, true)
	for want, ticket := range map[string]desk.Ticket{
		th.Error.Render("! Out of SLA · due today 10:00"):          {Marks: desk.OutOfSLA | desk.AtRisk, Due: beforeNoon(2 * time.Hour)},
		th.Warning.Render("~ At risk · due tomorrow 12:00"):        {Marks: desk.AtRisk, Due: beforeNoon(-24 * time.Hour)},
		th.Error.Render("! Out of SLA "):                           {Marks: desk.OutOfSLA},
		th.Warning.Render("⚑ Escalated"):                           {Marks: desk.Escalated},
		th.Error.Render("☎ Call back was due today 09:00, 3h ago"): {Callback: beforeNoon(3 * time.Hour)},
		th.Info.Render("☎ Call back today 12:30, in 30m"):          {Callback: beforeNoon(-30 * time.Minute)},
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
