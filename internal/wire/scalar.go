package wire

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// The interface's date layouts; each field has exactly one (PROTOCOL.md 3.9).
const (
	DetailTimeLayout  = "02-01-2006 15:04"    // DD-MM-YYYY HH:mm, ticket detail record
	TicketTimeLayout  = "2006-01-02 15:04:05" // YYYY-MM-DD HH:mm:ss, ticket record and callback_time
	ArticleTimeLayout = "02 Jan, 2006 15:04"  // DD Mon, YYYY HH:mm, FAQ content record
)

// scalar reads any value as text: null, [] and {} as nothing, numbers and booleans as written.
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
		if v.Compact() == nil && len(v) == 2 {
			return ""
		}
	}
	return string(v)
}

// number reads a whole number from a number or from text; what is none gives 0.
func number(v jsontext.Value) int64 { return numberIn(scalar(v)) }

func numberIn(s string) int64 {
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

// flag reads a boolean from a boolean, from a number or from the words accounts use for it.
func flag(v jsontext.Value) bool { return flagIn(scalar(v)) }

func flagIn(s string) bool {
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "true", "yes", "y", "1":
		return true
	}
	return false
}

func line(v jsontext.Value) safetext.Line     { return safetext.LineFromHTML(scalar(v)) }
func term(v jsontext.Value) desk.InternedLine { return desk.NewTerm(line(v)) }

// stamp reads a date of one layout, as given or to the second finer; what cannot be read gives none.
func stamp(v jsontext.Value, layout string, zone *time.Location) desk.UnixTime {
	t, err := time.ParseInLocation(layout, strings.TrimSpace(scalar(v)), zone)
	if err != nil {
		return 0
	}
	return desk.NewStamp(t)
}
