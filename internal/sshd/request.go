package sshd

import (
	"encoding/binary"
	"slices"
	"strings"
	"sync"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// unsupportedRequest is a request that the library does not know. What is refused is passed on under this name: it is then
// refused in its turn, and answers come in the order in which clients count them.
const unsupportedRequest = "refused@frontdesk"

// requests is what one session has asked for until now.
type requests struct {
	limits   Limits
	terminal bool // one may be asked for
	sized    func(width, height int)
	signal   func(name string)
	now      func() time.Time

	mu      sync.Mutex
	count   int
	windows int // since minute
	minute  time.Time
	env     []string // "NAME=value"
	term    string
	pty     bool
}

// verdict says what becomes of a request.
type verdict uint8

const (
	forward    verdict = iota // to the library, as it now is
	discard                   // nobody waits for an answer
	disconnect                // the connection has to end
)

// filter bounds a request before the library sees it.
func (r *requests) filter(req *gossh.Request) verdict {
	r.mu.Lock()
	defer r.mu.Unlock()
	if req.Type == "window-change" {
		return r.window(req)
	}
	if r.count++; r.count > maxRequests {
		return disconnect
	}
	allowed := false
	switch req.Type {
	case "pty-req":
		allowed = r.terminal && r.askTerminal(req)
	case "env":
		allowed = r.variable(req)
	case "exec":
		allowed = len(req.Payload) <= maxCommand
	case "shell":
		allowed = true
	case "signal":
		if name, _, ok := cutString(req.Payload); ok {
			r.signal(string(name))
		}
	}
	if allowed {
		return forward
	}
	return r.refuse(req)
}

// refuse has a request refused in its turn.
func (r *requests) refuse(req *gossh.Request) verdict {
	if !req.WantReply {
		return discard
	}
	req.Type, req.Payload = unsupportedRequest, nil
	return forward
}

// window takes a new size. It goes past the library, which would wait for somebody to take every one of them.
func (r *requests) window(req *gossh.Request) verdict {
	if now := r.now(); now.Sub(r.minute) > time.Minute {
		r.minute, r.windows = now, 0
	}
	if r.windows++; r.windows > maxWindows {
		return disconnect
	}
	if r.pty && len(req.Payload) >= 8 {
		r.sized(r.limits.clamp(binary.BigEndian.Uint32(req.Payload), binary.BigEndian.Uint32(req.Payload[4:])))
	}
	return r.refuse(req)
}

// askTerminal bounds the size and the name of a terminal in the request itself, and leaves its modes out: nothing here
// has a tty that they could be set on.
func (r *requests) askTerminal(req *gossh.Request) bool {
	term, rest, ok := cutString(req.Payload)
	if !ok || len(rest) < 16 || r.pty {
		return false
	}
	if !plainName(string(term)) {
		term = []byte("unknown")
	}
	width, height := r.limits.clamp(binary.BigEndian.Uint32(rest), binary.BigEndian.Uint32(rest[4:]))
	r.term, r.pty = string(term), true
	r.sized(width, height)
	req.Payload = gossh.Marshal(struct {
		Term                         string
		Columns, Rows, Width, Height uint32
		Modes                        string
	}{r.term, uint32(width), uint32(height), 0, 0, ""})
	return true
}

// names are the variables that a client may set, beside those that begin with LC_.
var names = []string{"COLORTERM", "LANG", "NO_COLOR", "TZ"}

// variable keeps a variable that says what the agent's terminal is like; all others could only harm.
func (r *requests) variable(req *gossh.Request) bool {
	name, rest, ok := cutString(req.Payload)
	value, _, ok2 := cutString(rest)
	known := slices.Contains(names, string(name)) || strings.HasPrefix(string(name), "LC_") && plainName(string(name))
	if !ok || !ok2 || !known || len(name)+len(value) > maxVariable || len(r.env) >= maxVariables || !printable(value) {
		return false
	}
	r.env = append(r.env, string(name)+"="+string(value))
	return true
}

// environ is what is known of the agent's terminal, TERM included.
func (r *requests) environ() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.pty {
		return slices.Clone(r.env)
	}
	return append(slices.Clone(r.env), "TERM="+r.term)
}

// plainName says whether a name of a terminal or variable is one.
func plainName(s string) bool {
	const known = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.+"
	return s != "" && len(s) <= maxTerm && strings.Trim(s, known) == ""
}

func printable(b []byte) bool {
	return !slices.ContainsFunc(b, func(c byte) bool { return c < ' ' || c > '~' })
}

// cutString takes a string off the front of a payload (RFC 4251, section 5).
func cutString(payload []byte) (s, rest []byte, ok bool) {
	if len(payload) < 4 {
		return nil, nil, false
	}
	length := binary.BigEndian.Uint32(payload)
	if rest = payload[4:]; uint64(length) > uint64(len(rest)) {
		return nil, nil, false
	}
	return rest[:length], rest[length:], true
}
