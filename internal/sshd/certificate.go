package sshd

import (
	"errors"
	"fmt"
	"math"
	"net/netip"
	"slices"
	"strings"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// authRequest is an attempt to authenticate.
type authRequest struct {
	user string
	from netip.Addr
	now  time.Time
}

// checkRestrictions checks the address and the expiry time of a line.
func (e *entry) checkRestrictions(v authRequest) error {
	switch {
	case !e.from.allow(v.from):
		return fmt.Errorf("line %d does not allow its address", e.line)
	case !e.expires.IsZero() && !v.now.Before(e.expires):
		return fmt.Errorf("line %d has expired", e.line)
	}
	return nil
}

// authorizeCert validates a certificate against the line of its authority and returns the agent and whether a terminal
// is allowed. The agent is the SSH user, which must be one of the certificate's principals. Unlike in OpenSSH and the
// library, a certificate without principals is not valid for every user but for none.
func (e *entry) authorizeCert(c *gossh.Certificate, v authRequest) (Agent, bool, error) {
	agent := e.agent
	if err := e.checkRestrictions(v); err != nil {
		return agent, false, err
	}
	checks := []struct {
		ok  bool
		why string
	}{
		{c.CertType == gossh.UserCert, "the certificate is not a user's"},
		{slices.Contains(c.ValidPrincipals, v.user), "the certificate does not name the user"},
		{
			len(e.principals) == 0 || slices.Contains(e.principals, v.user),
			fmt.Sprintf("line %d does not name the user", e.line),
		},
		{v.now.Unix() >= 0 && uint64(v.now.Unix()) >= c.ValidAfter, "the certificate is not valid yet"},
		{
			c.ValidBefore == gossh.CertTimeInfinity || uint64(v.now.Unix()) < c.ValidBefore,
			"the certificate has expired",
		},
	}
	for _, check := range checks {
		if !check.ok {
			return agent, false, errors.New(check.why)
		}
	}
	if err := critical(c, v.from); err != nil {
		return agent, false, err
	}
	if err := signed(c, v); err != nil {
		return agent, false, err
	}
	name, err := desk.ParseAgentName(v.user)
	if err != nil {
		return agent, false, err
	}
	agent.Name = name
	agent.Key = gossh.FingerprintSHA256(c.Key)
	_, terminal := c.Extensions["permit-pty"]
	return agent, terminal && !e.noTerminal, nil
}

// sourceAddress is the only supported critical option.
const sourceAddress = "source-address"

// critical enforces the certificate's critical options and rejects unknown ones.
func critical(c *gossh.Certificate, from netip.Addr) error {
	for name, value := range c.CriticalOptions {
		if name != sourceAddress {
			return fmt.Errorf(
				"the certificate's critical option %q cannot be honoured here",
				safetext.LineFromText(name),
			)
		}
		inside := false
		for one := range strings.SplitSeq(value, ",") {
			inside = inside || matches(one, from)
		}
		if !inside {
			return errors.New("the certificate does not allow its address")
		}
	}
	return nil
}

// signed verifies the authority's signature with the library. authorizeCert checks beforehand what the library does
// not.
func signed(c *gossh.Certificate, v authRequest) error {
	if err := usable(c.Key); err != nil {
		return err
	}
	if !slices.Contains(signatureAlgorithms(), c.Signature.Format) {
		return fmt.Errorf(
			"the authority's signature by %s can be forged: sign with rsa-sha2-512 or another key",
			safetext.LineFromText(c.Signature.Format),
		)
	}
	checker := gossh.CertChecker{
		Clock:                    func() time.Time { return v.now },
		SupportedCriticalOptions: []string{sourceAddress},
	}
	return checker.CheckCert(v.user, c)
}

// validBefore returns when a certificate expires; zero means never.
func validBefore(c *gossh.Certificate) time.Time {
	if c.ValidBefore > math.MaxInt64 { // CertTimeInfinity included
		return time.Time{}
	}
	return time.Unix(int64(c.ValidBefore), 0)
}

// earlier returns the earlier of two times; zero means never.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}
