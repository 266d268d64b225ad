package wire

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
)

// CustomerTimeLayout is generationDate as text (PROTOCOL.md 3.9).
const CustomerTimeLayout = "Jan 2, 2006 3:04:05 PM"

// commaLayout is the same as newer upstreams write it: with a comma before the time.
const commaLayout = "Jan 2, 2006, 3:04:05 PM"

// spaces are what upstreams put before AM and PM, and the case in which they write these.
var spaces = strings.NewReplacer("\u202f", " ", "\u00a0", " ", "am", "AM", "pm", "PM")

// moment reads generationDate and lastModificationTime, each of which upstreams send as text or as an
// object; 0 for what cannot be read.
func moment(v jsontext.Value, zone *time.Location) desk.UnixTime {
	if k := v.Kind(); k == '{' || k == '[' {
		return parts(v, zone)
	}
	s := strings.TrimSpace(spaces.Replace(scalar(v)))
	for _, layout := range []string{CustomerTimeLayout, commaLayout} {
		if t, err := time.ParseInLocation(layout, s, zone); err == nil {
			return desk.NewStamp(t)
		}
	}
	return 0
}

// partLimits are the members of a date-time object with what each may be; the month counts from 0.
var partLimits = [...]struct {
	name     string
	from, to int64
}{
	{"year", 1, 9999}, {"month", 0, 11}, {"dayOfMonth", 1, 31}, {"hourOfDay", 0, 23}, {"minute", 0, 59}, {"second", 0, 59},
}

// parts reads a date-time object. All six members must be there and in range, and the day must exist:
// time.Date would make another moment of anything else without a word.
func parts(v jsontext.Value, zone *time.Location) desk.UnixTime {
	var n [len(partLimits)]int
	var given [len(partLimits)]bool
	if !parsePartsFast(v, &n, &given) {
		parsePartsSlow(v, &n, &given)
	}
	day := time.Date(n[0], time.Month(n[1]+1), n[2], 12, 0, 0, 0, time.UTC)
	if given != [len(partLimits)]bool{true, true, true, true, true, true} || day.Day() != n[2] {
		return 0
	}
	return desk.NewStamp(time.Date(n[0], time.Month(n[1]+1), n[2], n[3], n[4], n[5], 0, zone))
}

// parsePartsFast reads a date-time object that is written as most are, its members whole numbers and no space between them;
// false for any other.
func parsePartsFast(v jsontext.Value, n *[len(partLimits)]int, given *[len(partLimits)]bool) bool {
	for rest := v; len(rest) > 1 && (rest[0] == '{' || rest[0] == ','); {
		name, after, found := bytes.Cut(rest[1:], []byte{':'})
		digits := 0
		for found && digits < len(after) && after[digits]-'0' < 10 {
			digits++
		}
		if digits == 0 || digits > 4 || name[0] != '"' || bytes.IndexByte(name, '\\') >= 0 {
			return false
		}
		part, _ := strconv.Atoi(string(after[:digits])) // they are digits
		setPart(string(name[1:len(name)-1]), int64(part), true, n, given)
		rest = after[digits:]
		if len(rest) == 1 && rest[0] == '}' {
			return true
		}
	}
	return false
}

// parsePartsSlow reads any date-time object.
func parsePartsSlow(v jsontext.Value, n *[len(partLimits)]int, given *[len(partLimits)]bool) {
	a := decoderOf(v)
	_ = a.eachMember(func(name string) error { // the value is valid JSON: it was read as one
		v, err := a.value()
		if err == nil {
			part, whole := wholeNumber(v)
			setPart(name, part, whole, n, given)
		}
		return err
	})
}

// setPart keeps a member of a date-time object, given when it is in its range.
func setPart(name string, part int64, whole bool, n *[len(partLimits)]int, given *[len(partLimits)]bool) {
	for i, r := range partLimits {
		if r.name == name {
			n[i], given[i] = int(part), whole && part >= r.from && part <= r.to
		}
	}
}

// wholeNumber reads a whole number from a number or from text; false for anything else.
func wholeNumber(v jsontext.Value) (int64, bool) { return wholeNumberIn(scalar(v)) }

func wholeNumberIn(s string) (int64, bool) {
	s = strings.TrimSpace(s)
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n, true
	}
	f, err := strconv.ParseFloat(s, 64)
	return int64(f), err == nil && math.Trunc(f) == f && math.Abs(f) < 1<<53
}
