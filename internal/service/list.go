package service

import (
	"net/http"

	"github.com/go-json-experiment/json"
)

// list streams a response that is an array, one element at a time, so that a long one needs little memory.
type list struct {
	to    http.ResponseWriter
	begun bool
}

// add writes one element; on an error before the first, no response has been started.
func (l *list) add(element any) error {
	text, err := json.Marshal(element)
	if err != nil {
		return err
	}
	mark := []byte(",")
	if !l.begun {
		l.begun, mark = true, []byte("[")
		writeBody(l.to, http.StatusOK, nil)
	}
	_, err = l.to.Write(append(mark, text...))
	return err
}

// end closes the array of a list that was started. It ignores write errors, since the client has disconnected
// then.
func (l *list) end() { _, _ = l.to.Write([]byte("]")) }
