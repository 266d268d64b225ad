package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"time"

	"frontdesk/internal/store"
)

// madeSample is the file of a sample desk and the day on which it was made.
var madeSample struct {
	sync.Mutex
	day     string
	content []byte
}

// writeSampleDesk writes the desk to a data directory that an agent's first command makes there. It is made once a
// day and then copied: under the race detector that saves each host and each script two seconds.
func writeSampleDesk(dataDir string) error {
	content, err := sampleDesk(time.Now())
	if err != nil {
		return err
	}
	dir := filepath.Join(dataDir, "frontdesk")
	return errors.Join(os.MkdirAll(dir, 0o700), os.WriteFile(filepath.Join(dir, "desk.db"), content, 0o600))
}

func sampleDesk(now time.Time) (content []byte, err error) {
	madeSample.Lock()
	defer madeSample.Unlock()
	day := now.Format(time.DateOnly)
	if madeSample.day != day {
		madeSample.content, err = makeSampleDesk(now)
		madeSample.day = day
	}
	return madeSample.content, err
}

func makeSampleDesk(now time.Time) ([]byte, error) {
	dir, err := os.MkdirTemp("", "frontdesk")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	file := filepath.Join(dir, "desk.db")
	s, err := store.Open(context.Background(), file)
	if err != nil {
		return nil, err
	}
	_, err = s.LoadSample(context.Background(), now)
	if err := errors.Join(err, s.Close()); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
}
