package desk_test

import (
	"strings"
	"testing"
	"time"

	"frontdesk/internal/desk"
)

const now = desk.UnixTime(1_800_000_000)

func TestDeadline_WhatASLAAllows(t *testing.T) {
	const day = 24 * time.Hour
	for text, want := range map[string]time.Duration{
		"1 Day 2 Hr 5 Min": day + 2*time.Hour + 5*time.Minute,
		"1 Day 0 Hr 0 Min": day, "2 Days": 2 * day, "1 Day 5 Min": day + 5*time.Minute, "36 Hrs": 36 * time.Hour,
		"4 Hr 30 Min": 4*time.Hour + 30*time.Minute, "90 Min": 90 * time.Minute, "0 Day 0 Hr 1 Min": time.Minute,
		"0:1:29": time.Minute + 29*time.Second, "08:00:00": 8 * time.Hour, "100:59:59": 101*time.Hour - time.Second,

		"8h": 8 * time.Hour, "1 day": day, "1.5 Day": 36 * time.Hour, "1 Day 24 Hr": 2 * day, "1 Hr 60 Min": 2 * time.Hour,
		" 1 Day": day, "1 Day ": day, "1 Week": 7 * day,

		// No time follows from anything else.
		"": 0, " ": 0, "0": 0, "0:0:0": 0, "0 Min": 0, "60": 0, "3600": 0, "1 Day 2 Hr 5": 0, "Day": 0, "1 Day 2": 0,
		"1:29": 0, "0:1:2:29": 0, "0:60:00": 0, "0:00:60": 0, "0:-1:29": 0, "+0:1:29": 0, "0:1:29 ": 0, "0:1:": 0, "::": 0,
		"0x1:0:0": 0, "1e3:0:0": 0, "0:1.5:0": 0, "٠:١:٢٩": 0, "０:１:２９": 0,
		"5 Min 1 Day": 0, "1 Day 1 Day": 0, "-1 Day": 0, "1  Day": 0,
		"1\u00a0Day": 0, "1 Day, 2 Hr": 0, "about 1 Day": 0, "1 Day left": 0, "1 Dayss": 0,
		"1 Month": 0, "1 Day\n2 Hr": 0, "99999 Day": 0, "9223372036854775807 Day": 0, "99999:00:00": 0, "Out of SLA": 0,
		strings.Repeat("1 Day ", 10_000): 0, strings.Repeat(":", 100_000): 0, strings.Repeat("9", 100_000) + ":0:0": 0,
	} {
		if got := desk.ParseSLA(text); got != want {
			t.Errorf("%.40q allows %v instead of %v", text, got, want)
		}
	}
}

func TestDeadline_WhenTheSLARunsOut(t *testing.T) {
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	at := func(day, hour, minute int) desk.UnixTime {
		return desk.NewUnixTime(time.Date(2026, 10, day, hour, minute, 0, 0, zone))
	}
	for name, c := range map[string]struct {
		end, created desk.UnixTime
		allowed      time.Duration
		want         desk.UnixTime
	}{
		"the end date":                              {at(20, 14, 30), at(20, 9, 0), time.Hour, at(20, 14, 30)},
		"the end date alone":                        {end: at(20, 14, 30), want: at(20, 14, 30)},
		"no end date":                               {created: at(20, 9, 0), allowed: 90 * time.Minute, want: at(20, 10, 30)},
		"a day of clock change has 25 hours":        {created: at(24, 12, 0), allowed: 24 * time.Hour, want: at(25, 11, 0)},
		"nothing":                                   {},
		"no creation":                               {allowed: time.Hour},
		"no allowed time":                           {created: at(20, 9, 0)},
		"a date lasts all day":                      {at(20, 0, 0), at(19, 9, 0), 38*time.Hour + 59*time.Minute, at(21, 0, 0) - 1},
		"a date alone, with 25 hours":               {end: at(25, 0, 0), want: at(26, 0, 0) - 1},
		"a midnight at which the allowed time ends": {at(20, 0, 0), at(19, 0, 0), 24 * time.Hour, at(20, 0, 0)},
	} {
		if got := desk.SLAEnd(c.end, c.created, c.allowed, zone); got != c.want {
			t.Errorf("%s: %v instead of %v", name, got.In(zone), c.want.In(zone))
		}
	}
}

func TestDeadline_NextOfAnOpenTicket(t *testing.T) {
	for name, c := range map[string]struct {
		ticket desk.Ticket
		want   desk.Deadline
	}{
		"neither":                  {},
		"the SLA":                  {desk.Ticket{Due: 5}, desk.Deadline{At: 5}},
		"a callback":               {desk.Ticket{Callback: 5}, desk.Deadline{At: 5, IsCallback: true}},
		"the callback comes first": {desk.Ticket{Callback: 5, Due: 6}, desk.Deadline{At: 5, IsCallback: true}},
		"the SLA comes first":      {desk.Ticket{Callback: 6, Due: 5}, desk.Deadline{At: 5}},
		"both at once: the call":   {desk.Ticket{Callback: 5, Due: 5}, desk.Deadline{At: 5, IsCallback: true}},
		"flags make no time":       {desk.Ticket{Marks: desk.OutOfSLA | desk.CallbackRequested}, desk.Deadline{}},
		"closed":                   {desk.Ticket{Callback: 5, Due: 6, Marks: desk.Closed}, desk.Deadline{}},
	} {
		if got := c.ticket.Deadline(); got != c.want {
			t.Errorf("%s: %+v instead of %+v", name, got, c.want)
		}
	}
}

func TestTurnaround_IsSaidOnlyByTextsThatAreUnderstood(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"1 Day 2 Hr 5 Min": 26*time.Hour + 5*time.Minute, "0:1:29": 89 * time.Second, "0 Min": 0, "0:0:0": 0,
	} {
		if got := desk.ParseTurnaround(text); !got.IsSaid() || got.Duration() != want {
			t.Errorf("%q takes %v", text, got.Duration())
		}
	}
	for _, text := range []string{"", "soon", "-5 Min", "5", "1 Day 2", "99999 Day"} {
		if got := desk.ParseTurnaround(text); got.IsSaid() || got.Duration() != 0 {
			t.Errorf("%q is said to take %v", text, got.Duration())
		}
	}
}

func TestUrgency_FollowsTheClockAndTheService(t *testing.T) {
	for _, c := range []struct {
		name          string
		marks         desk.Flags
		callback, due desk.UnixTime
		want          desk.Urgency
	}{
		{"nothing is promised", 0, 0, 0, desk.NotUrgent},
		{"the minute of the deadline", 0, 0, now, desk.AtRiskOfDelay},
		{"a minute after it", 0, 0, now - 1, desk.IsLate},
		{"a call an hour ahead", 0, now + 3600, now + 90_000, desk.AtRiskOfDelay},
		{"a call later", 0, now + 3660, now + 90_000, desk.NotUrgent},
		{"at risk as the service says", desk.AtRisk, 0, 0, desk.AtRiskOfDelay},
		{"out of SLA as the service says", desk.OutOfSLA, now + 90_000, 0, desk.IsLate},
		{"closed", desk.OutOfSLA | desk.Closed, now - 90, now - 90, desk.NotUrgent},
	} {
		if got := desk.UrgencyOf(c.marks, c.callback, c.due, now); got != c.want {
			t.Errorf("%s: %d", c.name, got)
		}
	}
}
