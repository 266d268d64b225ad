package clitest

import (
	"sync"
	"time"

	"frontdesk/internal/guard"
	"frontdesk/internal/safetext/texttest"
)

// patience returns how long a test waits for a single event: some hundred times what it takes on an idle machine, and
// longer where hosts work at full load.
func patience() time.Duration {
	switch {
	case texttest.FullLoad():
		return 10 * time.Minute
	case texttest.Race:
		return 4 * time.Minute
	}
	return time.Minute
}

// moment is the unit of patience.
const moment = 100 * time.Millisecond

// AfterRunning calls late once this process has run for a time, unless stop is called before. A moment in which the
// machine stood still, or kept the process waiting, does not count: the speed of the machine must not decide whether a
// test passes.
func AfterRunning(limit time.Duration, late func()) (stop func()) {
	stopped := make(chan struct{})
	guard.Go(func() {
		for left := limit; left > 0; {
			begun := time.Now()
			select {
			case <-stopped:
				return
			case <-time.After(moment):
			}
			if time.Since(begun) < 2*moment {
				left -= moment
			}
		}
		late()
	})
	return sync.OnceFunc(func() { close(stopped) })
}
