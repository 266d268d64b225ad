// Package setup asks for an account, tries it and writes it to the configuration and the keyring.
package setup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"charm.land/huh/v2"

	"frontdesk/internal/config"
	"frontdesk/internal/connection"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/filestore"
	"frontdesk/internal/safetext"
)

// Wizard is one run of init.
type Wizard struct {
	Path  string // the configuration file
	Plain bool   // ask line by line
	In    io.Reader
	Out   io.Writer
	// Try checks the account's addresses and credentials before they are written, and prints what it finds.
	Try func(ctx context.Context, out io.Writer, c config.Config) error

	screen  *prompter
	keyring connection.Keyring
	answers account
}

// errDeclined is returned if the user declines before anything is written.
var errDeclined = errors.New("nothing was written")

// Run prompts for the account, checks it and writes it; name is its name if that is known already. Nothing is written
// before the last prompt.
func (s *Wizard) Run(ctx context.Context, name string) error {
	s.screen, s.keyring = newPrompter(s.In, s.Out, s.Plain), connection.SystemKeyring{}
	known, err := config.AccountNames(s.Path)
	if err != nil {
		return exitcode.UsageError(err)
	}
	s.answers.name = name
	if err := s.screen.askName(ctx, &s.answers, known); err != nil {
		return err
	}
	replace := slices.Contains(known, s.answers.name)
	if replace {
		question := fmt.Sprintf(
			"There is an account %s in %s. Enter its addresses and credentials again? Its views, vocabulary and keys stay; comments in the file are lost, and the old file is kept beside it.",
			s.answers.name,
			safetext.LineFromText(s.Path),
		)
		if sure, err := s.screen.confirm(ctx, question); err != nil || !sure {
			return cmp.Or(err, errDeclined)
		}
	}
	if err := s.screen.askAccount(ctx, &s.answers); err != nil {
		return err
	}
	if err := s.Try(ctx, s.screen.out, s.answers.config()); err != nil {
		sure, asked := s.screen.confirm(ctx, "Write the configuration anyway?")
		if asked != nil || !sure {
			return cmp.Or(asked, fmt.Errorf("nothing was written: %w", err))
		}
	}
	backup, err := s.write(ctx, replace)
	if err != nil {
		return err
	}
	said := "Written: account " + s.answers.name + " in " + safetext.LineFromText(s.Path).String() + "\n"
	if backup != "" {
		said += "The old file is " + safetext.LineFromText(backup).String() + "\n"
	}
	if _, err := io.WriteString(s.screen.out, said); err != nil {
		return fmt.Errorf("the result cannot be written: %w", filestore.WithoutPath(err))
	}
	return nil
}

// write stores the credentials in the keyring and the account in the configuration file, and undoes the keyring if the
// file cannot be written. All prompts come before the first write.
func (s *Wizard) write(ctx context.Context, replace bool) (backup string, err error) {
	writes, err := s.planKeyring(ctx)
	switch {
	case errors.Is(err, errDeclined):
		return "", err
	case err != nil:
		return "", notWritten(err, nil)
	}
	if err = writeKeyring(ctx, s.keyring, writes); err == nil {
		backup, err = config.SaveAccount(s.Path, s.answers.name, s.answers.values(), replace)
	}
	if err != nil {
		left := undoKeyring(context.WithoutCancel(ctx), s.keyring, writes)
		return "", notWritten(err, left)
	}
	return backup, nil
}

// step is a page of prompts, skipped if earlier input makes it unnecessary.
type step struct {
	skip   func() bool // nil for a page that is never skipped
	fields []huh.Field
}

// askAccount prompts for everything except the name.
func (q *prompter) askAccount(ctx context.Context, a *account) error {
	noOrders := func() bool { return a.user == "" }
	pages := []step{{fields: []huh.Field{
		newInput("Address of the service (base URL):", &a.base, checkAddress),
		newInput("Address of the article search (KMS URL), empty for the same:", &a.kms, optional(checkAddress)),
	}}}
	pages = append(pages, q.credential(ctx, "API key", &a.token, a.tokenEntry(), func() bool { return false })...)
	pages = append(pages, step{fields: []huh.Field{
		newInput("User name for orders, empty for none:", &a.user, optional(checkSecret)),
	}})
	pages = append(
		pages,
		q.credential(ctx, "Password for orders", &a.password, a.passwordEntry(), noOrders)...)
	return q.askPages(ctx, append(pages, step{fields: []huh.Field{
		newInput("Account id (cm_id), empty if unknown:", &a.number, optional(checkNumber)),
		newInput("Time zone of the account, empty for that of this machine:", &a.zone, optional(checkZone)),
	}})...)
}

// credential returns the steps that prompt for where a credential is stored, and then for the credential or the command
// that prints it.
func (q *prompter) credential(
	ctx context.Context,
	what string,
	into *credentialAnswer,
	entry config.KeyringEntry,
	needless func() bool,
) []step {
	into.where = inFile
	title := what + ": where to store it:"
	if q.plain {
		title = what + ": where to store it (default 1):"
	}
	where := huh.NewSelect[storage]().Title(title).Value(&into.where).Options(
		huh.NewOption("in the configuration file, which only you can read (mode 0600)", inFile),
		huh.NewOption("in this system's keyring", inKeyring),
		huh.NewOption("elsewhere: a command prints it, such as a password manager", byCommand),
	).Validate(func(p storage) error {
		if p != inKeyring {
			return nil
		}
		_, _, err := connection.ReadKeyringEntry(ctx, connection.SystemKeyring{}, entry)
		return err
	})
	return []step{
		{needless, []huh.Field{where}},
		{
			func() bool { return needless() || into.where == byCommand },
			[]huh.Field{q.secret(what+":", &into.secret, checkSecret)},
		},
		{
			func() bool { return needless() || into.where != byCommand },
			[]huh.Field{
				newInput(what+": the command that prints it:", &into.command, checkCommand),
			},
		},
	}
}

// askPages shows the pages in order. In accessible mode it skips pages itself, because the library hides groups only in
// the full-screen mode.
func (q *prompter) askPages(ctx context.Context, pages ...step) error {
	groups := make([]*huh.Group, len(pages))
	for i, p := range pages {
		groups[i] = huh.NewGroup(p.fields...).Title("frontdesk init")
		if p.skip != nil {
			groups[i].WithHideFunc(p.skip)
		}
	}
	if !q.plain {
		return q.ask(ctx, q.form(groups...).WithViewHook(useAltScreen))
	}
	for i, p := range pages {
		if p.skip != nil && p.skip() {
			continue
		}
		if err := q.ask(ctx, q.form(groups[i])); err != nil {
			return err
		}
	}
	return nil
}
