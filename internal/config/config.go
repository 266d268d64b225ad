// Package config loads the configuration: defaults, overridden by one TOML file with the selected account, overridden
// by the environment. It records the origin of each value.
//
// The layers are read one after the other into the same Config instead of being merged as text first, so that an error
// can name the location: the file and key, or the variable.
package config

import (
	"maps"
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
	"frontdesk/internal/settings"
	"frontdesk/ui/theme"
)

// Config holds all settings. Names and texts that are shown are sanitised. The order of the fields is that of frontdesk
// config. What has the tag top is not allowed in an account, and what has needs means nothing without the address of a
// service.
type Config struct {
	Account safetext.Line `toml:"account" env:"FRONTDESK_ACCOUNT" top:"yes" needs:"address" doc:"the account to use, one of [accounts]; without [accounts], the name of the account on screen"`

	BaseURL           string           `toml:"base_url" kind:"address" env:"FRONTDESK_BASE_URL" needs:"address" doc:"address of the service; without any address, the sample desk on this machine is used"`
	ArticlesURL       string           `toml:"kms_url" kind:"address" env:"FRONTDESK_KMS_URL" needs:"address" doc:"address of the article search; for frontdesk serve the same as base_url"`
	AllowPlainHTTP    bool             `toml:"allow_plain_http" needs:"address" doc:"send credentials to other machines without encryption"`
	Token             Secret           `toml:"token" kind:"secret" env:"FRONTDESK_TOKEN" secret:"yes" group:"token" needs:"address" doc:"the API key; the file must then be its owner's alone (mode 0600)"`
	TokenFrom         CredentialSource `prefix:"token_" group:"token" needs:"address" what:"the API key"`
	OrderUser         string           `toml:"order_user" env:"FRONTDESK_ORDER_USER" secret:"yes" needs:"address" doc:"user name of the order operations"`
	OrderPassword     Secret           `toml:"order_password" kind:"secret" env:"FRONTDESK_ORDER_PASSWORD" secret:"yes" group:"order_password" needs:"address" doc:"the password of the order operations; the file must then be its owner's alone (mode 0600)"`
	OrderPasswordFrom CredentialSource `prefix:"order_password_" group:"order_password" needs:"address" what:"the password of the order operations"`
	AccountID         int              `toml:"cm_id" env:"FRONTDESK_CM_ID" needs:"address" doc:"the account id that the service expects"`

	Zone         *time.Location `toml:"time_zone" doc:"time zone of the account's dates; default: the machine's"`
	DisplayZone  *time.Location `toml:"display_zone" env:"FRONTDESK_DISPLAY_ZONE" doc:"time zone of the times that you read and type; default: time_zone"`
	Agent        safetext.Line  `toml:"agent" kind:"agent" doc:"your name, as tickets name their assignee"`
	OnBehalfOf   bool           `toml:"on_behalf_of" doc:"tell the service who writes; only for a service whose key may act for agents"`
	SignComments bool           `toml:"sign_comments" doc:"end comments with a line that has your name; for a service to which all agents are one"`
	ReadOnly     bool           `toml:"read_only" doc:"refuse all writes to this account"` // also set by --read-only
	Paginated    bool           `toml:"pagination" doc:"the service requires a limit in pulls; if not set, the console finds out from a refused pull"`
	Limit        int            `toml:"limit" max:"10000" doc:"tickets of a day in the first request; 1000 with pagination"` // 0 for none
	OpenSince    int            `toml:"open_since" min:"0" max:"366" doc:"days, including today, whose open tickets are loaded for the queue; 0 for the shown days alone"`
	CacheMode    string         `toml:"cache" oneof:"on|off" doc:"store loaded records on disk, so that the console starts fast: on or off"`
	FAQPrefetch  bool           `toml:"faq_prefetch" doc:"load all FAQ articles in the background, so that their texts can be searched"`
	FAQLink      string         `toml:"faq_link" kind:"link" doc:"address of an article for customers, with {id} for its id; forms can insert it as a link"`

	Accessible    bool          `toml:"accessible" doc:"accessible mode: the console as lines of text and questions, for screen readers and braille displays"` // also set by --accessible
	Refresh       time.Duration `toml:"refresh" min:"5s" max:"1h" such:"90s 5m" zero:"never" doc:"time between two refreshes"`
	RefreshOlder  time.Duration `toml:"refresh_older" min:"10s" max:"24h" such:"10m 1h" zero:"never" doc:"how old the answers for the two days before today may be before they are loaded again, also at a start; six times as old for days before"`
	HoldBack      time.Duration `toml:"hold_back" min:"1s" max:"1m" such:"3s 10s" zero:"never" doc:"how long an update waits before it is sent, so that it can be undone"`
	RangeDays     int           `toml:"range_days" max:"366" doc:"days that the inbox shows at the start, including today"`
	AfterSave     string        `toml:"after_save" oneof:"next|list|stay" doc:"what is shown after a form is saved: next opens the next ticket, list selects it in the list, stay keeps the ticket"`
	Conversation  string        `toml:"conversation" oneof:"newest first|oldest first" doc:"order of the messages of a ticket; with the oldest first, the description is at the top"`
	Theme         string        `toml:"theme" kind:"theme" env:"FRONTDESK_THEME" doc:"a theme by its name, also of [themes]; auto is dark or light by the terminal's background, which some do not say"`
	Symbols       string        `toml:"symbols" oneof:"usual|plain" doc:"frames, bars and marks: plain draws them in characters that every font has"`
	Mouse         bool          `toml:"mouse" doc:"use the mouse in the console; to select text, hold shift or press M"`
	Notifications string        `toml:"notifications" oneof:"off|osc9|osc777|both" doc:"desktop notifications of callbacks, in the form that the terminal supports; the bell rings in any case"`
	TicketLines   int           `toml:"ticket_lines" max:"2" doc:"lines per ticket in the inbox: 2 adds a line with sub-status, queue, assignee, customer and age"`

	Columns      []string    `toml:"columns" kind:"columns" doc:"columns of the inbox, from left to right; a narrow window leaves out the less important ones"`
	Views        []desk.View `toml:"views" doc:"your own views, shown as tabs of the inbox after the built-in ones"`
	Vocabulary   `toml:"vocabulary" doc:"choices that forms offer besides those found in tickets"`
	Keys         []keymap.Override `toml:"keys" kind:"keys" doc:"key bindings by place: for each action a key or a list of keys"` // keymap.WithOverrides validates them
	TicketBlocks fields.Blocks     `toml:"ticket_blocks" kind:"blocks" doc:"blocks of the account's own in tickets, with their fields"`
	Macros       []macro.Macro     `toml:"macros" kind:"macros" doc:"updates with a name, which a key sends"`
	Texts        []macro.Text      `toml:"texts" kind:"texts" doc:"texts with a name, offered after :: in comments"`

	Serve   Server  `toml:"serve" env:"FRONTDESK_SERVE_" flag:"" top:"yes" doc:"settings of frontdesk serve; flags replace them"`
	SSH     SSH     `toml:"ssh" env:"FRONTDESK_SSH_" flag:"" top:"yes" doc:"settings of frontdesk ssh; flags replace them"`
	Cluster Cluster `toml:"cluster" env:"FRONTDESK_CLUSTER_" flag:"cluster-" top:"yes" doc:"the NATS servers that several SSH hosts share"`

	Sample   bool             // the sample desk is meant: by --sample, or by the console without any configuration
	DataDir  string           // of the embedded desk and drafts, may not exist; empty when there is no home directory
	CacheDir string           // of the caches of all accounts, may not exist; empty when there is no home directory
	Agents   map[string]Agent // for frontdesk ssh, by name

	Themes      []theme.Spec // the file's own, by name
	themeTables map[string]*themeTable

	UnknownVariables []string // names of variables that begin like those of frontdesk, and are none

	Path     string           // path of the file, even if it does not exist; empty when there is no home directory
	Exists   bool             // the file exists
	Accounts []string         // the names of the file's accounts, sanitised and sorted
	Origins  settings.Origins // origins of the values that are set, by name of the setting
}

