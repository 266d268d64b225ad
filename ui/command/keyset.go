package command

import (
	"sync"

	"frontdesk/internal/desk"
)

// keySet is ids that commands remember beside the loop. Its zero value is empty.
type keySet struct {
	mu   sync.Mutex
	keys map[desk.Key]struct{}
}

// mostKeys bounds a set; a full one begins anew.
const mostKeys = 10_000

func (s *keySet) has(k desk.Key) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, has := s.keys[k]
	return has
}

func (s *keySet) add(k desk.Key) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.keys == nil || len(s.keys) >= mostKeys {
		s.keys = map[desk.Key]struct{}{}
	}
	s.keys[k] = struct{}{}
}
