package config

import (
	"slices"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
)

// setting is one key of a table of the file.
type setting struct {
	name           string // the key
	doc            string // description, for the schema and the documentation
	env            string // the environment variable that overrides it; empty for none
	required       bool   // a table without it is invalid
	exclusiveGroup string // settings of the same group replace one another
	hideDefault    bool   // not listed while it has its default, because there are many of its kind
	codec
}

// topLevelOnlySettings returns the settings that are only allowed at the top level of the file.
func (c *Config) topLevelOnlySettings() []setting {
	return []setting{{
		name: "account", env: accountVariable, codec: displayLineCodec(&c.Account),
		doc: "the account that is worked with, of those in [accounts]; with none there, the account's name on screen",
	}}
}

const accountVariable = "FRONTDESK_ACCOUNT"

// notifications are the valid values of notifications: none, or the requests that terminals know.
var notifications = []string{"off", "osc9", "osc777", "both"}

// afterSave are the valid values of after_save.
var afterSave = []string{"next", "list", "stay"}

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

// connectionSettings returns where the service answers, and with which credentials.
func (c *Config) connectionSettings() []setting {
	token, password := credential{&c.Token, &c.TokenFrom}, credential{&c.OrderPassword, &c.OrderPasswordFrom}
	return slices.Concat(
		[]setting{
			{
				name:  "base_url",
				env:   "FRONTDESK_BASE_URL",
				doc:   "where the service answers; with neither address the desk of this machine is used",
				codec: stringCodec(&c.BaseURL),
			},
			{
				name:  "kms_url",
				env:   "FRONTDESK_KMS_URL",
				doc:   "where its articles are searched; for frontdesk serve the same as base_url",
				codec: stringCodec(&c.ArticlesURL),
			},
			{
				name:  "allow_plain_http",
				doc:   "let credentials go to other machines without encryption",
				codec: boolCodec(&c.AllowPlainHTTP),
			},
		},
		token.settings("token", "FRONTDESK_TOKEN", "the API key"),
		[]setting{
			{
				name:  "order_user",
				env:   "FRONTDESK_ORDER_USER",
				doc:   "who calls the order operations",
				codec: stringCodec(&c.OrderUser),
			},
		},
		password.settings("order_password", "FRONTDESK_ORDER_PASSWORD", "the password of the order operations"),
	)
}

// accountSettings returns what the service and its dates need to be understood.
func (c *Config) accountSettings() []setting {
	return []setting{
		{
			name:  "cm_id",
			env:   "FRONTDESK_CM_ID",
			doc:   "the account id that the service expects",
			codec: intCodec(&c.AccountID, 1, 1<<31-1),
		},
		{
			name:  "time_zone",
			doc:   "of the account's dates; the machine's when it is not given",
			codec: timeZoneCodec(&c.Zone),
		},
		{
			name:  "display_zone",
			env:   "FRONTDESK_DISPLAY_ZONE",
			doc:   "of the moments that you read and type; the account's time_zone when it is not given",
			codec: timeZoneCodec(&c.DisplayZone),
		},
		{name: "agent", doc: "who works here, as tickets name their assignee", codec: displayLineCodec(&c.Agent)},
		{
			name:  "read_only",
			doc:   "change nothing: the console and the commands read this account and send no write",
			codec: boolCodec(&c.ReadOnly),
		},
		{
			name:  "pagination",
			doc:   "the account has pagination, so that pulls must name a limit; without this it is found out from a refusal",
			codec: boolCodec(&c.Paginated),
		},
		{
			name:  "limit",
			doc:   "tickets of a day that are asked for at first; 1000 with pagination",
			codec: intCodec(&c.Limit, 1, 10_000),
		},
		{
			name:  "cache",
			doc:   "on keeps what was read on disk, so that the console starts with it; off keeps nothing",
			codec: enumCodec(&c.CacheMode, cacheModes...),
		},
		{
			name:  "faq_prefetch",
			doc:   "search for all FAQ articles in the background, one search every two seconds, so that their texts can be searched too",
			codec: boolCodec(&c.FAQPrefetch),
		},
		{
			name:  "faq_link",
			doc:   "where customers read an article, with {id} for its id, so that its link can be inserted",
			codec: articleLinkCodec(&c.FAQLink),
		},
	}
}

