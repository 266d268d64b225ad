package sshd

import (
	"bufio"
	"bytes"
	"crypto/rsa"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"path"
	"strings"
	"time"
	"unicode/utf8"

	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/ui/theme"
)

// Agent is an authenticated agent, as described by the line of the key.
type Agent struct {
	Name    safetext.Line // the assignee name in tickets; agents of the same name are the same agent
	Email   safetext.Line
	Account string         // name of the account in the configuration; empty for the server's default
	Theme   string         // by name; empty when not set
	Zone    *time.Location // time zone for display and input; nil when not set
	Key     string         // the key's fingerprint
}

// entry is a valid line of the list.
type entry struct {
	line       int
	key        gossh.PublicKey
	agent      Agent
	authority  bool // the key is a certificate authority
	principals []string
	from       patterns
	expires    time.Time
	noTerminal bool
	seen       map[string]bool // options and variables, by name
}

// RejectedLine is an invalid line of the list, or a principal of a line whose others can sign in.
type RejectedLine struct {
	Line        int // from 1
	Err         error
	isPrincipal bool
}

// Error implements error and includes the line number.
func (r RejectedLine) Error() string {
	if r.isPrincipal {
		return fmt.Sprintf("line %d: a principal is refused: %v", r.Line, r.Err)
	}
	return fmt.Sprintf("line %d is refused: %v", r.Line, r.Err)
}

// Unwrap returns the reason.
func (r RejectedLine) Unwrap() error { return r.Err }

const (
	maxLine  = 64 << 10 // bytes of a line
	maxFile  = 16 << 20 // bytes of a list
	leastRSA = 2048     // bits
)

// readList parses an authorized_keys file. A line with an unsupported option is rejected: ignoring the option could
// grant more than the line allows.
func readList(from io.Reader) (entries []entry, refused []RejectedLine, err error) {
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, maxLine)
	seen, names := map[string]int{}, namesOfLines{of: map[safetext.Line]int{}}
	for n := 1; lines.Scan(); n++ {
		line := bytes.Trim(lines.Bytes(), " \t\r") // not other blanks, which may tell a name from another
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		e, err := readLine(line)
		if err == nil && seen[string(e.key.Marshal())] > 0 {
			err = fmt.Errorf("its key stands in line %d already", seen[string(e.key.Marshal())])
		}
		e.line = n
		var takenOut []error
		if err == nil {
			takenOut, err = names.check(&e)
		}
		for _, why := range takenOut {
			refused = append(refused, RejectedLine{n, why, true})
		}
		if err != nil {
			refused = append(refused, RejectedLine{n, err, false})
			continue
		}
		seen[string(e.key.Marshal())] = n
		entries = append(entries, e)
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return nil, nil, fmt.Errorf("a line is longer than %d KiB", maxLine>>10)
	}
	return entries, refused, lines.Err()
}

// namesOfLines are the names of the lines read so far, and the line that each was first in.
type namesOfLines struct {
	all desk.AgentNames
	of  map[safetext.Line]int
}

// check adds the names of a line, and refuses one that looks like another. Of an authority's line it takes out the
// principals that cannot be names, and returns why, so that the others can sign in.
func (l *namesOfLines) check(e *entry) (takenOut []error, err error) {
	if !e.authority {
		return nil, l.add(e.line, e.agent.Name)
	}
	given := e.principals
	e.principals = nil
	for _, principal := range given {
		name, err := desk.ParseAgentName(principal)
		if err == nil {
			err = l.add(e.line, name)
		}
		if err != nil {
			takenOut = append(takenOut, err)
			continue
		}
		e.principals = append(e.principals, principal)
	}
	if len(takenOut) > 0 && len(e.principals) == 0 { // without principals it would let everybody in
		return nil, takenOut[0]
	}
	return takenOut, nil
}

func (l *namesOfLines) add(line int, name safetext.Line) error {
	other, added := l.all.Add(name)
	if !added {
		return fmt.Errorf("the name %q looks like %q of line %d", name, other, l.of[other])
	}
	if l.of[name] == 0 {
		l.of[name] = line
	}
	return nil
}

