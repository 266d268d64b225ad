package filter

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// exactly is the comparison with a name as it is written.
const exactly = "="

// is reports whether the value is a fixed one.
func (v Value) is(text string) bool { return v.Compare == "" && v.Text == text }

// read returns the value that a text stands for, or what is wrong with it.
func (c *Condition) read(compare, raw string) (v Value, wrong string) {
	folded := safetext.Fold(raw)
	v = Value{Text: raw, Compare: compare}
	if compare == "" && slices.Contains(c.fixedValues(), folded) {
		v.Text = folded
		return v, ""
	}
	switch c.takes {
	case names:
		return v, ""
	case fixed:
		return v, c.wrong(compare, raw)
	case ranks:
		return c.readRank(v, folded)
	case moment, length:
		return c.readTime(v, folded)
	case hours:
		return c.readHours(v, folded)
	}
	return v, ""
}

// readHours reads an hour of the day, or two with .. between them.
func (c *Condition) readHours(v Value, folded string) (Value, string) {
	first, last, isRange := strings.Cut(folded, "..")
	if !isRange {
		last = first
	}
	from, ok := readHour(first)
	to, okTo := readHour(last)
	if v.Compare != "" || !ok || !okTo || from > to {
		return v, fmt.Sprintf("%s:%s is not understood; hours are 0 to 23, such as %s:9 or %s:9..17",
			c.Name, safetext.LineFromText(v.Compare+v.Text), c.Name, c.Name)
	}
	v.Text, v.FromHour, v.ToHour = folded, from, to
	return v, ""
}

func readHour(s string) (int, bool) {
	n, err := strconv.ParseUint(s, 10, 8)
	return int(n), err == nil && n < 24
}

// wrong returns the message for a value that a condition does not take.
func (c *Condition) wrong(compare, raw string) string {
	all := make([]string, len(c.Values))
	for i, v := range c.Values {
		all[i] = v.Text
	}
	return fmt.Sprintf("%s:%s is not understood; known are %s",
		c.Name, safetext.LineFromText(compare+raw), strings.Join(all, ", "))
}

// readRank reads a priority; only those with a known rank can be compared.
func (c *Condition) readRank(v Value, folded string) (Value, string) {
	if v.Compare == "" || v.Compare == exactly {
		return v, ""
	}
	rank, ranked := desk.PriorityRank(desk.NewInternedLine(safetext.LineFromText(folded)))
	if !ranked {
		return v, fmt.Sprintf("%s:%s cannot be compared; known are %s",
			c.Name, safetext.LineFromText(v.Compare+v.Text), strings.Join(desk.RankedPriorities(), ", "))
	}
	v.Text, v.Rank = folded, rank
	return v, ""
}

// readTime reads a time before or after now, a day, or two days with .. between them.
func (c *Condition) readTime(v Value, folded string) (Value, string) {
	if v.Compare != "" {
		long, err := desk.ParseDuration(folded)
		if err != nil {
			return v, fmt.Sprintf("%s:%s needs a number with m, h, d or w, such as %s:%s2h",
				c.Name, safetext.LineFromText(v.Compare+v.Text), c.Name, v.Compare)
		}
		v.Text, v.Length = folded, long
		return v, ""
	}
	if c.takes == length {
		return v, c.wrong(v.Compare, v.Text)
	}
	first, last, isRange := strings.Cut(folded, "..")
	if !isRange {
		last = first
	}
	from, err := desk.ParseDate(first)
	to, errTo := desk.ParseDate(last)
	if err != nil || errTo != nil || to.Compare(from) < 0 {
		return v, c.wrong(v.Compare, v.Text)
	}
	v.Text, v.Days = folded, desk.DateRange{From: from, To: to}
	return v, ""
}

// wholeValues are values with whose ends the beginnings of others are tried, for all digits that may come next.
var wholeValues = map[takes][]string{
	ranks:  desk.RankedPriorities(),
	moment: {"2026-10-20..9999-12-30", "2026-01-11..9999-01-11"},
	hours:  {"9..23", "23..23"},
}

// mayBecome reports whether more letters can make a text a value of the condition.
func (c *Condition) mayBecome(compare, folded string) bool {
	reads := func(text string) bool {
		_, wrong := c.read(compare, text)
		return wrong == ""
	}
	isBegun := func(whole string) bool { return len(folded) < len(whole) && reads(folded+whole[len(folded):]) }
	return reads(cmp.Or(folded, "1")+"ms") || slices.ContainsFunc(slices.Concat(c.fixedValues(), wholeValues[c.takes]), isBegun)
}
