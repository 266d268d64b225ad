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
	switch {
	case found.LookErr != nil:
		return "the ticket could not be read again to find out"
	case found.Verdict == submit.Confirmed && u.Comment == "":
		return "the ticket shows all that was asked for"
	case found.Verdict == submit.Confirmed:
		return "the ticket shows the change, with its comment"
	case found.Verdict == submit.Undated:
		return "the ticket stands as the update wants it, with this comment, of which the date is not known"
	case found.Verdict == submit.PriorUnknown:
		return "the ticket stands as the update wants it, with this comment, which may have been there before"
	}
	return "the ticket does not show the change, as of now"
}

// explainTicketAdd says which new tickets carry a ticket's reference or, without one, its title and details, which
// proves nothing.
func explainTicketAdd(_ *Invocation, r wire.AddTicketRequest, found submit.Found) string {
	ids, ref := idList(found), submit.Ref(r.Details)
	mark := submit.RefLabel + safetext.LineFromText(ref).String()
	switch {
	case ref == "" && ids != "":
		return "before adding it again, look at what was just added with this title: " + ids
	case found.Verdict == submit.Confirmed:
		return fmt.Sprintf("ticket %s carries %s", ids, mark)
	case found.Verdict == submit.PriorUnknown:
		return fmt.Sprintf(
			"ticket %s carries %s, but may have been there before: that could not be looked at",
			ids,
			mark,
		)
	case found.Verdict == submit.Several:
		return fmt.Sprintf("tickets %s all carry %s", ids, mark)
	case found.LookErr != nil || !found.IsComplete:
		return "today's tickets could not be read: look for it among them before adding it again"
	case ref == "":
		return "no ticket of this title was added meanwhile, as of now"
	case found.Older > 0:
		return "no new ticket carries " + mark + ", as of now"
	}
	return "no ticket carries " + mark + ", as of now"
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
	advice := "before adding the customer again, look for it: frontdesk customer pull --from " + s.dayOfWrite(
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
	advice := "before adding the order again, look for it: frontdesk order pull " + customerFlag(r) + " " + look
	return explainSave(found, "order", "ERP id", r.Order.ERPOrderID, "not all that was sent", advice)
}

// dayOfWrite returns the account's day on which a write was sent.
func (s *Invocation) dayOfWrite(found submit.Found) string {
	return s.Zones.Today(found.SentAt).String()
}

// explainSave says which new records have the mark of the one to be added. Without a mark there is only the advice.
func explainSave(found submit.Found, noun, label, mark, difference, advice string) string {
	value := safetext.LineFromHTML(mark)
	switch marked := "the " + label + " " + value.String(); {
	case value.IsEmpty() || found.LookErr != nil:
		return advice
	case found.Verdict == submit.Absent && found.IsComplete:
		return fmt.Sprintf("no %s of %s was added meanwhile, as of now", noun, marked)
	case found.Verdict == submit.PriorUnknown:
		return fmt.Sprintf(
			"%s %s has %s, but may have been there before: that could not be looked at; %s",
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
		return "the " + noun + " shows all that was asked for"
	case found.AllHidden:
		return "no record shows what was asked for; look at " + look
	case found.Verdict == submit.NotVisible:
		return "the " + noun + " shows what was asked for, but no record shows " + strings.Join(found.Hidden, ", ")
	case found.Masked:
		return "the " + noun + " does not show all that was asked for, as of now, but hides some of its phones or e-mails; look at " + look
	}
	return "the " + noun + " does not show the change, as of now"
}

// shellQuote quotes a value for a shell if necessary.
func shellQuote(value string) string {
	const harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./-_"
	if value != "" && strings.Trim(value, harmless) == "" {
		return value
	}
	return "'" + strings.ReplaceAll(value, "'", `'\''`) + "'"
}
