package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"time"

	"frontdesk/internal/guard"
)

// agent works in consoles, on one host after the other.
type agent struct {
	run    *killRun
	name   string
	random *rand.Rand
	writes *page

	s    *session
	form *form // what was typed and neither saved nor discarded
	lost comparison

	filtered bool // the list shows one ticket
}

// Keys that agents press.
const (
	escape = "\x1b"
	enter  = "\r"
	ctrlS  = "\x13"
	ctrlX  = "\x18"
	ctrlO  = "\x0f"
)

// Times that agents wait.
const (
	firstScreen = 20 * time.Second
	echoLimit   = 4 * time.Second
	listLimit   = 4 * time.Second
	sendLimit   = 50 * time.Second
	settleLimit = 2 * time.Minute // after the end
)

// work works until ctx ends, and then finds out about what is still open.
func (a *agent) work(ctx context.Context) error {
	for ctx.Err() == nil {
		if a.s == nil && !a.begin(ctx) {
			guard.Sleep(ctx, between(a.random, 100*time.Millisecond, time.Second))
			continue
		}
		if err := a.step(ctx); err != nil {
			a.leave(err)
		}
	}
	for until := time.Now().Add(settleLimit); a.form != nil && time.Now().Before(until); {
		if a.s == nil && !a.begin(ctx) {
			guard.Sleep(context.WithoutCancel(ctx), time.Second)
		}
	}
	if a.s != nil {
		a.s.close()
	}
	return nil
}

// begin signs in to some host and takes up there what was left.
func (a *agent) begin(ctx context.Context) bool {
	client, host, err := a.run.signIn(ctx, a.name, a.random)
	if err != nil {
		return false
	}
	seen := &agentSession{a.name, host.name}
	s, err := openSession(client, host, func(text string, at time.Time) { a.run.claims.see(seen, text, at) })
	if err != nil {
		_ = client.Close()
		return false
	}
	a.s = s
	if _, err := s.wait(firstScreen, isInbox); err != nil {
		a.leave(err)
		return false
	}
	a.run.count("sessions", 1)
	if err := a.recover(); err != nil {
		a.leave(err)
		return false
	}
	return true
}

// leave ends a session that was lost, or in which nothing goes on, and notes what was typed there.
func (a *agent) leave(err error) {
	now := time.Now()
	text, _, _ := a.s.text()
	a.s.close()
	at, m := a.run.killer.lossOf(a.s.host, now)
	if m == "" {
		a.run.logf("%s leaves %s: %v, on\n%s", a.name, a.s.host.name, err, text)
	}
	if a.form != nil {
		a.writes.note(a.form.mark, fmt.Sprintf("%s leaves %s: %v", a.name, a.s.host.name, err))
	}
	if a.form != nil && a.lost.host == nil {
		a.form.young = len(a.form.words) == 0 || at.Sub(a.form.words[0]) < draftLimit
		a.lost = comparison{agent: a.name, host: a.s.host, means: m, lost: at, saidAway: saidAwaySince(text, at)}
	}
	if errors.Is(err, errElsewhere) {
		a.run.count("sessions left while the cluster was away", 1)
	} else {
		a.run.count("sessions lost", 1)
	}
	a.s, a.filtered = nil, false
}

var notShared = regexp.MustCompile(`Not shared since (\d\d):(\d\d)`)

// saidAwaySince returns since when a screen says that drafts are kept on its host alone; zero if it does not.
func saidAwaySince(text string, now time.Time) time.Time {
	found := notShared.FindStringSubmatch(text)
	if found == nil {
		return time.Time{}
	}
	hour, _ := strconv.Atoi(found[1])
	minute, _ := strconv.Atoi(found[2])
	now = now.UTC()
	since := time.Date(now.Year(), now.Month(), now.Day(), hour, minute, 0, 0, time.UTC)
	if since.After(now) {
		since = since.AddDate(0, 0, -1)
	}
	return since
}

// isInbox tells whether the list has the keys, with nothing over it.
func isInbox(text string) bool { return listShown(text) && !hasAny(text, "╭─", "Sub-status*") }

// home goes back to the list, without a filter. What was typed into a form stays a draft.
func (a *agent) home() error {
	if a.filtered {
		a.filtered = false
		if err := a.s.press(escape, escape); err != nil {
			return err
		}
	}
	for range 8 {
		text, err := a.s.wait(time.Second, isInbox)
		if err == nil {
			return a.s.press("i")
		}
		if !errors.Is(err, errSilent) {
			return err
		}
		_ = text
		if err := a.s.press(escape); err != nil {
			return err
		}
	}
	return fmt.Errorf("the list does not come back: %w", errSilent)
}

