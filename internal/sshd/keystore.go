package sshd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/filestore"
)

// AuthorizedKeys is the list of those who may sign in: an authorized_keys file, read again when it changes. It is safe for
// concurrent use.
type AuthorizedKeys struct {
	path string

	mu      sync.Mutex
	read    fs.FileInfo // of the file as it was read; nil when it could not be
	trusted bool        // nobody else could change or replace the file when it was read
	holders map[string]*entry
	signers map[string]*entry
	refused []RejectedLine
	fault   error // nobody signs in while there is one
}

// LoadAuthorizedKeys reads a list. It fails when the file cannot be trusted or lets nobody in.
func LoadAuthorizedKeys(path string) (*AuthorizedKeys, error) {
	k := &AuthorizedKeys{path: path}
	k.reread()
	if k.fault == nil && len(k.holders)+len(k.signers) == 0 {
		k.fault = errors.New("it lets nobody in")
		if len(k.refused) > 0 {
			k.fault = fmt.Errorf("it lets nobody in: %w", k.refused[0])
		}
	}
	if k.fault != nil {
		return nil, fmt.Errorf("the list of keys %s cannot be used: %w", path, k.fault)
	}
	return k, nil
}

// Refused are the lines of the list as it is now that let nobody in.
func (k *AuthorizedKeys) Refused() []RejectedLine {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.refused
}

// count is how many keys sign in, those of authorities among them.
func (k *AuthorizedKeys) count() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.holders) + len(k.signers)
}

// ReloadIfChanged reads the list again if it has changed, or whether others can change it, and says whether it had. While it cannot be read nobody signs in:
// who took the file away meant it.
func (k *AuthorizedKeys) ReloadIfChanged() (changed bool, fault error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	now, err := os.Stat(k.path)
	same := err == nil && k.read != nil && os.SameFile(now, k.read) && now.Size() == k.read.Size() &&
		now.Mode() == k.read.Mode() && now.ModTime().Equal(k.read.ModTime()) && isTrusted(k.path, now) == k.trusted
	if same || err != nil && k.read == nil {
		return false, k.fault
	}
	k.reread()
	return true, k.fault
}

// Reload reads the list again whether it looks changed or not.
func (k *AuthorizedKeys) Reload() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.reread()
	return k.fault
}

// reread replaces the list by what the file says now; k.mu is held, or nobody else has k yet.
func (k *AuthorizedKeys) reread() {
	k.holders, k.signers, k.refused, k.read = map[string]*entry{}, map[string]*entry{}, nil, nil
	entries, refused, info, err := readTrusted(k.path)
	k.fault, k.read, k.refused = err, info, refused
	k.trusted = info != nil && isTrusted(k.path, info)
	for i := range entries {
		into := k.holders
		if entries[i].authority {
			into = k.signers
		}
		into[string(entries[i].key.Marshal())] = &entries[i]
	}
}

// grant is how somebody is let in.
type grant struct {
	agent    Agent
	terminal bool // may have a console
	line     int
	key      gossh.PublicKey // as it was shown
	visitor  authRequest
	ends     time.Time // zero for never
}

// isBroken says whether the list cannot be used.
func (k *AuthorizedKeys) isBroken() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.fault != nil
}

// again says whether whoever was let in would be let in as the same agent now, and to a console if they were, and what
// they are allowed now.
func (k *AuthorizedKeys) again(was grant, now time.Time) (grant, error) {
	again := was.visitor
	again.now = now
	found, err := k.find(was.key, again)
	switch {
	case err != nil:
		return grant{}, err
	case found.agent.Name != was.agent.Name:
		return grant{}, errOtherAgent
	case was.terminal && !found.terminal:
		return grant{}, errors.New("the key may have no terminal now")
	}
	return found, nil
}

// find says who holds a key and whether they may sign in now. The error is for the log: whoever knocks learns nothing.
func (k *AuthorizedKeys) find(key gossh.PublicKey, v authRequest) (grant, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.fault != nil {
		return grant{}, k.fault
	}
	if c, isCert := key.(*gossh.Certificate); isCert {
		e := k.signers[string(c.SignatureKey.Marshal())]
		if e == nil {
			return grant{}, errors.New("no cert-authority of the list signed the certificate")
		}
		agent, terminal, err := e.authorizeCert(c, v)
		return grant{agent, terminal, e.line, key, v, earlier(e.expires, validBefore(c))}, err
	}
	e := k.holders[string(key.Marshal())]
	if e == nil {
		return grant{}, errors.New("the key is not in the list")
	}
	return grant{e.agent, !e.noTerminal, e.line, key, v, e.expires}, e.checkRestrictions(v)
}

