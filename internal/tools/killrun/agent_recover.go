package main

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// recoverLimit is how long an agent looks for what was typed or sent before: a form that was being sent is locked for
// ten seconds by a host that has died.
const recoverLimit = 16 * time.Second

// recover looks in the list of its work for the form that was lost, and settles whatever is there. An agent is patient:
// what another host offers or lacks says nothing before the hosts share what they have.
func (a *agent) recover() error {
	f := a.form
	found, err := a.seek(f)
	switch isItsHost := a.lost.host == nil || a.lost.host == a.s.host; {
	case err != nil, f == nil, a.form != f:
		return err
	case found && (isItsHost || f.sent):
		return a.goOn()
	case !a.isShared():
		a.writes.note(f.mark, fmt.Sprintf("%s leaves %s, whose cluster is hurt; a draft is there: %v",
			a.name, a.s.host.name, found))
		return errElsewhere
	case found:
		return a.goOn()
	case f.sent && f.young:
		a.settle(unknown, "its host was lost within a second")
		return nil
	case f.sent && a.lost.wasAway(a.run.killer.all(), a.run.killer.servers()):
		a.settle(unknown, "its host was lost while the cluster was away from it")
		return nil
	case f.sent:
		list, err := a.myWork()
		a.writes.note(f.mark, fmt.Sprintf("%s sees on %s: %s %v", a.name, a.s.host.name, strings.Join(strings.Fields(list), " "), err))
		a.settle(unknown, vanished)
		return nil
	}
	a.compare(0)
	a.writes.settle(f.mark, discarded, "no draft was offered")
	a.form = nil
	return nil
}

// seek settles what is in the outbox and among the drafts until the form that was lost is a draft there or settled, or
// for as long as an agent looks for it.
func (a *agent) seek(f *form) (found bool, err error) {
	for until := time.Now().Add(recoverLimit); ; {
		found, err := a.settleWork()
		if err != nil || found || f == nil || a.form != f || time.Now().After(until) {
			return found, err
		}
		if err := a.waitBeforeRetry(); err != nil {
			return false, err
		}
	}
}

// isShared reports whether the host of the session offers what other hosts have: it says so, and nobody has hurt the
// cluster or a host that has not been able yet to give it what it has lost.
func (a *agent) isShared() bool {
	text, _, _ := a.s.text()
	now := time.Now()
	return !hasAny(text, "Not shared") && !a.run.killer.isAway(a.s.host, now) && a.run.killer.isFilled(now)
}

// errElsewhere makes an agent sign in again: a host that is cut off does not know what other hosts keep.
var errElsewhere = errors.New("the cluster is away")

// vanished is the reason of a form that was being sent and is neither in the outbox nor a draft: it has to be saved.
const vanished = "it is neither in the outbox nor a draft"

// compare notes what is offered of the form that was lost.
func (a *agent) compare(offered int) {
	if a.lost.host == nil || a.form.sent {
		a.lost = comparison{}
		return
	}
	a.lost.compare(a.form, offered, a.s.host, time.Now())
	a.run.drafts.add(a.lost)
	a.lost = comparison{}
}

// myWork opens the list of the agent's work over the panes and returns its lines.
func (a *agent) myWork() (string, error) {
	if err := a.home(); err != nil {
		return "", err
	}
	if err := a.s.press("D"); err != nil {
		return "", err
	}
	text, err := a.s.wait(listLimit, func(text string) bool { return isListed(listOf(text)) })
	return listOf(text), err
}

// isListed reports whether the list is drawn, with its rows or the word that it has none.
func isListed(list string) bool {
	return hasAny(list, "My work ─") && hasAny(list, "Nothing is unsent", "Comment:", "│ saved", "│ was ")
}

// isDraft is how the rows of drafts begin.
const isDraft = "│ draft"

// unsentIn returns the rows of a list that are unsent. What was sent, and what this console has discarded, which only
// an agent brings back, are no such rows; nor is what is said below the rows.
func unsentIn(list string) (rows []string) {
	for line := range strings.SplitSeq(list, "\n") {
		if hasAny(line, "Update ticket") && !hasAny(line, "│ saved ", "│ was ", "│ discarded ") {
			rows = append(rows, line)
		}
	}
	return rows
}

// rowsOf counts the unsent rows of a mark.
func rowsOf(list, mark string) (n int) {
	for _, typed := range typedIn(strings.Join(unsentIn(list), "\n")) {
		if typed == mark {
			n++
		}
	}
	return n
}

