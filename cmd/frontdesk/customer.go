package main

import (
	"strings"

	"github.com/spf13/cobra"

	"frontdesk/internal/oneshot"
	"frontdesk/internal/wire"
)

func customerCommand(env func(string) string) *cobra.Command {
	return family("customer", "Read and change customers",
		customerPullCommand(env), customerGetCommand(env), customerAddCommand(env), customerUpdateCommand(env))
}

var customerGetMembers = []member[wire.CustomerGet]{
	{flag: "email", usage: "the customer's e-mail `address`, which must be theirs", into: func(r *wire.CustomerGet) *string { return &r.Email }},
	{flag: "phone", usage: "the `digits` of a phone number, which must be theirs", into: func(r *wire.CustomerGet) *string { return &r.Phone }},
}

func customerGetCommand(env func(string) string) *cobra.Command {
	c := &cobra.Command{Use: "get ID", Short: "Print a customer with all contacts", Args: cobra.ArbitraryArgs}
	check := func(_ *oneshot.Session, r *wire.CustomerGet, args []string) error {
		found, err := oneID("customer", args)
		if err == nil {
			r.ID, err = wire.ParseNumber(found)
		}
		return err
	}
	return operationCommand(env, c, wire.GetCustomer.Info, customerGetMembers, check, oneshot.GetCustomer)
}

// oneID is the one id that a command takes: a number from 1, as it is typed.
func oneID(what string, args []string) (string, error) {
	typed := strings.TrimSpace(strings.Join(args, " "))
	n, err := wire.ParseNumber(typed)
	switch {
	case typed == "":
		return "", oneshot.Misused("there is no %s id", what)
	case len(args) > 1:
		return "", oneshot.Misused("%q is more than one %s", typed, what)
	case err != nil || n.Value < 1:
		return "", oneshot.Misused("%q is no %s id, which is a number", typed, what)
	}
	return typed, nil
}
