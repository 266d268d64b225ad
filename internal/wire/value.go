package wire

import (
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
	"frontdesk/internal/text"
)

// value is what one member of a record holds, read as text once for whoever shows it and whoever keeps it.
type value struct {
	raw    jsontext.Value
	text   string // see scalar
	at     desk.Stamp
	isRead bool // at was read
}

func (v *value) line() text.Line { return text.CleanLine(v.text) }
func (v *value) term() desk.Term { return desk.NewTerm(v.line()) }
func (v *value) number() int64   { return numberIn(v.text) }
func (v *value) flag() bool      { return flagIn(v.text) }

func (v *value) moment(zone *time.Location) desk.Stamp {
	if !v.isRead {
		v.at, v.isRead = moment(v.raw, zone), true
	}
	return v.at
}

// words shows a member as it came.
func words(v *value, _ *time.Location) text.Block { return text.CleanBlock(v.text) }

// figure shows a number, decimals as they came; 0 holds nothing, since that is how absent ids are sent.
func figure(v *value, _ *time.Location) text.Block {
	if n, whole := wholeNumberIn(v.text); whole && n == 0 {
		return text.Block{}
	}
	return text.CleanBlock(v.text)
}

// yes shows a flag that is set; one that is not holds nothing, and other words are shown as they came.
func yes(v *value, _ *time.Location) text.Block {
	switch strings.ToLower(strings.TrimSpace(v.text)) {
	case "false", "no", "n", "0":
		return text.Block{}
	}
	if v.flag() {
		return isSet
	}
	return text.CleanBlock(v.text)
}

var isSet = text.Plain("Yes")

// date shows a moment that could be read as YYYY-MM-DD HH:mm:ss, and any other as it came.
func date(v *value, zone *time.Location) text.Block {
	if at := v.moment(zone); at != 0 {
		return text.Plain(at.In(zone).Format(RecordLayout))
	}
	return text.CleanBlock(v.text)
}
