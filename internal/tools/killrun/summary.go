package main

import (
	"fmt"
	"maps"
	"slices"
	"time"
)

// print prints the summary as a table.
func (r *killRun) print() {
	fmt.Printf("\n%-58s %s\n", "seed", fmt.Sprint(r.options.seed))
	row := func(what string, value any) { fmt.Printf("%-58s %v\n", what, value) }
	row("parts were hurt for", r.ended.Sub(r.began).Round(time.Second))
	r.printFaults(row)
	r.printWrites(row)
	r.printDrafts(row)
	row("claims that consoles showed", r.claims.count())
	for _, what := range slices.Sorted(maps.Keys(r.counts)) {
		row(what, r.counts[what])
	}
	fmt.Println()
}

func (r *killRun) printFaults(row func(string, any)) {
	hurt := map[string]int{}
	for _, f := range r.killer.all() {
		hurt[string(f.part.kind)+" "+string(f.means)]++
	}
	for _, what := range slices.Sorted(maps.Keys(hurt)) {
		row(what, hurt[what])
	}
}

func (r *killRun) printWrites(row func(string, any)) {
	by := map[string]int{}
	for _, w := range r.writes.writes {
		by[string(w.way)+": "+string(w.outcome)]++
	}
	for _, what := range slices.Sorted(maps.Keys(by)) {
		row("writes by "+what, by[what])
	}
}

func (r *killRun) printDrafts(row func(string, any)) {
	compared, elsewhere, hurt := 0, 0, 0
	var oldest, oldestHurt time.Duration
	for _, c := range r.drafts.all {
		if c.clusterHurt {
			hurt, oldestHurt = hurt+1, max(oldestHurt, c.age)
			continue
		}
		compared, oldest = compared+1, max(oldest, c.age)
		if c.elsewhere {
			elsewhere++
		}
	}
	row("drafts compared, of them on another host", fmt.Sprintf("%d, %d", compared, elsewhere))
	row("their greatest age", oldest.Round(time.Millisecond))
	row("drafts compared while the cluster was hurt as well", hurt)
	row("their greatest age", oldestHurt.Round(time.Millisecond))
}

// summaryLine says in a line how far the run is.
func (r *killRun) summaryLine() string {
	r.writes.mu.Lock()
	by := map[outcome]int{}
	for _, w := range r.writes.writes {
		by[w.outcome]++
	}
	r.writes.mu.Unlock()
	r.drafts.mu.Lock()
	compared := len(r.drafts.all)
	r.drafts.mu.Unlock()
	return fmt.Sprintf("%d acknowledged, %d refused, %d unknown, %d drafts compared, %d claims, %d faults",
		by[acknowledged]+by[foundThere], by[refused], by[unknown]+by[notFound], compared, r.claims.count(),
		len(r.killer.all()))
}
