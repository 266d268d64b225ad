package sshd

import (
	"crypto/rand"
	"crypto/rsa"
	"net/netip"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/sshd/sshdtest"
)

func TestCertificatesAreCheckedWhole(t *testing.T) {
	authority, other, key := newKey(t), newKey(t), newKey(t)
	small, err := rsa.GenerateKey(rand.Reader, 1024)
	weak := newSigner(t, small, err)
	tests := map[string]struct {
		change  func(*gossh.Certificate)
		signer  gossh.Signer
		user    string
		options string
		refused string
	}{
		"a good one":                      {},
		"of a host":                       {change: func(c *gossh.Certificate) { c.CertType = gossh.HostCert }, refused: "not a user's"},
		"for anybody":                     {change: func(c *gossh.Certificate) { c.ValidPrincipals = nil }, refused: "does not name the user"},
		"for somebody else":               {user: "ben", refused: "does not name the user"},
		"of a user the line leaves out":   {options: `,principals="ben,carol"`, refused: "line 1 does not name the user"},
		"of a user the line names":        {options: `,principals="ben,asha"`},
		"not valid yet":                   {change: func(c *gossh.Certificate) { c.ValidAfter = uint64(noon.Add(time.Second).Unix()) }, refused: "not valid yet"},
		"no longer valid":                 {change: func(c *gossh.Certificate) { c.ValidBefore = uint64(noon.Unix()) }, refused: "expired"},
		"for ever":                        {change: func(c *gossh.Certificate) { c.ValidBefore = gossh.CertTimeInfinity }},
		"with a command":                  {change: func(c *gossh.Certificate) { c.CriticalOptions["force-command"] = "/bin/sh" }, refused: `"force-command" cannot be honoured`},
		"with an option of the future":    {change: func(c *gossh.Certificate) { c.CriticalOptions["moon"] = "full" }, refused: `"moon" cannot be honoured`},
		"from its address":                {change: func(c *gossh.Certificate) { c.CriticalOptions["source-address"] = "192.168.0.0/16,10.0.0.1" }},
		"from another address":            {change: func(c *gossh.Certificate) { c.CriticalOptions["source-address"] = "192.168.0.0/16" }, refused: "does not allow its address"},
		"from where the line forbids":     {options: `,from="192.168.0.0/16"`, refused: "line 1 does not allow its address"},
		"from nowhere that can be read":   {change: func(c *gossh.Certificate) { c.CriticalOptions["source-address"] = "everywhere" }, refused: "does not allow its address"},
		"of an authority that has ended":  {options: `,expiry-time="20261119Z"`, refused: "line 1 has expired"},
		"of a name that moves the cursor": {change: func(c *gossh.Certificate) { c.ValidPrincipals = []string{"a\x1b[2J"} }, user: "a\x1b[2J", refused: "cannot be shown"},
		"of a key that can be forged":     {change: func(c *gossh.Certificate) { c.Key = weak.PublicKey() }, refused: "an RSA key of 1024 bits can be forged"},
		"of an authority nobody trusts":   {signer: other, refused: "no cert-authority of the list signed"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c := newCertificate(t, authority, key)
			if test.change != nil {
				test.change(c)
			}
			by, user := test.signer, test.user
			if by == nil {
				by = authority
			}
			if user == "" {
				user = "asha"
			}
			sshdtest.SignCert(t, c, by)
			found, err := parseKeys(t, "cert-authority"+test.options+" "+authorizedLine(authority)).find(c, authRequestFrom(user))
			switch {
			case test.refused == "" && (err != nil || found.agent.Name.String() != "asha" || !found.terminal):
				t.Errorf("refused: %v, or let in as %+v", err, found)
			case test.refused != "" && (err == nil || !strings.Contains(err.Error(), test.refused)):
				t.Errorf("got %v, want %q", err, test.refused)
			}
		})
	}
}

func TestACertificateThatWasChangedIsRefused(t *testing.T) {
	authority := newKey(t)
	c := &gossh.Certificate{
		Key: newKey(t).PublicKey(), CertType: gossh.UserCert, ValidPrincipals: []string{"asha"}, ValidBefore: gossh.CertTimeInfinity,
	}
	sshdtest.SignCert(t, c, authority)
	keys := parseKeys(t, "cert-authority "+authorizedLine(authority))
	found, err := keys.find(c, authRequestFrom("asha"))
	if err != nil || found.terminal {
		t.Fatalf("a certificate without permit-pty: %+v, %v", found, err)
	}
	c.ValidPrincipals = []string{"ben"}
	if _, err := keys.find(c, authRequestFrom("ben")); err == nil {
		t.Error("another name in it was believed")
	}
	if _, err := keys.find(authority.PublicKey(), authRequestFrom("asha")); err == nil {
		t.Error("the authority's own key signs in")
	}
}

// newCertificate returns a valid certificate for asha, for one hour.
func newCertificate(t *testing.T, authority, key gossh.Signer) *gossh.Certificate {
	t.Helper()
	c := &gossh.Certificate{
		Key: key.PublicKey(), CertType: gossh.UserCert, KeyId: "a laptop", ValidPrincipals: []string{"asha"},
		ValidAfter: uint64(noon.Add(-time.Hour).Unix()), ValidBefore: uint64(noon.Add(time.Hour).Unix()),
		Permissions: gossh.Permissions{Extensions: map[string]string{"permit-pty": ""}, CriticalOptions: map[string]string{}},
	}
	sshdtest.SignCert(t, c, authority)
	return c
}

func parseKeys(t *testing.T, lines string) *AuthorizedKeys {
	t.Helper()
	entries, refused, err := readList(strings.NewReader(lines + "\n"))
	if err != nil || len(refused) > 0 {
		t.Fatal(err, refused)
	}
	k := &AuthorizedKeys{principals: map[string]*entry{}, signers: map[string]*entry{}}
	for i := range entries {
		k.signers[string(entries[i].key.Marshal())] = &entries[i]
	}
	return k
}

func authRequestFrom(user string) authRequest {
	return authRequest{user: user, from: netip.MustParseAddr("10.0.0.1"), now: noon}
}
