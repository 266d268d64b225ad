package desk_test

import (
	"strings"
	"testing"
	"time"

	"frontdesk/internal/desk"
)

// fridayMorning returns a Friday before noon in a zone whose clocks jump on 2026-03-29.
func fridayMorning(t testing.TB) time.Time {
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Skip(err)
	}
	return time.Date(2026, 3, 27, 11, 20, 30, 0, zone)
}

func TestACallbackTimeIsUnderstoodAsAgentsTypeIt(t *testing.T) {
	for typed, want := range map[string]string{
		"18:30":             "2026-03-27 18:30:00 +0100",
		"today 18:30":       "2026-03-27 18:30:00 +0100",
		"tomorrow 10:00":    "2026-03-28 10:00:00 +0100",
		"Tomorrow  9:05 ":   "2026-03-28 09:05:00 +0100",
		"mon 9:00":          "2026-03-30 09:00:00 +0200",
		"Monday 9:00":       "2026-03-30 09:00:00 +0200",
		"fri 12:00":         "2026-03-27 12:00:00 +0100",
		"fri 9:00":          "2026-04-03 09:00:00 +0200",
		"tomorrow 9":        "2026-03-28 09:00:00 +0100",
		"mon 9":             "2026-03-30 09:00:00 +0200",
		"fri 9am":           "2026-04-03 09:00:00 +0200",
		"9:30 PM":           "2026-03-27 21:30:00 +0100",
		"4pm":               "2026-03-27 16:00:00 +0100",
		"12 pm":             "2026-03-27 12:00:00 +0100",
		"tomorrow 12am":     "2026-03-28 00:00:00 +0100",
		"2026-12-24 6:30pm": "2026-12-24 18:30:00 +0100",
		"+90m":              "2026-03-27 12:50:00 +0100",
		"+1h30m":            "2026-03-27 12:50:00 +0100",
		"+48h":              "2026-03-29 12:20:00 +0200",
		"+2d":               "2026-03-29 11:20:00 +0200",
		"+2 days":           "2026-03-29 11:20:00 +0200",
		"+1w":               "2026-04-03 11:20:00 +0200",
		"+1d2h":             "2026-03-28 13:20:00 +0100",
		"+1.5h":             "2026-03-27 12:50:00 +0100",
		"2026-12-24 18:30":  "2026-12-24 18:30:00 +0100",
	} {
		at, err := desk.ParseCallbackTime(typed, fridayMorning(t))
		if err != nil || at.Format("2006-01-02 15:04:05 -0700") != want {
			t.Errorf("%q is %v, %v, not %s", typed, at, err, want)
		}
	}
}

func TestACallbackTimeThatIsNotUnderstoodWholeIsAnError(t *testing.T) {
	for typed, why := range map[string]string{
		"":                 "is not a time",
		"soon":             "is not a time",
		"tomorrow":         "is not a time",
		"10":               "is not a time",
		"+":                "is not a time",
		"+2":               "is not a time",
		"+9999w":           "is not a time",
		"+0m":              "lies in the past",
		"9":                "is not a time",
		"tomorrow 13pm":    "13 pm is not a time of day",
		"0:30 am":          "0:30 am is not a time of day",
		"tomorrow 25":      "25 is not a time of day",
		"8am":              "lies in the past",
		"2026-12-24 9":     "is not a time",
		"mondy 9:00":       "is not a day of the week",
		"25:00":            "is not a time of day",
		"tomorrow 10:60":   "is not a time of day",
		"today 9:00":       "lies in the past",
		"2026-02-29 10:00": "is not a date",
		"2025-12-24 18:30": "lies in the past",
		"2026-03-29 02:30": "does not exist",
		"24-12-2026 18:30": "is not a time",
		"-90m":             "is not a time",
	} {
		at, err := desk.ParseCallbackTime(typed, fridayMorning(t))
		if err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%q gave %v, %v, not %q", typed, at, err, why)
		}
	}
}

// FuzzParseWhen holds the parser to: no panic, and what it accepts lies ahead to the minute.
func FuzzParseWhen(f *testing.F) {
	for _, seed := range []string{"tomorrow 10:00", "mon 9:00", "+90m", "+999d", "2026-12-24 18:30", "９:00", "+1h\x1b"} {
		f.Add(seed)
	}
	now := fridayMorning(f)
	f.Fuzz(func(t *testing.T, typed string) {
		at, err := desk.ParseCallbackTime(typed, now)
		if err == nil && (!at.After(now) || at.Second() != 0) {
			t.Errorf("%q is %v", typed, at)
		}
	})
}
