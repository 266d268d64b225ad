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
	row("NATS servers", r.killer.servers())
	r.printFaults(row)
	r.printWrites(row)
	r.printDrafts(row)
	row("claims that consoles showed", r.claims.count())
	row("claims of two agents after the store was lost", r.claims.excused)
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
	r.printShares(row)
	tricks := r.in.balancer.mixer.counts()
	for _, t := range slices.Sorted(maps.Keys(tricks)) {
		row("the balancer: "+string(t), tricks[t])
	}
}

// printShares prints how many outcomes of each way are not known.
func (r *killRun) printShares(row func(string, any)) {
	by := r.shares()
	for _, of := range slices.Sorted(maps.Keys(by)) {
		s := by[of]
		row("writes by "+string(of)+", not known", fmt.Sprintf("%d, %d (%d %%)", s.all, s.lost, 100*s.lost/max(1, s.all)))
		row("… while nothing was hurt, not known, refused",
			fmt.Sprintf("%d, %d, %d", s.unhurt, s.unhurtLost, s.unhurtNot))
	}
}

func (r *killRun) printDrafts(row func(string, any)) {
	faults, servers := r.killer.all(), r.killer.servers()
	compared, elsewhere, away, said := 0, 0, 0, 0
	var oldest, oldestAway, longest time.Duration
	for _, c := range r.drafts.all {
		limit, wasAway := c.limit(faults, servers)
		if !wasAway {
			compared, oldest = compared+1, max(oldest, c.age)
			if c.on != c.host {
				elsewhere++
			}
			continue
		}
		away, oldestAway, longest = away+1, max(oldestAway, c.age), max(longest, limit)
		if !c.saidAway.IsZero() {
			said++
		}
	}
	row("drafts compared, of them on another host", fmt.Sprintf("%d, %d", compared, elsewhere))
	row("their greatest age", oldest.Round(time.Millisecond))
	row("drafts compared that may be older, as the cluster was away", away)
	row("… of them said to be kept on their host", said)
	row("their greatest age, the greatest limit",
		fmt.Sprintf("%s, %s", oldestAway.Round(time.Millisecond), longest.Round(time.Millisecond)))
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
