package sshd_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"encoding/pem"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/sshd"
	"frontdesk/internal/sshd/sshdtest"
)

// newRSAKey returns an RSA key that signs by any algorithm.
func newRSAKey(t *testing.T) gossh.AlgorithmSigner {
	t.Helper()
	private, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	key, err := gossh.NewSignerFromKey(private)
	signer, chooses := key.(gossh.AlgorithmSigner)
	if err != nil || !chooses {
		t.Fatal(err)
	}
	return signer
}

// dialWith signs in with a configuration that a test has changed.
func (h *testHost) dialWith(key gossh.Signer, change func(*gossh.ClientConfig)) error {
	h.t.Helper()
	how := &gossh.ClientConfig{
		User: "asha", Auth: []gossh.AuthMethod{gossh.PublicKeys(key)}, HostKeyCallback: gossh.InsecureIgnoreHostKey(), Timeout: h.patience, //nolint:gosec // the host is the test's own
	}
	change(how)
	client, err := gossh.Dial("tcp", h.address, how)
	if err == nil {
		_ = client.Close()
	}
	return err
}

func TestAlgorithms_ThatCanBeBrokenAreNotOffered(t *testing.T) {
	t.Parallel()
	asha := newSigner(t)
	h := startHost(t, authorizedLine(asha.PublicKey(), "Asha"), sshd.Limits{})
	bad, good := gossh.InsecureAlgorithms(), gossh.SupportedAlgorithms()
	only := map[string]func(name string) func(*gossh.ClientConfig){
		"kex": func(name string) func(*gossh.ClientConfig) {
			return func(c *gossh.ClientConfig) { c.KeyExchanges = []string{name} }
		},
		"cipher": func(name string) func(*gossh.ClientConfig) {
			return func(c *gossh.ClientConfig) { c.Ciphers = []string{name} }
		},
		"mac": func(name string) func(*gossh.ClientConfig) {
			return func(c *gossh.ClientConfig) {
				c.MACs, c.Ciphers = []string{name}, []string{gossh.CipherAES128CTR} // a cipher that needs one
			}
		},
	}
	for what, names := range map[string][]string{
		"kex": bad.KeyExchanges, "cipher": bad.Ciphers, "mac": append(bad.MACs, gossh.HMACSHA1),
	} {
		for _, name := range names {
			var negotiation *gossh.AlgorithmNegotiationError
			if err := h.dialWith(asha, only[what](name)); !errors.As(err, &negotiation) {
				t.Errorf("with %s alone: %v", name, err)
			} else if slices.Contains(negotiation.RequestedAlgorithms, name) {
				t.Errorf("%s is offered", name)
			}
		}
	}
	for what, names := range map[string][]string{
		"kex": {gossh.KeyExchangeCurve25519, gossh.KeyExchangeDH14SHA256}, "cipher": good.Ciphers,
		"mac": {gossh.HMACSHA256ETM, gossh.HMACSHA512ETM, gossh.HMACSHA256, gossh.HMACSHA512},
	} {
		for _, name := range names {
			if err := h.dialWith(asha, only[what](name)); err != nil {
				t.Errorf("with %s alone: %v", name, err)
			}
		}
	}
}

func TestAlgorithms_SignaturesBySHA1DoNotSignIn(t *testing.T) {
	t.Parallel()
	key := newRSAKey(t)
	authority := newRSAKey(t)
	h := startHost(t, authorizedLine(key.PublicKey(), "Ben")+
		`cert-authority,principals="asha" `+string(gossh.MarshalAuthorizedKey(authority.PublicKey())), sshd.Limits{})
	by := func(s gossh.AlgorithmSigner, algorithm string) gossh.Signer {
		limited, err := gossh.NewSignerWithAlgorithms(s, []string{algorithm})
		if err != nil {
			t.Fatal(err)
		}
		return limited
	}
	certificate := func(signedBy, signs string) gossh.Signer {
		inner := newRSAKey(t)
		c := &gossh.Certificate{
			Key: inner.PublicKey(), CertType: gossh.UserCert, ValidPrincipals: []string{"asha"}, ValidBefore: gossh.CertTimeInfinity,
		}
		sshdtest.SignCert(t, c, signsAs{authority, signedBy})
		whole, err := gossh.NewCertSigner(c, by(inner, signs))
		if err != nil {
			t.Fatal(err)
		}
		return whole
	}
	for name, test := range map[string]struct {
		key     gossh.Signer
		refused bool
	}{
		"of a user by SHA-1":                               {by(key, gossh.KeyAlgoRSA), true},
		"of a user by SHA-256":                             {by(key, gossh.KeyAlgoRSASHA256), false},
		"of a user by SHA-512":                             {by(key, gossh.KeyAlgoRSASHA512), false},
		"of an authority by SHA-1":                         {certificate(gossh.KeyAlgoRSA, gossh.KeyAlgoRSASHA512), true},
		"of a user with a certificate by SHA-1":            {certificate(gossh.KeyAlgoRSASHA512, gossh.KeyAlgoRSA), true},
		"of a user with a certificate, both by SHA-2":      {certificate(gossh.KeyAlgoRSASHA512, gossh.KeyAlgoRSASHA256), false},
		"of a user with a certificate, both by SHA-1":      {certificate(gossh.KeyAlgoRSA, gossh.KeyAlgoRSA), true},
		"of an authority by SHA-256 for a user by SHA-512": {certificate(gossh.KeyAlgoRSASHA256, gossh.KeyAlgoRSASHA512), false},
	} {
		if err := h.dialWith(test.key, func(*gossh.ClientConfig) {}); (err != nil) != test.refused {
			t.Errorf("a signature %s: %v", name, err)
		}
	}
	if log := h.log.String(); !strings.Contains(log, "the authority's signature by ssh-rsa can be forged") {
		t.Errorf("the audit does not say why: %s", log)
	}
}

// signsAs signs by one algorithm, of whatever the key can do.
type signsAs struct {
	gossh.AlgorithmSigner
	algorithm string
}

// Sign signs by the algorithm.
func (s signsAs) Sign(from io.Reader, data []byte) (*gossh.Signature, error) {
	return s.SignWithAlgorithm(from, data, s.algorithm)
}

func TestHostKey_ThatCanBeForgedIsNotUsed(t *testing.T) {
	t.Parallel()
	write := func(key any) string {
		block, err := gossh.MarshalPrivateKey(key, "")
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "key")
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	short, err := rsa.GenerateKey(rand.Reader, 1024)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sshd.OpenHostKey(write(short)); err == nil || !strings.Contains(err.Error(), "1024 bits") {
		t.Errorf("a short key: %v", err)
	}
	long, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	key, err := sshd.OpenHostKey(write(long))
	if err != nil {
		t.Fatal(err)
	}
	signer, chooses := key.(gossh.MultiAlgorithmSigner)
	if !chooses || slices.Contains(signer.Algorithms(), gossh.KeyAlgoRSA) || len(signer.Algorithms()) == 0 {
		t.Errorf("an RSA key signs by %v", signer.Algorithms())
	}
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sshd.OpenHostKey(write(private)); err != nil {
		t.Error(err)
	}
}
