package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"frontdesk/internal/config"
	"frontdesk/internal/safetext"
)

func initCommand(env func(string) string) *cobra.Command {
	var accessible bool
	var timeout time.Duration
	c := &cobra.Command{
		Use: "init", Short: "Set up an account: ask, try, write the configuration",
		Long: "Ask for an account's addresses and credentials, try each of them by calls that read, and write the configuration\n" +
			"for your eyes only. Other accounts stay as they are. With --accessible, or TERM=dumb, it asks line by line.",
		Args: atMostWords(0),
		RunE: func(c *cobra.Command, _ []string) error {
			if timeout <= 0 || timeout > longestCall {
				return usageError{errors.New("--timeout must be more than 0s and at most 10m")}
			}
			plain := accessible || env("TERM") == "dumb"
			if !plain && (!isTerminal(c.InOrStdin()) || !isTerminal(c.OutOrStdout())) {
				return usageError{errors.New("init needs a terminal; --accessible asks line by line without one")}
			}
			path := config.DefaultPath(env, flagOf(c, configFlag))
			if path == "" {
				return errors.New("the configuration has no place: set HOME, XDG_CONFIG_HOME or FRONTDESK_CONFIG")
			}
			s := &setup{env: env, path: path, timeout: timeout, keyring: systemKeyring{}, screen: newQuestions(c.InOrStdin(), c.OutOrStdout(), plain)}
			return s.run(c.Context(), flagOf(c, accountFlag))
		},
	}
	c.Flags().BoolVar(&accessible, "accessible", false, "ask line by line, for screen readers")
	c.Flags().DurationVar(&timeout, "timeout", 10*time.Second, "the `duration` that a try may take, its retries included")
	c.Flags().String(configFlag, "", "write the configuration to this `file`")
	return c
}

// setup is the state of one run of init.
type setup struct {
	env     func(string) string
	path    string
	timeout time.Duration
	screen  *prompter
	keyring secretStore
	answers account
}

// errDeclined is returned if the user declines before anything is written.
var errDeclined = errors.New("nothing was written")

// run prompts for the account, checks it and writes it. Nothing is written before the last prompt.
func (s *setup) run(ctx context.Context, name string) error {
	known, err := config.AccountNames(s.path)
	if err != nil {
		return usageError{err}
	}
	s.answers.name = name
	if err := s.screen.askName(ctx, &s.answers, known); err != nil {
		return err
	}
	replace := slices.Contains(known, s.answers.name)
	if replace {
		question := fmt.Sprintf("There is an account %s in %s. Ask for its addresses and credentials anew? Its views, vocabulary and keys stay; comments in the file go, and the old file is kept beside it.", s.answers.name, safetext.LineFromText(s.path))
		if sure, err := s.screen.confirm(ctx, question); err != nil || !sure {
			return cmp.Or(err, errDeclined)
		}
	}
	if err := s.screen.askAccount(ctx, &s.answers); err != nil {
		return err
	}
	if err := s.try(ctx); err != nil {
		sure, asked := s.screen.confirm(ctx, "Write it all the same?")
		if asked != nil || !sure {
			return cmp.Or(asked, fmt.Errorf("nothing was written: %w", err))
		}
	}
	backup, err := s.write(ctx, replace)
	if err != nil {
		return err
	}
	said := "Written: account " + s.answers.name + " in " + safetext.LineFromText(s.path).String() + "\n"
	if backup != "" {
		said += "As it was before: " + safetext.LineFromText(backup).String() + "\n"
	}
	return printTo(s.screen.out, said)
}

// write stores the credentials in the keyring and the account in the configuration file, and undoes the keyring if the
// file cannot be written. All prompts come before the first write.
func (s *setup) write(ctx context.Context, replace bool) (backup string, err error) {
	writes, err := s.planKeyring(ctx)
	switch {
	case errors.Is(err, errDeclined):
		return "", err
	case err != nil:
		return "", notWritten(err, nil)
	}
	if err = writeKeyring(ctx, s.keyring, writes); err == nil {
		backup, err = config.SaveAccount(s.path, s.answers.name, s.answers.values(), replace)
	}
	if err != nil {
		left := undoKeyring(context.WithoutCancel(ctx), s.keyring, writes)
		return "", notWritten(err, left)
	}
	return backup, nil
}

// try checks each host and each credential with read-only calls, and prints the findings.
func (s *setup) try(ctx context.Context) error {
	d := &doctor{env: s.env, out: s.screen.out, timeout: s.timeout, now: time.Now}
	d.desk(ctx, s.answers.config())
	return d.report(false)
}
