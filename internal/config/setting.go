package config

import (
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/text"
)

// setting is one key of a table of the file.
type setting struct {
	name   string // the key
	env    string // the variable that overrides it; empty for none
	needed bool   // a table without it is an error
	read   reader
}

// settings are all top-level keys of the file, each with the field that it fills.
func (c *Config) settings() []setting {
	return []setting{
		{name: "account", env: "FRONTDESK_ACCOUNT", read: line(&c.Account)},
		{name: "agent", read: line(&c.Agent)},
		{name: "base_url", env: "FRONTDESK_BASE_URL", read: word(&c.BaseURL)},
		{name: "kms_url", env: "FRONTDESK_KMS_URL", read: word(&c.KMSURL)},
		{name: "allow_plain_http", read: flag(&c.AllowPlain)},
		{name: token, env: "FRONTDESK_TOKEN", read: secret(&c.Token)},
		{name: "order_user", env: "FRONTDESK_ORDER_USER", read: word(&c.OrderUser)},
		{name: password, env: "FRONTDESK_ORDER_PASSWORD", read: secret(&c.OrderPassword)},
		{name: "cm_id", env: "FRONTDESK_CM_ID", read: whole(&c.CMID, 1, 1<<31-1)},
		{name: "time_zone", read: zone(&c.Zone)},
		{name: "limit", read: whole(&c.Limit, 1, 10_000)},
		{name: "refresh", read: span(&c.Refresh, 5*time.Second, time.Hour)},
		{name: "range_days", read: whole(&c.RangeDays, 1, 366)},
		{name: "theme", read: one(&c.Theme, "auto", "dark", "light")},
		{name: "views", read: list(&c.Views, view)},
		{name: "vocabulary", read: table(
			setting{name: "sub_statuses", read: list(&c.SubStatuses, code)},
			setting{name: "queues", read: list(&c.Queues, code)},
			setting{name: "dispositions", read: list(&c.Dispositions, shown)},
		)},
	}
}

// The keys that hold credentials: a file with one of them is for its owner's eyes.
const (
	token    = "token"
	password = "order_password"
)

// view reads a saved view; what is not given does not filter.
func view(v *desk.View) reader {
	return table(
		setting{name: "name", needed: true, read: shown(&v.Name)},
		setting{name: "words", read: shown(&v.Words)},
		setting{name: "sub_statuses", read: list(&v.SubStatuses, word)},
		setting{name: "queues", read: list(&v.Queues, word)},
		setting{name: "priorities", read: list(&v.Priorities, word)},
		setting{name: "assignees", read: list(&v.Assignees, word)},
		setting{name: "callbacks", read: flag(&v.Callbacks)},
		setting{name: "at_risk", read: flag(&v.AtRisk)},
		setting{name: "unattended", read: flag(&v.Unattended)},
		setting{name: "escalated", read: flag(&v.Escalated)},
		setting{name: "open", read: flag(&v.Open)},
	)
}

// code reads a sub-status or queue: the key that is sent, the label that is shown.
func code(c *desk.Code) reader {
	return func(at string, value any) error {
		var key string
		var label text.Line
		err := table(
			setting{name: "key", needed: true, read: word(&key)},
			setting{name: "label", read: line(&label)},
		)(at, value)
		*c = desk.NewCode(key, label)
		return err
	}
}
