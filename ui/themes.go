package ui

import (
	"cmp"
	"slices"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
	"frontdesk/ui/theme"
)

// colours is what decides about the colours of the console.
type colours struct {
	part
	apply   func(*theme.Theme) tea.Cmd
	chosen  string // the name of the theme
	profile colorprofile.Profile
	dark    bool // the terminal's own background is
	known   bool // the terminal has told its background
}

// newColours returns the colours of a console before its terminal has told anything.
func newColours(c *Config) colours {
	s := colours{chosen: cmp.Or(c.ChosenTheme, c.Theme, theme.Auto), profile: colorprofile.TrueColor, dark: true}
	if _, known := theme.Find(s.chosen, c.Themes); !known { // it was removed from the configuration
		s.chosen = cmp.Or(c.Theme, theme.Auto)
	}
	return s
}

// themeNamed returns a theme for this terminal; that of the terminal's background if there is none of the name.
func (t *colours) themeNamed(name string) *theme.Theme {
	s, known := theme.Find(name, t.Themes)
	if !known {
		s, _ = theme.Find(theme.Auto, nil)
	}
	th := s.For(t.dark, t.NoColor, t.profile)
	if t.PlainSymbols {
		plain := *th
		plain.PlainSymbols = true
		return &plain
	}
	return th
}

// setBackground applies what the terminal tells of its background first. Later it may tell the one that a theme has
// set.
func (t *colours) setBackground(dark bool) tea.Cmd {
	if t.known {
		return nil
	}
	t.dark, t.known = dark, true
	return t.apply(t.themeNamed(t.chosen))
}

// setProfile applies the colours that the terminal has.
func (t *colours) setProfile(p colorprofile.Profile) tea.Cmd {
	t.profile = p
	return t.apply(t.themeNamed(t.chosen))
}

// setScreen sets the theme's own text and background. A terminal that has not told its background would not
// understand that, or be read before it was asked.
func (t *colours) setScreen(v *tea.View) {
	if t.known {
		v.ForegroundColor, v.BackgroundColor = t.th.ScreenColours()
	}
}

// themeReason says why there are no colours to choose.
func themeReason(c *Console, _ pane.Target) string {
	switch {
	case c.NoColor:
		return "NO_COLOR is set: there are no colours"
	case c.colours.profile <= colorprofile.ASCII:
		return "this terminal has no colours"
	case c.colours.profile == colorprofile.ANSI:
		return "this terminal has sixteen colours, which are chosen there"
	}
	return ""
}

// openThemes lists the themes. Each is shown while the cursor is on it.
func (t *colours) openThemes() tea.Cmd {
	all := slices.Concat(theme.All(), t.Themes)
	items := make([]overlay.PickerItem, len(all))
	for i, s := range all {
		items[i] = overlay.PickerItem{Label: s.Name, Value: s.Description}
	}
	t.open(overlay.NewPicker(overlay.PickSpec{
		Title: "Theme", Items: items,
		At:     max(slices.IndexFunc(all, func(s theme.Spec) bool { return s.Name == t.chosen }), 0),
		Pick:   func(chosen overlay.PickerItem) tea.Cmd { return t.choose(chosen.Label) },
		Show:   func(item overlay.PickerItem) tea.Cmd { return t.apply(t.themeNamed(item.Label)) },
		Cancel: func() tea.Cmd { return t.apply(t.themeNamed(t.chosen)) },
		Sample: themeSample,
	}, t.Keys))
	return nil
}

// themeSample shows the colours that the list does not have.
func themeSample(th *theme.Theme) string {
	return th.Success.Render("done") + "  " + th.Info.Render("new") + "  " + th.Warning.Render("soon late") + "  " +
		th.Error.Render("late") + "  " + th.Key.Render("key") + "  " + th.Muted.Render("aside") + "  " +
		th.SelectedInactive.Render(" at rest ") + "  " + th.SearchMatch.Render("found")
}

// choose keeps a theme for this agent; the configuration stays as it is.
func (t *colours) choose(name string) tea.Cmd {
	t.chosen = name
	configured := cmp.Or(t.Theme, theme.Auto)
	text := "theme: " + name + ", also from the next start on"
	if name == configured {
		text = "theme: " + name + ", as it is configured"
	}
	t.notify(levelTransient, text)
	return tea.Batch(t.apply(t.themeNamed(name)), t.cmds.KeepTheme(configured, name))
}

// onKept says that a theme holds for this session only. A theme that was chosen in another account holds here too.
func (t *colours) onKept(msg backend.ThemeKeptMsg) tea.Cmd {
	if msg.Configured != cmp.Or(t.Theme, theme.Auto) {
		return nil
	}
	if msg.Chosen != t.chosen {
		t.chosen = msg.Chosen
		return t.apply(t.themeNamed(msg.Chosen))
	}
	if msg.Err != nil {
		t.notify(levelWarning, "the theme is not kept for the next start: "+backend.ErrorText(msg.Err))
	}
	return nil
}
