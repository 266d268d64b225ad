package simdesk

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"

	"frontdesk/internal/store"
	"frontdesk/internal/wire"
	"frontdesk/ui/gallery"
)

// records are those of a desk, in a directory of their own.
type records struct {
	*store.Store
	fixture   gallery.Fixture
	dir       string
	isChanged atomic.Bool // a scene has written to them
}

// takeRecords returns the records of a desk: those of an earlier scene that has changed nothing, or else new ones.
func (h *Simulator) takeRecords(ctx context.Context, fixture gallery.Fixture) (*records, error) {
	if kept, found := h.takeUnchanged(fixture); found {
		return kept, nil
	}
	return h.newRecords(ctx, fixture)
}

func (h *Simulator) takeUnchanged(fixture gallery.Fixture) (taken *records, found bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	kept := h.unchanged[fixture]
	if len(kept) == 0 {
		return nil, false
	}
	last := len(kept) - 1
	h.unchanged[fixture] = kept[:last]
	return kept[last], true
}

func (h *Simulator) newRecords(ctx context.Context, fixture gallery.Fixture) (*records, error) {
	dir, err := os.MkdirTemp(h.dir, "")
	if err != nil {
		return nil, err
	}
	file := filepath.Join(dir, "desk.db")
	if fixture == gallery.Sample {
		content, err := sample()
		if err == nil {
			err = os.WriteFile(file, content, 0o600)
		}
		if err != nil {
			return nil, err
		}
	}
	opened, err := store.Open(ctx, file)
	if err != nil {
		return nil, err
	}
	return &records{Store: opened, fixture: fixture, dir: dir}, nil
}

// giveBack keeps records for the next scene, or removes them if they were changed.
func (h *Simulator) giveBack(r *records) error {
	if r.isChanged.Load() {
		return r.remove()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.unchanged[r.fixture] = append(h.unchanged[r.fixture], r)
	return nil
}

func (r *records) remove() error { return errors.Join(r.Close(), os.RemoveAll(r.dir)) }

// watch passes requests to the service of the records and notes whether they may change them.
func (r *records) watch(service http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		if slices.ContainsFunc(wire.Operations(), func(op wire.OperationInfo) bool {
			return op.IsWrite && (op.Path == request.URL.Path || op.Alias == request.URL.Path)
		}) {
			r.isChanged.Store(true)
		}
		service.ServeHTTP(w, request)
	})
}

// close closes all records and removes everything on disk.
func (h *Simulator) close() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	var failed []error
	for _, kept := range h.unchanged {
		for _, r := range kept {
			failed = append(failed, r.remove())
		}
	}
	h.unchanged = nil
	return errors.Join(errors.Join(failed...), os.RemoveAll(h.dir))
}
