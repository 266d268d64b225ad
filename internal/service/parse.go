package service

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

// The limits of PROTOCOL.md 6.2; that of a text is wire.MaxText.
const (
	maxBody   = 8 << 20
	maxValues = 20_000
	maxIDs    = 1000
	maxLimit  = 10000
)

// decode decodes a request strictly: member names in exact case and without duplicates, values of the documented
// types.
func decode[Req any](op wire.OperationInfo, w http.ResponseWriter, r *http.Request) (Req, error) {
	var one Req
	if op.Body == wire.NoBody {
		return one, nil
	}
	if r.ContentLength > maxBody { // said at once: nothing of it is read
		w.Header().Set("Connection", "close")
		return one, errTooLarge
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return one, errTooLarge
	case err != nil:
		return one, errJSON // the client stopped sending
	}
	if body, err = safetext.WithoutMark(body); err != nil {
		return one, errEncoding
	}
	want := map[wire.BodyShape]jsontext.Kind{wire.BodyArray: '[', wire.BodyObject: '{'}[op.Body]
	if jsontext.Value(body).Kind() != want {
		return one, errJSON
	}
	if err := checkValues(body); err != nil {
		return one, err
	}
	if op.Body == wire.BodyObject {
		if json.Unmarshal(body, &one, wire.StrictOptions) != nil {
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
	if json.Unmarshal(list[0], &one, wire.StrictOptions) != nil {
		return one, errJSON
	}
	return one, nil
}

// checkValues refuses a body with a text longer than wire.MaxText, or with more values and names than maxValues, at any
// depth. It counts before anything is built of them: three million empty contacts take more than a gigabyte. It also
// finds those that no field of the request has, and so do not reach Validate.
func checkValues(body []byte) error {
	if len(body) <= wire.MaxText {
		return nil
	}
	in := jsontext.NewDecoder(bytes.NewBuffer(body), jsontext.AllowDuplicateNames(true))
	for values := 0; ; {
		token, err := in.ReadToken()
		if err != nil {
			return nil //nolint:nilerr // the end; invalid JSON is reported when the body is decoded
		}
		switch token.Kind() {
		case '}', ']':
			continue
		case '"':
			if len(token.String()) > wire.MaxText {
				return errTextTooLong
			}
		}
		if values++; values > maxValues {
			return errManyValues
		}
	}
}

// isBlank reports whether a text is empty or white space; a missing text is empty.
func isBlank(s string) bool { return strings.TrimSpace(s) == "" }

// checkFieldSizes validates the length of custom fields.
func checkFieldSizes(blocks ...wire.CustomFields) error {
	for _, block := range blocks {
		for _, v := range block {
			if len(v) > wire.MaxText {
				return errTextTooLong
			}
		}
	}
	return nil
}

// parsePullDay returns the day of a pull of tickets or customers, as times from midnight to midnight. end may be start
// or the day after (PROTOCOL.md 6.1).
func parsePullDay(startName, start, endName, end string, zone *time.Location) (from, to time.Time, err error) {
	first, err := parseDay(startName, start)
	if err != nil {
		return from, to, err
	}
	last, err := parseDay(endName, end)
	switch {
	case err != nil:
		return from, to, err
	case last.Compare(first) < 0:
		return from, to, &apiError{http.StatusBadRequest, endName + " lies before " + startName}
	case last.Compare(first.Add(1)) > 0:
		return from, to, errRange
	}
	from, to = first.Range(zone)
	return from, to, nil
}

// parseDay parses a calendar day.
func parseDay(name, s string) (desk.Date, error) {
	d, err := desk.ParseDate(s)
	if err != nil {
		return d, &apiError{http.StatusBadRequest, name + " should be YYYY-MM-DD."}
	}
	return d, nil
}

// parsePageSize returns a pull's limit, 0 for all when none was given.
func parsePageSize(limit *int) (int, error) {
	switch {
	case limit == nil:
		return 0, nil
	case *limit < 1 || *limit > maxLimit:
		return 0, errLimit
	}
	return *limit, nil
}

// splitList splits comma-separated ids, removes duplicates and keeps their order.
func splitList(list string) []string {
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

// parseDateOrTime parses YYYY-MM-DD, or that with HH:mm:ss.
func parseDateOrTime(s string, zone *time.Location) (at int64, ok bool) {
	for _, layout := range []string{time.DateOnly, wire.TicketTimeLayout} {
		if t, err := time.ParseInLocation(layout, s, zone); err == nil && len(s) == len(layout) {
			return t.Unix(), true
		}
	}
	return 0, false
}

var (
	errLimit  = &apiError{http.StatusBadRequest, "limit must be a number from 1 to 10000"}
	errOffset = &apiError{http.StatusBadRequest, "offset must be a number from 0"}
)

// unknownTotal omits totalCount from a response.
const unknownTotal = -1

// parsePage returns the page of rows that a pull requests (PROTOCOL.md 6.1 and 6.2).
func parsePage(limit wire.LooseInt, offset int64) (store.Page, error) {
	p := store.Page{Limit: wire.DefaultPageSize, Offset: int(offset)}
	if limit.Valid {
		p.Limit = int(limit.Value)
	}
	switch {
	case p.Limit < 1 || p.Limit > maxLimit:
		return p, errLimit
	case p.Offset < 0:
		return p, errOffset
	}
	return p, nil
}

// mergeCustomFields merges custom fields into the stored ones. The result may not exceed maxMembers, unless it is
// no larger than what was stored.
func mergeCustomFields(kept []byte, extra wire.CustomFields) ([]byte, error) {
	if len(extra) == 0 {
		return kept, nil
	}
	all := wire.CustomFields{}
	if err := json.Unmarshal(objectOrEmpty(kept), &all); err != nil {
		return nil, err
	}
	for name, v := range extra {
		all[name] = v
	}
	text, err := json.Marshal(all, json.Deterministic(true))
	if err == nil && len(text) > maxCustomFields && len(text) > len(kept) {
		return nil, errCustomFields
	}
	return text, err
}

// objectOrEmpty returns a free-form block, or an empty object if there is none.
func objectOrEmpty(block []byte) jsontext.Value {
	if s := strings.TrimSpace(string(block)); s == "" || s == "null" {
		return jsontext.Value("{}")
	}
	return jsontext.Value(block)
}

// parseID parses an id, 0 when none is given. It returns otherwise for an id that the service cannot have
// assigned.
func parseID(id string, otherwise error) (int64, error) {
	n, err := wire.ParseLooseInt(strings.TrimSpace(id))
	if err != nil || n.Valid && n.Value < 1 {
		return 0, otherwise
	}
	return n.Value, nil
}

// checkAccount validates cm_id and cmId (PROTOCOL.md 6.1).
func (s *Service) checkAccount(of filters, name string) error {
	switch id, _ := of.Number(name); {
	case id < 1:
		return &apiError{http.StatusBadRequest, name + " must be greater than 0"}
	case id != s.AccountID:
		return &apiError{http.StatusForbidden, name + " is not this account's"}
	}
	return nil
}
