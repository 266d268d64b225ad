package sshd

import (
	"time"

	"frontdesk/internal/guard"
)

// areYouThere is a request that every client answers, if with a refusal.
const areYouThere = "keepalive@openssh.com"

// Read reads what the client sends, and takes it for a sign of life, whatever it is.
func (g *guest) Read(p []byte) (int, error) {
	n, err := g.Conn.Read(p)
	if n > 0 {
		g.heard.Store(int64(time.Since(g.came)))
	}
	return n, err
}

// silent is for how long nothing has been heard of the client.
func (g *guest) silent() time.Duration { return time.Since(g.came) - time.Duration(g.heard.Load()) }

// keepAlive asks a client that says nothing whether it is still there, and gives it up when nothing at all has come for
// long: one that has vanished says nothing of its own. An answer alone would be too much to ask for, as it waits behind
// whatever a slow line has not carried yet.
func (v *Visit) keepAlive() {
	l := v.host.Limits
	var answered <-chan error // of the question that is open, else nil
	for {
		silent := v.guest.silent()
		wait := l.Alive - silent
		switch {
		case silent >= l.Gone:
			v.cancel(errGone)
			_ = v.guest.Close()
			return
		case wait <= 0:
			if wait = l.Gone - silent; answered == nil {
				answered = v.ask()
			}
		}
		timer := time.NewTimer(wait)
		select {
		case <-v.ctx.Done():
		case err := <-answered:
			if answered = nil; err != nil {
				v.cancel(errGone)
			}
		case <-timer.C:
		}
		timer.Stop()
		if v.ctx.Err() != nil {
			return
		}
	}
}

// ask asks the client for an answer, which may be any, as OpenSSH's server does.
func (v *Visit) ask() (answered <-chan error) {
	return guard.Start(func() error {
		_, err := v.channel.SendRequest(areYouThere, true, nil)
		return err
	})
}
