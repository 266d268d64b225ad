package desk_test

import (
	"testing"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

func TestADayIsAsLongAsTheClocksOfItsZoneMakeIt(t *testing.T) {
	for _, c := range []struct {
		zone, day string
		hours     time.Duration
	}{
		{"Europe/Berlin", "2026-03-29", 23},
		{"Europe/Berlin", "2026-10-25", 25},
		{"Europe/Berlin", "2026-11-20", 24},
		{"Asia/Kolkata", "2026-03-29", 24},
		{"America/Sao_Paulo", "2018-11-04", 23}, // midnight itself does not exist
	} {
		t.Run(c.zone+" "+c.day, func(t *testing.T) {
			zone, err := time.LoadLocation(c.zone)
			if err != nil {
				t.Skip(err)
			}
			day, err := desk.ParseDate(c.day)
			if err != nil {
				t.Fatal(err)
			}
			start, end := day.Range(zone)
			if got := end.Sub(start); got != c.hours*time.Hour {
				t.Errorf("%v to %v is %v", start, end, got)
			}
			if desk.DateOf(start) != day {
				t.Errorf("%v does not lie in %v", start, day)
			}
		})
	}
}

func TestADayIsReadStrictly(t *testing.T) {
	for _, bad := range []string{"", "2026-02-29", "2026-2-3", "20-11-2026", "2026-11-20 ", "2026-11-20T00:00:00Z"} {
		if d, err := desk.ParseDate(bad); err == nil {
			t.Errorf("%q was read as %v", bad, d)
		}
	}
}

func TestADateRangeListsItsDaysNewestFirst(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	days := desk.LastDays(3, desk.DateOf(now)).Days()
	if len(days) != 3 || days[0].String() != "2026-03-01" || days[2].String() != "2026-02-27" {
		t.Errorf("got %v", days)
	}
}

func TestACodeShowsItsNameAndSendsItsKey(t *testing.T) {
	named := desk.NewCode("US", safetext.LineFromEscaped("Unattended"))
	bare := desk.NewCode("RS\x1b[31m", safetext.Line{})
	if named.Label() != "Unattended" || named.Key().Raw() != "US" {
		t.Errorf("got %q %q", named.Label(), named.Key().Raw())
	}
	if bare.Label() != "RS␛[31m" || bare.Key().Raw() != "RS\x1b[31m" {
		t.Errorf("got %q %q", bare.Label(), bare.Key().Raw())
	}
}