// isGone reports whether a list over the panes is drawn with fewer rows of a mark than before.
func isGone(list, mark string, before int) bool { return isListed(list) && rowsOf(list, mark) < before }

// twice counts forms that are in a list more than once, which loses nothing and confuses their agent.
const twice = "forms that were in the outbox or among the drafts more than once"

// listOf returns the lines of the list over the panes.
func listOf(text string) string {
	_, list, _ := strings.Cut(text, "╭─")
	list, _, _ = strings.Cut(list, "╰─")
	return list
}

// settleWork settles what is unsent, the first row first: it checks what is in the outbox and discards what was not
// saved, and discards drafts of others than the form that was lost. It reports whether that one is a draft there.
func (a *agent) settleWork() (found bool, err error) {
	for range 20 {
		list, err := a.myWork()
		if err != nil {
			return false, err
		}
		rows := unsentIn(list)
		if len(rows) == 0 {
			return false, a.s.press(escape)
		}
		mark := strings.Join(strings.Fields(strings.Trim(rows[0], " │")), " ") // until its mark is typed to the end
		if marks := typedIn(rows[0]); len(marks) > 0 {
			mark = marks[0]
		}
		switch {
		case !hasAny(rows[0], isDraft):
			err = a.settleItem(mark, rows[0])
		case a.form != nil && mark == a.form.mark:
			return true, nil
		default:
			err = a.discardStale(mark)
		}
		if err != nil {
			return false, err
		}
	}
	return false, nil
}

// The states of an item that the console checks, and of one that it sends.
const (
	isLooking  = "checking…"
	isOnItsWay = "sending…"
)

// settleItem checks an item of the outbox in the first row and discards it unless it is saved.
func (a *agent) settleItem(mark, row string) error {
	switch {
	case hasAny(row, isLooking, isOnItsWay):
		return a.waitBeforeRetry()
	case !hasAny(row, "not confirmed"):
		a.settleMark(mark, refused, "the outbox: "+lineWith(row, mark))
		return a.discardRow(mark)
	}
	text, err := a.checkItem(mark)
	switch {
	case err != nil:
		return err
	case hasAny(text, "it was saved"):
		a.settleMark(mark, foundThere, "the outbox found it")
		return nil
	case hasAny(text, "checked: not found"):
		a.settleMark(mark, notFound, "the outbox did not find it")
	case hasAny(text, "something looks like it"):
		a.settleMark(mark, unknown, "the outbox found something like it")
	default: // it could not be checked, or another console settled it
		return a.waitBeforeRetry()
	}
	return a.discardRow(mark)
}

// checkItem presses the key that checks an item, and returns the screen that says what came of it.
func (a *agent) checkItem(mark string) (string, error) {
	text, _, _ := a.s.text()
	before := rowsOf(listOf(text), mark)
	if err := a.s.press("l"); err != nil {
		return "", err
	}
	_, err := a.s.wait(echoLimit, func(text string) bool { // until then the notice is that of another check
		return hasAny(listOf(text), isLooking) || isGone(listOf(text), mark, before)
	})
	if errors.Is(err, errEnded) {
		return "", err
	}
	return a.s.wait(sendLimit, func(text string) bool {
		list := listOf(text)
		return isListed(list) && !hasAny(list, isLooking) &&
			(isGone(list, mark, before) || hasAny(text, "checked:", "still not confirmed", "is working on the outbox"))
	})
}

// settleMark notes the outcome of a write that is in the outbox.
func (a *agent) settleMark(mark string, o outcome, why string) {
	a.writes.settle(mark, o, a.name+" on "+a.s.host.name+": "+why)
	if a.form != nil && a.form.mark == mark {
		a.form, a.lost = nil, comparison{}
	}
}

// discardRow discards the row under the cursor of a list.
func (a *agent) discardRow(mark string) error {
	text, _, _ := a.s.text()
	before := max(1, rowsOf(listOf(text), mark))
	if before > 1 {
		a.run.count(twice, 1)
	}
	if err := a.s.press("x"); err != nil {
		return err
	}
	if _, err := a.s.waitAny(listLimit, "Discard it"); err != nil {
		return err
	}
	if err := a.s.press("x"); err != nil {
		return err
	}
	_, err := a.s.wait(listLimit, func(text string) bool {
		return !hasAny(text, "Discard it") && isGone(listOf(text), mark, before)
	})
	return err
}

