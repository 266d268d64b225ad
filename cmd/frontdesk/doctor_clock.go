package main

import (
	"net/http"
	"sync"
	"time"

	"frontdesk/internal/config"
)

// skew is how far two clocks may be apart before days and callbacks go wrong.
const skew = 2 * time.Minute

// firstYear is the year of the program's first version, for builds that do not say when they were made.
const firstYear = 2026

// clock says what day it is for the account, and by which clock else times are shown. A clock that is before the program was built is not set.
func (d *doctor) clock(c *config.Config) {
	now := d.now().In(c.Zone)
	from := c.Origins["time_zone"].String()
	if from == string(config.Default) {
		from = "the machine's"
	}
	v, past := well, ""
	if now.Before(builtAt()) || now.Year() < firstYear {
		v, past = wrong, "; that is before this program was made: set the clock"
	}
	d.say("clock", v, "%s, zone %s (%s)%s", now.Format("2006-01-02 15:04:05 -07:00"), c.Zone, from, past)
	if c.OwnZone != nil && c.OwnZone.String() != c.Zone.String() {
		d.say("your clock", well, "%s, zone %s (%s): times are shown and typed by it, days are the account's",
			now.In(c.OwnZone).Format("2006-01-02 15:04:05 -07:00"), c.OwnZone, c.Origins["display_zone"])
	}
}

// serviceClock compares this machine's clock with what the service says that it is.
func (d *doctor) serviceClock(times *dates) {
	apart, said := times.apart(d.now)
	switch away := apart.Abs().Round(time.Second); {
	case !said:
		d.say("service clock", note, "no answer said what time it is there")
	case away > skew && apart > 0:
		d.say("service clock", wrong, "%v ahead of this machine's: one of them is wrong, and days and callbacks with it", away)
	case away > skew:
		d.say("service clock", wrong, "%v behind this machine's: one of them is wrong, and days and callbacks with it", away)
	default:
		d.say("service clock", well, "agrees with this machine's")
	}
}

// dates is a transport that looks at what time the service says that it is.
type dates struct {
	next http.RoundTripper
	mu   sync.Mutex
	said time.Time
	at   time.Time // of that answer, by the clock that only goes on
}

func newDates(next http.RoundTripper) *dates { return &dates{next: next} }

// RoundTrip passes the request on.
func (t *dates) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := t.next.RoundTrip(r)
	if err != nil {
		return answer, err
	}
	if said, err := http.ParseTime(answer.Header.Get("Date")); err == nil {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.said, t.at = said, time.Now()
	}
	return answer, nil
}

// apart is by how much the service's clock is ahead of now's; false when it did not say.
func (t *dates) apart(now func() time.Time) (time.Duration, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.said.Add(time.Since(t.at)).Sub(now()), !t.said.IsZero()
}
