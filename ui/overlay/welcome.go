package overlay

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/theme"
)

// Welcome says at the first start what frontdesk is. Any key closes it and does what it is for, except for space, which
// people press to go on: it would mark a ticket.
type Welcome struct {
	noCursor
	closes
	edges
	keys  keymap.Keymap
	press func(tea.Msg) tea.Cmd
}

// NewWelcome returns the welcome; press is called with the key that closes it.
func NewWelcome(keys keymap.Keymap, press func(tea.Msg) tea.Cmd) *Welcome {
	return &Welcome{keys: keys, press: press}
}

// Update closes the welcome with any key. The one for going back does nothing else.
func (w *Welcome) Update(msg tea.Msg) (*Result, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if action, _ := w.keys.Resolve(keymap.Inbox, msg.String()); action == keymap.Back || msg.String() == "space" {
			return &Result{}, nil
		}
	case tea.PasteMsg:
	default:
		return nil, nil
	}
	return chosen(func() tea.Cmd { return w.press(msg) }), nil
}

// welcomeKeys are the keys to begin with.
var welcomeKeys = []struct {
	scope   keymap.Scope
	actions []keymap.Action
	does    string
}{
	{keymap.Inbox, []keymap.Action{keymap.Down, keymap.Up, keymap.Open}, "go down and up the tickets, open one"},
	{keymap.Inbox, []keymap.Action{keymap.Update}, "update it: sub-status, comment, callback"},
	{keymap.Inbox, []keymap.Action{keymap.Filter}, "find tickets by words while you type"},
	{keymap.Global, []keymap.Action{keymap.AnswerCall}, "answer a call: caller, tickets, answers"},
	{keymap.Global, []keymap.Action{keymap.Help}, "see every key that works where you are"},
}

const (
	welcomeWidth     = 66
	welcomeKeysWidth = 10
)

// View draws the welcome. In a low window its paragraphs follow one another without a blank line, and the last ones are
// left out.
func (w *Welcome) View(th *theme.Theme, width, height int) string {
	width = min(width, welcomeWidth)
	inner := width - 4
	paragraphs := [][]string{
		termwidth.Wrap("This desk is a sample: two weeks of tickets of a shop that does not exist. Try "+
			"anything. Nothing leaves this machine.", inner),
		w.keyLines(th),
		termwidth.Wrap("To work on your own desk, leave with "+w.keys.KeyLabel(keymap.Global, keymap.Quit)+
			" and run: frontdesk init", inner),
	}
	lines, blanks := []string{}, height-2 >= len(paragraphs)*2-1+len(paragraphs[0])+len(welcomeKeys)
	for i, p := range paragraphs {
		if i > 0 && blanks {
			lines = append(lines, "")
		}
		lines = append(lines, p...)
	}
	lines = lines[:min(len(lines), max(height-2, 1))]
	keys := []key.Binding{keyHint("any key", "begins")}
	return w.frame(th, face{title: "Welcome to frontdesk", keys: keys}, lines, width)
}

// keyLines returns a line for each of welcomeKeys.
func (w *Welcome) keyLines(th *theme.Theme) []string {
	lines := make([]string, len(welcomeKeys))
	for i, k := range welcomeKeys {
		label := ""
		for _, action := range k.actions {
			label += w.keys.KeyLabel(k.scope, action) + " "
		}
		lines[i] = th.Key.Render(termwidth.Pad(label, welcomeKeysWidth)) + k.does
	}
	return lines
}
