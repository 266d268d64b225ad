package config

import (
	"slices"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/text"
)

// setting is one key of a table of the file.
type setting struct {
	name    string // the key
	doc     string // what it says, for the schema and for people
	env     string // the variable that overrides it; empty for none
	needed  bool   // a table without it is an error
	instead string // of settings with the same word here one replaces another
	hushed  bool   // not listed while it has its default: there are many of its kind
	kind
}

// top are the keys that stand at the top of the file alone.
func (c *Config) top() []setting {
	return []setting{{
		name: "account", env: accountVariable, kind: line(&c.Account),
		doc: "the account that is worked with, of those in [accounts]; with none there, the account's name on screen",
	}}
}

const accountVariable = "FRONTDESK_ACCOUNT"

// themes are what theme can be.
var themes = []string{"auto", "dark", "light"}

// settings are the keys that an account has; at the top of the file they are for every account.
func (c *Config) settings() []setting {
	token, password := credential{&c.Token, &c.TokenFrom}, credential{&c.OrderPassword, &c.OrderPasswordFrom}
	return slices.Concat(
		[]setting{
			{name: "base_url", env: "FRONTDESK_BASE_URL", doc: "where the service answers; with neither address the desk of this machine is used", kind: word(&c.BaseURL)},
			{name: "kms_url", env: "FRONTDESK_KMS_URL", doc: "where its articles are searched; for frontdesk serve the same as base_url", kind: word(&c.KMSURL)},
			{name: "allow_plain_http", doc: "let credentials go to other machines without encryption", kind: flag(&c.AllowPlain)},
		},
		token.settings("token", "FRONTDESK_TOKEN", "the API key"),
		[]setting{{name: "order_user", env: "FRONTDESK_ORDER_USER", doc: "who calls the order operations", kind: word(&c.OrderUser)}},
		password.settings("order_password", "FRONTDESK_ORDER_PASSWORD", "the password of the order operations"),
		[]setting{
			{name: "cm_id", env: "FRONTDESK_CM_ID", doc: "the account id that the service expects", kind: whole(&c.CMID, 1, 1<<31-1)},
			{name: "time_zone", doc: "of the account's dates; the machine's when it is not given", kind: zone(&c.Zone)},
			{name: "display_zone", env: "FRONTDESK_DISPLAY_ZONE", doc: "of the moments that you read and type; the account's time_zone when it is not given", kind: zone(&c.OwnZone)},
			{name: "agent", doc: "who works here, as tickets name their assignee", kind: line(&c.Agent)},
			{name: "pagination", doc: "the account has pagination, so that pulls must name a limit; without this it is found out from a refusal", kind: flag(&c.Paginated)},
			{name: "limit", doc: "tickets of a day that are asked for at first; 1000 with pagination", kind: whole(&c.Limit, 1, 10_000)},
			{name: "refresh", doc: "time between two looks for news", kind: span(&c.Refresh, 5*time.Second, time.Hour)},
			{name: "range_days", doc: "days that the inbox opens with, today included", kind: whole(&c.RangeDays, 1, 366)},
			{name: "theme", doc: "auto asks the terminal for its background, which some do not say", kind: one(&c.Theme, themes...)},
			{name: "views", doc: "tabs of the inbox, beside those that are always there", kind: list(&c.Views, view)},
			{name: "vocabulary", doc: "what is offered beside what tickets teach", kind: table(
				setting{name: "sub_statuses", doc: "in the order in which they are offered", kind: list(&c.SubStatuses, code)},
				setting{name: "queues", doc: "where tickets can be moved", kind: list(&c.Queues, code)},
				setting{name: "dispositions", doc: "paths joined by |", kind: list(&c.Dispositions, shown)},
			)},
			{name: "keys", doc: "other keys for what can be done in a place: a key or a list of keys", kind: bindings(&c.Keys)},
		},
	)
}

// view is a saved view; what is not given does not filter.
func view(v *desk.View) kind {
	return table(
		setting{name: "name", doc: "on its tab", needed: true, kind: shown(&v.Name)},
		setting{name: "words", doc: "that a ticket must hold", kind: shown(&v.Words)},
		setting{name: "sub_statuses", doc: "their keys", kind: list(&v.SubStatuses, word)},
		setting{name: "queues", doc: "their keys or labels", kind: list(&v.Queues, word)},
		setting{name: "priorities", doc: "as tickets word them", kind: list(&v.Priorities, word)},
		setting{name: "assignees", doc: "as tickets name them", kind: list(&v.Assignees, word)},
		setting{name: "callbacks", doc: "tickets with a callback", kind: flag(&v.Callbacks)},
		setting{name: "at_risk", doc: "tickets that are late or nearly so", kind: flag(&v.AtRisk)},
		setting{name: "unattended", doc: "tickets that nobody has touched", kind: flag(&v.Unattended)},
		setting{name: "escalated", doc: "escalated tickets", kind: flag(&v.Escalated)},
		setting{name: "open", doc: "tickets that are not closed", kind: flag(&v.Open)},
	)
}

// code is a sub-status or queue: the key that is sent, the label that is shown.
func code(c *desk.Code) kind {
	key, label := c.Key().Raw(), text.PlainLine(c.Label())
	k := table(
		setting{name: "key", doc: "what is sent", needed: true, kind: word(&key)},
		setting{name: "label", doc: "what is shown", kind: line(&label)},
	)
	read := k.read
	k.read = func(at string, value any) error {
		err := read(at, value)
		*c = desk.NewCode(key, label)
		return err
	}
	return k
}
