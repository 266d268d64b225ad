package backend

import (
	"errors"
	"fmt"
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
