package overlay

import (
	"strings"

	"charm.land/bubbles/v2/key"

	"frontdesk/internal/keymap"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/theme"
	"frontdesk/ui/widget"
)

// The width in which every line of the help fits, and that of its keys.
const (
	helpWidth = 108
	helpKeys  = 12
)

func (h *help) draw(th *theme.Theme, width, height int) (lines []string, place string) {
	body, rows := h.lines(th, width), max(height-2, 1)
	h.words.SetTheme(th)
	h.words.SetWidth(width)
	h.scroll.SetSize(width, min(len(body), rows))
	h.scroll.SetContentLines(body)
	h.scroll.SetMarks(func(line string) []widget.Span { return widget.WordSpans(line, h.words.Value()) })
	lines = append([]string{h.words.View(), ""}, strings.Split(h.scroll.View(), "\n")...)
	return lines, linesOf(&h.scroll, rows, len(body))
}

func (h *help) hints(b *Box, place string) []key.Binding {
	keys := []key.Binding{b.hint(keymap.Back, "close")}
	if h.isSearching() {
		keys = []key.Binding{keyHint("⏎", "run", "enter"), b.hint(keymap.Back, "clear")}
	}
	if place != "" {
		keys = append([]key.Binding{more(h.keys, keymap.ListOverlay)}, keys...)
	}
	return keys
}

// lines returns the note and the keys.
func (h *help) lines(th *theme.Theme, width int) []string {
	items := []MenuItem(h.items)
	if h.isSearching() {
		items = h.found
	}
	if len(items) == 0 {
		return []string{th.Muted.Render(termwidth.Truncate("No matching key.", width))}
	}
	var lines []string
	if !h.isSearching() {
		lines = noteLines(th, h.explained(), width)
	}
	for i, g := range groupItems(items) {
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, th.Header.Render(g.title))
		for _, it := range g.items {
			lines = append(lines, h.itemLines(th, it, width)...)
		}
	}
	return lines
}

// itemLines draws an item: its keys, its help, and why it is disabled.
func (h *help) itemLines(th *theme.Theme, it MenuItem, width int) []string {
	under := h.isSearching() && it.Action == h.found[h.at].Action && it.Place == h.found[h.at].Place
	keys, text := th.Key, theme.Style{}
	if !it.Enabled() {
		keys, text = th.Muted, th.Muted
	}
	wrapped := termwidth.Wrap(it.Description, width-helpKeys-1)
	if !it.Enabled() {
		wrapped = append(wrapped, termwidth.Wrap("– "+it.DisabledReason, width-helpKeys-1)...)
	}
	label := it.fittingKeys(th, helpKeys)
	if label == "" {
		label, keys = h.byName(), th.Muted
	}
	label = termwidth.Pad(label, helpKeys)
	var out []string
	for _, line := range wrapped {
		if under {
			out = append(out, th.Selected.Render(termwidth.Pad(label+" "+line, width)))
		} else {
			out = append(out, keys.Render(label)+" "+text.Render(line))
		}
		label = strings.Repeat(" ", helpKeys)
	}
	return out
}

// byName is in the place of the key of a command that has none here: the palette finds it by name.
func (h *help) byName() string {
	key := h.keys.KeyLabel(h.place, keymap.Palette)
	if key == "" {
		return "type it"
	}
	return key + " …"
}

// explained returns the note, and what stands in the place of keys that commands do not have here.
func (h *help) explained() string {
	for _, it := range h.items {
		if len(it.Keys()) == 0 && h.keys.KeyLabel(h.place, keymap.Palette) != "" {
			text := h.byName() + ": a command without a key here; " + h.keys.KeyLabel(h.place, keymap.Palette) +
				" finds it by name"
			return strings.TrimSpace(h.note + "\n" + text)
		}
	}
	return h.note
}

// fittingKeys returns the first keys, as many as fit.
func (it MenuItem) fittingKeys(th *theme.Theme, width int) string {
	words := strings.Fields(th.KeyName(KeysOf(it)))
	for len(words) > 1 && termwidth.Width(strings.Join(words, " ")) > width {
		words = words[:len(words)-1]
	}
	return strings.Join(words, " ")
}
