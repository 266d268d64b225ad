package service

import (
	"fmt"
	"net/http"

	"github.com/go-json-experiment/json"
)

// writeJSON writes a complete response.
func writeJSON(w http.ResponseWriter, record any) error {
	body, err := json.Marshal(record)
	if err != nil {
		return err
	}
	writeBody(w, http.StatusOK, body)
	return nil
}

// writeCommitted responds to a committed write. An error is wrapped in errCommitted, since the write stays
// committed.
func writeCommitted(w http.ResponseWriter, record any) error {
	if err := writeJSON(w, record); err != nil {
		return fmt.Errorf("%w: %w", errCommitted, err)
	}
	return nil
}

// writeBody writes a body. It ignores write errors, since the client has disconnected then.
func writeBody(w http.ResponseWriter, code int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(code)
	_, _ = w.Write(body)
}

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
