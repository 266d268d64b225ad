package store

import (
	"bufio"
	"bytes"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
)

// spoolMemory is how many bytes of a pull are kept in memory; the rest goes to a temporary file.
const spoolMemory = 4 << 20

// spool holds the rows of a query of PostgreSQL after their connection has been released: the first bytes in memory,
// the rest in a file that no other program can open. SQLite needs none: its connections cost nothing while they wait.
type spool struct {
	memory bytes.Buffer
	file   *os.File
	out    *bufio.Writer
	count  int
}

// fill reads all rows of a query.
func (s *spool) fill(query func() (*sql.Rows, error)) error {
	rows, err := query()
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	values, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	var encoded []byte
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		if encoded, err = encodeRow(encoded[:0], values); err != nil {
			return err
		}
		if err := s.write(encoded); err != nil {
			return fmt.Errorf("the rows of a pull cannot be kept in a temporary file: %w", err)
		}
		s.count++
	}
	if s.out != nil {
		if err := s.out.Flush(); err != nil {
			return fmt.Errorf("the rows of a pull cannot be kept in a temporary file: %w", err)
		}
	}
	return rows.Err()
}

func (s *spool) write(row []byte) error {
	if s.out == nil && s.memory.Len()+len(row) <= spoolMemory {
		s.memory.Write(row)
		return nil
	}
	if s.out == nil {
		file, err := os.CreateTemp("", "frontdesk-pull-")
		if err != nil {
			return err
		}
		s.file, s.out = file, bufio.NewWriterSize(file, 64<<10)
		_ = os.Remove(file.Name()) // it stays readable here where the system allows that; close removes it elsewhere
	}
	_, err := s.out.Write(row)
	return err
}

// rows yields the rows in the order in which they were read; once.
func (s *spool) rows() iter.Seq2[row, error] {
	return func(yield func(row, error) bool) {
		var from io.Reader = &s.memory
		if s.file != nil {
			if _, err := s.file.Seek(0, io.SeekStart); err != nil {
				yield(nil, err)
				return
			}
			from = io.MultiReader(&s.memory, s.file)
		}
		in := bufio.NewReaderSize(from, 64<<10)
		for range s.count {
			values, err := decodeRow(in)
			if !yield(spooledRow(values), err) || err != nil {
				return
			}
		}
	}
}

// close removes the file.
func (s *spool) close() error {
	if s.file == nil {
		return nil
	}
	name := s.file.Name()
	err := s.file.Close()
	if failed := os.Remove(name); failed != nil && !errors.Is(failed, os.ErrNotExist) {
		err = errors.Join(err, failed)
	}
	s.file = nil
	return err
}

// The kinds of values in a spooled row.
const (
	spooledNull byte = iota
	spooledNumber
	spooledText
)

// encodeRow appends the number of values and each of them, with its kind before it.
func encodeRow(to []byte, values []any) ([]byte, error) {
	to = binary.AppendUvarint(to, uint64(len(values)))
	for _, value := range values {
		switch v := value.(type) {
		case nil:
			to = append(to, spooledNull)
		case int64:
			to = binary.AppendVarint(append(to, spooledNumber), v)
		case string:
			to = append(binary.AppendUvarint(append(to, spooledText), uint64(len(v))), v...)
		case []byte:
			to = append(binary.AppendUvarint(append(to, spooledText), uint64(len(v))), v...)
		default:
			return to, fmt.Errorf("a pull has a column of type %T", value)
		}
	}
	return to, nil
}

func decodeRow(in *bufio.Reader) ([]any, error) {
	n, err := binary.ReadUvarint(in)
	if err != nil {
		return nil, err
	}
	values := make([]any, n)
	for i := range values {
		kind, err := in.ReadByte()
		if err != nil {
			return nil, err
		}
		switch kind {
		case spooledNumber:
			values[i], err = binary.ReadVarint(in)
		case spooledText:
			var size uint64
			if size, err = binary.ReadUvarint(in); err == nil {
				text := make([]byte, size)
				_, err = io.ReadFull(in, text)
				values[i] = string(text)
			}
		}
		if err != nil {
			return nil, err
		}
	}
	return values, nil
}

// spooledRow is a row that was read back.
type spooledRow []any

// Scan stores the values, which have the types of the columns already.
func (r spooledRow) Scan(into ...any) error {
	if len(into) != len(r) {
		return fmt.Errorf("a row of %d values was read into %d", len(r), len(into))
	}
	for i, value := range r {
		switch to := into[i].(type) {
		case *int64:
			*to, _ = value.(int64)
		case *string:
			*to, _ = value.(string)
		default:
			return fmt.Errorf("a value was read into %T", to)
		}
	}
	return nil
}
