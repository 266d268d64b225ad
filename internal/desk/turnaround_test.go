package desk_test

import (
	"testing"
	"time"

	"frontdesk/internal/desk"
)

func TestTurnaround_IsSaidOnlyByTextsThatAreUnderstood(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"1 Day 2 Hr 5 Min": 26*time.Hour + 5*time.Minute, "0:1:29": 89 * time.Second, "0 Min": 0, "0:0:0": 0,
	} {
		if got := desk.ParseTurnaround(text); !got.IsSaid() || got.Duration() != want {
			t.Errorf("%q takes %v", text, got.Duration())
		}
	}
	for _, text := range []string{"", "soon", "-5 Min", "5", "1 Day 26 Hr", "99999 Day"} {
		if got := desk.ParseTurnaround(text); got.IsSaid() || got.Duration() != 0 {
			t.Errorf("%q is said to take %v", text, got.Duration())
		}
	}
}

func TestUrgency_FollowsTheClockAndTheService(t *testing.T) {
	const now = desk.UnixTime(1_800_000_000)
	for _, c := range []struct {
		name          string
		marks         desk.Flags
		callback, due desk.UnixTime
		want          desk.Urgency
	}{
		{"nothing is promised", 0, 0, 0, desk.NotUrgent},
		{"the minute of the deadline", 0, 0, now, desk.AtRiskOfDelay},
		{"a minute after it", 0, 0, now - 1, desk.IsLate},
		{"a call an hour ahead", 0, now + 3600, now + 90_000, desk.AtRiskOfDelay},
		{"a call later", 0, now + 3660, now + 90_000, desk.NotUrgent},
		{"at risk as the service says", desk.AtRisk, 0, 0, desk.AtRiskOfDelay},
		{"out of SLA as the service says", desk.OutOfSLA, now + 90_000, 0, desk.IsLate},
		{"closed", desk.OutOfSLA | desk.Closed, now - 90, now - 90, desk.NotUrgent},
	} {
		if got := desk.UrgencyOf(c.marks, c.callback, c.due, now); got != c.want {
			t.Errorf("%s: %d", c.name, got)
		}
	}
}
