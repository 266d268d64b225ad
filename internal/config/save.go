package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/pelletier/go-toml/v2"

	"frontdesk/internal/filestore"
)

// DefaultPath is the file that LoadAccount would read; empty when there is no home for one.
func DefaultPath(env func(string) string, path string) string {
	f, _ := findFile(env, path) // what is wrong with it is said by who reads it
	return f.path
}

// accountName is a name that needs no quotes in the file and none in a shell.
var accountName = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// ValidateAccountName says what is wrong with the name of a new account.
func ValidateAccountName(name string) error {
	if !accountName.MatchString(name) {
		return errors.New("a name is letters, digits, - and _")
	}
	return nil
}

// AccountNames are the names of the accounts of a file, none when there is no file. A file whose one account stands at
// its top is an error: what is there would become every account's, credentials too.
func AccountNames(path string) ([]string, error) {
	f, err := parse(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return f.accounts()
}

func (f file) accounts() ([]string, error) {
	var c Config
	tables := map[string]map[string]any{}
	if err := readAll(f.path+": ", f.values, c.allSettings(tables, map[string]map[string]any{})); err != nil {
		return nil, err
	}
	names := []string{}
	for name := range tables {
		names = append(names, name)
	}
	slices.Sort(names)
	if len(names) == 0 && (c.BaseURL != "" || c.ArticlesURL != "" || hasAnyKey(f.values, "token", "order_password")) {
		return nil, fmt.Errorf("%s holds one account at its top: put it under [accounts.NAME] before another one is added", f.path)
	}
	return names, nil
}

// SaveAccount puts an account into the file at path, made if there is none, for its owner's eyes. The other accounts and
// their comments stay as they are; an account of that name is reached in another way only when that is wanted, which writes the
// file anew without comments and keeps the old one as backup. The file is whole at every moment.
func SaveAccount(path, name string, values map[string]any, replace bool) (backup string, err error) {
	if err := ValidateAccountName(name); err != nil {
		return "", err
	}
	f, err := parse(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	known, err := f.accounts()
	if err != nil {
		return "", err
	}
	old := f.content
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // a link stays one
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
			err = write(backup, old)
		}
	}
	if err != nil {
		return "", err
	}
	if err := checkRoundTrip(path, made, name); err != nil {
		return "", err
	}
	return backup, write(path, made)
}

// appendAccount is the file with one account more, at its end. One account need not be chosen, but of two one must.
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

// connectionKeys are the settings of an account that say where its service is and who calls it: a set of them replaces
// the old one whole.
var connectionKeys = []string{
	"base_url", "kms_url", "allow_plain_http", "token", "token_command", "token_keyring", "order_user", "order_password", "order_password_command",
	"order_password_keyring", "cm_id", "time_zone",
}

// replaceAccount is the file with the account reached in another way; its views, vocabulary and the like stay.
func replaceAccount(content []byte, name string, values map[string]any) ([]byte, error) {
	var top map[string]any
	if err := toml.Unmarshal(content, &top); err != nil {
		return nil, fmt.Errorf("the configuration cannot be read: %w", err)
	}
	accounts, _ := top[accountsKey].(map[string]any) // it holds the account
	old, _ := accounts[name].(map[string]any)
	merged := maps.Clone(values)
	for key, value := range old {
		if _, given := merged[key]; !given && !slices.Contains(connectionKeys, key) {
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

// checkRoundTrip says what would be wrong with the file before it is one.
func checkRoundTrip(path string, content []byte, name string) error {
	var values map[string]any
	if err := toml.Unmarshal(content, &values); err != nil {
		return fmt.Errorf("the account cannot be added to %s as it is: %w", path, err)
	}
	c := Config{Origins: map[string]Origin{}}
	return c.readFile(file{path: path, values: values}, func(string) string { return "" }, name)
}

func write(path string, content []byte) error {
	if err := filestore.WriteFile(path, content); err != nil {
		return fmt.Errorf("the configuration cannot be written: %w", err)
	}
	return nil
}
