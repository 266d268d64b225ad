package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/filestore"
	"frontdesk/internal/filter"
)

// maxSaveTries is how often the file is read again because it was changed while a view was being added.
const maxSaveTries = 3

// errInlineViews is the error of a file that has its views in a list, to which a table cannot be added.
var errInlineViews = errors.New("the view cannot be added to views = [...]")

var errFileChanges = errors.New("the configuration is being changed by somebody else: try again")

// SaveView adds a view after the saved ones of an account and returns all of them. The file at path is read again
// first, and the rest of it stays byte for byte, but for a byte-order mark; it is created (0600) if necessary and
// replaced atomically.
func SaveView(path, account string, v desk.View) ([]desk.View, error) {
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
		made, views, err := f.withView(account, v)
		if err != nil {
			return nil, err
		}
		now, err := filestore.ReadText(path, maxFile)
		switch {
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return nil, fmt.Errorf("the configuration cannot be read: %w", err)
		case bytes.Equal(now, f.content):
			return views, writeConfig(path, made)
		}
	}
	return nil, errFileChanges
}

// withView returns the file with a view added, and the views that the account then has.
func (f file) withView(account string, v desk.View) (made []byte, views []desk.View, err error) {
	before, err := f.viewsOf(account)
	if err != nil {
		return nil, nil, err
	}
	if err := filter.CheckNewView(before, v); err != nil {
		return nil, nil, err
	}
	lines, err := viewLines(f.viewsKey(account), v)
	if err != nil {
		return nil, nil, err
	}
	made = bytes.Clone(f.content)
	if len(made) > 0 {
		if !bytes.HasSuffix(made, []byte("\n")) {
			made = append(made, '\n')
		}
		made = append(made, '\n')
	}
	made = append(made, lines...)
	after := file{path: f.path, content: made}
	if toml.Unmarshal(made, &after.values) != nil {
		return nil, nil, fmt.Errorf("%w in %s: write each of its views as [[views]], then new ones can be added",
			errInlineViews, f.path)
	}
	views, err = after.viewsOf(account)
	if err == nil && (len(views) != len(before)+1 || views[len(before)].Filter != v.Filter) {
		err = errors.New("it would not be read again")
	}
	if err != nil {
		return nil, nil, fmt.Errorf("the view cannot be added to %s as that is written: %w", f.path, err)
	}
	return made, views, nil
}

// viewsOf returns the saved views of an account.
func (f file) viewsOf(account string) ([]desk.View, error) {
	c := Config{Origins: map[string]Origin{}, Path: f.path}
	if f.values == nil {
		return nil, nil
	}
	if f.accountTable(account) == nil {
		account = ""
	}
	err := c.readFile(f, func(string) string { return "" }, account)
	return c.Views, err
}

// accountTable returns the table of an account, nil if the file has none.
func (f file) accountTable(account string) map[string]any {
	accounts, _ := f.values[accountsKey].(map[string]any)
	table, _ := accounts[account].(map[string]any)
	return table
}

// viewsKey returns the key under which an account's views stand: its own, unless those of all accounts apply.
func (f file) viewsKey(account string) string {
	table := f.accountTable(account)
	if table == nil || table["views"] == nil && f.values["views"] != nil {
		return "views"
	}
	return accountsKey + "." + quoteKey(account) + ".views"
}

// viewLines returns a view as lines of the file, in the order of the documentation.
func viewLines(within string, v desk.View) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "[[%s]]\n", within)
	for _, s := range viewCodec(&v).inner() {
		value := s.value()
		if isDefault(value) {
			continue
		}
		line, err := toml.Marshal(map[string]any{s.name: value})
		if err != nil {
			return "", fmt.Errorf("the view cannot be written: %w", err)
		}
		b.Write(line)
	}
	return b.String(), nil
}
