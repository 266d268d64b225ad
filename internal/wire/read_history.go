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

// entries reads history or conversation_type of any shape as moments: the objects that it holds,
// however deep below named lists.
func entries(v jsontext.Value, kind string, zone *time.Location) []desk.HistoryEntry {
	budget := maxCustomFields
	r := historyReader{zone: zone, budget: &budget}
	r.read(v.Clone(), kind, 0)
	return r.entries
}

type historyReader struct {
	zone    *time.Location
	budget  *int
	entries []desk.HistoryEntry
}

// maxNesting is how deep lists of lists are looked into.
const maxNesting = 6

func (r *historyReader) read(v jsontext.Value, kind string, depth int) {
	if depth > maxNesting {
		return
	}
	a := decoderOf(v)
	switch {
	case v.Kind() == '[':
		_ = a.elements(func() error {
			element, err := a.value()
			if err == nil {
				r.read(element.Clone(), kind, depth+1)
			}
			return err
		})
	case v.Kind() == '{' && holdsOnlyBlocks(v):
		_ = a.eachMember(func(name string) error {
			block, err := a.value()
			if err == nil {
				r.read(block.Clone(), name, depth+1)
			}
			return err
		})
	default:
		r.add(v, kind)
	}
}

// holdsOnlyBlocks tells an object that names lists, like {"notes":[…]}, from a moment.
func holdsOnlyBlocks(v jsontext.Value) bool {
	only := true
	a := decoderOf(v)
	_ = a.eachMember(func(string) error {
		only = only && !a.isScalar()
		return a.dec.SkipValue()
	})
	return only
}

func (r *historyReader) add(v jsontext.Value, kind string) {
	entry := desk.HistoryEntry{Kind: humanize(kind)}
	if v.Kind() != '{' {
		entry.Body = safetext.NewHTML(scalar(v))
	} else {
		a := decoderOf(v)
		_ = a.eachMember(func(name string) error {
			member, err := a.value()
			if err == nil {
				r.set(&entry, name, member)
			}
			return err
		})
	}
	if entry.At != 0 || !entry.Body.IsEmpty() || !entry.RawTime.IsEmpty() || len(entry.Values) > 0 {
		r.entries = append(r.entries, entry)
	}
}

// set puts a member where its name and content say that it belongs: date-like, who-like, text-like
// or a fact among others.
func (r *historyReader) set(entry *desk.HistoryEntry, name string, v jsontext.Value) {
	s := scalar(v)
	lower := strings.ToLower(name)
	switch {
	case s == "":
	case entry.At == 0 && entry.RawTime.IsEmpty() && dateNames[lower]:
		if entry.At = r.moment(v); entry.At == 0 {
			entry.RawTime = line(v)
		}
	case entry.Author.IsEmpty() && whoNames[lower]:
		entry.Author = line(v)
	case entry.Body.IsEmpty() && textNames[lower]:
		entry.Body = safetext.NewHTML(s)
	default:
		facts := fields(name, v, r.budget)
		for i := range facts {
			facts[i].Time = r.written(v)
		}
		entry.Values = append(entry.Values, facts...)
	}
}

var (
	dateNames = names("date", "time", "datetime", "createdate", "create_date", "created", "createdat", "created_at", "generationdate", "conversationtime", "timestamp")
	whoNames  = names("creatorname", "creator", "createdby", "created_by", "author", "by", "user", "username", "name", "agent", "employeename", "from")
	textNames = names("detail", "details", "comment", "comments", "message", "text", "body", "note", "notes", "description", "content")
)

func names(all ...string) map[string]bool {
	set := map[string]bool{}
	for _, name := range all {
		set[name] = true
	}
	return set
}

// moment reads a date in one of the document's layouts or epoch milliseconds.
func (r *historyReader) moment(v jsontext.Value) desk.UnixTime {
	if at := r.written(v); at != 0 {
		return at
	}
	if n := number(v); n > 1e11 {
		return desk.UnixTime(n / 1000)
	}
	return 0
}

// written reads a date in one of the document's layouts, none of which can be taken for another.
func (r *historyReader) written(v jsontext.Value) desk.UnixTime {
	for _, layout := range []string{DetailTimeLayout, TicketTimeLayout, ArticleTimeLayout} {
		if at := stamp(v, layout, r.zone); at != 0 {
			return at
		}
	}
	return 0
}

// inOrder sorts moments oldest first; those without a date come last, as they came.
func inOrder(all []desk.HistoryEntry) []desk.HistoryEntry {
	when := func(e desk.HistoryEntry) desk.UnixTime {
		if e.At == 0 {
			return math.MaxInt64
		}
		return e.At
	}
	slices.SortStableFunc(all, func(a, b desk.HistoryEntry) int { return cmp.Compare(when(a), when(b)) })
	return all
}
