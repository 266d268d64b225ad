package deskdata

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"frontdesk/internal/desk"
	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

// shape is what a column holds, which decides how TOML writes it.
type shape string

const (
	textShape     shape = "text"
	numberShape   shape = "number"
	flagShape     shape = "true or false"
	listShape     shape = "list of texts"
	timeShape     shape = "moment"
	durationShape shape = "duration"
	jsonShape     shape = "JSON"
)

// valueType is how the values of a column are read and written. Both functions take a pointer to the member of the
// record.
type valueType struct {
	shape shape
	of    reflect.Type // of the member
	get   func(member any) string
	set   func(member any, text string, c *context) error
}

// newValueType describes members of type M.
func newValueType[M any](s shape, format func(M) string, parse func(text string, c *context) (M, error)) valueType {
	return valueType{s, reflect.TypeFor[M](), func(member any) string {
		from, _ := member.(*M)
		return format(*from)
	}, func(member any, text string, c *context) (err error) {
		into, _ := member.(*M)
		*into, err = parse(text, c)
		return err
	}}
}

// valueTypes are the types of columns.txt.
var valueTypes = map[string]valueType{
	"text":       textType(checkText),
	"line":       textType(checkLine),
	"key":        textType(checkKey), // by which others refer to the entry, or that a request carries
	"priority":   textType(checkPriority),
	"sub-status": referenceType("sub-status"),
	"queue":      referenceType("queue"),
	"employee":   newValueType(textShape, store.Employee.Key, parseEmployee),
	"employees": newValueType(
		listShape,
		func(all []string) string { return strings.Join(all, ", ") },
		parseEmployees,
	),
	"assign": newValueType(textShape, func(a store.Assign) string { return string(a) }, parseAssign),
	"number": newValueType(numberShape, formatNumber[int64], parseNumber[int64]),
	"count":  newValueType(numberShape, formatNumber[int], parseNumber[int]),
	"amount": newValueType(numberShape, formatAmount, parseAmount),
	"flag": newValueType(
		flagShape,
		func(is bool) string { return map[bool]string{true: "true"}[is] },
		parseFlag,
	),
	"shown": newValueType(
		flagShape,
		func(is bool) string { return map[bool]string{false: "false"}[is] },
		parseFlag,
	),
	"time": newValueType(timeShape, formatTime, parseTime),
	"past": newValueType(timeShape, formatTime, parsePast), // of what has happened
	"date": newValueType(textShape, unchanged, parseDate),
	"duration": newValueType(
		durationShape,
		formatDuration,
		func(text string, _ *context) (int64, error) { return parseDuration(text) },
	),
	"json":        newValueType(jsonShape, func(object json.RawMessage) string { return string(object) }, parseObject),
	"attachments": newValueType(jsonShape, formatAttachments, parseAttachments),
}

// textType is a text that a check may refuse.
func textType(check func(string) error) valueType {
	return newValueType(
		textShape,
		unchanged,
		func(text string, _ *context) (string, error) { return text, check(text) },
	)
}

func unchanged(text string) string { return text }

// referenceType is the key of an entry of another kind.
func referenceType(kind string) valueType {
	return newValueType(textShape, unchanged, func(text string, c *context) (string, error) {
		if text == "" {
			return text, nil
		}
		return text, c.resolver.checkReference(kind, text)
	})
}

var (
	errLong  = errors.New("is longer than 64 KiB")
	errEmpty = errors.New("is empty")
)

func checkText(text string) error {
	if len(text) > wire.MaxText {
		return errLong
	}
	return nil
}

func checkLine(text string) error {
	if strings.ContainsAny(text, "\r\n") {
		return errors.New("goes over several lines")
	}
	return checkText(text)
}

func checkKey(key string) error {
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

func parseEmployee(text string, c *context) (store.Employee, error) {
	a, err := findEmployee(text, c)
	return a.Employee, err
}

func findEmployee(key string, x *context) (store.Agent, error) {
	if key == "" {
		return store.Agent{}, nil
	}
	return x.resolver.employee(key)
}

func parseEmployees(text string, c *context) (all []string, err error) {
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		if slices.Contains(all, part) {
			return all, fmt.Errorf("names %q twice", part)
		}
		if err := c.resolver.checkReference("employee", part); err != nil {
			return all, err
		}
		all = append(all, part)
	}
	return all, nil
}

