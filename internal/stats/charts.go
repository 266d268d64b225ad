package stats

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
	"frontdesk/internal/safetext"
)

const (
	isOpen   = "is:open"
	isClosed = "is:closed"
)

// charts returns the charts of what was counted.
func (t *tally) charts() []Chart {
	const urgent = "late or at risk"
	same := func(name string) string { return name }
	return []Chart{
		t.summary(),
		t.createdPerDay(),
		t.openByAge(),
		{
			Name: RiskByQueue, Title: "At risk by queue", Part: "late", Ranked: true, OfOpen: true,
			Bars: codeBars(t.atRisk, filter.Queue, t.ofQueue("is:late,risk"), Watch),
		},
		t.createdPerHour(),
		t.callbacks(),
		{
			Name: OpenByQueue, Title: "Open by queue", Part: urgent, Ranked: true, OfOpen: true,
			Bars: codeBars(t.queues, filter.Queue, t.ofQueue(isOpen), Usual),
		},
		{
			Name: OpenByStatus, Title: "Open by sub-status", Part: urgent, Ranked: true, OfOpen: true,
			Bars: codeBars(t.statuses, filter.SubStatus, t.ofQueue(isOpen), Usual),
		},
		{
			Name: OpenByAssignee, Title: "Open by assignee", Part: urgent, Ranked: true, OfOpen: true,
			Bars: lineBars(t.assignees, filter.Assignee, t.ofQueue(isOpen), same),
		},
		{
			Name: ByDisposition, Title: "By disposition", Part: "closed", Ranked: true,
			Bars: lineBars(t.reasons, filter.Disposition, "", firstLevel),
		},
		t.turnaround(),
		t.fixedAtOnce(),
	}
}

// ofQueue returns a filter of open tickets that has those of all days if they are counted.
func (t *tally) ofQueue(text string) string {
	if t.anyDay {
		text += " any:day"
	}
	return text
}

// summary counts the tickets of the days by their state now.
func (t *tally) summary() Chart {
	created := t.createdFilter()
	return Chart{Name: Summary, Title: "Tickets", Bars: []Bar{
		{Label: "created", Count: t.created, Filter: created},
		{Label: "of them closed", Count: t.closed, Filter: created + " " + isClosed},
		{Label: "open", Count: t.open, Filter: t.ofQueue(isOpen)},
		{Label: "at risk", Count: t.risk, Filter: t.ofQueue("is:risk"), Rank: Watch},
		{Label: "late", Count: t.late, Filter: t.ofQueue("is:late"), Rank: Act},
	}}
}

// createdFilter returns the condition of the days.
func (t *tally) createdFilter() string {
	first, last := t.days[0], t.days[len(t.days)-1]
	if first == last {
		return "created:" + first.String()
	}
	return "created:" + first.String() + ".." + last.String()
}

func (t *tally) createdPerDay() Chart {
	c := Chart{Name: CreatedPerDay, Title: "Created per day", Part: "closed", Dated: true}
	for i, day := range t.days {
		at := fmt.Sprintf("%s %2d", weekday(day), day.Day)
		c.Bars = append(c.Bars, Bar{
			Label: at, Count: t.perDay[i].all, Part: t.perDay[i].part, Filter: "created:" + day.String(), Day: day,
		})
	}
	return c
}

// weekday returns the first letters of a day of the week.
func weekday(d desk.Date) string { return d.Weekday().String()[:3] }

func (t *tally) createdPerHour() Chart {
	c := Chart{Name: CreatedPerHour, Title: "Created per hour", Part: "closed", Dated: true, NotSaid: t.noHour}
	for hour, n := range t.perHour {
		c.Bars = append(c.Bars, Bar{
			Label: fmt.Sprintf("%02d", hour), Count: n.all, Part: n.part,
			Filter: fmt.Sprintf("%s hour:%d", t.createdFilter(), hour),
		})
	}
	return c
}

func (t *tally) openByAge() Chart {
	c := Chart{Name: OpenByAge, Title: "Open by age", NotSaid: t.noAge, OfOpen: true}
	for i, s := range steps {
		c.Bars = append(c.Bars, Bar{Label: s.label, Count: t.ages[i], Filter: s.filter(t.ofQueue(isOpen), filter.Age)})
	}
	return c
}

// filter returns the conditions of a step, after another one.
func (s step) filter(first string, name filter.Name) string {
	if s.from != "" {
		first += " " + string(name) + ":>=" + s.from
	}
	if s.to != "" {
		first += " " + string(name) + ":<" + s.to
	}
	return first
}

