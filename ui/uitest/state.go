package uitest

import (
	"cmp"

	"frontdesk/internal/agentstate"
	"frontdesk/ui/backend"
	"frontdesk/ui/theme"
)

// agentState returns what is kept of the agent.
func (s *Driver) agentState() agentstate.Store {
	s.t.Helper()
	if s.kept == nil {
		var err error
		if s.kept, err = agentstate.OpenFiles(s.options.Dir); err != nil {
			s.t.Fatal(err)
		}
	}
	return s.kept
}

// themes returns what keeps the theme that the agent has chosen.
func (s *Driver) themes() backend.ThemeMemory {
	return backend.ThemeMemory{State: s.agentState(), Name: "themes/agent.json"}
}

// chosenTheme returns the theme that the agent has chosen.
func (s *Driver) chosenTheme() string {
	s.t.Helper()
	chosen, err := s.themes().Chosen(cmp.Or(s.options.Theme, theme.Auto))
	if err != nil {
		s.t.Fatal(err)
	}
	return chosen
}
