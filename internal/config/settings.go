package config

import (
	"slices"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
	"frontdesk/internal/safetext"
)

// setting is one key of a table of the file.
type setting struct {
	name           string // the key
	formerName     string // the key of earlier versions, which is still read; empty for none
	doc            string // description, for the schema and the documentation
	env            string // the environment variable that overrides it; empty for none
	isSecret       bool   // the environment may have it in a file: see filestore.FindSecret
	required       bool   // a table without it is invalid
	exclusiveGroup string // settings of the same group replace one another
	hideDefault    bool   // not listed while it has its default, because there are many of its kind
	codec
}

// isNamed reports whether a key of the file is the setting, by its name or its former one.
func (s setting) isNamed(key string) bool { return key == s.name || key == s.formerName && key != "" }

// valueIn returns the value of the setting in a table, and its key there: its name, or else its former one.
func (s setting) valueIn(values map[string]any) (key string, value any, given bool) {
	if value, given = values[s.name]; given || s.formerName == "" {
		return s.name, value, given
	}
	value, given = values[s.formerName]
	return s.formerName, value, given
}

// topLevelOnlySettings returns the settings that are only allowed at the top level of the file.
func (c *Config) topLevelOnlySettings() []setting {
	return []setting{{
		name: "account", env: accountVariable, codec: displayLineCodec(&c.Account),
		doc: "the account to use, one of [accounts]; without [accounts], the name of the account on screen",
	}}
}

const accountVariable = "FRONTDESK_ACCOUNT"

// notifications are the valid values of notifications: none, or the escape sequences to use.
var notifications = []string{"off", "osc9", "osc777", "both"}

// afterSave are the valid values of after_save.
var afterSave = []string{"next", "list", "stay"}

// PlainSymbols draws frames, bars and marks in characters that every font has.
const PlainSymbols = "plain"

// symbols are the valid values of symbols.
var symbols = []string{"usual", PlainSymbols}

// conversationOrders are the valid values of conversation.
var conversationOrders = []string{NewestFirst, OldestFirst}

// The orders of a ticket's messages.
const (
	NewestFirst = "newest first"
	OldestFirst = "oldest first"
)

// settings returns the settings of an account. At the top level of the file they apply to every account.
func (c *Config) settings() []setting {
	return slices.Concat(
		c.connectionSettings(), c.accountSettings(), c.modeSettings(), c.consoleSettings(), c.blockSettings(),
		textSettings(&c.Macros, &c.Texts),
	)
}

// connectionSettings returns the settings of the addresses and credentials of the service.
func (c *Config) connectionSettings() []setting {
	token, password := credential{&c.Token, &c.TokenFrom}, credential{&c.OrderPassword, &c.OrderPasswordFrom}
	return slices.Concat(
		[]setting{
			{
				name:  "base_url",
				env:   "FRONTDESK_BASE_URL",
				doc:   "address of the service; without any address, the sample desk on this machine is used",
				codec: addressCodec(&c.BaseURL),
			},
			{
				name:  "kms_url",
				env:   "FRONTDESK_KMS_URL",
				doc:   "address of the article search; for frontdesk serve the same as base_url",
				codec: addressCodec(&c.ArticlesURL),
			},
			{
				name:  "allow_plain_http",
				doc:   "send credentials to other machines without encryption",
				codec: boolCodec(&c.AllowPlainHTTP),
			},
		},
		token.settings("token", "FRONTDESK_TOKEN", "the API key"),
		[]setting{
			{
				name:     "order_user",
				env:      "FRONTDESK_ORDER_USER",
				isSecret: true,
				doc:      "user name of the order operations",
				codec:    stringCodec(&c.OrderUser),
			},
		},
		password.settings("order_password", "FRONTDESK_ORDER_PASSWORD", "the password of the order operations"),
	)
}

// accountIDSetting returns the setting of the account id.
func (c *Config) accountIDSetting() setting {
	return setting{
		name:  "cm_id",
		env:   "FRONTDESK_CM_ID",
		doc:   "the account id that the service expects",
		codec: countCodec(&c.AccountID, 1<<31-1),
	}
}

