package desk

import (
	"cmp"
	"fmt"
	"regexp"
	"time"

	"frontdesk/internal/safetext"
)

// TimeZones are the two time zones that an agent works with. Moments that the agent reads or types are in their own; the days of
// date ranges and everything on the wire are the account's (PROTOCOL.md 3.9). The zero value is UTC twice.
type TimeZones struct{ account, agent *time.Location }

// NewZones are an account's zone and an agent's; nil is UTC for the account, and for the agent the account's.
func NewZones(account, agent *time.Location) TimeZones { return TimeZones{account, agent} }

// Account is the zone of the wire and of the days that are asked for. What an agent reads or types never needs it.
func (z TimeZones) Account() *time.Location { return cmp.Or(z.account, time.UTC) }

func (z TimeZones) own() *time.Location { return cmp.Or(z.agent, z.Account()) }

// Local is a moment on the agent's clock, to be read or to read by it what the agent types.
func (z TimeZones) Local(t time.Time) time.Time { return t.In(z.own()) }

// LocalUnix is a stamp on the agent's clock; the zero time when there is none.
func (z TimeZones) LocalUnix(s UnixTime) time.Time { return s.In(z.own()) }

// Today is the account's calendar day at a moment.
func (z TimeZones) Today(now time.Time) Date { return DateOf(now.In(z.Account())) }

// Differ says whether the two clocks show different times at a moment: only then is there something to be said of zones.
func (z TimeZones) Differ(at time.Time) bool {
	_, own := at.In(z.own()).Zone()
	_, account := at.In(z.Account()).Zone()
	return own != account
}

// FormatClock is a moment's time of day on the agent's clock, with the zone in short where the account's clock shows another.
func (z TimeZones) FormatClock(at time.Time) string {
	if z.Differ(at) {
		return z.Local(at).Format("15:04 MST")
	}
	return z.Local(at).Format("15:04")
}

// FormatBoth is a moment to be sure about: on the agent's clock and, where that shows another time, on the account's.
func (z TimeZones) FormatBoth(at time.Time) string {
	if !z.Differ(at) {
		return z.Local(at).Format("Mon 2006-01-02 15:04 MST")
	}
	own, account := z.Names(at)
	layout := "15:04"
	if z.Today(at) != DateOf(z.Local(at)) {
		layout = "Mon 15:04"
	}
	return fmt.Sprintf("%s %s, for the account %s %s", z.Local(at).Format("Mon 2006-01-02 15:04"), own, at.In(z.Account()).Format(layout), account)
}

// Explain says in a sentence which clock is which; empty where both show the same time.
func (z TimeZones) Explain(now time.Time) string {
	if !z.Differ(now) {
		return ""
	}
	own, account := z.Names(now)
	return fmt.Sprintf("Times are those of %s. Days that are listed are the account's, of %s, where it is %s now.",
		own, account, now.In(z.Account()).Format("Mon 2 Jan 15:04"))
}

// FormatField is a member of a record for people: a moment on the agent's clock where the account's shows another, all else as
// it came.
func (z TimeZones) FormatField(f LabeledValue) safetext.Block {
	if f.Time.IsZero() || !z.Differ(z.LocalUnix(f.Time)) {
		return f.Value
	}
	return safetext.BlockFromText(z.LocalUnix(f.Time).Format("2006-01-02 15:04"))
}

// Names are what the two zones are called at a moment, by their IANA names where these are known.
func (z TimeZones) Names(at time.Time) (own, account string) {
	return zoneName(z.own(), at), zoneName(z.Account(), at)
}

// zoneName is a zone's name; the machine's own knows only its letters of the season.
func zoneName(zone *time.Location, at time.Time) string {
	if zone == time.Local {
		return at.In(zone).Format("MST")
	}
	return zone.String()
}

// ianaName is how names of the zone database are written. The database stands in a directory: other names could be those
// of files.
var ianaName = regexp.MustCompile(`^[A-Z][A-Za-z0-9_+-]*(/[A-Z][A-Za-z0-9_+-]*)*$`)

// ParseZone is the zone of an IANA name, such as Asia/Kolkata. The name may be an outsider's: what is not written like one
// is looked for nowhere, and nothing means the machine's own zone.
func ParseZone(name string) (*time.Location, error) {
	if ianaName.MatchString(name) && name != time.Local.String() {
		if zone, err := time.LoadLocation(name); err == nil {
			return zone, nil
		}
	}
	return nil, fmt.Errorf("%q is no time zone such as Europe/Berlin", name)
}
