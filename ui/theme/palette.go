package theme

import "charm.land/lipgloss/v2"

// Palette names the colours of a theme by their role. Palettes are the only place of colours: styles, frames and
// documents take theirs from one. A colour is "#rrggbb", the number of one of the terminal's own colours ("0" to "15"),
// or empty for what the terminal draws with anyway. A role is described in the table of roles, too.
type Palette struct {
	Text             string // what has no other role; empty for the terminal's own
	Background       string // of the whole screen; empty for the terminal's own
	Muted            string // secondary text
	Accent           string // focus: frames, the open tab, headings of documents
	Key              string // a key to press
	Success          string
	Warning          string
	Error            string
	Info             string
	Border           string // lines between panes: decoration that says nothing
	Header           string // column and group titles
	SelectedText     string // the row under the cursor …
	Selected         string // … and its background
	SelectedInactive string // background of that row without focus; underlined when empty
	BarText          string // the first line of the screen …
	Bar              string // … and its background
	BarErrorText     string // an error in that line …
	BarError         string // … and its background
}

// Role is a colour of a palette.
type Role struct {
	Name string // in the configuration
	Doc  string
	of   func(*Palette) *string
}

// In returns the role's colour in a palette, which can be set.
func (r Role) In(p *Palette) *string { return r.of(p) }

// Roles returns every role, in the order of the documentation.
func Roles() []Role { return roles }

var roles = []Role{
	{"text", "what has no other role", func(p *Palette) *string { return &p.Text }},
	{"background", "of the whole screen", func(p *Palette) *string { return &p.Background }},
	{"muted", "secondary text", func(p *Palette) *string { return &p.Muted }},
	{"accent", "frames with the focus, the open tab, headings", func(p *Palette) *string { return &p.Accent }},
	{"key", "a key to press", func(p *Palette) *string { return &p.Key }},
	{"success", "done, on time", func(p *Palette) *string { return &p.Success }},
	{"warning", "soon overdue, or incomplete", func(p *Palette) *string { return &p.Warning }},
	{"error", "overdue, or failed", func(p *Palette) *string { return &p.Error }},
	{"info", "new, or in progress", func(p *Palette) *string { return &p.Info }},
	{"border", "lines between panes", func(p *Palette) *string { return &p.Border }},
	{"header", "titles of columns and groups", func(p *Palette) *string { return &p.Header }},
	{"selected_text", "text of the row under the cursor", func(p *Palette) *string { return &p.SelectedText }},
	{"selected", "background of the row under the cursor", func(p *Palette) *string { return &p.Selected }},
	{
		"selected_inactive", "background of that row in a list without the focus; underlined when there is none",
		func(p *Palette) *string { return &p.SelectedInactive },
	},
	{"bar_text", "text of the first line", func(p *Palette) *string { return &p.BarText }},
	{"bar", "background of the first line", func(p *Palette) *string { return &p.Bar }},
	{"bar_error_text", "text of an error in the first line", func(p *Palette) *string { return &p.BarErrorText }},
	{"bar_error", "background of an error in the first line", func(p *Palette) *string { return &p.BarError }},
}

// isOwn reports whether all colours are the terminal's own.
func (p *Palette) isOwn() bool {
	for _, r := range roles {
		if c := *r.In(p); len(c) > 0 && c[0] == '#' {
			return false
		}
	}
	return true
}

// The styles of what commands print, in the colours that the user chose for the terminal.
var (
	CommandStrong  = newStyle(lipgloss.NewStyle().Bold(true))
	CommandDim     = newStyle(lipgloss.NewStyle().Faint(true))
	CommandError   = newStyle(lipgloss.NewStyle().Foreground(lipgloss.Color("1")))
	CommandWarning = newStyle(lipgloss.NewStyle().Foreground(lipgloss.Color("3")))
)
