package config

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"frontdesk/internal/safetext"
)

// accountsKey is the table that holds one table for each account.
const accountsKey = "accounts"

// readTopLevel reads the top of the file, and the accounts and agents in it without choosing one.
func (c *Config) readTopLevel(f file) (accounts map[string]map[string]any, err error) {
	accounts, agents := map[string]map[string]any{}, map[string]map[string]any{}
	if err := readAll(f.path+": ", f.values, c.allSettings(accounts, agents)); err != nil {
		return nil, err
	}
	c.noteAll("", f.values, c.whole())
	c.Accounts = slices.Sorted(maps.Keys(accounts))
	return accounts, c.readAgents(f.path, agents)
}

// allSettings are all keys that the top of the file has; the tables that are named in it are put into the maps.
func (c *Config) allSettings(accounts, agents map[string]map[string]any) []setting {
	return append(
		c.whole(),
		setting{name: accountsKey, codec: namedTables("an account", "[accounts.acme]", func() []setting { return new(Config).settings() }, accounts)},
		setting{name: agentsKey, codec: namedTables("an agent", `[agents."Asha Rao"]`, func() []setting { return new(Agent).settings() }, agents)},
	)
}

// readFile reads the top of the file, which is for every account, and over it the account that is chosen.
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
	if err := readAll(f.path+": "+within, chosen, c.settings()); err != nil {
		return err
	}
	c.noteAll(within, chosen, c.settings())
	return nil
}

// namedTables is a table of tables whose names are their author's. All are read, also those that are not worked with: a
// mistake in one would else wait for the day on which it is.
func namedTables(what, example string, settings func() []setting, into map[string]map[string]any) codec {
	return codec{read: func(at string, value any) error {
		tables, ok := value.(map[string]any)
		if !ok {
			return typeError(at, "tables such as "+example, value)
		}
		for _, name := range slices.Sorted(maps.Keys(tables)) {
			if !isPlainLine(name) || safetext.LineFromText(name).String() != name {
				return fmt.Errorf("%s has %s whose name %q cannot be shown as it is", at, what, safetext.LineFromText(name))
			}
			if err := table(settings()...).read(at+"."+quoted(name), tables[name]); err != nil {
				return err
			}
			into[name], _ = tables[name].(map[string]any) // a table, or it had not been read
		}
		return nil
	}}
}

// quoted is a name as it stands in a key of the file.
func quoted(name string) string {
	if accountName.MatchString(name) {
		return name
	}
	return strconv.Quote(name)
}

// unknownAccount is the error of an account that is not there.
func unknownAccount(place, name string, known []string) error {
	if len(known) == 0 {
		return fmt.Errorf("%s: there is no account %q; no account is configured", place, name)
	}
	return fmt.Errorf("%s: there is no account %q; known are %s", place, name, strings.Join(known, ", "))
}

// selectAccount finds out which account is worked with: the flag's, else the environment's, else the file's, else the only
// one. An unknown name is an error, or somebody's changes would go to another customer's desk.
func (c *Config) selectAccount(env func(string) string, flagged string) error {
	if value := env(accountVariable); value != "" {
		if err := c.top()[0].read(accountVariable, value); err != nil {
			return err
		}
		c.note(c.top()[0], Origin{Environment, accountVariable})
	}
	known := c.Accounts
	if len(known) == 0 && !c.Account.IsEmpty() {
		known = []string{c.Account.String()}
	}
	if flagged != "" {
		c.Account = safetext.LineFromText(flagged)
		c.note(c.top()[0], Origin{Flag, "--account"})
	}
	if c.Account.IsEmpty() && len(known) == 1 {
		c.Account = safetext.LineFromText(known[0])
		c.note(c.top()[0], Origin{File, accountsKey + "." + known[0]})
	}
	switch {
	case c.Account.IsEmpty() && len(known) > 1:
		return fmt.Errorf("no account is chosen by --account, %s or account in %s; known are %s", accountVariable, c.Path, strings.Join(known, ", "))
	case flagged == "" && len(c.Accounts) == 0, slices.Contains(known, c.Account.String()):
		return nil
	case len(known) == 0:
		return unknownAccount("--account", c.Account.String(), nil)
	}
	place := c.Origins["account"].Name
	if c.Origins["account"].From == File {
		place = c.Path + ": " + place
	}
	return unknownAccount(place, c.Account.String(), known)
}
