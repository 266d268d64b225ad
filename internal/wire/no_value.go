package wire

import (
	"regexp"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// noValues are what programs write for a value that they do not have.
var noValues = nameSet("null", "(null)", "<null>", "[null]", "undefined", "nil", "nan")

// noNames are what people and programs write for a name that they do not have. Na is a name.
var noNames = nameSet("NA", "na", "N/A", "n/a", "N/a", "N.A.", "n.a.", "None", "none", "NONE", "-", "--", "---")

// nameMembers are the members of records that hold a name, or by which someone can be reached.
var nameMembers = nameSet(
	"assignedToName", "creatorName", "email", "ticketEmail", "phone", "name", "contactPerson",
	"additionalPhone", "customerName", "customer_name",
)

// textMembers are the members that hold what people wrote, word for word.
var textMembers = nameSet("title", "taskTitle", "detail", "remarks", "comment")

// longestNoValue is the length of the longest value that means none, in bytes of JSON.
const longestNoValue = 24

// saysNoValue reports whether the value of a known member means that there is none.
func saysNoValue(member string, v jsontext.Value) bool {
	if len(v) > longestNoValue || v.Kind() != '"' || textMembers[member] {
		return false
	}
	words := strings.Fields(scalar(v))
	isName := nameMembers[member] || authorNames[strings.ToLower(member)]
	for _, word := range words {
		if !noValues[strings.ToLower(word)] && (!isName || !noNames[word]) {
			return false
		}
	}
	return len(words) > 0
}

// emptyDate matches a date of zeros, such as 00-00-0000 00:00.
var emptyDate = regexp.MustCompile(`^[0:./T -]*0[0:./TZ -]*$`)

// dateLayouts are those in which a date may stand in a record.
var dateLayouts = []string{
	DetailTimeLayout, TicketTimeLayout, ArticleTimeLayout,
	CustomerTimeLayout, commaLayout, longMonthLayout, longCommaLayout,
	time.DateOnly, "02-01-2006", "02-01-2006 15:04:05", "2006-01-02 15:04", "2006-01-02T15:04:05", time.RFC3339,
	"02/01/2006", "02/01/2006 15:04", "02.01.2006", "02.01.2006 15:04", "02 Jan, 2006", "Jan 2, 2006",
}

// isNoDate reports whether a text in the place of a date means none: zeros, or what programs make of 0.
func isNoDate(s string) bool {
	s = strings.TrimSpace(s)
	if emptyDate.MatchString(s) || noValues[strings.ToLower(s)] || noNames[s] {
		return true
	}
	for _, layout := range dateLayouts {
		if at, err := time.Parse(layout, s); err == nil {
			return desk.NewUnixTime(at) == 0
		}
	}
	return false
}

// showDate shows a date as it was received, and one that means none not at all.
func showDate(v *value, _ *time.Location) safetext.Block {
	if isNoDate(v.text) {
		return safetext.Block{}
	}
	return safetext.BlockFromHTML(v.text)
}

// isNoTime reports whether a value stands for a time that is not known: a date-time object of six times 0, or of the
// time that programs make of 0, or such a text.
func (v *value) isNoTime() bool {
	var parts DateTimeParts
	if v.raw.Kind() != '{' {
		return isNoDate(v.text)
	}
	if json.Unmarshal(v.raw, &parts, json.RejectUnknownMembers(true)) != nil {
		return false
	}
	at := time.Date(parts.Year, time.Month(parts.Month+1), parts.DayOfMonth, 0, 0, 0, 0, time.UTC)
	return parts == DateTimeParts{} || parts.Year > 0 && desk.NewUnixTime(at) == 0
}
