package cli

import (
	"context"

	"github.com/spf13/cobra"

	"frontdesk/internal/oneshot"
)

func apiCommand(env func(string) string) *cobra.Command {
	c := &cobra.Command{
		Use: "api [NAME < BODY]", Short: "List the interface's operations, or send one a body as it is",
		Args: atMostWords(1),
	}
	return serviceCommand(env, c, true, func(ctx context.Context, s *oneshot.Invocation, args []string) error {
		if len(args) == 0 {
			return oneshot.ListOperations(s)
		}
		return oneshot.SendRaw(ctx, s, args[0])
	})
}
