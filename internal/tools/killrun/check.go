package main

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// violation is something that must not be.
type violation struct {
	at   time.Time
	what string
	text string
}

// check compares what was acknowledged with the desk, prints the summary and every violation.
func (r *killRun) check(ctx context.Context) error {
	there, err := r.read(ctx)
	if err != nil {
		return err
	}
	faults := r.killer.all()
	found := slices.Concat(
		r.compareWrites(there), r.drafts.tooOld(faults, r.killer.servers()), r.claims.overlaps(faults), r.tooManyLost(),
	)
	r.print()
	slices.SortFunc(found, func(a, b violation) int {
		return cmp.Or(a.at.Compare(b.at), strings.Compare(a.text, b.text))
	})
	for _, v := range found {
		fmt.Printf("VIOLATION %s %s: %s\n", clockOf(v.at), v.what, v.text)
	}
	if len(found) > 0 {
		r.printFaultsAround(found)
		return errViolations
	}
	fmt.Println("no violation")
	return nil
}

// entryKey identifies what can be told apart in the desk: the mark, and the name of the key that wrote it.
type entryKey struct{ mark, author string }

var creator = regexp.MustCompile(`"CreatorName": *"([^"]*)"`)

// read returns how often each mark is in the desk: as a ticket's title or details, or in a comment.
func (r *killRun) read(ctx context.Context) (map[entryKey]int, error) {
	there := map[entryKey]int{}
	for _, statement := range []string{
		`SELECT replace(record, chr(10), ' ') FROM notes`,
		`SELECT replace(record, chr(10), ' ') FROM tickets`,
	} {
		rows, err := r.in.query(ctx, "desk", statement)
		if err != nil {
			return nil, err
		}
		for row := range strings.Lines(rows) {
			author := ""
			if found := creator.FindStringSubmatch(row); found != nil {
				author = found[1]
			}
			marks := marksIn(row)
			slices.Sort(marks)
			for _, mark := range slices.Compact(marks) {
				there[entryKey{mark, author}]++
			}
		}
	}
	return there, nil
}

// compareWrites compares what was said of each write with how often it is in the desk. Writes of one text with one key
// cannot be told apart there: so many have to be there as were acknowledged.
func (r *killRun) compareWrites(there map[entryKey]int) (found []violation) {
	alike := map[entryKey][]*write{}
	for _, w := range r.writes.writes {
		key := entryKey{w.mark, w.author}
		alike[key] = append(alike[key], w)
	}
	for key, n := range there {
		if len(alike[key]) == 0 {
			text := fmt.Sprintf("%s by %q is in the desk %d times", key.mark, key.author, n)
			found = append(found, violation{time.Time{}, "a write that nobody made", text})
		}
	}
	for key, writes := range alike {
		n := there[key]
		if len(writes) == 1 {
			r.countUnknown(writes[0], n)
		} else {
			r.count("identical texts by "+waysOf(writes), 1)
		}
		if what := wrongWithAll(writes, n); what != "" {
			found = append(found, violation{lastTold(writes), what, textOf(writes)})
		}
	}
	return found
}

// waysOf names the ways in which writes were written.
func waysOf(writes []*write) string {
	var ways []string
	for _, w := range writes {
		ways = append(ways, string(w.way))
	}
	slices.Sort(ways)
	return strings.Join(ways, " and ")
}

func lastTold(writes []*write) (last time.Time) {
	for _, w := range writes {
		if w.told.After(last) {
			last = w.told
		}
	}
	return last
}

// textOf tells of all writes of a text.
func textOf(writes []*write) string {
	var text strings.Builder
	slices.SortFunc(writes, func(a, b *write) int {
		return cmp.Or(a.sent.Compare(b.sent), strings.Compare(a.by, b.by))
	})
	for _, w := range writes {
		fmt.Fprintf(&text, "%s (%s, %s, sent %s, %s)\n    %s\n",
			w.mark, w.by, w.way, clockOf(w.sent), w.outcome, strings.Join(w.trail, "\n    "))
	}
	return strings.TrimSuffix(text.String(), "\n")
}

// wrongWithAll says what is wrong with writes of one text with one key, which is in the desk n times; empty if nothing
// is.
func wrongWithAll(writes []*write, n int) string {
	if len(writes) == 1 {
		return wrongWith(writes[0], n)
	}
	sure, most := 0, 0 // so many have to be there, and may be
	for _, w := range writes {
		switch {
		case w.outcome == open && !w.sent.IsZero():
			return "never settled"
		case w.isKept(), w.outcome == unknown && strings.HasSuffix(w.why, vanished):
			sure, most = sure+1, most+1
		case w.isLost():
			most++
		}
	}
	switch {
	case n < sure:
		return fmt.Sprintf("an identical text, acknowledged %d times and there %d times", sure, n)
	case n > most:
		return fmt.Sprintf("an identical text, there %d times, where %d may be", n, most)
	}
	return ""
}

// wrongWith says what is wrong with a write that is in the desk n times; empty if nothing is.
func wrongWith(w *write, n int) string {
	switch isThere := n > 0; {
	case n > 1:
		return fmt.Sprintf("written %d times", n)
	case !isThere && w.isKept():
		return "acknowledged and missing"
	case !isThere && w.outcome == unknown && strings.HasSuffix(w.why, vanished):
		return "neither saved nor offered"
	case isThere && w.outcome == refused:
		return "refused and there"
	case isThere && w.outcome == discarded:
		return "never sent and there"
	case w.outcome == open && !w.sent.IsZero():
		return "never settled"
	}
	return ""
}

// countUnknown counts what became of a write whose answer was lost.
func (r *killRun) countUnknown(w *write, n int) {
	switch {
	case w.outcome == notFound && n > 0:
		r.count("not found, and arrived later", 1)
	case w.outcome == unknown && n > 0:
		r.count("unknown, and there", 1)
	case w.outcome == unknown:
		r.count("unknown, and not there", 1)
	}
}

// printFaultsAround prints what was hurt at the time of each violation.
func (r *killRun) printFaultsAround(found []violation) {
	fmt.Println("what was hurt within a minute of a violation:")
	for _, f := range r.killer.all() {
		for _, v := range found {
			if v.at.After(f.from.Add(-time.Second)) && v.at.Before(f.to.Add(time.Minute)) {
				fmt.Printf("  %s to %s: %s %s\n", clockOf(f.from), clockOf(f.to), f.part.name, f.means)
				break
			}
		}
	}
}
