package sshd

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"time"

	gossh "golang.org/x/crypto/ssh"
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