// accountSettings returns the settings of how the service is used and its dates are read.
func (c *Config) accountSettings() []setting {
	return []setting{
		c.accountIDSetting(),
		{
			name:  "time_zone",
			doc:   "time zone of the account's dates; default: the machine's",
			codec: timeZoneCodec(&c.Zone),
		},
		{
			name:  "display_zone",
			env:   "FRONTDESK_DISPLAY_ZONE",
			doc:   "time zone of the times that you read and type; default: time_zone",
			codec: timeZoneCodec(&c.DisplayZone),
		},
		{name: "agent", doc: "your name, as tickets name their assignee", codec: agentCodec(&c.Agent)},
		{
			name:  "on_behalf_of",
			doc:   "tell the service who writes; only for a service whose key may act for agents",
			codec: boolCodec(&c.OnBehalfOf),
		},
		{
			name:  "sign_comments",
			doc:   "end comments with a line that has your name; for a service to which all agents are one",
			codec: boolCodec(&c.SignComments),
		},
		{
			name:  "read_only",
			doc:   "refuse all writes to this account",
			codec: boolCodec(&c.ReadOnly),
		},
		{
			name:  "pagination",
			doc:   "the service requires a limit in pulls; if not set, the console finds out from a refused pull",
			codec: boolCodec(&c.Paginated),
		},
		{
			name:  "limit",
			doc:   "tickets of a day in the first request; 1000 with pagination",
			codec: countCodec(&c.Limit, 10_000),
		},
		{
			name:  "open_since",
			doc:   "days, including today, whose open tickets are loaded for the queue; 0 for the shown days alone",
			codec: numberCodec(&c.OpenSince, 0, 366),
		},
		{
			name:  "cache",
			doc:   "store loaded records on disk, so that the console starts fast: on or off",
			codec: enumCodec(&c.CacheMode, cacheModes...),
		},
		{
			name:  "faq_prefetch",
			doc:   "load all FAQ articles in the background, so that their texts can be searched",
			codec: boolCodec(&c.FAQPrefetch),
		},
		{
			name:  "faq_link",
			doc:   "address of an article for customers, with {id} for its id; forms can insert it as a link",
			codec: articleLinkCodec(&c.FAQLink),
		},
	}
}

// modeSettings returns the settings of which kind of console is opened.
func (c *Config) modeSettings() []setting {
	return []setting{{
		name:  "accessible",
		doc:   "accessible mode: the console as lines of text and questions, for screen readers and braille displays",
		codec: boolCodec(&c.Accessible),
	}}
}

// consoleSettings returns the settings of how the console shows the desk.
func (c *Config) consoleSettings() []setting {
	return append([]setting{
		{
			name:  "refresh",
			doc:   "time between two refreshes",
			codec: durationCodec(&c.Refresh, 5*time.Second, time.Hour, "90s", "5m"),
		},
		{
			name: "refresh_older",
			doc: "how old the answers for the two days before today may be before they are loaded again, " +
				"also at a start; six times as old for days before",
			codec: durationCodec(&c.RefreshOlder, 10*time.Second, 24*time.Hour, "10m", "1h"),
		},
		{
			name:  "hold_back",
			doc:   "how long an update waits before it is sent, so that it can be undone",
			codec: durationCodec(&c.HoldBack, time.Second, time.Minute, "3s", "10s"),
		},
		{
			name:  "range_days",
			doc:   "days that the inbox shows at the start, including today",
			codec: countCodec(&c.RangeDays, 366),
		},
		{
			name:  "after_save",
			doc:   "what is shown after a form is saved: next opens the next ticket, list selects it in the list, stay keeps the ticket",
			codec: enumCodec(&c.AfterSave, afterSave...),
		},
		{
			name:  "conversation",
			doc:   "order of the messages of a ticket; with the oldest first, the description is at the top",
			codec: enumCodec(&c.Conversation, conversationOrders...),
		},
		c.themeSetting(),
		{
			name:  "symbols",
			doc:   "frames, bars and marks: plain draws them in characters that every font has",
			codec: enumCodec(&c.Symbols, symbols...),
		},
		{
			name:  "mouse",
			doc:   "use the mouse in the console; to select text, hold shift or press M",
			codec: boolCodec(&c.Mouse),
		},
		{
			name:  "notifications",
			doc:   "desktop notifications of callbacks, in the form that the terminal supports; the bell rings in any case",
			codec: enumCodec(&c.Notifications, notifications...),
		},
		{
			name:  "ticket_lines",
			doc:   "lines per ticket in the inbox: 2 adds a line with sub-status, queue, assignee, customer and age",
			codec: countCodec(&c.TicketLines, 2),
		},
	}, c.listSettings()...)
}

