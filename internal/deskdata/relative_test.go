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
	for text, want := range map[string]string{
		"-0d 14:05": "write today's times", "+0d 09:00": "write today's times", "-3d 25:00": "not a relative time",
		"-3h 14:05": "not a relative time", "-95": "not a relative time", "-95x": "not a relative time",
		"-9999d 10:00": "not a relative time", "-3d 14:05 x": "not a relative time", "-1d14:05": "not a relative time",
		"+2d 10:00": "", "+45m": "",
	} {
		faults := &Faults{}
		c := &checker{context: *relativeAt(t, "UTC", "2026-11-20 14:02:00"), faults: faults, keys: map[string]map[string]position{}, highest: map[string]int64{}}
		e := entry{kind: "ticket", file: "tickets.csv", line: 7, values: []value{
			{"ticket_id", "T-1", 7}, {"title", "Drum", 7}, {"callback", text, 7},
		}}
		tickets.checkEntry(c, &e)
		if got := faults.List; (want == "") != (len(got) == 0) ||
			want != "" && (got[0].Line != 7 || got[0].File != "tickets.csv" || !strings.Contains(got[0].Message, want)) {
			t.Errorf("callback %s: %v", text, got)
		}
		for _, past := range []string{"created", "closed", "last_follow_up", "last_talk"} {
			faults.List, e.values[2].name = nil, past
			tickets.checkEntry(c, &e)
			if (text[0] == '+' || want != "") && len(faults.List) == 0 {
				t.Errorf("%s %s was accepted", past, text)
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
