package overlay

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/textedit"
	"frontdesk/ui/widget"
)

// help is a body that lists every key that works where it is opened, a line each. What is typed narrows it.
type help struct {
	plain
	place  keymap.Scope
	note   string
	items  KeyList
	keys   keymap.Keymap
	run    func(keymap.Action) tea.Cmd // nil: the action's key is pressed
	words  *textedit.Input
	found  []MenuItem // what is typed matches; those that can be run first
	at     int        // of found
	scroll widget.Viewport
}

// NewHelp returns the help for a scope. The note is shown above the keys unless it is empty; run runs what is chosen.
func NewHelp(place keymap.Scope, items KeyList, keys keymap.Keymap, note string, run func(keymap.Action) tea.Cmd) *Box {
	h := &help{place: place, note: note, items: items, keys: keys, run: run}
	h.words = textedit.NewInput("type to search these keys", 60)
	h.words.Focus()
	title := func() string { return "Keys: " + place.String() }
	return &Box{
		Spec: Spec{Title: title, Scope: keymap.ListOverlay, Width: helpWidth, Takes: h.takes}, keys: keys, body: h,
	}
}

// takes handles what is typed, scrolling, and the keys that close the help.
func (h *help) takes(msg tea.Msg) (*Result, tea.Cmd, bool) {
	k, ok := msg.(tea.KeyPressMsg)
	if ok && k.Text == "/" && !h.isSearching() {
		return nil, nil, true // the search takes what is typed already
	}
	if ok && (k.Text == "" || !h.isSearching()) {
		if result, done := h.handleKey(k); done {
			return result, nil, true
		}
	}
	before := h.words.Value()
	if h.words.Update(msg); h.words.Value() != before {
		h.narrow()
	}
	return nil, nil, true
}

// handleKey handles a key that is no text of the search.
func (h *help) handleKey(k tea.KeyPressMsg) (result *Result, done bool) {
	if togglesOverlay(h.items, keymap.Help, k) {
		return &Result{}, true
	}
	action, _ := h.keys.Resolve(keymap.ListOverlay, k.String())
	edits, _ := textedit.KeyEffect(k)
	switch {
	case k.Text != "", edits && h.isSearching():
		return nil, false
	case action == keymap.Back && h.isSearching():
		h.words.SetValue("")
		h.narrow()
	case action == keymap.Open && h.isSearching():
		return h.choose(), true
	case action == keymap.Back, action == keymap.Open:
		return &Result{}, true
	case h.isSearching() && (action == keymap.Up || action == keymap.Down):
		step := map[keymap.Action]int{keymap.Up: -1, keymap.Down: 1}[action]
		h.at = max(min(h.at+step, len(h.found)-1), 0)
	default:
		return nil, move(&h.scroll, action)
	}
	return nil, true
}

func (h *help) isSearching() bool { return h.words.Value() != "" }

func (h *help) narrow() {
	h.at, h.found = 0, nil
	h.scroll.GotoTop()
	if !h.isSearching() {
		return
	}
	for _, g := range groupItems(RankItems(h.items, h.words.Value())) {
		h.found = append(h.found, g.items...)
	}
}

// choose runs the action under the cursor; if it is disabled, the help stays and says why.
func (h *help) choose() *Result {
	if len(h.found) == 0 {
		return nil
	}
	it := h.found[h.at]
	switch {
	case !it.Enabled():
		return &Result{Keep: true, Disabled: it.DisabledReason}
	case h.run != nil:
		return chosen(func() tea.Cmd { return h.run(it.Action) })
	case len(it.Keys()) > 0:
		return &Result{Press: it.Keys()[0]}
	}
	return nil
}

func (h *help) cursor() *tea.Cursor { return h.words.Cursor() }

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
