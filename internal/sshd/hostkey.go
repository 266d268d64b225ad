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
	"slices"
	"strings"

	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/filestore"
)

// maxHostKey is the maximum size of a host key file, in bytes.
const maxHostKey = 64 << 10

// OpenHostKey loads the server's host key from a file that other users can neither read nor replace. It creates an
// ed25519 key (0600) if the file does not exist.
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
	if err == nil {
		err = usable(key.PublicKey())
	}
	if err == nil {
		key, err = withoutSHA1(key)
	}
	if err != nil {
		return nil, fmt.Errorf("the host's key %s cannot be used: %w", path, err)
	}
	return key, nil
}

// makeHostKey creates a host key and fsyncs it, because clients remember it. If two servers start at once, one wins; an
// existing key is never replaced. link is os.Link.
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
	if err != nil && !errors.Is(err, fs.ErrExist) { // the file system has no hard links
		err = writeNew(path, block)
	}
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return errors.Join(err, filestore.SyncDir(dir))
}

// writeNew writes a key to a path that must not exist. A server that starts at the same time may read half of it, and
// then reports that the key cannot be used.
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

// Fingerprint returns a key's SHA-256 fingerprint as OpenSSH shows it on the first connection.
func Fingerprint(key gossh.Signer) string { return gossh.FingerprintSHA256(key.PublicKey()) }

// setAlgorithms limits a connection to algorithms that nobody can break. The library's defaults have some that it calls
// insecure itself, and SHA-1 as a message authentication code, which it does not.
func setAlgorithms(c *gossh.ServerConfig) {
	c.SetDefaults()
	c.KeyExchanges, c.Ciphers, c.MACs = strong(c.KeyExchanges), strong(c.Ciphers), strong(c.MACs)
	c.PublicKeyAuthAlgorithms = signatureAlgorithms()
}

// signatureAlgorithms are those of the signatures of users and authorities.
func signatureAlgorithms() []string { return strong(gossh.SupportedAlgorithms().PublicKeyAuths) }

// strong returns the algorithms without those that can be broken.
func strong(names []string) (left []string) {
	bad := gossh.InsecureAlgorithms()
	all := slices.Concat(bad.KeyExchanges, bad.Ciphers, bad.MACs, bad.HostKeys, bad.PublicKeyAuths)
	for _, name := range names {
		if !strings.Contains(name, "sha1") && !slices.Contains(all, name) {
			left = append(left, name)
		}
	}
	return left
}

// withoutSHA1 returns a host key that signs without SHA-1: an RSA key would offer that as well.
func withoutSHA1(key gossh.Signer) (gossh.Signer, error) {
	signer, chooses := key.(gossh.MultiAlgorithmSigner)
	if !chooses || key.PublicKey().Type() != gossh.KeyAlgoRSA {
		return key, nil
	}
	return gossh.NewSignerWithAlgorithms(signer, strong(signer.Algorithms()))
}
