// Package cli is the command line of frontdesk: the command tree, and a file for each command.
package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	_ "time/tzdata" // embeds the time zone database, for machines without one, such as Windows

	"github.com/spf13/cobra"

	"frontdesk/internal/cli/output"
	"frontdesk/internal/config"
	"frontdesk/internal/console"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/guard"
	"frontdesk/internal/hosting"
	"frontdesk/internal/safetext"
	"frontdesk/ui/terminal"
)

// Main runs the command line of this process until it is done or interrupted, and returns the exit code.
func Main() int {
	delayFirstCollection()
	return Run(untilSignal(), os.Args[1:], config.ProcessVariables(), os.Stdin, os.Stdout, os.Stderr)
}

// untilSignal returns a context that is cancelled by the first SIGINT or SIGTERM, so that work in flight can finish. An
// interrupt of another program on the terminal is not for this one.
// The second signal terminates the process at once, as by default.
func untilSignal() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, os.Interrupt, syscall.SIGTERM)
	guard.Go(func() {
		for s := range caught {
			if s != os.Interrupt || !terminal.IsReleased() {
				break
			}
		}
		signal.Stop(caught)
		cancel()
	})
	return ctx
}

// Run executes a command line and returns its exit code. Errors are printed to errOut as one sanitised line. Streams
// that are terminals are used as such; the console needs two, but for its accessible mode.
func Run(ctx context.Context, args []string, env func(string) string, in io.Reader, out, errOut io.Writer) int {
	root := newRoot(env, in, out, errOut) //nolint:contextcheck // cobra hands the context to the verb
	// Only then: cobra keeps these functions, and all that they refer to, for ever.
	if completes(args) {
		completeValues(root, env) //nolint:contextcheck // a key that was pressed has its own
	}
	return execute(ctx, root, args, errOut)
}

// localCommands are the commands that are not available over SSH: they would show or change the host itself. All others
// are hostedCommands.
var localCommands = []func(env func(string) string) *cobra.Command{
	serveCommand,
	sshCommand,
	initCommand,
	configCommand,
	doctorCommand,
	cacheCommand,
	completionCommand,
	schemaCommand,
	deskCommand,
	copyCommand,
	backupCommand,
	restoreCommand,
}

// newRoot returns the root command.
func newRoot(env func(string) string, in io.Reader, out, errOut io.Writer) *cobra.Command {
	root := &cobra.Command{
		Use:   "frontdesk",
		Short: "A support desk in a terminal",
		Long: "A support desk in a terminal. Without a command, frontdesk opens the console on\n" +
			"the configured desk, or on a sample desk if there is no configuration.",
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          unknownCommandError,
		RunE: func(c *cobra.Command, _ []string) error {
			settings, err := settingsFor(c, env)
			if err != nil {
				return exitcode.UsageError(err)
			}
			if err := meanSample(&settings, opensConsole); err != nil {
				return err
			}
			settings.Accessible = settings.Accessible || flagOf(c, accessibleFlag) == "true"
			return runConsole(c, settings, console.Options{
				Env: env, View: flagOf(c, viewFlag), ReadOnly: flagOf(c, readOnlyFlag) == "true", Welcome: true,
			})
		},
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.Flags().String(configFlag, "", "read the configuration from this `file`")
	root.Flags().String(viewFlag, "", "open the inbox with the view of this `name`")
	root.Flags().Bool(readOnlyFlag, false, readOnlyHelp)
	root.Flags().Bool(accessibleFlag, false, "use lines of text and questions instead of a screen, for screen readers")
	chooseAccount(root)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errOut)
	if columns := output.ColumnsOf(out); columns > 0 {
		wrapped := fmt.Sprintf(".FlagUsagesWrapped %d", columns)
		root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages", wrapped))
	}
	root.SetFlagErrorFunc(describeFlagError)
	for _, command := range slices.Concat(hostedCommands, localCommands) {
		root.AddCommand(command(env))
	}
	root.AddCommand(mcpCommand(env, Run))
	showExamples(root)
	root.InitDefaultHelpCmd()
	if help, _, err := root.Find([]string{"help"}); err == nil {
		help.Args = checkHelp
	}
	return root
}

