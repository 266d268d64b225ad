package backend

import (
	"fmt"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/submit"
)

// describeLost describes what was found out about a write whose answer was lost.
func (k FormKind) describeLost(w Submission, result submit.Result, msg *SubmitResultMsg) {
	found := result.Found
	switch {
	case submit.IsUnreachable(found.LookErr):
		msg.Evidence = "It could not be checked: the service does not answer."
	case found.LookErr != nil:
		msg.Evidence = "It could not be checked: " + ErrorText(found.LookErr) + "."
	case k.Creates:
		k.describeAdded(w, found, msg)
	default:
		k.describeChanged(w, result, msg)
	}
}

// describeAdded describes the new records that match an add.
func (k FormKind) describeAdded(w Submission, found submit.Found, msg *SubmitResultMsg) {
	names := make([]string, len(found.Matches))
	for i, m := range found.Matches {
		names[i] = m.ID.Display().String()
	}
	listed, first := strings.Join(names, ", "), ""
	if len(found.Matches) > 0 {
		first = matchText(w, found.Matches[0])
	}
	if found.Verdict == submit.Confirmed {
		msg.Warning = "The answer was lost, but " + first + "."
		return
	}
	for _, m := range found.Matches {
		msg.Similar = append(msg.Similar, m.ID)
	}
	switch {
	case found.Verdict == submit.Absent && !found.IsComplete:
		msg.Evidence = "The service did not return all " + k.Noun + "s, and none of those looks like it."
	case found.Verdict == submit.Absent:
		msg.Evidence, msg.Absent = k.notFoundText, true
	case found.Verdict == submit.Several:
		msg.Evidence = "Several " + k.Noun + "s look like it: " + listed + "."
	case found.Verdict == submit.PriorUnknown && len(names) == 1:
		msg.Evidence = upperFirst(k.Noun) + " " + listed + " looks like it" + notCheckedText
	case found.Verdict == submit.PriorUnknown:
		msg.Evidence = upperFirst(k.Noun) + "s " + listed + " look like it" + notCheckedText
	case found.Verdict == submit.Different:
		msg.Evidence = upperFirst(first) + "."
	default:
		msg.Evidence = upperFirst(first) + ", and was not there before. " +
			"Someone else may have added it: open it before you send again."
	}
}

const notCheckedText = ", but may have been there before: that could not be checked."

// matchText describes a record that matches an add, as a clause.
func matchText(w Submission, m submit.Match) string {
	form := "order %s of this customer holds what was sent"
	switch {
	case w.Kind == KindAdd:
		form = "ticket %s has this title and these details"
	case w.Kind == KindAddOrder && m.Differs:
		form = "order %s has this ERP id, but not all that was sent"
	case w.Kind == KindAddCustomer && strings.TrimSpace(w.Values[fieldCustomerCode]) == "":
		form = "customer %s has this name and was added that day"
	case w.Kind == KindAddCustomer && m.Differs:
		form = "customer %s has this code, but another name"
	case w.Kind == KindAddCustomer:
		form = "customer %s has this code and this name"
	}
	return fmt.Sprintf(form, m.ID.Display())
}

// describeChanged describes what the record shows of a change.
func (k FormKind) describeChanged(w Submission, result submit.Result, msg *SubmitResultMsg) {
	found := result.Found
	update, isUpdate := result.Request.(submit.TicketChange)
	switch {
	case found.Verdict == submit.Confirmed:
		msg.Warning = "The answer was lost, but " + k.appliedText + "."
		return
	case found.Verdict == submit.Absent:
		msg.Evidence, msg.Absent = k.notFoundText, true
		return
	case isUpdate:
		text := strings.Replace(found.UpdateText(update.UpdateTicketRequest), "like this one", "like yours", 1)
		msg.Evidence = upperFirst(text) + "."
	default:
		msg.Evidence = "The record cannot confirm it: no record shows " + strings.Join(found.Hidden, ", ") + "."
	}
	msg.Similar = []desk.ID{w.Record}
}

// describeLooksSaved describes why a form may have been sent by a console on another host.
func (k FormKind) describeLooksSaved(w Submission, found submit.Found, msg *SubmitResultMsg) {
	names := make([]string, len(found.Matches))
	for i, m := range found.Matches {
		names[i] = m.ID.Display().String()
		msg.Similar = append(msg.Similar, m.ID)
	}
	switch {
	case found.LookErr != nil:
		msg.Evidence = "It could not be checked: " + ErrorText(found.LookErr) + "."
	case len(names) == 0:
		msg.Evidence = "Not all " + k.Noun + "s could be checked, and none of those that were looks like it."
	case !k.Creates:
		msg.Evidence = "The ticket has this comment already."
	case len(names) == 1:
		msg.Evidence = upperFirst(matchText(w, found.Matches[0])) + "."
	default:
		msg.Evidence = upperFirst(k.Noun) + "s " + strings.Join(names, ", ") + " look like it."
	}
}

// upperFirst makes the first letter a capital of a sentence.
func upperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
