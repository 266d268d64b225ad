package ui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
	"frontdesk/ui/theme"
)

// showOutbox opens the list of forms that could not be sent.
func (c *Console) showOutbox() tea.Cmd {
	return c.showList(listOutbox, c.cmds.LoadOutbox, overlay.ListSpec{
		Title: "Outbox",
		Empty: "The outbox is empty. A form that fails to send can be moved here.",
		Columns: []overlay.Column{
			{Title: "State", Width: 13, Fit: true},
			{Title: "Since", Width: 12, Fit: true},
			formColumn, forColumn, whatColumn,
		},
		Rows: c.itemRows,
		Offers: []overlay.RowAction{
			{Action: keymap.Send, Run: c.sendSelected},
			{Action: keymap.SendAll, Run: c.sendAll},
			{Action: keymap.Check, Run: c.verifySelected},
			{Action: keymap.Open, Run: c.reopenItem},
			{Action: keymap.Discard, Run: c.askRemove},
		},
	})
}

// stateStyle returns the style of an item's state.
func stateStyle(th *theme.Theme, item backend.OutboxItem) theme.Style {
	if item.Stage == backend.ItemWaiting && !backend.IsWaiting(item) {
		return th.Warning
	}
	return map[backend.Stage]theme.Style{
		backend.ItemWaiting: th.Info, backend.ItemSending: th.Emphasis,
		backend.ItemUnknown: th.Warning, backend.ItemRefused: th.Error,
	}[item.Stage]
}

// outboxBadge returns the number of items for the header; empty when there are none.
func (c *Console) outboxBadge() string {
	if n := len(c.outbox.items); n > 0 {
		return fmt.Sprintf("⇪ outbox %d", n)
	}
	return ""
}

// checking is shown while an item is being verified.
const checking = "checking…"

func (c *Console) itemRows() []overlay.Row {
	rows := make([]overlay.Row, len(c.outbox.items))
	for i, item := range c.outbox.items {
		state := backend.OutboxStateName(item)
		if item.ID == c.outbox.sending {
			item.Stage, state = backend.ItemSending, "sending…"
			if c.outbox.checking {
				state = checking
			}
		}
		d := item
		what, more := c.summaries(d)
		last, apart := c.toldApart(d, what)
		rows[i] = overlay.Row{
			ID:       item.ID,
			Style:    stateStyle(c.th, item),
			Detail:   apart + c.itemDetail(item) + more,
			Disabled: c.disabledReasons(item),
			Cells:    append([]string{state, c.shortTime(item.Since()), formName(d.Kind)}, last[:]...),
		}
	}
	return rows
}

// disabledReasons returns why actions on an item are disabled.
func (c *Console) disabledReasons(item backend.OutboxItem) map[keymap.Action]string {
	not := map[keymap.Action]string{}
	if c.outbox.sending != "" {
		for _, a := range []keymap.Action{keymap.Send, keymap.SendAll, keymap.Check, keymap.Open, keymap.Discard} {
			not[a] = sendInProgress
		}
		return not
	}
	if item.Stage != backend.ItemUnknown {
		not[keymap.Check] = "it did not arrive"
	}
	if c.outbox.waiting() == 0 {
		not[keymap.SendAll] = "nothing is waiting"
	}
	return not
}

// itemDetail returns the reason for an item's state and when it was last verified.
func (c *Console) itemDetail(item backend.OutboxItem) string {
	reason := item.Reason
	if reason != "" {
		reason = strings.TrimSuffix(reason, ".") + ". "
	}
	if item.Stage == backend.ItemUnknown && !item.LastVerified.IsZero() {
		reason += "Checked at " + c.shortTime(item.LastVerified) + ". "
	}
	return reason
}
