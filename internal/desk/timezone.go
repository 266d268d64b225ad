package desk

import (
	"cmp"
	"fmt"
	"regexp"
	"time"

	"frontdesk/internal/safetext"
)

// TimeZones holds the two time zones that an agent works with. Times that the agent reads or types are in the
// agent's zone; the days of date ranges and all times on the wire are in the account's (PROTOCOL.md 3.9). The zero
// value is UTC for both.
type TimeZones struct{ account, agent *time.Location }

// NewTimeZones returns the zones of an account and an agent. A nil account zone is UTC; a nil agent zone is the
// account's.
func NewTimeZones(account, agent *time.Location) TimeZones { return TimeZones{account, agent} }

// Account returns the zone of the wire and of requested days. Use Local for times that an agent reads or types.
func (z TimeZones) Account() *time.Location { return cmp.Or(z.account, time.UTC) }

func (z TimeZones) agentZone() *time.Location { return cmp.Or(z.agent, z.Account()) }

// Local returns a time in the agent's zone.
func (z TimeZones) Local(t time.Time) time.Time { return t.In(z.agentZone()) }

// LocalUnix returns a UnixTime in the agent's zone, or the zero time if it is unset.
func (z TimeZones) LocalUnix(s UnixTime) time.Time { return s.In(z.agentZone()) }

// Today returns the calendar day in the account's zone.
func (z TimeZones) Today(now time.Time) Date { return DateOf(now.In(z.Account())) }

// Differ reports whether the two zones have different offsets at a time. Zones are only shown if they do.
func (z TimeZones) Differ(at time.Time) bool {
	_, own := at.In(z.agentZone()).Zone()
	_, account := at.In(z.Account()).Zone()
	return own != account
}

// FormatClock formats the time of day in the agent's zone, with the zone abbreviation if the account's zone differs.
func (z TimeZones) FormatClock(at time.Time) string {
	if z.Differ(at) {
		return z.Local(at).Format("15:04 MST")
	}
	return z.Local(at).Format("15:04")
}

// FormatAsOf formats when something was so: the time of day in the agent's zone, with the day if that is not the one of
// now.
func (z TimeZones) FormatAsOf(at, now time.Time) string {
	day, today := DateOf(z.Local(at)), DateOf(z.Local(now))
	switch {
	case day == today:
		return "as of " + z.FormatClock(at)
	case day == today.Add(-1):
		return "as of " + z.FormatClock(at) + " yesterday"
	}
	return "as of " + z.FormatClock(at) + " on " + day.Label(today)
}

// FormatMoment formats a moment with its day, and with its year if that is not the one of now.
func FormatMoment(at, now time.Time) string {
	if at.Year() != now.In(at.Location()).Year() {
		return at.Format("2 Jan 2006 15:04")
	}
	return at.Format("Mon 2 Jan 15:04")
}

// FormatBoth formats a time in the agent's zone and, if it differs, in the account's.
func (z TimeZones) FormatBoth(at time.Time) string {
	if !z.Differ(at) {
		return z.Local(at).Format("Mon 2006-01-02 15:04 MST")
	}
	own, account := z.Names(at)
	layout := "15:04"
	if z.Today(at) != DateOf(z.Local(at)) {
		layout = "Mon 15:04"
	}
	return fmt.Sprintf(
		"%s %s, for the account %s %s",
		z.Local(at).Format("Mon 2006-01-02 15:04"),
		own,
		at.In(z.Account()).Format(layout),
		account,
	)
}

// Explain describes which zone is used where, or returns "" if both zones show the same time.
func (z TimeZones) Explain(now time.Time) string {
	if !z.Differ(now) {
		return ""
	}
	own, account := z.Names(now)
	return fmt.Sprintf("Times are those of %s. Days that are listed are the account's, of %s, where it is %s now.",
		own, account, now.In(z.Account()).Format("Mon 2 Jan 15:04"))
}

// FormatField formats a field for display: a time in the agent's zone if the account's differs, any other value
// unchanged.
func (z TimeZones) FormatField(f LabeledValue) safetext.Block {
	if f.Time.IsZero() || !z.Differ(z.LocalUnix(f.Time)) {
		return f.Value
	}
	return safetext.BlockFromText(z.LocalUnix(f.Time).Format("2006-01-02 15:04"))
}

// Names returns the names of both zones, IANA names where they are known.
func (z TimeZones) Names(at time.Time) (own, account string) {
	return zoneName(z.agentZone(), at), zoneName(z.Account(), at)
}

// zoneName returns a zone's name. For the machine's own zone only the current abbreviation is known.
func zoneName(zone *time.Location, at time.Time) string {
	if zone == time.Local {
		return at.In(zone).Format("MST")
	}
	return zone.String()
}

// ianaName matches names of the zone database. The database is a directory, so other names could be file paths.
var ianaName = regexp.MustCompile(`^[A-Z][A-Za-z0-9_+-]*(/[A-Z][A-Za-z0-9_+-]*)*$`)

// ParseZone returns the zone with an IANA name, such as Asia/Kolkata. The name may be untrusted: one that does not
// match the format is not looked up, and "Local" and the empty name are rejected.
func ParseZone(name string) (*time.Location, error) {
	if ianaName.MatchString(name) && name != time.Local.String() {
		if zone, err := time.LoadLocation(name); err == nil {
			return zone, nil
		}
	}
	return nil, fmt.Errorf("%q is not a time zone such as Europe/Berlin", name)
}
