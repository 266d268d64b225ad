package agentstate

import "time"

// SetLockAge sets how long the locks of a host that has died stay.
func (s *Shared) SetLockAge(age time.Duration) { s.lockAge = age }

// PutAndDie is the first Put of a document by a host that is killed when the servers have it, before their answer.
func PutAndDie(in Store, name string, content []byte) error {
	s := in.(*sharedStore) //nolint:errcheck,forcetypeassert // the test has opened it
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := s.beginPut(name, content, None)
	if err == nil {
		_, err = s.remote.put(name, content, 0)
	}
	return err
}
