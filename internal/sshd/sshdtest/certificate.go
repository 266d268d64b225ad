package sshdtest

import (
	"crypto/rand"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

// SignCert signs a certificate as its own SignCert does, but also one without principals: ssh-keygen makes such ones.
func SignCert(t testing.TB, c *gossh.Certificate, authority gossh.Signer) {
	t.Helper()
	c.Nonce, c.SignatureKey, c.Signature = make([]byte, 32), authority.PublicKey(), nil
	unsigned := c.Marshal()
	signature, err := authority.Sign(rand.Reader, unsigned[:len(unsigned)-4]) // the last four bytes are its length
	if err != nil {
		t.Fatal(err)
	}
	c.Signature = signature
}
