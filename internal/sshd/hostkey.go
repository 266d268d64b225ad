package sshd

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	gossh "golang.org/x/crypto/ssh"
)

// OpenHostKey reads the host's own key from a file that nobody else may read, and makes an ed25519 one (0600) when
// there is none.
func OpenHostKey(path string) (gossh.Signer, error) {
	content, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := makeHostKey(path); err != nil {
			return nil, fmt.Errorf("the host has no key and cannot make one: %w", err)
		}
		content, err = os.ReadFile(path)
	}
	if err != nil {
		return nil, fmt.Errorf("the host's key cannot be read: %w", err)
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("the host's key cannot be read: %w", err)
	}
	if checksModes && info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("the host's key %s can be read by others: chmod 600 it, or delete it for a new one", path)
	}
	key, err := gossh.ParsePrivateKey(content)
	if err != nil {
		return nil, fmt.Errorf("the host's key %s cannot be used: %w", path, err)
	}
	return key, nil
}

// makeHostKey writes a new key. The name appears with the whole key in it; of two hosts that begin at once one wins.
func makeHostKey(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	block, err := gossh.MarshalPrivateKey(key, "frontdesk ssh")
	if err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".hostkey-*") // 0600
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }()
	if err := errors.Join(pem.Encode(file, block), file.Sync(), file.Close()); err != nil {
		return err
	}
	err = os.Link(file.Name(), path)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil { // a file system without links
		return os.Rename(file.Name(), path)
	}
	return nil
}

// Fingerprint is a key's as OpenSSH shows it to whoever connects for the first time.
func Fingerprint(key gossh.Signer) string { return gossh.FingerprintSHA256(key.PublicKey()) }
