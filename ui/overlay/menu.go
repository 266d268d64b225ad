package overlay

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
	"frontdesk/ui/form"
	"frontdesk/ui/part"
	"frontdesk/ui/theme"
)

// MenuItem is something that can be done, with its keys and, when it cannot be done now, the reason.
type MenuItem struct {
	keymap.Binding
	DisabledReason string
}

// Palette finds actions by name.
type Palette struct {
	items, shown []MenuItem
	words        *form.Input
	list         part.ListWindow
}

// NewPalette makes the palette of the actions that exist where it is opened.
func NewPalette(items []MenuItem) *Palette {
	p := &Palette{items: items, words: form.NewInput("words of what you want to do", 100)}
	p.words.Focus()
	p.narrow()
	return p
}

func (p *Palette) narrow() {
	p.shown = rankItems(p.items, p.words.Value())
	p.list.SetCount(len(p.shown))
	p.list.Top()
}

// togglesOverlay says whether a key does something: what opened an overlay closes it.
func togglesOverlay(items []MenuItem, action keymap.Action, key tea.KeyPressMsg) bool {
	return slices.ContainsFunc(items, func(it MenuItem) bool { return it.Action == action && slices.Contains(it.Keys, key.String()) })
}

// Update takes input: enter does what is under the cursor.
func (p *Palette) Update(msg tea.Msg) (Result, tea.Cmd) {
	if k, ok := msg.(tea.KeyPressMsg); ok {
		if k.Text == "" && togglesOverlay(p.items, keymap.Palette, k) {
			return Cancelled{}, nil
		}
		switch k.String() {
		case "esc":
			return Cancelled{}, nil
		case "up":
			p.list.Move(-1)
			return nil, nil
		case "down":
			p.list.Move(1)
			return nil, nil
		case "enter":
			if p.list.Cursor() < len(p.shown) && p.shown[p.list.Cursor()].DisabledReason == "" {
				return ActionChosen{p.shown[p.list.Cursor()].Action}, nil
			}
			return nil, nil
		}
	}
	before := p.words.Value()
	cmd := p.words.Update(msg)
	if p.words.Value() != before {
		p.narrow()
	}
	return nil, cmd
}

// View is the palette.
func (p *Palette) View(th *theme.Theme, width, height int) string {
	width = min(width, 78)
	inner := width - 4
	p.words.SetTheme(th)
	p.words.SetWidth(inner)
	p.words.SetTheme(th)
	p.list.SetSize(max(min(height-5, 14), 1))
	lines := []string{p.words.View(), ""}
	from, to := p.list.Visible()
	for i := from; i < to; i++ {
		lines = append(lines, p.shown[i].row(th, inner, i == p.list.Cursor()))
	}
	if len(p.shown) == 0 {
		lines = append(lines, th.Muted.Render("nothing here is called that"))
	}
	return frame(th, "What to do", lines, "⏎ do it · esc close", width)
}

// row is an item as one line: its keys, what it does, and why it cannot be done.
func (it MenuItem) row(th *theme.Theme, width int, under bool) string {
	keys := safetext.Pad(it.keys(), keysWidth)
	help := it.Help
	if it.DisabledReason != "" {
		help += " — " + it.DisabledReason
	}
	help = safetext.Pad(help, max(width-keysWidth-1, 1))
	switch {
	case under:
		return th.Selected.Render(keys + " " + help)
	case it.DisabledReason != "":
		return th.Muted.Render(keys + " " + help)
	}
	return th.Key.Render(keys) + " " + help
}

// lines are an item as one line, or as many as it takes to say why it cannot be done.
func (it MenuItem) lines(th *theme.Theme, width int) []string {
	rest := width - keysWidth - 1
	help := wrap(it.Help, max(rest, 1))
	if it.DisabledReason != "" {
		help = append(help, wrap("– "+it.DisabledReason, max(rest, 1))...)
	}
	out := make([]string, len(help))
	for i, h := range help {
		keys, ink := safetext.Pad("", keysWidth), theme.Style{}
		if i == 0 {
			keys = safetext.Pad(it.keys(), keysWidth)
		}
		if it.DisabledReason != "" {
			keys, ink = th.Muted.Render(keys), th.Muted
		} else {
			keys = th.Key.Render(keys)
		}
		out[i] = keys + " " + ink.Render(h)
	}
	return out
}

const keysWidth = 14

func (it MenuItem) keys() string {
	labels := make([]string, 0, len(it.Keys))
	for _, k := range it.Keys {
		labels = append(labels, keymap.Label(k))
	}
	return strings.Join(labels, " ")
}

// Cursor stands in the words.
func (p *Palette) Cursor() *tea.Cursor {
	c := p.words.Cursor()
	if c != nil {
		c.X, c.Y = c.X+2, c.Y+1
	}
	return c
}
