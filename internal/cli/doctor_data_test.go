package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"frontdesk/internal/cli"
	"frontdesk/internal/exitcode"
)

func TestDoctor_NamesDirectoriesThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	taken := filepath.Join(dir, "taken")
	if err := os.WriteFile(taken, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		home, Status, line string
		code               int
	}{
		"a directory that can be made": {filepath.Join(dir, "not", "yet"), "note", "does not exist yet; it is created when needed", exitcode.OK},
		"a file where it should be":    {taken, "wrong", "cannot be written to: ", exitcode.Failed},
	} {
		var out bytes.Buffer
		env := func(name string) string { return map[string]string{"XDG_DATA_HOME": c.home, "HOME": dir}[name] }
		code := cli.Run(t.Context(), []string{"doctor"}, env, strings.NewReader(""), &out, &bytes.Buffer{})
		said := strings.Join(strings.Fields(out.String()), " ")
		if code != c.code || !strings.Contains(said, c.Status+" data ") || !strings.Contains(said, c.line) {
			t.Errorf("%s: %d %s", name, code, out.String())
		}
		if left, _ := filepath.Glob(filepath.Join(dir, ".doctor-*")); len(left) > 0 {
			t.Errorf("%s: left behind: %v", name, left)
		}
	}
}
