package cluster

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"frontdesk/internal/filestore"
)

// maxSecret is the maximum size of a file with credentials or a private key.
const maxSecret = 64 << 10

// maxAuthorities is the maximum size of a file of certificate authorities: all those of a system take 200 KB.
const maxAuthorities = 4 << 20

// keyMode is the set of permission bits that the key of a certificate must not have. Its group may read it, as with
// Debian's ssl-cert.
const keyMode = 0o027

// natsOptions returns the options of a connection, except those for retrying.
func (o Options) natsOptions() ([]nats.Option, error) {
	beyond, err := checkURLs(o.URLs)
	if err != nil {
		return nil, err
	}
	settings := []nats.Option{
		nats.Timeout(o.Times.Connect),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(reconnectWait),
		nats.PingInterval(o.Times.Ping),
		nats.MaxPingsOutstanding(pingsOut),
		nats.ReconnectBufSize(-1), // what could not be sent is known at once, and never sent when it is out of date
		nats.IgnoreAuthErrorAbort(),
	}
	signIn, err := credentials(o.CredentialsFile)
	if err != nil {
		return nil, fmt.Errorf("the credentials of the cluster (%s): %w", o.CredentialsFile, err)
	}
	encryption, err := o.tls(beyond && !o.AllowPlain)
	if err != nil {
		return nil, err
	}
	if len(encryption) == 0 && !o.AllowPlain {
		// Servers tell hosts of other servers. Without TLS, a server on this machine could thus make the host send
		// its credentials to another machine unencrypted.
		settings = append(settings, nats.IgnoreDiscoveredServers())
	}
	return append(append(settings, signIn...), encryption...), nil
}

// checkURLs checks the addresses of servers, and reports whether one is on another machine.
func checkURLs(urls string) (beyond bool, err error) {
	for address := range strings.SplitSeq(urls, ",") {
		address = strings.TrimSpace(address)
		if !strings.Contains(address, "://") {
			address = "nats://" + address
		}
		u, err := url.Parse(address)
		if err != nil || u.Hostname() == "" || u.Scheme != "nats" && u.Scheme != "tls" {
			return false, errors.New("an address of the cluster is not like nats://host:4222")
		}
		if u.User != nil {
			return false, errors.New("an address of the cluster holds a user: put USER:PASSWORD into a file of mode 0600")
		}
		if u.Path != "" && u.Path != "/" || u.RawQuery != "" {
			return false, errors.New("an address of the cluster has more than a host and a port")
		}
		ip := net.ParseIP(u.Hostname())
		beyond = beyond || u.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback())
	}
	return beyond, nil
}

// tls returns the TLS options.
func (o Options) tls(needed bool) ([]nats.Option, error) {
	settings := &tls.Config{MinVersion: tls.VersionTLS12}
	if o.CA != "" {
		content, _, err := filestore.ReadTrusted(o.CA, filestore.OthersWrite, maxAuthorities)
		if err != nil {
			return nil, fmt.Errorf("the authorities of the cluster (%s): %w", o.CA, err)
		}
		settings.RootCAs = x509.NewCertPool()
		if !settings.RootCAs.AppendCertsFromPEM(content) {
			return nil, fmt.Errorf("%s holds no certificate", o.CA)
		}
	}
	if (o.Cert == "") != (o.Key == "") {
		return nil, errors.New("a certificate for the cluster needs its key, and a key its certificate")
	}
	if o.Cert != "" {
		shown, err := o.certificate()
		if err != nil {
			return nil, err
		}
		settings.Certificates = []tls.Certificate{shown}
	}
	if !needed && o.CA == "" && o.Cert == "" && !strings.Contains(o.URLs, "tls://") {
		return nil, nil
	}
	return []nats.Option{nats.Secure(settings)}, nil
}

// certificate reads the certificate that this host shows.
func (o Options) certificate() (tls.Certificate, error) {
	key, _, err := filestore.ReadTrusted(o.Key, keyMode, maxSecret)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("the key of the certificate for the cluster (%s): %w", o.Key, err)
	}
	certs, err := filestore.ReadText(o.Cert, maxAuthorities)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("the certificate for the cluster (%s) cannot be read: %w", o.Cert, err)
	}
	pair, err := tls.X509KeyPair(certs, key)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("the certificate for the cluster (%s) cannot be used: %w", o.Cert, err)
	}
	return pair, nil
}

// credentials reads the file with the host's credentials. Errors never show its content.
func credentials(path string) ([]nats.Option, error) {
	if path == "" {
		return nil, nil
	}
	content, _, err := filestore.ReadTrusted(path, filestore.OthersOpen, maxSecret)
	if err != nil {
		return nil, err
	}
	content = bytes.TrimSpace(content)
	switch {
	case bytes.Contains(content, []byte("BEGIN NATS USER JWT")):
		if _, err := nkeys.ParseDecoratedUserNKey(content); err != nil {
			return nil, errors.New("it holds no seed of a user's nkey beside the JWT")
		}
		return []nats.Option{nats.UserCredentialBytes(content)}, nil
	case bytes.HasPrefix(content, []byte("SU")) || bytes.Contains(content, []byte("BEGIN USER NKEY SEED")):
		return nkeyCredential(content)
	}
	user, password, found := strings.Cut(string(content), ":")
	if !found || user == "" || password == "" || strings.ContainsAny(string(content), "\r\n") {
		return nil, errors.New("it holds neither a JWT with its seed, nor an nkey's seed, nor one line USER:PASSWORD")
	}
	return []nats.Option{nats.UserInfo(user, password)}, nil
}

// nkeyCredential returns the option for an nkey, from its seed.
func nkeyCredential(content []byte) ([]nats.Option, error) {
	pair, err := nkeys.ParseDecoratedNKey(content)
	if err != nil {
		return nil, errors.New("it holds no seed of a user's nkey")
	}
	public, err := pair.PublicKey()
	if err != nil {
		return nil, errors.New("it holds no seed of a user's nkey")
	}
	return []nats.Option{nats.Nkey(public, pair.Sign)}, nil
}