func execute(ctx context.Context, root *cobra.Command, args []string, errOut io.Writer) int {
	read, err := readArguments(args)
	ran := root
	if err == nil {
		root.SetArgs(read) // never nil: cobra would take the arguments of the process
		ran, err = root.ExecuteContextC(ctx)
	}
	if err == nil {
		return exitcode.OK
	}
	printError(errOut, ran, exitcode.Of(err), safetext.Message(errorText(ctx, err)))
	return exitcode.Of(err)
}

// errorText returns what to print for an error. Of a command that was ended it says why, such as that it was
// interrupted or, over SSH, that the key may no longer sign in, instead of Go's words for an ended context.
func errorText(ctx context.Context, err error) string {
	if fault, ok := errors.AsType[*fs.PathError](err); ok { // without the system call, whose name says nothing
		return strings.ReplaceAll(err.Error(), fault.Error(), fault.Path+": "+fault.Err.Error())
	}
	cause := context.Cause(ctx)
	for _, contextErr := range []error{context.Canceled, context.DeadlineExceeded} {
		if cause == nil || !errors.Is(err, contextErr) {
			continue
		}
		if errors.Is(cause, contextErr) {
			cause = exitcode.ErrInterrupted
		}
		return strings.ReplaceAll(err.Error(), contextErr.Error(), cause.Error())
	}
	return err.Error()
}

const (
	accountFlag = "account"
	configFlag  = "config"

	readOnlyFlag = "read-only"
	// accessibleFlag opens the console in accessible mode.
	accessibleFlag = "accessible"

	readOnlyHelp = "refuse all writes"
)

// chooseAccount adds the flags --account and --sample to root and to every command below it.
func chooseAccount(root *cobra.Command) {
	root.PersistentFlags().String(accountFlag, "", "use the account of this `name`")
	root.PersistentFlags().Bool(sampleFlag, false, "work on the sample desk of this machine, whatever is configured")
}

// settingsFor loads the configuration for a command, from its --config and --account flags. Over SSH it returns the
// configuration that the host has already loaded.
func settingsFor(c *cobra.Command, env func(string) string) (config.Config, error) {
	if account, hosted := hosting.AccountFrom(c.Context()); hosted {
		settings := account.Config
		settings.ReadOnly = settings.ReadOnly || flagOf(c, readOnlyFlag) == "true"
		return settings, nil
	}
	load := func() (config.Config, error) {
		return config.LoadAccount(env, flagOf(c, configFlag), flagOf(c, accountFlag))
	}
	if flagOf(c, sampleFlag) == "true" {
		if flagOf(c, accountFlag) != "" {
			return config.Config{}, errors.New("--sample and --account cannot both be given: the sample desk is no account")
		}
		load = func() (config.Config, error) { return config.LoadSample(env, flagOf(c, configFlag)) }
	}
	settings, err := load()
	settings.ReadOnly = settings.ReadOnly || flagOf(c, readOnlyFlag) == "true"
	return settings, err
}

// flagOf returns the value of a string flag, or "" if the command does not have it.
func flagOf(c *cobra.Command, name string) string {
	if f := c.Flags().Lookup(name); f != nil {
		return f.Value.String()
	}
	return ""
}

// release is the version of a package; empty in a program that was built in another way. internal/tools/release sets it
// when it links.
var release string

// version returns the text of --version: the release, the module version or the commit, the Go version and the
// platform.
func version() string {
	built := cmp.Or(release, "unknown")
	if info, ok := debug.ReadBuildInfo(); ok && release == "" && info.Main.Version != "" {
		built = strings.Trim(info.Main.Version, "()") // "(devel)" if built without version control
	}
	return fmt.Sprintf("%s (%s, %s/%s)", built, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

func versionCommand(func(string) string) *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version, as --version does", Args: atMostWords(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return output.WriteText(c.OutOrStdout(), c.Root().Name()+" version "+c.Root().Version+"\n")
		},
	}
}

func ticketCommand(env func(string) string) *cobra.Command {
	return commandGroup("ticket", "Read, open and change tickets",
		ticketListCommand(env), ticketPullCommand(env), ticketGetCommand(env), ticketAddCommand(env),
		ticketUpdateCommand(env))
}
