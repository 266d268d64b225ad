package main

import (
	"cmp"

	"frontdesk/internal/config"
	"frontdesk/internal/desk"
	"frontdesk/internal/sshd"
)

// withConfig is an agent as the configuration knows them. What the line of the key says comes first, as the environment does
// elsewhere.
func (d *accounts) withConfig(a sshd.Agent) sshd.Agent {
	own := (*d.agents.Load())[a.Name.String()]
	a.Email = cmp.Or(a.Email, own.Email)
	a.Account = cmp.Or(a.Account, own.Account.String())
	return a
}

// agentConfig are an account's settings as the agent of a session has them: what the line of the key says comes before what
// the configuration says of the agent, and that before the time zone that the terminal tells.
func (d *accounts) agentConfig(v *sshd.Session, account config.Config) config.Config {
	own := (*d.agents.Load())[v.Agent.Name.String()]
	settings := own.ApplyTo(account)
	settings.Agent = v.Agent.Name
	settings.Theme = cmp.Or(v.Agent.Theme, settings.Theme)
	told, _ := desk.ParseZone(v.Env("TZ")) // nil when it tells none, or not in the words of the zone database
	settings.DisplayZone = cmp.Or(v.Agent.Zone, own.Zone, told, account.DisplayZone)
	return settings
}
