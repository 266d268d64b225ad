package overlay

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/theme"
)

// MenuItem is an action with its key binding, which is disabled for a reason.
type MenuItem struct {
	keymap.Binding
	DisabledReason string
}

// NewMenuItem returns an item that is enabled if the reason is empty.
func NewMenuItem(b keymap.Binding, disabledReason string) MenuItem {
	b.SetEnabled(disabledReason == "")
	return MenuItem{b, disabledReason}
}

// Missing returns what to say of a command that does not exist, and the items that come nearest. found is how many
// items match what was typed.
type Missing func(typed string, found int) (says string, nearest []MenuItem)

// NewPalette returns the palette, which finds actions by name: those given, and those that numbers returns for a typed
// number. run runs the chosen one.
func NewPalette(
	items []MenuItem, keys keymap.Keymap, numbers func(string) []MenuItem, missing Missing,
	run func(keymap.Action) tea.Cmd,
) *Box {
	says := ""
	return NewList(ListSpec{
		Spec: Spec{
			Title: func() string { return "Commands" }, Width: 78,
			Takes: func(msg tea.Msg) (*Result, tea.Cmd, bool) {
				k, isKey := msg.(tea.KeyPressMsg)
				return &Result{}, nil, isKey && k.Text == "" && togglesOverlay(items, keymap.Palette, k)
			},
		},
		Field:   "type a command or a number",
		Empty:   "No matching command.",
		Columns: []Column{{Width: keysWidth, Keys: true}, {}},
		Find: func(typed string) []Row {
			shown := append(numbers(typed), RankItems(items, typed)...)
			var nearest []MenuItem
			says, nearest = missing(typed, len(shown))
			for _, it := range nearest {
				if !slices.ContainsFunc(shown, func(known MenuItem) bool { return known.Action == it.Action }) {
					shown = append(shown, it)
				}
			}
			rows := make([]Row, len(shown))
			for i, it := range shown {
				rows[i] = Row{
					ID: string(it.Action), Cells: []string{KeysOf(it), it.sentence()}, Faint: !it.Enabled(),
					Does: []Act{{
						Action: keymap.Open, Label: "run", Off: it.DisabledReason, Closes: true,
						Run: func() tea.Cmd { return run(it.Action) },
					}},
				}
			}
			return rows
		},
		Head: func(th *theme.Theme, width int) []string {
			if says == "" {
				return nil
			}
			return th.Warning.RenderLines("", termwidth.Wrap(says, width))
		},
	}, keys)
}

// togglesOverlay reports whether a key is bound to an action: the key that opened an overlay closes it.
func togglesOverlay(items []MenuItem, action keymap.Action, pressed tea.KeyPressMsg) bool {
	return slices.ContainsFunc(
		items,
		func(it MenuItem) bool { return it.Action == action && key.Matches(pressed, it.Binding.Binding) },
	)
}

// keysWidth is the width of the keys of an action.
const keysWidth = 13

// sentence is the help text of an item, with the reason why it is disabled.
func (it MenuItem) sentence() string {
	if it.Enabled() {
		return it.Description
	}
	return it.Description + " — " + it.DisabledReason
}

// KeysOf returns the keys of an item, as they are shown.
func KeysOf(it MenuItem) string {
	labels := make([]string, len(it.Keys()))
	for i, k := range it.Keys() {
		labels[i] = keymap.Label(k)
	}
	return strings.Join(labels, " ")
}

// RankItems returns the items that match every typed word, the best matches first. Among equal matches, enabled items
// come first, then the order of the keymap applies.
func RankItems(items []MenuItem, typed string) []MenuItem {
	words := strings.Fields(safetext.Fold(typed))
	type found struct {
		MenuItem
		far int
	}
	var all []found
	for _, it := range items {
		if far, ok := it.matchRank(words); ok {
			all = append(all, found{it, far})
		}
	}
	slices.SortStableFunc(all, func(a, b found) int {
		return cmp.Or(
			cmp.Compare(a.far, b.far),
			cmp.Compare(min(len(a.DisabledReason), 1), min(len(b.DisabledReason), 1)),
		)
	})
	out := make([]MenuItem, len(all))
	for i, f := range all {
		out[i] = f.MenuItem
	}
	return out
}

// The ranks of a match, best first.
const (
	beginsName = iota // prefix of the name or of a word in it, or one of the keys
	beginsHead        // prefix of one of the first words of the help text
	beginsWord        // prefix of a later word
	isWithin          // within a word
)

// headWords is the number of words of the help text that count most, as in "Set a callback time".
const headWords = 3

// matchRank returns the sum of the ranks of all words; ok is false when one does not match.
func (it MenuItem) matchRank(words []string) (sum int, ok bool) {
	name := splitWords(safetext.Fold(string(it.Action) + " " + it.Binding.Help().Desc))
	help := splitWords(safetext.Fold(it.Description))
	for _, w := range words {
		far, ok := nearest(w, name, help)
		if len(w) > 1 && slices.Contains(it.Keys(), w) {
			far, ok = beginsName, true
		}
		if !ok {
			return 0, false
		}
		sum += far
	}
	return sum, true
}

func nearest(w string, name, help []string) (far int, ok bool) {
	begins := func(s string) bool { return strings.HasPrefix(s, w) }
	within := func(s string) bool { return strings.Contains(s, w) }
	switch {
	case slices.ContainsFunc(name, begins):
		return beginsName, true
	case slices.ContainsFunc(help[:min(len(help), headWords)], begins):
		return beginsHead, true
	case slices.ContainsFunc(help, begins):
		return beginsWord, true
	}
	return isWithin, slices.ContainsFunc(name, within) || slices.ContainsFunc(help, within)
}

func splitWords(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
}
