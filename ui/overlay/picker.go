package overlay

import (
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
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
	closes
	edges
	keys   keymap.Keymap
	title  string
	things []PickerItem
	pick   func(PickerItem) tea.Cmd
	typed  func(tea.KeyPressMsg) tea.Cmd // nil if nothing can be typed
	text   func(tea.Msg) tea.Cmd         // nil unless all text goes there; see OnText
	digit  string                        // that chose the item; empty if enter did
	list   widget.ListWindow
	About  []string // sentences below the items
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

// OnText sets what typed or pasted text does, digits and letters that move the cursor elsewhere included: an agent who
// types a number never chooses an item with its first digit. The list closes.
func (p *Picker) OnText(do func(tea.Msg) tea.Cmd) { p.text = do }

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
	if p.isText(msg) {
		return chosen(func() tea.Cmd { return p.text(msg) }), nil
	}
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

// isText reports whether a message is text for OnText.
func (p *Picker) isText(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case tea.PasteMsg:
		return p.text != nil
	case tea.KeyPressMsg:
		action, _ := p.keys.Resolve(keymap.ListOverlay, msg.String())
		return p.text != nil && msg.Text != "" && action != keymap.Help
	}
	return false
}

func (p *Picker) chooseAt(i int) *Result {
	return chosen(func() tea.Cmd { return p.pick(p.things[i]) })
}

// pickerWidth is the width of a picker whose values need no more.
const pickerWidth = 72

// View draws the items.
func (p *Picker) View(th *theme.Theme, width, height int) string {
	labels, values := 0, 0
	for _, t := range p.things {
		labels = max(labels, termwidth.Width(t.Label))
		values = max(values, termwidth.Width(t.Value))
	}
	width = min(width, max(pickerWidth, 4+3+labels+2+values))
	var sample []string
	if p.Sample != nil {
		sample = []string{"", p.Sample(th)}
	}
	if len(p.About) > 0 {
		sample = append(sample, "")
		for _, line := range termwidth.Wrap(strings.Join(p.About, " "), width-4) {
			sample = append(sample, th.Muted.Render(line))
		}
	}
	p.list.SetSize(max(height-2-len(sample), 1))
	var lines []string
	from, to := p.list.Visible()
	for i := from; i < to; i++ {
		t := p.things[i]
		number := termwidth.Pad("", 3)
		switch {
		case p.text != nil:
			number = " "
		case i < 9:
			number = strconv.Itoa(i+1) + "  "
		}
		label, value := termwidth.Pad(t.Label, labels)+"  ", termwidth.Pad(t.Value, max(width-4-3-labels-2, 1))
		if i == p.list.Cursor() {
			lines = append(lines, th.Selected.Render(number+label+value))
			continue
		}
		lines = append(lines, th.Key.Render(number)+th.Muted.Render(label)+value)
	}
	choose := "or its digit"
	if p.text != nil {
		choose = "choose"
	}
	keys := []key.Binding{
		hint(p.keys, keymap.ListOverlay, keymap.Open, choose), hint(p.keys, keymap.ListOverlay, keymap.Back, "close"),
	}
	return p.frame(th, face{p.title, placeIn(&p.list), keys}, append(lines, sample...), width)
}
