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
	"frontdesk/internal/schema"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

// credentialHint points to the command that shows where the credential is configured.
const credentialHint = "frontdesk doctor tells where it comes from"

// ErrorText returns the cause of an error as one sanitised line. It leaves out what was requested, which the screen
// shows; it has the service's message if there is one, and a hint if the agent can act on it.
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
		return schema.WithLabels(failed.Op.Name, failed.Message.String())
	case failed.Kind == client.Unauthorized && failed.Op.Group == wire.BasicAuth:
		return line + " of orders: " + credentialHint
	case failed.Kind == client.Unauthorized:
		return line + ": " + credentialHint
	case !failed.Message.IsEmpty():
		line += ": " + strings.TrimSpace(schema.WithLabels(failed.Op.Name, failed.Message.String()))
	case failed.Code >= 300:
		line += fmt.Sprintf(" (%d)", failed.Code)
	case failed.NetworkCause() != "" && failed.NetworkCause() != client.NothingListens: // that is for operators
		line += ": " + failed.NetworkCause()
	}
	return line
}

// ShortReason returns the reason of an ErrorText for a narrow place: without the hint at the command that explains it,
// and without the service, of which it is said.
func ShortReason(text string) string {
	return strings.TrimPrefix(strings.TrimSuffix(text, ": "+credentialHint), "the service ")
}

// IsUnauthorized reports whether the service rejected the credential.
func IsUnauthorized(err error) bool { return client.KindOf(err) == client.Unauthorized }

// fieldOf returns the path of the field that an error message mentions: by the kind's phrases, otherwise by a JSON
// member name in the message; empty if there is neither.
func fieldOf(k FormKind, message string) string {
	folded := safetext.Fold(message)
	if path := longestPhrasePath(k.errorFields, folded); path != "" {
		return path
	}
	words := strings.FieldsFunc(
		folded,
		func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') && (r < '0' || r > '9') },
	)
	for _, b := range k.Sections {
		if b.Repeated {
			continue
		}
		for _, p := range places(b, b.Path, "") {
			for _, word := range words {
				if word == strings.ToLower(p.field.Key) {
					return p.path
				}
			}
		}
	}
	return ""
}

// longestPhrasePath returns the path of the longest phrase found in an error message, the first one of equal length;
// longer phrases are more specific.
func longestPhrasePath(speaks map[string]string, refusal string) string {
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

// IsUnreachable reports whether a request was cancelled, timed out or found no service, so that others would
// fail as well.
func IsUnreachable(err error) bool { return submit.IsUnreachable(err) }
