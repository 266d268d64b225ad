package overlay

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/internal/termwidth"
)

// NewHelp returns the list of every key that works in a scope, a row each by their groups. What is typed narrows it.
// The note is shown above the keys unless it is empty; run runs what is chosen, or else the action's key is pressed.
func NewHelp(place keymap.Scope, items KeyList, keys keymap.Keymap, note string, run func(keymap.Action) tea.Cmd) *Box {
	byName := "type it"
	if palette := keys.KeyLabel(place, keymap.Palette); palette != "" {
		byName = palette + " …"
		if slices.ContainsFunc(items, func(it MenuItem) bool { return len(it.Keys()) == 0 }) {
			note += "\n" + byName + ": a command without a key here; " + palette + " finds it by name"
		}
	}
	var l *List
	l = newList(ListSpec{
		Spec: Spec{
			Title: func() string { return "Keys: " + place.String() }, Width: helpWidth,
			Takes: func(msg tea.Msg) (*Result, tea.Cmd, bool) {
				k, isKey := msg.(tea.KeyPressMsg)
				if isKey {
					return l.closesHelp(items, k)
				}
				return nil, nil, false
			},
		},
		Field: "type to search these keys", Empty: "No matching key.", Note: strings.TrimSpace(note), Wraps: true,
		Columns: []Column{{Width: helpKeys, Keys: true}, {}},
		Find: func(typed string) []Row {
			found := []MenuItem(items)
			if typed != "" {
				found = RankItems(items, typed)
			}
			var rows []Row
			for _, g := range groupItems(found) {
				for i, it := range g.items {
					rows = append(rows, it.helpRow(byName, run))
					if i == 0 {
						rows[len(rows)-1].Heading = g.title
					}
				}
			}
			return rows
		},
	})
	return l.box(keys)
}

// The width in which every line of the help fits, and that of its keys.
const (
	helpWidth = 108
	helpKeys  = 12
)

// helpRow returns the row of an item: its keys, its help, and why it is disabled.
func (it MenuItem) helpRow(byName string, run func(keymap.Action) tea.Cmd) Row {
	keys := strings.Fields(KeysOf(it))
	for len(keys) > 1 && termwidth.Width(strings.Join(keys, " ")) > helpKeys {
		keys = keys[:len(keys)-1]
	}
	does := Act{Action: keymap.Open, Label: "run", Off: it.DisabledReason, Closes: true}
	switch {
	case run != nil:
		does.Run = func() tea.Cmd { return run(it.Action) }
	case len(it.Keys()) > 0:
		does.Press = it.Keys()[0]
	}
	text := it.Description
	if !it.Enabled() {
		text += "\n– " + it.DisabledReason
	}
	return Row{
		ID: fmt.Sprint(it.Place, it.Action), Cells: []string{cmp.Or(strings.Join(keys, " "), byName), text},
		Faint: !it.Enabled(), Does: []Act{does},
	}
}

// closesHelp handles the keys that close the help, or that clear what is searched in it.
func (l *List) closesHelp(items KeyList, k tea.KeyPressMsg) (result *Result, cmd tea.Cmd, done bool) {
	isSearching := l.words.Value() != ""
	switch {
	case togglesOverlay(items, keymap.Help, k) && (k.Text == "" || !isSearching):
		return &Result{}, nil, true
	case fixedKeys[k.String()] == keymap.Back && isSearching:
		l.words.SetValue("")
		l.touched = false
		l.Reload()
		return nil, nil, true
	case fixedKeys[k.String()] == keymap.Open && l.isRead():
		return &Result{}, nil, true
	}
	return nil, nil, k.Text == "/" && !isSearching // what is typed is searched for already
}

// KeyList is the keys that work in a place, those of one scope after those of another.
type KeyList []MenuItem

// ShortHelp returns the enabled keys that have a label in the footer.
func (k KeyList) ShortHelp() []key.Binding {
	var out []key.Binding
	for _, it := range k {
		if it.Enabled() && it.Help().Desc != "" {
			out = append(out, it.Binding.Binding)
		}
	}
	return out
}

// itemGroup is a group of the help.
type itemGroup struct {
	title string
	items []MenuItem
}

// groupItems returns the enabled actions by group, and then the disabled ones.
func groupItems(all []MenuItem) []itemGroup {
	var out []itemGroup
	add := func(title string, wanted func(MenuItem) bool) {
		g := itemGroup{title: title}
		for _, it := range all {
			if wanted(it) {
				g.items = append(g.items, it)
			}
		}
		if len(g.items) > 0 {
			out = append(out, g)
		}
	}
	for _, title := range keymap.Groups() {
		add(title, func(it MenuItem) bool { return it.Enabled() && it.Group() == title })
	}
	add("Not now", func(it MenuItem) bool { return !it.Enabled() })
	return out
}
