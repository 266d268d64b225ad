package ui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
)

// callbackChoice is a callback time that one key chooses, as an agent would type it.
type callbackChoice struct{ label, typed string }

var callbackChoices = []callbackChoice{
	{"in 30 minutes", "+30m"},
	{"in 1 hour", "+1h"},
	{"tomorrow 10:00", "tomorrow 10:00"},
	{"Monday 10:00", "mon 10:00"},
}

// The values of the other rows of the list of callback times.
const (
	otherTime  = "other"
	snoozeCall = "snooze"
)

// insteadOfMonday takes the place of Monday on a Sunday, when that is tomorrow.
var insteadOfMonday = callbackChoice{"Tuesday 10:00", "tue 10:00"}

// callbackItems returns the rows of callback times; no two of them are the same moment.
func callbackItems(now time.Time) []overlay.PickerItem {
	var rows []overlay.PickerItem
	var listed []time.Time
	for _, choice := range callbackChoices {
		at, err := desk.ParseCallbackTime(choice.typed, now)
		if err == nil && slices.ContainsFunc(listed, at.Equal) {
			choice = insteadOfMonday
			at, err = desk.ParseCallbackTime(choice.typed, now)
		}
		if err == nil {
			listed = append(listed, at)
			rows = append(rows, overlay.PickerItem{
				Label: choice.label, Value: desk.FormatMoment(at, now), ID: choice.typed,
			})
		}
	}
	return rows
}

// openCallBack opens the list of callback times. A time can also be typed at once: what is no key of the list goes into
// the field of the update form.
func (c *Console) openCallBack(t *desk.Ticket) tea.Cmd {
	c.inbox.PinCursor()
	now := c.cmds.Now()
	rows := callbackItems(now)
	rows = append(rows, overlay.PickerItem{Label: "other time…", Value: "or just type it: fri 9:00, +2d", ID: otherTime})
	call, reminded := c.reminders.callbackOf(t)
	if reminded {
		rows = append(rows, overlay.PickerItem{Label: "snooze", Value: c.snoozeOffer(call), ID: snoozeCall})
	}
	pick := func(chosen overlay.PickerItem) tea.Cmd {
		switch chosen.ID {
		case snoozeCall:
			return c.reminders.snooze(call)
		case otherTime:
			return c.forms.openUpdate(t, backend.FieldCallback, nil)
		}
		c.forms.callbackDigit = chosen.Digit
		return c.forms.openUpdate(t, backend.FieldCallback, map[string]string{backend.FieldCallback: chosen.ID})
	}
	scope := c.scope()
	typed := func(k tea.KeyPressMsg) tea.Cmd {
		cmd := c.forms.openUpdate(t, backend.FieldCallback, nil)
		if action, _ := c.Keys.Resolve(scope, k.String()); action == keymap.CallBack || c.editor == nil {
			return cmd
		}
		return tea.Batch(cmd, c.routeInput(k))
	}
	c.open(overlay.NewPicker(overlay.PickSpec{Title: "Call back", Items: rows, Pick: pick, Typed: typed}, c.Keys))
	return nil
}

// typeOnAfterDigit puts the digit that chose a callback time into the field in its place when the next key is typed
// text: then the digit was the beginning of a time, as in 18:30.
func (f *forms) typeOnAfterDigit(msg tea.Msg) {
	digit := f.callbackDigit
	f.callbackDigit = ""
	k, isKey := msg.(tea.KeyPressMsg)
	isInForm := f.focusedPane() == nil && f.editor.Focused() == backend.FieldCallback
	if digit == "" || !isKey || k.Text == "" || !isInForm {
		return
	}
	f.editor.SetValues(map[string]string{backend.FieldCallback: digit})
}

// snoozeOffer says what snoozing a callback does, or until when it is snoozed.
func (c *Console) snoozeOffer(call backend.Callback) string {
	if until := c.reminders.snoozed[call]; until.After(c.cmds.Now()) {
		return "already snoozed until " + c.cmds.Zones.FormatClock(until)
	}
	return "for " + pane.FormatDuration(snoozeTime) + ", here only; the ticket is unchanged"
}
