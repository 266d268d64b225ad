package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/filestore"
	"frontdesk/internal/filter"
	"frontdesk/internal/macro"
	"frontdesk/internal/safetext"
	"frontdesk/internal/settings"
)

// maxSaveTries is how often the file is read again because it was changed while an entry was being changed.
const maxSaveTries = 3

var errFileChanges = errors.New("the configuration is being changed by somebody else: try again")

// entryKind is a kind of entries that the console saves in the configuration.
type entryKind[T any] struct {
	key   string // of the list in the file
	thing string // such as view
	of    func(*Config) []T
	name  func(*T) *string
	check func(others []T, added T) error
	codec func(*T) settings.Codec
}

var (
	viewEntries = entryKind[desk.View]{
		"views", "view", func(c *Config) []desk.View { return c.Views },
		func(v *desk.View) *string { return &v.Name }, filter.CheckNewView, viewCodec,
	}
	macroEntries = entryKind[macro.Macro]{
		"macros", "macro", func(c *Config) []macro.Macro { return c.Macros },
		func(m *macro.Macro) *string { return &m.Name }, macro.CheckNew, uncheckedMacroCodec,
	}
)

// Entries are an account's views or macros in the file of the configuration. The file is read again before each change,
// and the rest of it stays byte for byte, but for a byte-order mark; it is created (0600) if necessary and replaced
// atomically.
type Entries[T any] struct {
	entryKind[T]
	path, account string
}

// ViewsIn returns the views of an account in the file at path.
func ViewsIn(path, account string) Entries[desk.View] {
	return Entries[desk.View]{viewEntries, path, account}
}

// MacrosIn returns the macros of an account in the file at path.
func MacrosIn(path, account string) Entries[macro.Macro] {
	return Entries[macro.Macro]{macroEntries, path, account}
}

// Add adds an entry after the others and returns all.
func (e Entries[T]) Add(added T) ([]T, error) {
	return e.change(func(f file, before []T) ([]byte, []T, error) {
		if err := e.check(before, added); err != nil {
			return nil, nil, err
		}
		lines, err := e.lines(f, added)
		made := bytes.Clone(f.content)
		if len(made) > 0 {
			made = append(bytes.TrimSuffix(made, []byte("\n")), '\n', '\n')
		}
		return append(made, lines...), append(slices.Clone(before), added), err
	})
}

// Rename gives an entry another name and returns all.
func (e Entries[T]) Rename(name, to string) ([]T, error) {
	return e.change(func(f file, before []T) ([]byte, []T, error) {
		at, err := e.find(before, name)
		if err != nil {
			return nil, nil, err
		}
		after := slices.Clone(before)
		*e.name(&after[at]) = to
		if err := e.check(slices.Delete(slices.Clone(before), at, at+1), after[at]); err != nil {
			return nil, nil, err
		}
		made, err := f.renamed(e.listKey(f), at, to)
		return made, after, err
	})
}

// Remove removes an entry and returns the rest.
func (e Entries[T]) Remove(name string) ([]T, error) {
	return e.change(func(f file, before []T) ([]byte, []T, error) {
		at, err := e.find(before, name)
		if err != nil {
			return nil, nil, err
		}
		made, err := f.without(e.listKey(f), at)
		return made, slices.Delete(slices.Clone(before), at, at+1), err
	})
}

func (e Entries[T]) find(all []T, name string) (int, error) {
	at := slices.IndexFunc(all, func(item T) bool { return *e.name(&item) == name })
	if at < 0 {
		return 0, fmt.Errorf("the configuration has no %s “%s”", e.thing, safetext.LineFromText(name))
	}
	return at, nil
}

// change replaces the file by what change makes of it, if that is read as change says.
func (e Entries[T]) change(change func(f file, before []T) (made []byte, after []T, err error)) ([]T, error) {
	path := e.path
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // keep a symbolic link
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("the configuration cannot be written: %w", err)
	}
	for range maxSaveTries {
		f, err := parse(path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		before, err := e.read(f)
		if err != nil {
			return nil, err
		}
		made, after, err := change(f, before)
		if err != nil {
			return nil, err
		}
		if err := e.verify(f, made, after, len(after) > len(before)); err != nil {
			return nil, err
		}
		now, err := filestore.ReadText(path, maxFile)
		switch {
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return nil, fmt.Errorf("the configuration cannot be read: %w", err)
		case bytes.Equal(now, f.content):
			return after, writeConfig(path, made)
		}
	}
	return nil, errFileChanges
}

