package sshd

import (
	"bufio"
	"bytes"
	"crypto/rsa"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/safetext"
)

// Agent is who signed in, as the line of the key says.
type Agent struct {
	Name    safetext.Line // as tickets name their assignee; agents of the same name are the same agent
	Email   safetext.Line
	Account string         // of the configuration; empty for the host's
	Theme   string         // "dark", "light" or empty
	Zone    *time.Location // of what the agent reads and types; nil when it does not say
	Key     string         // the key's fingerprint
}

// entry is a line of the list that can be used.
type entry struct {
	line       int
	key        gossh.PublicKey
	agent      Agent
	authority  bool // the key signs the certificates of agents
	principals []string
	from       patterns
	expires    time.Time
	noTerminal bool
	seen       map[string]bool // options and variables, by name
}

// RejectedLine is a line of the list that cannot be used as it says.
type RejectedLine struct {
	Line int // from 1
	Err  error
}

// Error names the line.
func (r RejectedLine) Error() string { return fmt.Sprintf("line %d is refused: %v", r.Line, r.Err) }

// Unwrap is the reason.
func (r RejectedLine) Unwrap() error { return r.Err }

const (
	maxLine  = 64 << 10 // bytes of a line
	maxFile  = 16 << 20 // bytes of a list
	leastRSA = 2048     // bits
)

// readList reads an authorized_keys file. A line whose options cannot be honoured is refused, never weakened.
func readList(from io.Reader) (entries []entry, refused []RejectedLine, err error) {
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, maxLine)
	seen := map[string]int{}
	for n := 1; lines.Scan(); n++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		e, err := readLine(line)
		if err == nil && seen[string(e.key.Marshal())] > 0 {
			err = fmt.Errorf("its key stands in line %d already", seen[string(e.key.Marshal())])
		}
		if err != nil {
			refused = append(refused, RejectedLine{n, err})
			continue
		}
		e.line = n
		seen[string(e.key.Marshal())] = n
		entries = append(entries, e)
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return nil, nil, fmt.Errorf("a line is longer than %d KiB", maxLine>>10)
	}
	return entries, refused, lines.Err()
}

func readLine(line []byte) (entry, error) {
	key, comment, options, _, err := gossh.ParseAuthorizedKey(line)
	if err != nil {
		return entry{}, errors.New("it holds no public key")
	}
	e := entry{key: key, seen: map[string]bool{}}
	if err := usable(key); err != nil {
		return e, err
	}
	for _, o := range options {
		if err := e.option(o); err != nil {
			return e, err
		}
	}
	e.agent.Key = gossh.FingerprintSHA256(key)
	err = e.complete(comment)
	return e, err
}

// complete takes the agent's name from the comment where no option gives it.
func (e *entry) complete(comment string) error {
	switch {
	case e.authority && !e.agent.Name.IsEmpty():
		return errors.New("a cert-authority is not one agent: certificates name theirs")
	case e.authority:
		return nil
	case len(e.principals) > 0:
		return errors.New("principals goes with cert-authority")
	case e.agent.Name.IsEmpty():
		e.agent.Name = safetext.LineFromText(strings.TrimSpace(comment))
	}
	if e.agent.Name.IsEmpty() {
		return errors.New(`it names no agent: give environment="FRONTDESK_AGENT=Name" or a comment`)
	}
	return nil
}

// usable refuses keys that others can make.
func usable(key gossh.PublicKey) error {
	if _, isCert := key.(*gossh.Certificate); isCert {
		return errors.New("it holds a certificate: give the key of the authority with cert-authority")
	}
	if key.Type() == gossh.InsecureKeyAlgoDSA { //nolint:staticcheck // named to be refused
		return errors.New("DSA keys can be forged")
	}
	held, ok := key.(gossh.CryptoPublicKey)
	if !ok {
		return nil
	}
	if weak, isRSA := held.CryptoPublicKey().(*rsa.PublicKey); isRSA && weak.N.BitLen() < leastRSA {
		return fmt.Errorf("an RSA key of %d bits can be forged: %d are needed", weak.N.BitLen(), leastRSA)
	}
	return nil
}
