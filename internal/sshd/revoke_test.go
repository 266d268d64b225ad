package sshd

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"frontdesk/internal/guard"
)

func TestAListThatIsBeingWrittenEndsNobodysSession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "keys")
		asha := newKey(t)
		write := func(content string) {
			if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		write(authorizedLine(asha) + " Asha\n")
		keys, err := LoadAuthorizedKeys(path)
		if err != nil {
			t.Fatal(err)
		}
		found, err := keys.find(asha.PublicKey(), authRequestFrom("192.0.2.1"))
		if err != nil {
			t.Fatal(err)
		}
		silent := slog.New(slog.DiscardHandler)
		server := &Server{Config: Config{Keys: keys, Limits: Limits{}.WithDefaults(), Now: time.Now, Log: silent, Audit: silent}}
		server.limiter = newConnLimiter(server.Limits, time.Now)
		near, _ := net.Pipe()
		c := &clientConn{Conn: near, limiter: server.limiter, connectedAt: time.Now()}
		if !c.authenticated(found, "") {
			t.Fatal("she was not let in")
		}
		c.sessionStarted()
		session := server.newSession(found, c)
		server.sessions = map[*Session]struct{}{session: {}}
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go server.pollKeys(ctx)
		looks := func() { guard.Sleep(ctx, server.Limits.KeysCheckInterval); synctest.Wait() }

		write("")
		looks()
		if _, err := keys.find(asha.PublicKey(), authRequestFrom("192.0.2.1")); err == nil {
			t.Error("a key that is not in the list signs in")
		}
		write("# written to its end\n" + authorizedLine(asha) + " Asha\n")
		looks()
		looks()
		if session.ctx.Err() != nil {
			t.Fatalf("it was ended: %v", context.Cause(session.ctx))
		}
		write("# Asha has left us\n")
		looks()
		looks()
		if !errors.Is(context.Cause(session.ctx), errRevoked) {
			t.Error("her session goes on")
		}
	})
}
