// Package deskdata reads and writes the files in which a team keeps its desk. Queues, people, rules, customers, orders
// and tickets are in TOML or CSV, articles in folders of Markdown or HTML. It knows the files' shapes and no SQL.
package deskdata

// The limits of input. A device or a pipe may be endless, and a quote that is never closed spans a whole file.
// That of a text is wire.MaxText.
const (
	maxTOML    = 16 << 20  // bytes of a TOML file, which is read whole
	maxCell    = 1 << 20   // bytes of a CSV cell
	maxCells   = 1000      // cells of a CSV row
	maxMembers = 256 << 10 // bytes of a JSON object, as in the service
	maxKey     = 64        // characters of a key
	maxFaults  = 1000      // that are listed; the others are counted
)

// value is one member of an entry, as text whatever its file's format.
type value struct {
	name, text string
	line       int
}

// entry is one queue, ticket or other record of a file.
type entry struct {
	kind    string
	file    string
	line    int
	fromCSV bool // of a CSV file, whose header was checked
	values  []value
}

// text returns an entry's value of a column, empty if it has none.
func (e *entry) text(name string) string {
	text, _ := e.lookup(name)
	return text
}

func (e *entry) lookup(name string) (text string, given bool) {
	for _, v := range e.values {
		if v.name == name {
			return v.text, true
		}
	}
	return "", false
}
