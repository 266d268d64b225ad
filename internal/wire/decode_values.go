package wire

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// The interface's date layouts. Each field has exactly one (PROTOCOL.md 3.9).
const (
	DetailTimeLayout  = "02-01-2006 15:04"    // DD-MM-YYYY HH:mm, ticket detail record
	TicketTimeLayout  = "2006-01-02 15:04:05" // YYYY-MM-DD HH:mm:ss, ticket record and callback_time
	ArticleTimeLayout = "02 Jan, 2006 15:04"  // DD Mon, YYYY HH:mm, FAQ content record
)

// scalar returns any value as text: null, [] and {} as "", numbers and booleans as written.
func scalar(v jsontext.Value) string {
	switch v.Kind() {
	case '"':
		if plain := v[1 : len(v)-1]; bytes.IndexByte(plain, '\\') < 0 && utf8.Valid(plain) {
			return string(plain)
		}
		unquoted, err := jsontext.AppendUnquote(nil, v)
		if err != nil && len(unquoted) == 0 {
			return string(v)
		}
		return string(unquoted)
	case 'n':
		return ""
	case 't':
		return "true"
	case 'f':
		return "false"
	case '[', '{':
		if v = v.Clone(); v.Compact() == nil && len(v) == 2 {
			return ""
		}
	}
	return string(v)
}

// number parses an integer from a number or text and truncates decimals. It returns 0 for any other value.
func number(v jsontext.Value) int64 { return parseNumber(scalar(v)) }

func parseNumber(s string) int64 {
	s = strings.TrimSpace(s)
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || math.Abs(f) > 1<<53 {
		return 0
	}
	return int64(f)
}

// flag parses a boolean from a boolean, a number or common words such as yes.
func flag(v jsontext.Value) bool { return parseFlag(scalar(v)) }

func parseFlag(s string) bool {
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "true", "yes", "y", "1":
		return true
	}
	return false
}

func line(v jsontext.Value) safetext.Line             { return safetext.LineFromEscaped(scalar(v)) }
func internedLine(v jsontext.Value) desk.InternedLine { return desk.NewInternedLine(line(v)) }

// parseTime parses a date in one layout and returns 0 if it is invalid.
func parseTime(v jsontext.Value, layout string, zone *time.Location) desk.UnixTime {
	t, err := time.ParseInLocation(layout, strings.TrimSpace(scalar(v)), zone)
	if err != nil {
		return 0
	}
	return desk.NewUnixTime(t)
}

// value is the value of a record field, converted to text once for both display and decoding.
type value struct {
	raw    jsontext.Value
	text   string // see scalar
	at     desk.UnixTime
	isRead bool // at has been parsed
}

func (v *value) line() safetext.Line             { return safetext.LineFromEscaped(v.text) }
func (v *value) internedLine() desk.InternedLine { return desk.NewInternedLine(v.line()) }
func (v *value) number() int64                   { return parseNumber(v.text) }
func (v *value) flag() bool                      { return parseFlag(v.text) }

func (v *value) time(zone *time.Location) desk.UnixTime {
	if !v.isRead {
		v.at, v.isRead = parseDateTime(v.raw, zone), true
	}
	return v.at
}

// showText shows a value as sanitised text.
func showText(v *value, _ *time.Location) safetext.Block { return safetext.BlockFromHTML(v.text) }

// showNumber shows a number unchanged, decimals included. 0 is empty, since absent ids are sent as 0.
func showNumber(v *value, _ *time.Location) safetext.Block {
	if n, whole := parseWholeNumber(v.text); whole && n == 0 {
		return safetext.Block{}
	}
	return safetext.BlockFromHTML(v.text)
}

// showBool shows Yes for true and nothing for false. Any other text is unchanged.
func showBool(v *value, _ *time.Location) safetext.Block {
	switch strings.ToLower(strings.TrimSpace(v.text)) {
	case "false", "no", "n", "0":
		return safetext.Block{}
	}
	if v.flag() {
		return isSet
	}
	return safetext.BlockFromHTML(v.text)
}

var isSet = safetext.BlockFromText("Yes")

// showTime shows a time as YYYY-MM-DD HH:mm:ss, or unchanged if it cannot be parsed.
func showTime(v *value, zone *time.Location) safetext.Block {
	if at := v.time(zone); at != 0 {
		return safetext.BlockFromText(at.In(zone).Format(TicketTimeLayout))
	}
	if v.isNoTime() {
		return safetext.Block{}
	}
	return safetext.BlockFromHTML(v.text)
}

// CustomerTimeLayout is the layout of a textual generationDate (PROTOCOL.md 3.9).
const CustomerTimeLayout = "Jan 2, 2006 3:04:05 PM"

