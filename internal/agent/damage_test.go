package agent_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/agent"
	"frontdesk/internal/agent/agenttest"
	"frontdesk/internal/filestore"
)

const note = "noted, and more"

// typed returns a directory in which two agents have typed, and closes what is open.
func typed(t *testing.T, summary string) (asha, ben string) {
	t.Helper()
	data := t.TempDir()
	asha, ben = agent.Place(data, "acme", "Asha"), agent.Place(data, "acme", "Ben")
	for _, dir := range []string{asha, ben} {
		s, err := agent.ThisHost{}.Open(dir, "acme")
		agenttest.Must(t, err)
		agenttest.Save(t, s, agenttest.Typed("typed"))
		for i := range 60 { // so that the file has many pages
			agenttest.Must(t, s.Note(agent.Entry{At: monday.Add(time.Duration(i)), Summary: summary}))
		}
		agenttest.Must(t, s.Close())
	}
	return asha, ben
}

func fileOf(dir string) string { return filepath.Join(filepath.Dir(dir), agent.FileName) }

// overwrite damages every occurrence of a text in a file.
func overwrite(t *testing.T, path, text string) {
	t.Helper()
	content, err := os.ReadFile(path)
	agenttest.Must(t, err)
	if !strings.Contains(string(content), text) {
		t.Fatalf("%s is not in the file", text)
	}
	content = []byte(strings.ReplaceAll(string(content), text, strings.Repeat("#", len(text))))
	agenttest.Must(t, os.WriteFile(path, content, 0o600))
}

// requireAside checks that damage was reported once, and where the damaged file is.
func requireAside(t *testing.T, s *agent.State) {
	t.Helper()
	_, err := s.Drafts()
	var fault *filestore.CorruptError
	if !errors.As(err, &fault) {
		t.Fatalf("the damage is reported as %v", err)
	}
	if _, err := os.Stat(fault.Path); err != nil {
		t.Error(err)
	}
	if _, err := s.Drafts(); err != nil {
		t.Errorf("it is reported twice: %v", err)
	}
}

func TestDamage_OfARowLeavesTheOthers(t *testing.T) {
	t.Parallel()
	asha, ben := typed(t, note)
	overwrite(t, fileOf(asha), `"comment":"typed"`)
	s := open(t, asha)
	requireAside(t, s)
	agenttest.RequireComments(t, s, "typed?") // of the first copy
	all, err := s.Journal(monday, monday.Add(time.Hour))
	if len(all) != 60 || err != nil {
		t.Errorf("%d entries are left, %v", len(all), err)
	}
	agenttest.Save(t, s, agenttest.Typed("anew"))
	agenttest.RequireComments(t, s, "anew, typed?")
	if all, err := open(t, ben).Journal(monday, monday.Add(time.Hour)); len(all) != 60 || err != nil && !errors.As(err, new(*filestore.CorruptError)) {
		t.Errorf("%d entries of the other agent are left, %v", len(all), err)
	}
}

func TestDamage_OfPagesLeavesWhatIsWhole(t *testing.T) {
	t.Parallel()
	asha, _ := typed(t, note)
	content, err := os.ReadFile(fileOf(asha))
	agenttest.Must(t, err)
	const page = 4096
	for i := 8; i < 12; i++ {
		copy(content[i*page:(i+1)*page], strings.Repeat("x", page))
	}
	agenttest.Must(t, os.WriteFile(fileOf(asha), content, 0o600))
	s := open(t, asha)
	requireAside(t, s)
	all, err := s.Journal(monday, monday.Add(time.Hour))
	if len(all) == 0 || err != nil {
		t.Errorf("%d entries are left, %v", len(all), err)
	}
	t.Log(len(all), agenttest.Comments(t, s))
}

// TestDamage_OfTheHeadTakesTheLastCopy: whatever was held, sent or in the outbox may have been sent since.
func TestDamage_OfTheHeadTakesTheLastCopy(t *testing.T) {
	t.Parallel()
	dir := agent.Place(t.TempDir(), "acme", "Asha")
	s, err := agent.ThisHost{}.Open(dir, "acme")
	agenttest.Must(t, err)
	held := agenttest.Typed("held")
	held.Record, held.HeldUntil = "2", time.Now().Add(time.Minute)
	for _, w := range []agent.Write{agenttest.Typed("typed"), held} {
		agenttest.Save(t, s, w)
	}
	discarded := agenttest.Typed("discarded")
	discarded.Record = "3"
	agenttest.Save(t, s, discarded)
	waiting := agenttest.Typed("waiting")
	waiting.Record = "4"
	agenttest.Must(t, s.ToOutbox(waiting, agent.Waiting, "away", monday))
	agenttest.Must(t, s.Copy())
	agenttest.Must(t, s.Close())
	agenttest.Must(t, os.WriteFile(fileOf(dir), []byte(strings.Repeat("no database", 500)), 0o600))
	s = open(t, dir)
	requireAside(t, s)
	agenttest.RequireComments(t, s, "discarded?, held (unknown)?, typed?, waiting (unknown)?")
}

