package backend

import (
	"strings"

	"frontdesk/internal/submit"
)

// describeFound describes what the service's records show of a write whose answer was lost, or that a console on
// another host may have sent.
func (k FormKind) describeFound(result submit.Result, msg *SubmitResultMsg) {
	text := result.Text()
	switch {
	case result.Verdict == submit.Confirmed:
		msg.Warning = "The answer was lost, but " + text + "."
		return
	case result.LookErr != nil:
		text = "it could not be checked: " + ErrorText(result.LookErr)
	case result.Verdict == submit.Absent:
		msg.Absent = true
		text += ". It may still arrive"
		switch {
		case k.Creates:
			text += ". Sending again may add it twice"
		case k.Name == KindUpdate:
			text += ". Sending again may write the comment twice"
		}
	}
	msg.Evidence, msg.Similar = strings.ToUpper(text[:1])+text[1:]+".", result.Likely()
}
