package client

import (
	"errors"
	"io"
)

// limitedReader ends an answer that never does, and remembers when the way to us broke off.
type limitedReader struct {
	from  io.Reader
	left  int64
	fault error
}

// Read reads on until the limit.
func (l *limitedReader) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, errTooLarge
	}
	n, err := l.from.Read(p[:min(int64(len(p)), l.left)])
	l.left -= int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		l.fault = err
	}
	return n, err
}