// Vocabulary holds the choices that forms offer.
type Vocabulary struct {
	SubStatuses  []desk.Code `toml:"sub_statuses" kind:"sub_status" doc:"the sub-statuses, in the order in which forms offer them"`
	Queues       []desk.Code `toml:"queues" kind:"queue" doc:"queues that tickets can be moved to"`
	Dispositions []string    `toml:"dispositions" kind:"display" doc:"the dispositions, each a path joined by |"`
}

// Values of settings that code asks for.
const (
	OldestFirst  = "oldest first" // of a ticket's messages
	PlainSymbols = "plain"        // frames, bars and marks in characters that every font has
)

// topLevelSettings returns all settings except the tables of accounts, agents and themes.
func (c *Config) topLevelSettings() []settings.Setting { return kinds(c.Themes).Of(c) }

// topLevelOnly returns the settings that are only allowed at the top level of the file, the account first.
func (c *Config) topLevelOnly() []settings.Setting { return c.settingsThat(isTopLevelOnly) }

// settings returns the settings of an account. At the top level of the file they apply to every account.
func (c *Config) settings() []settings.Setting {
	return c.settingsThat(func(s settings.Setting) bool { return !isTopLevelOnly(s) })
}

func isTopLevelOnly(s settings.Setting) bool { return s.Tag.Get("top") != "" }

