package client

import (
	"io"
	"runtime"
)

// turns are those of all calls of this process to decode: all cores but one have one, so that a key finds a core while
// a month of tickets arrives.
var turns = make(chan struct{}, max(1, runtime.GOMAXPROCS(0)-1))

// inTurn reads a response for a decoder, which has a turn except while it waits for the service.
type inTurn struct {
	from io.Reader
	has  bool
}

// Read gives up the turn until there is something to decode.
func (r *inTurn) Read(p []byte) (int, error) {
	r.end()
	n, err := r.from.Read(p)
	turns <- struct{}{}
	r.has = true
	return n, err
}

// end gives up the turn.
func (r *inTurn) end() {
	if r.has {
		r.has = false
		<-turns
	}
}
