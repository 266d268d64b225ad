package sshd

import (
	"time"

	"frontdesk/internal/guard"
)

// keepaliveRequest is a request that every client answers, if with a refusal.
const keepaliveRequest = "keepalive@openssh.com"

// Read reads what the client sends, and takes it for a sign of life, whatever it is.
func (g *clientConn) Read(p []byte) (int, error) {
	n, err := g.Conn.Read(p)
	if n > 0 {
		g.heard.Store(int64(time.Since(g.connectedAt)))
	}
	return n, err
}

// sinceLastRead is for how long nothing has been heard of the client.
func (g *clientConn) sinceLastRead() time.Duration {
	return time.Since(g.connectedAt) - time.Duration(g.heard.Load())
}

// keepAlive asks a client that says nothing whether it is still there, and gives it up when nothing at all has come for
// long: one that has vanished says nothing of its own. An answer alone would be too much to ask for, as it waits behind
// whatever a slow line has not carried yet.
func (v *Session) keepAlive() {
	l := v.host.Limits
	var answered <-chan error // of the question that is open, else nil
	for {
		silent := v.guest.sinceLastRead()
		wait := l.KeepaliveInterval - silent
		switch {
		case silent >= l.ClientTimeout:
			v.cancel(errClientGone)
			_ = v.guest.Close()
			return
		case wait <= 0:
			if wait = l.ClientTimeout - silent; answered == nil {
				answered = v.sendKeepalive()
			}
		}
		timer := time.NewTimer(wait)
		select {
		case <-v.ctx.Done():
		case err := <-answered:
			if answered = nil; err != nil {
				v.cancel(errClientGone)
			}
		case <-timer.C:
		}
		timer.Stop()
		if v.ctx.Err() != nil {
			return
		}
	}
}

// sendKeepalive asks the client for an answer, which may be any, as OpenSSH's server does.
func (v *Session) sendKeepalive() (answered <-chan error) {
	return guard.Start(func() error {
		_, err := v.channel.SendRequest(keepaliveRequest, true, nil)
		return err
	})
}
