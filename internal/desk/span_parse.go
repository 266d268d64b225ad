package desk

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// maxSpan is the most days that one range may have: each is a call of its own.
const maxSpan = 366

var (
	lastDays = regexp.MustCompile(`^(?:last *)?(\d{1,3}) *d(?:ays?)?$`)
	fromTo   = regexp.MustCompile(`^(\d{4}-\d\d-\d\d)(?: *(?:–|—|-|\.\.|to| ) *(\d{4}-\d\d-\d\d))?$`)
)

// ParseDateRange reads a range of days as an agent types it: "today", "yesterday", "7 days", "2026-11-20",
// "2026-11-01 – 2026-11-20" (also with "-", "..", "to" or a space between). The whole text must be understood.
func ParseDateRange(s string, today Date) (DateRange, error) {
	typed := strings.ToLower(strings.Join(strings.Fields(s), " "))
	switch typed {
	case "today":
		return DateRange{today, today}, nil
	case "yesterday":
		return DateRange{today.Add(-1), today.Add(-1)}, nil
	}
	if m := lastDays.FindStringSubmatch(typed); m != nil {
		n, _ := strconv.Atoi(m[1]) // digits by the shape
		if n < 1 || n > maxSpan {
			return DateRange{}, fmt.Errorf("%d days: between 1 and %d can be shown", n, maxSpan)
		}
		return DateRange{today.Add(1 - n), today}, nil
	}
	m := fromTo.FindStringSubmatch(typed)
	if m == nil {
		return DateRange{}, fmt.Errorf("%q is no range of days: try today, 7 days, 2026-11-20 or 2026-11-01 – 2026-11-20", s)
	}
	if m[2] == "" {
		m[2] = m[1]
	}
	from, err := ParseDate(m[1])
	if err != nil {
		return DateRange{}, err
	}
	to, err := ParseDate(m[2])
	if err != nil {
		return DateRange{}, err
	}
	span := DateRange{from, to}
	switch {
	case to.Compare(from) < 0:
		return DateRange{}, fmt.Errorf("%s comes before %s", to, from)
	case from.Add(maxSpan-1).Compare(to) < 0:
		return DateRange{}, fmt.Errorf("%s has more than %d days", span, maxSpan)
	}
	return span, nil
}