// verify returns an error unless a file is read as the entries that it should have, and its other settings as before.
func (e Entries[T]) verify(before file, made []byte, want []T, added bool) error {
	after := file{path: before.path, content: made}
	err := toml.Unmarshal(made, &after.values)
	if err != nil && added {
		return fmt.Errorf(
			"the %s cannot be added to %s = [...] in %s: write each of its %s as [[%s]], then new ones can be added",
			e.thing, e.key, before.path, e.key, e.key)
	}
	var got []T
	if err == nil {
		got, err = e.read(after)
	}
	isSame := slices.EqualFunc(got, want, func(x, y T) bool { return e.written(x) == e.written(y) })
	if err == nil && (!isSame || !reflect.DeepEqual(e.others(before), e.others(after))) {
		err = errors.New("it would not be read again")
	}
	if err != nil {
		return fmt.Errorf("the %s cannot be changed in %s as that is written: %w", e.thing, before.path, err)
	}
	return nil
}

// written returns an entry as it is written; what has no value is not.
func (e Entries[T]) written(entry T) string {
	lines, err := e.lines(file{}, entry)
	if err != nil {
		return err.Error()
	}
	return lines
}

// others returns the settings of a file without the entries of the account.
func (e Entries[T]) others(f file) map[string]any {
	values := maps.Clone(f.values)
	if e.listKey(f) == e.key {
		delete(values, e.key)
		return emptyAsNil(values)
	}
	accounts, _ := values[accountsKey].(map[string]any)
	accounts = maps.Clone(accounts)
	table := maps.Clone(f.accountTable(e.account))
	delete(table, e.key)
	accounts[e.account], values[accountsKey] = table, accounts
	return values
}

func emptyAsNil(values map[string]any) map[string]any {
	if len(values) == 0 {
		return nil
	}
	return values
}

// read returns the entries of the account in a file.
func (e Entries[T]) read(f file) ([]T, error) {
	c := Config{Origins: settings.Origins{}, Path: f.path}
	if f.values == nil {
		return nil, nil
	}
	account := e.account
	if f.accountTable(account) == nil {
		account = ""
	}
	err := c.readFile(f, func(string) string { return "" }, account)
	return e.of(&c), f.located(err)
}

// accountTable returns the table of an account, nil if the file has none.
func (f file) accountTable(account string) map[string]any {
	accounts, _ := f.values[accountsKey].(map[string]any)
	table, _ := accounts[account].(map[string]any)
	return table
}

// listKey returns the key under which an account's entries stand: its own, unless those of all accounts apply.
func (e Entries[T]) listKey(f file) string {
	table := f.accountTable(e.account)
	if table == nil || table[e.key] == nil && f.values[e.key] != nil {
		return e.key
	}
	return accountsKey + "." + settings.QuoteKey(e.account) + "." + e.key
}

// lines returns an entry as lines of the file, in the order of the documentation.
func (e Entries[T]) lines(f file, added T) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "[[%s]]\n", e.listKey(f))
	for _, s := range e.codec(&added).Inner() {
		value := s.Value()
		if value == nil || value == false {
			continue
		}
		if err := writeValue(&b, s.Name, value); err != nil {
			return "", fmt.Errorf("the "+e.thing+" cannot be written: %w", err)
		}
	}
	return b.String(), nil
}

// writeValue writes a value of an entry as lines. A table in it is written by dotted keys, because its header would end
// the entry.
func writeValue(b *strings.Builder, key string, value any) error {
	table, isTable := value.(map[string]any)
	if !isTable {
		line, err := toml.Marshal(map[string]any{"key": value})
		b.WriteString(key + strings.TrimPrefix(string(line), "key"))
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(table)) {
		if err := writeValue(b, key+"."+settings.QuoteKey(name), table[name]); err != nil {
			return err
		}
	}
	return nil
}

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
