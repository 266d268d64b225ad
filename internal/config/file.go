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

// readFile fills settings from the file; see Load for which one.
func readFile(env func(string) string, path string, settings []setting) error {
	path = cmp.Or(path, env("FRONTDESK_CONFIG"))
	named := path != ""
	if !named {
		dir := under(env("XDG_CONFIG_HOME"), xdg.ConfigHome)
		if dir == "" {
			return nil // no home, no file: everything can come from the environment
		}
		path = filepath.Join(dir, "config.toml")
	}
	values, mode, err := parse(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !named:
		return nil
	case err != nil:
		return err
	case holdsSecret(values) && open(mode):
		return fmt.Errorf("%s holds a credential and others may open it (mode %#o): chmod 600 it", path, mode.Perm())
	}
	return readAll(path+": ", values, settings)
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

func holdsSecret(values map[string]any) bool { return values[token] != nil || values[password] != nil }

// open says whether somebody but the owner may read or write the file; Windows has no such modes.
func open(mode fs.FileMode) bool { return runtime.GOOS != "windows" && mode.Perm()&0o077 != 0 }
