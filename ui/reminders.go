package ui

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
	"frontdesk/ui/backend"
	"frontdesk/ui/terminal"
)

const (
	// remindBefore is how long before a callback the agent is reminded of it for the first time.
	remindBefore = 5 * time.Minute
	// snoozeTime is how long a snoozed callback is quiet.
	snoozeTime = 15 * time.Minute
)

// timerClock names the timer of the next minute, at which clocks and reminders change.
const timerClock = "clock"

// reminderStage is how far a callback has come.
type reminderStage uint8

const (
	callIsFar reminderStage = iota
	callIsSoon
	callIsDue
)

// reminders are the callbacks that the agent is reminded of: of tickets that are assigned to the agent, or of all
// tickets if the agent has no name. A reminder comes when a callback that this console knows reaches the next stage, so
// neither a refresh nor a new start of the console repeats it.
type reminders struct {
	part
	stages  map[backend.Callback]reminderStage
	snoozed map[backend.Callback]time.Time // the end of their quiet time
	due     int                            // callbacks that are due and not snoozed
}

// remindedFilter returns the filter of the callbacks that the agent is reminded of.
func (r *reminders) remindedFilter() string {
	if r.Agent != "" {
		return "has:callback assignee:me " + filter.AnyDay
	}
	return "has:callback " + filter.AnyDay
}

// setClockTimer sets the timer of the next minute. Every clock on the screen counts in minutes, so an idle console has
// nothing to draw before.
func (r *reminders) setClockTimer() tea.Cmd {
	now := r.cmds.Now()
	return r.cmds.Timer(now.Truncate(time.Minute).Add(time.Minute).Sub(now), timerClock, 0)
}

// onClockTimer draws the clocks again and rings for what has become due.
func (c *Console) onClockTimer(msg backend.TimerMsg) tea.Cmd {
	if msg.Timer != timerClock {
		return nil
	}
	list := c.inbox.ReloadForTime()
	return tea.Batch(list, c.figures.CountForTime(), c.reminders.remind(), c.rerender(), c.reminders.setClockTimer())
}

// stageOf returns how far a callback has come. While it is snoozed it is far.
func (r *reminders) stageOf(call backend.Callback, now time.Time) reminderStage {
	switch at := call.At.In(now.Location()); {
	case now.Before(r.snoozed[call]):
		return callIsFar
	case call.IsDue(desk.NewUnixTime(now)):
		return callIsDue
	case !now.Before(at.Add(-remindBefore)):
		return callIsSoon
	}
	return callIsFar
}

// remind rings once for the callbacks that have become due, or soon are, since the last look.
func (r *reminders) remind() tea.Cmd {
	now := r.cmds.Now()
	stages := map[backend.Callback]reminderStage{}
	var reached []backend.Callback
	r.due = 0
	for _, call := range r.inbox.Callbacks() {
		stage := r.stageOf(call, now)
		if stage == callIsDue {
			r.due++
		}
		if before, known := r.stages[call]; known && stage > before {
			reached = append(reached, call)
		}
		stages[call] = stage
	}
	for call := range r.snoozed {
		if _, open := stages[call]; !open {
			delete(r.snoozed, call)
		}
	}
	r.stages = stages
	if len(reached) == 0 {
		return nil
	}
	text := r.reminderText(reached)
	if r.notification.text == "" || r.notification.level <= levelSuccess {
		r.notify(levelTransient, "☎ "+text)
	}
	return terminal.Alert(terminal.AlertMsg{
		Title:  "frontdesk · " + r.Account,
		Text:   text,
		OSC9:   r.Notifications == "osc9" || r.Notifications == "both",
		OSC777: r.Notifications == "osc777" || r.Notifications == "both",
	})
}

// reminderText returns the text of a reminder of callbacks, the soonest first.
func (r *reminders) reminderText(calls []backend.Callback) string {
	t := r.cmds.CachedTicket(calls[0].Ticket)
	text := "call back"
	if r.stages[calls[0]] == callIsSoon {
		text = "call back at " + r.cmds.Zones.FormatClock(r.cmds.Zones.LocalUnix(calls[0].At))
	}
	text += ": " + t.Title.String()
	if more := len(calls) - 1; more > 0 {
		text += fmt.Sprintf(" · and %d more", more)
	}
	return text
}

// callbackOf returns the callback of a ticket that the agent is reminded of.
func (r *reminders) callbackOf(t *desk.Ticket) (backend.Callback, bool) {
	call := backend.Callback{Ticket: t.ID, At: t.Callback}
	_, reminded := r.stages[call]
	return call, reminded
}

// isSnoozed reports whether the reminder of a ticket's callback is snoozed.
func (r *reminders) isSnoozed(t *desk.Ticket) bool {
	until, snoozed := r.snoozed[backend.Callback{Ticket: t.ID, At: t.Callback}]
	return snoozed && r.cmds.Now().Before(until)
}

// snooze makes the reminders of a callback quiet for snoozeTime, in this console alone.
func (r *reminders) snooze(call backend.Callback) tea.Cmd {
	if r.snoozed == nil {
		r.snoozed = map[backend.Callback]time.Time{}
	}
	until := r.cmds.Now().Add(snoozeTime).Truncate(time.Minute)
	r.snoozed[call] = until
	r.notify(
		levelSuccess,
		"snoozed here until "+r.cmds.Zones.FormatClock(until)+"; the ticket keeps its callback, nothing was sent",
	)
	return r.remind()
}
