package config

import (
	"maps"
	"slices"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
)

// agentsKey is the table that holds one table for each agent of frontdesk ssh.
const agentsKey = "agents"

// Agent is what one agent of frontdesk ssh has otherwise than the account; what is not given is the account's.
type Agent struct {
	Email   safetext.Line  // for the audit
	Account safetext.Line  // that the agent works on, one of the file's
	Theme   string         // "auto", "dark" or "light"
	Zone    *time.Location // of the moments that the agent reads and types; nil when not given
	Views   []desk.View    // instead of the account's; nil when not given
	Keys    []keymap.Override
}

// settings are the keys of an agent's table. They are listed where they are given.
func (a *Agent) settings() []setting {
	return []setting{
		{name: "email", hideDefault: true, doc: "for the audit", codec: displayLine(&a.Email)},
		{name: "account", hideDefault: true, doc: "that the agent works on, of those in [accounts], with its credentials", codec: displayLine(&a.Account)},
		{name: "theme", hideDefault: true, doc: "auto asks the terminal for its background", codec: enum(&a.Theme, themes...)},
		{name: "display_zone", hideDefault: true, doc: "of the moments that the agent reads and types; else the terminal's TZ, else the account's", codec: timeZone(&a.Zone)},
		{name: "views", hideDefault: true, doc: "tabs of the inbox, instead of the account's", codec: list(&a.Views, view)},
		{name: "keys", doc: "other keys, over those of the account", codec: bindings(&a.Keys)},
	}
}

// ApplyTo is an account's configuration as the agent has it.
func (a Agent) ApplyTo(c Config) Config {
	if a.Theme != "" {
		c.Theme = a.Theme
	}
	if a.Zone != nil {
		c.DisplayZone = a.Zone
	}
	if a.Views != nil {
		c.Views = a.Views
	}
	replaced := func(o keymap.Override) bool {
		return slices.ContainsFunc(a.Keys, func(own keymap.Override) bool { return own.Place == o.Place && own.Action == o.Action })
	}
	c.Keys = append(slices.DeleteFunc(slices.Clone(c.Keys), replaced), a.Keys...)
	return c
}

// readAgents takes the agents' tables. Each must name an account that is there: the day on which the agent signs in is
// too late to hear of it.
func (c *Config) readAgents(path string, tables map[string]map[string]any) error {
	for _, name := range slices.Sorted(maps.Keys(tables)) {
		var a Agent
		values := tables[name]
		within := agentsKey + "." + quoted(name)
		if err := readAll(path+": "+within+".", values, a.settings()); err != nil {
			return err
		}
		if account := a.Account.String(); account != "" && !slices.Contains(c.Accounts, account) {
			return unknownAccount(path+": "+within+".account", account, c.Accounts)
		}
		c.noteInner("", within, values, a.settings())
		if c.Agents == nil {
			c.Agents = map[string]Agent{}
		}
		c.Agents[name] = a
	}
	return nil
}
