package config

import (
	"bytes"
	"errors"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

var errNotFound = errors.New("the entry does not stand there as [[...]]: change the file by hand")

// entryRange returns where an entry of a list stands in the file: from its header to the end of its last line that is
// neither blank nor a comment.
func (f file) entryRange(key string, nth int) (from, to int, err error) {
	want, at := headerPath("[["+key+"]]"), 0
	from = -1
	within := "" // the quotation marks of a text of several lines
	for line := range bytes.Lines(f.content) {
		text := strings.TrimSpace(string(line))
		isHeader := within == "" && strings.HasPrefix(text, "[") && headerPath(text) != ""
		within = quotesAfter(within, text)
		switch {
		case isHeader && from >= 0 && !strings.HasPrefix(headerPath(text), want+"\x00"):
			return from, to, nil
		case isHeader && from < 0 && strings.HasPrefix(text, "[[") && headerPath(text) == want:
			if nth == 0 {
				from = at
			}
			nth--
		}
		at += len(line)
		if text != "" && !strings.HasPrefix(text, "#") {
			to = at
		}
	}
	if from < 0 {
		return 0, 0, errNotFound
	}
	return from, to, nil
}

// quotesAfter returns the quotation marks of the text of several lines in which a line ends; empty if it ends in none.
func quotesAfter(within, line string) string {
	for line != "" {
		basic, literal := strings.Index(line, `"""`), strings.Index(line, `'''`)
		switch {
		case within != "":
			end := strings.Index(line, within)
			if end < 0 {
				return within
			}
			line, within = line[end+len(within):], ""
		case basic >= 0 && (literal < 0 || basic < literal):
			line, within = line[basic+3:], `"""`
		case literal >= 0:
			line, within = line[literal+3:], `'''`
		default:
			return ""
		}
	}
	return within
}

// headerPath returns the names in the header of a table, separated by NUL; empty if the line is none.
func headerPath(line string) string {
	var values map[string]any
	if toml.Unmarshal([]byte(line+"\n"), &values) != nil {
		return ""
	}
	var names []string
	for len(values) == 1 {
		var inner any
		for name, value := range values {
			names, inner = append(names, name), value
		}
		if list, isList := inner.([]any); isList && len(list) == 1 {
			inner = list[0]
		}
		values, _ = inner.(map[string]any)
	}
	return strings.Join(names, "\x00")
}

// without returns the file without an entry of a list, and without the blank lines that stand above it.
func (f file) without(key string, nth int) ([]byte, error) {
	from, to, err := f.entryRange(key, nth)
	if err != nil {
		return nil, err
	}
	above := bytes.TrimRight(f.content[:from], " \t\r\n")
	if len(above) > 0 {
		above = f.content[:len(above)+bytes.IndexByte(f.content[len(above):], '\n')+1]
	}
	return append(bytes.Clone(above), f.content[to:]...), nil
}

// renamed returns the file with another name of an entry of a list.
func (f file) renamed(key string, nth int, name string) ([]byte, error) {
	from, to, err := f.entryRange(key, nth)
	if err != nil {
		return nil, err
	}
	at := from
	for line := range bytes.Lines(f.content[from:to]) {
		var values map[string]any
		if toml.Unmarshal(line, &values) == nil && values["name"] != nil {
			made, err := toml.Marshal(map[string]any{"name": name})
			if err != nil {
				return nil, err
			}
			return append(append(bytes.Clone(f.content[:at]), made...), f.content[at+len(line):]...), nil
		}
		at += len(line)
	}
	return nil, errNotFound
}
