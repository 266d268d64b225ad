package wire

import (
	"fmt"
	"time"
)

// FormatCallbackTime formats a callback time for Update Ticket in the account's zone (PROTOCOL.md 4.9: always
// yyyy-MM-dd HH:mm:ss with a 24-hour hour).
func FormatCallbackTime(at time.Time, zone *time.Location) string {
	if at.IsZero() {
		return ""
	}
	return at.In(zone).Format(TicketTimeLayout)
}

// CheckUnambiguous returns an error for a time that FormatCallbackTime cannot express: when clocks go back an hour
// occurs twice, and the interface cannot distinguish the second one.
func CheckUnambiguous(at time.Time, zone *time.Location) error {
	formatted := FormatCallbackTime(at, zone)
	if again, err := ParseCallbackTime(formatted, zone); err == nil && !again.Equal(at.Truncate(time.Second)) {
		return fmt.Errorf("%s comes twice on the account's clock, and the service would take the other one", formatted)
	}
	return nil
}

// ParseCallbackTime parses a callback_time strictly: a real date, hours 00 to 23, no surrounding text, and a time
// that exists in the zone.
func ParseCallbackTime(s string, zone *time.Location) (time.Time, error) {
	t, err := time.ParseInLocation(TicketTimeLayout, s, zone)
	if err != nil || len(s) != len(TicketTimeLayout) {
		return time.Time{}, fmt.Errorf("callback_time %q is not yyyy-MM-dd hh:mm:ss", s)
	}
	if t.Format(TicketTimeLayout) != s {
		return time.Time{}, fmt.Errorf("callback_time %q does not exist in %v: clocks jump over it", s, zone)
	}
	return t, nil
}
