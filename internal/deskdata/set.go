// Package deskdata reads and writes the files in which a team keeps its desk. Queues, people, rules, customers, orders
// and tickets are in TOML or CSV, articles in folders of Markdown or HTML. It knows the files' shapes and no SQL.
package deskdata

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// articlesDir is the folder that holds the articles.
const articlesDir = "articles"

// fileSet is the files of an import.
type fileSet struct {
	entries map[string][]entry  // of TOML files, by kind
	tables  map[string][]string // CSV files, by kind
	texts   []articleFile
	size    int64 // of the TOML files
	open    func(file string) (fs.File, error)
}

func newFileSet(open func(file string) (fs.File, error)) *fileSet {
	return &fileSet{entries: map[string][]entry{}, tables: map[string][]string{}, open: open}
}

type articleFile struct{ path, folder, key string }

// openSet finds the files below paths: directories with all that is in them, or single files. It reads the TOML files;
// CSV files and articles, which may be many and large, are read when they are checked and again when they are written.
func openSet(paths ...string) (*fileSet, *Faults, error) {
	s := newFileSet(func(file string) (fs.File, error) { return os.Open(file) })
	faults := &Faults{}
	for _, root := range paths {
		err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if strings.HasPrefix(d.Name(), ".") && file != root {
				if d.IsDir() {
					return fs.SkipDir
				}
				return nil
			}
			if d.IsDir() {
				return nil
			}
			if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
				return s.skipSpecial(file, err, faults)
			}
			return s.add(file, relativePath(root, file), faults)
		})
		if err != nil {
			return nil, nil, fmt.Errorf("the desk's files cannot be read: %w", err)
		}
	}
	if len(s.entries)+len(s.tables)+len(s.texts) == 0 && faults.count() == 0 {
		return nil, nil, fmt.Errorf(
			"%s holds nothing to import: no .toml or .csv file, and no article",
			strings.Join(paths, ", "),
		)
	}
	s.addFolders()
	return s, faults, nil
}

// skipSpecial skips a link to a directory, a pipe, a device or a link to nothing, unless its name is one of a desk's
// file: a pipe is read twice, and a device may go on for ever.
func (s *fileSet) skipSpecial(file string, err error, faults *Faults) error {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".toml", ".csv":
		if err != nil {
			return err
		}
		faults.add(file, 0, "is not a regular file")
	}
	return nil
}

// add adds a file according to its extension; relative is its path below what is imported.
func (s *fileSet) add(file, relative string, faults *Faults) error {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".toml":
		if filepath.Base(file) == ConsoleFile {
			return nil
		}
		content, err := s.readWhole(file, maxTOML)
		if errors.Is(err, errLarge) || s.size+int64(len(content)) > 4*maxTOML {
			faults.add(
				file,
				0,
				"is larger than 16 MiB, or all TOML files than 64 MiB; large tables belong into CSV files",
			)
			return nil
		}
		s.size += int64(len(content))
		for _, e := range readTOML(file, content, faults) {
			s.entries[e.kind] = append(s.entries[e.kind], e)
		}
		return err
	case ".csv":
		stem, _, _ := strings.Cut(strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)), ".")
		for _, k := range kinds {
			if k.file != "" && (stem == k.file || strings.HasPrefix(stem, k.file+"-")) {
				s.tables[k.name] = append(s.tables[k.name], file)
				return nil
			}
		}
		faults.add(file, 0, "its name says no kind of record; %s", hint(stem, tableNames()))
	case ".md", ".markdown", ".html", ".htm":
		if folder, within := articleFolder(relative); within {
			key := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
			s.texts = append(s.texts, articleFile{file, folder, key})
		}
	}
	return nil
}

// relativePath returns a file's path below the directory that holds root, empty if there is none.
func relativePath(root, file string) string {
	relative, err := filepath.Rel(filepath.Dir(filepath.Clean(root)), file)
	if absolute, err1 := filepath.Abs(root); err1 == nil {
		relative, err = filepath.Rel(filepath.Dir(absolute), absolutePath(file))
	}
	if err != nil {
		return ""
	}
	return filepath.ToSlash(relative)
}

// articleFolder returns the folder of an article's file below the nearest folder articles; a file outside is none, such
// as a note to the reader.
func articleFolder(relative string) (folder string, isWithin bool) {
	parts := strings.Split(relative, "/")
	at := slices.Index(parts[:len(parts)-1], articlesDir)
	if at < 0 {
		return "", false
	}
	return path.Join(parts[at+1 : len(parts)-1]...), true
}

func absolutePath(file string) string {
	if absolute, err := filepath.Abs(file); err == nil {
		return absolute
	}
	return file
}

func tableNames() []string {
	var names []string
	for _, k := range kinds {
		if k.file != "" {
			names = append(names, k.file)
		}
	}
	return names
}

// addFolders adds a category for every folder that holds articles or another category.
func (s *fileSet) addFolders() {
	given := map[string]bool{}
	for _, e := range s.entries["category"] {
		given[e.text("folder")] = true
	}
	need := func(file, folder string) {
		for ; folder != "." && folder != ""; folder = path.Dir(folder) {
			if !given[folder] {
				given[folder] = true
				s.entries["category"] = append(s.entries["category"], entry{
					kind: "category", file: file, values: []value{{name: "folder", text: folder}},
				})
			}
		}
	}
	for _, text := range s.texts {
		need(text.path, text.folder)
	}
	for _, e := range slices.Clone(s.entries["category"]) {
		need(e.file, path.Dir(e.text("folder")))
	}
	slices.SortStableFunc(s.entries["category"], func(x, y entry) int {
		a, b := x.text("folder"), y.text("folder")
		return cmp.Or(cmp.Compare(strings.Count(a, "/"), strings.Count(b, "/")), cmp.Compare(a, b))
	})
}

// each reads the entries of a kind, one at a time.
func (s *fileSet) each(kind string, faults *Faults, do func(*entry) error) error {
	if kind == articles.name {
		return s.eachArticle(faults, do)
	}
	for i := range s.entries[kind] {
		if err := do(&s.entries[kind][i]); err != nil {
			return err
		}
	}
	for _, file := range s.tables[kind] {
		in, err := s.open(file)
		if err == nil {
			err = errors.Join(eachCSV(kind, file, in, faults, do), in.Close())
		}
		if err != nil && !errors.Is(err, errStop) {
			return err
		}
	}
	return nil
}

var errLarge = errors.New("too large")

// readWhole reads a file of at most limit bytes.
func (s *fileSet) readWhole(file string, limit int64) ([]byte, error) {
	in, err := s.open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var content bytes.Buffer
	if info, err := in.Stat(); err == nil {
		content.Grow(int(min(info.Size(), limit)) + bytes.MinRead)
	}
	if _, err := content.ReadFrom(io.LimitReader(in, limit+1)); err != nil {
		return nil, err
	}
	if int64(content.Len()) > limit {
		return nil, errLarge
	}
	return content.Bytes(), nil
}

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
