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
		Short: "Back up a desk while its service runs",
		Long: "Back up a desk while its service runs. The backup shows the desk at one point in\n" +
			"time, and only you can read it (mode 0600). An older backup of the same name is\n" +
			"replaced once the new one is complete.\n" +
			"\n" +
			"To restore, stop the service, delete the files DESK-wal and DESK-shm beside the\n" +
			"desk, and put the backup in the place of the desk.",
		Args: atMostWords(0),
		RunE: func(c *cobra.Command, _ []string) error {
			if from == "" || to == "" {
				return exitcode.UsageErrorf("--db and --to are needed: the file of the desk, and the file of the backup")
			}
			if store.IsPostgres(from) {
				return exitcode.UsageErrorf("backup copies files only; back up a desk in PostgreSQL with pg_dump or frontdesk desk export")
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
