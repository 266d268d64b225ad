package overlay

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/theme"
)

// NewWelcome returns what is said of frontdesk at the first start. Any key closes it and does what it is for, except
// for space, which people press to go on: it would mark a ticket. press is called with the key that closes it.
func NewWelcome(keys keymap.Keymap, press func(tea.Msg) tea.Cmd) *Box {
	return NewText(TextSpec{
		Spec: Spec{
			Title: func() string { return "Welcome to frontdesk" }, Scope: keymap.Inbox, Width: 66,
			Takes: func(msg tea.Msg) (*Result, tea.Cmd, bool) {
				k, isKey := msg.(tea.KeyPressMsg)
				_, isPaste := msg.(tea.PasteMsg)
				action, _ := keys.Resolve(keymap.Inbox, k.String())
				if action == keymap.Back || k.String() == "space" {
					return &Result{}, nil, true
				}
				return chosen(func() tea.Cmd { return press(msg) }), nil, isKey || isPaste
			},
		},
		Any:  true,
		Draw: func(th *theme.Theme, width, height int) []string { return welcomeLines(th, keys, width, height) },
	}, keys)
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

// welcomeLines returns the text. In a low window its paragraphs follow one another without a blank line, and the last
// ones are left out.
func welcomeLines(th *theme.Theme, keys keymap.Keymap, width, height int) []string {
	var keyLines []string
	for _, k := range welcomeKeys {
		label := ""
		for _, action := range k.actions {
			label += keys.KeyLabel(k.scope, action) + " "
		}
		keyLines = append(keyLines, th.Key.Render(termwidth.Pad(label, 10))+k.does)
	}
	paragraphs := [][]string{
		termwidth.Wrap("This desk is a sample: two weeks of tickets of a shop that does not exist. Try "+
			"anything. Nothing leaves this machine.", width),
		keyLines,
		termwidth.Wrap("To work on your own desk, leave with "+keys.KeyLabel(keymap.Global, keymap.Quit)+
			" and run: frontdesk init", width),
	}
	var lines []string
	blanks := height >= len(paragraphs)*2-1+len(paragraphs[0])+len(keyLines)
	for i, p := range paragraphs {
		if i > 0 && blanks {
			lines = append(lines, "")
		}
		lines = append(lines, p...)
	}
	return lines[:min(len(lines), height)]
}
