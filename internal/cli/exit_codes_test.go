package cli

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"frontdesk/internal/exitcode"
)

func TestDocs_ExitCodesAreTheProgramsOwn(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile(docsFile("commands"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(content), "| Exit code | Meaning |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	if !found {
		t.Fatal("commands.md has no table of exit codes")
	}
	var said []int
	for _, row := range regexp.MustCompile(`(?m)^\| (\d+) \|`).FindAllStringSubmatch(table, -1) {
		code, err := strconv.Atoi(row[1])
		if err != nil {
			t.Fatal(err)
		}
		said = append(said, code)
	}
	own := []int{exitcode.OK, exitcode.Failed, exitcode.Usage, exitcode.Denied, exitcode.Unknown, exitcode.Partial, exitcode.Interrupted}
	if !slices.Equal(said, own) {
		t.Errorf("commands.md lists %v, the program has %v", said, own)
	}
}
