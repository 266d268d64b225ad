package cluster

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strings"

	"github.com/nats-io/nats.go"
)

// maxHandshakeTries is how often a connection is tried that servers close after the exchange of certificates: they send
// the reason, but the host often sees the close first.
const maxHandshakeTries = 10

// try connects once. It returns the error if the servers reject this host for good, or else why they cannot be reached.
func try(urls string, settings []nats.Option) (rejected, away error) {
	for range maxHandshakeTries {
		conn, failed := nats.Connect(urls, settings...)
		if failed == nil {
			conn.Close()
			return nil, nil
		}
		if rejected, away = refusal(failed), failed; !errors.Is(rejected, errEnded) {
			return rejected, away
		}
	}
	return rejected, away
}

// reason returns why servers cannot be reached, in words. The library names no server that nothing listens at.
func reason(err error) string {
	if errors.Is(err, nats.ErrNoServers) {
		return "nothing answers there"
	}
	var lookup *net.DNSError
	if errors.As(err, &lookup) {
		return "there is no host " + lookup.Name
	}
	return strings.TrimPrefix(err.Error(), "nats: ")
}

// refusal returns why the connection was rejected, and what to do; nil if the servers have not answered. The servers'
// own text is left out, because it may repeat the credentials; only TLS alerts are quoted.
func refusal(err error) error {
	var certificate *tls.CertificateVerificationError
	var remote *net.OpError
	switch {
	case isAuthError(err):
		return errors.New("the cluster does not let this host in: its credentials (--cluster-credentials) are not accepted")
	case errors.Is(err, nats.ErrSecureConnWanted):
		return errors.New("the cluster offers no TLS: give its servers certificates, or use nats:// with --cluster-plain")
	case errors.As(err, &certificate):
		return fmt.Errorf("the certificate of the cluster is not trusted (%w): --cluster-ca names its authorities", certificate.Err)
	case errors.As(err, &remote) && remote.Op == remoteError:
		return fmt.Errorf("the cluster does not let this host in (%w): %s", remote.Err, nameCertificate)
	case errors.Is(err, nats.ErrTLS):
		return errEnded
	}
	return nil
}

const (
	remoteError     = "remote error" // what crypto/tls calls an alert of the other side
	nameCertificate = "--cluster-cert and --cluster-key name the certificate that it shows"
)

// errEnded is returned when servers close a connection after the host has sent its certificate, or none.
var errEnded = errors.New("the cluster does not let this host in: " + nameCertificate)

// isAuthError reports whether the servers reject the host's credentials.
func isAuthError(err error) bool {
	for _, refused := range []error{
		nats.ErrAuthorization, nats.ErrAuthExpired, nats.ErrAuthRevoked, nats.ErrAccountAuthExpired,
	} {
		if errors.Is(err, refused) {
			return true
		}
	}
	return false
}

// logFault logs an error of the connection unless it is the last one logged: retries fail five times a second.
func (c *Cluster) logFault(err error) {
	if err == nil {
		return
	}
	if refused := refusal(err); refused != nil {
		err = refused
	}
	if c.isNewFault(err) {
		c.log.Warn("the connection to the cluster has a fault", "host", c.host, "error", err.Error())
	}
}

// logUnusable logs, once, why servers that answer cannot be used.
func (c *Cluster) logUnusable(err error) {
	if c.isNewFault(err) {
		c.log.Error("the cluster cannot be used", "host", c.host, "error", err.Error())
	}
}

// isNewFault reports whether a fault is not the one that was logged last.
func (c *Cluster) isNewFault(err error) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	isNew := c.fault != err.Error()
	c.fault = err.Error()
	return isNew
}
