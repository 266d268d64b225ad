package overlay

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/internal/macro"
	"frontdesk/internal/phrase"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
	"frontdesk/ui/theme"
	"frontdesk/ui/widget"
)

// MacroPreview is what a macro would send for the ticket.
type MacroPreview struct {
	Changes  []backend.Change // the five fields; Mine is empty for what stays
	Problems []string         // why it cannot be sent
	Waiting  string           // what is being read that it needs; empty if nothing is
	Note     string           // what else is to be known; may be empty
}

// MacroSpec describes the list of macros of a ticket.
type MacroSpec struct {
	Title   string
	Empty   string // shown without macros
	Macros  []macro.Macro
	Preview func(macro.Macro) MacroPreview
	Verb    string                    // of the button; empty for the usual one, which sends
	Send    func(macro.Macro) tea.Cmd // sends a macro without problems
	Fill    func(macro.Macro) tea.Cmd // opens the form with it
}

// Macros lists macros, shows what the one under the cursor would send, and sends it.
type Macros struct {
	noCursor
	closes
	edges
	MacroSpec
	keys    keymap.Keymap
	list    widget.ListWindow
	preview MacroPreview // of the macro under the cursor
	sending bool         // that macro is sent as soon as nothing is waited for
	tall    int          // rows of the tallest preview so far, so that the box does not jump
}

// NewMacros returns the list with the cursor on the macro with a name, else on the first.
func NewMacros(s MacroSpec, keys keymap.Keymap, name string) *Macros {
	m := &Macros{MacroSpec: s, keys: keys}
	m.list.SetCount(len(s.Macros))
	for i, one := range s.Macros {
		if one.Name == name {
			m.list.SetCursor(i)
		}
	}
	m.look()
	return m
}

// look updates the preview.
func (m *Macros) look() {
	if len(m.Macros) > 0 {
		m.preview = m.Preview(m.under())
	}
}

func (m *Macros) under() macro.Macro { return m.MacroSpec.Macros[m.list.Cursor()] }

// Update handles moving, the keys of the list and those of the macros. Any other message may bring what is waited for.
func (m *Macros) Update(msg tea.Msg) (*Result, tea.Cmd) {
	k, ok := msg.(tea.KeyPressMsg)
	if !ok {
		m.look()
		if m.sending && m.preview.Waiting == "" {
			return m.send(), nil
		}
		return nil, nil
	}
	m.sending = false
	action, _ := m.keys.Resolve(keymap.Macros, k.String())
	switch {
	case move(&m.list, action):
		m.look()
	case action == keymap.Back:
		return &Result{}, nil
	case action == keymap.Help:
		return withHelp(keymap.Macros, m.keys, m.offered), nil
	case len(m.Macros) == 0:
	case action == keymap.Open:
		return m.send(), nil
	case action == keymap.FillForm:
		return chosen(func() tea.Cmd { return m.Fill(m.under()) }), nil
	case action == "" && (m.moveToKey(k.Text) || m.moveToKey(keymap.USKey(k.Text))):
		return m.send(), nil
	}
	return nil, nil
}

// moveToKey moves the cursor to the macro with a key; it returns false if there is none.
func (m *Macros) moveToKey(key string) bool {
	for i, one := range m.MacroSpec.Macros {
		if one.Key == key && key != "" {
			m.list.SetCursor(i)
			m.look()
			return true
		}
	}
	return false
}

// send sends the macro under the cursor, waits for what it needs, or says why it cannot be sent.
func (m *Macros) send() *Result {
	m.sending = false
	switch {
	case m.preview.Waiting != "":
		m.sending = true
		return nil
	case len(m.preview.Problems) > 0:
		return &Result{Keep: true, Disabled: "not sent: " + strings.Join(m.preview.Problems, "; ")}
	}
	one := m.under()
	return chosen(func() tea.Cmd { return m.Send(one) })
}

func (m *Macros) offered(action keymap.Action) (bool, string) {
	if len(m.Macros) == 0 {
		return false, ""
	}
	return action == keymap.Open || action == keymap.FillForm, ""
}

// The size of the list: its largest width, and the rows of the macros and of the preview.
const (
	maxMacrosWidth = 96
	maxMacroRows   = 10
	minMacroRows   = 3
	minPreviewRows = 7
	previewRows    = 14
)

