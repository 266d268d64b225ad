package overlay

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/internal/macro"
	"frontdesk/internal/phrase"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/accessible"
	"frontdesk/ui/backend"
	"frontdesk/ui/theme"
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

// macros is the list of macros. It shows what the one under the cursor would send, and sends it.
type macros struct {
	MacroSpec
	keys    keymap.Keymap
	box     *Box
	under   macro.Macro
	preview MacroPreview // of that macro
	sending bool         // it is sent as soon as nothing is waited for
	tall    int          // rows of the tallest preview so far, so that the box does not jump
}

// NewMacros returns the list with the cursor on the macro with a name, else on the first.
func NewMacros(s MacroSpec, keys keymap.Keymap, name string) *Box {
	m := &macros{MacroSpec: s, keys: keys}
	rows := make([]Row, len(s.Macros))
	first := 0
	for i, one := range s.Macros {
		rows[i] = Row{ID: strconv.Itoa(i), Key: one.Key, Cells: []string{one.Name}}
		if one.Confirm {
			rows[i].Cells[0] += " · asks first"
		}
		if one.Name == name {
			first = i
		}
	}
	spec := ListSpec{
		Spec: Spec{
			Name: "macro", Title: func() string { return s.Title }, Scope: keymap.Macros, Width: 96, Takes: m.takes,
			Waiting: func() string { return m.waiting("reading ", "") },
		},
		Columns: []Column{{}},
		Rows:    func() []Row { return rows },
		Empty:   s.Empty,
		Follow:  func() string { return strconv.Itoa(first) },
		Moved: func(id string) tea.Cmd {
			i, _ := strconv.Atoi(id) // written above
			m.under = s.Macros[i]
			m.look()
			return nil
		},
		Careful: true, // a click shows what would be sent
	}
	if len(rows) > 0 {
		spec.Acts, spec.Below, spec.Say = m.acts, m.previewLines, m.previewWords
	}
	l := newList(spec)
	m.box = l.box(keys)
	l.moved()
	return m.box
}

// look updates the preview.
func (m *macros) look() {
	m.sending = false
	m.preview = m.Preview(m.under)
}

// waiting says what the preview waits for; empty for nothing.
func (m *macros) waiting(before, after string) string {
	if m.preview.Waiting == "" {
		return ""
	}
	return before + m.preview.Waiting + after
}

// takes looks again at every message that may bring what is waited for, and sends what waits for it.
func (m *macros) takes(msg tea.Msg) (*Result, tea.Cmd, bool) {
	wasSending := m.sending
	m.sending = false
	if _, isKey := msg.(tea.KeyPressMsg); isKey || len(m.Macros) == 0 {
		return nil, nil, false
	}
	m.look()
	if m.sending = wasSending && m.preview.Waiting != ""; wasSending && !m.sending {
		return m.box.do(keymap.Open), nil, true
	}
	return nil, nil, true
}

// acts returns what can be done with the macro under the cursor. One that waits for something is sent once it is there.
func (m *macros) acts() []Act {
	one := m.under
	send := Act{
		Action: keymap.Open, Label: m.Verb, Said: "send", Help: "Send it; one that asks first shows its form", Closes: true,
		Run: func() tea.Cmd { return m.Send(one) },
	}
	switch {
	case m.preview.Waiting != "":
		send.Closes, send.Run = false, func() tea.Cmd { m.sending = true; return nil }
	case len(m.preview.Problems) > 0:
		send.Off = "not sent: " + strings.Join(m.preview.Problems, "; ")
	}
	fill := Act{Action: keymap.FillForm, Said: "form", Closes: true, Run: func() tea.Cmd { return m.Fill(one) }}
	return []Act{send, fill}
}

// The rows of the preview.
const (
	minPreviewRows = 7
	previewRows    = 14
)

// previewLines returns what the macro under the cursor would send.
func (m *macros) previewLines(th *theme.Theme, width, room int) []string {
	var foot []string
	switch {
	case m.sending:
		foot = th.Info.RenderLines("", termwidth.Wrap(m.waiting("sends once ", " is loaded…"), width))
	case m.preview.Waiting != "":
		foot = th.Info.RenderLines("", termwidth.Wrap(m.waiting("reading ", "…"), width))
	case len(m.preview.Problems) > 0:
		foot = th.Error.RenderLines("", termwidth.Wrap("✗ "+strings.Join(m.preview.Problems, "; "), width))
	}
	if m.preview.Note != "" {
		foot = append(foot, th.Warning.RenderLines("", termwidth.Wrap(m.preview.Note, width))...)
	}
	var lines []string
	for _, change := range m.preview.Changes {
		lines = append(lines, changeLines(th, change, width, len(m.preview.Problems) > 0)...)
	}
	m.tall = min(max(m.tall, minPreviewRows, len(lines)+len(foot)), max(min(room, previewRows), 1))
	if most := max(m.tall-len(foot), 0); len(lines) > most {
		whole := "… " + m.keys.KeyLabel(keymap.Macros, keymap.FillForm) + " shows it whole"
		lines = append(lines[:max(most-1, 0)], th.Muted.Render(whole))
	}
	for len(lines) < m.tall-len(foot) {
		lines = append(lines, "")
	}
	return append(lines, foot...)
}

// previewWords describes what the chosen macro would send.
func (m *macros) previewWords() []string {
	said := []string{accessible.Sentence(`"` + m.under.Name + `" would send`)}
	say := func(what string) { said = append(said, accessible.Sentence(what)) }
	for _, c := range m.preview.Changes {
		switch {
		case c.Mine == "":
		case c.Original == "":
			say(c.Label + ": " + c.Mine)
		default:
			say(c.Label + ": " + c.Original + " becomes " + c.Mine)
		}
	}
	if len(m.preview.Problems) > 0 {
		say("it cannot be sent: " + strings.Join(m.preview.Problems, "; "))
	}
	if m.preview.Note != "" {
		say(m.preview.Note)
	}
	return append(said, "send sends it, form opens the form with it, a number chooses another macro.")
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
