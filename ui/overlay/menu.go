package overlay

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/text"
	"frontdesk/ui/form"
	"frontdesk/ui/keymap"
	"frontdesk/ui/part"
	"frontdesk/ui/theme"
)

// Item is something that can be done, with its keys and, when it cannot be done now, the reason.
type Item struct {
	keymap.Binding
	Off string
}

// Palette finds actions by name.
type Palette struct {
	items, shown []Item
	words        *form.Line
	list         part.List
}

// NewPalette makes the palette of the actions that exist where it is opened.
func NewPalette(items []Item) *Palette {
	p := &Palette{items: items, words: form.NewLine("words of what you want to do", 100)}
	p.words.Focus()
	p.narrow()
	return p
}

func (p *Palette) narrow() {
	p.shown = ranked(p.items, p.words.Value())
	p.list.SetLen(len(p.shown))
	p.list.Top()
}

// opens says whether a key does something: what opened an overlay closes it.
func opens(items []Item, action keymap.Action, key tea.KeyPressMsg) bool {
	return slices.ContainsFunc(items, func(it Item) bool { return it.Action == action && slices.Contains(it.Keys, key.String()) })
}

// Update takes input: enter does what is under the cursor.
func (p *Palette) Update(msg tea.Msg) (Answer, tea.Cmd) {
	if k, ok := msg.(tea.KeyPressMsg); ok {
		if k.Text == "" && opens(p.items, keymap.Palette, k) {
			return Closed{}, nil
		}
		switch k.String() {
		case "esc":
			return Closed{}, nil
		case "up":
			p.list.Move(-1)
			return nil, nil
		case "down":
			p.list.Move(1)
			return nil, nil
		case "enter":
			if p.list.Cursor() < len(p.shown) && p.shown[p.list.Cursor()].Off == "" {
				return Chosen{p.shown[p.list.Cursor()].Action}, nil
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
		lines = append(lines, th.Muted.On("nothing here is called that"))
	}
	return box(th, "What to do", lines, "⏎ do it · esc close", width)
}

// row is an item as one line: its keys, what it does, and why it cannot be done.
func (it Item) row(th *theme.Theme, width int, under bool) string {
	keys := text.Pad(it.keys(), keysWidth)
	help := it.Help
	if it.Off != "" {
		help += " — " + it.Off
	}
	help = text.Pad(help, max(width-keysWidth-1, 1))
	switch {
	case under:
		return th.Selected.On(keys + " " + help)
	case it.Off != "":
		return th.Muted.On(keys + " " + help)
	}
	return th.Key.On(keys) + " " + help
}

// lines are an item as one line, or as many as it takes to say why it cannot be done.
func (it Item) lines(th *theme.Theme, width int) []string {
	rest := width - keysWidth - 1
	help := wrap(it.Help, max(rest, 1))
	if it.Off != "" {
		help = append(help, wrap("– "+it.Off, max(rest, 1))...)
	}
	out := make([]string, len(help))
	for i, h := range help {
		keys, ink := text.Pad("", keysWidth), theme.Ink{}
		if i == 0 {
			keys = text.Pad(it.keys(), keysWidth)
		}
		if it.Off != "" {
			keys, ink = th.Muted.On(keys), th.Muted
		} else {
			keys = th.Key.On(keys)
		}
		out[i] = keys + " " + ink.On(h)
	}
	return out
}

const keysWidth = 14

func (it Item) keys() string {
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
