package backend

import (
	"maps"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

// callbackLayout is the layout in which a callback is shown for editing.
const callbackLayout = "2006-01-02 15:04"

// ReadBackCallback says which moment a typed callback time means, and on which day of a weekend it falls, or why it
// means none.
func ReadBackCallback(typed string, now time.Time, zones desk.TimeZones) (string, error) {
	at, err := desk.ParseCallbackTime(typed, now)
	if err == nil {
		err = wire.CheckUnambiguous(at, zones.Account())
	}
	if err != nil {
		return "", err
	}
	said := zones.FormatBoth(at)
	if day := desk.DayOff(zones.Local(at)); day != "" {
		said += ", a " + day
	}
	return said, nil
}

// WithoutReminder says what becomes of the callback of a ticket that is closed: the record keeps it, but nobody is
// reminded, because only open tickets are listed among the callbacks.
const WithoutReminder = "without a reminder"

// absoluteCallback returns a draft's values with the callback in RFC 3339, because "tomorrow" or "10:00" would mean
// another time on another day or in another time zone.
func (c *Backend) absoluteCallback(d Draft) map[string]string {
	typed := d.Values[FieldCallback]
	at, err := desk.ParseCallbackTime(typed, c.Now())
	if err != nil || typed == d.Original[FieldCallback] {
		return d.Values // there is none, or the form's validation reports the error
	}
	said := maps.Clone(d.Values)
	said[FieldCallback] = at.Format(time.RFC3339)
	return said
}

// WithAbsoluteCallback returns a submission that means the same when it is sent later.
func (c *Backend) WithAbsoluteCallback(w Submission) Submission {
	w.Values = c.absoluteCallback(Draft{Values: w.Values, Original: w.Original})
	return w
}

// localCallback converts a callback from absoluteCallback to the agent's time zone for editing. A time in an hour that
// a clock change repeats is left as it is, since its local form is ambiguous.
func (c *Backend) localCallback(values map[string]string) map[string]string {
	at, err := time.Parse(time.RFC3339, values[FieldCallback])
	if err != nil {
		return values
	}
	at = c.Zones.Local(at)
	said := at.Format(callbackLayout)
	if again, err := time.ParseInLocation(callbackLayout, said, at.Location()); err != nil || !again.Equal(at) {
		return values
	}
	values = maps.Clone(values)
	values[FieldCallback] = said
	return values
}

// shown returns a record's values for display, with the callback in the agent's time zone if the account's differs.
func (c *Backend) shown(record wire.Values) wire.Values {
	at, err := wire.ParseCallbackTime(record[FieldCallback], c.Zones.Account())
	if err != nil || !c.Zones.Differ(at) {
		return record
	}
	record = maps.Clone(record)
	record[FieldCallback] = c.Zones.Local(at).Format(wire.TicketTimeLayout)
	return record
}

// callbackWarning compares the requested callback with the one in the response: some services parse the hour on a
// 12-hour clock (PROTOCOL.md 4.9).
func callbackWarning(result submit.Result, zones desk.TimeZones) string {
	update, _ := result.Request.(submit.TicketChange)
	asked, err := wire.ParseCallbackTime(update.Callback, zones.Account())
	got := result.Answer.Ticket.Ticket.Callback
	if err != nil || got == desk.NewUnixTime(asked) {
		return ""
	}
	said := "no callback"
	if !got.IsZero() {
		said = zones.LocalUnix(got).Format("Mon " + callbackLayout)
	}
	return "Callback mismatch: you set " + zones.Local(asked).Format("Mon "+callbackLayout) +
		", the service saved " + said + "."
}
