package main

import (
	"cmp"
	"context"
	"fmt"
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
	found := slices.Concat(r.compareWrites(there), r.drafts.tooOld(), r.claims.overlaps())
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

// read returns how often each mark is in the desk: as a ticket's title or a comment.
func (r *killRun) read(ctx context.Context) (map[string]int, error) {
	there := map[string]int{}
	for _, statement := range []string{
		`SELECT replace(record, chr(10), ' ') FROM notes`,
		`SELECT replace(record, chr(10), ' ') FROM tickets`,
	} {
		rows, err := r.in.query(ctx, "desk", statement)
		if err != nil {
			return nil, err
		}
		for row := range strings.Lines(rows) {
			marks := marksIn(row)
			slices.Sort(marks)
			for _, mark := range slices.Compact(marks) {
				there[mark]++
			}
		}
	}
	return there, nil
}

// compareWrites compares what was said of each write with how often it is in the desk.
func (r *killRun) compareWrites(there map[string]int) (found []violation) {
	for mark, n := range there {
		if r.writes.writes[mark] == nil {
			text := fmt.Sprintf("%s is in the desk %d times", mark, n)
			found = append(found, violation{time.Time{}, "a write that nobody made", text})
		}
	}
	for _, w := range r.writes.writes {
		n := there[w.mark]
		r.countUnknown(w, n)
		if what := wrongWith(w, n); what != "" {
			found = append(found, violation{w.told, what, fmt.Sprintf("%s (%s, sent %s, %s)\n    %s",
				w.mark, w.way, clockOf(w.sent), w.outcome, strings.Join(w.trail, "\n    "))})
		}
	}
	return found
}

// wrongWith says what is wrong with a write that is in the desk n times; empty if nothing is.
func wrongWith(w *write, n int) string {
	switch isThere := n > 0; {
	case n > 1:
		return fmt.Sprintf("written %d times", n)
	case !isThere && (w.outcome == acknowledged || w.outcome == foundThere):
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
	fmt.Println("what was hurt within 20 s of a violation:")
	for _, f := range r.killer.all() {
		for _, v := range found {
			if v.at.After(f.from.Add(-time.Second)) && v.at.Before(f.to.Add(20*time.Second)) {
				fmt.Printf("  %s to %s: %s %s\n", clockOf(f.from), clockOf(f.to), f.part.name, f.means)
				break
			}
		}
	}
}
