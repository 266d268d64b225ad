package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/cli/output"
	"frontdesk/internal/client"
	"frontdesk/internal/connection"
	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/record"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

// mutation is a command that writes with one call, which is never retried.
type mutation[Req, Ans any] struct {
	Op       wire.Operation[Req, Ans]
	Request  func(Req) submit.Request
	Warn     func(*Invocation, Req, desk.Ticket) // reports where a ticket differs from the request; may be nil
	Complete func(Req, *desk.SaveResult)         // adds the id that the response need not contain; may be nil

	// Advice says what to do about a write that is not confirmed after a lost response; may be nil. Record returns the
	// response for scripts in place of the lost one; nil if it has no place for what was found.
	Advice func(s *Invocation, req Req, result submit.Result) string
	Record func(s *Invocation, answer submit.Answer, said string) any
}

// Run sends the request, or prints it in a dry run.
func (w mutation[Req, Ans]) Run(ctx context.Context, s *Invocation, req Req) error {
	if s.DryRun {
		body, err := w.Op.Encode(signed(s, req))
		if err != nil {
			return err
		}
		return s.dryRun(ctx, w.Op.OperationInfo, body)
	}
	c, responses, err := s.client(ctx, w.Op.OperationInfo)
	if err != nil {
		return err
	}
	result := s.sender(c).Send(ctx, w.Request(req), func(submit.Prior) error {
		responses.drain() // responses to reads before the write are not printed
		return nil
	})
	var call *client.Error
	var notDone *submit.NotDoneError
	switch {
	case result.Outcome == submit.NotSent && errors.As(result.Err, &call):
		if failed := *call; !failed.Sent { // perhaps the read before the write
			failed.Op = w.Op.OperationInfo
			result.Err = &failed
		}
		return fmt.Errorf("%w; nothing was sent", result.Err)
	case result.IsLost:
		return w.reportLostResponse(ctx, s, req, result)
	case errors.As(result.Err, &notDone):
		return errors.Join(fmt.Errorf("%s: %w", w.Op.Name, notDone), printResponse(ctx, s, responses))
	case result.Outcome != submit.Saved:
		return result.Err
	}
	if w.Warn != nil {
		w.Warn(s, req, result.Answer.Ticket.Ticket)
	}
	if s.isRaw() {
		return printResponse(ctx, s, responses)
	}
	return w.printResult(ctx, s, req, result.Answer)
}

// signed returns a request with its comment as it is sent.
func signed[Req any](s *Invocation, req Req) Req {
	update, isUpdate := any(req).(wire.UpdateTicketRequest)
	if !isUpdate || !s.Settings.SignComments {
		return req
	}
	update.Comment = submit.Sign(update.Comment, s.Settings.Agent)
	req, _ = any(update).(Req)
	return req
}

// sender returns the sender of a command's writes, with a cache of its own.
func (s *Invocation) sender(c *client.Client) *submit.Sender {
	return &submit.Sender{
		Cache: cache.New(
			cache.Config{
				Client:    c,
				Zone:      s.zones().Account(),
				Now:       time.Now,
				PullLimit: s.Settings.Limit,
				PullTries: 1,
				AccountID: connection.AccountID(s.Settings),

				SubStatuses: s.Settings.SubStatuses,
				Blocks:      s.Settings.TicketBlocks,
			},
		),
		Zones:      s.zones(),
		Now:        time.Now,
		Sleep:      client.Sleep,
		Author:     s.Settings.Agent,
		Signs:      s.Settings.SignComments,
		MarkedOnly: true,
	}
}

// printResponse prints the response to a write as it came, for scripts.
func printResponse(ctx context.Context, s *Invocation, responses *responseLog) error {
	if !s.isRaw() {
		return nil
	}
	records, err := responses.records()
	if err != nil {
		return err
	}
	return s.PrintObject(ctx, records[0])
}

// printResult prints the result.
func (w mutation[Req, Ans]) printResult(ctx context.Context, s *Invocation, req Req, answer submit.Answer) error {
	if w.Complete != nil {
		w.Complete(req, &answer.Saved)
	}
	switch isTicket := !hasResultField[w.Op.Name]; {
	case isTicket && s.forScripts():
		return s.PrintRecord(ctx, record.OfSavedTicket(&answer.Ticket, s.zones().Account()))
	case isTicket:
		s.printTicketResult(answer.Ticket)
	case s.forScripts():
		return s.PrintRecord(ctx, record.OfSaved(&answer.Saved, s.zones().Account()))
	default:
		s.printSaveResult(answer.Saved)
	}
	return nil
}

