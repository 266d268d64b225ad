package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"frontdesk/internal/exitcode"
	"frontdesk/internal/store"
)

// backupCommand returns the command that copies a desk, even while a service has it open.
func backupCommand(func(string) string) *cobra.Command {
	var from, to string
	c := &cobra.Command{
		Use:   "backup --db FILE --to FILE",
		Short: "Back up a desk while its service runs",
		Long: "Back up a desk while its service runs. The backup shows the desk at one point in\n" +
			"time, and only you can read it (mode 0600). An older backup of the same name is\n" +
			"replaced once the new one is complete. A desk in use is not replaced.\n" +
			"\n" +
			"Put a backup back with frontdesk restore.",
		Args: atMostWords(0),
		RunE: func(c *cobra.Command, _ []string) error {
			if from == "" || to == "" {
				return exitcode.UsageErrorf("--db and --to are needed: the file of the desk, and the file of the backup")
			}
			if store.IsPostgres(from) || store.IsPostgres(to) {
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

// restoreCommand returns the command that puts a backup in the place of a desk.
func restoreCommand(func(string) string) *cobra.Command {
	var from, to string
	c := &cobra.Command{
		Use:   "restore --from FILE --db FILE",
		Short: "Put a backup in the place of a desk",
		Long: "Put a backup in the place of a desk. Stop the service first, and every console on\n" +
			"the desk: a desk in use is not replaced.\n" +
			"\n" +
			"The backup is checked before anything changes: it must be a whole desk that this\n" +
			"version knows. The desk changes in one step, so that after a kill or a power cut\n" +
			"there is either the old desk or the restored one. The old desk is kept beside it,\n" +
			"as DESK.replaced-TIME; delete it when you no longer need it.",
		Args: atMostWords(0),
		RunE: func(c *cobra.Command, _ []string) error {
			if from == "" || to == "" {
				return exitcode.UsageErrorf("--from and --db are needed: the file of the backup, and the file of the desk")
			}
			if store.IsPostgres(from) || store.IsPostgres(to) {
				return exitcode.UsageErrorf("restore puts back files only; restore a desk in PostgreSQL with pg_restore or frontdesk copy")
			}
			kept, err := store.Restore(c.Context(), from, to)
			if err != nil {
				return err
			}
			_, _ = fmt.Fprintf(c.OutOrStdout(), "restored %s from %s\n", to, from)
			if kept != "" {
				_, _ = fmt.Fprintf(c.OutOrStdout(), "the desk that was there is kept as %s\n", kept)
			}
			return nil
		},
	}
	c.Flags().StringVar(&from, "from", "", "the backup's `file`")
	c.Flags().StringVar(&to, "db", "", "the desk's `file`")
	return c
}
