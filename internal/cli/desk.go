package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"frontdesk/assets"
	"frontdesk/internal/cli/output"
	"frontdesk/internal/deskdata"
	"frontdesk/internal/deskmap"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/safetext"
	"frontdesk/internal/store"
)

// deskCommand returns the commands that convert a desk to and from files.
func deskCommand(func(string) string) *cobra.Command {
	c := &cobra.Command{
		Use:   "desk",
		Short: "Create, import and export a desk as files",
		Args:  unknownCommandError,
		RunE: func(c *cobra.Command, _ []string) error {
			return exitcode.UsageErrorf("desk needs a command: init, import, map, export or vocabulary; see frontdesk desk --help")
		},
	}
	c.AddCommand(deskInitCommand(), deskImportCommand(), deskMapCommand(), deskExportCommand(), deskVocabularyCommand())
	return c
}

func deskInitCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "init DIR",
		Short: "Write starter files for a new desk",
		RunE: func(c *cobra.Command, dirs []string) error {
			if len(dirs) != 1 {
				return exitcode.UsageErrorf("name one new directory, such as frontdesk desk init mydesk")
			}
			if err := deskdata.CopyFiles(assets.Starter(), dirs[0]); err != nil {
				return err
			}
			_, _ = fmt.Fprintf(
				c.OutOrStdout(),
				"wrote starter files to %s: edit desk.toml, then run frontdesk desk import %s --db desk.db\n"+
					"consoles on this desk use %s: export FRONTDESK_CONFIG=$PWD/%s/%s\n",
				dirs[0], dirs[0], deskdata.ConsoleFile, dirs[0], deskdata.ConsoleFile,
			)
			return nil
		},
	}
}

func deskImportCommand() *cobra.Command {
	var db, zone, mapName string
	c := &cobra.Command{
		Use:   "import PATH... --db FILE",
		Short: "Import TOML and CSV files and articles into a desk",
		Long: "Import TOML and CSV files, and folders of articles, into a desk.\n" +
			"\n" +
			"All files are checked first. If there is an error, the command names its file\n" +
			"and line and writes nothing. Existing entries are found by key and updated;\n" +
			"nothing is ever deleted, and importing the same files twice changes nothing. A\n" +
			"service that runs on the desk uses the new data within a second.\n" +
			"\n" +
			"With --map, the files are CSV exports of another program. A map says which column\n" +
			"is which: one of the program (" + strings.Join(deskmap.Names(), ", ") + "), or a file of yours.",
		RunE: func(c *cobra.Command, paths []string) error {
			if db == "" || len(paths) == 0 {
				return exitcode.UsageErrorf("name the files or directories to import, and the desk with --db FILE")
			}
			location, err := time.LoadLocation(zone)
			if err != nil {
				return exitcode.UsageErrorf("--time-zone %q is not a known time zone; use a name such as Europe/Berlin", zone)
			}
			errOut := c.ErrOrStderr()
			if mapName != "" {
				m, err := deskmap.Read(mapName)
				if err != nil {
					return exitcode.UsageError(err)
				}
				converted, err := m.Convert(paths)
				if err != nil {
					return err
				}
				defer func() { _ = converted.Close() }()
				printLines(errOut, converted.Notes)
				paths, errOut = []string{converted.Dir}, converted.Original(m, errOut)
			}
			if err := deskdata.CheckNewDesk(c.Context(), db, location, paths, errOut); err != nil {
				return err
			}
			desk, err := openDesk(c, store.Open, db)
			if err != nil {
				return err
			}
			err = deskdata.ImportFiles(c.Context(), desk, location, paths, c.OutOrStdout(), errOut)
			return errors.Join(err, desk.Close())
		},
	}
	c.Flags().StringVar(&db, "db", "", deskHelp)
	c.Flags().StringVar(&zone, "time-zone", "Local", "`zone` of times that do not name one, such as Europe/Berlin")
	c.Flags().StringVar(&mapName, "map", "", "the files are CSV of another program; read them by this `map`")
	return c
}

func deskMapCommand() *cobra.Command {
	return &cobra.Command{
		Use: "map NAME", Short: "Print a map of the columns of another program",
		Long: "Print one of the maps that desk import --map knows, to change a copy of it: " +
			strings.Join(deskmap.Names(), ", ") + ".",
		RunE: func(c *cobra.Command, names []string) error {
			if len(names) == 1 {
				if text, isThere := deskmap.Ready(names[0]); isThere {
					return output.WriteText(c.OutOrStdout(), string(text))
				}
			}
			return exitcode.UsageErrorf("name one map: %s", strings.Join(deskmap.Names(), ", "))
		},
	}
}

func deskExportCommand() *cobra.Command {
	var db string
	c := &cobra.Command{
		Use:   "export DIR --db FILE",
		Short: "Export a desk to files that desk import reads",
		Long: "Export a desk to files that desk import reads: desk.toml with queues, people and\n" +
			"rules, CSV files with customers, orders and tickets, and folders of articles.\n" +
			"The service may keep running; the export shows the desk at one point in time.\n" +
			"DIR must be new or empty, and only you can read it.",
		RunE: func(c *cobra.Command, dirs []string) error {
			if db == "" || len(dirs) != 1 {
				return exitcode.UsageErrorf("name one new directory, and the desk with --db FILE")
			}
			desk, err := openDesk(c, store.OpenExisting, db)
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
	c.Flags().StringVar(&db, "db", "", "`file` of the desk, or postgres://USER@HOST/DATABASE")
	return c
}

func deskVocabularyCommand() *cobra.Command {
	var db string
	c := &cobra.Command{
		Use:   "vocabulary --db FILE",
		Short: "Print what forms offer on a desk, as a configuration",
		Long: "Print the sub-statuses, queues and dispositions of a desk as the [vocabulary] of\n" +
			"a configuration. The interface has no operation that lists them: without it, a\n" +
			"console offers only what it has seen in tickets.",
		Args: atMostWords(0),
		RunE: func(c *cobra.Command, _ []string) error {
			if db == "" {
				return exitcode.UsageErrorf("name the desk with --db FILE")
			}
			desk, err := openDesk(c, store.OpenExisting, db)
			if err != nil {
				return err
			}
			return errors.Join(deskdata.WriteVocabulary(c.Context(), desk, c.OutOrStdout()), desk.Close())
		},
	}
	c.Flags().StringVar(&db, "db", "", "`file` of the desk, or postgres://USER@HOST/DATABASE")
	return c
}

// deskOpener opens a desk: store.Open creates it if there is none, store.OpenExisting is for one that is only read.
type deskOpener func(ctx context.Context, db string) (*store.Store, error)

// openDesk opens a desk, and prints how it was opened.
func openDesk(c *cobra.Command, open deskOpener, db string) (*store.Store, error) {
	desk, err := open(c.Context(), db)
	if err == nil {
		printLines(c.ErrOrStderr(), desk.Opening())
	}
	return desk, err
}

func printLines(errOut io.Writer, lines []string) {
	for _, line := range lines {
		_, _ = fmt.Fprintln(errOut, "frontdesk:", safetext.Message(line))
	}
}
