package uitest

import (
	"cmp"
	"context"

	"frontdesk/internal/agent"
	"frontdesk/internal/client"
	"frontdesk/ui/theme"
)

// newContext returns the context of a console, which stop ends.
func (s *Driver) newContext(parent context.Context) context.Context {
	ctx, cancel := context.WithCancel(context.WithoutCancel(parent))
	s.stop = cancel
	s.Net.begin(ctx.Done())
	return ctx
}

// openDesk makes the desk's service and the network to it.
func (s *Driver) openDesk(file string) {
	s.t.Helper()
	s.service = &deskService{fixture: s.options.fixture, file: file, now: s.now}
	s.Net = &Network{service: s.service, author: s.options.agent(), intercept: s.options.Intercept}
	if len(s.options.Faults) > 0 {
		s.Net.SetFaults(s.options.Faults...)
	}
}

// newClient returns the console's client.
func (s *Driver) newClient() *client.Client {
	s.t.Helper()
	c, err := client.New(client.Config{
		ReadTries: s.options.tries(),
		BaseURL:   "https://desk.example.com", KMSURL: "https://kms.example.com", Zone: Zone, Transport: s.Net,
		Token: client.Secret(cmp.Or(s.options.Token, token)), User: orderUser, Password: orderPassword,
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return c
}

// agentState returns what is kept of the agent.
func (s *Driver) agentState() *agent.State {
	s.t.Helper()
	state, err := agent.ThisHost{}.Open(s.options.Dir, s.options.Account)
	if err != nil {
		s.t.Fatal(err)
	}
	return state
}

// chosenTheme returns the theme that the agent has chosen.
func (s *Driver) chosenTheme() string {
	s.t.Helper()
	chosen, err := s.cmds.Themes.Chosen(cmp.Or(s.options.Theme, theme.Auto))
	if err != nil {
		s.t.Fatal(err)
	}
	return chosen
}
