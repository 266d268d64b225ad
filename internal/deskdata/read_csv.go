package deskdata

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"frontdesk/internal/safetext"
)

// csvReader reads comma-separated values a row at a time. The standard library's reader makes a line feed of every
// CR LF inside quotes, which would change texts, and has no limit for a quote that is never closed.
type csvReader struct {
	in    *bufio.Reader
	comma byte
	line  int      // of what is read next
	text  []byte   // of the cell that is read
	cells []string // of the row that is read
}

// csvError is a fault of a CSV file's form. If it concerns one row only, the rows below it are read.
type csvError struct {
	line    int
	message string
	oneRow  bool
}

func (e *csvError) Error() string { return e.message }

func newCSVReader(in io.Reader) (*csvReader, error) {
	r := &csvReader{in: bufio.NewReaderSize(in, 16<<10), line: 1}
	head, _ := r.in.Peek(safetext.MarkLength) // what is shorter is all there is
	text, err := safetext.WithoutMark(head)
	if err != nil {
		return nil, err
	}
	_, _ = r.in.Discard(len(head) - len(text))
	header, _ := r.in.Peek(4 << 10)
	r.comma = safetext.CellSeparator(header)
	return r, nil
}

// row reads the next row that is not empty and returns the line on which it begins; io.EOF after the last. The cells
// are valid until the next call.
func (r *csvReader) row() (cells []string, line int, err error) {
	for {
		line = r.line
		cells, err = r.anyRow()
		if err != nil || len(cells) > 1 || cells[0] != "" {
			return cells, line, err
		}
	}
}

// anyRow reads the next row.
func (r *csvReader) anyRow() (cells []string, err error) {
	began, isUTF8 := r.line, true
	cells = r.cells[:0]
	if _, err := r.in.Peek(1); err != nil {
		return nil, err
	}
	for {
		cell, last, err := r.cell()
		if err != nil {
			return nil, err
		}
		isUTF8 = isUTF8 && utf8.ValidString(cell)
		switch cells = append(cells, cell); {
		case last && !isUTF8:
			return nil, &csvError{began, "a byte in this row is no UTF-8; save the file as UTF-8", true}
		case last:
			r.cells = cells
			return cells, nil
		case len(cells) >= maxCells:
			return nil, &csvError{began, fmt.Sprintf("this row has more than %d cells", maxCells), false}
		}
	}
}

// cell reads one cell and its separator; last reports whether the row ends too.
func (r *csvReader) cell() (cell string, last bool, err error) {
	r.text = r.text[:0]
	quoted := r.next() == '"'
	if quoted {
		if err := r.quotedText(); err != nil {
			return "", false, err
		}
		if r.next() == '\r' {
			_, _ = r.in.Discard(1)
		}
	}
	end, err := r.readUntil(r.comma, '\n')
	switch {
	case errors.Is(err, io.EOF):
		return string(r.text), true, nil
	case errors.Is(err, errLarge):
		return "", false, &csvError{r.line, "a cell is larger than 1 MiB", false}
	case err != nil:
		return "", false, err
	case end == r.comma:
		return string(r.text), false, nil
	}
	r.line++
	if quoted {
		return string(r.text), true, nil
	}
	return strings.TrimSuffix(string(r.text), "\r"), true, nil
}

// quotedText reads a quoted text; two quotes stand for one.
func (r *csvReader) quotedText() error {
	began := r.line
	_, _ = r.in.Discard(1)
	for {
		_, err := r.readUntil('"', '"')
		switch {
		case errors.Is(err, io.EOF):
			return &csvError{began, "a quote is opened here and never closed", false}
		case errors.Is(err, errLarge):
			return &csvError{began, "a cell is larger than 1 MiB, or its quote is never closed", false}
		case err != nil:
			return err
		}
		if r.next() != '"' {
			next, _ := r.in.Peek(1)
			return r.checkCellEnd(next)
		}
		_, _ = r.in.Discard(1)
		r.text = append(r.text, '"')
	}
}

// next returns the byte that is read next, 0 at the end.
func (r *csvReader) next() byte {
	if next, _ := r.in.Peek(1); len(next) > 0 {
		return next[0]
	}
	return 0
}

// readUntil adds what comes before one of two bytes to the text of the cell, and reads that byte too.
func (r *csvReader) readUntil(one, other byte) (end byte, err error) {
	for {
		if _, err := r.in.Peek(1); err != nil {
			return 0, err
		}
		part, _ := r.in.Peek(r.in.Buffered())
		at := slices.IndexFunc(part, func(b byte) bool { return b == one || b == other })
		if at >= 0 {
			part, end = part[:at], part[at]
		}
		if len(r.text)+len(part) > maxCell {
			return 0, errLarge
		}
		r.text = append(r.text, part...)
		r.line += bytes.Count(part, []byte("\n"))
		_, _ = r.in.Discard(len(part))
		if at >= 0 {
			_, err := r.in.Discard(1)
			return end, err
		}
	}
}

// checkCellEnd returns an error for text behind a closing quote.
func (r *csvReader) checkCellEnd(next []byte) error {
	if len(next) == 0 || next[0] == r.comma || next[0] == '\n' || next[0] == '\r' {
		return nil
	}
	return &csvError{
		r.line,
		fmt.Sprintf("%q stands behind a closing quote; inside quotes a quote is written twice", next),
		false,
	}
}

// eachCSV reads the entries of a CSV file of one kind, a row at a time. The values are valid until do returns.
func eachCSV(kind, file string, in io.Reader, faults *Faults, do func(*entry) error) error {
	r, err := newCSVReader(in)
	if err != nil {
		faults.addEncoding(file, err)
		return errStop
	}
	names, _, err := r.row()
	if errors.Is(err, io.EOF) {
		return nil
	}
	names = slices.Clone(names)
	for i := range names {
		names[i] = strings.TrimSpace(names[i])
	}
	if err == nil {
		checkHeader(kindNamed(kind), file, names, faults)
	}
	values := make([]value, len(names))
	for err == nil {
		var cells []string
		var line int
		cells, line, err = r.row()
		if fault, ok := errors.AsType[*csvError](err); ok && fault.oneRow {
			faults.add(file, fault.line, "%s", fault.message)
			err = nil
			continue
		}
		if err != nil {
			break
		}
		if len(cells) != len(names) {
			faults.add(file, line, "this row has %d cells, the header has %d", len(cells), len(names))
			continue
		}
		e := entry{kind: kind, file: file, line: line, fromCSV: true, values: values}
		for i, name := range names {
			e.values[i] = value{name, cells[i], line}
		}
		if err := do(&e); err != nil {
			return err
		}
	}
	var fault *csvError
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case errors.As(err, &fault):
		faults.add(file, fault.line, "%s", fault.message)
		return errStop
	}
	return err
}

// checkHeader reports each fault of a CSV file's columns once, whatever the number of rows.
func checkHeader(k *kind, file string, names []string, faults *Faults) {
	given := map[string]bool{}
	for _, name := range names {
		switch {
		case given[name]:
			faults.add(file, 1, "%s is said twice", name)
		case !k.has(name):
			faults.addUnknown(file, 1, name, k)
		}
		given[name] = true
	}
	for _, column := range k.columns {
		if column.required && !given[column.name] {
			faults.add(file, 1, "%s is missing", column.name)
		}
	}
}
