package call

import "time"

// remote is a value loaded from the service. The previous value is kept while another request is pending and after one
// has failed.
type remote[T any] struct {
	Value T
	Has   bool // Value has been loaded
	Busy  bool // a request is pending
	Err   error
	At    time.Time
}

// take stores the result of a request; has reports whether it includes a value.
func (l *remote[T]) take(value T, has bool, at time.Time, err error) {
	l.Busy, l.Err = false, err
	if has {
		l.Value, l.Has, l.At = value, true, at
	}
}
