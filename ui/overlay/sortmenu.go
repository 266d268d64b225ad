package overlay

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/theme"
	"frontdesk/ui/widget"
)

// SortChoice is something that a list can be sorted by.
type SortChoice struct {
	Letter, Name string
	Order        string // what comes first
	Arrow        string // the direction if the list is sorted by it, else empty
}

// SortSpec describes a menu of sort orders. Choices is asked again after each key.
type SortSpec struct {
	Choices       func() []SortChoice
	By            func(i int) tea.Cmd
	Next, Reverse func() tea.Cmd
}

// SortMenu chooses what a list is sorted by, with a letter for each choice.
type SortMenu struct {
	noCursor
	closes
	edges
	SortSpec
	keys keymap.Keymap
	list widget.ListWindow
}

// NewSortMenu returns the menu with the cursor on the present order.
func NewSortMenu(s SortSpec, keys keymap.Keymap) *SortMenu {
	m := &SortMenu{SortSpec: s, keys: keys}
	choices := s.Choices()
	m.list.SetCount(len(choices))
	m.moveToChosen(choices)
	return m
}

func (m *SortMenu) moveToChosen(choices []SortChoice) {
	m.list.SetCursor(max(slices.IndexFunc(choices, func(c SortChoice) bool { return c.Arrow != "" }), 0))
}

// Update handles the letters, which sort and close the menu, and the keys of the inbox for sorting, which leave it
// open.
func (m *SortMenu) Update(msg tea.Msg) (*Result, tea.Cmd) {
	k, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return nil, nil
	}
	switch action, _ := m.keys.Resolve(keymap.Inbox, k.String()); action {
	case keymap.Sort:
		return nil, m.stay(m.Next)
	case keymap.Reverse:
		return nil, m.stay(m.Reverse)
	}
	switch k.String() {
	case "esc":
		return &Result{}, nil
	case "up":
		m.list.Move(-1)
	case "down":
		m.list.Move(1)
	case "enter":
		return m.chooseAt(m.list.Cursor()), nil
	}
	i := slices.IndexFunc(m.Choices(), func(c SortChoice) bool { return c.Letter == keymap.USKey(k.Text) })
	if i >= 0 {
		return m.chooseAt(i), nil
	}
	return nil, nil
}

// stay sorts without closing the menu.
func (m *SortMenu) stay(do func() tea.Cmd) tea.Cmd {
	cmd := do()
	m.moveToChosen(m.Choices())
	return cmd
}

func (m *SortMenu) chooseAt(i int) *Result {
	return chosen(func() tea.Cmd { return m.By(i) })
}

// sortMenuWidth fits the longest choice and the keys.
const sortMenuWidth = 50

// View draws the choices.
func (m *SortMenu) View(th *theme.Theme, width, height int) string {
	width = min(width, sortMenuWidth)
	choices := m.Choices()
	m.list.SetSize(max(height-2, 1))
	var lines []string
	from, to := m.list.Visible()
	for i := from; i < to; i++ {
		c := choices[i]
		letter, name := termwidth.Pad(c.Letter, 3), termwidth.Pad(c.Name+c.Arrow, 14)
		order := termwidth.Pad(c.Order, max(width-4-3-14, 1))
		if i == m.list.Cursor() {
			lines = append(lines, th.Selected.Render(letter+name+order))
			continue
		}
		lines = append(lines, th.Key.Render(letter)+name+th.Muted.Render(order))
	}
	keys := []key.Binding{
		hint(m.keys, keymap.Inbox, keymap.Sort, "next"), hint(m.keys, keymap.Inbox, keymap.Reverse, "reverse"),
		keyHint("esc", "close", "esc"),
	}
	return m.frame(th, face{"Sort by", placeIn(&m.list), keys}, lines, width)
}