// The variants of other upstreams: with a comma before the time, and with the month in full.
const (
	commaLayout     = "Jan 2, 2006, 3:04:05 PM"
	longMonthLayout = "January 2, 2006 3:04:05 PM"
	longCommaLayout = "January 2, 2006, 3:04:05 PM"
)

// spaces normalises the space before AM and PM, and their case.
var spaces = strings.NewReplacer("\u202f", " ", "\u00a0", " ", "am", "AM", "pm", "PM")

// parseDateTime parses generationDate and lastModificationTime, which upstreams send as text or as an object. It
// returns 0 if the value is invalid.
func parseDateTime(v jsontext.Value, zone *time.Location) desk.UnixTime {
	if k := v.Kind(); k == '{' || k == '[' {
		return parseDateTimeParts(v, zone)
	}
	s := strings.TrimSpace(spaces.Replace(scalar(v)))
	for _, layout := range []string{CustomerTimeLayout, commaLayout, longMonthLayout, longCommaLayout} {
		if t, err := time.ParseInLocation(layout, s, zone); err == nil {
			return desk.NewUnixTime(t)
		}
	}
	return 0
}

// dateParts are the members of a date-time object with their ranges. Months count from 0.
var dateParts = [...]struct {
	name     string
	from, to int64
}{
	{"year", 1, 9999}, {"month", 0, 11}, {"dayOfMonth", 1, 31}, {"hourOfDay", 0, 23}, {"minute", 0, 59}, {"second", 0, 59},
}

// parseDateTimeParts parses a date-time object. It returns 0 unless all six members are present and in range and the
// day exists, because time.Date would normalise invalid values.
func parseDateTimeParts(v jsontext.Value, zone *time.Location) desk.UnixTime {
	var n [len(dateParts)]int
	var isGiven [len(dateParts)]bool
	for name, v := range membersIn(v) {
		for i, part := range dateParts {
			if part.name == name {
				number, isWhole := wholeNumber(v)
				n[i], isGiven[i] = int(number), isWhole && number >= part.from && number <= part.to
			}
		}
	}
	day := time.Date(n[0], time.Month(n[1]+1), n[2], 12, 0, 0, 0, time.UTC)
	if slices.Contains(isGiven[:], false) || day.Day() != n[2] {
		return 0
	}
	return desk.NewUnixTime(time.Date(n[0], time.Month(n[1]+1), n[2], n[3], n[4], n[5], 0, zone))
}

// wholeNumber parses a whole number from a number or text and reports whether it succeeded.
func wholeNumber(v jsontext.Value) (int64, bool) { return parseWholeNumber(scalar(v)) }

func parseWholeNumber(s string) (int64, bool) {
	s = strings.TrimSpace(s)
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n, true
	}
	f, err := strconv.ParseFloat(s, 64)
	return int64(f), err == nil && math.Trunc(f) == f && math.Abs(f) < 1<<53
}

// LooseInt is a whole number that may be absent: an id, or a number of a request that may be sent as text (PROTOCOL.md
// 4.3, 4.4 and 4.7).
type LooseInt struct {
	Value int64
	Valid bool
}

// ParseLooseInt parses numeric text without surrounding space. Blank text gives the zero LooseInt and no error.
func ParseLooseInt(s string) (LooseInt, error) {
	if strings.TrimSpace(s) == "" {
		return LooseInt{}, nil
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || s[0] == '+' {
		return LooseInt{}, errNumber
	}
	return LooseInt{n, true}, nil
}

// attachmentLinks decodes attachments, which are URLs or objects with a name and a URL.
func (d *responseDecoder) attachmentLinks(v jsontext.Value) (all []desk.Link) {
	_ = d.at("attachments", func() error { d.checkNested(v); return nil })
	keep := func(link desk.Link) {
		if (!link.Name.IsEmpty() || !link.URL.IsEmpty()) && len(all) < maxCustomFields {
			all = append(all, link)
		}
	}
	if v, _ = textAsJSON(v); v.Kind() == '"' && !saysNone(scalar(v)) {
		keep(attachmentLink(v))
	}
	for element := range elementsIn(v) {
		if d.allowed.step() != nil {
			break
		}
		keep(attachmentLink(element))
	}
	d.allowed.spend(len(all))
	return all
}

func attachmentLink(v jsontext.Value) (link desk.Link) {
	if l := line(v); isScalar(v) && !l.IsEmpty() {
		return desk.Link{Name: l, URL: safetext.AddressFromHTML(scalar(v))}
	}
	for name, v := range membersIn(v) {
		switch lower := strings.ToLower(name); {
		case strings.Contains(lower, "url"), strings.Contains(lower, "link"), strings.Contains(lower, "path"):
			link.URL = safetext.AddressFromHTML(scalar(v))
		case strings.Contains(lower, "name"), strings.Contains(lower, "title"):
			link.Name = line(v)
		}
	}
	return link
}
