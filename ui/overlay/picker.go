package overlay

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/theme"
	"frontdesk/ui/widget"
)

// PickerItem is a value with its label.
type PickerItem struct {
	Label, Value string
	ID           string // what it stands for, if its value is not enough
}

// Picker chooses one of a few items.
type Picker struct {
	noCursor
	keys   keymap.Keymap
	title  string
	things []PickerItem
	pick   func(PickerItem) tea.Cmd
	typed  func(tea.KeyPressMsg) tea.Cmd // nil if nothing can be typed
	digit  string                        // that chose the item; empty if enter did
	list   widget.ListWindow
}

// NewPicker returns a picker with the cursor on the first item; pick is called with the chosen one.
func NewPicker(keys keymap.Keymap, title string, things []PickerItem, pick func(PickerItem) tea.Cmd) *Picker {
	p := &Picker{keys: keys, title: title, things: things, pick: pick}
	p.list.SetCount(len(things))
	return p
}

// OnTyped sets what a typed character does that is no key of the list. The list closes.
func (p *Picker) OnTyped(do func(tea.KeyPressMsg) tea.Cmd) { p.typed = do }

// Digit returns the digit by which the item was chosen; empty if it was chosen in another way.
func (p *Picker) Digit() string { return p.digit }

// MoveTo moves the cursor to an item.
func (p *Picker) MoveTo(i int) { p.list.SetCursor(i) }

// Update handles input: enter picks the item under the cursor, a digit picks by number.
func (p *Picker) Update(msg tea.Msg) (*Result, tea.Cmd) {
	k, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return nil, nil
	}
	action, _ := p.keys.Resolve(keymap.ListOverlay, k.String())
	move(&p.list, action)
	switch action {
	case keymap.Back:
		return &Result{}, nil
	case keymap.Help:
		return withHelp(
			keymap.ListOverlay,
			p.keys,
			func(a keymap.Action) (bool, string) { return a == keymap.Open, "" },
		), nil
	case keymap.Open:
		return p.chooseAt(p.list.Cursor()), nil
	}
	if n, err := strconv.Atoi(k.String()); err == nil && n > 0 && n <= len(p.things) {
		p.digit = k.String()
		return p.chooseAt(n - 1), nil
	}
	if _, moves := moves[action]; p.typed != nil && k.Text != "" && !moves {
		return chosen(func() tea.Cmd { return p.typed(k) }), nil
	}
	return nil, nil
}

func (p *Picker) chooseAt(i int) *Result {
	return chosen(func() tea.Cmd { return p.pick(p.things[i]) })
}

// View draws the items.
func (p *Picker) View(th *theme.Theme, width, height int) string {
	labels := 0
	for _, t := range p.things {
		labels = max(labels, termwidth.Width(t.Label))
	}
	width = min(width, 72)
	p.list.SetSize(max(height-2, 1))
	var lines []string
	from, to := p.list.Visible()
	for i := from; i < to; i++ {
		t := p.things[i]
		number := termwidth.Pad("", 3)
		if i < 9 {
			number = strconv.Itoa(i+1) + "  "
		}
		label, value := termwidth.Pad(t.Label, labels)+"  ", termwidth.Pad(t.Value, max(width-4-3-labels-2, 1))
		if i == p.list.Cursor() {
			lines = append(lines, th.Selected.Render(number+label+value))
			continue
		}
		lines = append(lines, th.Key.Render(number)+th.Muted.Render(label)+value)
	}
	return frame(
		th,
		p.title,
		lines,
		hint(
			p.keys,
			keymap.ListOverlay,
			keymap.Open,
			"or its digit · ",
		)+hint(
			p.keys,
			keymap.ListOverlay,
			keymap.Back,
			"close",
		),
		width,
	)
}
