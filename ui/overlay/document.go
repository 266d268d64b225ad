package overlay

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/theme"
	"frontdesk/ui/widget"
)

// DocumentAction is what can be done with a Document.
type DocumentAction struct {
	Action keymap.Action
	Run    func() tea.Cmd
	Off    func() string // why it cannot be done now; nil for never
}

// DocumentSpec describes a text over the panes.
type DocumentSpec struct {
	Scope  keymap.Scope
	Title  func() string
	Status func() string   // above the text, such as that it is being read; empty for none
	Lines  func() []string // as rendered for DocumentWidth
	Plain  func() []string // in words, for accessible mode
	Offers []DocumentAction
}

// Document shows a rendered text, and offers actions on it.
type Document struct {
	noCursor
	closes
	edges
	DocumentSpec
	keys   keymap.Keymap
	scroll widget.Viewport
}

// NewDocument returns the overlay.
func NewDocument(s DocumentSpec, keys keymap.Keymap) *Document {
	return &Document{DocumentSpec: s, keys: keys}
}

// maxDocumentWidth is how wide a text is at most, with its border: longer lines are hard to read.
const maxDocumentWidth = 104

// DocumentWidth returns the columns of the text in a window.
func DocumentWidth(window int) int { return max(min(window-2, maxDocumentWidth)-4, 1) }

// Update handles scrolling and the actions.
func (d *Document) Update(msg tea.Msg) (*Result, tea.Cmd) {
	k, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return nil, nil
	}
	action, _ := d.keys.Resolve(d.Scope, k.String())
	d.scroll.SetContentLines(d.Lines())
	switch {
	case move(&d.scroll, action):
	case action == keymap.Back:
		return &Result{}, nil
	case action == keymap.Help:
		return withHelp(d.Scope, d.keys, d.offered), nil
	}
	if i := d.offer(action); i >= 0 {
		return &Result{Keep: true, Disabled: d.off(action), Run: d.Offers[i].Run}, nil
	}
	return nil, nil
}

func (d *Document) offer(action keymap.Action) int {
	return slices.IndexFunc(d.Offers, func(o DocumentAction) bool { return o.Action == action })
}

// off returns why an action cannot be done now; empty if it can.
func (d *Document) off(action keymap.Action) string {
	if o := d.Offers[d.offer(action)]; o.Off != nil {
		return o.Off()
	}
	return ""
}

func (d *Document) offered(action keymap.Action) (bool, string) {
	if d.offer(action) < 0 {
		return false, ""
	}
	return true, d.off(action)
}

// View draws the text.
func (d *Document) View(th *theme.Theme, width, height int) string {
	width = min(width, maxDocumentWidth)
	var head []string
	if d.Status != nil {
		head = noteLines(th, d.Status(), width-4)
	}
	lines := d.Lines()
	rows := min(len(lines), max(height-2-len(head), 1))
	d.scroll.SetSize(width-4, rows)
	d.scroll.SetContentLines(lines)
	if rows > 0 {
		head = append(head, strings.Split(d.scroll.View(), "\n")...)
	}
	place := linesOf(&d.scroll, rows, len(lines))
	return d.frame(th, face{d.Title(), place, d.hints(rows < len(lines))}, head, width)
}

// hints returns the keys of the actions that can be done, with their labels.
func (d *Document) hints(scrolls bool) []key.Binding {
	var keys []key.Binding
	if scrolls {
		keys = append(keys, more(d.keys, d.Scope))
	}
	for _, o := range d.Offers {
		if row, _ := d.keys.Lookup(d.Scope, o.Action); d.off(o.Action) == "" {
			keys = append(keys, hint(d.keys, d.Scope, o.Action, row.Help().Desc))
		}
	}
	return append(keys, hint(d.keys, d.Scope, keymap.Back, "back"))
}
