package agent

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"
	"time"
)

// Articles are the FAQ articles that an agent has inserted. A nil one knows none. They are safe for concurrent use.
type Articles struct {
	setting Setting

	mu   sync.Mutex
	used map[int64]use
}

// use is how often an article was inserted, less the longer ago, and when it was last.
type use struct {
	Count float64   `json:"count"` // as of Last
	Last  time.Time `json:"last"`
}

const (
	maxUsed  = 500                 // articles; those that count least leave
	halfLife = 14 * 24 * time.Hour // after which an insertion counts half
)

// count returns how much the insertions count at a time.
func (u use) count(now time.Time) float64 {
	return u.Count * math.Exp2(-float64(max(0, now.Sub(u.Last)))/float64(halfLife))
}

// Articles returns the articles that the agent has inserted. If they cannot be read it begins anew, and the error says
// why.
func (s *State) Articles() (*Articles, error) {
	a := &Articles{setting: s.Setting("articles"), used: map[int64]use{}}
	if err := a.setting.Load(&a.used); err != nil {
		return a, fmt.Errorf("which articles you have used before is not known: %w", err)
	}
	return a, nil
}

// Used records that an article was inserted, beside what other consoles of the agent record.
func (a *Articles) Used(id int64, now time.Time) error {
	if a == nil {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.setting.change(func(body []byte) ([]byte, error) {
		used := map[int64]use{}
		if err := (&row{body: body}).decode(&used); err != nil {
			used = a.used // what is known here replaces what cannot be read
		}
		used[id] = use{used[id].count(now) + 1, now}
		forgetLeast(used, now)
		a.used = used
		return encode(used)
	})
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

// Order returns a figure for each article that was inserted, above 0: the more often and the later, the higher. Since
// all insertions lose their weight alike, it needs no clock.
func (a *Articles) Order() map[int64]float64 {
	if a == nil {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	order := make(map[int64]float64, len(a.used))
	for id, use := range a.used {
		order[id] = math.Log2(max(use.Count, 1)) + float64(use.Last.Unix())/halfLife.Seconds()
	}
	return order
}
