package stats

import (
	"fmt"
	"time"
)

// Words formats a time that tickets took, such as 2 h 05 or 1 d 3 h.
func Words(d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d >= day:
		return fmt.Sprintf("%d d %d h", d/day, d%day/time.Hour)
	case d >= time.Hour:
		return fmt.Sprintf("%d h %02d", d/time.Hour, d%time.Hour/time.Minute)
	}
	return fmt.Sprintf("%d min", d/time.Minute)
}

// Words says how many more or fewer tickets were created than in the days before, such as "34 created, 12 % more than
// the 30 of 9–15 Nov until 14:02".
func (c Comparison) Words() string {
	return fmt.Sprintf("%d created, %s the %s", c.Count, c.change(), c.before())
}

// Short is Words without the number of the days themselves, for narrow places.
func (c Comparison) Short() string { return c.sign() + " " + c.before() }

// before says how many there were before, and when.
func (c Comparison) before() string {
	text := fmt.Sprintf("%d of %s", c.Before, c.Earlier.Label(c.Earlier.To.Add(1)))
	if !c.Until.IsZero() {
		text += " until " + c.Until.Format("15:04")
	}
	return text
}

// percent returns by how many percent there are more; ok is false without any before.
func (c Comparison) percent() (percent int, ok bool) {
	if c.Before == 0 {
		return 0, false
	}
	change := 100 * float64(c.Count-c.Before) / float64(c.Before)
	if change < 0 {
		return int(change - 0.5), true
	}
	return int(change + 0.5), true
}

func (c Comparison) change() string {
	switch percent, ok := c.percent(); {
	case c.Count == c.Before:
		return "as many as"
	case !ok:
		return "more than"
	case percent > 0:
		return fmt.Sprintf("%d %% more than", percent)
	case percent < 0:
		return fmt.Sprintf("%d %% fewer than", -percent)
	case c.Count > c.Before:
		return "hardly more than"
	}
	return "hardly fewer than"
}

func (c Comparison) sign() string {
	switch percent, ok := c.percent(); {
	case c.Count == c.Before:
		return "="
	case !ok:
		return "+"
	case c.Count > c.Before:
		return fmt.Sprintf("+%d %% vs", percent)
	default:
		return fmt.Sprintf("−%d %% vs", -percent)
	}
}
