package cli

import (
	"fmt"
	"strings"

	"frontdesk/internal/safetext"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

// explainTicketUpdate says what a ticket shows of an update.
func explainTicketUpdate(u wire.UpdateTicketRequest, found submit.Found) string {
	if found.LookErr != nil {
		return "the ticket could not be read again to find out"
	}
	return found.UpdateText(u)
}

// explainTicketAdd says which new tickets carry a ticket's reference or, without one, its title and details, which
// proves nothing.
func explainTicketAdd(_ *Invocation, r wire.AddTicketRequest, found submit.Found) string {
	ids, ref := idList(found), submit.Ref(r.Details)
	mark := submit.RefLabel + safetext.LineFromText(ref).String()
	switch {
	case ref == "" && ids != "":
		return "before you add it again, check the tickets just added with this title: " + ids
	case found.Verdict == submit.Confirmed:
		return fmt.Sprintf("ticket %s has %s", ids, mark)
	case found.Verdict == submit.PriorUnknown:
		return fmt.Sprintf(
			"ticket %s has %s, but may have existed before; that could not be checked",
			ids,
			mark,
		)
	case found.Verdict == submit.Several:
		return fmt.Sprintf("tickets %s all have %s", ids, mark)
	case found.LookErr != nil || !found.IsComplete:
		return "today's tickets could not be read; search them for it before you add it again"
	case ref == "":
		return "no ticket with this title has been added so far"
	case found.Older > 0:
		return "so far, no new ticket has " + mark
	}
	return "so far, no ticket has " + mark
}

// idList formats the ids of the new records that match an add.
func idList(found submit.Found) string {
	ids := make([]string, len(found.Matches))
	for i, m := range found.Matches {
		ids[i] = m.ID.Display().String()
	}
	return strings.Join(ids, ", ")
}

// explainCustomerAdd says which new customers have the code of the one to be added.
func explainCustomerAdd(s *Invocation, r wire.SaveCustomerRequest, found submit.Found) string {
	advice := "before you add the customer again, search for it: frontdesk customer pull --from " + s.dayOfWrite(
		found,
	) + " --to today " + customerFilter(
		r,
	)
	return explainSave(found, "customer", "code", r.Customer.Code, "another name", advice)
}

// explainOrderAdd says which new orders have the ERP id of the one to be added.
func explainOrderAdd(s *Invocation, r wire.SaveOrderRequest, found submit.Found) string {
	look := "--from " + s.dayOfWrite(found)
	if r.Order.ERPOrderID != "" {
		look = "--erp-order " + shellQuote(r.Order.ERPOrderID)
	}
	advice := "before you add the order again, search for it: frontdesk order pull " + customerFlag(r) + " " + look
	return explainSave(found, "order", "ERP id", r.Order.ERPOrderID, "not all that was sent", advice)
}

// dayOfWrite returns the account's day on which a write was sent.
func (s *Invocation) dayOfWrite(found submit.Found) string {
	return s.Zones.Today(found.SentAt).String()
}

// explainSave says which new records have the mark of the one to be added. Without a mark there is only the advice.
func explainSave(found submit.Found, noun, label, mark, difference, advice string) string {
	value := safetext.LineFromEscaped(mark)
	switch marked := "the " + label + " " + value.String(); {
	case value.IsEmpty() || found.LookErr != nil:
		return advice
	case found.Verdict == submit.Absent && found.IsComplete:
		return fmt.Sprintf("no %s with %s has been added so far", noun, marked)
	case found.Verdict == submit.PriorUnknown:
		return fmt.Sprintf(
			"%s %s has %s, but may have existed before; that could not be checked; %s",
			noun,
			idList(found),
			marked,
			advice,
		)
	case found.Verdict == submit.Different:
		return fmt.Sprintf("%s %s has %s, but %s; %s", noun, idList(found), marked, difference, advice)
	case found.Verdict == submit.Confirmed:
		return fmt.Sprintf("%s %s has %s", noun, idList(found), marked)
	}
	return advice
}

// explainChange says what a record shows of a change; look is the command that shows the record.
func explainChange(found submit.Found, noun, look string) string {
	switch {
	case found.LookErr != nil:
		return "the " + noun + " could not be read again to find out; " + look + " says whether the change is there"
	case found.Verdict == submit.Confirmed:
		return "the " + noun + " shows everything that was requested"
	case found.AllHidden:
		return "no record shows what was requested; see " + look
	case found.Verdict == submit.NotVisible:
		return "the " + noun + " shows what was requested, but no record shows " + strings.Join(found.Hidden, ", ")
	case found.Masked:
		return "the " + noun + " does not yet show everything that was requested, but hides some of its phones or e-mails; see " + look
	}
	return "the " + noun + " does not show the change so far"
}

// shellQuote quotes a value for a shell if necessary.
func shellQuote(value string) string {
	const harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./-_"
	if value != "" && strings.Trim(value, harmless) == "" {
		return value
	}
	return "'" + strings.ReplaceAll(value, "'", `'\''`) + "'"
}
