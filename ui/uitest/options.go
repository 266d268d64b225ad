package uitest

import (
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/macro"
	"frontdesk/internal/presence"
	"frontdesk/internal/schema"
	"frontdesk/internal/stats"
	"frontdesk/internal/store"
	"frontdesk/ui"
	"frontdesk/ui/theme"
)

// Options configure a Driver; the zero value is a dark console of 120×40 on the sample desk.
type Options struct {
	Width, Height         int
	Light, Plain          bool
	ReadOnly              bool // the console is read only, its client is not
	Remote                bool // the console runs on a host, over SSH
	Theme                 string
	Themes                []theme.Spec   // of the configuration
	Charts                stats.BarStyle // the characters of bars
	NoMouse               bool           // the mouse is off in the configuration
	PlainSymbols          bool           // the console is drawn in plain characters
	Desk                  *store.Dataset // instead of the sample
	Files                 string         // a directory of a desk's files, instead of the sample
	Dir                   string         // of drafts; the story's own when empty
	CacheDir              string         // where records are kept on disk; nowhere when empty
	Zone                  *time.Location // of the agent's clock; the account's when nil
	Views                 []desk.View
	View                  string // that is shown first; All when empty
	NoAgent               bool   // no agent is configured
	AsInstalled           bool   // the console begins as agents get it, with its own first view
	Macros                []macro.Macro
	Texts                 []macro.Text
	Blocks                schema.Blocks // the account's own
	Columns               []string
	Keys                  keymap.Keymap
	Token                 string // the console's credential, when it is a wrong one
	OrdersNotConfigured   string // what the console lacks for order operations
	ArticlesNotConfigured string // the same for the search of articles
	NoAccount             bool   // no account id is configured
	Clustered             bool   // what the agent types is shared with consoles on other hosts
	Account               string // the account's name; acme when empty
	Days                  int
	OpenSince             int // days whose open tickets are read in the background; those that are shown alone when 0
	Refresh               time.Duration
	SharedAge             time.Duration // of an answer to another session of the same host; 0 without others
	HoldBack              time.Duration
	Notifications         string
	Host                  *presence.Group // the host whose agents the console sees; nil for none

	// NewHost makes Host in the time of the console; end ends it.
	NewHost func(now func() time.Time) (host *presence.Group, end func())

	OldestFirst bool     // tickets show their oldest message first
	TicketLines int      // of each ticket in the inbox; 1 when 0
	AfterSave   string   // where a save leads; stays when empty
	Browser     []string // the command that opens an address; none when empty
	ArticleLink func(id int64) string
	Others      []Options // the agent's other accounts, each with a name and a desk of its own
	Welcome     bool      // the console begins with a welcome at its first start
	MaxLive     int       // accounts that stay open; the usual number when 0
	// Intercept and Faults are the network, from the start.
	Intercept Interceptor
	Faults    []Fault
	NoRetries bool // the console tries each read once

	// Check holds after each step, besides what holds for every frame; nil for nothing.
	Check func(*ui.Console) error

	fixture *fixture // the desk, see makeDesks
	isRead  bool     // the console runs in accessible mode, see RunLines
}

// tries returns how often a read or a pull is tried; 0 for as often as usual.
func (o *Options) tries() int {
	if o.NoRetries {
		return 1
	}
	return 0
}

// agent returns the name of the agent, as it is configured.
func (o *Options) agent() string {
	if o.NoAgent {
		return ""
	}
	return "Asha Rao"
}
