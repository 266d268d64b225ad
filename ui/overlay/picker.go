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
	Preview
}

// Preview shows the item under the cursor before it is chosen.
type Preview struct {
	Show   func(PickerItem) tea.Cmd  // when the cursor has moved to it
	Cancel func() tea.Cmd            // when nothing was chosen
	Sample func(*theme.Theme) string // a line below the items
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

// SetPreview sets what shows the item under the cursor.
func (p *Picker) SetPreview(preview Preview) { p.Preview = preview }

// KeepsColours reports that what is behind the list is part of the preview.
func (p *Picker) KeepsColours() bool { return p.Show != nil }

// MoveTo moves the cursor to an item.
func (p *Picker) MoveTo(i int) { p.list.SetCursor(i) }

// Update handles input: enter picks the item under the cursor, a digit picks by number.
func (p *Picker) Update(msg tea.Msg) (*Result, tea.Cmd) {
	k, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return nil, nil
	}
	action, _ := p.keys.Resolve(keymap.ListOverlay, k.String())
	if move(&p.list, action) && p.Show != nil {
		return nil, p.Show(p.things[p.list.Cursor()])
	}
	switch action {
	case keymap.Back:
		return &Result{Run: p.Cancel}, nil
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

// ClickRow moves the cursor to a row.
func (p *Picker) ClickRow(line int) (again bool, cmd tea.Cmd) {
	again, hit := clickRow(&p.list, line, 1)
	if hit && p.Show != nil {
		cmd = p.Show(p.things[p.list.Cursor()])
	}
	return again, cmd
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
	var sample []string
	if p.Sample != nil {
		sample = []string{"", p.Sample(th)}
	}
	p.list.SetSize(max(height-2-len(sample), 1))
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
		append(lines, sample...),
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
