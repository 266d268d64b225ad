package pane

import "time"

// remote is something that is fetched. The old value stays while another one is on its way, and when it did not come.
type remote[T any] struct {
	Value T
	Has   bool  // Value was fetched, now or before
	Busy  bool  // it is being asked for
	Err   error // why the last asking brought nothing
	At    time.Time
}

// start says that the answer is on its way.
func (l *remote[T]) start() { l.Busy, l.Err = true, nil }

// take takes an answer; has says that it holds a value, which an error may come with.
func (l *remote[T]) take(value T, has bool, at time.Time, err error) {
	l.Busy, l.Err = false, err
	if has {
		l.Value, l.Has, l.At = value, true, at
	}
}
