package overlay

import (
	"cmp"
	"image"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/accessible"
	"frontdesk/ui/textedit"
	"frontdesk/ui/theme"
	"frontdesk/ui/widget"
)

// Act is something that can be done in a box: to the row under the cursor, to all of it, or to answer a question.
type Act struct {
	Action keymap.Action
	Label  string         // that of its binding when empty
	Off    string         // why it cannot be done now
	Run    func() tea.Cmd // nil for nothing
	Press  string         // the key that is pressed instead, once the box has closed
	Closes bool           // the box closes when it is done
	Said   string         // what is typed for it in accessible mode; its label when empty
	Help   string         // there; that of its binding when empty
}

// Spec is what a box says and does besides its body.
type Spec struct {
	Name  string        // of the place in accessible mode, which does not read out a box without one
	Title func() string // in the border
	Said  string        // the title in accessible mode, if it is another one
	Scope keymap.Scope  // its keys; the zero Scope stands for fixedKeys
	Width int           // of its border, unless the body wants more
	Acts  func() []Act  // what can be done with all of it; nil for nothing
	Stays bool          // a click beside it does not close it
	// Leave returns what going back is called, if not as in other boxes, and what it does besides; nil for nothing.
	Leave func() (label string, run func() tea.Cmd)
	// Takes is given every message first, and returns false for one that is left to the box.
	Takes   func(tea.Msg) (*Result, tea.Cmd, bool)
	Hints   []key.Binding // keys of Takes that the border shows
	Waiting func() string // what is being read; nil for nothing
	Colours bool          // what is behind it keeps its colours
}

// body is what a box shows: a list, a text or a form.
type body interface {
	wants() int                           // the width in which nothing of it is cut; 0 for any
	isTyping() bool                       // text is typed into it, so that letters are no keys
	handle(keymap.Action) (tea.Cmd, bool) // moves, and does what all bodies of its kind do
	input(*Box, tea.Msg) (*Result, tea.Cmd)
	acts() []Act                               // of the row under the cursor
	knows(keymap.Action) (off string, ok bool) // one that acts lacks, such as that of another row, and why it is off
	draw(th *theme.Theme, width, height int) (lines []string, place string)
	hints(b *Box, place string) []key.Binding // that the border shows; the last one leads out
	cursor() *tea.Cursor
	hit(b *Box, at image.Point) (widget.Spot, bool)
	spoken(th *theme.Theme, b *Box, press Press) accessible.Place
}

// plain is a body without rows and keys of its own. It ignores every key, so that one typed just before the box opened
// does no harm.
type plain struct{}

func (plain) wants() int                                { return 0 }
func (plain) isTyping() bool                            { return false }
func (plain) acts() []Act                               { return nil }
func (plain) knows(keymap.Action) (off string, ok bool) { return "", false }
func (plain) cursor() *tea.Cursor                       { return nil }
func (plain) handle(keymap.Action) (tea.Cmd, bool)      { return nil, false }
func (plain) input(*Box, tea.Msg) (*Result, tea.Cmd)    { return nil, nil }
func (plain) hints(b *Box, _ string) []key.Binding      { return append(b.actHints(), b.backHint()) }

// Box is what is drawn over the panes: a body in a border. It takes all input while it is on top.
type Box struct {
	Spec
	edges
	keys keymap.Keymap
	body body
}

// fixedKeys are the keys of a box in which letters are text, so that no other binding could be reached.
var fixedKeys = map[string]keymap.Action{
	"enter": keymap.Open, "esc": keymap.Back, "up": keymap.Up, "down": keymap.Down,
	"pgup": keymap.HalfPageUp, "pgdown": keymap.HalfPageDown,
}

// Update handles a message; the result is nil while the box stays open.
func (b *Box) Update(msg tea.Msg) (*Result, tea.Cmd) {
	if b.Takes != nil {
		if result, cmd, taken := b.Takes(msg); taken {
			return result, cmd
		}
	}
	if k, isKey := msg.(tea.KeyPressMsg); isKey {
		action := b.resolve(k)
		if cmd, done := b.body.handle(action); done {
			return nil, cmd
		}
		if result := b.do(action); result != nil {
			return result, nil
		}
	}
	return b.body.input(b, msg)
}

