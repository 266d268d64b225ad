package deskmap

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/mail"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"frontdesk/internal/filestore"
	"frontdesk/internal/safetext"
)

// Converted is a directory with the files of a desk, which the caller closes.
type Converted struct {
	Dir   string
	Notes []string // what each file has, and which of its columns have no place in a desk

	origins map[string][]origin // of the lines of a file, in order
}

// origin is where the rows from a line on come from.
type origin struct {
	line int // of the file of the desk
	from string
	row  int // the line there
}

// Convert writes the rows of files as files of a desk into a new directory. What a map does not name is kept at the end
// of the details of its ticket.
func (m *Map) Convert(files []string) (c *Converted, err error) {
	dir, err := os.MkdirTemp("", "frontdesk-import-") // mode 0700
	if err != nil {
		return nil, fmt.Errorf("no place for the files of the desk: %w", err)
	}
	c = &Converted{Dir: dir, origins: map[string][]origin{}}
	tickets, customers := newWriter("tickets.csv", m.Ticket), newWriter("customers.csv", m.Customer)
	for _, file := range files {
		var content []byte
		if content, err = os.ReadFile(file); err != nil {
			err = fmt.Errorf("%s: %w", file, filestore.WithoutPath(err))
		} else {
			err = m.convert(c, file, content, tickets, customers)
		}
		if err != nil {
			return nil, errors.Join(err, c.Close())
		}
	}
	return c, errors.Join(tickets.save(c), customers.save(c))
}

// Close removes the directory.
func (c *Converted) Close() error { return os.RemoveAll(c.Dir) }

// convert adds the rows of one file.
func (m *Map) convert(c *Converted, file string, content []byte, tickets, customers *writer) error {
	content, err := safetext.UTF8(content)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	rows := csv.NewReader(bytes.NewReader(content))
	rows.Comma = rune(safetext.CellSeparator(content))
	header, err := rows.Read()
	if err != nil {
		return fmt.Errorf("%s:1: there are no columns: %w", file, err)
	}
	for i := range header {
		header[i] = strings.TrimSpace(header[i])
	}
	ofTickets, err1 := m.find(m.Ticket, file, header)
	ofCustomers, err2 := m.find(m.Customer, file, header)
	if err := cmp.Or(err1, err2); err != nil {
		return err
	}
	kept := m.kept(header, ofTickets, ofCustomers)
	n := 0
	for {
		cells, err := rows.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("%s: %w", file, err) // it names the line
		}
		line, _ := rows.FieldPos(0)
		n++
		for _, at := range []map[string]int{ofTickets, ofCustomers} {
			if place, isThere := at["email"]; isThere {
				cells[place] = address(cells[place]) // a code of the same column, too
			}
		}
		customers.add(m, origin{from: file, row: line}, cells, ofCustomers, "")
		tickets.add(m, origin{from: file, row: line}, cells, ofTickets, details(header, cells, kept))
	}
	c.note(file, fmt.Sprintf("%d rows", n))
	if len(m.Ticket) > 0 && len(kept) > 0 {
		c.note(file, "kept in the details of tickets: "+names(header, kept))
	}
	var dropped []string
	for _, name := range header {
		if slices.Contains(m.Drop, name) {
			dropped = append(dropped, name)
		}
	}
	if len(dropped) > 0 {
		c.note(file, "no place in a desk: "+strings.Join(dropped, ", "))
	}
	return nil
}

// address returns the address of a cell such as "Ada Miller" <ada@example.com>, and nothing of one without a letter, such
// as --.
func address(cell string) string {
	found, err := mail.ParseAddress(cell)
	switch {
	case err == nil:
		return found.Address
	case !strings.ContainsFunc(cell, unicode.IsLetter):
		return ""
	}
	return cell
}

func (c *Converted) note(file, text string) { c.Notes = append(c.Notes, file+": "+text) }

// kept returns the columns that are neither named nor dropped.
func (m *Map) kept(header []string, named ...map[string]int) (all []int) {
	for i, name := range header {
		isNamed := slices.ContainsFunc(named, func(at map[string]int) bool {
			return slices.Contains(slices.Collect(maps.Values(at)), i)
		})
		if !isNamed && !slices.Contains(m.Drop, name) {
			all = append(all, i)
		}
	}
	return all
}

