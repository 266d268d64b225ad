package sshd_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"io"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

// foreignKey is a key offered by a client that does not own it.
type foreignKey struct{ gossh.Signer }

// Sign signs with another key.
func (k foreignKey) Sign(from io.Reader, data []byte) (*gossh.Signature, error) {
	_, other, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	key, err := gossh.NewSignerFromKey(other)
	if err != nil {
		return nil, err
	}
	return key.Sign(from, data)
}

// invalidSigner offers a key and then signs with an unknown algorithm.
type invalidSigner struct{ gossh.Signer }

// Sign signs nothing.
func (k invalidSigner) Sign(io.Reader, []byte) (*gossh.Signature, error) {
	return &gossh.Signature{Format: "sign-of-the-zodiac", Blob: []byte("leo")}, nil
}

// exitCode returns a command's exit code.
func exitCode(t *testing.T, err error) int {
	t.Helper()
	var status *gossh.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &status):
		return status.ExitStatus()
	}
	t.Fatalf("the session ended with %v", err)
	return -1
}
