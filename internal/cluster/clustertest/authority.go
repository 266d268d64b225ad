package clustertest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Authority signs certificates for the length of a test.
type Authority struct {
	t    testing.TB
	dir  string
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	File string // with its certificate
}

// NewAuthority returns a new authority, which nobody trusts who is not given its file.
func NewAuthority(t testing.TB) *Authority {
	t.Helper()
	a := &Authority{t: t, dir: t.TempDir()}
	a.cert = &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
	}
	a.File, _ = a.write("ca", a.cert)
	return a
}

// Issue writes a certificate for 127.0.0.1, of servers and of hosts, and its key.
func (a *Authority) Issue(name string) (certFile, keyFile string) {
	a.t.Helper()
	return a.write(name, &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	})
}

// write makes a certificate, signed by the authority or, for the first, by itself.
func (a *Authority) write(name string, template *x509.Certificate) (certFile, keyFile string) {
	a.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	a.require(err)
	if a.key == nil {
		a.key = key
	}
	cert, err := x509.CreateCertificate(rand.Reader, template, a.cert, key.Public(), a.key)
	a.require(err)
	private, err := x509.MarshalPKCS8PrivateKey(key)
	a.require(err)
	certFile, keyFile = filepath.Join(a.dir, name+".crt"), filepath.Join(a.dir, name+".key")
	a.require(os.WriteFile(certFile, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert}), 0o600))
	a.require(os.WriteFile(keyFile, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}), 0o600))
	return certFile, keyFile
}

func (a *Authority) require(err error) {
	a.t.Helper()
	if err != nil {
		a.t.Fatal(err)
	}
}

// Serve changes the options of a server: it shows a certificate of the authority.
func (a *Authority) Serve(o *server.Options) {
	a.t.Helper()
	pair, err := tls.LoadX509KeyPair(a.Issue("server"))
	a.require(err)
	known := x509.NewCertPool()
	content, err := os.ReadFile(a.File)
	a.require(err)
	known.AppendCertsFromPEM(content)
	o.TLS = true
	o.TLSConfig = &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{pair}, ClientCAs: known}
}

// ServeKnown is Serve, to hosts that show a certificate of the authority too.
func (a *Authority) ServeKnown(o *server.Options) {
	a.t.Helper()
	a.Serve(o)
	o.TLSVerify = true
	o.TLSConfig.ClientAuth = tls.RequireAndVerifyClientCert
}
