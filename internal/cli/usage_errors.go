package cli

import (
	_ "embed" // for the examples
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"frontdesk/internal/config"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/hosting"
	"frontdesk/internal/phrase"
	"frontdesk/internal/record"
	"frontdesk/internal/safetext"
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
	name := unknown.GetSpecifiedName()
	if words := c.Flags().Args(); len(words) > 0 && c.HasSubCommands() {
		return unknownCommandError(c, words) // its flags cannot be known
	}
	if hasSubcommandWithFlag(c, name) {
		return exitcode.UsageErrorf("--%s goes after the command: %s COMMAND --%s", name, c.CommandPath(), name)
	}
	if name == readOnlyFlag {
		return exitcode.UsageErrorf("%s has no flag --%s, because it sends nothing to a service", c.CommandPath(), readOnlyFlag)
	}
	hint := c.CommandPath() + " --help lists the flags"
	if near := suggestFlag(c, name); near != "" {
		hint = "did you mean --" + near + "?"
	} else if why := absentOf(c, name); why != "" {
		hint = why
	} else if setting, variable, is := config.SettingOf(name); is && !isHosted(c) {
		hint = "set " + phrase.Join(", or ", variable, setting+" in the configuration")
	}
	return exitcode.UsageErrorf("%w; %s", err, hint)
}

// isHosted reports whether a command runs in an SSH session.
func isHosted(c *cobra.Command) bool {
	_, hosted := hosting.AccountFrom(c.Context())
	return hosted
}

// hasSubcommandWithFlag reports whether a command below c has the flag.
func hasSubcommandWithFlag(c *cobra.Command, name string) bool {
	return slices.ContainsFunc(c.Commands(), func(sub *cobra.Command) bool {
		return sub.Flags().Lookup(name) != nil || hasSubcommandWithFlag(sub, name)
	})
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
		if kind := record.Kind(c.Annotations[recordsOf]); kind != "" && c.Flags().Changed(jsonFlag) {
			if _, err := kind.Choose(strings.Split(words[n], ",")); err == nil {
				return exitcode.UsageErrorf("unexpected argument %q; did you mean --%s=%s?", words[n], jsonFlag, words[n])
			}
		}
		if isHosted(c) {
			return exitcode.UsageErrorf("unexpected argument %q; ssh drops one level of quotes, so quote the whole command, too", words[n])
		}
		return exitcode.UsageErrorf("unexpected argument %q; see %s --help", words[n], c.CommandPath())
	}
}

// unknownCommandError rejects an unknown command, and suggests the closest one.
func unknownCommandError(root *cobra.Command, words []string) error {
	if len(words) == 0 {
		return nil
	}
	hint := root.CommandPath() + " --help lists the commands"
	if near := suggestCommand(root, words[0]); near != "" {
		hint = "did you mean " + near + "?"
	} else if why := absentOf(root, words[0]); why != "" {
		hint = why
	}
	return exitcode.UsageErrorf("unknown command %q; %s", words[0], hint)
}

// checkHelp rejects help on a command that there is not: cobra prints the help of the program then, and ends with 0.
func checkHelp(help *cobra.Command, words []string) error {
	c, rest, err := help.Root().Find(words)
	if err == nil && len(rest) > 0 {
		err = unknownCommandError(c, rest)
	}
	return err
}

// readArguments returns the arguments without the byte-order marks that texts from files begin with, or an error that
// names the first one that is not UTF-8: its text would be sent damaged.
func readArguments(args []string) ([]string, error) {
	read := make([]string, len(args))
	for i, arg := range args {
		flag, value, hasValue := strings.Cut(arg, "=")
		if !hasValue || !strings.HasPrefix(flag, "--") {
			flag, value = "", arg
		}
		text, err := safetext.UTF8([]byte(value))
		if _, flagErr := safetext.UTF8([]byte(flag)); err != nil || flagErr != nil {
			return nil, exitcode.UsageErrorf(
				"%s is not UTF-8: use a terminal and a shell with UTF-8, or convert the text with iconv", argumentName(args, i),
			)
		}
		read[i] = string(text)
		if flag != "" {
			read[i] = flag + "=" + string(text)
		}
	}
	return read, nil
}

// argumentName returns what an argument is, without its value.
func argumentName(args []string, i int) string {
	if flag, _, isFlag := strings.Cut(args[i], "="); isFlag && strings.HasPrefix(flag, "--") {
		return "the value of " + flag
	}
	if i > 0 && strings.HasPrefix(args[i-1], "-") && !strings.Contains(args[i-1], "=") {
		return "the value of " + args[i-1]
	}
	return fmt.Sprintf("argument %d", i+1)
}
