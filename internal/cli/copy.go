package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"frontdesk/internal/cli/output"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/store"
)

// copyCommand returns the command that copies a desk from one engine to the other.
func copyCommand(func(string) string) *cobra.Command {
	var from, to string
	var asJSON bool
	c := &cobra.Command{
		Use:   "copy --from DESK --to DESK",
		Short: "Copy a desk from a file to PostgreSQL, or back",
		Long: "Copy a desk from a file to PostgreSQL, or back: customers, orders, tickets with\n" +
			"their history, articles, people, queues and rules. All ids stay the same.\n" +
			"\n" +
			"Stop the service first: what it writes after the copy has begun is not copied.\n" +
			"The target must be empty or hold a part of the same desk; any other target is\n" +
			"refused and left unchanged. If the copy is interrupted, run the same command\n" +
			"again to continue. At the end, the numbers of rows and their checksums are\n" +
			"compared, table by table.\n" +
			"\n" +
			"The password of PostgreSQL comes from PGPASSWORD, or from the file of mode 0600\n" +
			"that PGPASSFILE names. It is never part of the address.",
		Args: atMostWords(0),
		RunE: func(c *cobra.Command, _ []string) error {
			if from == "" || to == "" {
				return exitcode.UsageErrorf("--from and --to are needed; each is the file of a desk, or postgres://USER@HOST/DATABASE")
			}
			result, err := copyDesk(c, from, to)
			if result == nil {
				return err
			}
			return errors.Join(err, printCopy(c.OutOrStdout(), from, to, result, asJSON))
		},
	}
	c.Flags().StringVar(&from, "from", "", "copy from this `desk`: a file, or postgres://USER@HOST/DATABASE")
	c.Flags().StringVar(&to, "to", "", "copy to this `desk`: a file, created if it does not exist, or postgres://USER@HOST/DATABASE")
	c.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON, for scripts")
	return c
}

// copyDesk opens both desks and copies one to the other.
func copyDesk(c *cobra.Command, from, to string) (result []store.CopiedTable, err error) {
	if err := checkCopy(from, to); err != nil {
		return nil, err
	}
	source, err := openDesk(c, store.OpenExisting, from)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	target, err := openDesk(c, store.Open, to)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	return store.Copy(c.Context(), source, target, copyProgressTo(c.ErrOrStderr()))
}

// checkCopy returns an error if there is nothing to copy, or if it would be copied to itself.
func checkCopy(from, to string) error {
	if store.IsPostgres(from) {
		if from == to {
			return exitcode.UsageErrorf("--from and --to name the same desk")
		}
		return nil
	}
	source, err := os.Stat(from)
	if err != nil {
		return fmt.Errorf("there is no desk to copy: %w", err)
	}
	target, err := os.Stat(to)
	if filepath.Clean(from) == filepath.Clean(to) || err == nil && os.SameFile(source, target) {
		return exitcode.UsageErrorf("--from and --to name the same desk")
	}
	return nil
}

// copyProgressEvery is the shortest time between two lines about the same table.
const copyProgressEvery = 2 * time.Second

// copyProgressTo returns the function that writes progress to out, which is standard error: a line for each step of a
// table, and some while rows are copied.
func copyProgressTo(out io.Writer) func(store.CopyProgress) {
	var last time.Time
	return func(p store.CopyProgress) {
		if p.Rows == 0 || !p.IsComplete && time.Since(last) < copyProgressEvery {
			return
		}
		last = time.Now()
		_, _ = fmt.Fprintf(out, "%s: %d of %d rows %s\n", p.Table, p.Rows, p.Of, p.Step)
	}
}

// printCopy prints the result of a copy.
func printCopy(out io.Writer, from, to string, tables []store.CopiedTable, asJSON bool) error {
	var rows, copied int64
	identical := true
	for _, t := range tables {
		rows, copied, identical = rows+t.Rows, copied+t.Copied, identical && t.Identical
	}
	if asJSON {
		return output.WriteJSON(out, struct {
			From      string              `json:"from"`
			To        string              `json:"to"`
			Rows      int64               `json:"rows"`
			Copied    int64               `json:"copied"`
			Identical bool                `json:"identical"`
			Tables    []store.CopiedTable `json:"tables"`
		}{from, to, rows, copied, identical, tables})
	}
	for _, t := range tables {
		switch {
		case t.Rows+t.Target == 0:
		case t.Identical:
			_, _ = fmt.Fprintf(out, "%s: %d rows, %d copied now, the same in both\n", t.Table, t.Rows, t.Copied)
		default:
			_, _ = fmt.Fprintf(out, "%s: %d rows, %d copied now, %d in the target, NOT the same\n", t.Table, t.Rows, t.Copied, t.Target)
		}
	}
	if identical {
		_, _ = fmt.Fprintf(out, "copied %s to %s: all %d rows are the same\n", from, to, rows)
	}
	return nil
}
