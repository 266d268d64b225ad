package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/pelletier/go-toml/v2"

	"frontdesk/internal/filestore"
	"frontdesk/internal/settings"
)

// DefaultPath returns the path of the file that LoadAccount would read; empty when there is no home directory.
func DefaultPath(env func(string) string, path string) string {
	f, _ := findFile(env, path) // errors are reported when the file is loaded
	return f.path
}

// ValidateAccountName returns an error if a name is not valid for a new account.
func ValidateAccountName(name string) error {
	if settings.QuoteKey(name) != name {
		return errors.New("a name is letters, digits, - and _")
	}
	return nil
}

// AccountNames returns the names of the accounts in a file, none if the file does not exist. A file with a single
// account at its top level is an error: its settings, including credentials, would apply to every account.
func AccountNames(path string) ([]string, error) {
	f, err := parse(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return f.accountNames()
}

func (f file) accountNames() ([]string, error) {
	var c Config
	tables := map[string]map[string]any{}
	if err := settings.Read(f.path+": ", f.values, c.allSettings(tables, map[string]map[string]any{})); err != nil {
		return nil, f.located(err)
	}
	names := slices.Sorted(maps.Keys(tables))
	if len(names) == 0 && (c.BaseURL != "" || c.ArticlesURL != "" || hasAnyKey(f.values, "token", "order_password")) {
		return nil, fmt.Errorf(
			"%s holds one account at its top: put it under [accounts.NAME] before another one is added",
			f.path,
		)
	}
	return names, nil
}

// SaveAccount adds an account to the file at path and creates the file (0600) if necessary. The other accounts and all
// comments are kept. With replace set, it replaces the connection of an existing account instead; this rewrites the
// file without comments and keeps the old one as backup. The file is replaced atomically.
func SaveAccount(path, name string, values map[string]any, replace bool) (backup string, err error) {
	if err := ValidateAccountName(name); err != nil {
		return "", err
	}
	f, err := parse(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	known, err := f.accountNames()
	if err != nil {
		return "", err
	}
	old := f.content
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // keep a symbolic link
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", fmt.Errorf("the configuration cannot be written: %w", err)
	}
	made, err := appendAccount(old, known, name, values)
	if slices.Contains(known, name) {
		if !replace {
			return "", fmt.Errorf("%s holds an account %q already", path, name)
		}
		if made, err = replaceAccount(old, name, values); err == nil {
			backup = path + ".before"
			err = writeConfig(backup, old)
		}
	}
	if err != nil {
		return "", err
	}
	if err := checkRoundTrip(path, made, name); err != nil {
		return "", err
	}
	return backup, writeConfig(path, made)
}

// appendAccount returns the file with an account appended. It sets the selected account if none is set, because a file
// with two accounts needs one.
func appendAccount(old []byte, known []string, name string, values map[string]any) ([]byte, error) {
	lines, err := toml.Marshal(values)
	if err != nil {
		return nil, fmt.Errorf("the account cannot be written: %w", err)
	}
	var top map[string]any
	if err := toml.Unmarshal(old, &top); err != nil {
		return nil, fmt.Errorf("the configuration cannot be read: %w", err)
	}
	var b bytes.Buffer
	if top["account"] == nil {
		first := name
		if len(known) > 0 {
			first = known[0]
		}
		fmt.Fprintf(&b, "account = %q\n", first)
	}
	b.Write(old)
	if len(old) > 0 && !bytes.HasSuffix(old, []byte("\n")) {
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "\n[%s.%s]\n%s", accountsKey, name, lines)
	return b.Bytes(), nil
}

// isOfConnection reports whether a setting is one of the connection and its credentials, which are always replaced
// together.
func isOfConnection(key string) bool {
	isNamed := func(s settings.Setting) bool { return s.Name == key }
	return key == "time_zone" || slices.ContainsFunc(new(Config).addressedSettings(), isNamed)
}

// replaceAccount returns the file with the account's connection replaced; its other settings are kept.
func replaceAccount(content []byte, name string, values map[string]any) ([]byte, error) {
	var top map[string]any
	if err := toml.Unmarshal(content, &top); err != nil {
		return nil, fmt.Errorf("the configuration cannot be read: %w", err)
	}
	accounts, _ := top[accountsKey].(map[string]any) // the caller has checked that the account exists
	old, _ := accounts[name].(map[string]any)
	merged := maps.Clone(values)
	for key, value := range old {
		if _, given := merged[key]; !given && !isOfConnection(key) {
			merged[key] = value
		}
	}
	accounts[name] = merged
	made, err := toml.Marshal(top)
	if err != nil {
		return nil, fmt.Errorf("the configuration cannot be written: %w", err)
	}
	return made, nil
}

// checkRoundTrip checks that the new content can be loaded before it is written.
func checkRoundTrip(path string, content []byte, name string) error {
	var values map[string]any
	if err := toml.Unmarshal(content, &values); err != nil {
		return fmt.Errorf("the account cannot be added to %s as it is: %w", path, err)
	}
	c := Config{Origins: settings.Origins{}}
	return c.readFile(file{path: path, values: values}, func(string) string { return "" }, name)
}

func writeConfig(path string, content []byte) error {
	if err := filestore.WriteFile(path, content); err != nil {
		return fmt.Errorf("the configuration cannot be written: %w", err)
	}
	return nil
}
