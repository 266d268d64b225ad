package overlay

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/part"
	"frontdesk/ui/theme"
)

// Help lists every key that works where it is opened.
type Help struct {
	place  keymap.Scope
	note   string
	items  []MenuItem
	keys   keymap.Keymap
	scroll part.Viewport
}

// NewHelp returns the help for a scope; it scrolls with the keys of a list. The note is shown before the keys unless
// it is empty.
func NewHelp(place keymap.Scope, items []MenuItem, keys keymap.Keymap, note string) *Help {
	return &Help{place: place, note: note, items: items, keys: keys}
}

// helpFor returns the help for an overlay that offers some of its scope's actions; off is the reason why an action is
// disabled.
func helpFor(place keymap.Scope, keys keymap.Keymap, offered func(keymap.Action) (offered bool, off string)) *Help {
	var items []MenuItem
	for _, b := range keys.ForScope(place) {
		if ok, off := offered(b.Action); ok || isNavigation(b.Action) {
			items = append(items, MenuItem{b, off})
		}
	}
	return NewHelp(place, items, keys, "")
}

// Update handles scrolling and the keys that close the help.
func (h *Help) Update(msg tea.Msg) (Result, tea.Cmd) {
	k, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return nil, nil
	}
	if togglesOverlay(h.items, keymap.Help, k) {
		return Cancelled{}, nil
	}
	action, _ := h.keys.Resolve(keymap.ListOverlay, k.String())
	if move, ok := scrollMoves[action]; ok {
		move(&h.scroll)
	} else if action == keymap.Back || action == keymap.Open {
		return Cancelled{}, nil
	}
	return nil, nil
}

// View draws the help.
func (h *Help) View(th *theme.Theme, width, height int) string {
	width = min(width, 92)
	inner := width - 4
	lines := noteLines(th, h.note, inner)
	for i, it := range h.items {
		if i == 0 || it.Place != h.items[i-1].Place {
			if i > 0 {
				lines = append(lines, "")
			}
			lines = append(lines, th.Header.Render(it.Place.String()))
		}
		lines = append(lines, it.lines(th, inner)...)
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

// Cursor returns nil: there is no text field.
func (h *Help) Cursor() *tea.Cursor { return nil }
