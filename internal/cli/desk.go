package cli

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"frontdesk/assets/starter"
	"frontdesk/internal/deskdata"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/store"
)

// deskCommand returns the commands that convert a desk to and from files.
func deskCommand(func(string) string) *cobra.Command {
	c := &cobra.Command{
		Use:   "desk",
		Short: "Fill a service's desk from files, and write it to files",
		Args:  unknownCommandError,
		RunE: func(c *cobra.Command, _ []string) error {
			return exitcode.UsageErrorf("desk needs a command: init, import or export; desk --help lists them")
		},
	}
	c.AddCommand(deskInitCommand(), deskImportCommand(), deskExportCommand())
	return c
}

func deskInitCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "init DIR",
		Short: "Write starter files of a desk, to be edited and imported",
		RunE: func(c *cobra.Command, dirs []string) error {
			if len(dirs) != 1 {
				return exitcode.UsageErrorf("one new directory is needed")
			}
			if err := deskdata.CopyFiles(starter.Files(), dirs[0]); err != nil {
				return err
			}
			_, _ = fmt.Fprintf(
				c.OutOrStdout(),
				"wrote starter files to %s: edit desk.toml, then frontdesk desk import %s --db desk.db\n",
				dirs[0],
				dirs[0],
			)
			return nil
		},
	}
}

func deskImportCommand() *cobra.Command {
	var db, zone string
	c := &cobra.Command{
		Use:   "import PATH... --db FILE",
		Short: "Fill a desk from TOML and CSV files, and from folders of articles",
		Long: "Fill a desk from TOML and CSV files, and from folders of articles.\n\n" +
			"All files are checked first: every fault is named with its file and line, and with one of them nothing is\n" +
			"written. What is there already is found by its key and changed where the files say something else; the same files\n" +
			"twice change nothing, and nothing is ever deleted. A service that runs on the desk sees it within a second.",
		RunE: func(c *cobra.Command, paths []string) error {
			if db == "" || len(paths) == 0 {
				return exitcode.UsageErrorf("a file or directory to import and --db, the desk's file, are needed")
			}
			location, err := time.LoadLocation(zone)
			if err != nil {
				return exitcode.UsageErrorf("--time-zone %q is not known, such as Europe/Berlin", zone)
			}
			desk, err := store.Open(c.Context(), db)
			if err != nil {
				return err
			}
			err = deskdata.ImportFiles(c.Context(), desk, location, paths, c.OutOrStdout(), c.ErrOrStderr())
			return errors.Join(err, desk.Close())
		},
	}
	c.Flags().StringVar(&db, "db", "", "the desk's `file`, made if there is none, or postgres://USER@HOST/DATABASE")
	c.Flags().StringVar(&zone, "time-zone", "Local", "`zone` of moments that name none, such as Europe/Berlin")
	return c
}

func deskExportCommand() *cobra.Command {
	var db string
	c := &cobra.Command{
		Use:   "export DIR --db FILE",
		Short: "Write a desk to files, which desk import reads",
		Long: "Write a desk to files, which desk import reads: desk.toml with queues, people and rules, CSV files with customers,\n" +
			"orders, tickets and their history, and the articles in folders. A service may run on the desk; what is written is\n" +
			"of one moment. DIR is new, or empty, and only yours to read.",
		RunE: func(c *cobra.Command, dirs []string) error {
			if db == "" || len(dirs) != 1 {
				return exitcode.UsageErrorf("one new directory and --db, the desk's file, are needed")
			}
			if _, err := os.Stat(db); err != nil && !store.IsPostgres(db) {
				return fmt.Errorf("there is no desk to export: %w", err)
			}
			desk, err := store.Open(c.Context(), db)
			if err != nil {
				return err
			}
			counts, err := deskdata.Export(c.Context(), desk, dirs[0])
			for _, n := range counts {
				_, _ = fmt.Fprintln(c.OutOrStdout(), n)
			}
			return errors.Join(err, desk.Close())
		},
	}
	c.Flags().StringVar(&db, "db", "", "the desk's `file`, or postgres://USER@HOST/DATABASE")
	return c
}

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
			if store.IsPostgres(from) {
				return exitcode.UsageErrorf("a desk in PostgreSQL is backed up with pg_dump, or with frontdesk desk export")
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
