//go:build unix

package cli_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/cli"
	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

// writeCertificate writes a certificate for 127.0.0.1 with its key and returns a client that trusts nothing else.
func writeCertificate(t *testing.T, certFile, keyFile string) *http.Client {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	writePrivateFile(t, certFile, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert})))
	writePrivateFile(t, keyFile, string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})))
	parsed, err := x509.ParseCertificate(cert)
	if err != nil {
		t.Fatal(err)
	}
	trusted := x509.NewCertPool()
	trusted.AddCert(parsed)
	return &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted, MinVersion: tls.VersionTLS12}}}
}

// TestServe_HangUpReplacesTheCertificate: open connections go on, and new ones get the new certificate.
func TestServe_HangUpReplacesTheCertificate(t *testing.T) {
	dir := t.TempDir()
	certFile, keyFile := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	before := writeCertificate(t, certFile, keyFile)
	r := startServiceWith(t, "--tls-cert", certFile, "--tls-key", keyFile)
	if !strings.HasPrefix(r.url, "https://127.0.0.1:") {
		t.Errorf("it serves on %s", r.url)
	}
	if code, _ := r.requestWithKey(t, before, clitest.Token); code != http.StatusOK {
		t.Errorf("with TLS: %d", code)
	}
	writePrivateFile(t, certFile, "no certificate")
	if line := r.hangUp(t, "stays in force"); !strings.Contains(line, "cannot be used") {
		t.Error(line)
	}
	after := writeCertificate(t, certFile, keyFile)
	r.hangUp(t, "read again")
	if code, reused := r.requestWithKey(t, before, clitest.Token); code != http.StatusOK || !reused {
		t.Errorf("who was connected: %d, on the same connection: %v", code, reused)
	}
	if code, _ := r.requestWithKey(t, after, clitest.Token); code != http.StatusOK {
		t.Errorf("who trusts the new one: %d", code)
	}
	before.CloseIdleConnections()
	after.CloseIdleConnections()
	r.stop()
}

func TestServe_KeyThatOthersCanReadIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	certFile, keyFile := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	writeCertificate(t, certFile, keyFile)
	if err := os.Chmod(keyFile, 0o644); err != nil {
		t.Fatal(err)
	}
	var out, errOut bytes.Buffer
	args := []string{"serve", "--db", filepath.Join(dir, "desk.db"), "--tls-cert", certFile, "--tls-key", keyFile}
	if code := cli.Run(t.Context(), args, testVariable, strings.NewReader(""), &out, &errOut); code != exitcode.Usage || !strings.Contains(errOut.String(), "chmod 600 it") {
		t.Errorf("%d %s", code, &errOut)
	}
}

func TestServe_SecretsThatOthersCanReplaceAreRefused(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"key.pem", "credentials"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			within := func(name string) string { return filepath.Join(dir, name) }
			writeCertificate(t, within("cert.pem"), within("key.pem"))
			writePrivateFile(t, within("credentials"), "FRONTDESK_TOKEN=c2VjcmV0")
			open := within("open")
			if err := os.Mkdir(open, 0o700); err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(os.Rename(within(name), filepath.Join(open, name)), os.Symlink(filepath.Join(open, name), within(name)), os.Chmod(open, 0o777)); err != nil {
				t.Fatal(err)
			}
			var out, errOut bytes.Buffer
			args := []string{
				"serve", "--db", within("desk.db"), "--listen", "127.0.0.1:0",
				"--tls-cert", within("cert.pem"), "--tls-key", within("key.pem"), "--credentials", within("credentials"),
			}
			ctx, cancel := context.WithCancel(t.Context())
			cancel() // were it started, it would end at once
			if code := cli.Run(ctx, args, testVariable, strings.NewReader(""), &out, &errOut); code != exitcode.Usage || !strings.Contains(errOut.String(), "others can write the directory "+open) {
				t.Errorf("%d %s", code, &errOut)
			}
		})
	}
}

func TestServe_PlainHTTPBeyondLoopbackNeedsItsFlag(t *testing.T) {
	t.Parallel()
	r := startServiceWith(t, "--listen", "0.0.0.0:0", "--allow-plain")
	if !strings.HasPrefix(r.url, "http://") {
		t.Errorf("it serves on %s", r.url)
	}
	r.stop()
}