func names(header []string, of []int) string {
	all := make([]string, len(of))
	for i, at := range of {
		all[i] = header[at]
	}
	return strings.Join(all, ", ")
}

// details returns the cells that are kept, a line for each.
func details(header, cells []string, kept []int) string {
	var lines []string
	for _, at := range kept {
		if value := strings.TrimSpace(cells[at]); value != "" {
			lines = append(lines, header[at]+": "+value)
		}
	}
	return strings.Join(lines, "\n")
}

// writer writes one file of a desk.
type writer struct {
	file    string
	columns []string
	out     bytes.Buffer
	line    int
	origins []origin
	seen    map[string]bool
}

func newWriter(file string, columns map[string]any) *writer {
	w := &writer{file: file, columns: slices.Sorted(maps.Keys(columns)), seen: map[string]bool{}}
	if file == "tickets.csv" && len(w.columns) > 0 && !slices.Contains(w.columns, "details") {
		w.columns = append(w.columns, "details")
	}
	if len(w.columns) > 0 {
		w.write(w.columns)
	}
	return w
}

// add adds a row. A customer is added once; one without a name and a code is none.
func (w *writer) add(m *Map, from origin, cells []string, at map[string]int, more string) {
	row := make([]string, len(w.columns))
	for i, column := range w.columns {
		if place, isThere := at[column]; isThere {
			row[i] = m.value(column, cells[place])
		}
		if column == "details" {
			row[i] = strings.Trim(row[i]+"\n\n"+more, "\n")
		}
	}
	if w.file == "customers.csv" {
		code, name := slices.Index(w.columns, "code"), slices.Index(w.columns, "name")
		if code < 0 || row[code] == "" || w.seen[row[code]] {
			return
		}
		w.seen[row[code]] = true
		if name >= 0 && row[name] == "" {
			row[name] = row[code]
		}
	}
	if len(w.columns) == 0 {
		return
	}
	from.line = w.line + 1
	w.origins = append(w.origins, from)
	w.write(row)
}

func (w *writer) write(row []string) {
	out := csv.NewWriter(&w.out)
	before := w.out.Len()
	_ = out.Write(row) // into memory
	out.Flush()
	w.line += bytes.Count(w.out.Bytes()[before:], []byte("\n"))
}

func (w *writer) save(c *Converted) error {
	if len(w.origins) == 0 {
		return nil
	}
	c.origins[w.file] = w.origins
	return os.WriteFile(filepath.Join(c.Dir, w.file), w.out.Bytes(), 0o600)
}

// Original returns a writer of lines that names the lines of the original files in place of those of the directory.
func (c *Converted) Original(m *Map, out io.Writer) io.Writer { return original{c, m, out} }

type original struct {
	*Converted

	m   *Map
	out io.Writer
}

var placeOfRow = regexp.MustCompile(`^(\w+\.csv):(\d+)`)

// Write writes lines that are whole.
func (o original) Write(lines []byte) (int, error) {
	for line := range strings.Lines(string(lines)) {
		rest, isOurs := strings.CutPrefix(line, o.Dir+string(filepath.Separator))
		if isOurs {
			line = placeOfRow.ReplaceAllStringFunc(rest, func(written string) string { return o.place(written, rest) })
		}
		if _, err := io.WriteString(o.out, line); err != nil {
			return 0, err
		}
	}
	return len(lines), nil
}

var quotedName = regexp.MustCompile(`"\w+"`)

// place returns where a row comes from. The names of columns, which the fault of the first row quotes, are in the map.
func (o original) place(written, fault string) string {
	file, number, _ := strings.Cut(written, ":")
	line, _ := strconv.Atoi(number)
	from := o.origins[file]
	after := sort.Search(len(from), func(i int) bool { return from[i].line > line })
	if after == 0 {
		return fmt.Sprintf("%s:%d", o.m.name, o.m.lineOf(strings.Trim(quotedName.FindString(fault), `"`)))
	}
	return fmt.Sprintf("%s:%d", from[after-1].from, from[after-1].row)
}
