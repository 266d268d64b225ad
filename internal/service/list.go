package service

import (
	"net/http"

	"github.com/go-json-experiment/json"
)

// arrayWriter streams a response that is an array, one element at a time, so that a long one needs little memory.
type arrayWriter struct {
	to      http.ResponseWriter
	started bool
}

// add writes one element; on an error before the first, no response has been started.
func (l *arrayWriter) add(element any) error {
	text, err := json.Marshal(element)
	if err != nil {
		return err
	}
	mark := []byte(",")
	if !l.started {
		l.started, mark = true, []byte("[")
		writeBody(l.to, http.StatusOK, nil)
	}
	_, err = l.to.Write(append(mark, text...))
	return err
}

// end closes the array of a list that was started. It ignores write errors, since the client has disconnected
// then.
func (l *arrayWriter) end() { _, _ = l.to.Write([]byte("]")) }