func parseAssign(text string, _ *context) (store.Assign, error) {
	switch way := store.Assign(text); way {
	case "nobody":
		return store.AssignNobody, nil
	case store.AssignNobody, store.AssignRoundRobin, store.AssignLeastOpen:
		return way, nil
	default:
		ways := []string{"nobody", string(store.AssignRoundRobin), string(store.AssignLeastOpen)}
		return way, fmt.Errorf("%q is not a way to assign; %s", text, hint(text, ways))
	}
}

func formatNumber[N ~int | ~int64](n N) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(int64(n), 10)
}

func parseNumber[N ~int | ~int64](text string, _ *context) (N, error) {
	n, err := strconv.ParseInt("0"+strings.TrimSpace(text), 10, 64)
	if err != nil || n > 1<<53 {
		return 0, fmt.Errorf("%q is not a whole number from 0", text)
	}
	return N(n), nil
}

func formatAmount(n float64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatFloat(n, 'f', -1, 64)
}

func parseAmount(text string, _ *context) (n float64, err error) {
	if text = strings.TrimSpace(text); text != "" {
		n, err = strconv.ParseFloat(text, 64)
	}
	if err != nil || math.IsNaN(n) || n > 1e15 || n < -1e15 {
		return 0, fmt.Errorf("%q is not an amount such as 1200.50", text)
	}
	return n, nil
}

func parseFlag(text string, _ *context) (bool, error) {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "true", "yes":
		return true, nil
	case "", "false", "no":
		return false, nil
	}
	return false, fmt.Errorf("%q is neither true nor false", text)
}

// timeLayouts are the accepted time formats; a time without an offset is in the zone.
var timeLayouts = []string{time.RFC3339, time.DateTime, "2006-01-02T15:04:05", "2006-01-02 15:04", time.DateOnly}

func parseTime(text string, c *context) (int64, error) {
	if text = strings.TrimSpace(text); text == "" {
		return 0, nil
	}
	if isRelative(text) {
		at, err := parseRelative(text, c.now)
		return at.Unix(), err
	}
	for _, layout := range timeLayouts {
		at, err := time.ParseInLocation(layout, text, c.now.Location())
		if err == nil && at.Year() >= 1970 && at.Year() < 3000 {
			return at.Unix(), nil
		}
	}
	return 0, fmt.Errorf(
		"%q is not a moment such as 2026-11-20 14:05, 2026-11-20, 2026-11-20T13:05:09Z or -3d 14:05",
		text,
	)
}

func formatTime(at int64) string {
	if at == 0 {
		return ""
	}
	return time.Unix(at, 0).UTC().Format(time.RFC3339)
}

func parseObject(text string, _ *context) (json.RawMessage, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	if len(text) > maxMembers {
		return nil, errors.New("is larger than 256 KiB")
	}
	if !strings.HasPrefix(strings.TrimSpace(text), "{") || !json.Valid([]byte(text)) {
		return nil, errors.New(`is no JSON object such as {"tier":"gold"}`)
	}
	return json.RawMessage(text), nil
}

func formatAttachments(all []store.Attachment) string {
	if len(all) == 0 {
		return ""
	}
	text, err := json.Marshal(all)
	if err != nil {
		panic(err) // texts can always be written
	}
	return string(text)
}

func parseAttachments(text string, _ *context) (all []store.Attachment, err error) {
	if text != "" && json.Unmarshal([]byte(text), &all) != nil {
		err = errors.New(`is not a list such as [{"Name":"a.png","URL":"/a.png"}]`)
	}
	return all, err
}

// maxDays is the longest duration, in days.
const maxDays = 3650

// parseDuration parses a duration such as 8h, 2d or 1d 12h, and returns seconds.
func parseDuration(text string) (int64, error) {
	d, err := desk.ParseDuration(text)
	if err != nil {
		return 0, err
	}
	if d < time.Minute || d > maxDays*24*time.Hour {
		return 0, fmt.Errorf("%q is not a duration from 1m to 3650d, such as 8h, 2d or 1d 12h", text)
	}
	return int64(d / time.Second), nil
}

// formatDuration formats seconds for parseDuration, in the largest units.
func formatDuration(seconds int64) string {
	var parts []string
	for _, unit := range []struct {
		name    string
		seconds int64
	}{{"d", 24 * 60 * 60}, {"h", 60 * 60}, {"m", 60}, {"s", 1}} {
		if n := seconds / unit.seconds; n > 0 {
			parts = append(parts, strconv.FormatInt(n, 10)+unit.name)
			seconds %= unit.seconds
		}
	}
	return strings.Join(parts, " ")
}
