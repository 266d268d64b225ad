package setup

import (
	"context"

	"charm.land/huh/v2"

	"frontdesk/internal/config"
	"frontdesk/internal/credential"
)

// step is a page of prompts, skipped if earlier input makes it unnecessary.
type step struct {
	skip   func() bool // nil for a page that is never skipped
	fields []huh.Field
}

// askAccount prompts for everything except the name.
func (q *prompter) askAccount(ctx context.Context, a *account) error {
	noOrders := func() bool { return a.user == "" }
	pages := []step{{fields: []huh.Field{
		huh.NewInput().Title("Address of the service (base URL):").Value(&a.base).Validate(checkAddress),
		huh.NewInput().Title("Address of its articles (KMS URL), empty for the same:").Value(&a.kms).Validate(optional(checkAddress)),
	}}}
	pages = append(pages, q.credential(ctx, "API key", &a.token, a.tokenEntry(), func() bool { return false })...)
	pages = append(pages, step{fields: []huh.Field{
		huh.NewInput().Title("User of the order operations, empty for none:").Value(&a.user).Validate(optional(checkSecret)),
	}})
	pages = append(pages, q.credential(ctx, "Password of the order operations", &a.password, a.passwordEntry(), noOrders)...)
	return q.askPages(ctx, append(pages, step{fields: []huh.Field{
		huh.NewInput().Title("Account id (cm_id), empty when not known:").Value(&a.number).Validate(optional(checkNumber)),
		huh.NewInput().Title("Time zone of the account, empty for this machine's:").Value(&a.zone).Validate(optional(checkZone)),
	}})...)
}

// credential returns the steps that prompt for where a credential is stored, and then for the credential or the command
// that prints it.
func (q *prompter) credential(ctx context.Context, what string, into *credentialAnswer, entry config.KeyringEntry, needless func() bool) []step {
	into.where = inFile
	title := what + ", where it is to be kept:"
	if q.plain {
		title = what + ", where it is to be kept (1 when nothing is typed):"
	}
	where := huh.NewSelect[storage]().Title(title).Value(&into.where).Options(
		huh.NewOption("in the configuration file, for your eyes only (mode 0600)", inFile),
		huh.NewOption("in this system's keyring", inKeyring),
		huh.NewOption("elsewhere: a command prints it, a password manager's for example", byCommand),
	).Validate(func(p storage) error {
		if p != inKeyring {
			return nil
		}
		_, _, err := credential.ReadEntry(ctx, credential.SystemKeyring{}, entry)
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
			[]huh.Field{huh.NewInput().Title(what + ", the command whose first line it is:").Value(&into.command).Validate(checkCommand)},
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
