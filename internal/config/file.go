package config

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/adrg/xdg"
	"github.com/pelletier/go-toml/v2"
)

// maxFile is more than any configuration needs; a device or a pipe may go on for ever.
const maxFile = 1 << 20

// file is the configuration as it was read; without values there was none.
type file struct {
	path   string
	values map[string]any
}

// findFile reads the file; see LoadAccount for which one.
func findFile(env func(string) string, path string) (file, error) {
	path = cmp.Or(path, env("FRONTDESK_CONFIG"))
	named := path != ""
	if !named {
		dir := under(env("XDG_CONFIG_HOME"), xdg.ConfigHome)
		if dir == "" {
			return file{}, nil // no home, no file: everything can come from the environment
		}
		path = filepath.Join(dir, "config.toml")
	}
	f := file{path: path}
	values, mode, err := parse(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !named:
		return f, nil
	case err != nil:
		return f, err
	}
	f.values = values
	return f, permitted(f, mode)
}

// permitted refuses a file that others could take a credential from, or put a command into.
func permitted(f file, mode fs.FileMode) error {
	if runtime.GOOS == "windows" { // has no such modes
		return nil
	}
	switch {
	case mode.Perm()&0o077 != 0 && holds(f.values, "token", "order_password"):
		return fmt.Errorf("%s holds a credential and others may open it (mode %#o): chmod 600 it", f.path, mode.Perm())
	case mode.Perm()&0o022 != 0 && holds(f.values, "token_command", "order_password_command"):
		return fmt.Errorf("%s names a command to run and others may write it (mode %#o): chmod 600 it", f.path, mode.Perm())
	}
	return nil
}

// holds says whether one of the keys is given, for every account or for any.
func holds(values map[string]any, keys ...string) bool {
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

// parse reads the file's values and its mode, both of the same open file.
func parse(path string) (values map[string]any, mode fs.FileMode, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, 0, fmt.Errorf("the configuration cannot be read: %w", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, 0, fmt.Errorf("the configuration cannot be read: %w", err)
	}
	content, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	switch {
	case err != nil:
		return nil, 0, fmt.Errorf("the configuration cannot be read: %w", err)
	case len(content) > maxFile:
		return nil, 0, fmt.Errorf("%s is no configuration: it is larger than 1 MiB", path)
	}
	values = map[string]any{}
	err = toml.Unmarshal(content, &values)
	var fault *toml.DecodeError
	if errors.As(err, &fault) {
		row, column := fault.Position()
		return nil, 0, fmt.Errorf("%s:%d:%d: %s", path, row, column, strings.TrimPrefix(fault.Error(), "toml: "))
	}
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", path, err)
	}
	return values, info.Mode(), nil
}
