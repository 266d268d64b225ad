package command

import (
	"errors"
	"fmt"
	"strings"

	"frontdesk/internal/client"
	"frontdesk/internal/text"
	"frontdesk/internal/wire"
)

// whence is what helps whoever has set the credential up, who need not be the agent.
const whence = "frontdesk doctor tells where it comes from"

// Reason is why something failed as one clean line for the screen, which knows already what was asked for: the
// service's own words where it gave some, and what can be done where the agent can do something.
func Reason(err error) string {
	if err == nil {
		return ""
	}
	var joined interface{ Unwrap() []error }
	if errors.As(err, &joined) && len(joined.Unwrap()) > 0 {
		err = joined.Unwrap()[0]
	}
	var failed *client.Error
	if !errors.As(err, &failed) {
		return text.PlainLine(err.Error()).String()
	}
	line := failed.What()
	switch {
	case failed.Kind == client.Refused && !failed.Message.IsEmpty():
		return failed.Message.String()
	case failed.Kind == client.Denied && failed.Op.Group == wire.Login:
		return line + " of orders: " + whence
	case failed.Kind == client.Denied:
		return line + ": " + whence
	case !failed.Message.IsEmpty():
		line += ": " + strings.TrimSpace(failed.Message.String())
	case failed.Code >= 300:
		line += fmt.Sprintf(" (%d)", failed.Code)
	case failed.Cause() != "":
		line += ": " + failed.Cause()
	}
	return line
}

// IsDenied says that the service answers and does not accept the credential.
func IsDenied(err error) bool {
	var failed *client.Error
	return errors.As(err, &failed) && failed.Kind == client.Denied
}
