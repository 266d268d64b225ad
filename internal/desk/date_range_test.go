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
		"week":                       "“week” is not a range of days",
		"19–25":                      "is not a range of days",
		"1 nov – 10":                 "is not a range of days",
		"7 – fri":                    "is not a range of days",
		"12 nove mber":               "is not a range of days",
		"fry":                        "is not a range of days",
		"12 novel":                   "is not a range of days",
		"friend":                     "is not a day of the week",
		"31 nov":                     "November has no day 31",
		"0 nov":                      "November has no day 0",
		"29 feb 2027":                "is not a date",
		"25–19 nov":                  "2027-11-19 comes before 2027-11-25",
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

// TestDaysAreUnderstoodAsTheHeaderShowsThem reads days and weeks as of a Wednesday.
func TestDaysAreUnderstoodAsTheHeaderShowsThem(t *testing.T) {
	wednesday := desk.Date{Year: 2026, Month: 11, Day: 25}
	for typed, want := range map[string]string{
		"12 nov":              "2026-11-12",
		"12 November":         "2026-11-12",
		"12nov":               "2026-11-12",
		"25 nov":              "2026-11-25",
		"26 nov":              "2025-11-26", // this year's is to come
		"12 sept 2025":        "2025-09-12",
		"29 feb":              "2024-02-29",
		"1 nov - 10 nov":      "2026-11-01 – 2026-11-10",
		"19–25 Nov":           "2026-11-19 – 2026-11-25",
		"19 – 25 Nov":         "2026-11-19 – 2026-11-25",
		"19-25 nov":           "2026-11-19 – 2026-11-25",
		"19 to 25 nov":        "2026-11-19 – 2026-11-25",
		"20–30 nov":           "2026-11-20 – 2026-11-30",
		"14–20 Nov 2025":      "2025-11-14 – 2025-11-20",
		"20 Dec–3 Jan":        "2025-12-20 – 2026-01-03",
		"20 dec – 3 jan 2025": "2024-12-20 – 2025-01-03",
		"1 nov – today":       "2026-11-01 – 2026-11-25",
		"1 nov – fri":         "2026-11-01 – 2026-11-20",
		"2026-11-20 – 23 nov": "2026-11-20 – 2026-11-23",
		"wed":                 "2026-11-25",
		"Thursday":            "2026-11-19",
		"fri":                 "2026-11-20",
		"fri–mon":             "2026-11-20 – 2026-11-23",
		"fri to today":        "2026-11-20 – 2026-11-25",
		"this week":           "2026-11-23 – 2026-11-25",
		"last week":           "2026-11-16 – 2026-11-22",
		"This  month":         "2026-11-01 – 2026-11-25",
		"last month":          "2026-10-01 – 2026-10-31",
	} {
		span, err := desk.ParseDateRange(typed, wednesday)
		if err != nil || span.String() != want {
			t.Errorf("%q is %v, %v, not %s", typed, span, err, want)
		}
	}
	january, monday := desk.Date{Year: 2026, Month: 1, Day: 31}, desk.Date{Year: 2026, Month: 11, Day: 23}
	for typed, at := range map[string]struct {
		today desk.Date
		want  string
	}{
		"last month": {january, "2025-12-01 – 2025-12-31"},
		"this week":  {monday, "2026-11-23"},
		"last week":  {desk.Date{Year: 2026, Month: 11, Day: 29}, "2026-11-16 – 2026-11-22"},
	} {
		if span, err := desk.ParseDateRange(typed, at.today); err != nil || span.String() != at.want {
			t.Errorf("%q is %v, %v, not %s", typed, span, err, at.want)
		}
	}
	for days := 1; days <= 366; days++ {
		for back := range 40 {
			span := desk.LastDays(days, wednesday.Add(-10*back))
			if again, err := desk.ParseDateRange(span.Label(wednesday), wednesday); err != nil || again != span {
				t.Fatalf("%s is %v, %v, not %v", span.Label(wednesday), again, err, span)
			}
		}
	}
}

// FuzzParseDateRange checks the parser: no panic, no control characters in its errors, and what it accepts is a
// range that can be shown and reads back as itself.
func FuzzParseDateRange(f *testing.F) {
	for _, seed := range []string{
		"today", "last 30 days", "2026-11-01 – 2026-11-20", "2026-11-01..\x1b[2J", "٧ days", "fri–mon",
		"19–25 Nov", "20 dec – 3 jan 2028", "\x1b[2J\a",
	} {
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

func TestDateRange_IsCountedWithoutBeingListed(t *testing.T) {
	day := func(s string) desk.Date {
		d, err := desk.ParseDate(s)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for _, c := range []struct {
		from, to string
		days     int
	}{
		{"2026-11-20", "2026-11-20", 1},
		{"2026-11-20", "2026-11-21", 2},
		{"2026-11-21", "2026-11-20", 0},
		{"9999-12-31", "0001-01-01", 0},
		{"2028-02-01", "2028-03-01", 30},
		{"2026-02-01", "2026-03-01", 29},
		{"2026-01-01", "2026-12-31", 365},
		{"2027-12-31", "2029-01-01", 368},
		{"1600-01-01", "2026-01-01", 155595},
	} {
		span := desk.DateRange{From: day(c.from), To: day(c.to)}
		if got := span.Len(); got != c.days || len(span.Days()) != c.days {
			t.Errorf("%s has %d days and lists %d, not %d", span, got, len(span.Days()), c.days)
		}
	}
	all := desk.DateRange{From: day("0001-01-01"), To: day("9999-12-31")}
	if n := all.Len(); n != 3652059 {
		t.Errorf("all have %d", n)
	}
	if n := testing.AllocsPerRun(1, func() { all.Len() }); n > 0 {
		t.Errorf("counting allocates %v times", n)
	}
}
