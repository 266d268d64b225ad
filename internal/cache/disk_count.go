package cache

import (
	"path/filepath"
	"sync"
	"time"

	"frontdesk/internal/cachefile"
)

// CountStored counts the records of a file of a cache on disk by what they are. There is none for files that hold
// something else. A damaged file is left where it is, and the error is cachefile.ErrDamaged.
func CountStored(path string) (map[string]int, error) {
	d := newDisk(filepath.Dir(path), time.Now)
	names := map[string]string{rowKey: "tickets", dayKey: "days", customerKey: "customers", orderKey: "customers with orders"}
	var file *cachefile.File
	switch filepath.Base(path) {
	case ticketsFile:
		file = d.tickets
	case customersFile:
		file = d.customers
	case detailsFile:
		file = d.details
	default:
		return nil, nil
	}
	var mu sync.Mutex
	newest := map[string]int64{}
	has := map[string]bool{}
	err := file.Inspect(func(_ int, b *cachefile.Block) {
		mu.Lock()
		defer mu.Unlock()
		for i := range b.Len() {
			if key := b.Key(i); b.Stamp(i) >= newest[key] {
				newest[key], has[key] = b.Stamp(i), b.Text(i) != ""
			}
		}
	})
	if err != nil {
		return nil, err
	}
	counts := map[string]int{}
	for key, there := range has {
		name := "tickets read"
		if file != d.details && key != "" {
			name = names[key[:1]]
		}
		if there && name != "" {
			counts[name]++
		}
	}
	return counts, nil
}
