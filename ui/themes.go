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
func (c *Console) themeNamed(name string) *theme.Theme {
	s, known := theme.Find(name, c.Themes)
	if !known {
		s, _ = theme.Find(theme.Auto, nil)
	}
	th := s.For(c.colours.dark, c.NoColor, c.colours.profile)
	if c.PlainSymbols {
		plain := *th
		plain.PlainSymbols = true
		return &plain
	}
	return th
}

// setBackground applies what the terminal tells of its background first. Later it may tell the one that a theme has
// set.
func (c *Console) setBackground(dark bool) tea.Cmd {
	if c.colours.known {
		return nil
	}
	c.colours.dark, c.colours.known = dark, true
	return c.applyTheme(c.themeNamed(c.colours.chosen))
}

// setProfile applies the colours that the terminal has.
func (c *Console) setProfile(p colorprofile.Profile) tea.Cmd {
	c.colours.profile = p
	return c.applyTheme(c.themeNamed(c.colours.chosen))
}

// setScreenColours sets the theme's own text and background. A terminal that has not told its background would not
// understand that, or be read before it was asked.
func (c *Console) setScreenColours(v *tea.View) {
	if c.colours.known {
		v.ForegroundColor, v.BackgroundColor = c.th.ScreenColours()
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
func (c *Console) openThemes() tea.Cmd {
	all := slices.Concat(theme.All(), c.Themes)
	items := make([]overlay.PickerItem, len(all))
	for i, s := range all {
		items[i] = overlay.PickerItem{Label: s.Name, Value: s.Description}
	}
	p := overlay.NewPicker(c.Keys, "Theme", items, func(chosen overlay.PickerItem) tea.Cmd {
		return c.chooseTheme(chosen.Label)
	})
	p.MoveTo(slices.IndexFunc(all, func(s theme.Spec) bool { return s.Name == c.colours.chosen }))
	p.SetPreview(overlay.Preview{
		Show:   func(item overlay.PickerItem) tea.Cmd { return c.applyTheme(c.themeNamed(item.Label)) },
		Cancel: func() tea.Cmd { return c.applyTheme(c.themeNamed(c.colours.chosen)) },
		Sample: themeSample,
	})
	c.open(p)
	return nil
}

// themeSample shows the colours that the list does not have.
func themeSample(th *theme.Theme) string {
	return th.Success.Render("done") + "  " + th.Info.Render("new") + "  " + th.Warning.Render("soon late") + "  " +
		th.Error.Render("late") + "  " + th.Key.Render("key") + "  " + th.Muted.Render("aside") + "  " +
		th.SelectedInactive.Render(" at rest ") + "  " + th.SearchMatch.Render("found")
}

// chooseTheme keeps a theme for this agent; the configuration stays as it is.
func (c *Console) chooseTheme(name string) tea.Cmd {
	c.colours.chosen = name
	configured := cmp.Or(c.Theme, theme.Auto)
	text := "theme: " + name + ", also from the next start on"
	if name == configured {
		text = "theme: " + name + ", as it is configured"
	}
	c.notify(levelTransient, text)
	return tea.Batch(c.applyTheme(c.themeNamed(name)), c.cmds.KeepTheme(configured, name))
}

// onThemeKept says that a theme holds for this session only. A theme that was chosen in another account holds here too.
func (c *Console) onThemeKept(msg backend.ThemeKeptMsg) tea.Cmd {
	if msg.Configured != cmp.Or(c.Theme, theme.Auto) {
		return nil
	}
	if msg.Chosen != c.colours.chosen {
		c.colours.chosen = msg.Chosen
		return c.applyTheme(c.themeNamed(msg.Chosen))
	}
	if msg.Err != nil {
		c.notify(levelWarning, "the theme is not kept for the next start: "+backend.ErrorText(msg.Err))
	}
	return nil
}
