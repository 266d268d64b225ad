package clitest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"frontdesk/internal/deskdata"
	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
)

// madeSample is the file of a sample desk and the day on which it was made.
var madeSample struct {
	sync.Mutex
	day     string
	content []byte
}

// WriteSampleDesk writes the desk to a data directory that an agent's first command makes there. It is made once a
// day and then copied: under the race detector that saves each host and each script two seconds.
func WriteSampleDesk(dataDir string) error {
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
	_, err = deskdata.LoadSample(context.Background(), s, now)
	if err := errors.Join(err, s.Close()); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
}

// FillLargeDesk writes tickets of the last six days to the desk of a host, in place of the sample.
func (h *Host) FillLargeDesk(tickets int) {
	h.t.Helper()
	file := filepath.Join(h.Dir, "frontdesk", "desk.db")
	RequireNoError(h.t, storetest.Create(file))
	s, err := store.Open(h.t.Context(), file)
	RequireNoError(h.t, err)
	all := store.Dataset{Queues: []store.Queue{{Key: "HW", Name: "Hardware"}}}
	now := time.Now()
	for i := range tickets {
		n := int64(i + 1)
		all.Tickets = append(all.Tickets, store.Ticket{
			TaskID: n, TicketID: fmt.Sprint(713_500_000_000 + n),
			Created: now.Add(-time.Duration(i%7200) * time.Minute).Unix(),
			Title:   fmt.Sprintf("Parcel %d has not arrived, and nobody says where it is", n),
			Detail:  strings.Repeat("It was promised for Monday. ", 10), SubStatus: "US", QueueKey: "HW", Priority: "High",
			AssignedName: "Asha Rao", Email: "customer@example.com", Phone: "5550100",
		})
	}
	RequireNoError(h.t, errors.Join(s.Load(h.t.Context(), all), s.Close()))
}