// names returns the names that may sign in by a line, as far as it says so.
func (e *entry) names() (all []safetext.Line) {
	if !e.authority {
		return []safetext.Line{e.agent.Name}
	}
	for _, principal := range e.principals {
		all = append(all, safetext.LineFromText(principal))
	}
	return all
}

func readLine(line []byte) (entry, error) {
	if !utf8.Valid(line) {
		return entry{}, errors.New("it has a byte that is not UTF-8: save it as UTF-8")
	}
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

// complete takes the agent's name from the comment if no option sets it, and checks the options against each other.
func (e *entry) complete(comment string) error {
	switch {
	case e.authority && !e.agent.Name.IsEmpty():
		return errors.New("a cert-authority is not one agent: certificates name theirs")
	case e.authority:
		return nil
	case len(e.principals) > 0:
		return errors.New("principals goes with cert-authority")
	case !e.agent.Name.IsEmpty():
		return nil
	case comment == "":
		return errors.New(`it names no agent: give environment="FRONTDESK_AGENT=Name" or a comment`)
	}
	return setName(&e.agent, comment)
}

// setName sets the name of an agent.
func setName(a *Agent, value string) (err error) {
	a.Name, err = desk.ParseAgentName(value)
	return err
}

// usable rejects certificates and keys that are too weak.
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

// options are the supported OpenSSH options. A line with any other option is rejected: ignoring the option could grant
// more than the line allows.
var options = map[string]func(e *entry, value string) error{
	"environment":    (*entry).setEnvironment,
	"from":           (*entry).setFrom,
	"expiry-time":    (*entry).setExpiry,
	"cert-authority": func(e *entry, _ string) error { e.authority = true; return nil },
	"principals":     (*entry).setPrincipals,
	"restrict":       func(e *entry, _ string) error { e.noTerminal = true; return nil },
	"no-pty":         func(e *entry, _ string) error { e.noTerminal = true; return nil },
	"pty":            func(e *entry, _ string) error { e.noTerminal = false; return nil },
	// These features are never available.
	"no-agent-forwarding": ignore, "no-port-forwarding": ignore, "no-x11-forwarding": ignore, "no-user-rc": ignore,
}

func ignore(*entry, string) error { return nil }

// requireValue holds the options that need a value; the others take none.
var requireValue = map[string]bool{"environment": true, "from": true, "expiry-time": true, "principals": true}

// option applies one option, for example from="10.0.0.0/8".
func (e *entry) option(o string) error {
	name, value, given := strings.Cut(o, "=")
	name = strings.ToLower(name)
	take, known := options[name]
	switch {
	case !known:
		return fmt.Errorf("the option %q cannot be honoured here", safetext.LineFromText(name))
	case given != requireValue[name]:
		return fmt.Errorf("the option %q is not given as OpenSSH has it", name)
	case given && e.seen[name] && name != "environment":
		return fmt.Errorf("the option %q is given twice", name) // which of them applies is ambiguous
	}
	e.seen[name] = true
	if given {
		inside, quoted := strings.CutPrefix(value, `"`)
		inside, ended := strings.CutSuffix(inside, `"`)
		if !quoted || !ended {
			return fmt.Errorf("the value of the option %q is not in quotes", name)
		}
		value = strings.ReplaceAll(inside, `\"`, `"`)
	}
	return take(e, value)
}

// variables are the settings of an agent that environment="NAME=value" may hold.
var variables = map[string]func(a *Agent, value string) error{
	"FRONTDESK_AGENT":   setName,
	"FRONTDESK_EMAIL":   setEmail,
	"FRONTDESK_ACCOUNT": func(a *Agent, v string) error { a.Account = v; return nil },
	"FRONTDESK_THEME": func(a *Agent, v string) error {
		if _, known := theme.Find(v, nil); !known {
			return fmt.Errorf("FRONTDESK_THEME is one of %s", strings.Join(theme.Names(), ", "))
		}
		a.Theme = v
		return nil
	},
	"FRONTDESK_DISPLAY_ZONE": func(a *Agent, v string) (err error) { a.Zone, err = desk.ParseZone(v); return err },
}

// setEmail sets the address for the audit, and rejects one that sanitising would change.
func setEmail(a *Agent, value string) error {
	a.Email = safetext.LineFromText(value)
	if a.Email.String() != value || strings.TrimSpace(value) == "" {
		return fmt.Errorf("the e-mail address %q cannot be shown as it is", a.Email)
	}
	return nil
}

func (e *entry) setEnvironment(value string) error {
	name, value, _ := strings.Cut(value, "=")
	take, known := variables[name]
	if !known {
		return fmt.Errorf("the variable %q means nothing here", safetext.LineFromText(name))
	}
	if e.seen[name] {
		return fmt.Errorf("the variable %q is given twice", name)
	}
	e.seen[name] = true
	return take(&e.agent, value)
}

func (e *entry) setPrincipals(value string) error {
	for name := range strings.SplitSeq(value, ",") {
		if name = strings.Trim(name, " "); name == "" {
			return errors.New("principals holds an empty name")
		}
		e.principals = append(e.principals, name)
	}
	return nil
}

// setExpiry parses YYYYMMDD, YYYYMMDDHHMM or YYYYMMDDHHMMSS in local time or, with the suffix Z, in UTC.
func (e *entry) setExpiry(value string) error {
	digits, isUTC := strings.CutSuffix(value, "Z")
	zone := time.Local
	if isUTC {
		zone = time.UTC
	}
	for _, layout := range []string{"20060102", "200601021504", "20060102150405"} {
		if at, err := time.ParseInLocation(layout, digits, zone); err == nil && len(digits) == len(layout) {
			e.expires = at
			return nil
		}
	}
	return fmt.Errorf("expiry-time %q is not a time such as 20271231 or 202712312359", safetext.LineFromText(value))
}

// patterns holds addresses, networks (10.0.0.0/8) and patterns with * and ?. The prefix ! negates one.
type patterns []string

// setFrom parses from="…". Host names are rejected: they would require trusting reverse DNS.
func (e *entry) setFrom(value string) error {
	p, err := readPatterns(value)
	e.from = p
	return err
}

func readPatterns(value string) (patterns, error) {
	var all patterns
	for one := range strings.SplitSeq(value, ",") {
		bare := strings.TrimPrefix(one, "!")
		_, notNetwork := netip.ParsePrefix(bare)
		if strings.Trim(bare, "0123456789abcdefABCDEF:.*?") != "" && notNetwork != nil || bare == "" {
			return nil, fmt.Errorf(
				"%q is neither an address nor a network nor a pattern of addresses",
				safetext.LineFromText(one),
			)
		}
		all = append(all, one)
	}
	return all, nil
}

// allow reports whether an address matches. Without patterns, every address does.
func (p patterns) allow(address netip.Addr) bool {
	if len(p) == 0 {
		return true
	}
	allowed := false
	for _, one := range p {
		bare, not := strings.CutPrefix(one, "!")
		if !matches(bare, address) {
			continue
		}
		if not {
			return false
		}
		allowed = true
	}
	return allowed
}

func matches(pattern string, address netip.Addr) bool {
	if network, err := netip.ParsePrefix(pattern); err == nil {
		return network.Contains(address)
	}
	if exact, err := netip.ParseAddr(pattern); err == nil {
		return exact.Unmap() == address
	}
	found, err := path.Match(strings.ToLower(pattern), address.String())
	return err == nil && found
}

// addressOf returns the IP address of a peer, or the zero Addr if it has none.
func addressOf(a net.Addr) netip.Addr {
	if a == nil {
		return netip.Addr{}
	}
	if at, err := netip.ParseAddrPort(a.String()); err == nil {
		return at.Addr().Unmap().WithZone("")
	}
	return netip.Addr{}
}
