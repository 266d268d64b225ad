package overlay

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/form"
	"frontdesk/ui/textedit"
	"frontdesk/ui/theme"
)

// ViewName asks for the name of a view that is saved.
type ViewName struct {
	form   *form.Form
	filter string
	save   func(string) tea.Cmd
	above  int // rows above the form, as last drawn
}

// NewViewName returns the question; check returns why a name cannot be had, and save is called with the chosen one.
func NewViewName(filter string, th *theme.Theme, check func(string) error, save func(string) tea.Cmd) *ViewName {
	name := form.Field{
		Name:  "name",
		Label: "Name",
		Kind:  form.Text,
		Hint:  "on its tab",
		Validate: func(v string) (string, error) {
			if v == "" {
				return "", nil
			}
			return "", check(v)
		},
	}
	d := &ViewName{form: form.New([]form.Field{name}, th), filter: filter, save: save}
	d.form.SetValues(map[string]string{"name": ""})
	return d
}

// Update handles input: enter saves once the name can be had.
func (d *ViewName) Update(msg tea.Msg) (*Result, tea.Cmd) {
	if k, ok := msg.(tea.KeyPressMsg); ok {
		switch k.String() {
		case "esc":
			return &Result{}, nil
		case "enter", "ctrl+s":
			name := strings.TrimSpace(d.form.Values()["name"])
			if name == "" || !d.form.Validate() {
				return nil, nil
			}
			return chosen(func() tea.Cmd { return d.save(name) }), nil
		}
	}
	d.form.Update(msg)
	return nil, nil
}

// View draws the question.
func (d *ViewName) View(th *theme.Theme, width, height int) string {
	width = min(width, 68)
	d.form.SetTheme(th)
	lines := []string{th.Muted.Render(termwidth.Truncate(safetext.LineFromText(d.filter).String(), width-4)), ""}
	d.above = len(lines)
	d.form.SetSize(width-4, max(min(height-2-len(lines), 4), 3))
	return frame(th, "Save the filter as a view", append(lines, strings.Split(d.form.View(), "\n")...),
		"⏎ save · esc back", width)
}

// Cursor returns the position in the form.
func (d *ViewName) Cursor() *tea.Cursor { return textedit.MoveCursor(d.form.Cursor(), 2, 1+d.above) }
