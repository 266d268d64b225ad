package overlay

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/keymap"
	"frontdesk/ui/part"
	"frontdesk/ui/theme"
)

// Help lists every key that works where it is opened.
type Help struct {
	place  keymap.Place
	note   string
	items  []Item
	keys   keymap.Map
	scroll part.Scroll
}

// NewHelp makes the help for a place; it is moved in with the keys of a list. A note stands before the keys of the place,
// if there is one.
func NewHelp(place keymap.Place, items []Item, keys keymap.Map, note string) *Help {
	return &Help{place: place, note: note, items: items, keys: keys}
}

// helpOf is the help for a list or a question in which some of its place's actions make sense; off is why one of them
// does not now.
func helpOf(place keymap.Place, keys keymap.Map, offered func(keymap.Action) (offered bool, off string)) *Help {
	var items []Item
	for _, b := range keys.In(place) {
		if ok, off := offered(b.Action); ok || isAlways(b.Action) {
			items = append(items, Item{b, off})
		}
	}
	return NewHelp(place, items, keys, "")
}

// Update takes input: moving, and any key that closes.
func (h *Help) Update(msg tea.Msg) (Answer, tea.Cmd) {
	k, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return nil, nil
	}
	if opens(h.items, keymap.Help, k) {
		return Closed{}, nil
	}
	action, _ := h.keys.Find(keymap.List, k.String())
	if move, ok := scrollMoves[action]; ok {
		move(&h.scroll)
	} else if action == keymap.Back || action == keymap.Open {
		return Closed{}, nil
	}
	return nil, nil
}

// View is the help.
func (h *Help) View(th *theme.Theme, width, height int) string {
	width = min(width, 92)
	inner := width - 4
	lines := noted(th, h.note, inner)
	for i, it := range h.items {
		if i == 0 || it.Place != h.items[i-1].Place {
			if i > 0 {
				lines = append(lines, "")
			}
			lines = append(lines, th.Heading.On(it.Place.String()))
		}
		lines = append(lines, it.lines(th, inner)...)
	}
	rows := min(len(lines), max(height-2, 1))
	h.scroll.SetSize(inner, rows)
	h.scroll.SetLines(lines)
	keys := hint(h.keys, keymap.List, keymap.Back, "close")
	if rows < len(lines) {
		keys = more(h.keys, keymap.List) + keys
	}
	return box(th, "Keys: "+h.place.String(), strings.Split(h.scroll.View(), "\n"), keys, width)
}

// Cursor is nowhere.
func (h *Help) Cursor() *tea.Cursor { return nil }
