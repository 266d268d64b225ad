package uitest

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"frontdesk/internal/deskdata"
	"frontdesk/internal/store"
)

// sampleDB is the sample desk's file, made once a process because loading it takes longer than a story.
var sampleDB = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "frontdesk")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	return filled(filepath.Join(dir, "desk.db"), func(ctx context.Context, s *store.Store) error {
		_, err := s.LoadSample(ctx, Now)
		return err
	})
})

// template is a desk's file as bytes: the sample's, what d holds, or what is imported from files.
func template(t testing.TB, d *store.Dataset, files string) []byte {
	t.Helper()
	content, err := sampleDB()
	if files != "" {
		content, err = filled(filepath.Join(t.TempDir(), "desk.db"), func(ctx context.Context, s *store.Store) error {
			_, _, err := deskdata.Import(ctx, s, Zone, Now, files)
			return err
		})
	}
	if d != nil {
		content, err = filled(filepath.Join(t.TempDir(), "desk.db"), func(ctx context.Context, s *store.Store) error {
			return s.Load(ctx, *d)
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// filled is a new desk's file after load.
func filled(path string, load func(context.Context, *store.Store) error) ([]byte, error) {
	ctx := context.Background()
	s, err := store.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	if err := load(ctx, s); err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

func copyFile(t testing.TB, content []byte, path string) string {
	t.Helper()
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
