package overlay

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/help"
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/theme"
	"frontdesk/ui/widget"
)

// Help lists every key that works where it is opened.
type Help struct {
	noCursor
	place  keymap.Scope
	note   string
	items  KeyList
	keys   keymap.Keymap
	scroll widget.Viewport
}

// NewHelp returns the help for a scope; it scrolls with the keys of a list. The note is shown before the keys unless
// it is empty.
func NewHelp(place keymap.Scope, items KeyList, keys keymap.Keymap, note string) *Help {
	return &Help{place: place, note: note, items: items, keys: keys}
}

// helpFor returns the help for an overlay that offers some of its scope's actions; off is the reason why an action is
// disabled.
func helpFor(place keymap.Scope, keys keymap.Keymap, offered func(keymap.Action) (offered bool, off string)) *Help {
	var items KeyList
	for _, b := range keys.ForScope(place) {
		if ok, off := offered(b.Action); ok || isNavigation(b.Action) {
			items = append(items, NewMenuItem(b, off))
		}
	}
	return NewHelp(place, items, keys, "")
}

// Update handles scrolling and the keys that close the help.
func (h *Help) Update(msg tea.Msg) (*Result, tea.Cmd) {
	k, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return nil, nil
	}
	if togglesOverlay(h.items, keymap.Help, k) {
		return &Result{}, nil
	}
	action, _ := h.keys.Resolve(keymap.ListOverlay, k.String())
	if !move(&h.scroll, action) && (action == keymap.Back || action == keymap.Open) {
		return &Result{}, nil
	}
	return nil, nil
}

// View draws the help.
func (h *Help) View(th *theme.Theme, width, height int) string {
	width = min(width, 92)
	inner := width - 4
	lines := noteLines(th, h.note, inner)
	for i, group := range h.items.FullHelp() {
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, th.Header.Render(h.items.scopes()[i].String()))
		for _, b := range group {
			lines = append(lines, helpLines(th, b, inner)...)
		}
	}
	rows := min(len(lines), max(height-2, 1))
	h.scroll.SetSize(inner, rows)
	h.scroll.SetContentLines(lines)
	keys := hint(h.keys, keymap.ListOverlay, keymap.Back, "close")
	if rows < len(lines) {
		keys = more(h.keys, keymap.ListOverlay) + keys
	}
	return frame(th, "Keys: "+h.place.String(), strings.Split(h.scroll.View(), "\n"), keys, width)
}

// helpLines draws a binding as one line, or as several when its description needs them.
func helpLines(th *theme.Theme, b key.Binding, width int) []string {
	keys, text := th.Key, theme.Style{}
	if !b.Enabled() {
		keys, text = th.Muted, th.Muted
	}
	label := b.Help().Key
	var out []string
	for _, line := range termwidth.Wrap(b.Help().Desc, width-keysWidth-1) {
		out = append(out, keys.Render(termwidth.Pad(label, keysWidth))+" "+text.Render(line))
		label = ""
	}
	return out
}

// KeyList is a help.KeyMap of the keys that work in a place, those of one scope after those of another.
type KeyList []MenuItem

var _ help.KeyMap = KeyList(nil)

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

// FullHelp returns every key by scope, with its description and the reason why it is disabled.
func (k KeyList) FullHelp() [][]key.Binding {
	var out [][]key.Binding
	for _, scope := range k.scopes() {
		var group []key.Binding
		for _, it := range k {
			if it.Place != scope {
				continue
			}
			b, text := it.Binding.Binding, it.Description
			if !it.Enabled() {
				text += "\n– " + it.DisabledReason
			}
			b.SetHelp(it.keys(), text)
			group = append(group, b)
		}
		out = append(out, group)
	}
	return out
}

func (k KeyList) scopes() []keymap.Scope {
	var out []keymap.Scope
	for _, it := range k {
		if !slices.Contains(out, it.Place) {
			out = append(out, it.Place)
		}
	}
	return out
}
