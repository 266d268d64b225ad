package filestore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

const (
	// AllNames is the name for which an environment returns the names of its variables, one a line.
	AllNames = ""
	// FileSuffix ends the name of the variable that names the file of a secret.
	FileSuffix = "_FILE"
	// CredentialsDirectory is the variable with the directory of the secrets that a service manager passes.
	CredentialsDirectory = "CREDENTIALS_DIRECTORY"
)

// maxSecret is the maximum size of the file of a secret.
const maxSecret = 64 << 10

// Secret is a secret of the environment: the value of a variable, or a file that has it alone.
type Secret struct {
	Value string // of the variable; empty if there is a file
	File  string // path; empty if there is a value
	From  string // what says so: the variable, that of the file, or the name in the credentials directory
}

// FindSecret finds the secret with the name of a variable, which may be in three places: the variable, the file that
// the variable NAME_FILE names, or the file NAME in the credentials directory. Two of them are an error, because nobody
// could tell which one counts.
func FindSecret(env func(string) string, name string) (Secret, error) {
	var found []Secret
	if value := env(name); value != "" {
		found = append(found, Secret{Value: value, From: name})
	}
	if path := env(name + FileSuffix); path != "" {
		found = append(found, Secret{File: path, From: name + FileSuffix})
	}
	if dir := env(CredentialsDirectory); dir != "" {
		path := filepath.Join(dir, name)
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			found = append(found, Secret{File: path, From: "$" + CredentialsDirectory + "/" + name})
		}
	}
	switch len(found) {
	case 0:
		return Secret{}, nil
	case 1:
		return found[0], nil
	}
	return Secret{}, fmt.Errorf("%s and %s are both given: remove one of them", found[0].From, found[1].From)
}

// Read returns the secret; of a file, its content without the line break at its end. Errors never contain it.
func (s Secret) Read() (string, error) {
	if s.File == "" {
		return s.Value, nil
	}
	value, err := ReadSecret(s.File)
	if err != nil {
		return "", fmt.Errorf("%s: %w", s.From, err)
	}
	return value, nil
}

// ReadSecret returns the content of a file that has a secret alone, without the line break at its end.
func ReadSecret(path string) (string, error) {
	content, _, err := ReadTrusted(path, OthersOpen, maxSecret)
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	value := strings.TrimRight(string(content), "\r\n")
	if value == "" || strings.ContainsAny(value, "\r\n\x00") {
		return "", fmt.Errorf("%s: it must hold one line with the secret alone", path)
	}
	return value, nil
}

// SecretNames returns the names of the variables for which the environment may have a secret: those that it has itself,
// as a variable or as that of a file, and those in the credentials directory.
func SecretNames(env func(string) string) (names []string) {
	for name := range strings.SplitSeq(env(AllNames), "\n") {
		names = append(names, strings.TrimSuffix(name, FileSuffix))
	}
	entries, _ := os.ReadDir(env(CredentialsDirectory)) // FindSecret reports what cannot be read
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}