// listSettings returns the settings of columns, views, vocabulary and keys.
func (c *Config) listSettings() []setting {
	return []setting{
		{
			name:  "columns",
			doc:   "columns of the inbox, from left to right; a narrow window leaves out the less important ones",
			codec: columnsCodec(&c.Columns),
		},
		{
			name:  "views",
			doc:   "your own views, shown as tabs of the inbox after the built-in ones",
			codec: listCodec(&c.Views, viewCodec),
		},
		c.vocabularySetting(),
		{
			name:  "keys",
			doc:   "key bindings by place: for each action a key or a list of keys",
			codec: bindingsCodec(&c.Keys),
		},
	}
}

// vocabularySetting returns the setting of the choices in forms.
func (c *Config) vocabularySetting() setting {
	return setting{name: "vocabulary", doc: "choices that forms offer besides those found in tickets", codec: tableCodec(
		setting{
			name:  "sub_statuses",
			doc:   "the sub-statuses, in the order in which forms offer them",
			codec: listCodec(&c.SubStatuses, subStatusCodec),
		},
		setting{name: "queues", doc: "queues that tickets can be moved to", codec: listCodec(&c.Queues, codeCodec)},
		setting{
			name:  "dispositions",
			doc:   "the dispositions, each a path joined by |",
			codec: listCodec(&c.Dispositions, displayStringCodec),
		},
	)}
}

// viewCodec is the codec of a saved view; a missing setting does not filter. The conditions of other keys than filter
// are read into it.
func viewCodec(v *desk.View) codec {
	var keys filter.ViewKeys
	k := tableCodec(
		setting{name: "name", doc: "name of the view, shown on its tab", required: true, codec: displayStringCodec(&v.Name)},
		setting{name: "words", doc: "words that a ticket must contain", codec: displayStringCodec(&keys.Text)},
		setting{name: "filter", doc: "a filter that tickets must match besides the other conditions", codec: filterCodec(&v.Filter)},
		setting{name: "sub_statuses", doc: "keys of the sub-statuses to show", codec: listCodec(&keys.SubStatuses, stringCodec)},
		setting{name: "queues", doc: "keys or labels of the queues to show", codec: listCodec(&keys.Queues, stringCodec)},
		setting{name: "priorities", doc: "priorities to show, as tickets name them", codec: listCodec(&keys.Priorities, stringCodec)},
		setting{name: "assignees", doc: "assignees whose tickets to show, as tickets name them", codec: listCodec(&keys.Assignees, stringCodec)},
		setting{name: "callbacks", doc: "show tickets with a callback", codec: boolCodec(&keys.Callbacks)},
		setting{name: "at_risk", doc: "show tickets that are late or at risk", codec: boolCodec(&keys.AtRisk)},
		setting{name: "unattended", doc: "show tickets that nobody has worked on", codec: boolCodec(&keys.Unattended)},
		setting{name: "escalated", doc: "show escalated tickets", codec: boolCodec(&keys.Escalated)},
		setting{name: "open", doc: "show tickets that are not closed", codec: boolCodec(&keys.Open)},
		setting{name: "sort", doc: "sort order when the view is first opened; default: age", codec: enumCodec(
			&v.Sort, desk.SortKeyNames()...)},
		setting{name: "columns", doc: "columns of this view, instead of the account's", codec: columnsCodec(&v.Columns)},
	)
	read := k.read
	k.read = func(at string, value any) error {
		err := read(at, value)
		v.Filter = keys.Filter(v.Filter)
		return err
	}
	return k
}

// codeCodec is the codec of a queue with a key and a label.
func codeCodec(c *desk.Code) codec {
	return codeTableCodec(c, func(code desk.Code) desk.Code { return code })
}

// subStatusCodec is the codec of a sub-status with a key and a label, which may be said to close tickets.
func subStatusCodec(c *desk.Code) codec {
	closed := c.MeansClosed()
	return codeTableCodec(c, func(code desk.Code) desk.Code {
		if closed {
			return code.Closing()
		}
		return code
	}, setting{name: "closed", doc: "it closes tickets, though neither key nor label says so", codec: boolCodec(&closed)})
}

// codeTableCodec is the codec of a code with what else is said of it.
func codeTableCodec(c *desk.Code, with func(desk.Code) desk.Code, also ...setting) codec {
	key, label := c.Key().Raw(), safetext.LineFromText(c.Label())
	k := tableCodec(append([]setting{
		{name: "key", doc: "the key that is sent to the service", required: true, codec: stringCodec(&key)},
		{name: "label", doc: "the label that is shown", codec: displayLineCodec(&label)},
	}, also...)...)
	read := k.read
	k.read = func(at string, value any) error {
		err := read(at, value)
		*c = with(desk.NewCode(key, label))
		return err
	}
	return k
}
