package main

import (
	"context"
	"strings"
	"time"
)

// lead offers the comment of the form to another writer, and sends it at about the same time.
func (a *agent) lead(ctx context.Context, to way) error {
	t := a.run.twins.offer(a.form.mark, a.form.ticket, to)
	a.form.twin = t
	var ended error
	a.run.twins.wait(ctx, t, func() {
		if err := a.watch(50 * time.Millisecond); err != nil {
			ended = err
		}
	})
	if ended != nil {
		return ended
	}
	return a.send()
}

// follow writes the comment of another agent, to the same ticket.
func (a *agent) follow(t *twin) error {
	defer t.call() // also if nothing comes of it
	if err := a.s.press("/", t.ticket); err != nil {
		return err
	}
	a.filtered = true
	if _, err := a.s.waitAny(listLimit, t.ticket); err != nil {
		return err
	}
	if err := a.s.press(enter); err != nil {
		return err
	}
	if err := a.watch(500 * time.Millisecond); err != nil {
		return err
	}
	if err := a.open(); err != nil || a.form == nil {
		return err
	}
	if a.form.ticket != t.ticket {
		a.run.count("identical comments whose ticket was not found", 1)
		a.form = nil
		return a.s.press(escape)
	}
	a.form.mark, a.form.twin = t.mark, t
	a.writes.join(t.mark, false)
	if err := a.typeWord(t.mark); err != nil {
		return err
	}
	t.call()
	return a.send()
}

// showsIt reports whether a screen shows the comment of a form beside the form: it is there already. Of a comment that
// another writer sends too nobody can tell whose it is.
func (a *agent) showsIt(text string) bool {
	mark := a.form.mark
	own := strings.Count(commentOf(text), mark) + strings.Count(unsentOf(text), mark)
	return a.form.twin == nil && strings.Count(text, mark) > own
}

// unsentOf returns the rows in which a screen with a conflict says what the form holds.
func unsentOf(text string) string {
	const most = 3
	_, after, _ := strings.Cut(text, "In this form:")
	rows := strings.SplitN(after, "\n", most+1)
	return strings.Join(rows[:min(most, len(rows))], "\n")
}
