package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"frontdesk/internal/config"
	"frontdesk/internal/connection"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/hosting"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// hostedCommands are the commands that are available over SSH, too; see localCommands for the others.
var hostedCommands = []func(env func(string) string) *cobra.Command{
	ticketCommand,
	customerCommand,
	orderCommand,
	faqCommand,
	handoverCommand,
	statsCommand,
	apiCommand,
	docsCommand,
	versionCommand,
}

// runHosted runs an agent's command line with no streams other than those of the session, and returns the exit code.
func runHosted(ctx context.Context, env func(string) string, args []string, in io.Reader, out, errOut io.Writer) int {
	root := newHostedRoot(env, in, out, errOut)
	if err := checkHostedCommand(root, args); err != nil {
		_, _ = fmt.Fprintln(errOut, "frontdesk:", safetext.Message(err.Error()))
		return exitcode.Usage
	}
	return execute(ctx, root, args, errOut)
}

// newHostedRoot returns the root of the command tree available over SSH.
func newHostedRoot(env func(string) string, in io.Reader, out, errOut io.Writer) *cobra.Command {
	root := &cobra.Command{
		Use:               "frontdesk",
		Short:             "A support desk in a terminal",
		Version:           version(),
		SilenceErrors:     true,
		SilenceUsage:      true,
		Args:              unknownCommandError,
		PersistentPreRunE: rejectFileFlags,
		RunE: func(*cobra.Command, []string) error {
			return exitcode.UsageErrorf("name a command, such as faq search refund; without one, connect with a terminal for the console")
		},
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errOut)
	root.SetFlagErrorFunc(describeFlagError)
	for _, verb := range hostedCommands {
		root.AddCommand(verb(env))
	}
	return root
}

// checkHostedCommand rejects a command line that does not begin with a command of the tree. It runs before cobra parses
// the line, because cobra has hidden commands that would run first, and skips flags when it looks for the command.
func checkHostedCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 || len(args) == 1 && slices.Contains([]string{"--help", "-h", "--version", "-v"}, args[0]) {
		return nil
	}
	if strings.HasPrefix(args[0], "-") {
		return exitcode.UsageErrorf("name a command first, such as faq search refund")
	}
	root.InitDefaultHelpCmd()
	command, rest, err := root.Find(args)
	if err == nil && command.Name() == "help" && len(rest) > 0 {
		args = rest
		command, _, err = root.Find(args)
	}
	if err != nil || command == root || command.Hidden {
		if slices.Contains(localNames, args[0]) {
			return exitcode.UsageErrorf("%s is not available over SSH: it would be about the host", args[0])
		}
		return unknownCommandError(root, args)
	}
	return nil
}

// localNames are the names of the commands that are not available over SSH.
var localNames = []string{
	"serve", "ssh", "init", "config", "doctor", "cache", "completion", "schema", "desk", "copy", "backup", "restore",
	"mcp",
}

// fileFlag is the annotation of flags that name a file.
const fileFlag = "frontdesk_file"

// markFiles annotates flags of a command as naming a file.
func markFiles(c *cobra.Command, flags ...string) {
	for _, name := range flags {
		c.Flags().Lookup(name).Annotations = map[string][]string{fileFlag: {}}
	}
}

// namesFile reports whether a flag names a file.
func namesFile(f *pflag.Flag) bool {
	_, marked := f.Annotations[fileFlag]
	return marked
}

// rejectFileFlags rejects flags that name a file: it would be a file of the host.
func rejectFileFlags(c *cobra.Command, _ []string) error {
	var rejected error
	c.Flags().Visit(func(f *pflag.Flag) {
		if namesFile(f) {
			rejected = exitcode.UsageErrorf("--%s names a file; files cannot be read or written over SSH", f.Name)
		}
	})
	return rejected
}

// connect returns the shared desk for a command over SSH, with a client of its own, or else connects to the configured
// desk.
func connect(ctx context.Context, c config.Config, op wire.OperationInfo) (*connection.Desk, error) {
	if account, hosted := hosting.AccountFrom(ctx); hosted {
		return account.Connect(op)
	}
	return connection.OpenFor(ctx, c, op)
}
