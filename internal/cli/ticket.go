package cli

import "github.com/spf13/cobra"

func ticketCommand(env func(string) string) *cobra.Command {
	return commandGroup("ticket", "Read and change tickets",
		ticketPullCommand(env), ticketGetCommand(env), ticketAddCommand(env), ticketUpdateCommand(env))
}
