package backend

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"frontdesk/internal/client"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// credentialHint is what helps whoever has set the credential up, who need not be the agent.
const credentialHint = "frontdesk doctor tells where it comes from"

// ErrorText is why something failed as one clean line for the screen, which knows already what was asked for: the
// service's own words where it gave some, and what can be done where the agent can do something.
func ErrorText(err error) string {
	if err == nil {
		return ""
	}
	var joined interface{ Unwrap() []error }
	if errors.As(err, &joined) && len(joined.Unwrap()) > 0 {
		err = joined.Unwrap()[0]
	}
	var failed *client.Error
	if !errors.As(err, &failed) {
		return safetext.LineFromText(err.Error()).String()
	}
	line := failed.Summary()
	switch {
	case failed.Kind == client.Rejected && !failed.Message.IsEmpty():
		return failed.Message.String()
	case failed.Kind == client.Unauthorized && failed.Op.Group == wire.BasicAuth:
		return line + " of orders: " + credentialHint
	case failed.Kind == client.Unauthorized:
		return line + ": " + credentialHint
	case !failed.Message.IsEmpty():
		line += ": " + strings.TrimSpace(failed.Message.String())
	case failed.Code >= 300:
		line += fmt.Sprintf(" (%d)", failed.Code)
	case failed.NetworkCause() != "":
		line += ": " + failed.NetworkCause()
	}
	return line
}

// IsUnauthorized says that the service answers and does not accept the credential.
func IsUnauthorized(err error) bool {
	var failed *client.Error
	return errors.As(err, &failed) && failed.Kind == client.Unauthorized
}

// fieldOf is the path that a refusal speaks of: by words that a kind knows, else by the name of a member that stands in
// it; empty where neither can be told.
func fieldOf(k FormKind, message string) string {
	folded := safetext.Fold(message)
	if path := spokenOf(kinds[k.Name].errorFields, folded); path != "" {
		return path
	}
	words := strings.FieldsFunc(folded, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	for _, b := range k.Sections {
		if b.Repeated {
			continue
		}
		for _, p := range asks(b, b.Path, "") {
			for _, word := range words {
				if word == strings.ToLower(p.ask.Key) {
					return p.path
				}
			}
		}
	}
	return ""
}

// spokenOf is the path of the longest phrase that stands in a refusal, of two of the same length the one that stands
// first: a longer phrase says more.
func spokenOf(speaks map[string]string, refusal string) string {
	at := func(words string) int { return strings.Index(refusal, words) }
	known := slices.SortedFunc(maps.Keys(speaks), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(at(a), at(b)), cmp.Compare(a, b))
	})
	for _, words := range known {
		if at(words) >= 0 {
			return speaks[words]
		}
	}
	return ""
}
