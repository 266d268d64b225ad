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

	"frontdesk/internal/filestore"
)

// maxHostKey is how large the file of a host key may be, in bytes.
const maxHostKey = 64 << 10

// OpenHostKey reads the host's own key from a file that nobody else may read or replace, and makes an ed25519 one (0600)
// when there is none.
func OpenHostKey(path string) (gossh.Signer, error) {
	content, _, err := filestore.ReadTrusted(path, filestore.OthersOpen, maxHostKey)
	if errors.Is(err, fs.ErrNotExist) {
		if err := makeHostKey(path, os.Link); err != nil {
			return nil, fmt.Errorf("the host has no key and cannot make one: %w", err)
		}
		content, _, err = filestore.ReadTrusted(path, filestore.OthersOpen, maxHostKey)
	}
	if err != nil {
		return nil, fmt.Errorf("the host's key %s cannot be used: %w", path, err)
	}
	key, err := gossh.ParsePrivateKey(content)
	if err != nil {
		return nil, fmt.Errorf("the host's key %s cannot be used: %w", path, err)
	}
	return key, nil
}

// makeHostKey writes a new key, and makes sure that a power cut does not take it back: agents remember it. Of two hosts
// that start at once one wins; a key that is there is never replaced. link is os.Link.
func makeHostKey(path string, link func(from, to string) error) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
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
	file, err := os.CreateTemp(dir, ".hostkey-*") // 0600
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }()
	if err := errors.Join(pem.Encode(file, block), file.Sync(), file.Close()); err != nil {
		return err
	}
	err = link(file.Name(), path)
	if err != nil && !errors.Is(err, fs.ErrExist) { // a file system without links
		err = writeNew(path, block)
	}
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return errors.Join(err, filestore.SyncDir(dir))
}

// writeNew writes a key under a name that must not be taken. Another host that starts at this moment may read half of it,
// and then says that it cannot be used.
func writeNew(path string, block *pem.Block) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err := errors.Join(pem.Encode(file, block), file.Sync(), file.Close()); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// Fingerprint is a key's as OpenSSH shows it to whoever connects for the first time.
func Fingerprint(key gossh.Signer) string { return gossh.FingerprintSHA256(key.PublicKey()) }
