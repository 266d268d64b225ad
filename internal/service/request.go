package service

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// The sizes of PROTOCOL.md 6.2.
const (
	maxBody  = 8 << 20
	maxText  = 64 << 10
	maxIDs   = 1000
	maxLimit = 10000
)

// decode reads a request strictly: names in their exact case, each once, values of the document's types.
func decode[Req any](op wire.Info, w http.ResponseWriter, r *http.Request) (Req, error) {
	var one Req
	if op.Body == wire.None {
		return one, nil
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return one, errTooLarge
	case err != nil:
		return one, errJSON // the caller stopped in the middle of it
	}
	if jsontext.Value(body).Kind() != map[wire.Body]jsontext.Kind{wire.Array: '[', wire.Object: '{'}[op.Body] {
		return one, errJSON
	}
	if longText(body) {
		return one, errTextTooLong
	}
	if op.Body == wire.Object {
		if json.Unmarshal(body, &one, wire.Strict) != nil {
			return one, errJSON
		}
		return one, nil
	}
	var list []jsontext.Value
	if json.Unmarshal(body, &list) != nil {
		return one, errJSON
	}
	if len(list) != 1 || list[0].Kind() != '{' {
		return one, errOneObject
	}
	if json.Unmarshal(list[0], &one, wire.Strict) != nil {
		return one, errJSON
	}
	return one, nil
}

// longText says whether a text of a body, however deep, is over the limit.
func longText(body []byte) bool {
	if len(body) <= maxText {
		return false
	}
	in := jsontext.NewDecoder(bytes.NewBuffer(body), jsontext.AllowDuplicateNames(true))
	for {
		token, err := in.ReadToken()
		if err != nil {
			return false // the end; what is no JSON is found by who reads it
		}
		if token.Kind() == '"' && len(token.String()) > maxText {
			return true
		}
	}
}

// blank says that a required text is missing, empty or blank, which is all the same.
func blank(s string) bool { return strings.TrimSpace(s) == "" }

// short checks the length of an account's own members.
func short(blocks ...wire.Extra) error {
	for _, block := range blocks {
		for _, v := range block {
			if len(v) > maxText {
				return errTextTooLong
			}
		}
	}
	return nil
}

// window is the day that a pull names: start to the end of end, where end may be start or, meaning
// midnight to midnight, the day after (PROTOCOL.md 6.1).
func window(startName, start, endName, end string, zone *time.Location) (from, to time.Time, err error) {
	first, err := day(startName, start)
	if err != nil {
		return from, to, err
	}
	last, err := day(endName, end)
	switch {
	case err != nil:
		return from, to, err
	case last.Compare(first) < 0:
		return from, to, &failure{http.StatusBadRequest, endName + " lies before " + startName}
	case last.Compare(first.Add(1)) > 0:
		return from, to, errRange
	}
	from, to = first.Bounds(zone)
	return from, to, nil
}

// day reads a calendar day.
func day(name, s string) (desk.Day, error) {
	d, err := desk.ParseDay(s)
	if err != nil {
		return d, &failure{http.StatusBadRequest, name + " should be YYYY-MM-DD."}
	}
	return d, nil
}

// pageSize is a pull's limit, 0 for all when none was given.
func pageSize(limit *int) (int, error) {
	switch {
	case limit == nil:
		return 0, nil
	case *limit < 1 || *limit > maxLimit:
		return 0, errLimit
	}
	return *limit, nil
}

// ids parts comma-separated ids, each once, in their order.
func ids(list string) []string {
	var all []string
	seen := map[string]bool{}
	for id := range strings.SplitSeq(list, ",") {
		if id = strings.TrimSpace(id); id != "" && !seen[id] {
			seen[id] = true
			all = append(all, id)
		}
	}
	return all
}

// moment reads YYYY-MM-DD, or that with HH:mm:ss.
func moment(s string, zone *time.Location) (at int64, ok bool) {
	for _, layout := range []string{time.DateOnly, wire.RecordLayout} {
		if t, err := time.ParseInLocation(layout, s, zone); err == nil && len(s) == len(layout) {
			return t.Unix(), true
		}
	}
	return 0, false
}

// dueDate reads an empty text or a moment.
func dueDate(s string, zone *time.Location) (int64, error) {
	at, ok := moment(s, zone)
	if s == "" || ok {
		return at, nil
	}
	return 0, &failure{http.StatusBadRequest, "due_date " + strconv.Quote(s[:min(len(s), 40)]) + " should be YYYY-MM-DD."}
}
