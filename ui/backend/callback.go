package backend

import (
	"maps"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// typedMoment is how a moment is written back for an agent who could have typed it.
const typedMoment = "2006-01-02 15:04"

// absoluteCallback are a draft's values, whose callback says the moment itself: "tomorrow" means another one tomorrow, and 10:00
// another one when the agent signs in from elsewhere.
func (c *Backend) absoluteCallback(d Draft) map[string]string {
	typed := d.Values[FieldCallback]
	at, err := desk.ParseCallbackTime(typed, c.Now())
	if err != nil || typed == d.Original[FieldCallback] {
		return d.Values // there is none, or the form will say what is wrong with it
	}
	said := maps.Clone(d.Values)
	said[FieldCallback] = at.Format(time.RFC3339)
	return said
}

// localCallback are values that were fixed, as the agent would type them now. A moment of an hour that comes twice that day stays
// as it is: typed, it would be the other one.
func (c *Backend) localCallback(values map[string]string) map[string]string {
	at, err := time.Parse(time.RFC3339, values[FieldCallback])
	if err != nil {
		return values
	}
	at = c.Zones.Local(at)
	said := at.Format(typedMoment)
	if again, err := time.ParseInLocation(typedMoment, said, at.Location()); err != nil || !again.Equal(at) {
		return values
	}
	values = maps.Clone(values)
	values[FieldCallback] = said
	return values
}

// shown are a record's values for people: its callback on the agent's clock where the account's shows another time.
func (c *Backend) shown(record wire.Values) wire.Values {
	at, err := wire.ParseCallbackTime(record[FieldCallback], c.Zones.Account())
	if err != nil || !c.Zones.Differ(at) {
		return record
	}
	record = maps.Clone(record)
	record[FieldCallback] = c.Zones.Local(at).Format(wire.TicketTimeLayout)
	return record
}

// callbackWarning compares the callback that was asked for with the one in the answer: some services read a
// 12-hour hour (PROTOCOL.md 4.9).
func callbackWarning(asked time.Time, got desk.UnixTime, zones desk.TimeZones) string {
	if asked.IsZero() || got == desk.NewStamp(asked) {
		return ""
	}
	said := "no callback"
	if !got.IsZero() {
		said = zones.LocalUnix(got).Format("Mon " + typedMoment)
	}
	return "CALLBACK DIFFERS: you asked for " + zones.Local(asked).Format("Mon "+typedMoment) + ", the service stored " + said
}
