package settings

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// Place is where a key stands in a text in TOML.
type Place struct {
	Key      string // as errors name it, such as accounts.acme.views[2].name
	From, To int    // of the key and its value, or of the header of a table
	IsHeader bool
}

// Line returns the number of the line in which the place begins.
func (p Place) Line(text []byte) int { return bytes.Count(text[:p.From], []byte("\n")) + 1 }

// Places returns the places of all keys of a text that can be parsed, in their order.
func Places(text []byte) []Place {
	w := placer{lists: map[string]int{}}
	w.parser.Reset(text)
	table := ""
	for w.parser.NextExpression() {
		switch e := w.parser.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = w.header(e)
		case unstable.KeyValue:
			w.value(table, e)
		}
	}
	return w.all
}

type placer struct {
	parser unstable.Parser
	lists  map[string]int // how many elements of each [[list]] there are so far
	all    []Place
}

// header adds the tables and lists that a header names, and returns the key of the last.
func (w *placer) header(e *unstable.Node) (table string) {
	var at Place
	for keys := e.Key(); keys.Next(); {
		raw := keys.Node().Raw
		if at.To == 0 {
			at.From = int(raw.Offset)
		}
		at.To = int(raw.Offset + raw.Length)
		at.Key = join(at.Key, string(keys.Node().Data))
		w.all = append(w.all, at)
		if e.Kind == unstable.ArrayTable && keys.IsLast() {
			w.lists[at.Key]++
		}
		if n := w.lists[at.Key]; n > 0 {
			at.Key = fmt.Sprintf("%s[%d]", at.Key, n)
			w.all = append(w.all, at)
		}
	}
	w.all[len(w.all)-1].IsHeader = true
	return at.Key
}

// value adds a key, and the keys and elements of its value.
func (w *placer) value(table string, e *unstable.Node) {
	at := Place{Key: table, From: int(e.Raw.Offset), To: int(e.Raw.Offset + e.Raw.Length)}
	for keys := e.Key(); keys.Next(); {
		at.Key = join(at.Key, string(keys.Node().Data))
		w.all = append(w.all, at)
	}
	w.inner(at, e.Value())
}

func (w *placer) inner(at Place, value *unstable.Node) {
	n := 0
	for children := value.Children(); children.Next(); {
		switch child := children.Node(); {
		case child.Kind == unstable.KeyValue:
			w.value(at.Key, child)
		case value.Kind == unstable.Array && child.Kind != unstable.Comment:
			n++
			element := Place{Key: fmt.Sprintf("%s[%d]", at.Key, n), From: at.From, To: at.To}
			if child.Raw.Length > 0 {
				element.From = int(child.Raw.Offset)
			}
			w.all = append(w.all, element)
			w.inner(element, child)
		}
	}
}

func join(table, key string) string { return strings.TrimPrefix(table+"."+QuoteKey(key), ".") }

// bareKey matches a key that needs no quotes.
var bareKey = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// QuoteKey returns a name as a key in TOML.
func QuoteKey(name string) string {
	if bareKey.MatchString(name) {
		return name
	}
	return strconv.Quote(name)
}

// Nearest returns the place that a text about a key begins with, or that of the table or list around it.
func Nearest(places []Place, text string) (nearest Place, found bool) {
	for _, p := range places {
		after, begins := strings.CutPrefix(text, p.Key)
		if begins && (after == "" || strings.IndexByte(" :.[", after[0]) >= 0) && len(p.Key) > len(nearest.Key) {
			nearest = p
		}
	}
	return nearest, nearest.Key != ""
}
