package doctor

import (
	"bytes"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"frontdesk/internal/agent"
	"frontdesk/internal/config"
	"frontdesk/internal/store/storetest"
)

func TestDoctor_CountsDraftsAndNamesDamagedOnes(t *testing.T) {
	dir := t.TempDir()
	for i, name := range []string{"a", "a/agent-1", "b/agent-1"} {
		kept, err := agent.ThisHost{}.Open(filepath.Join(dir, name), "")
		if err == nil {
			_, err = kept.Save(agent.Write{Values: map[string]string{"comment": "typed"}})
		}
		if err == nil && i == 1 {
			err = kept.ToOutbox(agent.Write{Values: map[string]string{"comment": "not sent"}}, agent.Waiting, "", time.Now())
		}
		if err = errors.Join(err, kept.Close()); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"b/agents.db.17.damaged", "b/agent-1.copy"} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	kept, damaged := countDrafts(dir)
	if kept != 2 || len(damaged) != 1 || filepath.Base(damaged[0]) != "agents.db.17.damaged" {
		t.Errorf("%d %v", kept, damaged)
	}
}

// TestDoctor_NamesTheDamagedFileThatAServiceAnswersFrom looks at the file as it is while it is in use, or after a kill.
func TestDoctor_NamesTheDamagedFileThatAServiceAnswersFrom(t *testing.T) {
	dir := t.TempDir()
	whole, damaged := filepath.Join(dir, "whole.db"), filepath.Join(dir, "damaged.db")
	if err := storetest.Create(whole); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	copy(content[len(content)/2:], bytes.Repeat([]byte{0xff}, len(content)))
	for name, content := range map[string][]byte{damaged: content, damaged + "-wal": []byte("x")} {
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d := &doctor{Options: Options{Timeout: time.Minute}}
	for _, c := range []struct {
		path    string
		verdict Status
		says    string
	}{
		{whole, statusOK, whole},
		{damaged, StatusFail, "the desk in " + damaged + ": it is damaged; put its last backup in its place with frontdesk restore"},
		{filepath.Join(dir, "none.db"), statusNote, "does not exist yet"},
	} {
		d.findings = nil
		d.served(t.Context(), c.path)
		if f := d.findings[0]; f.Verdict != c.verdict || !strings.Contains(f.Says, c.says) {
			t.Errorf("%+v", f)
		}
	}
	if left, err := filepath.Glob(whole + "*"); err != nil || len(left) != 1 {
		t.Errorf("it leaves %v, %v", left, err)
	}
	d.findings = nil
	d.served(t.Context(), "")
	d.served(t.Context(), "postgres://db.example.com/desk")
	if len(d.findings) > 0 {
		t.Errorf("%+v", d.findings)
	}
}

func TestDoctor_ReportsAClockThatIsNotSet(t *testing.T) {
	d := &doctor{now: func() time.Time { return time.Unix(0, 0) }}
	d.clock(&config.Config{Zone: time.UTC})
	if f := d.findings[0]; f.Verdict != StatusFail || !strings.HasPrefix(f.Says, "1970-01-01 00:00:00 +00:00, zone UTC (the machine's); that is before") {
		t.Errorf("%+v", f)
	}
}

func TestDoctor_ReportsTheTerminalsCapabilities(t *testing.T) {
	for name, c := range map[string]struct {
		said             string
		tmux             bool
		width, clipboard string
	}{
		"modern":            {"\x1b[?2027;1$y\x1b[?62;4;52c", false, "as one (mode 2027 on)", "yes"},
		"on request":        {"\x1b[?2027;2$y\x1b[?65;1;9c", false, "as one on request (mode 2027)", "the terminal did not answer"},
		"of the old school": {"\x1b[?1;2c", false, "mode 2027 unknown, so the first emoji of a family is shown", "the terminal did not answer"},
		"in tmux":           {"\x1b[?1;2;52c", true, "mode 2027 unknown, so the first emoji of a family is shown", "as tmux' set-clipboard allows"},
		"silent":            {"", false, "the terminal did not answer", "the terminal did not answer"},
		"somebody typed":    {"ls\r", false, "the terminal did not answer", "the terminal did not answer"},
	} {
		got := readReply(iotest.OneByteReader(strings.NewReader(c.said)))
		if got.width() != c.width || got.clipboard(c.tmux) != c.clipboard {
			t.Errorf("%s: %q, %q", name, got.width(), got.clipboard(c.tmux))
		}
	}
}

func TestDoctor_SaysWhereTheClusterIsAwayAndWhy(t *testing.T) {
	d := &doctor{Options: Options{Timeout: time.Minute}}
	d.cluster(t.Context(), &config.Config{})
	if len(d.findings) != 0 {
		t.Errorf("without a cluster: %+v", d.findings)
	}
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := "nats://" + listener.Addr().String()
	_ = listener.Close()
	d.cluster(t.Context(), &config.Config{Cluster: config.Cluster{URLs: at}})
	if f := d.findings[0]; f != (Finding{"NATS", StatusFail, at + ": nothing answers there"}) {
		t.Errorf("%+v", f)
	}
}
