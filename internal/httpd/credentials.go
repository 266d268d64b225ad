package httpd

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"frontdesk/internal/filestore"
	"frontdesk/internal/safetext"
	"frontdesk/internal/service"
)

// maxCredentials limits the size of the credentials file, which could be a device or a pipe without an end.
const maxCredentials = 64 << 10

// credentials returns the accepted credentials: from the file if one is configured, or else from the environment. The
// two are not merged, so that a key removed from the file is no longer accepted.
func (o *Options) credentials() (c service.Credentials, err error) {
	prefix := ""
	if o.CredentialsFile != "" {
		c, err = readCredentials(o.CredentialsFile)
		prefix = o.CredentialsFile + ": "
	} else {
		c, o.areInFiles, err = environmentCredentials(o.Env)
	}
	if err != nil {
		return c, err
	}
	if err := checkCredentials(c); err != nil {
		return c, fmt.Errorf("%s%w", prefix, err)
	}
	return c, nil
}

// The names of keys: FRONTDESK_TOKEN, and FRONTDESK_KEY_ with a word that the operator chooses. The same name with the
// suffix _NAME holds the author of what is written with that key.
const (
	tokenName    = "FRONTDESK_TOKEN"
	keyPrefix    = "FRONTDESK_KEY_"
	authorSuffix = "_NAME"
)

// maxAuthor limits the length of an author's name, in bytes.
const maxAuthor = 200

// environmentCredentials returns the credentials of the environment, and whether some of them are in files.
func environmentCredentials(env func(string) string) (c service.Credentials, areInFiles bool, err error) {
	values := map[string]string{}
	for _, name := range append(
		filestore.SecretNames(env), tokenName, tokenName+authorSuffix, "FRONTDESK_ORDER_USER", "FRONTDESK_ORDER_PASSWORD",
	) {
		if !isCredentialName(name) {
			continue
		}
		found, err := filestore.FindSecret(env, name)
		if err == nil && found != (filestore.Secret{}) {
			values[name], err = found.Read()
		}
		if err != nil {
			return c, false, err
		}
		areInFiles = areInFiles || found.File != ""
	}
	return credentialsOf(values), areInFiles, nil
}

// checkCredentials rejects credentials that no client could send or that every client would match, duplicate keys and
// invalid names.
func checkCredentials(c service.Credentials) error {
	switch {
	case c.Token == "" && len(c.Keys) == 0:
		return errors.New("FRONTDESK_TOKEN is empty: set the API key that the service accepts")
	case (c.OrderUser == "") != (c.OrderPassword == ""):
		return errors.New("FRONTDESK_ORDER_USER and FRONTDESK_ORDER_PASSWORD need each other: set both or neither")
	case strings.Contains(c.OrderUser, ":"):
		return errors.New("FRONTDESK_ORDER_USER has a colon, which ends the name in an HTTP credential")
	}
	seen := map[string]bool{}
	for _, k := range slices.Concat([]service.Key{{Token: c.Token, Author: c.Author}}, c.Keys) {
		token := k.Bare()
		switch {
		case token == "" && k.Token != "":
			return errors.New("a key has the scheme Basic alone: add the key after it")
		case token == "" && k.Author != "":
			return fmt.Errorf("the name %q has no key", safetext.LineFromText(k.Author))
		case seen[token]:
			return errors.New("the same key is there twice: each needs one name")
		case len(k.Author) > maxAuthor || safetext.LineFromText(k.Author).String() != k.Author:
			return fmt.Errorf(
				"the name %q is longer than 200 bytes or holds what cannot be shown",
				safetext.LineFromText(k.Author),
			)
		}
		seen[token] = token != ""
	}
	return nil
}

// readCredentials reads an environment file of NAME=VALUE lines, empty lines and # comments.
func readCredentials(path string) (service.Credentials, error) {
	content, _, err := filestore.ReadTrusted(path, filestore.OthersOpen, maxCredentials)
	if err != nil {
		return service.Credentials{}, fmt.Errorf("the credentials in %s cannot be read: %w", path, err)
	}
	values := map[string]string{}
	lines := bufio.NewScanner(bytes.NewReader(content))
	for number := 1; lines.Scan(); number++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		name, value, pair := strings.Cut(line, "=")
		name = strings.TrimSpace(name)
		if _, twice := values[name]; twice || !pair ||
			!isCredentialName(name) { // the line may hold a credential: omit it
			return service.Credentials{}, fmt.Errorf(
				"%s:%d: it is none of FRONTDESK_TOKEN=…, FRONTDESK_TOKEN_NAME=…, FRONTDESK_KEY_…=…, "+
					"FRONTDESK_KEY_…_NAME=…, FRONTDESK_ORDER_USER=… and FRONTDESK_ORDER_PASSWORD=…, or comes twice",
				path,
				number,
			)
		}
		values[name] = unquoted(strings.TrimSpace(value))
	}
	return credentialsOf(values), lines.Err()
}

// isCredentialName reports whether the credentials file may contain a name.
func isCredentialName(name string) bool {
	switch name {
	case tokenName, tokenName + authorSuffix, "FRONTDESK_ORDER_USER", "FRONTDESK_ORDER_PASSWORD":
		return true
	}
	word, isKey := strings.CutPrefix(name, keyPrefix)
	word = strings.TrimSuffix(word, authorSuffix)
	return isKey && word != "" && strings.Trim(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == "" &&
		word != strings.TrimPrefix(authorSuffix, "_")
}

// credentialsOf builds the credentials from the values of the file.
func credentialsOf(values map[string]string) service.Credentials {
	c := service.Credentials{
		Token: values[tokenName], Author: values[tokenName+authorSuffix],
		OrderUser: values["FRONTDESK_ORDER_USER"], OrderPassword: values["FRONTDESK_ORDER_PASSWORD"],
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		owner, isAuthor := strings.CutSuffix(name, authorSuffix)
		if !strings.HasPrefix(owner, keyPrefix) {
			continue
		}
		_, hasKey := values[owner]
		switch {
		case !isAuthor && values[name]+values[name+authorSuffix] != "":
			c.Keys = append(c.Keys, service.Key{Token: values[name], Author: values[name+authorSuffix]})
		case isAuthor && !hasKey:
			c.Keys = append(c.Keys, service.Key{Author: values[name]})
		}
	}
	return c
}

// unquoted removes one pair of quotes, as shells and systemd do.
func unquoted(s string) string {
	if len(s) > 1 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}
