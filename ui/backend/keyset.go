package backend

import (
	"sync"

	"frontdesk/internal/desk"
)

// idSet is ids that commands remember beside the loop. Its zero value is empty.
type idSet struct {
	mu   sync.Mutex
	keys map[desk.ID]struct{}
}

// mostKeys bounds a set; a full one begins anew.
const mostKeys = 10_000

func (s *idSet) has(k desk.ID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, has := s.keys[k]
	return has
}

func (s *idSet) add(k desk.ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.keys == nil || len(s.keys) >= mostKeys {
		s.keys = map[desk.ID]struct{}{}
	}
	s.keys[k] = struct{}{}
}
