// Package config loads the configuration: defaults, overridden by one TOML file with the selected account, overridden
// by the environment. It records the origin of each value.
//
// The layers are read one after the other into the same Config instead of being merged as text first, so that an error
// can name the location: the file and key, or the variable.
package config

import (
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/adrg/xdg"

	"frontdesk/internal/desk"
	"frontdesk/internal/filestore"
	"frontdesk/internal/keymap"
	"frontdesk/internal/macro"
	"frontdesk/internal/safetext"
	fields "frontdesk/internal/schema"
	"frontdesk/ui/theme"
)

// Config holds all settings. Account, Agent and the names in views and vocabulary are sanitised.
type Config struct {
	Account safetext.Line // the account's name, shown in the header; empty when not set
	Agent   safetext.Line // the agent's name as tickets name their assignee; empty when not set

	BaseURL, ArticlesURL string           // the two addresses (PROTOCOL.md 1.1); both empty: the embedded desk
	AllowPlainHTTP       bool             // allow unencrypted http to other machines
	Token                Secret           // the API key, with or without "Basic " before it
	TokenFrom            CredentialSource // the source of Token if that is empty
	OrderUser            string           // for the order operations
	OrderPassword        Secret           // for the order operations
	OrderPasswordFrom    CredentialSource // the source of OrderPassword if that is empty
	AccountID            int              // the account id (cm_id, cmId; PROTOCOL.md 6.1), 0 when not set

	Sample       bool // the sample desk is meant: by --sample, or by the console without any configuration
	SignComments bool // comments end with the agent's name
	OnBehalfOf   bool // the service is told who writes
	ReadOnly     bool // refuse every write; also set by --read-only
	Accessible   bool // the console is read out line by line; also set by --accessible

	Zone         *time.Location // time zone of the account's dates; the machine's when not set
	DisplayZone  *time.Location // time zone for display and input; nil for the account's
	Paginated    bool           // the account's pulls require a limit (PROTOCOL.md 6.1)
	Limit        int            // sent with each pull, 1 to 10,000; 0 for none
	Refresh      time.Duration  // interval between refreshes; 0 for never
	RefreshOlder time.Duration  // age up to which the answers for the two days before today are left as they are
	HoldBack     time.Duration  // how long updates can be undone before they are sent; 0 sends at once
	RangeDays    int            // number of days that the inbox shows at first, including today
	OpenSince    int            // number of days whose open tickets are kept, including today; 0 for those shown
	TicketLines  int            // of each ticket in the inbox, 1 or 2
	AfterSave    string         // where a saved form leads: "next", "list" or "stay"
	Conversation string         // the order of a ticket's messages: "newest first" or "oldest first"
	Theme        string         // by name; theme.Auto is by the terminal's background, which not all report

	Symbols string // what frames, bars and marks are drawn with: "usual" or "plain"

	Mouse bool // whether the mouse works in the console, instead of selecting text

	Notifications string // how the desktop is told of callbacks, besides the bell: one of the values of notifications

	DataDir string // directory of the embedded desk and drafts, may not exist; empty when there is no home directory

	CacheMode string // whether records are kept on disk between starts: "on" or "off"
	CacheDir  string // directory of the caches of all accounts, may not exist; empty when there is no home directory

	FAQLink     string // where customers read an article, with ArticleIDMark for its id; empty when that is not known
	FAQPrefetch bool   // whether all FAQ articles are searched for in the background, so that they are found at once

	Columns      []string    // columns of the inbox, from left to right
	Views        []desk.View // saved views, in the order of their tabs
	SubStatuses  []desk.Code // in the order in which they are offered
	Queues       []desk.Code
	Dispositions []string // paths joined by "|"

	TicketBlocks fields.Blocks // the account's own blocks in tickets

	Macros []macro.Macro // in the order of their list; names and keys occur once
	Texts  []macro.Text  // canned texts

	Keys []keymap.Override // custom key bindings as in the file; keymap.WithOverrides validates them

	Agents map[string]Agent // for frontdesk ssh, by name

	Themes      []theme.Spec // the file's own, by name
	themeTables map[string]*themeTable

	Serve   Server  // for frontdesk serve only
	Cluster Cluster // for frontdesk ssh only

	UnknownVariables []string // names of variables that begin like those of frontdesk, and are none

	Path     string            // path of the file, even if it does not exist; empty when there is no home directory
	Exists   bool              // the file exists
	Accounts []string          // the names of the file's accounts, sanitised and sorted
	Origins  map[string]Origin // origins of the values that are set, by name of the setting
}

// pageLimit is the default limit of an account with pagination: enough for one response on most days.
const pageLimit = 1000