// addressedSettings are the settings that mean nothing without the address of a service.
func (c *Config) addressedSettings() []settings.Setting {
	return c.settingsThat(func(s settings.Setting) bool { return s.Tag.Get("needs") != "" })
}

func (c *Config) settingsThat(are func(settings.Setting) bool) []settings.Setting {
	return slices.DeleteFunc(c.topLevelSettings(), func(s settings.Setting) bool { return !are(s) })
}

// The layers of the configuration, and where a value comes from.
const (
	Default     = settings.Default
	File        = settings.File
	Environment = settings.Environment
	Flag        = settings.Flag
)

type (
	// Origin is where a value comes from.
	Origin = settings.Origin
	// Setting is the current value of one setting.
	Setting = settings.Value
)

// Settings returns all settings in the order of the documentation.
func (c *Config) Settings() []settings.Value {
	all := c.Origins.List("", c.topLevelSettings(), true)
	for _, name := range slices.Sorted(maps.Keys(c.Agents)) {
		a := c.Agents[name]
		all = append(all, c.Origins.List(agentsKey+"."+settings.QuoteKey(name)+".", a.settings(c.Themes), false)...)
	}
	for _, s := range c.Themes {
		all = append(all, c.Origins.List(themesKey+"."+settings.QuoteKey(s.Name)+".", c.themeTables[s.Name].settings(), false)...)
	}
	return all
}

// pageLimit is the default limit of an account with pagination: enough for one response on most days.
const pageLimit = 1000

// defaults returns the default configuration. configuration.md lists the defaults; getting-started.md names
// those of HoldBack, RangeDays and OpenSince, and scaling.md estimates with those of RangeDays and OpenSince.
func defaults(env func(string) string) Config {
	return Config{
		Zone: time.Local, Refresh: time.Minute, RefreshOlder: 10 * time.Minute, HoldBack: 5 * time.Second,
		RangeDays: 7, OpenSince: 90,
		TicketLines: 1, AfterSave: "next", Conversation: "newest first", Theme: theme.Auto, Columns: desk.UsualColumns(),
		Notifications: "off", Symbols: "usual",
		DataDir: appDir(env("XDG_DATA_HOME"), xdg.DataHome), Origins: settings.Origins{},
		CacheDir: appDir(env("XDG_CACHE_HOME"), xdg.CacheHome), CacheMode: "on", FAQPrefetch: true, Mouse: true,
		Serve: Server{Listen: "127.0.0.1:8080", Zone: time.Local, AccountID: 1, LogFormat: "text", LogLevel: "info"},
		SSH: SSH{
			Listen: "127.0.0.1:2222", LogFormat: "text", LogLevel: "info", MaxSessions: 200, MaxPerAgent: 4, MaxPerAddress: 10, MaxAuthTries: 6,
			SignIn: 10 * time.Second, Idle: 8 * time.Hour, Longest: 24 * time.Hour, Gone: 30 * time.Second,
			Drain: 10 * time.Second,
		},
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

// LoadAccount loads the configuration of one account. The file is at path, else at FRONTDESK_CONFIG, else config.toml
// in the user's configuration directory; only the last may be missing. The account is the named one, else the one
// selected by FRONTDESK_ACCOUNT or the file. The environment overrides the file. Every error is one line with the
// problem and its location; none contains a credential.
func LoadAccount(env func(string) string, path, account string) (Config, error) {
	c, file, err := openConfig(env, path)
	if err == nil {
		err = c.loadAccount(file, env, account)
	}
	return c, file.located(err)
}

func (c *Config) loadAccount(f file, env func(string) string, account string) error {
	if err := c.readFile(f, env, account); err != nil {
		return err
	}
	if err := c.Origins.Environment("", env, c.settings()); err != nil {
		return err
	}
	if err := c.checkDestinations(); err != nil {
		return err
	}
	return c.complete(env)
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
