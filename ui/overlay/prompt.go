package overlay

import (
	"image"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/ui/form"
	"frontdesk/ui/theme"
	"frontdesk/ui/widget"
)

// prompt is a body that asks for the one field of a form.
type prompt struct {
	plain
	form *form.Form
	note string
}

// promptWidth is the width of a box with a form.
const promptWidth = 68

// newPrompt returns a box with a form of one field. accept is called with what enter takes, once the field is valid; it
// returns nil for what cannot be had yet.
func newPrompt(s TextPromptSpec, f form.Field, th *theme.Theme, accept func(string) *Result) *Box {
	p := &prompt{form: form.New([]form.Field{f}, th), note: s.Note}
	p.form.Head = func(th *theme.Theme, width int) []string { return noteLines(th, s.Note, width) }
	p.form.SetValues(map[string]string{f.Name: s.Value})
	take := func(msg tea.Msg) (*Result, tea.Cmd, bool) {
		k, _ := msg.(tea.KeyPressMsg)
		if s := k.String(); s != "enter" && s != "ctrl+s" {
			return nil, nil, false
		}
		typed := strings.TrimSpace(p.form.Values()[f.Name])
		if typed != "" && !p.form.Validate() {
			return nil, nil, true
		}
		return accept(typed), nil, true
	}
	return &Box{
		Spec: Spec{
			Name: strings.ToLower(f.Label), Title: func() string { return s.Title }, Width: promptWidth, Stays: true,
			Takes: take, Hints: []key.Binding{keyHint("⏎", s.Accept, "enter")},
		},
		body: p,
	}
}

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

// NewTextPrompt returns the question.
func NewTextPrompt(s TextPromptSpec, th *theme.Theme) *Box {
	field := form.Field{
		Name: "text", Label: s.Label, Kind: form.Text, Hint: s.Hint,
		Validate: func(v string) (string, error) {
			if v == "" || s.Check == nil {
				return "", nil
			}
			return "", s.Check(v)
		},
	}
	s.Note = safetext.LineFromText(s.Note).String()
	return newPrompt(s, field, th, func(typed string) *Result {
		if typed == "" {
			return nil
		}
		return chosen(func() tea.Cmd { return s.Done(typed) })
	})
}

// NewDateRange returns the question for the days to show; now is the current range, and show is called with the chosen
// one. The note is drawn above the form unless it is empty.
func NewDateRange(
	now desk.DateRange, today desk.Date, note string, th *theme.Theme, show func(desk.DateRange) tea.Cmd,
) *Box {
	days := form.Field{
		Name: "days", Label: "Days", Kind: form.Select, AllowCustom: true,
		Hint: "7 days, fri, 19–25 nov, last week, 2026-11-20",
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
	asked := TextPromptSpec{Title: "Days to show", Note: note, Accept: "show"}
	return newPrompt(asked, days, th, func(typed string) *Result {
		span, err := desk.ParseDateRange(typed, today)
		switch {
		case typed == "":
			return &Result{}
		case err != nil:
			return nil
		}
		return chosen(func() tea.Cmd { return show(span) })
	})
}

func (p *prompt) input(_ *Box, msg tea.Msg) (*Result, tea.Cmd) {
	p.form.Update(msg)
	return nil, nil
}

func (p *prompt) draw(th *theme.Theme, width, height int) (lines []string, place string) {
	p.form.SetTheme(th)
	p.form.SetSize(width, height)
	return strings.Split(p.form.View(), "\n"), ""
}

func (p *prompt) cursor() *tea.Cursor { return p.form.Cursor() }

// hit returns the field or the option at a cell; a double click on an option takes it.
func (p *prompt) hit(_ *Box, at image.Point) (widget.Spot, bool) {
	spot, ok := p.form.SpotAt(at)
	if len(p.form.Words()[0].Choices) > 0 {
		spot.Twice = "enter"
	}
	return spot, ok
}
