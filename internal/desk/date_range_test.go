package desk_test

import (
	"strings"
	"testing"

	"frontdesk/internal/desk"
)

var leapDay = desk.Date{Year: 2028, Month: 2, Day: 29}

func TestARangeOfDaysIsUnderstoodAsAgentsTypeIt(t *testing.T) {
	for typed, want := range map[string]string{
		"today":                    "2028-02-29",
		" Yesterday ":              "2028-02-28",
		"1 day":                    "2028-02-29",
		"7 days":                   "2028-02-23 – 2028-02-29",
		"last 7 days":              "2028-02-23 – 2028-02-29",
		"7d":                       "2028-02-23 – 2028-02-29",
		"366 days":                 "2027-03-01 – 2028-02-29",
		"2026-11-20":               "2026-11-20",
		"2026-11-01 – 2026-11-20":  "2026-11-01 – 2026-11-20",
		"2026-11-01 - 2026-11-20":  "2026-11-01 – 2026-11-20",
		"2026-11-01..2026-11-20":   "2026-11-01 – 2026-11-20",
		"2026-11-01 TO 2026-11-20": "2026-11-01 – 2026-11-20",
		"2026-11-01   2026-11-20":  "2026-11-01 – 2026-11-20",
		"2026-11-20 2026-11-20":    "2026-11-20",
		"2028-03-05":               "2028-03-05", // a day to come shows no tickets, and is no mistake
	} {
		span, err := desk.ParseDateRange(typed, leapDay)
		if err != nil || span.String() != want {
			t.Errorf("%q is %v, %v, not %s", typed, span, err, want)
		}
	}
}

func TestARangeOfDaysThatIsNotUnderstoodWholeIsAnError(t *testing.T) {
	for typed, why := range map[string]string{
		"":                           "is not a range of days",
		"7":                          "is not a range of days",
		"week":                       "is not a range of days",
		"today and more":             "is not a range of days",
		"20-11-2026":                 "is not a range of days",
		"2026-11-01 – ":              "is not a range of days",
		"– 2026-11-20":               "is not a range of days",
		"2026-11-01 2026-11-02 2026": "is not a range of days",
		"0 days":                     "between 1 and 366",
		"367 days":                   "between 1 and 366",
		"2026-02-29":                 "is not a date",
		"2026-02-01 – 2026-02-30":    "is not a date",
		"2026-11-20 – 2026-11-01":    "comes before",
		"2025-01-01 – 2026-12-31":    "more than 366 days",
		"0001-01-01 – 9999-12-31":    "more than 366 days",
	} {
		span, err := desk.ParseDateRange(typed, leapDay)
		if err == nil || !strings.Contains(err.Error(), why) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q gave %v, %v, not %q", typed, span, err, why)
		}
	}
}

// FuzzParseDateRange checks the parser: no panic, no control characters in its errors, and what it accepts is a
// range that can be shown and reads back as itself.
func FuzzParseDateRange(f *testing.F) {
	for _, seed := range []string{"today", "last 30 days", "2026-11-01 – 2026-11-20", "2026-11-01..\x1b[2J", "٧ days"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		span, err := desk.ParseDateRange(typed, leapDay)
		if err != nil {
			if strings.ContainsFunc(err.Error(), func(r rune) bool { return r < ' ' }) {
				t.Errorf("it says %q", err)
			}
			return
		}
		if n := len(span.Days()); n < 1 || n > 366 {
			t.Errorf("%q has %d days", typed, n)
		}
		if again, err := desk.ParseDateRange(span.String(), leapDay); err != nil || again != span {
			t.Errorf("%v reads back as %v, %v", span, again, err)
		}
	})
}
