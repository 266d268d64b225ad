package cli

import (
	_ "embed" // for the examples
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"frontdesk/internal/config"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/table"
)

// validValuesOf describes the valid values of a flag, by type, in place of the messages of Go's parsers.
var validValuesOf = map[string]string{
	"int":      "it must be a whole number",
	"duration": "it must be a duration such as 30s or 5m",
	"bool":     "it must be true or false",
}

// describeFlagError describes the valid values of a flag, or suggests the closest name for an unknown one.
func describeFlagError(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var wrong *pflag.InvalidValueError
	switch {
	case errors.As(err, &wrong):
		return exitcode.UsageErrorf("--%s %q: %s", wrong.GetFlag().Name, wrong.GetValue(), validValues(wrong))
	case !errors.As(err, &unknown):
		return exitcode.UsageError(err)
	}
	if unknown.GetSpecifiedName() == readOnlyFlag {
		return exitcode.UsageErrorf("%s does not know --%s: the console, frontdesk ssh and the commands that ask a service"+
			" send no write with it", c.CommandPath(), readOnlyFlag)
	}
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	hint := c.CommandPath() + " --help lists them"
	if near := config.ClosestMatch(unknown.GetSpecifiedName(), names); near != "" {
		hint = "did you mean --" + near + "?"
	}
	return exitcode.UsageErrorf("%w; %s", err, hint)
}

func validValues(wrong *pflag.InvalidValueError) string {
	if words, known := validValuesOf[wrong.GetFlag().Value.Type()]; known {
		return words
	}
	return errors.Unwrap(wrong).Error() // from flagValue.Set
}

// atMostWords rejects more than n arguments.
func atMostWords(n int) cobra.PositionalArgs {
	return func(c *cobra.Command, words []string) error {
		if len(words) <= n {
			return nil
		}
		return exitcode.UsageErrorf("%q is a word too many; %s --help shows what it takes", words[n], c.CommandPath())
	}
}

// unknownCommandError rejects an unknown command, and suggests the closest one.
func unknownCommandError(root *cobra.Command, words []string) error {
	if len(words) == 0 {
		return nil
	}
	root.SuggestionsMinimumDistance = 2
	hint := root.CommandPath() + " --help lists them"
	if near := root.SuggestionsFor(words[0]); len(near) > 0 {
		hint = "did you mean " + near[0] + "?"
	}
	return exitcode.UsageErrorf("unknown command %q; %s", words[0], hint)
}

//go:embed examples.txt
var examplesFile string

// examples are the command lines that help and the manual show, by command. A test checks that they parse.
var examples = readExamples()

func readExamples() map[string][]string {
	all := map[string][]string{}
	for _, row := range table.Read(examplesFile, 1) {
		all[row.Section] = append(all[row.Section], row.Cells[0])
	}
	return all
}

// showExamples sets the examples of a command and of all commands below it.
func showExamples(c *cobra.Command) {
	path := strings.TrimPrefix(strings.TrimPrefix(c.CommandPath(), c.Root().Name()), " ")
	if lines := examples[path]; len(lines) > 0 && c.Example == "" {
		c.Example = "  " + strings.Join(lines, "\n  ")
	}
	for _, below := range c.Commands() {
		showExamples(below)
	}
}

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
	{"XDG_CACHE_HOME", "where records are kept between starts, see cache in the configuration"},
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
