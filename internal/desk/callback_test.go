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

		"2h":                   "2026-03-27 13:20:00 +0100",
		"in 2h":                "2026-03-27 13:20:00 +0100",
		"In 2 hours":           "2026-03-27 13:20:00 +0100",
		"in an hour":           "2026-03-27 12:20:00 +0100",
		"half an hour":         "2026-03-27 11:50:00 +0100",
		"90m":                  "2026-03-27 12:50:00 +0100",
		"in 1h 30m":            "2026-03-27 12:50:00 +0100",
		"2d":                   "2026-03-29 11:20:00 +0200",
		"in 2 days":            "2026-03-29 11:20:00 +0200",
		"1w":                   "2026-04-03 11:20:00 +0200",
		"in a week":            "2026-04-03 11:20:00 +0200",
		"10":                   "2026-03-28 10:00:00 +0100",
		"15":                   "2026-03-27 15:00:00 +0100",
		"at 15":                "2026-03-27 15:00:00 +0100",
		"14.30":                "2026-03-27 14:30:00 +0100",
		"14h30":                "2026-03-27 14:30:00 +0100",
		"noon":                 "2026-03-27 12:00:00 +0100",
		"tomorrow":             "2026-03-28 10:00:00 +0100",
		"tomorrow noon":        "2026-03-28 12:00:00 +0100",
		"tomorrow morning":     "2026-03-28 09:00:00 +0100",
		"this afternoon":       "2026-03-27 14:00:00 +0100",
		"tomorrow at 10":       "2026-03-28 10:00:00 +0100",
		"10:00 tomorrow":       "2026-03-28 10:00:00 +0100",
		"3 pm tomorrow":        "2026-03-28 15:00:00 +0100",
		"monday":               "2026-03-30 10:00:00 +0200",
		"on mon":               "2026-03-30 10:00:00 +0200",
		"next monday":          "2026-03-30 10:00:00 +0200",
		"next monday at 9":     "2026-03-30 09:00:00 +0200",
		"9:00 monday":          "2026-03-30 09:00:00 +0200",
		"friday":               "2026-04-03 10:00:00 +0200",
		"next friday 12:00":    "2026-04-03 12:00:00 +0200",
		"next week":            "2026-03-30 10:00:00 +0200",
		"27 nov 14:00":         "2026-11-27 14:00:00 +0100",
		"27. November, 14:00":  "2026-11-27 14:00:00 +0100",
		"Nov 27 at 2pm":        "2026-11-27 14:00:00 +0100",
		"fri 27 nov 14:00":     "2026-11-27 14:00:00 +0100",
		"14:00 27th nov":       "2026-11-27 14:00:00 +0100",
		"27 nov 2027 14:00":    "2027-11-27 14:00:00 +0100",
		"27.11. 14:00":         "2026-11-27 14:00:00 +0100",
		"27.11 14:00":          "2026-11-27 14:00:00 +0100",
		"10.11 14:00":          "2026-11-10 14:00:00 +0100",
		"27.11.2026 14:00":     "2026-11-27 14:00:00 +0100",
		"27.11.":               "2026-11-27 10:00:00 +0100",
		"27/11 14:00":          "2026-11-27 14:00:00 +0100",
		"24-12-2026 18:30":     "2026-12-24 18:30:00 +0100",
		"friday next week":     "2026-04-03 10:00:00 +0200",
		"next week thu 9:00":   "2026-04-02 09:00:00 +0200",
		"day after tomorrow":   "2026-03-29 10:00:00 +0200",
		"tonight":              "2026-03-27 18:00:00 +0100",
		"end of day":           "2026-03-27 17:00:00 +0100",
		"1530":                 "2026-03-27 15:30:00 +0100",
		"tomorrow 0930":        "2026-03-28 09:30:00 +0100",
		"3 p.m.":               "2026-03-27 15:00:00 +0100",
		"+2d 10:00":            "2026-03-29 10:00:00 +0200",
		"in 3 days at 9":       "2026-03-30 09:00:00 +0200",
		"in a week at noon":    "2026-04-03 12:00:00 +0200",
		"27.11.26 14:00":       "2026-11-27 14:00:00 +0100",
		"11/27 14:00":          "2026-11-27 14:00:00 +0100",
		"11/27/2026 2pm":       "2026-11-27 14:00:00 +0100",
		"2026-12-24":           "2026-12-24 10:00:00 +0100",
		"2026-12-24 9":         "2026-12-24 09:00:00 +0100",
		"2 jan 9:00":           "2027-01-02 09:00:00 +0100",
		"27 mar 9:00":          "2027-03-27 09:00:00 +0100",
		"2026-12-24T18:30:00Z": "2026-12-24 19:30:00 +0100",
	} {
		at, err := desk.ParseCallbackTime(typed, fridayMorning(t))
		if err != nil || at.Format("2006-01-02 15:04:05 -0700") != want {
			t.Errorf("%q is %v, %v, not %s", typed, at, err, want)
		}
	}
}

func TestACallbackTimeThatIsNotUnderstoodWholeIsAnError(t *testing.T) {
	for typed, why := range map[string]string{
		"":                   "is not a time",
		"soon":               "is not a time",
		"today":              "is not a time",
		"3":                  "may be 3am or 3pm",
		"0":                  "lies in the past",
		"24":                 "is not a time of day",
		"next":               "is not a time",
		"next 10:00":         "is not a time",
		"tomorrow mon":       "is not a time",
		"10:00 11:00":        "is not a time",
		"mon 27 nov 14:00":   "is a Friday",
		"31 nov 14:00":       "is not a date",
		"3/11 14:00":         "may be a day of two months",
		"in soon":            "is not a time",
		"2026":               "is not a time",
		"2h 10:00":           "is not a time",
		"+2d tomorrow":       "is not a time",
		"tomorrow next week": "is not a time",
		"next next monday":   "is not a time",
		"tomorrow maybe":     "is not a time",
		"27 nov 2025 9:00":   "lies in the past",
		"+":                  "is not a time",
		"+2":                 "is not a time",
		"+9999w":             "is not a time",
		"+0m":                "lies in the past",
		"tomorrow 13pm":      "13 pm is not a time of day",
		"0:30 am":            "0:30 am is not a time of day",
		"tomorrow 25":        "25 is not a time of day",
		"8am":                "lies in the past",
		"mondy 9:00":         "is not a day of the week",
		"25:00":              "is not a time of day",
		"tomorrow 10:60":     "is not a time of day",
		"today 9:00":         "lies in the past",
		"2026-02-29 10:00":   "is not a date",
		"2025-12-24 18:30":   "lies in the past",
		"2026-03-29 02:30":   "does not exist",
		"-90m":               "is not a time",
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
	for _, seed := range []string{"27.11. 14:00", "next monday at 9", "nov 27 2pm", "in half an hour", "29 feb"} {
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

// TestCallback_OnAWeekendIsSaid: three days after a Thursday are a Sunday.
func TestCallback_OnAWeekendIsSaid(t *testing.T) {
	thursday := fridayMorning(t).AddDate(0, 0, -1)
	for typed, want := range map[string]string{"+3d": "Sunday", "+2d": "Saturday", "+1d": "", "mon": ""} {
		at, err := desk.ParseCallbackTime(typed, thursday)
		if got := desk.DayOff(at); err != nil || got != want {
			t.Errorf("%s is %q, %v", typed, got, err)
		}
	}
}
