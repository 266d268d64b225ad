package sshd

import (
	"slices"
	"strings"

	gossh "golang.org/x/crypto/ssh"
)

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
