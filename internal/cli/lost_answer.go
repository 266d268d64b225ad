package cli

import (
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

// lookForTicket is what to do about a ticket that may have been added.
func lookForTicket(_ *Invocation, _ wire.AddTicketRequest, result submit.Result) string {
	advice := "before you add it again, check the tickets just added with this title"
	if ids := desk.DisplayIDs(result.Likely()); len(ids) > 0 {
		advice += ": " + strings.Join(ids, ", ")
	}
	return advice
}

// lookForCustomer is what to do about a customer who may have been added.
func lookForCustomer(s *Invocation, r wire.SaveCustomerRequest, result submit.Result) string {
	return "before you add the customer again, search for it: frontdesk customer pull --from " +
		s.zones().Today(result.SentAt).String() + " --to today " + customerFilter(r)
}

// lookForOrder is what to do about an order that may have been added.
func lookForOrder(s *Invocation, r wire.SaveOrderRequest, result submit.Result) string {
	look := "--from " + s.zones().Today(result.SentAt).String()
	if r.Order.ERPOrderID != "" {
		look = "--erp-order " + shellQuote(r.Order.ERPOrderID)
	}
	return "before you add the order again, search for it: frontdesk order pull " + customerFlag(r) + " " + look
}

// shellQuote quotes a value for a shell if necessary.
func shellQuote(value string) string {
	const harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./-_"
	if value != "" && strings.Trim(value, harmless) == "" {
		return value
	}
	return "'" + strings.ReplaceAll(value, "'", `'\''`) + "'"
}
