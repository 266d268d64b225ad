package httpd

import (
	"crypto/tls"
	"errors"
	"fmt"
	"sync/atomic"

	"frontdesk/internal/filestore"
)

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
