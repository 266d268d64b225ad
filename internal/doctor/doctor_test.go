package doctor

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/config"
)

func TestDoctor_CountsDraftsAndNamesDamagedOnes(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a/1.draft", "a/2.draft", "b/3.draft.17.damaged", "b/looked-at"} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	kept, damaged := countDrafts(dir)
	if kept != 2 || len(damaged) != 1 || filepath.Base(damaged[0]) != "3.draft.17.damaged" {
		t.Errorf("%d %v", kept, damaged)
	}
}

func TestDoctor_ReportsAClockThatIsNotSet(t *testing.T) {
	d := &doctor{now: func() time.Time { return time.Unix(0, 0) }}
	d.clock(&config.Config{Zone: time.UTC})
	if f := d.findings[0]; f.Verdict != StatusFail || !strings.HasPrefix(f.Says, "1970-01-01 00:00:00 +00:00, zone UTC (the machine's); that is before") {
		t.Errorf("%+v", f)
	}
}
