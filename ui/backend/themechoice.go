package backend

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/agent"
)

// ThemeMemory keeps which theme an agent has chosen in the console instead of the configured one. A choice holds until
// another theme is configured. The zero ThemeMemory keeps nothing.
type ThemeMemory struct {
	State *agent.State
	Name  string // of the setting
}

// Chosen returns the theme that was chosen instead of the configured one; empty if none was.
func (m ThemeMemory) Chosen(configured string) (string, error) {
	chosen, err := m.all()
	if err != nil {
		return "", fmt.Errorf("your theme could not be loaded: %w", err)
	}
	return chosen[configured], nil
}

// all returns the names of the themes that were chosen, by the configured one.
func (m ThemeMemory) all() (chosen map[string]string, err error) {
	if m.State != nil {
		err = m.State.Setting(m.Name).Load(&chosen)
	}
	return chosen, err
}

// keep keeps a choice. The configured theme itself is no choice.
func (m ThemeMemory) keep(configured, chosen string) error {
	if m.State == nil {
		return nil
	}
	all, err := m.all()
	if err != nil || all == nil {
		all = map[string]string{} // Chosen has told why, or there is none
	}
	if delete(all, configured); chosen != configured {
		all[configured] = chosen
	}
	return m.State.Setting(m.Name).Keep(all)
}

// ThemeKeptMsg is the result of KeepTheme.
type ThemeKeptMsg struct {
	Configured, Chosen string
	Err                error
}

// KeepTheme keeps a theme that was chosen instead of the configured one.
func (c *Backend) KeepTheme(configured, chosen string) tea.Cmd {
	return func() tea.Msg { return ThemeKeptMsg{configured, chosen, c.Themes.keep(configured, chosen)} }
}
