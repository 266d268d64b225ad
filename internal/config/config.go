// Package config holds what somebody has set: defaults, over them one TOML file, over that the environment
// (design.md, Command line).
//
// Each layer is read into the same Config in turn instead of being merged as text first, so that an error
// can name the line's own place: the file and key, or the variable.
package config

import (
	"time"

	"github.com/adrg/xdg"

	"frontdesk/internal/desk"
	"frontdesk/internal/text"
)

// Config is everything that can be set. Account, Agent and the names in views and vocabulary are cleaned and
// may be shown as they are.
type Config struct {
	Account text.Line // the account's name, shown in the header; empty when none was given
	Agent   text.Line // who works here, as tickets name their assignee; empty when not given

	BaseURL, KMSURL string // the two hosts of interface.md; both empty: the embedded desk
	AllowPlain      bool   // plain http to other machines
	Token           Secret // the API key, with or without "Basic " before it
	OrderUser       string // of the order operations
	OrderPassword   Secret // of the order operations
	CMID            int    // the account id of interface.md (cm_id, cmId), 0 when not given

	Zone      *time.Location // of the account's dates; the machine's when not given
	Limit     int            // sent with each pull, 1 to 10,000; 0 for none
	Refresh   time.Duration  // between two looks for news; 0 for never
	RangeDays int            // how many days the inbox shows at the start, today included
	Theme     string         // "dark" or "light"; "auto" asks the terminal, which some cannot answer

	DataDir string // where the embedded desk and drafts are kept, may not exist yet; empty when there is no home

	Views        []desk.View // saved views, in the order of their tabs
	SubStatuses  []desk.Code // in the order in which they are offered
	Queues       []desk.Code
	Dispositions []string // paths joined by "|"
}

// Load reads the file at path, else the one that FRONTDESK_CONFIG names, else config.toml in the user's
// configuration directory, which alone may be absent; then the environment. Every error is one line that
// says what is wrong and where; none holds a credential.
func Load(env func(string) string, path string) (Config, error) {
	c := Config{Zone: time.Local, Refresh: time.Minute, RangeDays: 7, Theme: "auto"}
	c.DataDir = under(env("XDG_DATA_HOME"), xdg.DataHome)
	settings := c.settings()
	if err := readFile(env, path, settings); err != nil {
		return Config{}, err
	}
	for _, s := range settings {
		if value := env(s.env); s.env != "" && value != "" {
			if err := s.read(s.env, value); err != nil {
				return Config{}, err
			}
		}
	}
	return c, nil
}
