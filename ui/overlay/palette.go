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
	"frontdesk/ui/textedit"
	"frontdesk/ui/theme"
	"frontdesk/ui/widget"
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

// Palette finds actions by name.
type Palette struct {
	closes
	edges
	items, shown []MenuItem
	numbers      func(typed string) []MenuItem // what is offered for a number
	missing      Missing
	says         string // of a command that does not exist
	run          func(keymap.Action) tea.Cmd
	words        *textedit.Input
	list         widget.ListWindow
}

// Missing returns what to say of a command that does not exist, and the items that come nearest. found is how many
// items match what was typed.
type Missing func(typed string, found int) (says string, nearest []MenuItem)

// NewPalette returns the palette for the given actions, and for those that numbers returns for a typed number; run runs
// the chosen one.
func NewPalette(
	items []MenuItem, numbers func(string) []MenuItem, missing Missing, run func(keymap.Action) tea.Cmd,
) *Palette {
	words := textedit.NewSearch("type a command or a number", 100)
	p := &Palette{items: items, numbers: numbers, missing: missing, run: run, words: words}
	p.words.Focus()
	p.narrow()
	return p
}

func (p *Palette) narrow() {
	p.shown = append(p.numbers(p.words.Value()), RankItems(p.items, p.words.Value())...)
	says, nearest := p.missing(p.words.Value(), len(p.shown))
	p.says = says
	for _, it := range nearest {
		if !slices.ContainsFunc(p.shown, func(shown MenuItem) bool { return shown.Action == it.Action }) {
			p.shown = append(p.shown, it)
		}
	}
	p.list.SetCount(len(p.shown))
	p.list.GotoTop()
}

// togglesOverlay reports whether a key is bound to an action: the key that opened an overlay closes it.
func togglesOverlay(items []MenuItem, action keymap.Action, pressed tea.KeyPressMsg) bool {
	return slices.ContainsFunc(
		items,
		func(it MenuItem) bool { return it.Action == action && key.Matches(pressed, it.Binding.Binding) },
	)
}

// Update handles input: enter runs the action under the cursor.
func (p *Palette) Update(msg tea.Msg) (*Result, tea.Cmd) {
	if k, ok := msg.(tea.KeyPressMsg); ok {
		if k.Text == "" && togglesOverlay(p.items, keymap.Palette, k) {
			return &Result{}, nil
		}
		switch k.String() {
		case "esc":
			return &Result{}, nil
		case "up", "down":
			p.list.Move(map[string]int{"up": -1, "down": 1}[k.String()])
			return nil, nil
		case "enter":
			return p.choose(), nil
		}
	}
	before := p.words.Value()
	if p.words.Update(msg); p.words.Value() != before {
		p.narrow()
	}
	return nil, nil
}

// choose runs the action under the cursor; if it is disabled, the palette stays and says why.
func (p *Palette) choose() *Result {
	if p.list.Cursor() >= len(p.shown) {
		return nil
	}
	item := p.shown[p.list.Cursor()]
	if !item.Enabled() {
		return &Result{Keep: true, Disabled: item.DisabledReason}
	}
	return chosen(func() tea.Cmd { return p.run(item.Action) })
}

// paletteWidth is the width of a palette whose commands need no more, and paletteRows how many it lists at a time,
// unless the window is taller.
const (
	paletteWidth = 78
	paletteRows  = 14
)

// wanted returns the width in which no command is cut, whatever is typed: the box does not jump.
func (p *Palette) wanted() int {
	widest := 0
	for _, it := range p.items {
		widest = max(widest, termwidth.Width(it.sentence()))
	}
	return 4 + keysWidth + 1 + widest
}

// View draws the palette.
func (p *Palette) View(th *theme.Theme, width, height int) string {
	width = min(width, max(paletteWidth, p.wanted()))
	inner := width - 4
	p.words.SetTheme(th)
	p.words.SetWidth(inner)
	rows := max(min(height-5, max(paletteRows, height/2), len(p.items)), 1)
	lines := []string{p.words.View(), ""}
	if p.says != "" {
		lines = append(lines, th.Warning.RenderLines("", termwidth.Wrap(p.says, inner))...)
	}
	p.list.SetSize(max(rows-len(lines)+2, 1))
	from, to := p.list.Visible()
	for i := from; i < to; i++ {
		lines = append(lines, p.shown[i].row(th, inner, i == p.list.Cursor()))
	}
	if len(p.shown) == 0 && p.says == "" {
		lines = append(lines, th.Muted.Render("No matching command."))
	}
	for len(lines) < 2+rows { // the box keeps its place and size whatever is typed
		lines = append(lines, "")
	}
	keys := []key.Binding{keyHint("⏎", "run", "enter"), keyHint("esc", "close", "esc")}
	return p.frame(th, face{"Commands", placeIn(&p.list), keys}, lines, width)
}

// row draws an item as one line: its keys, its help text, and the reason why it is disabled.
func (it MenuItem) row(th *theme.Theme, width int, under bool) string {
	keys := termwidth.Pad(th.KeyName(KeysOf(it)), keysWidth)
	help := termwidth.Pad(it.sentence(), max(width-keysWidth-1, 1))
	switch {
	case under:
		return th.Selected.Render(keys + " " + help)
	case !it.Enabled():
		return th.Muted.Render(keys + " " + help)
	}
	return th.Key.Render(keys) + " " + help
}

const keysWidth = 14

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

// Cursor returns the position in the query field.
func (p *Palette) Cursor() *tea.Cursor {
	return textedit.MoveCursor(p.words.Cursor(), 2, 1)
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
