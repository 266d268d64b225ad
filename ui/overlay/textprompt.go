package overlay

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/form"
	"frontdesk/ui/textedit"
	"frontdesk/ui/theme"
)

// TextPromptSpec describes a question for one line of text, such as a name.
type TextPromptSpec struct {
	Title  string
	Note   string // above the field
	Label  string
	Hint   string
	Value  string             // what stands in the field at first
	Accept string             // what enter does, in the border
	Check  func(string) error // why a text cannot be had; nil for none
	Done   func(string) tea.Cmd
}

// TextPrompt asks for one line of text.
type TextPrompt struct {
	stays
	edges
	TextPromptSpec
	form  *form.Form
	above int // rows above the form, as last drawn
}

// promptField is the name of the field.
const promptField = "text"

// NewTextPrompt returns the question.
func NewTextPrompt(s TextPromptSpec, th *theme.Theme) *TextPrompt {
	field := form.Field{
		Name:  promptField,
		Label: s.Label,
		Kind:  form.Text,
		Hint:  s.Hint,
		Validate: func(v string) (string, error) {
			if v == "" || s.Check == nil {
				return "", nil
			}
			return "", s.Check(v)
		},
	}
	d := &TextPrompt{TextPromptSpec: s, form: form.New([]form.Field{field}, th)}
	d.form.SetValues(map[string]string{promptField: s.Value})
	return d
}

// Update handles input: enter gives the text once it can be had.
func (d *TextPrompt) Update(msg tea.Msg) (*Result, tea.Cmd) {
	if k, ok := msg.(tea.KeyPressMsg); ok {
		switch k.String() {
		case "esc":
			return &Result{}, nil
		case "enter", "ctrl+s":
			text := strings.TrimSpace(d.form.Values()[promptField])
			if text == "" || !d.form.Validate() {
				return nil, nil
			}
			return chosen(func() tea.Cmd { return d.Done(text) }), nil
		}
	}
	d.form.Update(msg)
	return nil, nil
}

// View draws the question.
func (d *TextPrompt) View(th *theme.Theme, width, height int) string {
	width = min(width, 68)
	d.form.SetTheme(th)
	lines := append(th.Muted.RenderLines("", termwidth.Wrap(safetext.LineFromText(d.Note).String(), width-4)), "")
	d.above = len(lines)
	d.form.SetSize(width-4, max(min(height-2-len(lines), 4), 3))
	lines = append(lines, strings.Split(d.form.View(), "\n")...)
	return d.frame(th, face{title: d.Title, keys: promptKeys(d.Accept)}, lines, width)
}

// promptKeys returns the keys of a question for text.
func promptKeys(accept string) []key.Binding {
	return []key.Binding{keyHint("⏎", accept, "enter"), keyHint("esc", "back", "esc")}
}

// Cursor returns the position in the form.
func (d *TextPrompt) Cursor() *tea.Cursor { return textedit.MoveCursor(d.form.Cursor(), 2, 1+d.above) }