// TestDamage_WhileConsolesWork: the one that finds it mends the file, and what is typed in the others goes on.
func TestDamage_WhileConsolesWork(t *testing.T) {
	t.Parallel()
	asha, ben := typed(t, strings.Repeat("noted ", 10_000)) // more than SQLite keeps in memory
	first, second := open(t, asha), open(t, ben)
	agenttest.Take(t, first)
	agenttest.Take(t, second)
	overwrite(t, fileOf(asha), `noted noted`)
	agenttest.Save(t, first, agenttest.Typed("typed on"))
	_, err := first.Journal(monday, monday.Add(time.Hour))
	if !errors.As(err, new(*filestore.CorruptError)) {
		t.Errorf("the damage is reported as %v", err)
	}
	if kept := agenttest.Save(t, second, agenttest.Typed("typed on too")); kept.Conflict != "" {
		t.Errorf("it is kept as %+v", kept)
	}
	agenttest.RequireComments(t, first, "typed on")
	if _, err := second.Drafts(); !errors.As(err, new(*filestore.CorruptError)) {
		t.Errorf("the other agent is told %v", err)
	}
	agenttest.RequireComments(t, second, "typed on too")
}

// TestDiscarded_DoesNotComeBackFromTheCopy although the copy still has it.
func TestDiscarded_DoesNotComeBackFromTheCopy(t *testing.T) {
	t.Parallel()
	dir := agent.Place(t.TempDir(), "acme", "Asha")
	s, err := agent.ThisHost{}.Open(dir, "acme")
	agenttest.Must(t, err)
	agenttest.Save(t, s, agenttest.Typed("typed"))
	agenttest.Must(t, s.Note(agent.Entry{At: monday, Summary: "a summary"}))
	agenttest.Must(t, s.Copy())
	agenttest.Must(t, s.Discard(agenttest.Form))
	agenttest.Must(t, s.Close())
	overwrite(t, fileOf(dir), `"a summary"`)
	s = open(t, dir)
	if _, err := s.Journal(monday, monday.Add(time.Hour)); !errors.As(err, new(*filestore.CorruptError)) {
		t.Errorf("the damage is reported as %v", err)
	}
	agenttest.RequireComments(t, s, "")
	if all, err := s.Journal(monday, monday.Add(time.Hour)); len(all) != 1 || err != nil {
		t.Errorf("the journal has %+v, %v", all, err)
	}
}

func TestKept_ForItsOwnerAlone(t *testing.T) {
	t.Parallel()
	asha, _ := typed(t, note)
	agenttest.Must(t, open(t, asha).Copy())
	if about, err := os.Stat(filepath.Dir(asha)); err != nil || about.Mode().Perm() != 0o700 {
		t.Errorf("the directory has %v, %v", about.Mode(), err)
	}
	files, err := os.ReadDir(filepath.Dir(asha))
	agenttest.Must(t, err)
	for _, file := range files {
		if about, err := file.Info(); err != nil || about.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has %v, %v", file.Name(), about.Mode(), err)
		}
	}
}

// TestMended_ByAnotherProcess has another file in the place of the one that a console has open: what is typed goes there.
func TestMended_ByAnotherProcess(t *testing.T) {
	t.Parallel()
	dir := agent.Place(t.TempDir(), "acme", "Asha")
	s := open(t, dir)
	agenttest.Save(t, s, agenttest.Typed("typed"))
	for _, suffix := range []string{"-shm", "-wal", ""} {
		aside := fileOf(dir) + ".damaged" + suffix
		agenttest.Must(t, filestore.Ignore(os.Rename(fileOf(dir)+suffix, aside), os.ErrNotExist))
		content, err := os.ReadFile(aside)
		agenttest.Must(t, filestore.Ignore(err, os.ErrNotExist))
		if err == nil && suffix != "-shm" {
			agenttest.Must(t, os.WriteFile(fileOf(dir)+suffix, content, 0o600))
		}
	}
	agenttest.Save(t, s, agenttest.Typed("typed on"))
	content, err := os.ReadFile(fileOf(dir))
	agenttest.Must(t, err)
	log, err := os.ReadFile(fileOf(dir) + "-wal")
	agenttest.Must(t, filestore.Ignore(err, os.ErrNotExist))
	if !strings.Contains(string(content)+string(log), "typed on") {
		t.Error("it is in the file that was set aside")
	}
}
