package deskdata

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"frontdesk/internal/store"
)

// shape is what a column holds, which decides how TOML writes it.
type shape string

const (
	textShape   shape = "text"
	numberShape shape = "number"
	flagShape   shape = "true or false"
	listShape   shape = "list of texts"
	timeShape   shape = "moment"
	spanShape   shape = "duration"
	jsonShape   shape = "JSON"
)

// column is one member of an entry: how it is read into a record and written from it.
type column[T any] struct {
	name  string
	shape shape
	what  string // for the reference
	must  bool   // an entry cannot do without it
	plain bool   // it is written although no record has it
	get   func(*T) string
	set   func(r *T, text string, c *context) error
}

// context is what reading a value needs besides its text.
type context struct {
	zone  *time.Location
	known known
}

// known answers what a reference means: while an import is checked from the files and the desk, later from the desk.
type known interface {
	reference(kind, key string) error // nil when there is one
	employee(key string) (store.Agent, error)
}

var (
	errLong  = errors.New("is longer than 64 KiB")
	errEmpty = errors.New("is empty")
)

func required[T any](c column[T]) column[T] { c.must = true; return c }

func always[T any](c column[T]) column[T] { c.plain = true; return c }

func textColumn[T any](name, what string, at func(*T) *string) column[T] {
	return column[T]{
		name: name, shape: textShape, what: what, get: func(r *T) string { return *at(r) },
		set: func(r *T, text string, _ *context) error {
			if len(text) > maxText {
				return errLong
			}
			*at(r) = text
			return nil
		},
	}
}

// keyColumn is a text by which others refer to the entry, or that a request carries.
func keyColumn[T any](name, what string, at func(*T) *string) column[T] {
	c := textColumn(name, what, at)
	c.must = true
	c.set = func(r *T, text string, _ *context) error {
		*at(r) = text
		return keyFault(text)
	}
	return c
}

func keyFault(key string) error {
	switch {
	case key == "":
		return errEmpty
	case utf8.RuneCountInString(key) > maxKey:
		return fmt.Errorf("is longer than %d characters", maxKey)
	case strings.ContainsFunc(key, func(r rune) bool { return r == ',' || unicode.IsSpace(r) || unicode.IsControl(r) }):
		return fmt.Errorf("%q holds a space, comma or control character, which a key cannot", key)
	}
	return nil
}

// lineColumn is a text of one line, a name.
func lineColumn[T any](name, what string, at func(*T) *string) column[T] {
	c := textColumn(name, what, at)
	set := c.set
	c.set = func(r *T, text string, x *context) error {
		if strings.ContainsAny(text, "\r\n") {
			return errors.New("goes over several lines")
		}
		return set(r, text, x)
	}
	return c
}

// refColumn is the key of an entry of another kind.
func refColumn[T any](name, kind, what string, at func(*T) *string) column[T] {
	c := textColumn(name, what, at)
	c.set = func(r *T, text string, x *context) error {
		*at(r) = text
		if text == "" {
			return nil
		}
		return x.known.reference(kind, text)
	}
	return c
}

func numberColumn[T any, N ~int | ~int64](name, what string, at func(*T) *N) column[T] {
	return column[T]{
		name: name, shape: numberShape, what: what,
		get: func(r *T) string {
			if *at(r) == 0 {
				return ""
			}
			return strconv.FormatInt(int64(*at(r)), 10)
		},
		set: func(r *T, text string, _ *context) error {
			n, err := strconv.ParseInt("0"+strings.TrimSpace(text), 10, 64)
			if err != nil || n > 1<<53 {
				return fmt.Errorf("%q is no whole number from 0", text)
			}
			*at(r) = N(n)
			return nil
		},
	}
}

func amountColumn[T any](name, what string, at func(*T) *float64) column[T] {
	return column[T]{
		name: name, shape: numberShape, what: what,
		get: func(r *T) string {
			if *at(r) == 0 {
				return ""
			}
			return strconv.FormatFloat(*at(r), 'f', -1, 64)
		},
		set: func(r *T, text string, _ *context) error {
			*at(r) = 0
			if text = strings.TrimSpace(text); text == "" {
				return nil
			}
			n, err := strconv.ParseFloat(text, 64)
			if err != nil || math.IsNaN(n) || n > 1e15 || n < -1e15 {
				return fmt.Errorf("%q is no amount such as 1200.50", text)
			}
			*at(r) = n
			return nil
		},
	}
}

func flagColumn[T any](name, what string, at func(*T) *bool) column[T] {
	return column[T]{
		name: name, shape: flagShape, what: what,
		get: func(r *T) string {
			if *at(r) {
				return "true"
			}
			return ""
		},
		set: func(r *T, text string, _ *context) error {
			yes, err := yesOrNo(text)
			*at(r) = yes
			return err
		},
	}
}

func yesOrNo(text string) (bool, error) {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "true", "yes":
		return true, nil
	case "", "false", "no":
		return false, nil
	}
	return false, fmt.Errorf("%q is neither true nor false", text)
}

func listColumn[T any](name, kind, what string, at func(*T) *[]string) column[T] {
	return column[T]{
		name: name, shape: listShape, what: what, get: func(r *T) string { return strings.Join(*at(r), ", ") },
		set: func(r *T, text string, x *context) error {
			*at(r) = nil
			for part := range strings.SplitSeq(text, ",") {
				if part = strings.TrimSpace(part); part == "" {
					continue
				}
				if slices.Contains(*at(r), part) {
					return fmt.Errorf("names %q twice", part)
				}
				if err := x.known.reference(kind, part); err != nil {
					return err
				}
				*at(r) = append(*at(r), part)
			}
			return nil
		},
	}
}

// momentLayouts are the ways to write a moment; without an offset it is one of the zone.
var momentLayouts = []string{time.RFC3339, time.DateTime, "2006-01-02T15:04:05", "2006-01-02 15:04", time.DateOnly}

func parseMoment(text string, zone *time.Location) (int64, error) {
	if text = strings.TrimSpace(text); text == "" {
		return 0, nil
	}
	for _, layout := range momentLayouts {
		if at, err := time.ParseInLocation(layout, text, zone); err == nil && at.Year() >= 1970 && at.Year() < 3000 {
			return at.Unix(), nil
		}
	}
	return 0, fmt.Errorf("%q is no moment such as 2026-11-20 14:05, 2026-11-20 or 2026-11-20T13:05:09Z", text)
}

func momentText(at int64) string {
	if at == 0 {
		return ""
	}
	return time.Unix(at, 0).UTC().Format(time.RFC3339)
}

func momentColumn[T any](name, what string, at func(*T) *int64) column[T] {
	return column[T]{
		name: name, shape: timeShape, what: what, get: func(r *T) string { return momentText(*at(r)) },
		set: func(r *T, text string, x *context) error {
			moment, err := parseMoment(text, x.zone)
			*at(r) = moment
			return err
		},
	}
}

func jsonColumn[T any](name, what string, at func(*T) *json.RawMessage) column[T] {
	return column[T]{
		name: name, shape: jsonShape, what: what, get: func(r *T) string { return string(*at(r)) },
		set: func(r *T, text string, _ *context) error {
			*at(r) = nil
			if strings.TrimSpace(text) == "" {
				return nil
			}
			if len(text) > maxMembers {
				return errors.New("is larger than 256 KiB")
			}
			var members map[string]json.RawMessage
			if err := json.Unmarshal([]byte(text), &members); err != nil {
				return errors.New(`is no JSON object such as {"tier":"gold"}`)
			}
			*at(r) = json.RawMessage(text)
			return nil
		},
	}
}
