package faqindex

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"frontdesk/internal/filestore"
)

// Usage is which articles an agent has inserted, on disk beside the agent's drafts. A nil Usage knows none. It is safe
// for concurrent use.
type Usage struct {
	path string

	mu   sync.Mutex
	used map[int64]use
}

// use is how often an article was inserted, less the longer ago, and when it was last.
type use struct {
	Count float64   `json:"count"` // as of Last
	Last  time.Time `json:"last"`
}

const (
	usageFile    = "articles-used"
	maxUsed      = 500                 // articles; those that count least leave
	maxUsageFile = 256 << 10           // bytes; a larger file is not ours
	halfLife     = 14 * 24 * time.Hour // after which an insertion counts half
)

// count returns how much the insertions count at a time.
func (u use) count(now time.Time) float64 {
	return u.Count * math.Exp2(-float64(max(0, now.Sub(u.Last)))/float64(halfLife))
}

// OpenUsage reads what an agent has inserted from the directory of the agent's drafts. A file that cannot be used is
// set aside and the error names it; the usage then starts anew.
func OpenUsage(dir string) (*Usage, error) {
	u := &Usage{path: filepath.Join(dir, usageFile), used: map[int64]use{}}
	used, err := u.read()
	if err != nil {
		return u, fmt.Errorf("which articles you have used before is not known: %w", err)
	}
	u.used = used
	return u, nil
}

func (u *Usage) read() (map[int64]use, error) {
	used := map[int64]use{}
	info, err := os.Stat(u.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return used, nil
	case err != nil:
		return nil, err
	case info.Size() > maxUsageFile:
		return nil, filestore.Quarantine(u.path, "the list of used articles", errors.New("it is too large"))
	}
	content, err := os.ReadFile(u.path)
	if err != nil {
		return nil, err
	}
	if err := filestore.DecodeRecord(content, &used); err != nil {
		return nil, filestore.Quarantine(u.path, "the list of used articles", err)
	}
	return used, nil
}

// Used records that an article was inserted, also on disk, where other consoles of the agent record theirs.
func (u *Usage) Used(id int64, now time.Time) error {
	if u == nil {
		return nil
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	lock, err := filestore.WaitLock(u.path + ".lock")
	if err != nil {
		return err
	}
	defer func() { _ = lock.Release() }()
	used, err := u.read()
	if err != nil {
		used = u.used // a damaged file is set aside; what is known here replaces it
	}
	used[id] = use{used[id].count(now) + 1, now}
	forgetLeast(used, now)
	u.used = used
	_, err = filestore.WriteRecord(u.path, used)
	return err
}

// forgetLeast keeps the articles that count most.
func forgetLeast(used map[int64]use, now time.Time) {
	if len(used) <= maxUsed {
		return
	}
	least := slices.SortedFunc(maps.Keys(used), func(a, b int64) int {
		return cmp.Or(cmp.Compare(used[a].count(now), used[b].count(now)), cmp.Compare(a, b))
	})
	for _, id := range least[:len(used)-maxUsed] {
		delete(used, id)
	}
}

// order returns a figure for each article that was inserted, above 0: the more often and the later, the higher. Since
// all insertions lose their weight alike, it needs no clock.
func (u *Usage) order() map[int64]float64 {
	if u == nil {
		return nil
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	order := make(map[int64]float64, len(u.used))
	for id, use := range u.used {
		order[id] = math.Log2(max(use.Count, 1)) + float64(use.Last.Unix())/halfLife.Seconds()
	}
	return order
}
