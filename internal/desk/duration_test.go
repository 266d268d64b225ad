package desk_test

import (
	"strings"
	"testing"
	"time"

	"frontdesk/internal/desk"
)

func TestDuration_IsReadTheSameWhereverItIsWritten(t *testing.T) {
	const day = 24 * time.Hour
	for text, want := range map[string]time.Duration{
		"24h": day, "1d": day, "2d": 2 * day, "1w": 7 * day, "90m": 90 * time.Minute, "1h30m": 90 * time.Minute,
		"1d 12h": 36 * time.Hour, "1d12h": 36 * time.Hour, "1 Day 2 Hr 5 Min": 26*time.Hour + 5*time.Minute,
		"2 days": 2 * day, "1 hour": time.Hour, "3 Hrs": 3 * time.Hour, "90s": 90 * time.Second, "0s": 0, "0": 0,
		"1.5h": 90 * time.Minute, "500ms": 500 * time.Millisecond, "8H": 8 * time.Hour, " 8h ": 8 * time.Hour,
		"1h0m0s": time.Hour, "1m30s": 90 * time.Second, // as Go writes them
		"9999w": 9999 * 7 * day,
	} {
		if got, err := desk.ParseDuration(text); err != nil || got != want {
			t.Errorf("%q: %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{
		"", " ", "5", "h", "1x", "1month", "-1h", "+1h", "1h1h", "1m1h", "1h 2", "1:30", "10000d", "1e3h", "1..5h", ".5h",
		"1  d", "1d, 2h", "1d\n2h", "١d", "１d", "about 1d", "today", strings.Repeat("9", 10_000) + "h", strings.Repeat("1h", 10_000),
	} {
		if got, err := desk.ParseDuration(text); err == nil {
			t.Errorf("%.40q was read as %v", text, got)
		}
	}
}
