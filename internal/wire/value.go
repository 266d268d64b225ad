package wire

import (
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// value is what one member of a record holds, read as text once for whoever shows it and whoever keeps it.
type value struct {
	raw    jsontext.Value
	text   string // see scalar
	at     desk.UnixTime
	isRead bool // at was read
}

func (v *value) line() safetext.Line     { return safetext.LineFromHTML(v.text) }
func (v *value) term() desk.InternedLine { return desk.NewTerm(v.line()) }
func (v *value) number() int64           { return numberIn(v.text) }
func (v *value) flag() bool              { return flagIn(v.text) }

func (v *value) moment(zone *time.Location) desk.UnixTime {
	if !v.isRead {
		v.at, v.isRead = moment(v.raw, zone), true
	}
	return v.at
}

// showText shows a member as it came.
func showText(v *value, _ *time.Location) safetext.Block { return safetext.BlockFromHTML(v.text) }

// showNumber shows a number, decimals as they came; 0 holds nothing, since that is how absent ids are sent.
func showNumber(v *value, _ *time.Location) safetext.Block {
	if n, whole := wholeNumberIn(v.text); whole && n == 0 {
		return safetext.Block{}
	}
	return safetext.BlockFromHTML(v.text)
}

// showBool shows a flag that is set; one that is not holds nothing, and other words are shown as they came.
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

// showTime shows a moment that could be read as YYYY-MM-DD HH:mm:ss, and any other as it came.
func showTime(v *value, zone *time.Location) safetext.Block {
	if at := v.moment(zone); at != 0 {
		return safetext.BlockFromText(at.In(zone).Format(TicketTimeLayout))
	}
	return safetext.BlockFromHTML(v.text)
}