// modeSettings returns which console is opened.
func (c *Config) modeSettings() []setting {
	return []setting{{
		name:  "accessible",
		doc:   "accessible mode: the console as lines of text and questions, for screen readers and braille lines",
		codec: boolCodec(&c.Accessible),
	}}
}

// consoleSettings returns how the console shows the desk.
func (c *Config) consoleSettings() []setting {
	return []setting{
		{
			name:  "refresh",
			doc:   "time between two looks for news",
			codec: durationCodec(&c.Refresh, 5*time.Second, time.Hour, "90s", "5m"),
		},
		{
			name:  "hold_back",
			doc:   "how long an update waits before it is sent, so that it can be undone",
			codec: durationCodec(&c.HoldBack, time.Second, time.Minute, "3s", "10s"),
		},
		{
			name:  "range_days",
			doc:   "days that the inbox opens with, today included",
			codec: intCodec(&c.RangeDays, 1, 366),
		},
		{
			name:  "after_save",
			doc:   "where a saved update leads: next shows the next ticket, list shows it in the list, stay shows the same",
			codec: enumCodec(&c.AfterSave, afterSave...),
		},
		{
			name:  "conversation",
			doc:   "the messages of a ticket: with the newest first on top, with the oldest first at the end",
			codec: enumCodec(&c.Conversation, conversationOrders...),
		},
		c.themeSetting(),
		{
			name:  "mouse",
			doc:   "the mouse works in the console; text is selected with shift held down, or after M",
			codec: boolCodec(&c.Mouse),
		},
		{
			name:  "notifications",
			doc:   "tell the desktop of callbacks too, in the form that the terminal knows; its bell rings in any case",
			codec: enumCodec(&c.Notifications, notifications...),
		},
		{
			name:  "ticket_lines",
			doc:   "lines of a ticket in the inbox: with 2 its sub-status, queue, assignee, customer and age stand below its title",
			codec: intCodec(&c.TicketLines, 1, 2),
		},
		{
			name:  "columns",
			doc:   "of the inbox, from left to right; in a narrow window the less important ones give way",
			codec: columnsCodec(&c.Columns),
		},
		{
			name:  "views",
			doc:   "tabs of the inbox, beside those that are always there",
			codec: listCodec(&c.Views, viewCodec),
		},
		c.vocabularySetting(),
		{
			name:  "keys",
			doc:   "other keys for what can be done in a place: a key or a list of keys",
			codec: bindingsCodec(&c.Keys),
		},
	}
}

// vocabularySetting returns what agents can choose from.
func (c *Config) vocabularySetting() setting {
	return setting{name: "vocabulary", doc: "what is offered beside what tickets teach", codec: tableCodec(
		setting{
			name:  "sub_statuses",
			doc:   "in the order in which they are offered",
			codec: listCodec(&c.SubStatuses, codeCodec),
		},
		setting{name: "queues", doc: "where tickets can be moved", codec: listCodec(&c.Queues, codeCodec)},
		setting{
			name:  "dispositions",
			doc:   "paths joined by |",
			codec: listCodec(&c.Dispositions, displayStringCodec),
		},
	)}
}

