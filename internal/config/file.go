package config

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/adrg/xdg"
	"github.com/pelletier/go-toml/v2"

	"frontdesk/internal/filestore"
)

// maxFile is more than any configuration needs; a device or a pipe may go on for ever.
const maxFile = 1 << 20

// file is the configuration as it was read; without values there was none.
type file struct {
	path    string
	content []byte
	values  map[string]any
}

// findFile reads the file; see LoadAccount for which one.
func findFile(env func(string) string, path string) (file, error) {
	path = cmp.Or(path, env("FRONTDESK_CONFIG"))
	named := path != ""
	if !named {
		dir := appDir(env("XDG_CONFIG_HOME"), xdg.ConfigHome)
		if dir == "" {
			return file{}, nil // no home, no file: everything can come from the environment
		}
		path = filepath.Join(dir, "config.toml")
	}
	f, err := parse(path)
	if errors.Is(err, fs.ErrNotExist) && !named {
		return f, nil
	}
	return f, err
}

// checkTrusted refuses a file that others could take a credential from, or decide with what is run and where credentials
// go. What holds nothing decides nothing.
func (f file) checkTrusted(info fs.FileInfo) error {
	what, refuse := "decides what is run and where credentials go, and", filestore.OthersWrite
	switch {
	case len(f.values) == 0:
		return nil
	case hasAnyKey(f.values, "token", "order_password"):
		what, refuse = "holds a credential and", filestore.OthersOpen
	}
	if err := filestore.CheckTrusted(f.path, info, refuse); err != nil {
		return fmt.Errorf("%s %s %w", f.path, what, err)
	}
	return nil
}

// hasAnyKey says whether one of the keys is given, for every account or for any.
func hasAnyKey(values map[string]any, keys ...string) bool {
	tables := []any{values}
	if accounts, ok := values[accountsKey].(map[string]any); ok {
		for _, account := range accounts {
			tables = append(tables, account)
		}
	}
	for _, one := range tables {
		table, _ := one.(map[string]any)
		for _, key := range keys {
			if table[key] != nil {
				return true
			}
		}
	}
	return false
}

// parse reads the file at path and refuses one that is not to be trusted; what is checked is the same open file.
func parse(path string) (file, error) {
	f := file{path: path}
	open, err := os.Open(path)
	if err != nil {
		return f, fmt.Errorf("the configuration cannot be read: %w", err)
	}
	defer func() { _ = open.Close() }()
	info, err := open.Stat()
	if err != nil {
		return f, fmt.Errorf("the configuration cannot be read: %w", err)
	}
	f.content, err = io.ReadAll(io.LimitReader(open, maxFile+1))
	switch {
	case err != nil:
		return f, fmt.Errorf("the configuration cannot be read: %w", err)
	case len(f.content) > maxFile:
		return f, fmt.Errorf("%s is no configuration: it is larger than 1 MiB", path)
	}
	values := map[string]any{}
	err = toml.Unmarshal(f.content, &values)
	var fault *toml.DecodeError
	if errors.As(err, &fault) {
		row, column := fault.Position()
		return f, fmt.Errorf("%s:%d:%d: %s", path, row, column, strings.TrimPrefix(fault.Error(), "toml: "))
	}
	if err != nil {
		return f, fmt.Errorf("%s: %w", path, err)
	}
	f.values = values
	return f, f.checkTrusted(info)
}
