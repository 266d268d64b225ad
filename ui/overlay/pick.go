package overlay

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/text"
	"frontdesk/ui/keymap"
	"frontdesk/ui/part"
	"frontdesk/ui/theme"
)

// Thing is something that can be chosen by what it is and what it holds.
type Thing struct{ Label, Value string }

// Picked is the thing that was chosen.
type Picked struct{ Thing Thing }

// Pick chooses one of a few things.
type Pick struct {
	keys   keymap.Map
	title  string
	things []Thing
	list   part.List
}

// NewPick makes the choice; the first thing is under the cursor.
func NewPick(keys keymap.Map, title string, things []Thing) *Pick {
	p := &Pick{keys: keys, title: title, things: things}
	p.list.SetLen(len(things))
	return p
}

// Update takes input: opening chooses what is under the cursor, a digit what it numbers.
func (p *Pick) Update(msg tea.Msg) (Answer, tea.Cmd) {
	k, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return nil, nil
	}
	action, _ := p.keys.Find(keymap.List, k.String())
	if move, ok := listMoves[action]; ok {
		move(&p.list)
	}
	switch action {
	case keymap.Back:
		return Closed{}, nil
	case keymap.Help:
		return Explained{p, helpOf(keymap.List, p.keys, func(a keymap.Action) (bool, string) { return a == keymap.Open, "" })}, nil
	case keymap.Open:
		return Picked{p.things[p.list.Cursor()]}, nil
	}
	if n, err := strconv.Atoi(k.String()); err == nil && n > 0 && n <= len(p.things) {
		return Picked{p.things[n-1]}, nil
	}
	return nil, nil
}

// View is the choice.
func (p *Pick) View(th *theme.Theme, width, height int) string {
	labels := 0
	for _, t := range p.things {
		labels = max(labels, text.Width(t.Label))
	}
	width = min(width, 72)
	p.list.SetSize(max(height-2, 1))
	var lines []string
	from, to := p.list.Visible()
	for i := from; i < to; i++ {
		t := p.things[i]
		number := text.Pad("", 3)
		if i < 9 {
			number = strconv.Itoa(i+1) + "  "
		}
		label, value := text.Pad(t.Label, labels)+"  ", text.Pad(t.Value, max(width-4-3-labels-2, 1))
		if i == p.list.Cursor() {
			lines = append(lines, th.Selected.On(number+label+value))
			continue
		}
		lines = append(lines, th.Key.On(number)+th.Muted.On(label)+value)
	}
	return box(th, p.title, lines, hint(p.keys, keymap.List, keymap.Open, "or its digit · ")+hint(p.keys, keymap.List, keymap.Back, "close"), width)
}

// Cursor is nowhere.
func (p *Pick) Cursor() *tea.Cursor { return nil }
