package config

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"frontdesk/internal/settings"
)

var errNotFound = errors.New("the entry does not stand there as [[...]]: change the file by hand")

// entry is where an entry of a list stands in the file.
type entry struct {
	from, to int            // from its header to the end of its last line that is neither blank nor a comment
	name     settings.Place // of its key name
}

// findEntry finds an entry of a list that stands there as [[...]]. Entries.change verifies what is made of it.
func (f file) findEntry(list string, nth int) (e entry, err error) {
	key := fmt.Sprintf("%s[%d]", list, nth+1)
	for _, p := range settings.Places(f.content) {
		switch isInside := p.Key == key || strings.HasPrefix(p.Key, key+"."); {
		case !isInside:
			continue
		case e.to == 0 && !p.IsHeader:
			return e, errNotFound
		case e.to == 0:
			e.from = bytes.LastIndexByte(f.content[:p.From], '\n') + 1
		case p.Key == key+".name":
			e.name = p
		}
		e.to = f.endOfLine(p.To)
	}
	if e.to == 0 {
		return e, errNotFound
	}
	return e, nil
}

// endOfLine returns where the line after the one at a place begins.
func (f file) endOfLine(at int) int {
	if n := bytes.IndexByte(f.content[at:], '\n'); n >= 0 {
		return at + n + 1
	}
	return len(f.content)
}

// without returns the file without an entry of a list, and without the blank lines that stand above it.
func (f file) without(list string, nth int) ([]byte, error) {
	e, err := f.findEntry(list, nth)
	if err != nil {
		return nil, err
	}
	above := bytes.TrimRight(f.content[:e.from], " \t\r\n")
	if len(above) > 0 {
		above = f.content[:f.endOfLine(len(above))]
	}
	return append(bytes.Clone(above), f.content[e.to:]...), nil
}

// renamed returns the file with another name of an entry of a list.
func (f file) renamed(list string, nth int, name string) ([]byte, error) {
	e, err := f.findEntry(list, nth)
	if err != nil {
		return nil, err
	}
	if e.name.To == 0 {
		return nil, errNotFound
	}
	made, err := toml.Marshal(map[string]any{"name": name})
	made = append(bytes.Clone(f.content[:e.name.From]), bytes.TrimSpace(made)...)
	return append(made, f.content[e.name.To:]...), err
}
