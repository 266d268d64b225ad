package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/oneshot"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

var ticketAddMembers = []requestFlag[wire.AddTicketRequest]{
	{flag: "title", usage: "what it is about", field: func(r *wire.AddTicketRequest) *string { return &r.Title }},
	{flag: "details", usage: "the whole story; - reads it from standard input", field: func(r *wire.AddTicketRequest) *string { return &r.Details }, stdin: true},
	{flag: "due", usage: "the `day` by which it has to be done, such as 2026-12-24 or tomorrow", field: func(r *wire.AddTicketRequest) *string { return &r.DueDate }},
	{flag: "email", usage: "the customer's e-mail `address`", field: func(r *wire.AddTicketRequest) *string { return &r.Email }},
}

func ticketAddCommand(env func(string) string) *cobra.Command {
	c := &cobra.Command{
		Use: "add --title TITLE", Short: "Open a ticket", Args: atMostWords(0),
		Long: "Open a ticket. With --ref its details end with a line \"ref: TEXT\", by which the ticket is looked for when the answer\n" +
			"to it is lost: choose another one for each ticket. What is there is then printed as if the answer had come.",
	}
	var ref string
	members := append(slices.Clip(ticketAddMembers), requestFlag[wire.AddTicketRequest]{
		flag: "ref", usage: "a `text` of your own that ends the details, to find the ticket by", value: func(*wire.AddTicketRequest) *flagValue { return refFlag(&ref) },
	})
	check := func(s *oneshot.Invocation, r *wire.AddTicketRequest, args []string) error {
		r.Details = submit.WithRef(r.Details, ref)
		return checkTicketAdd(s, r, args)
	}
	return operationCommand(env, c, wire.AddTicket.OperationInfo, members, check, oneshot.AddTicket)
}

// longestRef limits a reference; it is long enough for any number or hash.
const longestRef = 64

// refFlag parses a reference. It allows only letters, digits and a few signs, which no service changes.
func refFlag(into *string) *flagValue {
	return &flagValue{typeName: "text", parse: func(typed string) error {
		if typed == "" || len(typed) > longestRef || strings.ContainsFunc(typed, func(r rune) bool { return !submit.IsRefLetter(r) }) {
			return fmt.Errorf("it must be 1 to %d letters, digits and - _ . : / #", longestRef)
		}
		*into = typed
		return nil
	}}
}

func checkTicketAdd(s *oneshot.Invocation, r *wire.AddTicketRequest, _ []string) error {
	if strings.TrimSpace(r.Title) == "" {
		return exitcode.UsageErrorf("--title is needed: what the ticket is about")
	}
	if r.DueDate == "" {
		return nil
	}
	day, err := dueDay(s, r.DueDate)
	r.DueDate = day.String()
	if err == nil && day.Compare(s.Today()) < 0 {
		s.Notef("the due date %s is over", day)
	}
	return err
}

// dueDay parses a due date; unlike other dates it may be "tomorrow".
func dueDay(s *oneshot.Invocation, typed string) (desk.Date, error) {
	if strings.EqualFold(strings.TrimSpace(typed), "tomorrow") {
		return s.Today().Add(1), nil
	}
	day, err := dayFlag(s, "due", typed)
	if err != nil {
		err = exitcode.UsageErrorf("--due %q is no day such as 2026-12-24, today or tomorrow", typed)
	}
	return day, err
}
