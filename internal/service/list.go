package service

import (
	"net/http"

	"github.com/go-json-experiment/json"
)

// list writes an answer that is an array, each element when it is added, so that a long one needs no memory.
type list struct {
	to    http.ResponseWriter
	begun bool
}

// add writes one element; an error before the first leaves the answer unbegun.
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

// end writes the end of a list that was begun; a caller who has gone away needs none.
func (l *list) end() { _, _ = l.to.Write([]byte("]")) }