// reportLostResponse reports what was found after a lost response. A confirmed write is printed like a normal response
// and is no error.
func (w mutation[Req, Ans]) reportLostResponse(
	ctx context.Context, s *Invocation, req Req, result submit.Result,
) error {
	s.Notef("%v", result.Err)
	finding := result.Text()
	if w.Advice != nil && result.Verdict != submit.Confirmed {
		finding += "; " + w.Advice(s, req, result)
	}
	sent := w.Record(s, result.Answer, finding)
	if result.Outcome != submit.Saved || sent == nil {
		return errors.Join(exitcode.With(
			exitcode.Unknown,
			fmt.Errorf("the outcome is not known, and nothing is sent again: %s", finding),
		), s.printNotConfirmed(ctx, w.Op.Name, finding, result))
	}
	s.Notef("%s", result.Story())
	if s.isRaw() {
		return s.PrintObject(ctx, sent)
	}
	return w.printResult(ctx, s, req, result.Answer)
}

// notConfirmed is what scripts get in place of the answer to a write whose outcome is not known.
type notConfirmed struct {
	Status    string   `json:"status"` // always statusNotConfirmed
	Operation string   `json:"operation"`
	Message   string   `json:"message"`
	Error     string   `json:"error"`   // how the answer was lost, or why it is not believed
	Author    string   `json:"author"`  // who wrote the entry of the ticket that looks like the update; may be empty
	Matches   []string `json:"matches"` // the ids of the records that may be the result
}

const statusNotConfirmed = "not confirmed"

// printNotConfirmed prints what was found of a write whose outcome is not known, for scripts.
func (s *Invocation) printNotConfirmed(ctx context.Context, op, finding string, result submit.Result) error {
	if !s.forScripts() {
		return nil
	}
	return s.PrintObject(ctx, notConfirmed{
		statusNotConfirmed, op, finding, result.Err.Error(), result.By.String(), desk.DisplayIDs(result.Likely()),
	})
}

// recordingClient returns a client that records its raw responses.
func recordingClient(c *client.Client) (*client.Client, *responseLog, error) {
	responses := &responseLog{}
	config := c.CurrentConfig()
	config.OnResponse = responses.add
	made, err := client.New(config)
	return made, responses, err
}

// query is a command that reads with one call.
type query[Req, Ans any] struct {
	Op          wire.Operation[Req, Ans]
	Single      bool // the response is one record, printed in JSON as an object instead of a list
	Records     func(*time.Location, Ans) []record.Object
	PrintResult func(*Invocation, Req, Ans)
}

// Run sends the request and prints the response.
func (r query[Req, Ans]) Run(ctx context.Context, s *Invocation, req Req) error {
	c, responses, err := s.client(ctx, r.Op.OperationInfo)
	if err != nil {
		return err
	}
	answer, err := client.Call(ctx, c, r.Op, req)
	if err != nil {
		return err
	}
	if !s.forScripts() {
		r.PrintResult(s, req, answer)
		return nil
	}
	if !s.isRaw() {
		return printRecords(ctx, s, r.Single, r.Records(s.zones().Account(), answer))
	}
	records, err := responses.records()
	if err != nil {
		return err
	}
	if r.Op.RecordsPath == "" || r.Single && len(records) == 1 {
		return s.PrintObject(ctx, records[0])
	}
	return s.PrintArray(ctx, records)
}

// printRecords prints records for scripts: a single one as an object.
func printRecords(ctx context.Context, s *Invocation, isSingle bool, all []record.Object) error {
	if isSingle {
		return s.PrintRecord(ctx, all[0])
	}
	out := output.Array{Context: ctx, Printer: &s.Printer}
	for _, o := range all {
		out.AddRecord(o)
	}
	return out.End()
}

// printSaveResult prints the result of a write to a customer or an order.
func (s *Invocation) printSaveResult(saved desk.SaveResult) {
	var pieces []string
	for _, p := range []struct{ label, value string }{
		{"order ", saved.Order.Display().String()},
		{"customer ", formatID(saved.Customer)},
		{"contact ", formatID(saved.Contact)},
		{"enquiry ", formatID(saved.Enquiry)},
		{"", cmp.Or(saved.Message.String(), saved.Action.String())},
	} {
		if p.value != "" {
			pieces = append(pieces, p.label+p.value)
		}
	}
	if len(pieces) > 0 {
		pieces[0] = s.Paint(output.Strong, pieces[0])
	}
	s.Line(strings.Join(pieces, output.Gap))
}

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
	if r.Order.Text("erp_order_id") != "" {
		look = "--erp-order " + shellQuote(r.Order.Text("erp_order_id"))
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