func (t *tally) callbacks() Chart {
	return Chart{Name: Callbacks, Title: "Callbacks", OfOpen: true, Bars: []Bar{
		callPast:  {Label: "before today", Count: t.calls[callPast], Filter: t.ofQueue("callback:due -callback:today"), Rank: Act},
		callDue:   {Label: "due today", Count: t.calls[callDue], Filter: t.ofQueue("callback:due callback:today"), Rank: Act},
		callLater: {Label: "later today", Count: t.calls[callLater], Filter: t.ofQueue("callback:today -callback:due"), Rank: Watch},
		callAfter: {Label: "after today", Count: t.calls[callAfter], Filter: t.ofQueue("has:callback -callback:today -callback:due")},
	}}
}

func (t *tally) turnaround() Chart {
	c := Chart{Name: Turnaround, Title: "Closed by turnaround", NotSaid: t.noTook}
	c.Median, c.HasMedian = median(t.took)
	for i, s := range steps {
		label := s.label
		if s.to == "" {
			label = "longer"
		}
		c.Bars = append(c.Bars, Bar{Label: label, Count: t.tookIn[i], Filter: s.filter(isClosed, filter.Turnaround)})
	}
	return c
}

func (t *tally) fixedAtOnce() Chart {
	return Chart{Name: FixedAtOnce, Title: "Closed at first contact", NotSaid: t.atOnce[2], Bars: []Bar{
		{Label: "yes", Count: t.atOnce[0], Filter: isClosed + " ftr:yes"},
		{Label: "no", Count: t.atOnce[1], Filter: isClosed + " ftr:no"},
	}}
}

// codeBars returns the bars of codes, the largest first. Codes of the same label are one bar, as in filters.
func codeBars(counts map[desk.Code]*parted, name filter.Name, with string, rank Rank) []Bar {
	n := namedCounts{keys: map[string]string{}}
	for code, count := range counts {
		n.add(code.Label(), *count)
		n.keys[fold(code.Key().Raw())] = fold(code.Label())
	}
	return n.bars(name, with, rank)
}

// firstLevel returns the first level of a disposition.
func firstLevel(path string) string { return desk.DispositionLevels(path)[0] }

// lineBars returns the bars of names, the largest first. label returns what of a name is counted.
func lineBars(counts map[desk.InternedLine]*parted, name filter.Name, with string, label func(string) string) []Bar {
	var n namedCounts
	for line, count := range counts {
		n.add(strings.TrimSpace(label(line.String())), *count)
	}
	return n.bars(name, with, Usual)
}

// namedCounts adds up counts by the name as filters compare it.
type namedCounts struct {
	byName map[string]*namedCount
	keys   map[string]string // the folded label of each folded key
}

type namedCount struct {
	label string
	parted
}

// fold returns a name as filters compare it.
func fold(name string) string { return strings.Join(strings.Fields(safetext.Fold(name)), " ") }

func (n *namedCounts) add(label string, count parted) {
	if n.byName == nil {
		n.byName = map[string]*namedCount{}
	}
	known := n.byName[fold(label)]
	if known == nil {
		known = &namedCount{label: label}
		n.byName[fold(label)] = known
	}
	known.label = min(known.label, label) // the same one each time
	known.all, known.part = known.all+count.all, known.part+count.part
}

// noName is the label of tickets without a name.
const noName = "none"

// bars returns the bars in the order of their counts; that of tickets without a name comes last.
func (n *namedCounts) bars(name filter.Name, with string, rank Rank) []Bar {
	bars := make([]Bar, 0, len(n.byName))
	for folded, c := range n.byName {
		bar := Bar{Label: c.label, Count: c.all, Part: c.part, Rank: rank}
		value := filter.Quote(c.label)
		if folded == "" {
			bar.Label, value = noName, filter.None
		}
		if folded == "" || n.names(name, folded) {
			bar.Filter = strings.TrimSpace(with + " " + string(name) + ":" + value)
		}
		bars = append(bars, bar)
	}
	slices.SortFunc(bars, func(a, b Bar) int {
		return cmp.Or(
			cmp.Compare(emptyLast(a), emptyLast(b)), cmp.Compare(b.Count, a.Count), cmp.Compare(a.Label, b.Label),
		)
	})
	return bars
}

// names reports whether a filter by a name finds those tickets alone: it means nothing else and is no other's key.
func (n *namedCounts) names(name filter.Name, folded string) bool {
	label, isKey := n.keys[folded]
	return folded != filter.None && (name != filter.Assignee || folded != filter.Me) && (!isKey || label == folded)
}

// emptyLast returns 1 for the bar of tickets without a name.
func emptyLast(b Bar) int {
	if strings.HasSuffix(b.Filter, ":"+filter.None) {
		return 1
	}
	return 0
}
