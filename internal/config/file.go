package config

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/adrg/xdg"
	"github.com/pelletier/go-toml/v2"

	"frontdesk/internal/filestore"
	"frontdesk/internal/safetext"
	"frontdesk/internal/settings"
)

// maxFile is the maximum size of the file in bytes; the path may be an endless device or pipe.
const maxFile = 1 << 20

// file is the parsed configuration file; values is nil if it does not exist.
type file struct {
	path    string
	content []byte
	values  map[string]any
}

// findFile finds and parses the file; see LoadAccount for the search order.
func findFile(env func(string) string, path string) (file, error) {
	path = cmp.Or(path, env(configVariable))
	named := path != ""
	if !named {
		dir := appDir(env("XDG_CONFIG_HOME"), xdg.ConfigHome)
		if dir == "" {
			return file{}, nil // no home directory and therefore no file: the environment may hold every setting
		}
		path = filepath.Join(dir, "config.toml")
	}
	f, err := parse(path)
	if errors.Is(err, fs.ErrNotExist) && !named {
		return f, nil
	}
	return f, err
}

// located returns an error about a key of the file with the line in which that key stands, or what is around it.
func (f file) located(err error) error {
	if err == nil {
		return nil
	}
	text, isOfKey := strings.CutPrefix(err.Error(), f.path+": ")
	if !isOfKey {
		return err
	}
	return errors.New(f.place(text))
}

// place returns a text that begins with a key of the file, behind the file and the line in which that key stands.
func (f file) place(text string) string {
	if place, found := settings.Nearest(settings.Places(f.content), text); found {
		return fmt.Sprintf("%s:%d: %s", f.path, place.Line(f.content), text)
	}
	return f.path + ": " + text
}

// checkTrusted rejects a file with a credential that other users can read, and any other file that they can change: it
// decides which commands run and where credentials are sent. An empty file is always trusted.
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

// hasAnyKey reports whether one of the keys is set at the top level, in any account or for any agent.
func hasAnyKey(values map[string]any, keys ...string) bool {
	tables := []any{values}
	for _, of := range []string{accountsKey, agentsKey} {
		all, _ := values[of].(map[string]any)
		tables = slices.AppendSeq(tables, maps.Values(all))
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

// parse parses the file at path and rejects one that cannot be trusted. The check applies to the file that was opened,
// so that it cannot be replaced in between.
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
		return f, fmt.Errorf("%s is not a configuration: it is larger than 1 MiB", path)
	}
	if f.content, err = safetext.UTF8(f.content); err != nil {
		return f, fmt.Errorf("%s: %w", path, err)
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
