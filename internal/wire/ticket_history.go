package wire

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// historyEntries decodes history or conversation_type of any shape: it collects the objects at any depth of named
// lists, up to maxNesting.
func (d *responseDecoder) historyEntries(v jsontext.Value, kind string) []desk.HistoryEntry {
	r := historyReader{fieldReader: d.newFieldReader(), zone: d.Zone}
	_ = d.at(kind, func() error { d.checkNested(v); return nil })
	r.read(v, kind, 0)
	return r.entries
}

// checkNested keeps a value of a record as a fault of the answer that is a number or a truth value in the place of a
// list. Zero and false are what some services write for none.
func (d *responseDecoder) checkNested(v jsontext.Value) {
	if k := v.Kind(); k == 't' || k == '0' && scalar(v) != "0" {
		d.odd(v, "a list")
	}
}

type historyReader struct {
	fieldReader
	zone    *time.Location
	entries []desk.HistoryEntry
}

// maxNesting is the maximum depth of nested lists; deeper ones are ignored.
const maxNesting = 6

func (r *historyReader) read(v jsontext.Value, kind string, depth int) {
	if depth > maxNesting || r.step() != nil {
		return
	}
	v, _ = textAsJSON(v)
	switch {
	case v.Kind() == '[':
		for element := range elements(v) {
			r.read(element, kind, depth+1)
		}
	case v.Kind() == '{' && holdsOnlyBlocks(v):
		for name, block := range members(v) {
			if isNumber(name) {
				name = kind
			}
			r.read(block, name, depth+1)
		}
	default:
		r.add(v, kind)
	}
}

// holdsOnlyBlocks reports whether an object holds only lists or objects, like {"notes":[…]}, and so is not an entry.
func holdsOnlyBlocks(object jsontext.Value) bool {
	for _, v := range members(object) {
		if v, _ = textAsJSON(v); isScalar(v) {
			return false
		}
	}
	return true
}

func (r *historyReader) add(v jsontext.Value, kind string) {
	entry := desk.HistoryEntry{Kind: humanise(kind)}
	if text := scalar(v); v.Kind() == '"' && !saysNone(text) {
		entry.Body = safetext.NewHTML(text)
	}
	for name, member := range members(v) {
		r.set(&entry, name, member)
	}
	if entry.At != 0 || !entry.Body.IsEmpty() || !entry.RawTime.IsEmpty() || len(entry.Values) > 0 {
		r.entries = append(r.entries, entry)
		r.spend(1)
	}
}

// set assigns a member by its name and content to the date, the author, the body or the other values.
func (r *historyReader) set(entry *desk.HistoryEntry, name string, v jsontext.Value) {
	s := scalar(v)
	lower := strings.ToLower(name)
	switch {
	case s == "" || !textNames[lower] && saysNoValue(name, v) || isNoDateOf(name, s):
	case entry.At == 0 && entry.RawTime.IsEmpty() && dateNames[lower]:
		if entry.At = r.timeOrEpoch(v); entry.At == 0 {
			entry.RawTime = line(v)
		}
	case entry.Author.IsEmpty() && authorNames[lower]:
		entry.Author = line(v)
	case entry.Body.IsEmpty() && textNames[lower]:
		entry.Body = safetext.NewHTML(s)
	default:
		values := r.field(name, v)
		for i := range values {
			values[i].Time = r.parseTime(v)
			if label := noteLabels[name]; label != "" {
				values[i].Label = safetext.LineFromText(label)
			}
		}
		entry.Values = append(entry.Values, values...)
	}
}

var (
	dateNames = nameSet(
		"date",
		"time",
		"datetime",
		"createdate",
		"create_date",
		"created",
		"createdat",
		"created_at",
		"generationdate",
		"conversationtime",
		"timestamp",
	)
	authorNames = nameSet(
		"creatorname",
		"creator",
		"createdby",
		"created_by",
		"author",
		"by",
		"user",
		"username",
		"name",
		"agent",
		"employeename",
		"from",
	)
	textNames = nameSet(
		"detail",
		"details",
		"comment",
		"comments",
		"message",
		"text",
		"body",
		"note",
		"notes",
		"description",
		"content",
	)
)

func nameSet(all ...string) map[string]bool {
	set := map[string]bool{}
	for _, name := range all {
		set[name] = true
	}
	return set
}

// isNoDateOf reports whether a member has a date that means none.
func isNoDateOf(name, value string) bool {
	lower := strings.ToLower(name)
	isDate := dateNames[lower] || noteLabels[name] != "" && strings.ContainsAny(value, "-/") || strings.HasSuffix(lower, "date")
	return isDate && isNoDate(value)
}

// timeOrEpoch parses a date in one of the interface's layouts, or in epoch milliseconds.
func (r *historyReader) timeOrEpoch(v jsontext.Value) desk.UnixTime {
	if at := r.parseTime(v); at != 0 {
		return at
	}
	if n := number(v); n > 1e11 {
		return desk.NewUnixTime(time.UnixMilli(n))
	}
	return 0
}

// parseTime parses a date in one of the interface's layouts, which are mutually unambiguous.
func (r *historyReader) parseTime(v jsontext.Value) desk.UnixTime {
	for _, layout := range []string{DetailTimeLayout, TicketTimeLayout, ArticleTimeLayout} {
		if at := parseTime(v, layout, r.zone); at != 0 {
			return at
		}
	}
	return 0
}

// sortByTime sorts entries oldest first. Entries without a date come last in their original order.
func sortByTime(all []desk.HistoryEntry) []desk.HistoryEntry {
	when := func(e desk.HistoryEntry) desk.UnixTime {
		if e.At == 0 {
			return math.MaxInt64
		}
		return e.At
	}
	slices.SortStableFunc(all, func(a, b desk.HistoryEntry) int { return cmp.Compare(when(a), when(b)) })
	return all
}
