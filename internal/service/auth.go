package service

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"net/http"
	"slices"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

var (
	errAuth           = &apiError{http.StatusUnauthorized, "Invalid Auth Key"}
	errAuthorizations = &apiError{http.StatusBadRequest, "the request has more than one Authorization header"}
)

// Credentials are the credentials that a service accepts (PROTOCOL.md 1.4).
type Credentials struct {
	Token         string // API key of the customer, ticket and FAQ operations, with or without "Basic "
	Author        string // creator of the tickets and notes written with Token; may be empty
	For           []string
	Keys          []Key  // further API keys, each with its own rate limit
	OrderUser     string // of the order operations, which are closed without a name and a password
	OrderPassword string
}

// Key is an API key and the author of what is written with it.
type Key struct {
	Token, Author string
	For           []string // agents for whom it may write too, by name; Employees for those of the desk
}

// Bare returns the key without its scheme.
func (k Key) Bare() string {
	bare, _ := wire.CutScheme(k.Token)
	return bare
}

// credential is the hash of a credential, with the group of operations that accept it.
type credential struct {
	group   wire.AuthScheme
	hash    credentialHash
	author  string
	actsFor []string
	limiter
}

// SetCredentials replaces the accepted credentials from the next request on; open connections and running requests
// are not affected.
func (s *Service) SetCredentials(c Credentials) {
	known := credentials(c, s.RequestsPerSecond)
	s.credentials.Store(&known)
}

// credentials returns the configured credentials (PROTOCOL.md 1.4): API keys, and a user name with a password for
// the order operations. Each is valid in its own group only. A login that is not configured is left out, so
// that nothing matches it; no request has an empty key.
func credentials(c Credentials, perSecond float64) []*credential {
	var known []*credential
	for _, k := range slices.Concat([]Key{{c.Token, c.Author, c.For}}, c.Keys) {
		hash := sha256.Sum256([]byte(k.Bare()))
		known = append(known, &credential{wire.APIKey, hash, k.Author, k.For, newLimiter(perSecond)})
	}
	if c.OrderUser != "" && c.OrderPassword != "" {
		login := base64.StdEncoding.EncodeToString([]byte(c.OrderUser + ":" + c.OrderPassword))
		known = append(known, &credential{wire.BasicAuth, sha256.Sum256([]byte(login)), "", nil, newLimiter(perSecond)})
	}
	return known
}

// credentialHash is the hash of a request's credential, right or wrong.
type credentialHash [sha256.Size]byte

// hashOf returns the hash of the credential of a request; ok is false if it has none that could be right.
func hashOf(r *http.Request) (sent credentialHash, ok bool) {
	credential, hasScheme := wire.CutScheme(r.Header.Get("Authorization"))
	return sha256.Sum256([]byte(credential)), hasScheme && credential != ""
}

// authenticate returns the request's credential if it belongs to one of the groups, else nil. It compares every
// credential in constant time, so that missing, wrong and disabled ones cannot be distinguished.
func (s *Service) authenticate(r *http.Request, groups ...wire.AuthScheme) *credential {
	sent, ok := hashOf(r)
	if !ok {
		return nil
	}
	var found *credential
	for _, known := range *s.credentials.Load() {
		match := subtle.ConstantTimeCompare(sent[:], known.hash[:]) == 1
		if match && slices.Contains(groups, known.group) {
			found = known
		}
	}
	return found
}

// Employees stands for the names of all employees of the desk (Key.For).
const Employees = "*"

var (
	errAgents = &apiError{http.StatusBadRequest, "the request has more than one " + wire.OnBehalfOf + " header"}
	errAgent  = &apiError{http.StatusForbidden, "the key may not act for the agent that " + wire.OnBehalfOf + " names"}
)

// withAuthor returns a context with the author of what a request writes: the agent that it names, if its key may act
// for them (PROTOCOL.md 1.4), or else the one of its key. A caller in the same process has named the agent already.
func (s *Service) withAuthor(
	ctx context.Context, w http.ResponseWriter, r *http.Request, caller *credential,
) (context.Context, error) {
	names := r.Header.Values(wire.OnBehalfOf)
	switch _, named := desk.AgentOf(ctx); {
	case len(names) > 1:
		return ctx, errAgents
	case len(names) == 1:
		return s.onBehalf(ctx, w, names[0], caller)
	case named || caller.author == "":
		return ctx, nil
	}
	return desk.WithAgent(ctx, safetext.LineFromText(caller.author)), nil
}

// onBehalf returns a context with the agent that a request names.
func (s *Service) onBehalf(
	ctx context.Context, w http.ResponseWriter, name string, caller *credential,
) (context.Context, error) {
	setAgent(w, name)
	may, err := s.mayActFor(ctx, name, caller)
	if err != nil {
		return ctx, err
	}
	if !may {
		s.counts.refusedAgents.Add(1)
		return ctx, errAgent
	}
	shown, err := desk.ParseAgentName(name)
	if err != nil {
		return ctx, &apiError{http.StatusBadRequest, wire.OnBehalfOf + ": " + err.Error()}
	}
	return desk.WithAgent(ctx, shown), nil
}

// mayActFor reports whether a key may act for an agent.
func (s *Service) mayActFor(ctx context.Context, name string, caller *credential) (bool, error) {
	if name != Employees && slices.Contains(caller.actsFor, name) {
		return true, nil
	}
	if !slices.Contains(caller.actsFor, Employees) {
		return false, nil
	}
	employees, err := s.Store.Agents(ctx)
	return slices.ContainsFunc(employees, func(e store.Agent) bool { return e.Name == name }), err
}

// author returns the author of what a request writes; empty if nobody is known.
func author(ctx context.Context) string {
	name, _ := desk.AgentOf(ctx)
	return name.String()
}
