package deskdata

import (
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // the days on which clocks change, on any machine
)

func relativeAt(t *testing.T, zone, at string) *context {
	t.Helper()
	in, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	now, err := time.ParseInLocation(time.DateTime, at, in)
	if err != nil {
		t.Fatal(err)
	}
	return &context{now: now}
}

// TestDeskImport_ReadsRelativeTimes in the account's zone, also where clocks change.
func TestDeskImport_ReadsRelativeTimes(t *testing.T) {
	for text, want := range map[string]string{
		"-95m": "2026-10-25 11:27", " -2h 5m ": "2026-10-25 10:57", "+45m": "2026-10-25 13:47",
		"-1d":       "2026-10-24 14:02", // 24 hours: that night had an hour more
		"-1d 14:05": "2026-10-24 14:05", "-3d 9:05": "2026-10-22 09:05", "+2d 10:00": "2026-10-27 10:00",
		"-30d 00:00": "2026-09-25 00:00", "2026-10-01 08:00": "2026-10-01 08:00",
	} {
		c := relativeAt(t, "Europe/Berlin", "2026-10-25 13:02:00")
		at, err := parseTime(text, c)
		if got := time.Unix(at, 0).In(c.now.Location()).Format("2006-01-02 15:04"); err != nil || got != want {
			t.Errorf("%q is %s, %v, not %s", text, got, err, want)
		}
	}
}

// TestDeskImport_RefusesRelativeTimesThatMakeNoSense: what has happened is not in the future, and today at 14:05 may be.
func TestDeskImport_RefusesRelativeTimesThatMakeNoSense(t *testing.T) {
	const (
		mistyped = "is not a relative time such as"
		future   = "is in the future"
	)
	for text, want := range map[string]struct{ callback, created string }{ // what is said of each; empty for nothing
		"-0d 14:05": {"write today's times", "write today's times"}, "+0d 09:00": {"write today's times", "write today's times"},
		"-3d 25:00": {mistyped, mistyped}, "-3h 14:05": {mistyped, mistyped}, "-95": {mistyped, mistyped},
		"-95x": {mistyped, mistyped}, "-9999d 10:00": {mistyped, mistyped}, "-3d 14:05 x": {mistyped, mistyped},
		"-1d14:05": {mistyped, mistyped}, "+2d 10:00": {"", future}, "+45m": {"", future}, " +45m": {"", future},
		"-95m": {}, "-3d 14:05": {},
	} {
		for column, want := range map[string]string{
			"callback": want.callback, "due": want.callback,
			"created": want.created, "closed": want.created, "last_follow_up": want.created, "last_talk": want.created,
		} {
			c := &checker{
				context: *relativeAt(t, "UTC", "2026-11-20 14:02:00"), faults: &Faults{},
				keys: map[string]map[string]position{}, highest: map[string]int64{},
			}
			tickets.checkEntry(c, &entry{kind: "ticket", file: "tickets.csv", line: 7, values: []value{
				{"ticket_id", "T-1", 7}, {"title", "Drum", 7}, {column, text, 8},
			}})
			var said []string
			for _, f := range c.faults.List {
				said = append(said, f.String())
			}
			if got := strings.Join(said, "; "); (want == "") != (got == "") || !strings.Contains(got, want) ||
				want != "" && !strings.HasPrefix(got, "tickets.csv:8: "+column+" ") {
				t.Errorf("%s %q: %q, not %q", column, text, got, want)
			}
		}
	}
}

// TestDeskImport_WritesOutARelativeDateOfAnOrder, but leaves one in any other format.
func TestDeskImport_WritesOutARelativeDateOfAnOrder(t *testing.T) {
	c := relativeAt(t, "Asia/Kolkata", "2026-11-20 14:02:00")
	for text, want := range map[string]string{
		"-3d 14:05": "2026-11-17 14:05:00", "-2h": "2026-11-20 12:02:00", "20/11/26": "20/11/26", "": "", "-": "-",
	} {
		if got, err := parseDate(text, c); err != nil || got != want {
			t.Errorf("%q is %q, %v, not %q", text, got, err, want)
		}
	}
	if got, err := parseDate("-3d 1405", c); err == nil {
		t.Errorf("a mistyped time is %q", got)
	}
}
