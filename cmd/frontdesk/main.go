// Frontdesk is a support desk in a terminal. This file wires the verbs together; each has its own.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"frontdesk/internal/text"
)

// The exit codes that scripts rely on (decisions.md, exit codes).
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Getenv, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// usageError is a wrong argument: nothing was done.
type usageError struct{ error }

// run performs one command line and answers its exit code; what goes wrong is one clean line on stderr.
func run(ctx context.Context, args []string, env func(string) string, out, errOut io.Writer) int {
	root := &cobra.Command{
		Use:           "frontdesk",
		Short:         "A support desk in a terminal",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(errOut)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	root.AddCommand(serveCommand(env)) //nolint:contextcheck // cobra hands the context to the verb
	ran, err := root.ExecuteContextC(ctx)
	if err == nil {
		return exitDone
	}
	_, _ = fmt.Fprintln(errOut, "frontdesk:", text.PlainLine(err.Error()))
	if _, usage := err.(usageError); usage || ran == root { //nolint:errorlint // made here and never wrapped
		return exitUsage
	}
	return exitFailed
}