// View draws the list with the preview below it.
func (m *Macros) View(th *theme.Theme, width, height int) string {
	width = min(width, maxMacrosWidth)
	inner := width - 4
	if len(m.Macros) == 0 {
		keys := []key.Binding{hint(m.keys, keymap.Macros, keymap.Back, "back")}
		return m.frame(th, face{title: m.Title, keys: keys}, termwidth.Wrap(m.Empty, inner), width)
	}
	rows := min(len(m.MacroSpec.Macros), max(minMacroRows, min(maxMacroRows, height-2-previewRows)))
	m.list.SetSize(rows)
	var lines []string
	from, to := m.list.Visible()
	for i := from; i < to; i++ {
		lines = append(lines, m.row(th, i, inner))
	}
	lines = append(append(lines, ""), m.previewLines(th, inner, min(previewRows, height-3-rows))...)
	return m.frame(th, face{m.Title, placeIn(&m.list), m.hints()}, lines, width)
}

// macroKeyWidth is the width of the column of the macros' keys.
const macroKeyWidth = 4

func (m *Macros) row(th *theme.Theme, i, width int) string {
	one := m.MacroSpec.Macros[i]
	name := one.Name
	if one.Confirm {
		name += " · asks first"
	}
	key, name := termwidth.Pad(" "+one.Key, macroKeyWidth), termwidth.Pad(name, width-macroKeyWidth)
	if i == m.list.Cursor() {
		return th.Selected.Render(key + name)
	}
	return th.Key.Render(key) + name
}

// previewLines returns what the macro under the cursor would send, in at most height lines.
func (m *Macros) previewLines(th *theme.Theme, width, height int) []string {
	var foot []string
	switch p := m.preview; {
	case m.sending:
		foot = th.Info.RenderLines("", termwidth.Wrap("sends once "+p.Waiting+" is loaded…", width))
	case p.Waiting != "":
		foot = th.Info.RenderLines("", termwidth.Wrap("reading "+p.Waiting+"…", width))
	case len(p.Problems) > 0:
		foot = th.Error.RenderLines("", termwidth.Wrap("✗ "+strings.Join(p.Problems, "; "), width))
	}
	if m.preview.Note != "" {
		foot = append(foot, th.Warning.RenderLines("", termwidth.Wrap(m.preview.Note, width))...)
	}
	var lines []string
	for _, change := range m.preview.Changes {
		lines = append(lines, changeLines(th, change, width, len(m.preview.Problems) > 0)...)
	}
	m.tall = min(max(m.tall, minPreviewRows, len(lines)+len(foot)), height)
	height = m.tall
	if room := max(height-len(foot), 0); len(lines) > room {
		lines = append(lines[:max(room-1, 0)], th.Muted.Render("… "+m.keys.KeyLabel(keymap.Macros, keymap.FillForm)+" shows it whole"))
	}
	for len(lines) < height-len(foot) {
		lines = append(lines, "")
	}
	return append(lines, foot...)
}

// previewLabel is the width of the labels of the fields.
const previewLabel = 13

// changeLines draws a field before and after; the lines of a comment stand below one another. If the macro has
// problems, variables without a value stand out where they are.
func changeLines(th *theme.Theme, change backend.Change, width int, hasProblems bool) []string {
	text, style := phrase.Join(", ", "stays "+change.Original, change.Note), th.Muted
	switch {
	case change.Mine == "" && change.Path == backend.FieldComment:
		text = "none"
	case change.Mine == "" && change.Original == "":
		text = "stays"
	case change.Mine == "":
	case change.Original == "":
		text, style = change.Mine, theme.Style{}
	default:
		text, style = change.Original+" → "+change.Mine, theme.Style{}
	}
	var lines []string
	label := change.Label
	for _, line := range termwidth.Wrap(text, width-previewLabel) {
		value := style.Render(line)
		if hasProblems {
			value = renderUnfilled(th, style, line)
		}
		lines = append(lines, th.Header.Render(termwidth.Pad(label, previewLabel))+value)
		label = ""
	}
	return lines
}

// renderUnfilled draws a line with its variables in the style of errors.
func renderUnfilled(th *theme.Theme, style theme.Style, line string) string {
	var b strings.Builder
	macro.EachPart(line,
		func(plain string) { b.WriteString(style.Render(plain)) },
		func(variable string) { b.WriteString(th.Error.Render(variable)) })
	return b.String()
}

func (m *Macros) hints() []key.Binding {
	named := func(a keymap.Action) key.Binding {
		b, _ := m.keys.Lookup(keymap.Macros, a)
		return hint(m.keys, keymap.Macros, a, b.Help().Desc)
	}
	send := named(keymap.Open)
	if m.Verb != "" {
		send = hint(m.keys, keymap.Macros, keymap.Open, m.Verb)
	}
	return []key.Binding{send, named(keymap.FillForm), named(keymap.Back)}
}
