package wire

import (
	"fmt"
	"time"
)

// Callback writes a callback time as Update Ticket takes it, in the account's zone
// (decisions.md: always yyyy-MM-dd HH:mm:ss with a 24-hour hour).
func Callback(at time.Time, zone *time.Location) string {
	if at.IsZero() {
		return ""
	}
	return at.In(zone).Format(RecordLayout)
}

// ParseCallback reads a callback_time strictly: a real date, hours 00 to 23, nothing around it, and
// a moment that exists in the zone.
func ParseCallback(s string, zone *time.Location) (time.Time, error) {
	t, err := time.ParseInLocation(RecordLayout, s, zone)
	if err != nil || len(s) != len(RecordLayout) {
		return time.Time{}, fmt.Errorf("callback_time %q is not yyyy-MM-dd hh:mm:ss", s)
	}
	if t.Format(RecordLayout) != s {
		return time.Time{}, fmt.Errorf("callback_time %q does not exist in %v: clocks jump over it", s, zone)
	}
	return t, nil
}
