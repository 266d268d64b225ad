package sshd

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/desk"
	"frontdesk/internal/filestore"
	"frontdesk/internal/safetext"
)

// AuthorizedKeys is the list of keys that may authenticate: an authorized_keys file, reloaded when it changes. It is
// safe for concurrent use.
type AuthorizedKeys struct {
	path string

	mu         sync.Mutex
	read       fs.FileInfo // the file as of the last load; nil if it could not be opened
	trusted    bool        // only the owner could change or replace the file as of the last load
	principals map[string]*entry
	signers    map[string]*entry
	refused    []RejectedLine
	names      desk.AgentNames // of agents and principals
	certified  desk.AgentNames // of those who have signed in with a certificate since the start
	fault      error           // while set, every key is rejected
}

// LoadAuthorizedKeys loads a list. It fails if the file cannot be trusted or holds no valid key.
func LoadAuthorizedKeys(path string) (*AuthorizedKeys, error) {
	k := &AuthorizedKeys{path: path}
	k.readFile()
	if k.fault == nil && len(k.principals)+len(k.signers) == 0 {
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

// Refused returns the invalid lines of the current list.
func (k *AuthorizedKeys) Refused() []RejectedLine {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.refused
}

// count returns the number of valid keys, including those of authorities.
func (k *AuthorizedKeys) count() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.principals) + len(k.signers)
}

// reloadIfChanged reloads the list if the file or whether it can be trusted has changed, and reports whether it did.
// While the file cannot be read, nobody can sign in and no connection gets a new session; open sessions continue.
func (k *AuthorizedKeys) reloadIfChanged() (changed bool, fault error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	now, err := os.Stat(k.path)
	same := err == nil && k.read != nil && os.SameFile(now, k.read) && now.Size() == k.read.Size() &&
		now.Mode() == k.read.Mode() && now.ModTime().Equal(k.read.ModTime()) && isTrusted(k.path, now) == k.trusted
	if same || err != nil && k.read == nil {
		return false, k.fault
	}
	k.readFile()
	return true, k.fault
}

// Reload reloads the list unconditionally.
func (k *AuthorizedKeys) Reload() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.readFile()
	return k.fault
}

// readFile replaces the list with the content of the file. The caller holds k.mu or the only reference to k.
func (k *AuthorizedKeys) readFile() {
	k.principals, k.signers, k.refused, k.read = map[string]*entry{}, map[string]*entry{}, nil, nil
	entries, refused, info, err := readTrusted(k.path)
	k.fault, k.read, k.refused = err, info, refused
	k.trusted = info != nil && isTrusted(k.path, info)
	k.names = desk.AgentNames{}
	for i := range entries {
		for _, name := range entries[i].names() {
			_, _ = k.names.Add(name) // the list has been checked
		}
		into := k.principals
		if entries[i].authority {
			into = k.signers
		}
		into[string(entries[i].key.Marshal())] = &entries[i]
	}
}

// grant is the result of a successful authentication.
type grant struct {
	agent    Agent
	terminal bool // a console is allowed
	line     int
	key      gossh.PublicKey // as offered
	request  authRequest
	ends     time.Time // when it expires; zero means never
}

// isBroken reports whether the list cannot be used.
func (k *AuthorizedKeys) isBroken() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.fault != nil
}

// recheck checks an earlier grant against the current list and returns the new one. It fails if the key is no longer
// valid, belongs to another agent, or has lost its terminal.
func (k *AuthorizedKeys) recheck(was grant, now time.Time) (grant, error) {
	again := was.request
	again.now = now
	found, err := k.find(was.key, again)
	switch {
	case err != nil:
		return grant{}, err
	case found.agent.Name != was.agent.Name:
		return grant{}, errOtherAgent
	case was.terminal && !found.terminal:
		return grant{}, errTerminalTaken
	}
	return found, nil
}

// find looks a key up and checks that it is valid now. The error is for the log only: the client is not given the
// reason.
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
		if err == nil {
			err = k.checkCertified(agent.Name)
		}
		return grant{agent, terminal, e.line, key, v, earlier(e.expires, validBefore(c))}, err
	}
	e := k.principals[string(key.Marshal())]
	if e == nil {
		return grant{}, errors.New("the key is not in the list")
	}
	return grant{e.agent, !e.noTerminal, e.line, key, v, e.expires}, e.checkRestrictions(v)
}

// maxCertified is how many names of certificates are kept to compare others with.
const maxCertified = 10_000

// checkCertified refuses the name of a certificate that looks like the name of another agent. The caller holds k.mu.
func (k *AuthorizedKeys) checkCertified(name safetext.Line) error {
	other := k.names.Like(name)
	if other.IsEmpty() {
		other = k.certified.Like(name)
	}
	if !other.IsEmpty() {
		return fmt.Errorf("the name %q looks like %q, which is another agent's", name, other)
	}
	if k.certified.Len() < maxCertified {
		_, _ = k.certified.Add(name)
	}
	return nil
}

// missesUntilRevoked is how many consecutive checks must miss a key before its connections are closed: a list that is
// being written in place is incomplete for a moment.
const missesUntilRevoked = 2

// errOtherAgent rejects a key that now belongs to another agent or account than when its connection authenticated.
var errOtherAgent = errors.New("the key signs in as another agent or for another account now")

// errTerminalTaken rejects a key that may only run commands now.
var errTerminalTaken = errors.New("the key may have no terminal now")

// agent returns the agent of a grant, completed from the configuration.
func (server *Server) agent(as grant) Agent {
	if server.EnrichAgent == nil {
		return as.agent
	}
	return server.EnrichAgent(as.agent)
}

// readTrusted loads a list that only its owner can change.
func readTrusted(path string) ([]entry, []RejectedLine, fs.FileInfo, error) {
	content, info, err := filestore.ReadTrustedBytes(path, filestore.OthersWrite, maxFile)
	if err == nil {
		content, err = safetext.WithoutMark(content)
	}
	if err != nil {
		return nil, nil, info, err
	}
	entries, refused, err := readList(bytes.NewReader(content))
	return entries, refused, info, err
}

// isTrusted reports whether only the owner can change or replace a list. The file's owner and its directories can
// change without a new modification time, so this is checked separately.
func isTrusted(path string, info fs.FileInfo) bool {
	return filestore.CheckTrusted(path, info, filestore.OthersWrite) == nil
}