// resolve returns the action of a key; empty for none.
func (b *Box) resolve(k tea.KeyPressMsg) keymap.Action {
	if b.hasFixedKeys() || b.body.isTyping() {
		return fixedKeys[k.String()]
	}
	action, _ := b.keys.Resolve(b.Scope, k.String())
	return action
}

func (b *Box) hasFixedKeys() bool { return b.Scope == keymap.Global }

// acts returns what can be done now.
func (b *Box) acts() []Act {
	all := b.body.acts()
	if b.Acts != nil {
		all = slices.Concat(all, b.Acts())
	}
	return all
}

// notForThisRow is why an action of other rows is disabled.
const notForThisRow = "this is not for the row under the cursor"

// do does what an action means; nil for one that the box does not have.
func (b *Box) do(action keymap.Action) *Result {
	switch action {
	case "":
		return nil
	case keymap.Back:
		_, run := b.leave()
		return &Result{Run: run}
	case keymap.Help:
		return &Result{Keep: true, Help: b.help()}
	}
	for _, a := range b.acts() {
		if a.Action == action {
			return &Result{Keep: !a.Closes || a.Off != "", Disabled: a.Off, Run: a.Run, Press: a.Press}
		}
	}
	if off, ok := b.body.knows(action); ok {
		return &Result{Keep: true, Disabled: off}
	}
	return nil
}

// leave returns the label of going back, and what it does besides; nil for nothing.
func (b *Box) leave() (string, func() tea.Cmd) {
	label, run := "", (func() tea.Cmd)(nil)
	if b.Leave != nil {
		label, run = b.Leave()
	}
	binding, _ := b.keys.Lookup(b.Scope, keymap.Back)
	return cmp.Or(label, binding.Help().Desc, "close"), run
}

// help returns the help of the box: the keys of its scope that do something in it.
func (b *Box) help() *Box {
	var items KeyList
	for _, binding := range b.keys.ForScope(b.Scope) {
		off, known := b.body.knows(binding.Action)
		for _, a := range b.acts() {
			if a.Action == binding.Action {
				off, known = a.Off, true
			}
		}
		if known || isNavigation(binding.Action) {
			items = append(items, NewMenuItem(binding, off))
		}
	}
	return NewHelp(b.Scope, items, b.keys, "", nil)
}

// View draws the box, no larger than width and height.
func (b *Box) View(th *theme.Theme, width, height int) string {
	width = min(width, max(b.Width, b.body.wants()))
	lines, place := b.body.draw(th, width-4, max(height-2, 1))
	return b.frame(th, face{b.Title(), place, b.body.hints(b, place)}, lines, width)
}

// backHint returns the key that leads out.
func (b *Box) backHint() key.Binding {
	label, _ := b.leave()
	return b.hint(keymap.Back, label)
}

// actHints returns the keys of what can be done now.
func (b *Box) actHints() []key.Binding {
	var keys []key.Binding
	for _, a := range b.acts() {
		if a.Off == "" {
			keys = append(keys, b.hint(a.Action, b.label(a)))
		}
	}
	return append(keys, b.Hints...)
}

func (b *Box) label(a Act) string {
	binding, _ := b.keys.Lookup(b.Scope, a.Action)
	return cmp.Or(a.Label, binding.Help().Desc)
}

// hint returns the key of an action with a label.
func (b *Box) hint(action keymap.Action, label string) key.Binding {
	if b.hasFixedKeys() {
		return keyHint(keymap.Label(b.keyOf(action)), label, b.keyOf(action))
	}
	return hint(b.keys, b.Scope, action, label)
}

// keyOf returns the key of an action; empty for none.
func (b *Box) keyOf(action keymap.Action) string {
	if !b.hasFixedKeys() {
		return b.keys.KeyOf(b.Scope, action)
	}
	for k, does := range fixedKeys {
		if does == action {
			return k
		}
	}
	return ""
}

// Cursor returns the position within the last View; nil when there is none.
func (b *Box) Cursor() *tea.Cursor { return textedit.MoveCursor(b.body.cursor(), 2, 1) }

// SpotAt returns what stands at a cell of the last View; false if a click there means nothing.
func (b *Box) SpotAt(at image.Point) (widget.Spot, bool) {
	if spot, ok := b.keyAt(at); ok {
		return spot, true
	}
	return b.body.hit(b, at.Sub(image.Pt(2, 1)))
}

// Reload reads the rows of a list again.
func (b *Box) Reload() {
	if l, isList := b.body.(*List); isList {
		l.Reload()
	}
}
