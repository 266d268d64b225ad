package oneshot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// AddCustomer adds a customer (PROTOCOL.md 4.1).
var AddCustomer = Write[wire.CustomerSave, desk.Saved]{
	Op:     wire.AddCustomer,
	Words:  func(s *Session, _ wire.CustomerSave, saved desk.Saved) { s.saved(saved) },
	Undone: undone,
	Prior:  customersBefore,
	Lost:   findCustomer,
}

// UpdateCustomer changes a customer (PROTOCOL.md 4.2).
var UpdateCustomer = Write[wire.CustomerSave, desk.Saved]{
	Op: wire.UpdateCustomer,
	Words: func(s *Session, r wire.CustomerSave, saved desk.Saved) {
		if saved.Customer == 0 {
			id, _ := wire.ParseNumber(r.Customer.ID) // the interface shows no answer but its status
			saved.Customer = id.Value
		}
		s.saved(saved)
	},
	Undone: undone,
	Lost: func(ctx context.Context, s *Session, c *client.Client, r wire.CustomerSave, _ departed) findings {
		return changedCustomer(ctx, s, c, r)
	},
}

// customerFilter is the flag that finds a customer best.
func customerFilter(r wire.CustomerSave) string {
	phone, email := r.Customer.Phone, r.Customer.Email
	for _, p := range r.Contacts {
		phone, email = cmp.Or(phone, p.Phone), cmp.Or(email, p.Email)
	}
	for _, f := range []struct{ flag, value string }{{"--code", r.Customer.Code}, {"--phone", phone}, {"--email", email}} {
		if f.value != "" {
			return f.flag + " " + shellWord(f.value)
		}
	}
	return "--name " + shellWord(r.Customer.Name)
}

// shellWord is a value as it can be typed into a shell.
func shellWord(value string) string {
	const harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./-_"
	if value != "" && strings.Trim(value, harmless) == "" {
		return value
	}
	return "'" + strings.ReplaceAll(value, "'", `'\''`) + "'"
}

// saved prints what a write to a customer or an order answers.
func (s *Session) saved(saved desk.Saved) {
	var pieces []string
	for _, p := range []struct{ label, value string }{
		{"order ", saved.Order.Line().String()},
		{"customer ", number(saved.Customer)},
		{"contact ", number(saved.Contact)},
		{"enquiry ", number(saved.Enquiry)},
		{"", cmp.Or(saved.Message.String(), saved.Action.String())},
	} {
		if p.value != "" {
			pieces = append(pieces, p.label+p.value)
		}
	}
	if len(pieces) > 0 {
		pieces[0] = s.paint(strong, pieces[0])
	}
	s.line(strings.Join(pieces, gap))
}

// undone is an error for a result of false, which the interface knows beside a status of success.
func undone(saved desk.Saved) error {
	switch {
	case saved.Done:
		return nil
	case saved.Message.IsEmpty():
		return errors.New("not done: the service answers success with a result of false")
	}
	return fmt.Errorf("not done: the service answers success with a result of false: %s", saved.Message)
}