// viewCodec is the codec of a saved view; a missing setting does not filter.
func viewCodec(v *desk.View) codec {
	return tableCodec(
		setting{name: "name", doc: "on its tab", required: true, codec: displayStringCodec(&v.Name)},
		setting{name: "words", doc: "that a ticket must hold", codec: displayStringCodec(&v.Text)},
		setting{name: "filter", doc: "as typed in the inbox; every other setting must hold too", codec: filterCodec(&v.Filter)},
		setting{name: "sub_statuses", doc: "their keys", codec: listCodec(&v.SubStatuses, stringCodec)},
		setting{name: "queues", doc: "their keys or labels", codec: listCodec(&v.Queues, stringCodec)},
		setting{name: "priorities", doc: "as tickets word them", codec: listCodec(&v.Priorities, stringCodec)},
		setting{name: "assignees", doc: "as tickets name them", codec: listCodec(&v.Assignees, stringCodec)},
		setting{name: "callbacks", doc: "tickets with a callback", codec: boolCodec(&v.Callbacks)},
		setting{name: "at_risk", doc: "tickets that are late or nearly so", codec: boolCodec(&v.AtRisk)},
		setting{name: "unattended", doc: "tickets that nobody has touched", codec: boolCodec(&v.Unattended)},
		setting{name: "escalated", doc: "escalated tickets", codec: boolCodec(&v.Escalated)},
		setting{name: "open", doc: "tickets that are not closed", codec: boolCodec(&v.Open)},
		setting{name: "sort", doc: "what it is sorted by at first; age when it is not given", codec: enumCodec(
			&v.Sort, desk.SortKeyNames()...)},
		setting{name: "columns", doc: "its own, instead of the account's", codec: columnsCodec(&v.Columns)},
	)
}

// codeCodec is the codec of a sub-status or queue with a key and a label.
func codeCodec(c *desk.Code) codec {
	key, label := c.Key().Raw(), safetext.LineFromText(c.Label())
	k := tableCodec(
		setting{name: "key", doc: "what is sent", required: true, codec: stringCodec(&key)},
		setting{name: "label", doc: "what is shown", codec: displayLineCodec(&label)},
	)
	read := k.read
	k.read = func(at string, value any) error {
		err := read(at, value)
		*c = desk.NewCode(key, label)
		return err
	}
	return k
}

// bindingsCodec is the codec of the key bindings, with a table for each scope of the keymap.
func bindingsCodec(into *[]keymap.Override) codec {
	var places []setting
	for _, place := range keymap.Scopes() {
		var actions []setting
		for _, b := range keymap.Default().ForScope(place) {
			actions = append(
				actions,
				setting{name: string(b.Action), doc: b.Description, hideDefault: true, codec: keysCodec(into, b)},
			)
		}
		places = append(
			places,
			setting{name: place.Name(), doc: "keys of the place " + place.String(), codec: tableCodec(actions...)},
		)
	}
	return tableCodec(places...)
}

// keySchema returns the schema of an action's keys.
func keySchema() schema {
	key := stringCodec(new(string)).schema()
	return schema{"oneOf": []schema{key, {"type": "array", "minItems": 1, "items": key}}}
}

// keysCodec is the codec of one action's keys: a string or a list of strings. The last value read replaces earlier
// ones.
func keysCodec(into *[]keymap.Override, of keymap.Binding) codec {
	find := func() int {
		return slices.IndexFunc(
			*into,
			func(o keymap.Override) bool { return o.Place == of.Place && o.Action == of.Action },
		)
	}
	return codec{
		read: func(at string, value any) error {
			made := keymap.Override{Place: of.Place, Action: of.Action, Origin: at}
			if one, isText := value.(string); isText {
				value = []any{one}
			}
			if _, isList := value.([]any); !isList {
				return typeError(at, "a key or a list of keys", value)
			}
			if err := listCodec(&made.Keys, stringCodec).read(at, value); err != nil {
				return err
			}
			if i := find(); i >= 0 {
				(*into)[i] = made
				return nil
			}
			*into = append(*into, made)
			return nil
		},
		value: func() any {
			i := find()
			if i < 0 {
				return nil
			}
			return listCodec(&(*into)[i].Keys, stringCodec).value()
		},
		schema: func() schema {
			return schema{"$ref": "#/$defs/key", "default": of.Keys()}
		},
	}
}
