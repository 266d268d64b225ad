package overlay

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/ui/form"
	"frontdesk/ui/textedit"
	"frontdesk/ui/theme"
)

// DateRange selects the days to show.
type DateRange struct {
	stays
	edges
	form  *form.Form
	today desk.Date
	show  func(desk.DateRange) tea.Cmd
	note  string
	above int // rows of the note, as last drawn
}

// NewDateRange returns the selection; now is the current range, and show is called with the chosen one. The note is
// drawn above the form unless it is empty.
func NewDateRange(
	now desk.DateRange,
	today desk.Date,
	note string,
	th *theme.Theme,
	show func(desk.DateRange) tea.Cmd,
) *DateRange {
	d := &DateRange{today: today, note: note, show: show}
	days := form.Field{
		Name:        "days",
		Label:       "Days",
		Kind:        form.Select,
		AllowCustom: true,
		Hint:        "7 days, fri, 19–25 nov, last week, 2026-11-20",
		Options: []form.Option{
			{Value: "today", Label: "today"},
			{Value: "yesterday", Label: "yesterday"},
			{Value: "7 days", Label: "last 7 days"},
			{Value: "14 days", Label: "last 14 days"},
			{Value: "30 days", Label: "last 30 days"},
		},
		IsValue: func(v string) bool {
			_, err := desk.ParseDateRange(v, today)
			return err == nil
		},
		Validate: func(v string) (string, error) {
			if v == "" {
				return "now " + now.String(), nil
			}
			span, err := desk.ParseDateRange(v, today)
			if err != nil {
				return "", err
			}
			return span.String(), nil
		},
	}
	d.form = form.New([]form.Field{days}, th)
	d.form.SetValues(map[string]string{"days": ""})
	return d
}

// Update handles input: enter returns the range once it parses completely.
func (d *DateRange) Update(msg tea.Msg) (*Result, tea.Cmd) {
	if k, ok := msg.(tea.KeyPressMsg); ok {
		switch k.String() {
		case "esc":
			return &Result{}, nil
		case "enter":
			typed := d.form.Values()["days"]
			if typed == "" {
				return &Result{}, nil
			}
			if !d.form.Validate() {
				return nil, nil
			}
			span, err := desk.ParseDateRange(typed, d.today)
			if err != nil {
				return nil, nil
			}
			return chosen(func() tea.Cmd { return d.show(span) }), nil
		}
	}
	d.form.Update(msg)
	return nil, nil
}

// View draws the form.
func (d *DateRange) View(th *theme.Theme, width, height int) string {
	width = min(width, 68)
	d.form.SetTheme(th)
	lines := noteLines(th, d.note, width-4)
	d.above = len(lines)
	d.form.SetSize(width-4, max(min(height-2-len(lines), 10), 4))
	lines = append(lines, strings.Split(d.form.View(), "\n")...)
	return d.frame(th, face{title: "Days to show", keys: promptKeys("show")}, lines, width)
}

// Cursor returns the position in the form.
func (d *DateRange) Cursor() *tea.Cursor {
	return textedit.MoveCursor(d.form.Cursor(), 2, 1+d.above)
}
