package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// certificate is what services show, and what everybody trusts: a host gives its key to no other machine without TLS.
type certificate struct {
	certFile, keyFile string
	trusted           *x509.CertPool
}

// newCertificate makes a certificate for some addresses.
func newCertificate(dir string, addresses ...string) (*certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "killrun"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	for _, address := range addresses {
		template.IPAddresses = append(template.IPAddresses, net.ParseIP(address))
	}
	made, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, err
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	c := &certificate{
		certFile: filepath.Join(dir, "cert.pem"), keyFile: filepath.Join(dir, "key.pem"), trusted: x509.NewCertPool(),
	}
	content := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: made})
	c.trusted.AppendCertsFromPEM(content)
	if err := os.WriteFile(c.certFile, content, 0o600); err != nil {
		return nil, err
	}
	return c, os.WriteFile(c.keyFile, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}), 0o600)
}

// client returns an HTTP client that trusts the certificate.
func (c *certificate) client() *http.Client {
	return &http.Client{Transport: &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: c.trusted, MinVersion: tls.VersionTLS12}, MaxIdleConnsPerHost: 2,
	}}
}
