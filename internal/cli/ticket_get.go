package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"frontdesk/internal/exitcode"
	"frontdesk/internal/oneshot"
)

func ticketGetCommand(env func(string) string) *cobra.Command {
	c := &cobra.Command{Use: "get ID...", Short: "Print whole tickets", Args: cobra.ArbitraryArgs}
	return serviceCommand(env, c, false, func(ctx context.Context, s *oneshot.Invocation, args []string) error {
		ids := strings.FieldsFunc(strings.Join(args, ","), func(r rune) bool { return r == ',' || r == ' ' })
		if len(ids) == 0 {
			return exitcode.UsageErrorf("there is no ticket id")
		}
		return oneshot.GetTickets(ctx, s, ids)
	})
}
