package overlay

import (
	"strings"

	"charm.land/bubbles/v2/key"

	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/theme"
)

// The width in which every line of the help fits, and that of its keys.
const (
	helpWidth = 108
	helpKeys  = 12
)

// View draws the help: a line for each key.
func (h *Help) View(th *theme.Theme, width, height int) string {
	width = min(width, helpWidth)
	inner, rows := width-4, max(height-4, 1)
	body := h.body(th, inner)
	h.words.SetTheme(th)
	h.words.SetWidth(inner)
	h.scroll.SetSize(inner, min(len(body), rows))
	h.scroll.SetContentLines(body)
	keys := []key.Binding{keyHint("⏎", "run", "enter"), hint(h.keys, keymap.ListOverlay, keymap.Back, "clear")}
	if !h.isSearching() {
		keys = []key.Binding{hint(h.keys, keymap.ListOverlay, keymap.Back, "close")}
	}
	if rows < len(body) {
		keys = append([]key.Binding{more(h.keys, keymap.ListOverlay)}, keys...)
	}
	lines := append([]string{h.words.View(), ""}, strings.Split(h.scroll.View(), "\n")...)
	place := linesOf(&h.scroll, rows, len(body))
	return h.frame(th, face{"Keys: " + h.place.String(), place, keys}, lines, width)
}

// body returns the note and the keys.
func (h *Help) body(th *theme.Theme, width int) []string {
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

// itemLines draws an item: its keys, its help with what was typed marked, and why it is disabled.
func (h *Help) itemLines(th *theme.Theme, it MenuItem, width int) []string {
	under := h.isSearching() && it.Action == h.found[h.at].Action && it.Place == h.found[h.at].Place
	keys, text := th.Key.Render, func(s string) string { return markWords(th, s, h.words.Value()) }
	if !it.Enabled() {
		keys, text = th.Muted.Render, th.Muted.Render
	}
	wrapped := termwidth.Wrap(it.Description, width-helpKeys-1)
	if !it.Enabled() {
		wrapped = append(wrapped, termwidth.Wrap("– "+it.DisabledReason, width-helpKeys-1)...)
	}
	label := it.fittingKeys(th, helpKeys)
	if label == "" {
		label, keys = h.byName(), th.Muted.Render
	}
	label = termwidth.Pad(label, helpKeys)
	var out []string
	for _, line := range wrapped {
		if under {
			out = append(out, th.Selected.Render(termwidth.Pad(label+" "+line, width)))
		} else {
			out = append(out, keys(label)+" "+text(line))
		}
		label = strings.Repeat(" ", helpKeys)
	}
	return out
}

// byName is in the place of the key of a command that has none here: the palette finds it by name.
func (h *Help) byName() string {
	key := h.keys.KeyLabel(h.place, keymap.Palette)
	if key == "" {
		return "type it"
	}
	return key + " …"
}

// explained returns the note, and what stands in the place of keys that commands do not have here.
func (h *Help) explained() string {
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

// markWords draws a line with the typed words in it marked.
func markWords(th *theme.Theme, line, typed string) string {
	folded := safetext.Fold(line)
	if len(folded) != len(line) {
		return line
	}
	marked := make([]bool, len(line))
	for _, w := range strings.Fields(safetext.Fold(typed)) {
		for from := 0; ; {
			i := strings.Index(folded[from:], w)
			if i < 0 {
				break
			}
			for j := range len(w) {
				marked[from+i+j] = true
			}
			from += i + len(w)
		}
	}
	var b strings.Builder
	for from := 0; from < len(line); {
		to := from
		for ; to < len(line) && marked[to] == marked[from]; to++ {
		}
		if marked[from] {
			b.WriteString(th.SearchMatch.Render(line[from:to]))
		} else {
			b.WriteString(line[from:to])
		}
		from = to
	}
	return b.String()
}
