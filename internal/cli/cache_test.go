package cli_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

// cacheInfo is what frontdesk cache info says to scripts.
type cacheInfo struct {
	Mode      string `json:"cache"`
	Directory string
	Files     []cacheFile
}

// cacheFile is one of its files.
type cacheFile struct {
	Name     string
	Bytes    int64
	Modified time.Time
	Damaged  bool
	InUse    bool `json:"in_use"`
	Records  map[string]int
}

// cacheEnvironment returns the variables of an agent with a cache of their own, of a service with one ticket.
func cacheEnvironment(t *testing.T) map[string]string {
	t.Helper()
	u, _ := clitest.NewRealUpstream(t, nil)
	addTicket(t, u.URL)
	variables := testEnvironment(t, u.URL)
	variables["XDG_CACHE_HOME"], variables["XDG_DATA_HOME"] = t.TempDir(), t.TempDir()
	return variables
}

// readCacheInfo returns what frontdesk cache info says, for people and for scripts.
func readCacheInfo(t *testing.T, variables map[string]string) (text string, record cacheInfo) {
	t.Helper()
	forPeople, forScripts := runWith(t.Context(), variables, "", "cache", "info"), runWith(t.Context(), variables, "", "cache", "info", "--json")
	if forPeople.code != exitcode.OK || forScripts.code != exitcode.OK {
		t.Fatal(forPeople, forScripts)
	}
	if err := json.Unmarshal([]byte(forScripts.out), &record); err != nil {
		t.Fatal(err, forScripts.out)
	}
	return forPeople.out, record
}

// A handover note reads the tickets of some days, and what it has read is on disk when the command ends.
func TestCache_InfoCountsWhatACommandHasKeptAndClearRemovesIt(t *testing.T) {
	t.Parallel()
	variables := cacheEnvironment(t)
	if text, record := readCacheInfo(t, variables); len(record.Files) != 0 || record.Mode != "on" || !strings.Contains(text, "There are no files.") {
		t.Error(text, record)
	}
	if got := runWith(t.Context(), variables, "", "handover"); got.code != exitcode.OK {
		t.Fatal(got)
	}
	text, record := readCacheInfo(t, variables)
	var tickets *cacheFile
	bytes := int64(0)
	for i, f := range record.Files {
		info, err := os.Stat(filepath.Join(record.Directory, f.Name))
		if err != nil || info.Size() != f.Bytes || !f.Modified.Equal(info.ModTime()) || f.Damaged || !f.InUse {
			t.Errorf("%+v: %v %v", f, info, err)
		}
		bytes += f.Bytes
		if filepath.Base(f.Name) == "records3.db" {
			tickets = &record.Files[i]
		}
	}
	if tickets == nil || tickets.Records["tickets"] != 1 || tickets.Records["days"] != 90 {
		t.Fatalf("%+v", record)
	}
	if !regexp.MustCompile(`records3.db +\d+ kB +\d{4}-\d\d-\d\d \d\d:\d\d +90 days, 1 ticket\n`).MatchString(text) {
		t.Error(text)
	}
	cleared := runWith(t.Context(), variables, "", "cache", "clear")
	if cleared.code != exitcode.OK || !strings.HasPrefix(cleared.out, "Removed ") || !strings.Contains(cleared.out, fmt.Sprintf(", %d kB.\n", bytes/1000)) {
		t.Error(cleared)
	}
	if text, record := readCacheInfo(t, variables); len(record.Files) != 0 {
		t.Error(text, record)
	}
	if again := runWith(t.Context(), variables, "", "cache", "clear"); again.code != exitcode.OK || !strings.HasPrefix(again.out, "There were no files of ") {
		t.Error(again)
	}
}

func TestCache_OffKeepsNothing(t *testing.T) {
	t.Parallel()
	variables := cacheEnvironment(t)
	variables["XDG_CONFIG_HOME"] = t.TempDir()
	file := filepath.Join(variables["XDG_CONFIG_HOME"], "config.toml")
	if err := os.WriteFile(file, []byte("cache = \"off\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	variables["FRONTDESK_CONFIG"] = file
	if got := runWith(t.Context(), variables, "", "handover"); got.code != exitcode.OK {
		t.Fatal(got)
	}
	if text, record := readCacheInfo(t, variables); len(record.Files) != 0 || record.Mode != "off" || !strings.Contains(text, ": off\n") {
		t.Error(text, record)
	}
	if left, _ := os.ReadDir(variables["XDG_CACHE_HOME"]); len(left) > 0 {
		t.Error("a cache that is off leaves files", left)
	}
}

func TestCache_ADamagedFileIsNamedInOneLine(t *testing.T) {
	t.Parallel()
	variables := cacheEnvironment(t)
	read := func() {
		t.Helper()
		if got := runWith(t.Context(), variables, "", "handover"); got.code != exitcode.OK {
			t.Fatal(got)
		}
	}
	read()
	_, record := readCacheInfo(t, variables)
	for _, f := range record.Files {
		if filepath.Base(f.Name) == "records3.db" {
			if err := os.WriteFile(filepath.Join(record.Directory, f.Name), []byte("this is not a cache at all, it is a letter to my aunt"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	text, record := readCacheInfo(t, variables)
	if damaged := linesWith(text, "damaged"); len(damaged) != 1 || !strings.Contains(damaged[0], "records3.db") || countDamaged(record) != 1 {
		t.Error(text, record)
	}
	read()
	text, record = readCacheInfo(t, variables)
	if damaged := linesWith(text, "damaged, set aside"); len(damaged) != 1 || countDamaged(record) != 1 {
		t.Error(text, record)
	}
	if len(linesWith(text, "1 ticket")) != 1 {
		t.Error("it was not made anew:", text)
	}
}

func countDamaged(record cacheInfo) (n int) {
	for _, f := range record.Files {
		if f.Damaged {
			n++
		}
	}
	return n
}

func linesWith(text, part string) (found []string) {
	for line := range strings.Lines(text) {
		if strings.Contains(line, part) {
			found = append(found, line)
		}
	}
	return found
}
