package cli

import (
	"frontdesk/internal/exitcode"
)

// variables lists the environment variables, except those that the configuration's own table documents.
var variables = []struct{ name, what string }{
	{"FRONTDESK_BASE_URL, FRONTDESK_KMS_URL", "where the service answers, and where its articles are searched"},
	{"FRONTDESK_TOKEN", "the API key; for serve the one that it accepts"},
	{"FRONTDESK_ORDER_USER, FRONTDESK_ORDER_PASSWORD", "who calls the order operations; for serve who may"},
	{"FRONTDESK_CM_ID", "the account id"},
	{"FRONTDESK_ACCOUNT", "which account of the configuration is worked with"},
	{"FRONTDESK_CONFIG", "another configuration file"},
	{"FRONTDESK_DISPLAY_ZONE", "the time zone of the moments that you read and type; the account's when not given"},
	{"XDG_CONFIG_HOME, XDG_DATA_HOME", "where the configuration, and where desk and drafts are kept"},
	{"NO_COLOR", "no colours"},
}

// dataFiles lists the default paths.
var dataFiles = []struct{ name, what string }{
	{"~/.config/frontdesk/config.toml", "the configuration; with a credential in it, for your eyes only (mode 0600)"},
	{"~/.local/share/frontdesk/desk.db", "the desk of this machine, when no other is configured"},
	{"~/.local/share/frontdesk/drafts", "what was typed and not sent, the outbox and the journal"},
}

// exitCodes are the documented exit codes (PROTOCOL.md 9.6).
var exitCodes = []struct {
	code int
	what string
}{
	{exitcode.OK, "done"},
	{exitcode.Failed, "failed: refused, unreachable or unreadable; of doctor: something is wrong"},
	{exitcode.Usage, "wrong usage or configuration; nothing was sent"},
	{exitcode.Denied, "the credential is not accepted"},
	{exitcode.Unknown, "a write whose outcome is not known; it is not sent again"},
	{exitcode.Partial, "a partial result: what was got is printed, what is missing is named on standard error"},
	{exitcode.Interrupted, "interrupted"},
}
