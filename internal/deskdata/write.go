package deskdata

import (
	"bufio"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
)

// writeFile creates a file that only its owner can read: it may hold customers' names and letters.
func writeFile(path string, write func(*bufio.Writer) error) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(file, 64<<10)
	if err = write(out); err == nil {
		err = out.Flush()
	}
	if err == nil {
		err = file.Sync()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}

// writeBlocks writes records as TOML, one [[name]] each with its non-empty members.
func writeBlocks[T any](out *bufio.Writer, d definition[T], all []T) {
	for i := range all {
		_, _ = fmt.Fprintf(out, "[[%s]]\n", d.name)
		for _, c := range d.columns {
			if text := c.get(&all[i]); text != "" {
				_, _ = fmt.Fprintf(out, "%s = %s\n", c.name, tomlValue(c.shape, text))
			}
		}
		_ = out.WriteByte('\n') // an error comes back with Flush
	}
}

func tomlValue(s shape, text string) string {
	switch s {
	case numberShape, flagShape:
		return text
	case listShape:
		var parts []string
		for part := range strings.SplitSeq(text, ", ") {
			parts = append(parts, tomlText(part))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	default:
		return tomlText(text)
	}
}

// tomlText returns a text as a basic string of TOML.
func tomlText(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range strings.ToValidUTF8(text, "\ufffd") {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r < ' ' || r == 0x7f:
			_, _ = fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// writeTable writes records as CSV, with the columns that some record fills; no file for no records. It reads the
// records twice, so that neither their number nor their columns need memory.
func writeTable[T any](path string, d definition[T], rows func() iter.Seq2[T, error]) (int, error) {
	used, count, err := d.usedColumns(rows())
	if err != nil || count == 0 {
		return 0, err
	}
	return count, writeFile(path, func(out *bufio.Writer) error {
		cells := make([]string, 0, len(d.columns))
		for i, c := range d.columns {
			if used[i] {
				cells = append(cells, c.name)
			}
		}
		writeRow(out, cells)
		for r, err := range rows() {
			if err != nil {
				return err
			}
			cells = cells[:0]
			for i, c := range d.columns {
				if used[i] {
					cells = append(cells, c.get(&r))
				}
			}
			writeRow(out, cells)
		}
		return nil
	})
}

// usedColumns reports which columns some record fills or are always written.
func (d definition[T]) usedColumns(rows iter.Seq2[T, error]) (used []bool, count int, err error) {
	used = make([]bool, len(d.columns))
	for i, c := range d.columns {
		used[i] = c.required || c.alwaysWritten
	}
	for r, err := range rows {
		if err != nil {
			return nil, 0, err
		}
		count++
		for i, c := range d.columns {
			used[i] = used[i] || c.get(&r) != ""
		}
	}
	return used, count, nil
}

func writeRow(out *bufio.Writer, cells []string) {
	for i, cell := range cells {
		if i > 0 {
			_ = out.WriteByte(',')
		}
		cell = strings.ToValidUTF8(cell, "\ufffd")
		if strings.ContainsAny(cell, "\",;\t\r\n") || len(cells) == 1 {
			cell = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
		}
		_, _ = out.WriteString(cell)
	}
	_ = out.WriteByte('\n') // an error comes back with Flush
}

// CopyFiles writes files to edit below a new or empty directory.
func CopyFiles(from fs.FS, dir string) error {
	if err := checkEmptyDir(dir); err != nil {
		return err
	}
	return fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err != nil || d.IsDir() {
			return err
		}
		content, err := fs.ReadFile(from, name)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		return os.WriteFile(to, content, 0o644)
	})
}
