package main

import (
	"crypto/tls"
	"errors"
	"fmt"
	"os"
	"sync/atomic"

	"frontdesk/internal/filestore"
)

// keyMode is what the file of a TLS key may not let others do; its group may read it, as Debian's ssl-cert does.
const keyMode = 0o027

// maxKey is more than any key needs.
const maxKey = 64 << 10

// errHalfTLS says that one of the two files is missing.
var errHalfTLS = errors.New("--tls-cert and --tls-key need each other: give both or neither")

// certificate is what the service shows of itself, changed while it runs.
type certificate struct {
	current atomic.Pointer[tls.Certificate]
}

// load takes the certificate and its key from their files; what cannot be used changes nothing.
func (c *certificate) load(o serveOptions) error {
	key, _, err := filestore.ReadTrusted(o.tlsKey, keyMode, maxKey)
	if err != nil {
		return fmt.Errorf("the TLS key in %s cannot be used: %w", o.tlsKey, err)
	}
	certs, err := os.ReadFile(o.tlsCert)
	if err != nil {
		return fmt.Errorf("the TLS certificate cannot be used: %w", err)
	}
	pair, err := tls.X509KeyPair(certs, key)
	if err != nil {
		return fmt.Errorf("the TLS certificate in %s and the key in %s cannot be used: %w", o.tlsCert, o.tlsKey, err)
	}
	c.current.Store(&pair)
	return nil
}

// config asks for the certificate at every handshake: connections that are there keep theirs.
func (c *certificate) config() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12,
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
			return c.current.Load(), nil
		},
	}
}

// usesTLS says whether the service speaks TLS.
func (o serveOptions) usesTLS() bool { return o.tlsCert != "" }
