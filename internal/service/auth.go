package service

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"net/http"
	"strings"

	"frontdesk/internal/wire"
)

var errAuth = &failure{http.StatusUnauthorized, "Invalid Auth Key"}

// Credentials are what a service accepts (interface.md, Authentication).
type Credentials struct {
	Token         string // the API key of the customer, ticket and FAQ operations, with or without "Basic " before it; never empty
	OrderUser     string // who may call the order operations; without a name and a password nobody may
	OrderPassword string
}

// credential is what one group of operations accepts, as a hash; nothing is accepted where none is configured.
type credential struct {
	hash [sha256.Size]byte
	set  bool
	limiter
}

// Accept changes what is accepted from the next request on; connections and requests under way go on.
func (s *Service) Accept(c Credentials) {
	known := credentials(c, s.PerSecond)
	s.credentials.Store(&known)
}

// credentials are those of interface.md, Authentication: an API key, and a user name with a password for
// the order operations. Each is refused in the other's place, even to a caller who has both.
func credentials(c Credentials, perSecond float64) map[wire.Group]credential {
	login := base64.StdEncoding.EncodeToString([]byte(c.OrderUser + ":" + c.OrderPassword))
	return map[wire.Group]credential{
		wire.APIKey: {sha256.Sum256([]byte(bare(c.Token))), c.Token != "", newLimiter(perSecond)},
		wire.Login:  {sha256.Sum256([]byte(login)), c.OrderUser != "" && c.OrderPassword != "", newLimiter(perSecond)},
	}
}

func bare(token string) string { return strings.TrimPrefix(token, scheme) }

const scheme = "Basic "

// admits says whether a request has the credential of one of the groups; all are compared, each in constant
// time, so that missing, wrong and disabled ones look the same from outside.
func (s *Service) admits(r *http.Request, groups ...wire.Group) bool {
	header := r.Header.Get("Authorization")
	given := sha256.Sum256([]byte(bare(header)))
	accepted := *s.credentials.Load()
	admitted := false
	for _, group := range groups {
		known := accepted[group]
		match := subtle.ConstantTimeCompare(given[:], known.hash[:]) == 1
		admitted = admitted || match && known.set
	}
	return admitted && strings.HasPrefix(header, scheme)
}
