package doctor

import (
	"net/http"
	"runtime/debug"
	"sync"
	"time"

	"frontdesk/internal/config"
)

// maxSkew is the tolerated difference between two clocks; beyond it days and callbacks go wrong.
const maxSkew = 2 * time.Minute

// firstYear is the year of the first release, the lower bound of the clock for builds without a build time.
const firstYear = 2026

// clock reports the time in the account's zone and, if it differs, in the display zone. It fails if the clock is
// earlier than the build.
func (d *doctor) clock(c *config.Config) {
	now := d.now().In(c.Zone)
	from := c.Origins["time_zone"].String()
	if from == string(config.Default) {
		from = "the machine's"
	}
	v, past := statusOK, ""
	if now.Before(builtAt()) || now.Year() < firstYear {
		v, past = StatusFail, "; that is before this program was built: set the clock"
	}
	d.add("clock", v, "%s, zone %s (%s)%s", now.Format("2006-01-02 15:04:05 -07:00"), c.Zone, from, past)
	if c.DisplayZone != nil && c.DisplayZone.String() != c.Zone.String() {
		d.add("your clock", statusOK, "%s, zone %s (%s), for times that you read and type; days are in the zone of the account",
			now.In(c.DisplayZone).Format("2006-01-02 15:04:05 -07:00"), c.DisplayZone, c.Origins["display_zone"])
	}
}

// serviceClock compares the local clock with that of the service.
func (d *doctor) serviceClock(times *dateRecorder) {
	skew, known := times.clockSkew(d.now)
	switch difference := skew.Abs().Round(time.Second); {
	case !known:
		d.add("service clock", statusNote, "no answer contained the time of the service")
	case difference > maxSkew && skew > 0:
		d.add(
			"service clock",
			StatusFail,
			"%v ahead of this machine: one of the clocks is wrong, so days and callbacks are too",
			difference,
		)
	case difference > maxSkew:
		d.add(
			"service clock",
			StatusFail,
			"%v behind this machine: one of the clocks is wrong, so days and callbacks are too",
			difference,
		)
	default:
		d.add("service clock", statusOK, "agrees with the clock of this machine")
	}
}

// dateRecorder is a transport that records the Date header of responses.
type dateRecorder struct {
	next http.RoundTripper
	mu   sync.Mutex
	said time.Time
	at   time.Time // when that response arrived; has a monotonic reading
}

// RoundTrip implements http.RoundTripper.
func (t *dateRecorder) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := t.next.RoundTrip(r)
	if err != nil {
		return answer, err
	}
	if date, err := http.ParseTime(answer.Header.Get("Date")); err == nil {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.said, t.at = date, time.Now()
	}
	return answer, nil
}

// clockSkew returns how far the service's clock is ahead of now; false if no response had a date.
func (t *dateRecorder) clockSkew(now func() time.Time) (time.Duration, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.said.Add(time.Since(t.at)).Sub(now()), !t.said.IsZero()
}

// builtAt returns the time of the commit that the program was built from; zero if unknown.
func builtAt() time.Time {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return time.Time{}
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.time" {
			at, _ := time.Parse(time.RFC3339, s.Value) // zero if it cannot be parsed
			return at
		}
	}
	return time.Time{}
}
