package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"frontdesk/internal/exitcode"
	"frontdesk/internal/store"
)

// backupCommand returns the command that copies a desk, even while a service has it open.
func backupCommand() *cobra.Command {
	var from, to string
	c := &cobra.Command{
		Use:   "backup --db FILE --to FILE",
		Short: "Copy a service's desk while it runs",
		Long: "Copy a service's desk while it runs. The copy is whole, of one moment and only yours to read (mode 0600); it takes\n" +
			"the place of an older copy only when it is on disk. To go back, stop the service and put the copy in the place of\n" +
			"the desk, without the -wal and -shm beside it.",
		Args: atMostWords(0),
		RunE: func(c *cobra.Command, _ []string) error {
			if from == "" || to == "" {
				return exitcode.UsageErrorf("--db and --to are needed: the desk's file and that of the copy")
			}
			if err := store.Backup(c.Context(), from, to); err != nil {
				return err
			}
			_, _ = fmt.Fprintf(c.OutOrStdout(), "copied %s to %s\n", from, to)
			return nil
		},
	}
	c.Flags().StringVar(&from, "db", "", "the desk's `file`")
	c.Flags().StringVar(&to, "to", "", "the copy's `file`")
	return c
}