// defaults returns the default configuration. configuration.md lists the defaults; getting-started.md names
// those of HoldBack, RangeDays and OpenSince, and scaling.md estimates with those of RangeDays and OpenSince.
func defaults(env func(string) string) Config {
	return Config{
		Zone: time.Local, Refresh: time.Minute, RefreshOlder: 10 * time.Minute, HoldBack: 5 * time.Second,
		RangeDays: 7, OpenSince: 90,
		TicketLines: 1, AfterSave: "next", Conversation: conversationOrders[0], Theme: theme.Auto, Columns: desk.UsualColumns(),
		Notifications: notifications[0], Symbols: symbols[0],
		DataDir: appDir(env("XDG_DATA_HOME"), xdg.DataHome), Origins: map[string]Origin{},
		CacheDir: appDir(env("XDG_CACHE_HOME"), xdg.CacheHome), CacheMode: cacheModes[0], FAQPrefetch: true, Mouse: true,
		Serve: Server{Listen: "127.0.0.1:8080", Zone: time.Local, AccountID: 1},
	}
}

// openConfig returns the default configuration with the location of the file, and the file, of which nothing is read.
func openConfig(env func(string) string, path string) (Config, file, error) {
	c := defaults(env)
	if err := c.checkVariables(env); err != nil {
		return c, file{}, err
	}
	found, err := findFile(env, path)
	c.Path, c.Exists = found.path, err == nil && found.values != nil
	return c, found, err
}

// readEnvironment reads the settings that environment variables hold, and records the origin of each.
func readEnvironment(env func(string) string, settings []setting, record func(setting, Origin)) error {
	for _, s := range settings {
		if s.env == "" {
			continue
		}
		from, value := s.env, env(s.env)
		if s.isSecret {
			found, err := filestore.FindSecret(env, s.env)
			if err != nil {
				return err
			}
			from = found.From
			if s, value, err = whereSecretIs(found, s, settings); err != nil {
				return err
			}
		}
		if value == "" {
			continue
		}
		text, err := safetext.UTF8([]byte(value))
		if err != nil {
			return errNotUTF8(from)
		}
		if err := s.read(from, string(text)); err != nil {
			return err
		}
		record(s, Origin{Environment, from})
	}
	return nil
}

// whereSecretIs returns the setting that takes a secret of the environment, and its value: that of the file if there is
// one, so that the file is read when the credential is needed, or else the setting of the secret itself.
func whereSecretIs(found filestore.Secret, s setting, settings []setting) (of setting, value string, err error) {
	at := slices.IndexFunc(settings, func(other setting) bool { return other.name == s.name+fileSetting })
	if found.File != "" && at >= 0 {
		return settings[at], found.File, nil
	}
	value, err = found.Read()
	return s, value, err
}

// LoadAccount loads the configuration of one account. The file is at path, else at FRONTDESK_CONFIG, else config.toml
// in the user's configuration directory; only the last may be missing. The account is the named one, else the one
// selected by FRONTDESK_ACCOUNT or the file. The environment overrides the file. Every error is one line with the
// problem and its location; none contains a credential.
func LoadAccount(env func(string) string, path, account string) (Config, error) {
	c, file, err := openConfig(env, path)
	if err != nil {
		return c, err
	}
	if err := c.readFile(file, env, account); err != nil {
		return c, err
	}
	if err := readEnvironment(env, c.settings(), c.recordOrigin); err != nil {
		return c, err
	}
	if err := c.checkDestinations(); err != nil {
		return c, err
	}
	err = c.complete(env)
	return c, err
}

// complete checks what settings of several layers give together, and reads the settings of frontdesk serve.
func (c *Config) complete(env func(string) string) error {
	if c.Paginated && c.Limit == 0 {
		c.Limit = pageLimit
	}
	if err := c.checkMacroKeys(); err != nil {
		return err
	}
	if err := c.checkMacroBlocks(); err != nil {
		return err
	}
	return c.readServe(env)
}

// LoadOther loads another account of the same file. It ignores the FRONTDESK_ variables: with them the other account's
// calls would carry this one's credential, or its own credential would go to this one's service.
func (c *Config) LoadOther(env func(string) string, account string) (Config, error) {
	return LoadAccount(func(name string) string {
		if strings.HasPrefix(name, "FRONTDESK_") || name == filestore.CredentialsDirectory {
			return ""
		}
		return env(name)
	}, c.Path, account)
}

// appDir returns frontdesk's directory in the first absolute path, or an empty string. The XDG specification requires
// relative paths to be ignored; without a home directory, paths are relative, too.
func appDir(places ...string) string {
	for _, place := range places {
		if filepath.IsAbs(place) {
			return filepath.Join(place, "frontdesk")
		}
	}
	return ""
}

// AccessibleBy returns why the console is read out line by line: the setting, its flag, or a terminal that cannot
// position a cursor. It is empty for a console that is drawn.
func (c *Config) AccessibleBy(term string) string {
	switch {
	case c.Accessible && c.Origins["accessible"].Name != "":
		return c.Origins["accessible"].String()
	case c.Accessible:
		return "--accessible"
	case term == "dumb":
		return "TERM=" + term
	}
	return ""
}
