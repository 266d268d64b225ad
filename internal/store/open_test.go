package store

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func TestANewDeskCanBeOpenedByManyAtTheSameTime(t *testing.T) {
	for range 2 {
		path := filepath.Join(t.TempDir(), "desk.db")
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				s, err := Open(t.Context(), path)
				if err == nil {
					err = s.Close()
				}
				if err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
	}
}

// TestOpen_WaitsWhileAnotherProgramAddsTables: SQLite does not open the index of titles while the schema changes.
func TestOpen_WaitsWhileAnotherProgramAddsTables(t *testing.T) {
	path := filepath.Join(t.TempDir(), "desk.db")
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close() // at the end: with its log in place, a desk is checked at each start
	other, err := connect(path, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	var adding sync.WaitGroup
	defer adding.Wait()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	adding.Go(func() {
		for ctx.Err() == nil {
			if _, err := other.ExecContext(t.Context(), "CREATE TABLE more (id INTEGER); DROP TABLE more"); err != nil {
				t.Error(err)
				return
			}
		}
	})
	for range 10 {
		again, err := Open(t.Context(), path)
		if err == nil {
			err = again.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestAFileThatIsNoDeskIsRefusedInPlainWords(t *testing.T) {
	people := filepath.Join(t.TempDir(), "people.db")
	PeopleDatabase(t, people)
	database, err := os.ReadFile(people)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name    string
		content []byte
		line    string
	}{
		{"people.db", database, "it holds something else than a desk"},
		{"letter.txt", bytes.Repeat([]byte("Dear Sir, "), 500), "it holds something else than a desk"},
		{"half.db", firstPage(t), "it is damaged; put its last backup in its place"},
	} {
		path := filepath.Join(t.TempDir(), c.name)
		if err := os.WriteFile(path, c.content, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(t.Context(), path); err == nil || !strings.Contains(err.Error(), c.name+" cannot be opened: "+c.line) {
			t.Error(err)
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.HasPrefix(got, c.content) {
			t.Errorf("%s was changed: %v", c.name, err)
		}
	}
}

// firstPage returns a desk file that ends after its first page and has an old schema version.
func firstPage(t *testing.T) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "desk.db")
	s, err := Open(t.Context(), path)
	if err == nil {
		err = sqliteOf(t, s).tx.exec(t.Context(), "PRAGMA user_version = 0")
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content[:4096]
}

// TestOpen_DeskOfAnOlderBuildSaysWhatToDo: its tables have other columns, and it is left as it is.
func TestOpen_DeskOfAnOlderBuildSaysWhatToDo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "desk.db")
	s, err := Open(t.Context(), path)
	if err == nil {
		err = errors.Join(sqliteOf(t, s).tx.exec(t.Context(), "PRAGMA user_version = 5"), s.Close())
	}
	before, err2 := os.ReadFile(path)
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	for _, open := range []func(context.Context, string) (*Store, error){Open, OpenToServe, OpenExisting} {
		_, err := open(t.Context(), path)
		const says = "it was written by an older frontdesk (version 5 of its tables, this one knows 6): write it to files with " +
			"that program (frontdesk desk export), and import these into a new desk"
		if err == nil || !strings.HasSuffix(err.Error(), says) || !strings.Contains(err.Error(), path) {
			t.Error(err)
		}
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file was changed, %v", err)
	}
}

// TestSearch_FindsNoArticleThatIsTurnedOff: what it said is not said any more, and comes back when it is turned on.
func TestSearch_FindsNoArticleThatIsTurnedOff(t *testing.T) {
	s := newDesk(t)
	articles := []Article{{ID: 1, Title: "Refund of old"}, {ID: 2, Title: "Refund by card", Enabled: true}}
	if err := s.Load(t.Context(), Dataset{Articles: articles}); err != nil {
		t.Fatal(err)
	}
	found, err := s.SearchArticles(t.Context(), "refund", 10)
	if err != nil || len(found) != 1 || found[0].ID != 2 {
		t.Errorf("found %+v, %v", found, err)
	}
}

// TestOpen_AddressOfAnotherDatabaseMakesNoFile: the name of such a file would hold the password.
func TestOpen_AddressOfAnotherDatabaseMakesNoFile(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, address := range []string{
		"host=db.invalid user=desk password=t0psecret", "password=t0psecret", "mysql://desk:t0psecret@db.invalid",
		"Postgres://desk:t0psecret@db.invalid/desk",
	} {
		s, err := Open(t.Context(), address)
		if err == nil {
			t.Errorf("%s was opened", address)
			_ = s.Close()
			continue
		}
		if !strings.Contains(err.Error(), "postgres://") || strings.Contains(err.Error(), "t0psecret") {
			t.Errorf("%s: %v", address, err)
		}
	}
	if left, err := os.ReadDir("."); err != nil || len(left) > 0 {
		t.Errorf("there are %v, %v", left, err)
	}
}

func TestAChangeThatFindsNoRoomSaysSoAndChangesNothing(t *testing.T) {
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "desk.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := sqliteOf(t, s).tx.exec(t.Context(), "PRAGMA max_page_count = 1"); err != nil { // no smaller than it is already
		t.Fatal(err)
	}
	_, err = s.AddTicket(t.Context(), Ticket{Title: strings.Repeat("no room ", 100_000)})
	if err == nil || err.Error() != "the desk cannot be written: the disk is full" {
		t.Error(err)
	}
	if empty, err := s.IsEmpty(t.Context()); err != nil || !empty {
		t.Errorf("it holds something: %v, %v", empty, err)
	}
}
