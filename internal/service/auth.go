package service

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"net/http"
	"slices"
	"strings"

	"frontdesk/internal/wire"
)

var errAuth = &apiError{http.StatusUnauthorized, "Invalid Auth Key"}

// Credentials are what a service accepts (PROTOCOL.md 1.4).
type Credentials struct {
	Token         string // the API key of the customer, ticket and FAQ operations, with or without "Basic " before it
	Author        string // the creator of the tickets and notes that are written with it; empty for nobody
	Keys          []Key  // further API keys, each with a rate of its own
	OrderUser     string // who may call the order operations; without a name and a password nobody may
	OrderPassword string
}

// Key is an API key and the author of what is written with it, as in Credentials.
type Key struct{ Token, Author string }

// credential is what one group of operations accepts, as a hash.
type credential struct {
	group  wire.AuthScheme
	hash   given
	author string
	limiter
}

// SetCredentials changes what is accepted from the next request on; connections and requests under way go on.
func (s *Service) SetCredentials(c Credentials) {
	known := credentials(c, s.RequestsPerSecond)
	s.credentials.Store(&known)
}

// credentials are those of PROTOCOL.md 1.4: API keys, and a user name with a password for the order
// operations. Each is refused in the other's place. Nothing is accepted where none is configured.
func credentials(c Credentials, perSecond float64) []*credential {
	var known []*credential
	for _, k := range slices.Concat([]Key{{c.Token, c.Author}}, c.Keys) {
		if token := bare(k.Token); token != "" {
			known = append(known, &credential{wire.APIKey, sha256.Sum256([]byte(token)), k.Author, newLimiter(perSecond)})
		}
	}
	if c.OrderUser != "" && c.OrderPassword != "" {
		login := base64.StdEncoding.EncodeToString([]byte(c.OrderUser + ":" + c.OrderPassword))
		known = append(known, &credential{wire.BasicAuth, sha256.Sum256([]byte(login)), "", newLimiter(perSecond)})
	}
	return known
}

func bare(token string) string { return strings.TrimPrefix(token, scheme) }

const scheme = "Basic "

// given is what a request has in place of a credential, as a hash.
type given [sha256.Size]byte

func givenBy(r *http.Request) given {
	return sha256.Sum256([]byte(bare(r.Header.Get("Authorization"))))
}

// admitted is the credential of one of the groups that a request has, nil for none. All are compared, each in constant time, so that
// missing, wrong and disabled ones look the same from outside.
func (s *Service) admitted(r *http.Request, groups ...wire.AuthScheme) *credential {
	offered := givenBy(r)
	var found *credential
	for _, known := range *s.credentials.Load() {
		if match := subtle.ConstantTimeCompare(offered[:], known.hash[:]) == 1; match && slices.Contains(groups, known.group) {
			found = known
		}
	}
	if !strings.HasPrefix(r.Header.Get("Authorization"), scheme) {
		return nil
	}
	return found
}

// callerKey and authorKey are of contexts.
type (
	callerKey struct{}
	authorKey struct{}
)

// WithAuthor names who makes the requests with this context, for callers in the same process that share a credential;
// no request from outside can carry it.
func WithAuthor(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, authorKey{}, name)
}

// authorOf is whom a request's tickets and notes are by: who was named by WithAuthor, else the name that is configured
// for the credential, else nobody.
func authorOf(ctx context.Context) string {
	if name, ok := ctx.Value(authorKey{}).(string); ok {
		return name
	}
	if c, ok := ctx.Value(callerKey{}).(*credential); ok {
		return c.author
	}
	return ""
}
