// Package config holds what somebody has set: defaults, over them one TOML file with the account that was chosen in
// it, over that the environment. Each value knows where it comes from.
//
// Each layer is read into the same Config in turn instead of being merged as text first, so that an error
// can name the line's own place: the file and key, or the variable.
package config

import (
	"path/filepath"
	"time"

	"github.com/adrg/xdg"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
)

// Config is everything that can be set. Account, Agent and the names in views and vocabulary are cleaned and
// may be shown as they are.
type Config struct {
	Account safetext.Line // the account's name, shown in the header; empty when none was given
	Agent   safetext.Line // who works here, as tickets name their assignee; empty when not given

	BaseURL, ArticlesURL string           // the two hosts (PROTOCOL.md 1.1); both empty: the embedded desk
	AllowPlainHTTP       bool             // plain http to other machines
	Token                Secret           // the API key, with or without "Basic " before it
	TokenFrom            CredentialSource // where it is when Token is empty
	OrderUser            string           // of the order operations
	OrderPassword        Secret           // of the order operations
	OrderPasswordFrom    CredentialSource // where it is when OrderPassword is empty
	AccountID            int              // the account id (cm_id, cmId; PROTOCOL.md 6.1), 0 when not given

	Zone        *time.Location // of the account's dates; the machine's when not given
	DisplayZone *time.Location // of the moments that people read and type; nil for the account's
	Paginated   bool           // the account's pulls must name a limit (PROTOCOL.md 6.1)
	Limit       int            // sent with each pull, 1 to 10,000; 0 for none
	Refresh     time.Duration  // between two looks for news; 0 for never
	RangeDays   int            // how many days the inbox shows at the start, today included
	Theme       string         // "dark" or "light"; "auto" asks the terminal, which some cannot answer

	DataDir string // where the embedded desk and drafts are kept, may not exist yet; empty when there is no home

	Views        []desk.View // saved views, in the order of their tabs
	SubStatuses  []desk.Code // in the order in which they are offered
	Queues       []desk.Code
	Dispositions []string // paths joined by "|"

	Keys []keymap.Override // other keys than the usual ones, as they stand in the file: keymap.Rebind knows whether they can be had

	Agents map[string]Agent // of frontdesk ssh, by name

	Serve Server // of frontdesk serve alone

	Path     string            // the file that was read, or would have been; empty when there is no home
	Exists   bool              // whether there was one
	Accounts []string          // the names of its accounts, cleaned and sorted
	Origins  map[string]Origin // of what is set, by the name of the setting
}

// pageLimit is what an account with pagination sends when nothing else is said: enough for most days in one answer.
const pageLimit = 1000

// defaults are what holds with nothing set.
func defaults(env func(string) string) Config {
	return Config{
		Zone: time.Local, Refresh: time.Minute, RangeDays: 7, Theme: "auto",
		DataDir: appDir(env("XDG_DATA_HOME"), xdg.DataHome), Origins: map[string]Origin{},
		Serve: serveDefaults(),
	}
}

// LoadAccount reads the file at path, else the one that FRONTDESK_CONFIG names, else config.toml in the user's
// configuration directory, which alone may be absent; in it the account of that name, else of the one that
// FRONTDESK_ACCOUNT or the file chooses; then the environment. Every error is one line that says what is wrong and
// where; none holds a credential.
func LoadAccount(env func(string) string, path, account string) (Config, error) {
	c := defaults(env)
	file, err := findFile(env, path)
	c.Path = file.path
	if err != nil {
		return c, err
	}
	c.Exists = file.values != nil
	if err := c.readFile(file, env, account); err != nil {
		return c, err
	}
	for _, s := range c.settings() {
		value := env(s.env)
		if s.env == "" || value == "" {
			continue
		}
		if err := s.read(s.env, value); err != nil {
			return c, err
		}
		c.note(s, Origin{Environment, s.env})
	}
	if err := c.checkDestinations(); err != nil {
		return c, err
	}
	if c.Paginated && c.Limit == 0 {
		c.Limit = pageLimit
	}
	err = c.readServe(env)
	return c, err
}

// appDir is our directory in the first of the places that can be used, empty when none can: the XDG specification
// says to ignore relative ones, which is also what a missing home gives.
func appDir(places ...string) string {
	for _, place := range places {
		if filepath.IsAbs(place) {
			return filepath.Join(place, "frontdesk")
		}
	}
	return ""
}
