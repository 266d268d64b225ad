package main

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Words of the console on which an agent acts.
const (
	saysSaved     = "saved "
	saysNotSent   = "not sent:"
	saysRefused   = "✗ refused:"
	saysLost      = "We could not confirm this was saved"
	saysConflict  = "has changed since you opened the form"
	saysWarning   = "Saved with a warning"
	saysAgain     = "It may already be saved"
	saysElsewhere = "another console of yours is sending this form"
	saysBefore    = "this was sent before"
	saysMaybe     = "another host may have saved this"
)

// send sends the form, and does what the console asks for until it is saved, refused or lost.
func (a *agent) send() error {
	f := a.form
	for try := range 12 {
		a.writes.send(f.mark)
		f.sent = true
		a.writes.note(f.mark, a.name+" sends on "+a.s.host.name)
		before, _, _ := a.s.text()
		if err := a.s.press(ctrlS); err != nil {
			return err
		}
		_, err := a.s.wait(2*time.Second, func(text string) bool { return text != before })
		if errors.Is(err, errEnded) {
			return err
		}
		done, err := a.answer(try)
		if err != nil || done {
			return err
		}
	}
	return a.discardForm(f.mark)
}

// answer waits for what becomes of the form, and reports whether it is settled.
func (a *agent) answer(try int) (done bool, err error) {
	f := a.form
	text, err := a.s.wait(sendLimit, func(text string) bool {
		return isInbox(text) ||
			!hasAny(text, "Saving…") && hasAny(text,
				saysNotSent, saysRefused, saysLost, saysConflict, saysWarning, saysAgain,
				saysElsewhere)
	})
	if err != nil {
		return false, err
	}
	switch {
	case hasAny(text, saysWarning):
		a.settle(acknowledged, "saved with a warning: "+lineWith(text, "answer was lost"))
		return true, a.s.press(enter)
	case hasAny(text, saysLost):
		return true, a.moveToOutbox()
	case hasAny(text, saysAgain):
		a.settle(unknown, "the console asks before it sends again")
		return true, a.s.press(escape)
	case hasAny(text, saysConflict):
		return a.resolve(text, try)
	case hasAny(text, saysNotSent, saysRefused, saysElsewhere):
		a.writes.settle(f.mark, refused, "the console: "+lineWith(text, saysNotSent, saysRefused, saysElsewhere))
		return false, a.waitBeforeRetry()
	}
	if text, err = a.s.waitAny(time.Second, saysSaved); errors.Is(err, errEnded) {
		return false, err
	}
	if hasAny(text, saysSaved) {
		a.settle(acknowledged, "the console: "+lineWith(text, saysSaved))
	} else {
		a.settle(unknown, "the form closed without a word")
	}
	return true, nil
}

// resolve looks at what has changed on the ticket. What this agent has written already is not sent again.
func (a *agent) resolve(text string, try int) (done bool, err error) {
	mark := a.form.mark
	a.writes.note(mark, a.name+" sees that the ticket has changed")
	if a.showsIt(text) {
		a.run.count("changed tickets that showed the comment already", 1)
		a.writes.settle(mark, foundThere, a.name+": the ticket shows it")
		if err := a.s.press(escape); err != nil {
			return false, err
		}
		return true, a.discardForm(mark)
	}
	if err := a.s.press("c"); err != nil {
		return false, err
	}
	if _, err := a.s.wait(2*time.Second, func(now string) bool { return now != text }); errors.Is(err, errEnded) {
		return false, err
	}
	return a.answer(try)
}

// settle notes the outcome of the form, which is closed now.
func (a *agent) settle(o outcome, why string) {
	a.writes.settle(a.form.mark, o, fmt.Sprintf("%s on %s: %s", a.name, a.s.host.name, why))
	a.form = nil
}

// waitBeforeRetry waits two seconds while it looks at the screen.
func (a *agent) waitBeforeRetry() error { return a.watch(2 * time.Second) }

// watch looks at the screen for some time.
func (a *agent) watch(d time.Duration) error {
	if _, err := a.s.wait(d, func(string) bool { return false }); !errors.Is(err, errSilent) {
		return err
	}
	return nil
}

// moveToOutbox moves a form of which nothing is known to the outbox, and checks it there.
func (a *agent) moveToOutbox() error {
	a.writes.settle(a.form.mark, unknown, a.name+": the console could not confirm it")
	if err := a.s.press("o"); err != nil {
		return err
	}
	if _, err := a.s.wait(listLimit, isInbox); err != nil {
		return err
	}
	return a.recover()
}

// discardForm discards the form on the screen.
func (a *agent) discardForm(mark string) error {
	if err := a.s.press(ctrlX); err != nil {
		return err
	}
	if _, err := a.s.waitAny(listLimit, "╭─"); err != nil {
		return err
	}
	if err := a.s.press("x"); err != nil {
		return err
	}
	if o := a.writes.outcomeOf(mark); o == open {
		a.writes.settle(mark, discarded, a.name+" discarded the form")
	}
	a.writes.note(mark, a.name+" discards the form")
	if a.form != nil && a.form.mark == mark {
		a.form = nil
	}
	_, err := a.s.wait(listLimit, isInbox)
	return err
}

// lineWith returns the first line that has one of some words, without what frames it.
func lineWith(text string, words ...string) string {
	for _, line := range strings.Split(text, "\n") {
		if hasAny(line, words...) {
			return strings.Join(strings.Fields(strings.Trim(line, " │")), " ")
		}
	}
	return ""
}
