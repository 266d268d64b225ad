package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/macro"
	"frontdesk/internal/safetext"
	"frontdesk/internal/settings"
	"frontdesk/ui/theme"
)

// accountsKey is the table with a table for each account.
const accountsKey = "accounts"

// accountKey is the setting of the account to use.
const accountKey = "account"

// readTopLevel reads the top level of the file and the agents. It returns the accounts' tables without selecting one.
func (c *Config) readTopLevel(f file) (accounts map[string]map[string]any, err error) {
	accounts, agents := map[string]map[string]any{}, map[string]map[string]any{}
	if err := c.readThemes(f); err != nil {
		return nil, err
	}
	if err := settings.Read(f.path+": ", f.values, c.allSettings(accounts, agents)); err != nil {
		return nil, err
	}
	c.Origins.Record("", "", f.values, c.topLevelSettings())
	c.Accounts = slices.Sorted(maps.Keys(accounts))
	return accounts, c.readAgents(f.path, agents)
}

// allSettings returns all top-level settings. Reading them stores the tables of accounts and agents in the maps.
func (c *Config) allSettings(accounts, agents map[string]map[string]any) []settings.Setting {
	account := func() []settings.Setting { return (&Config{Themes: c.Themes}).settings() }
	agent := func() []settings.Setting { return new(Agent).settings(c.Themes) }
	return append(
		c.topLevelSettings(),
		settings.Setting{Name: accountsKey, Codec: namedTables("an account", "[accounts.acme]", account, accounts)},
		settings.Setting{Name: agentsKey, Codec: namedTables("an agent", `[agents."Asha Rao"]`, agent, agents)},
		settings.Setting{Name: themesKey, Codec: c.themesCodec},
	)
}

// readFile reads the top level of the file, which applies to every account, and then the selected account.
func (c *Config) readFile(f file, env func(string) string, flagged string) error {
	tables, err := c.readTopLevel(f)
	if err != nil {
		return err
	}
	if err := c.selectAccount(env, flagged); err != nil {
		return err
	}
	chosen, found := tables[c.Account.String()]
	if !found {
		return nil
	}
	within := accountsKey + "." + c.Account.String() + "."
	if err := settings.Read(f.path+": "+within, chosen, c.settings()); err != nil {
		return err
	}
	c.Origins.Record("", within, chosen, c.settings())
	return nil
}

// namedTables returns the codec of a table of tables with names of the user's choice. It reads all of them, so that a
// mistake in one is found before it is selected.
func namedTables(
	what, example string, keys func() []settings.Setting, into map[string]map[string]any,
) func() settings.Codec {
	codec := settings.Codec{Read: func(at string, value any) error {
		tables, ok := value.(map[string]any)
		if !ok {
			return settings.TypeError(at, "tables such as "+example, value)
		}
		for _, name := range slices.Sorted(maps.Keys(tables)) {
			if !settings.IsPlainLine(name) || safetext.LineFromText(name).String() != name {
				return fmt.Errorf(
					"%s has %s whose name %q cannot be shown as it is",
					at,
					what,
					safetext.LineFromText(name),
				)
			}
			if err := settings.Table(keys).Read(at+"."+settings.QuoteKey(name), tables[name]); err != nil {
				return err
			}
			into[name], _ = tables[name].(map[string]any) // read has checked that it is a table
		}
		return nil
	}}
	return func() settings.Codec { return codec }
}

// unknownAccount returns the error for an account that does not exist.
func unknownAccount(place, name string, known []string) error {
	if len(known) == 0 {
		return fmt.Errorf("%s: there is no account %q; no account is configured", place, name)
	}
	return fmt.Errorf("%s: there is no account %q; known are %s", place, name, strings.Join(known, ", "))
}

