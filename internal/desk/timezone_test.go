package desk_test

import (
	"testing"
	"time"
	_ "time/tzdata"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	z, err := desk.ParseZone(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func TestATimeIsShownOnTheAgentsClockAndTheDayIsTheAccounts(t *testing.T) {
	now := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		zones             desk.TimeZones
		hour, both, today string
	}{
		"both in UTC":           {desk.NewTimeZones(time.UTC, nil), "20:00", "Fri 2026-11-20 20:00 UTC", "2026-11-20"},
		"none given":            {desk.TimeZones{}, "20:00", "Fri 2026-11-20 20:00 UTC", "2026-11-20"},
		"tomorrow already":      {desk.NewTimeZones(time.UTC, zone(t, "Asia/Kolkata")), "01:30 IST", "Sat 2026-11-21 01:30 Asia/Kolkata, for the account Fri 20:00 UTC", "2026-11-20"},
		"the account is ahead":  {desk.NewTimeZones(zone(t, "Asia/Kolkata"), zone(t, "America/New_York")), "15:00 EST", "Fri 2026-11-20 15:00 America/New_York, for the account Sat 01:30 Asia/Kolkata", "2026-11-21"},
		"another name, no more": {desk.NewTimeZones(zone(t, "Europe/Berlin"), zone(t, "Europe/Paris")), "21:00", "Fri 2026-11-20 21:00 CET", "2026-11-20"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.zones.FormatClock(now); got != c.hour {
				t.Errorf("the hour is %q", got)
			}
			if got := c.zones.FormatBoth(now); got != c.both {
				t.Errorf("both are %q", got)
			}
			if got := c.zones.Today(now).String(); got != c.today {
				t.Errorf("today is %s", got)
			}
			if is := c.zones.Explain(now) != ""; is != c.zones.Differ(now) {
				t.Errorf("the note is %q", c.zones.Explain(now))
			}
		})
	}
}

// Phoenix knows no summer time: it agrees with Denver in winter alone.
func TestTimeZones_DifferOnlyWhileTheirOffsetsDo(t *testing.T) {
	zones := desk.NewTimeZones(zone(t, "America/Denver"), zone(t, "America/Phoenix"))
	winter, summer := time.Date(2027, 1, 10, 12, 0, 0, 0, time.UTC), time.Date(2027, 7, 10, 12, 0, 0, 0, time.UTC)
	if zones.Differ(winter) || !zones.Differ(summer) {
		t.Errorf("winter %v, summer %v", zones.Differ(winter), zones.Differ(summer))
	}
}

func TestAMemberOfARecordIsShownOnTheAgentsClockWhereItCouldBeRead(t *testing.T) {
	at := desk.NewUnixTime(time.Date(2026, 11, 21, 4, 30, 0, 0, time.UTC))
	zones := desk.NewTimeZones(time.UTC, zone(t, "Asia/Kolkata"))
	for _, c := range []struct {
		field desk.LabeledValue
		want  string
	}{
		{desk.LabeledValue{Value: safetext.BlockFromText("21-11-2026 04:30"), Time: at}, "2026-11-21 10:00"},
		{desk.LabeledValue{Value: safetext.BlockFromText("next week")}, "next week"},
	} {
		if got := zones.FormatField(c.field).String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
		if got := desk.NewTimeZones(time.UTC, nil).FormatField(c.field).String(); got != c.field.Value.String() {
			t.Errorf("with one clock it reads %q", got)
		}
	}
}

func TestOnlyNamesOfTheZoneDatabaseAreTimeZones(t *testing.T) {
	for _, good := range []string{"Europe/Berlin", "Asia/Kolkata", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "UTC", "EST5EDT", "America/Port-au-Prince"} {
		if z, err := desk.ParseZone(good); err != nil || z.String() != good {
			t.Errorf("%q: %v %v", good, z, err)
		}
	}
	for _, bad := range []string{
		"", "Local", "UTC0", "CET-1CEST,M3.5.0,M10.5.0/3", ":/etc/localtime", "/etc/passwd", "../../etc/passwd", "Europe/../../../etc/passwd",
		"Europe/", "Europe//Berlin", "Europe", "zone.tab", "tzdata.zi", "posixrules", "localtime", "right/Europe/Berlin", "Europe/Berlin\n", "Mars/Olympus",
	} {
		if z, err := desk.ParseZone(bad); err == nil {
			t.Errorf("%q was taken for %v", bad, z)
		}
	}
}

func TestATimeWithItsOwnZoneIsTheSameInEveryZone(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for _, name := range []string{"UTC", "Asia/Kolkata", "America/New_York"} {
		at, err := desk.ParseCallbackTime("2026-11-21T10:00:00+05:30", now.In(zone(t, name)))
		if err != nil || !at.Equal(time.Date(2026, 11, 21, 4, 30, 0, 0, time.UTC)) || at.Location().String() != name {
			t.Errorf("in %s it is %v, %v", name, at, err)
		}
	}
	for _, bad := range []string{"2026-11-31T10:00:00Z", "2026-11-21T25:00:00Z", "2026-11-21T10:00:00", "2026-11-19T10:00:00Z"} {
		if at, err := desk.ParseCallbackTime(bad, now); err == nil {
			t.Errorf("%q is %v", bad, at)
		}
	}
}
