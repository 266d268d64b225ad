package httpd

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/tls"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"frontdesk/internal/desk"
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
	if o.Credentials != "" {
		c, err = readCredentials(o.Credentials)
		prefix = o.Credentials + ": "
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
// suffix _NAME holds the author of what is written with that key, and with _FOR the agents for whom it may write.
const (
	tokenName    = "FRONTDESK_TOKEN"
	keyPrefix    = "FRONTDESK_KEY_"
	authorSuffix = "_NAME"
	agentsSuffix = "_FOR"
)

// maxAuthor limits the length of an author's name, in bytes.
const maxAuthor = 200

// environmentCredentials returns the credentials of the environment, and whether some of them are in files.
func environmentCredentials(env func(string) string) (c service.Credentials, areInFiles bool, err error) {
	values := map[string]string{}
	for _, name := range append(
		filestore.SecretNames(env), tokenName, tokenName+authorSuffix, tokenName+agentsSuffix,
		"FRONTDESK_ORDER_USER", "FRONTDESK_ORDER_PASSWORD",
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
	return checkKeys(slices.Concat([]service.Key{{Token: c.Token, Author: c.Author, For: c.For}}, c.Keys))
}

// checkKeys rejects duplicate keys, invalid names, and names that look alike. Several keys may have the same name.
func checkKeys(keys []service.Key) error {
	seen, names := map[string]bool{}, desk.AgentNames{}
	for _, k := range keys {
		token := k.Bare()
		switch {
		case token == "" && k.Token != "":
			return errors.New("a key has the scheme Basic alone: add the key after it")
		case token == "" && k.Author+strings.Join(k.For, "") != "":
			return fmt.Errorf("the name %q has no key", safetext.LineFromText(cmp.Or(k.Author, strings.Join(k.For, ", "))))
		case seen[token]:
			return errors.New("the same key is there twice: each needs one name")
		}
		seen[token] = token != ""
		for _, name := range append([]string{k.Author}, k.For...) {
			if err := checkName(name, &names); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkName rejects a name that cannot be shown as it is, and one that looks like another.
func checkName(name string, others *desk.AgentNames) error {
	if name == "" || name == service.Employees {
		return nil
	}
	if len(name) > maxAuthor {
		return fmt.Errorf("the name %q is longer than %d bytes", safetext.LineFromText(name), maxAuthor)
	}
	shown, err := desk.ParseAgentName(name)
	if err != nil {
		return err
	}
	if other, added := others.Add(shown); !added {
		return fmt.Errorf("the name %q looks like %q", shown, other)
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
				"%s:%d: it is none of FRONTDESK_TOKEN=…, FRONTDESK_TOKEN_NAME=…, FRONTDESK_TOKEN_FOR=…, "+
					"the same with FRONTDESK_KEY_…, FRONTDESK_ORDER_USER=… and FRONTDESK_ORDER_PASSWORD=…, or comes twice",
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
	if name == "FRONTDESK_ORDER_USER" || name == "FRONTDESK_ORDER_PASSWORD" {
		return true
	}
	key, _ := cutSuffix(name)
	word, isKey := strings.CutPrefix(key, keyPrefix)
	return key == tokenName ||
		isKey && word != "" && strings.Trim(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == "" &&
			"_"+word != authorSuffix && "_"+word != agentsSuffix
}

// cutSuffix returns the name of the key that a name is about, and what of the key it has; "" for the key itself.
func cutSuffix(name string) (key, suffix string) {
	for _, suffix := range []string{authorSuffix, agentsSuffix} {
		if key, has := strings.CutSuffix(name, suffix); has {
			return key, suffix
		}
	}
	return name, ""
}

// credentialsOf builds the credentials from the values of the file. What is about a key that is not there makes one
// without a token, which is rejected.
func credentialsOf(values map[string]string) service.Credentials {
	keys := map[string]*service.Key{tokenName: {}}
	for name, value := range values {
		of, suffix := cutSuffix(name)
		if keys[of] == nil {
			keys[of] = &service.Key{}
		}
		switch key := keys[of]; suffix {
		case authorSuffix:
			key.Author = value
		case agentsSuffix:
			key.For = agentsOf(value)
		default:
			key.Token = value
		}
	}
	token := keys[tokenName]
	c := service.Credentials{
		Token: token.Token, Author: token.Author, For: token.For,
		OrderUser: values["FRONTDESK_ORDER_USER"], OrderPassword: values["FRONTDESK_ORDER_PASSWORD"],
	}
	for _, name := range slices.Sorted(maps.Keys(keys)) {
		key := *keys[name]
		if strings.HasPrefix(name, keyPrefix) && key.Token+key.Author+strings.Join(key.For, "") != "" {
			c.Keys = append(c.Keys, key)
		}
	}
	return c
}

// agentsOf returns the names of a list with commas.
func agentsOf(list string) (names []string) {
	for name := range strings.SplitSeq(list, ",") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// unquoted removes one pair of quotes, as shells and systemd do.
func unquoted(s string) string {
	if len(s) > 1 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}

// keyMode is the set of permission bits that the TLS key file must not have. Its group may read it, as with Debian's
// ssl-cert.
const keyMode = 0o027

// maxKey and maxCertificates limit the sizes of the files.
const (
	maxKey          = 64 << 10
	maxCertificates = 1 << 20
)

// errHalfTLS reports that only one of the two files is given.
var errHalfTLS = errors.New("--tls-cert and --tls-key need each other: give both or neither")

// certificate holds the server's current certificate, which can be replaced while the service runs.
type certificate struct {
	current atomic.Pointer[tls.Certificate]
}

// load reads the certificate and its key. After an error the previous pair stays in use.
func (c *certificate) load(o Options) error {
	key, _, err := filestore.ReadTrusted(o.TLSKey, keyMode, maxKey)
	if err != nil {
		return fmt.Errorf("the TLS key in %s cannot be used: %w", o.TLSKey, err)
	}
	certs, err := filestore.ReadText(o.TLSCert, maxCertificates)
	if err != nil {
		return fmt.Errorf("the TLS certificate in %s cannot be used: %w", o.TLSCert, err)
	}
	pair, err := tls.X509KeyPair(certs, key)
	if err != nil {
		return fmt.Errorf("the TLS certificate in %s and the key in %s cannot be used: %w", o.TLSCert, o.TLSKey, err)
	}
	c.current.Store(&pair)
	return nil
}

// config returns a TLS configuration that looks the certificate up at every handshake; established connections keep
// theirs.
func (c *certificate) config() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12,
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
			return c.current.Load(), nil
		},
	}
}

// usesTLS reports whether the service uses TLS.
func (o Options) usesTLS() bool { return o.TLSCert != "" }
