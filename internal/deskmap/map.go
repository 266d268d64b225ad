// Package deskmap turns the CSV files of other programs into files of a desk, by maps that say which column is which.
// map.go reads maps, convert.go writes the files of the desk and says from which line each row came.
package deskmap

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"frontdesk/internal/filestore"
	"frontdesk/internal/phrase"
)

//go:embed maps
var files embed.FS

// Map says what the columns of a CSV file are in a desk.
type Map struct {
	Times    []string                     `toml:"times"` // the forms of times, beside those of a desk
	Drop     []string                     `toml:"drop"`  // columns that have no place in a desk
	Ticket   map[string]any               `toml:"ticket"`
	Customer map[string]any               `toml:"customer"`
	Values   map[string]map[string]string `toml:"values"` // by the column of the desk

	name    string // of its file, or of a map of the program
	content string
}

// sources are the columns of a file that are one column of a desk: the first that is there. A mark ? at the end of one
// says that it may be missing.
type sources []string

// sourcesOf reads one column or a list.
func sourcesOf(value any) (s sources, isRight bool) {
	if one, isText := value.(string); isText {
		return sources{one}, true
	}
	all, isList := value.([]any)
	for _, one := range all {
		text, isText := one.(string)
		isList = isList && isText
		s = append(s, text)
	}
	return s, isList && len(s) > 0
}

// Names returns the names of the maps of the program.
func Names() (names []string) {
	entries, _ := files.ReadDir("maps") // it is embedded
	for _, f := range entries {
		names = append(names, strings.TrimSuffix(f.Name(), ".toml"))
	}
	return names
}

// Ready returns the text of a map of the program.
func Ready(name string) (text []byte, isThere bool) {
	text, err := files.ReadFile(path.Join("maps", name+".toml"))
	return text, err == nil
}

// Read reads a map of the program by its name, or else a file.
func Read(name string) (*Map, error) {
	text, isReady := Ready(name)
	if !isReady {
		var err error
		text, err = os.ReadFile(name)
		switch {
		case errors.Is(err, os.ErrNotExist) && !strings.ContainsAny(name, `./\`):
			return nil, fmt.Errorf("there is no map %s; known are %s, or name a file", name, strings.Join(Names(), ", "))
		case err != nil:
			return nil, fmt.Errorf("the map cannot be read: %s: %w", name, filestore.WithoutPath(err))
		}
	}
	m := &Map{name: name, content: string(text)}
	decoder := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields()
	if err := decoder.Decode(m); err != nil {
		return nil, m.fault(err)
	}
	if len(m.Ticket)+len(m.Customer) == 0 {
		return nil, fmt.Errorf("%s: a map needs [ticket] or [customer]", name)
	}
	return m, nil
}

// fault says where a map has a mistake.
func (m *Map) fault(err error) error {
	var decoding *toml.DecodeError
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) && len(strict.Errors) > 0 {
		line, _ := strict.Errors[0].Position()
		key := strings.Join(strict.Errors[0].Key(), ".")
		return fmt.Errorf("%s:%d: %s is no part of a map; known are times, drop, [ticket], [customer] and [values]", m.name, line, key)
	}
	if errors.As(err, &decoding) {
		line, _ := decoding.Position()
		return fmt.Errorf("%s:%d: %s", m.name, line, strings.TrimPrefix(decoding.Error(), "toml: "))
	}
	return fmt.Errorf("%s: %w", m.name, err)
}

// lineOf returns the line of the map on which a text stands first.
func (m *Map) lineOf(text string) int {
	before, _, isThere := strings.Cut(m.content, text)
	if !isThere {
		return 1
	}
	return strings.Count(before, "\n") + 1
}

// find returns the place of each column of a desk in the header of a file, and what is missing there.
func (m *Map) find(columns map[string]any, file string, header []string) (at map[string]int, missing error) {
	at = map[string]int{}
	for _, name := range slices.Sorted(maps.Keys(columns)) {
		from, isRight := sourcesOf(columns[name])
		if !isRight {
			missing = cmp.Or(missing, fmt.Errorf("%s:%d: %s needs the name of a column, or a list of names", m.name, m.lineOf(name), name))
			continue
		}
		isNeeded := true
		for _, source := range from {
			plain, isOptional := strings.CutSuffix(source, "?")
			isNeeded = isNeeded && !isOptional
			if i := slices.Index(header, plain); i >= 0 {
				at[name], isNeeded = i, false
				break
			}
		}
		if isNeeded {
			wanted := from[len(from)-1]
			hint := "its columns are " + strings.Join(header, ", ")
			if near := phrase.Nearest(wanted, header); near != "" {
				hint = "did you mean " + near + "?"
			}
			missing = cmp.Or(missing, fmt.Errorf("%s:%d: %s has no column %q for %s; %s",
				m.name, m.lineOf(`"`+wanted+`"`), file, wanted, name, hint))
		}
	}
	return at, missing
}

// value returns a cell in the words of a desk: times in its form, and words by the table of the column.
func (m *Map) value(column, cell string) string {
	cell = strings.TrimSpace(cell)
	for from, to := range m.Values[column] {
		if strings.EqualFold(from, cell) {
			return to
		}
	}
	switch column {
	case "created", "closed", "due", "last_follow_up", "callback", "modified", "last_talk":
		for _, form := range m.Times {
			if at, err := time.Parse(layout.Replace(form), cell); err == nil {
				if strings.Contains(form, "Z") {
					return at.Format(time.RFC3339)
				}
				return at.Format(time.DateTime)
			}
		}
	}
	return cell
}

// layout makes Go's layout of the form of a time.
var layout = strings.NewReplacer("YYYY", "2006", "YY", "06", "MM", "01", "M", "1", "DD", "02", "D", "2",
	"HH", "15", "hh", "03", "h", "3", "mm", "04", "ss", "05", "a", "PM", "Z", "Z07:00")