// looksUntilRevoked is how many looks at the list in a row must miss a key before its connection is closed: a list that is
// being written in place is incomplete for a moment.
const looksUntilRevoked = 2

// pollKeys looks at the list of keys now and then, and closes the connections of those who may no longer sign in.
func (h *Server) pollKeys(ctx context.Context) {
	for rest(ctx, h.Limits.KeysCheckInterval) {
		if changed, fault := h.Keys.ReloadIfChanged(); changed {
			h.logKeys(fault)
		}
		h.revoke(looksUntilRevoked)
	}
}

// Reload reads the list of keys again now, and closes the connections of those who may no longer sign in.
func (h *Server) Reload() {
	h.logKeys(h.Keys.Reload())
	h.revoke(1)
}

// revoke closes the connections of keys that have expired, or that this look and those before it have missed. While the
// list cannot be used, those who are in may stay until they expire: nobody said that they may not.
func (h *Server) revoke(looks int) {
	usable := !h.Keys.isBroken()
	for _, g := range h.gate.signedIn() {
		if g.expired(h.Now()) || usable && h.missed(g) >= looks {
			h.closeRevoked(g)
		}
	}
}

// missed is how many looks in a row have missed a connection's key, this one included.
func (h *Server) missed(g *clientConn) int {
	_, err := h.admitAgain(g)
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.missed++; err == nil {
		g.missed = 0
	}
	return g.missed
}

// errOtherAgent refuses a key that belongs to another agent or account than when its connection signed in.
var errOtherAgent = errors.New("the key signs in as another agent or for another account now")

// admitAgain asks the list and the configuration whether who has signed in would be let in now as the same agent, on the
// same account, and with a terminal if they had one; it says what they are allowed now.
func (h *Server) admitAgain(g *clientConn) (grant, error) {
	was := g.admission()
	now, err := h.Keys.again(was, h.Now())
	if err != nil {
		return grant{}, err
	}
	if h.agent(now).Account != g.account {
		return grant{}, errOtherAgent
	}
	return now, nil
}

// agent is who was let in, as the list and the configuration know them.
func (h *Server) agent(as grant) Agent {
	if h.EnrichAgent == nil {
		return as.agent
	}
	return h.EnrichAgent(as.agent)
}

// closeRevoked ends a connection's sessions, which save what was typed, and then the connection.
func (h *Server) closeRevoked(g *clientConn) {
	if !g.dismiss() {
		return // it was before
	}
	h.Audit.Info("revoked", "agent", g.admission().agent.Name.String(), "from", g.from.String())
	for _, v := range h.Sessions() {
		if v.guest == g {
			v.cancel(errRevoked)
		}
	}
	g.closeWhenDone(2 * closeTimeout)
}

// expired says whether what a connection signed in with is over by itself.
func (g *clientConn) expired(now time.Time) bool {
	ends := g.admission().ends
	return !ends.IsZero() && !now.Before(ends)
}

// dismiss lets nothing begin on a connection any more; false when it did so before.
func (g *clientConn) dismiss() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	first := !g.dismissed
	g.dismissed = true
	return first
}

// closeWhenDone closes a connection that was dismissed once its sessions have ended, or after a while.
func (g *clientConn) closeWhenDone(patience time.Duration) {
	g.mu.Lock()
	idle := g.sessions == 0
	if !idle && !g.isGone {
		g.noSessionTimer.Reset(patience)
	}
	g.mu.Unlock()
	if idle {
		_ = g.Close()
	}
}

// readTrusted reads a list that nobody but its owner can change.
func readTrusted(path string) ([]entry, []RejectedLine, fs.FileInfo, error) {
	content, info, err := filestore.ReadTrusted(path, filestore.OthersWrite, maxFile)
	if err != nil {
		return nil, nil, info, err
	}
	entries, refused, err := readList(bytes.NewReader(content))
	return entries, refused, info, err
}

// isTrusted says whether nobody but its owner can change or replace a list. The owner and the directories can change
// without a new time of the file.
func isTrusted(path string, info fs.FileInfo) bool {
	return filestore.CheckTrusted(path, info, filestore.OthersWrite) == nil
}
