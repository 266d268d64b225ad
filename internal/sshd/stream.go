package sshd

import (
	"sync/atomic"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// meteredTerminal is a console's line to its terminal. How long a key takes to be answered is measured on it.
type meteredTerminal struct {
	visit   *Session
	channel gossh.Channel
	asked   atomic.Int64 // when the first key came that is not answered yet; nanoseconds, 0 for none
	shown   atomic.Bool  // something is on the screen
}

// Read reads what the agent types.
func (s *meteredTerminal) Read(p []byte) (int, error) {
	n, err := s.channel.Read(p)
	if n > 0 && s.shown.Load() {
		s.asked.CompareAndSwap(0, time.Now().UnixNano())
	}
	return n, err
}

// Write writes to the agent's terminal, which may be slow: whoever writes waits for it.
func (s *meteredTerminal) Write(p []byte) (int, error) {
	m := s.visit.host.Metrics
	if asked := s.asked.Swap(0); asked != 0 {
		m.keys.observe(time.Duration(time.Now().UnixNano() - asked))
	}
	if !s.shown.Swap(true) {
		m.frames.observe(time.Since(s.visit.StartedAt))
	}
	n, err := s.channel.Write(p)
	m.written.Add(uint64(n))
	return n, err
}
