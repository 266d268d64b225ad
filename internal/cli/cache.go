package cli

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"frontdesk/internal/cache"
	"frontdesk/internal/cli/output"
	"frontdesk/internal/config"
	"frontdesk/internal/connection"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/safetext"
)

func cacheCommand(env func(string) string) *cobra.Command {
	return commandGroup("cache", "Show or clear the records that the console keeps on disk", cacheInfo(env), cacheClear(env))
}

// cacheRecord is the JSON form of an account's cache.
type cacheRecord struct {
	Account   string            `json:"account"`
	Mode      string            `json:"cache"`     // on or off
	Directory string            `json:"directory"` // empty when there is no place
	Files     []cacheFileRecord `json:"files"`
}

// cacheFileRecord is the JSON form of a file of it.
type cacheFileRecord struct {
	Name     string         `json:"name"`
	Bytes    int64          `json:"bytes"`
	Modified time.Time      `json:"modified"`
	Damaged  bool           `json:"damaged"` // it was set aside, or the next start does that
	InUse    bool           `json:"in_use"`  // of the address and the agent that are configured now
	Records  map[string]int `json:"records"` // by what they are; null where that is not known

	setAside  bool
	isForeign bool
}

func cacheInfo(env func(string) string) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "info",
		Short: "List the cache files of the account",
		Long: "List the cache files of the account with their size, last change and number of\n" +
			"records. Files of another address, agent or credential of the same account name\n" +
			"are listed as not in use.",
		Args: atMostWords(0),
		RunE: func(c *cobra.Command, _ []string) error {
			settings, err := settingsFor(c, env)
			if err != nil {
				return exitcode.UsageError(err)
			}
			record, err := cacheOf(settings, cache.StoredFiles)
			if err != nil {
				return err
			}
			if asJSON {
				return output.WriteJSON(c.OutOrStdout(), record)
			}
			return output.WriteText(c.OutOrStdout(), record.table())
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the list as JSON, for scripts")
	c.Flags().String(configFlag, "", "read the configuration from this `file`")
	return c
}

func cacheClear(env func(string) string) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "clear",
		Short: "Delete the cache files of the account",
		Long: "Delete the cache files of the account. The next start loads the records from the\n" +
			"service again. A console that is open writes new files.",
		Args: atMostWords(0),
		RunE: func(c *cobra.Command, _ []string) error {
			settings, err := settingsFor(c, env)
			if err != nil {
				return exitcode.UsageError(err)
			}
			record, err := cacheOf(settings, cache.DeleteStored)
			if err != nil {
				return err
			}
			if asJSON {
				return output.WriteJSON(c.OutOrStdout(), record)
			}
			return output.WriteText(c.OutOrStdout(), record.removed())
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the deleted files as JSON, for scripts")
	c.Flags().String(configFlag, "", "read the configuration from this `file`")
	return c
}

// cacheOf describes the files that of returns for the account's directory.
func cacheOf(c config.Config, of func(string) ([]cache.StoredFile, error)) (cacheRecord, error) {
	account := connection.AccountName(c).String()
	dir, used := c.AccountCachesDir(account), c.AccountCacheDir(account)
	record := cacheRecord{Account: account, Mode: c.CacheMode, Directory: dir, Files: []cacheFileRecord{}}
	if dir == "" {
		return record, nil
	}
	files, err := of(dir)
	for _, f := range files {
		name, relErr := filepath.Rel(dir, f.Path)
		if relErr != nil {
			name = filepath.Base(f.Path)
		}
		records, damage := cache.CountStored(f.Path)
		record.Files = append(record.Files, cacheFileRecord{
			Name: name, Bytes: f.Bytes, Modified: f.Modified,
			Damaged: f.Damaged || errors.Is(damage, cache.ErrDamaged), setAside: f.Damaged,
			InUse: used != "" && filepath.Dir(f.Path) == used && !f.Foreign, Records: records, isForeign: f.Foreign,
		})
	}
	return record, err
}

// table formats the files.
func (r *cacheRecord) table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Cache of %s: %s\n", r.Account, r.Mode)
	if len(r.Files) == 0 {
		b.WriteString("There are no files.\n")
		return b.String()
	}
	fmt.Fprintf(&b, "%s\n\n", safetext.LineFromText(r.Directory))
	rows := [][]string{{"File", "Size", "Changed", "Holds"}}
	for _, f := range r.Files {
		rows = append(rows, []string{
			safetext.LineFromText(f.Name).String(), formatBytes(f.Bytes), f.Modified.Format("2006-01-02 15:04"), f.holds(),
		})
	}
	b.WriteString(output.AlignColumns(rows, 0))
	return b.String()
}

// holds describes the records of a file.
func (f *cacheFileRecord) holds() string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(f.Records)) {
		parts = append(parts, countedRecords(f.Records[name], name))
	}
	switch {
	case f.setAside:
		parts = append(parts, "damaged, set aside")
	case f.Damaged:
		parts = append(parts, "damaged: the next start loads it again")
	}
	switch {
	case f.isForeign:
		parts = append(parts, "of another build, not in use")
	case !f.InUse:
		parts = append(parts, "not in use")
	}
	return strings.Join(parts, ", ")
}

// countedRecords counts records whose name is a plural.
func countedRecords(n int, name string) string {
	if n == 1 {
		what, with, _ := strings.Cut(name, " ")
		name = strings.TrimSpace(strings.TrimSuffix(what, "s") + " " + with)
	}
	return fmt.Sprintf("%d %s", n, name)
}

// removed says what was removed.
func (r *cacheRecord) removed() string {
	var bytes int64
	for _, f := range r.Files {
		bytes += f.Bytes
	}
	if len(r.Files) == 0 {
		return fmt.Sprintf("There were no files of %s.\n", r.Account)
	}
	return fmt.Sprintf("Removed the cache of %s, %s.\n", r.Account, formatBytes(bytes))
}

func formatBytes(n int64) string {
	switch {
	case n < 10_000:
		return fmt.Sprintf("%d B", n)
	case n < 10_000_000:
		return fmt.Sprintf("%d kB", n/1000)
	}
	return fmt.Sprintf("%d MB", n/1_000_000)
}
