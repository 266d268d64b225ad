package sample

import (
	"embed"
	"fmt"
	"strings"
)

//go:embed *.txt articles tickets
var files embed.FS

// record is one entry of a sample file: `key: value` lines, an empty line, the text.
type record struct {
	keys, values []string
	text         string
}

// get is the first value of a key, empty when the record has none.
func (r *record) get(key string) string {
	for i, k := range r.keys {
		if k == key {
			return r.values[i]
		}
	}
	return ""
}

// all is every value of a key, in order.
func (r *record) all(key string) []string {
	var out []string
	for i, k := range r.keys {
		if k == key {
			out = append(out, r.values[i])
		}
	}
	return out
}

// list is a value cut at commas.
func (r *record) list(key string) []string { return cut(r.get(key), ",") }

// readFile is a file of the package; a missing one is a mistake of the build.
func readFile(name string) string {
	text, err := files.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// readRecords reads a file of records that are parted by lines of two percent signs.
func readRecords(name string) []record {
	var out []record
	for part := range strings.SplitSeq(readFile(name), "\n%%\n") {
		out = append(out, parseRecord(name, part))
	}
	return out
}

// parseRecord parts the keys from the text; a line without a colon among the keys stops the program,
// because the files are part of it and the tests read them all.
func parseRecord(name, part string) record {
	head, text, _ := strings.Cut(strings.TrimLeft(part, "\n"), "\n\n")
	r := record{text: strings.TrimRight(text, "\n")}
	for line := range strings.Lines(head) {
		key, value, ok := strings.Cut(strings.TrimRight(line, "\n"), ":")
		if !ok {
			panic(fmt.Sprintf("sample %s: %q is not a key and a value", name, line))
		}
		r.keys = append(r.keys, key)
		r.values = append(r.values, strings.TrimSpace(value))
	}
	return r
}

// readRows reads a table: one row a line, cells parted by "|", lines that open with "#" left out.
func readRows(name string) [][]string {
	var rows [][]string
	for line := range strings.Lines(readFile(name)) {
		line = strings.TrimSpace(line)
		if line != "" && line[0] != '#' {
			rows = append(rows, cut(line, "|"))
		}
	}
	return rows
}

// cut parts a text and trims the pieces; nothing gives no pieces.
func cut(s, sep string) []string {
	if s == "" {
		return nil
	}
	parts := strings.Split(s, sep)
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}

// fill puts values in the place of their {names}; a brace that names nothing stays.
func fill(s string, value func(name string) (string, bool)) string {
	var b strings.Builder
	for {
		open := strings.IndexByte(s, '{')
		end := strings.IndexByte(s, '}')
		if open < 0 || end < open {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:open])
		if v, ok := value(s[open+1 : end]); ok {
			b.WriteString(v)
		} else {
			b.WriteString(s[open : end+1])
		}
		s = s[end+1:]
	}
}