// offeredAgain counts drafts of what was saved; what the console said with them follows it in the summary.
const offeredAgain = "drafts of what was saved, offered again"

// discardStale discards the draft under the cursor, of something that is settled. One of what was saved is opened
// before: the console has to say that it was sent.
func (a *agent) discardStale(mark string) error {
	a.writes.settle(mark, a.outcomeAfterDraft(mark), a.name+" discards a draft that was left")
	if o := a.writes.outcomeOf(mark); o != acknowledged && o != foundThere {
		return a.discardRow(mark)
	}
	a.run.count(offeredAgain, 1)
	if err := a.s.press(enter); err != nil {
		return err
	}
	text, err := a.s.wait(echoLimit, func(text string) bool { return hasAny(commentOf(text), mark) })
	if err != nil {
		a.run.count(offeredAgain+", and not seen in its form", 1)
		a.run.logf("%s on %s does not see %s in its form: %v, on\n%s", a.name, a.s.host.name, mark, err, text)
		return err
	}
	switch {
	case hasAny(text, saysMaybe):
		a.run.count(offeredAgain+", with a question, as the host cannot reach the cluster", 1)
	case hasAny(text, saysBefore):
		a.run.count(offeredAgain+", with a question, as maybe saved", 1)
	default:
		if err := a.sendStale(mark); err != nil {
			return err
		}
	}
	return a.discardForm(mark)
}

// sendStale sends a draft of what was saved, which the console has offered without a word. The console has to look at
// the service and to ask; a second comment would be found as a write that is there twice.
func (a *agent) sendStale(mark string) error {
	a.writes.note(mark, a.name+" sends the saved draft on "+a.s.host.name)
	if err := a.s.press(ctrlS); err != nil {
		return err
	}
	text, err := a.s.wait(sendLimit, func(text string) bool {
		return isInbox(text) ||
			!hasAny(text, "Saving…") && hasAny(text,
				saysNotSent, saysRefused, saysConflict, saysAgain, saysElsewhere, saysLost, saysWarning)
	})
	switch {
	case err != nil:
		a.run.count(offeredAgain+", the session ended when it was sent", 1)
		return err
	case hasAny(text, saysConflict, saysAgain):
		a.run.count(offeredAgain+", asked about when it is sent", 1)
		return a.s.press(escape)
	case hasAny(text, saysNotSent, saysRefused, saysElsewhere):
		a.run.count(offeredAgain+", not sent because the service did not answer", 1)
		return nil
	}
	a.run.count(offeredAgain+", sent without a question", 1)
	a.run.logf("%s on %s sends %s, which was saved, without a question; before:\n    %s\non\n%s",
		a.name, a.s.host.name, mark, strings.Join(a.writes.trailOf(mark), "\n    "), text)
	return errSentAgain
}

// errSentAgain ends the session of an agent whose form was closed.
var errSentAgain = errors.New("a saved draft was sent again")

func (a *agent) outcomeAfterDraft(mark string) outcome {
	if o := a.writes.outcomeOf(mark); o != open {
		return o
	}
	return discarded
}

// goOn opens the draft under the cursor, compares it with what was typed, and sends or discards it.
func (a *agent) goOn() error {
	if err := a.s.press(enter); err != nil {
		return err
	}
	text, err := a.s.wait(echoLimit, func(text string) bool { return hasAny(commentOf(text), a.form.mark) })
	if err != nil {
		return err
	}
	offered := wordsIn(commentOf(text), a.form.mark)
	wasSent := a.form.sent
	a.writes.note(a.form.mark, fmt.Sprintf("%s is offered the draft on %s: %d words of %d",
		a.name, a.s.host.name, offered, len(a.form.words)))
	if !wasSent {
		a.compare(offered)
	}
	a.lost = comparison{}
	a.form.words = a.form.words[:min(offered, len(a.form.words))]
	for len(a.form.words) < offered {
		a.form.words = append(a.form.words, time.Now())
	}
	switch {
	case hasAny(text, saysBefore):
		a.writes.settle(a.form.mark, unknown, a.name+": the draft says that it was sent before")
		return a.discardForm(a.form.mark)
	case wasSent:
		a.run.count("forms that were being sent, offered as drafts", 1)
	case a.random.IntN(4) == 0:
		return a.discardForm(a.form.mark)
	}
	return a.send()
}