// selectAccount selects the account: from the flag, else the environment, else the file, else the only one. An unknown
// name is an error, because changes must not go to another account.
func (c *Config) selectAccount(env func(string) string, flagged string) error {
	if err := c.Origins.Environment("", env, c.topLevelOnly()[:1]); err != nil {
		return err
	}
	known := c.Accounts
	if len(known) == 0 && !c.Account.IsEmpty() {
		known = []string{c.Account.String()}
	}
	if flagged != "" {
		c.Account = safetext.LineFromText(flagged)
		c.Origins[accountKey] = Origin{From: Flag, Name: "--account"}
	}
	if c.Account.IsEmpty() && len(known) == 1 {
		c.Account = safetext.LineFromText(known[0])
		c.Origins[accountKey] = Origin{From: File, Name: accountsKey + "." + known[0]}
	}
	switch {
	case c.Account.IsEmpty() && len(known) > 1:
		return fmt.Errorf(
			"no account is chosen by --account, %s or account in %s; known are %s",
			c.topLevelOnly()[0].Env,
			c.Path,
			strings.Join(known, ", "),
		)
	case flagged == "" && len(c.Accounts) == 0, slices.Contains(known, c.Account.String()):
		return nil
	case len(known) == 0:
		return unknownAccount("--account", c.Account.String(), nil)
	}
	place := c.Origins[accountKey].Name
	if c.Origins[accountKey].From == File {
		place = c.Path + ": " + place
	}
	return unknownAccount(place, c.Account.String(), known)
}

// agentsKey is the table with a table for each agent of frontdesk ssh.
const agentsKey = "agents"

// Agent holds one agent's settings for frontdesk ssh, which override the account's.
type Agent struct {
	Email      safetext.Line     `toml:"email" doc:"e-mail address of the agent, for the audit"`
	Account    safetext.Line     `toml:"account" doc:"the account that the agent works on, one of [accounts], with its credentials"`
	Theme      string            `toml:"theme" kind:"theme" doc:"a theme by its name, as for accounts"`
	Accessible bool              `toml:"accessible" doc:"accessible mode, whatever the agent's terminal is"`
	Zone       *time.Location    `toml:"display_zone" doc:"of the moments that the agent reads and types; else the terminal's TZ, else the account's"`
	Views      []desk.View       `toml:"views" doc:"tabs of the inbox, instead of the account's"`
	Keys       []keymap.Override `toml:"keys" kind:"keys" doc:"key bindings of the agent, which replace those of the account"`
	Token      Secret            `toml:"token" kind:"secret" secret:"yes" group:"token" doc:"the agent's own API key for the account; the file must then be its owner's alone (mode 0600)"`
	TokenFrom  CredentialSource  `prefix:"token_" group:"token" what:"the agent's own API key for the account"`
	Macros     []macro.Macro     `toml:"macros" kind:"macros" doc:"updates with a name, which a key sends"` // on top of the account's
	Texts      []macro.Text      `toml:"texts" kind:"texts" doc:"texts with a name, offered after :: in comments"`
}

// settings returns the settings of an agent's table; themes are those of the file's own.
func (a *Agent) settings(themes []theme.Spec) []settings.Setting { return kinds(themes).Of(a) }

// HasToken reports whether the agent has an API key of their own.
func (a Agent) HasToken() bool { return a.Token != "" || !a.TokenFrom.IsZero() }

// ApplyTo returns an account's configuration with the agent's settings applied.
func (a Agent) ApplyTo(c Config) Config {
	if a.Theme != "" {
		c.Theme = a.Theme
	}
	c.Accessible = c.Accessible || a.Accessible
	if a.Zone != nil {
		c.DisplayZone = a.Zone
	}
	if a.Views != nil {
		c.Views = a.Views
	}
	c.Macros, c.Texts = macro.OnTop(a.Macros, c.Macros), macro.TextsOnTop(a.Texts, c.Texts)
	replaced := func(o keymap.Override) bool {
		return slices.ContainsFunc(
			a.Keys,
			func(own keymap.Override) bool { return own.Place == o.Place && own.Action == o.Action },
		)
	}
	c.Keys = append(slices.DeleteFunc(slices.Clone(c.Keys), replaced), a.Keys...)
	return c
}

// readAgents reads the agents' tables. An unknown account is an error here, so that it is found before the agent signs
// in.
func (c *Config) readAgents(path string, tables map[string]map[string]any) error {
	for _, name := range slices.Sorted(maps.Keys(tables)) {
		var a Agent
		values := tables[name]
		within := agentsKey + "." + settings.QuoteKey(name)
		if err := settings.Read(path+": "+within+".", values, a.settings(c.Themes)); err != nil {
			return err
		}
		if account := a.Account.String(); account != "" && !slices.Contains(c.Accounts, account) {
			return unknownAccount(path+": "+within+".account", account, c.Accounts)
		}
		c.Origins.Record(within+".", within+".", values, a.settings(c.Themes))
		if c.Agents == nil {
			c.Agents = map[string]Agent{}
		}
		c.Agents[name] = a
	}
	return nil
}