// step does one piece of work.
func (a *agent) step(ctx context.Context) error {
	if err := a.home(); err != nil {
		return err
	}
	if a.random.IntN(12) == 0 { // the agent signs in elsewhere
		a.s.close()
		a.s = nil
		return nil
	}
	if t := a.run.twins.take(byConsole); t != nil {
		return a.follow(t)
	}
	if a.random.IntN(3) > 0 {
		if err := a.take(); err != nil {
			return err
		}
	} else if err := a.s.press(strings.Repeat("j", 1+a.random.IntN(6))); err != nil {
		return err
	}
	if err := a.open(); err != nil || a.form == nil {
		return err
	}
	a.form.mark = a.writes.begin(false)
	if err := a.typeWord(a.form.mark); err != nil {
		return err
	}
	if to, isOffered := twinOf(a.random, byConsole, byCommand, byHTTP); isOffered {
		return a.lead(ctx, to)
	}
	if err := a.typeWords(ctx); err != nil {
		return err
	}
	return a.send()
}

// take presses the key for the next ticket.
func (a *agent) take() error {
	before, _, _ := a.s.text()
	had := map[string]bool{}
	for _, found := range taken.FindAllStringSubmatch(before, -1) {
		had[found[1]] = true
	}
	if err := a.s.press("T"); err != nil {
		return err
	}
	text, err := a.s.wait(listLimit, func(text string) bool {
		for _, found := range taken.FindAllStringSubmatch(text, -1) {
			if !had[found[1]] {
				return true
			}
		}
		return hasAny(text, "cannot take the ticket", "every open ticket")
	})
	switch {
	case hasAny(text, "cannot take the ticket"):
		a.run.count("claims refused", 1)
	case err == nil && !hasAny(text, "every open ticket"):
		a.run.count("tickets taken", 1)
	case errors.Is(err, errSilent):
		a.run.count("claims without an answer", 1)
		return nil
	}
	return err
}

// formOf finds the ticket of the form on the screen.
var formOf = regexp.MustCompile(`(?m)^ *Update (\d{12})`)

// open opens the form of a comment.
func (a *agent) open() error {
	if err := a.s.press("c"); err != nil {
		return err
	}
	text, err := a.s.waitAny(echoLimit, "Sub-status*")
	if err != nil {
		if errors.Is(err, errSilent) {
			a.run.logf("%s: no form opens on\n%s", a.name, text)
			return nil
		}
		return err
	}
	if left := marksIn(commentOf(text)); len(left) > 0 { // a draft that was there
		return a.discardForm(left[0])
	}
	found := formOf.FindStringSubmatch(text)
	if found == nil {
		return fmt.Errorf("a form of no ticket: %w", errSilent)
	}
	a.form = &form{ticket: found[1]}
	return nil
}

// boxEdge is the left edge of the box around a comment.
var boxEdge = regexp.MustCompile(`^ ?│`)

// commentOf returns the region of the form, without what stands beside it.
func commentOf(text string) string {
	var left strings.Builder
	for _, line := range strings.Split(text, "\n") {
		part, _, _ := strings.Cut(boxEdge.ReplaceAllString(line, ""), "│")
		left.WriteString(part + "\n")
	}
	_, comment, _ := strings.Cut(left.String(), "Comment")
	return comment
}

// typeWord types a word and waits until it is on the screen.
func (a *agent) typeWord(word string) error {
	if err := a.s.press(word + " "); err != nil {
		return err
	}
	if _, err := a.s.wait(echoLimit, func(text string) bool { return hasAny(commentOf(text), word) }); err != nil {
		return err
	}
	a.form.words = append(a.form.words, time.Now())
	return nil
}

// typeWords types the rest of a comment.
func (a *agent) typeWords(ctx context.Context) error {
	for range 3 + a.random.IntN(40) {
		if err := a.typeWord(wordAt(len(a.form.words))); err != nil {
			return err
		}
		if !guard.Sleep(ctx, between(a.random, 30*time.Millisecond, 250*time.Millisecond)) {
			return nil
		}
	}
	return nil
}

// wordAt returns the word at a place of a comment.
func wordAt(n int) string { return fmt.Sprintf("w%03d", n) }

// wordsIn counts the words of a comment without a gap; 0 if its mark is missing.
func wordsIn(text, mark string) int {
	if !strings.Contains(text, mark) {
		return 0
	}
	n := 1
	for strings.Contains(text, wordAt(n)) {
		n++
	}
	return n
}

var anyMark = regexp.MustCompile(`kr\d+x\d{5}q`)

// marksIn returns the marks in a text, without those that the window cuts off.
func marksIn(text string) []string { return anyMark.FindAllString(text, -1) }

var typedMark = regexp.MustCompile(`Comment: +\S*?(kr\d+x\d{5}q)`)

// typedIn returns the marks of what was typed, in the order of the rows of a list. Keys that were meant for a screen
// before may stand in front of one. The titles of tickets there are marks too, of those who added the tickets.
func typedIn(list string) (marks []string) {
	for _, found := range typedMark.FindAllStringSubmatch(list, -1) {
		marks = append(marks, found[1])
	}
	return marks
}
