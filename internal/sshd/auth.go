package sshd

import (
	"errors"
	"fmt"
	"net"
	"net/netip"

	"charm.land/ssh"
	"github.com/creachadair/mds/shell"
	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/phrase"
	"frontdesk/internal/safetext"
)

// connKey is the context key of a connection's *clientConn.
type connKey struct{}

// admissionKey is the key under which a connection's permissions hold its grant.
type admissionKey struct{}

// options configures the SSH library. Public-key authentication is the only method and sessions are the only channels.
func (server *Server) options() []ssh.Option {
	return []ssh.Option{func(s *ssh.Server) error {
		s.HostSigners = []ssh.Signer{server.HostKey}
		s.Version = "frontdesk"
		s.HandshakeTimeout = server.Limits.LoginGrace
		s.ConnCallback = storeConn
		s.ServerConfigCallback = server.handshake
		s.ConnectionFailedCallback = server.logFailure
		s.ChannelHandlers = map[string]ssh.ChannelHandler{"session": server.channel}
		s.RequestHandlers = map[string]ssh.RequestHandler{}
		s.SubsystemHandlers = map[string]ssh.SubsystemHandler{}
		s.Handler = server.session
		return nil
	}, ssh.EmulatePty()}
}

// storeConn stores the connection in the context, because the library wraps it.
func storeConn(ctx ssh.Context, conn net.Conn) net.Conn {
	ctx.SetValue(connKey{}, conn)
	return conn
}

func connOf(ctx ssh.Context) *clientConn {
	c, _ := ctx.Value(connKey{}).(*clientConn)
	return c
}

// handshake returns the server configuration of one connection. The agent is set from the key whose possession was
// verified, not from one that was only offered.
func (server *Server) handshake(ctx ssh.Context) *gossh.ServerConfig {
	conn := connOf(ctx)
	var client gossh.ServerPreAuthConn
	c := &gossh.ServerConfig{
		MaxAuthTries:        server.Limits.MaxAuthTries, // the library lets twice as many pass: see keyFailed
		PreAuthConnCallback: func(c gossh.ServerPreAuthConn) { client = c },
		PublicKeyCallback: func(c gossh.ConnMetadata, key gossh.PublicKey) (*gossh.Permissions, error) {
			found, err := server.checkKey(c, key)
			if err != nil {
				server.auditRefusal(c, key, err)
				return nil, errors.New("this key does not sign in here")
			}
			conn.keyAccepted()
			return &gossh.Permissions{ExtraData: map[any]any{admissionKey{}: found}}, nil
		},
		VerifiedPublicKeyCallback: func(
			c gossh.ConnMetadata, key gossh.PublicKey, as *gossh.Permissions, _ string,
		) (*gossh.Permissions, error) {
			found, _ := as.ExtraData[admissionKey{}].(grant)
			if !conn.authenticated(found, server.agent(found).Account) {
				server.auditRefusal(c, key, errManyConnections)
				return nil, errManyConnections
			}
			return as, nil
		},
		AuthLogCallback: func(_ gossh.ConnMetadata, method string, err error) {
			if err != nil && method != "none" && !errors.Is(err, errManyConnections) {
				server.keyFailed(conn, client)
			}
		},
	}
	setAlgorithms(c)
	return c
}

// keyFailed counts a rejected key, and closes the connection after the last one that may be tried. The library counts a
// key that is only offered no sooner than after as many others.
func (server *Server) keyFailed(conn *clientConn, client gossh.ServerPreAuthConn) {
	if conn.keyFailed() < server.Limits.MaxAuthTries {
		return
	}
	_ = client.SendAuthBanner(fmt.Sprintf("%s tried, none signs in here. "+
		"Offer yours alone: ssh -o IdentitiesOnly=yes -i FILE …\r\n", phrase.Count(server.Limits.MaxAuthTries, "key")))
	_ = conn.Close()
}

// errManyConnections rejects a valid key because its agent has too many connections.
var errManyConnections = errors.New("the agent has too many connections")

// checkKey finds a key in the list, which it reloads first if the file has changed.
func (server *Server) checkKey(c gossh.ConnMetadata, key gossh.PublicKey) (grant, error) {
	if changed, fault := server.Keys.reloadIfChanged(); changed {
		server.logKeys(fault)
	}
	return server.Keys.find(key, authRequest{user: c.User(), from: addressOf(c.RemoteAddr()), now: server.Now()})
}

// logKeys logs the result of reloading the list of keys.
func (server *Server) logKeys(fault error) {
	if fault != nil {
		server.Log.Error(
			"nobody can sign in: the list of keys cannot be used",
			"file",
			server.Keys.path,
			"error",
			fault.Error(),
		)
		return
	}
	server.Log.Info("the list of keys was read again", "keys", server.Keys.count())
	for _, r := range server.Keys.Refused() {
		server.Log.Warn("a line of the list of keys, or a principal in it, lets nobody in", "error", r.Error())
	}
}

// logFailure logs a connection that did not authenticate.
func (server *Server) logFailure(conn net.Conn, err error) {
	var late net.Error
	if errors.As(err, &late) && late.Timeout() {
		server.Metrics.refused.Add("why", "late")
	}
	server.Log.Debug(
		"disconnected: it did not sign in",
		"from",
		addressOf(conn.RemoteAddr()).String(),
		"error",
		safetext.LineFromText(err.Error()).String(),
	)
}

// onRejected counts and logs a connection that the limiter has dropped.
func (server *Server) onRejected(from netip.Addr, why string) {
	server.Metrics.refused.Add("why", "crowd")
	server.Log.Debug("refused a connection", "from", from.String(), "why", why)
}

// split splits a command line into words as a shell does: at blanks, respecting quotes and backslashes. Nothing is
// expanded.
func split(line string) ([]string, error) {
	words, closed := shell.Split(line)
	if !closed {
		return nil, errors.New("the command cannot be read: a quote is not closed")
	}
	return words, nil
}
