package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"frontdesk/internal/exitcode"
	"frontdesk/internal/oneshot"
	"frontdesk/internal/schema"
	"frontdesk/internal/wire"
)

func customerCommand(env func(string) string) *cobra.Command {
	return commandGroup("customer", "Read and change customers",
		customerPullCommand(env), customerGetCommand(env), customerAddCommand(env), customerUpdateCommand(env))
}

func customerGetCommand(env func(string) string) *cobra.Command {
	c := &cobra.Command{Use: "get ID", Short: "Print a customer with all contacts", Args: cobra.ArbitraryArgs}
	flags := func(r *wire.GetCustomerRequest) []requestFlag { return sectionFlags(schema.CustomerLookup, r) }
	check := func(_ *oneshot.Invocation, r *wire.GetCustomerRequest, args []string) error {
		found, err := parseIDArg("customer", args)
		if err == nil {
			r.ID, err = wire.ParseLooseInt(found)
		}
		return err
	}
	return operationCommand(env, c, wire.GetCustomer.OperationInfo, flags, check, oneshot.GetCustomer)
}

// parseIDArg returns the id that a command takes as its only argument, a number from 1, as typed.
func parseIDArg(what string, args []string) (string, error) {
	typed := strings.TrimSpace(strings.Join(args, " "))
	n, err := wire.ParseLooseInt(typed)
	switch {
	case typed == "":
		return "", exitcode.UsageErrorf("there is no %s id", what)
	case len(args) > 1:
		return "", exitcode.UsageErrorf("%q is more than one %s", typed, what)
	case err != nil || n.Value < 1:
		return "", exitcode.UsageErrorf("%q is no %s id, which is a number", typed, what)
	}
	return typed, nil
}
