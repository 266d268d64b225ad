package overlay

import (
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/theme"
)

// PickerItem is a value with its label.
type PickerItem struct {
	Label, Value string
	ID           string // what it stands for, if its value is not enough
	Digit        string // that has chosen it; empty if enter has
}

// PickSpec describes a list of a few items, of which one is picked by its digit.
type PickSpec struct {
	Title string
	Items []PickerItem
	Pick  func(PickerItem) tea.Cmd
	At    int      // the item on which the cursor begins
	About []string // sentences below the items
	// Text takes all text, digits and letters that move the cursor elsewhere included: an agent who types a number
	// never chooses an item with its first digit. Typed takes a character that is no key of the list. Both close it.
	Text  func(tea.Msg) tea.Cmd
	Typed func(tea.KeyPressMsg) tea.Cmd
	// Show shows an item before it is picked, Cancel what was before, and Sample is a line below the items.
	Show   func(PickerItem) tea.Cmd
	Cancel func() tea.Cmd
	Sample func(*theme.Theme) string
}

// NewPicker returns the list.
func NewPicker(s PickSpec, keys keymap.Keymap) *Box {
	var l *List
	rows := make([]Row, len(s.Items))
	for i, item := range s.Items {
		rows[i] = Row{ID: strconv.Itoa(i), Cells: []string{item.Label, item.Value}, Does: []Act{{
			Action: keymap.Open, Label: "choose", Closes: true,
			Run: func() tea.Cmd { item.Digit = l.pressed; return s.Pick(item) },
		}}}
		if i < 9 && s.Text == nil {
			rows[i].Key, rows[i].Does[0].Label = strconv.Itoa(i+1), "or its digit"
		}
	}
	spec := ListSpec{
		Spec: Spec{
			Name: "choice", Title: func() string { return s.Title }, Scope: keymap.ListOverlay, Width: 72,
			Colours: s.Show != nil, Takes: s.takes(keys, rows),
		},
		Columns: []Column{{Ink: muted}, {}},
		Rows:    func() []Row { return rows },
		Follow:  func() string { return strconv.Itoa(s.At) },
	}
	if s.Cancel != nil {
		spec.Leave = func() (string, func() tea.Cmd) { return "", s.Cancel }
	}
	if s.Show != nil {
		spec.Moved = func(id string) tea.Cmd { i, _ := strconv.Atoi(id); return s.Show(s.Items[i]) }
	}
	if len(s.About) > 0 || s.Sample != nil {
		spec.Say = func() []string { return s.About }
		spec.Below = func(th *theme.Theme, width, _ int) []string {
			if s.Sample != nil {
				return []string{s.Sample(th)}
			}
			return th.Muted.RenderLines("", termwidth.Wrap(strings.Join(s.About, " "), width))
		}
	}
	l = newList(spec)
	return l.box(keys)
}

// takes returns what takes text before the list does; nil if nothing can be typed.
func (s *PickSpec) takes(keys keymap.Keymap, rows []Row) func(tea.Msg) (*Result, tea.Cmd, bool) {
	if s.Text == nil && s.Typed == nil {
		return nil
	}
	return func(msg tea.Msg) (*Result, tea.Cmd, bool) {
		k, _ := msg.(tea.KeyPressMsg)
		_, isPaste := msg.(tea.PasteMsg)
		action, _ := keys.Resolve(keymap.ListOverlay, k.String())
		if s.Text != nil {
			return chosen(func() tea.Cmd { return s.Text(msg) }), nil, isPaste || k.Text != "" && action != keymap.Help
		}
		isKey := isNavigation(action) || action == keymap.Open ||
			slices.ContainsFunc(rows, func(r Row) bool { return r.Key == k.Text })
		return chosen(func() tea.Cmd { return s.Typed(k) }), nil, k.Text != "" && !isKey
	}
}

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

// NewSortMenu lists what a list can be sorted by, with a letter for each. The keys of the inbox for sorting leave it
// open.
func NewSortMenu(s SortSpec, keys keymap.Keymap) *Box {
	var l *List
	stays := map[keymap.Action]func() tea.Cmd{keymap.Sort: s.Next, keymap.Reverse: s.Reverse}
	l = newList(ListSpec{
		Spec: Spec{
			Name: "sort by", Title: func() string { return "Sort by" }, Width: 50,
			Hints: []key.Binding{
				hint(keys, keymap.Inbox, keymap.Sort, "next"), hint(keys, keymap.Inbox, keymap.Reverse, "reverse"),
			},
			Takes: func(msg tea.Msg) (*Result, tea.Cmd, bool) {
				k, _ := msg.(tea.KeyPressMsg)
				action, _ := keys.Resolve(keymap.Inbox, k.String())
				do := stays[action]
				if do == nil {
					return nil, nil, false
				}
				cmd := do()
				l.touched = false
				l.Reload()
				return nil, cmd, true
			},
		},
		Columns: []Column{{Width: 12}, {Ink: muted}},
		Rows: func() []Row {
			var rows []Row
			for i, c := range s.Choices() {
				row := Row{ID: c.Letter, Key: c.Letter, Cells: []string{c.Name + c.Arrow, c.Order}, Does: []Act{{
					Action: keymap.Open, Label: "sort", Closes: true, Run: func() tea.Cmd { return s.By(i) },
				}}}
				if row.Said = c.Name + ", " + c.Order; c.Arrow != "" {
					row.Said += ", now"
				}
				rows = append(rows, row)
			}
			return rows
		},
		Follow: func() string {
			choices := s.Choices()
			return choices[max(slices.IndexFunc(choices, func(c SortChoice) bool { return c.Arrow != "" }), 0)].Letter
		},
	})
	return l.box(keys)
}

// Account is an account that an agent can go to.
type Account struct {
	Name, Address string // sanitised
	State         string // what goes on in it, such as how many tickets are new
	Shown         bool   // it is on the screen
}

// NewAccounts lists accounts, to go to one by its number or by typing a part of its name or address. The cursor begins
// on the first account that is not on the screen.
func NewAccounts(all []Account, keys keymap.Keymap, goTo func(name string) tea.Cmd) *Box {
	return NewList(ListSpec{
		Spec:    Spec{Name: "account", Title: func() string { return "Accounts" }, Width: 92},
		Field:   "number, or a part of the name",
		Empty:   "No matching account.",
		Columns: []Column{{}, {Ink: muted}, {}},
		Find: func(typed string) []Row {
			var rows []Row
			for _, one := range all {
				if !safetext.HasWords(one.Name+" "+one.Address, typed) {
					continue
				}
				row := Row{ID: one.Name, Cells: []string{one.Name, one.Address, one.State}, Does: []Act{{
					Action: keymap.Open, Label: "go there", Closes: true, Run: func() tea.Cmd { return goTo(one.Name) },
				}}}
				if len(rows) < 9 && typed == "" {
					row.Key = strconv.Itoa(len(rows) + 1)
				}
				rows = append(rows, row)
			}
			return rows
		},
		Follow: func() string {
			i := slices.IndexFunc(all, func(a Account) bool { return !a.Shown })
			return all[max(i, 0)].Name
		},
	}, keys)
}
