package wire

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/schema"
)

// Rule is a rule of the interface or of our service that a request can break (PROTOCOL.md 2, 4 and 6.2).
type Rule uint8

// The rules.
const (
	RuleRequired  Rule = iota + 1 // a required field is missing
	RuleReachable                 // a new customer has neither phone nor e-mail
	RuleNamed                     // a customer's change has neither name nor phone nor e-mail
	RuleClosing                   // a field that closing a ticket needs is empty
	RuleLength                    // a text is longer than 64 KiB
	RuleDigits                    // a phone number is not digits alone
	RuleEmail                     // an e-mail address is none
	RuleNumber                    // an id is no number
	RuleDate                      // a date is none
	RuleCallback                  // a callback time is none
	RulePairs                     // an account's own fields have no name, or one twice
	RuleOneTicket                 // several tickets are named
	RuleKnown                     // a key is not in the vocabulary
	RuleChoice                    // a value is none of those of its field
)

// Problem is a value, or a missing value, that a request may not have.
type Problem struct {
	Path  string // of the field; of a rule about several fields, the first of them
	Field schema.Field
	Rule  Rule
	Value string // what was given
	Text  string // why it is refused, without the name of the field
}

// Error returns the text.
func (p Problem) Error() string { return p.Text }

// IsMissing reports whether a value is missing, rather than wrong.
func (p Problem) IsMissing() bool { return p.Rule <= RuleClosing }

// Known is what a request is validated against besides the rules of the interface.
type Known struct {
	Zone  *time.Location                            // of callback times
	Exact bool                                      // in our service: spaces count, and a date may have a time of day
	Value func(c schema.Choices, value string) bool // reports whether a key is in the vocabulary; nil to accept any

	Blocks schema.Blocks               // the account's own; none in our service, which keeps any
	Closes func(subStatus string) bool // reports whether a sub-status closes the ticket; nil if that is checked later
}

// MaxText is the maximum length of a text in bytes (PROTOCOL.md 6.2), in requests and in files of a desk.
const MaxText = 64 << 10

// Validate returns every problem of the values of a write operation's request in the order in which the service
// reports them: what is missing first, then field by field. Forms, flags, CSV files and the service all call it.
func Validate(operation string, values Values, known Known) []Problem {
	var missing, wrong []Problem
	for _, s := range schema.RequestOf(operation).With(known.Blocks).Sections {
		for _, under := range sectionPaths(s, values) {
			for _, f := range s.Fields {
				path := schema.Join(under, f.Key)
				p, bad := check(operation, f, values[path], values, known)
				p.Path, p.Field = path, f
				switch {
				case bad && p.IsMissing():
					missing = append(missing, p)
				case bad:
					wrong = append(wrong, p)
				}
			}
		}
	}
	return slices.Concat(missing, checkReachable(operation, values), wrong)
}

// Validate returns every problem of the request.
func (r AddTicketRequest) Validate(known Known) []Problem {
	return Validate(AddTicket.Name, r.Values(), known)
}

// Validate returns every problem of the request.
func (r UpdateTicketRequest) Validate(known Known) []Problem {
	values := r.Values()
	values["ticket_id"] = r.TicketID
	return Validate(UpdateTicket.Name, values, known)
}

// Validate returns every problem of the request, which is an update if it names the customer. Each contact has a path
// of its own, whatever was sent as its id.
func (r SaveCustomerRequest) Validate() []Problem {
	if isBlank(r.Customer.Text("customer_id")) {
		return Validate(AddCustomer.Name, r.values(false), Known{})
	}
	return Validate(UpdateCustomer.Name, r.values(false), Known{})
}

// Validate returns every problem of the request.
func (r SaveOrderRequest) Validate() []Problem {
	return Validate(AddOrder.Name, r.values(false), Known{})
}

// sectionPaths returns where the values of a section stand: of a repeated one, its elements.
func sectionPaths(s schema.Section, values Values) []string {
	if !s.Repeated {
		return []string{s.Path}
	}
	under := ElementIDs(s, values)
	for i, name := range under {
		under[i] = s.ElementPath(name)
	}
	return under
}

// checkReachable validates that a new customer can be reached, and that a change has a name or an address (PROTOCOL.md
// 4.1 and 4.2).
func checkReachable(operation string, values Values) []Problem {
	if operation != AddCustomer.Name && operation != UpdateCustomer.Name {
		return nil
	}
	switch reach := reachPaths(values); {
	case hasAny(values, reach...):
	case operation == AddCustomer.Name:
		text := "a phone number or an e-mail is needed, of the customer or of a contact"
		return []Problem{{Path: reach[0], Rule: RuleReachable, Text: text}}
	case isBlank(values[namePath]):
		return []Problem{{Path: namePath, Rule: RuleNamed, Text: "a name, a phone number or an e-mail is needed"}}
	}
	return nil
}

const namePath = customerBlock + ".customer_name"

// reachPaths returns the paths of the phones and e-mails of a customer and of the contacts.
func reachPaths(values Values) []string {
	reach := []string{customerBlock + ".phone", customerBlock + ".email_id"}
	for _, name := range ElementIDs(schema.Contact, values) {
		under := schema.Contact.ElementPath(name)
		reach = append(reach, under+".contact_person_phone", under+".contact_person_email")
	}
	return reach
}

func hasAny(values Values, paths ...string) bool {
	return slices.ContainsFunc(paths, func(path string) bool { return !isBlank(values[path]) })
}

func isBlank(s string) bool { return strings.TrimSpace(s) == "" }

// Check validates one value of an operation's request on its own.
func Check(operation string, f schema.Field, value string, known Known) error {
	return CheckAmong(operation, f, value, nil, known)
}

// CheckAmong validates one value beside the other values of its request.
func CheckAmong(operation string, f schema.Field, value string, values Values, known Known) error {
	if p, bad := check(operation, f, value, values, known); bad {
		return p
	}
	return nil
}

func check(operation string, f schema.Field, value string, values Values, known Known) (p Problem, bad bool) {
	if !known.Exact {
		value = trim(f, value)
	}
	if isBlank(value) {
		if p, bad = checkMissing(operation, f, values, known); bad {
			return p, true
		}
	}
	if value == "" {
		return p, false
	}
	rule, err := RuleLength, checkLength(f, value)
	if format, limited := formats[f.Kind]; err == nil && limited {
		rule, err = format.rule, format.check(value, known)
	}
	if err == nil && f.Choices == schema.Listed {
		rule, err = RuleChoice, checkChoice(f, value, values, known.Blocks)
	}
	if err == nil && known.Value != nil && !known.Value(f.Choices, value) {
		rule, err = RuleKnown, errors.New("is not known")
	}
	if err == nil {
		return p, false
	}
	return Problem{Rule: rule, Value: value, Text: err.Error()}, true
}

// trim returns a value without the blanks around it. A line break or a tab at the end of an address or a number is no
// blank: nobody types one, and it may be half of another header.
func trim(f schema.Field, value string) string {
	switch f.Kind {
	case schema.Pairs:
		return value
	case schema.Email, schema.Digits:
		return strings.Trim(value, " \u00a0")
	}
	return strings.TrimSpace(value)
}

// checkMissing validates that a field may be empty.
func checkMissing(operation string, f schema.Field, values Values, known Known) (p Problem, bad bool) {
	switch { // a change of a customer leaves what is empty as it was, the name included
	case f.Required && operation != UpdateCustomer.Name:
		return Problem{Rule: RuleRequired, Text: "is needed"}, true
	case f.ForClosing && isClosing(f, values, known):
		return Problem{Rule: RuleClosing, Text: "is needed to close the ticket"}, true
	}
	return p, false
}

// isClosing reports whether the request closes the ticket, so that a field must have a value: unless there is none that
// goes with the value on which it depends.
func isClosing(f schema.Field, values Values, known Known) bool {
	hasOptions := f.Choices != schema.Listed || len(f.OptionsAmong(values)) > 0
	return hasOptions && known.Closes != nil && known.Closes(strings.TrimSpace(values["sub_status"]))
}

// maxListed is how many values an error lists.
const maxListed = 6

// checkChoice validates that a value is one of those of its field.
func checkChoice(f schema.Field, value string, values Values, blocks schema.Blocks) error {
	options := f.OptionsAmong(values)
	if slices.Contains(options, value) {
		return nil
	}
	why := "is none of its values"
	if decides, known := values[f.DependsOn]; known && f.DependsOn != "" {
		on, _ := blocks.FieldAt(f.DependsOn)
		why = fmt.Sprintf("does not go with %s %q", on.Label, decides)
		if decides == "" {
			return fmt.Errorf("needs %s first", on.Label)
		}
	}
	switch n := len(options); {
	case n == 0:
		return errors.New(why)
	case n > maxListed:
		return fmt.Errorf("%s: %s and %d more", why, strings.Join(options[:maxListed-1], ", "), n-maxListed+1)
	}
	return fmt.Errorf("%s: %s", why, strings.Join(options, ", "))
}

// checkLength validates the length of a text; of an account's own fields, of each one.
func checkLength(f schema.Field, value string) error {
	texts := []string{value}
	if f.Kind == schema.Pairs {
		texts = strings.Split(value, "\n")
	}
	for _, text := range texts {
		if _, after, isPair := strings.Cut(text, "\t"); isPair && f.Kind == schema.Pairs {
			text = after
		}
		if len(text) > MaxText {
			return fmt.Errorf("is longer than %d KiB", MaxText>>10)
		}
	}
	return nil
}

// formats are the rules for the values of some kinds.
var formats = map[schema.Kind]struct {
	rule  Rule
	check func(value string, known Known) error
}{
	schema.Integer: {RuleNumber, func(v string, _ Known) error { return checkDigits(v, "is not a number") }},
	schema.Number: {RuleNumber, func(v string, _ Known) error {
		whole, decimals, hasPoint := strings.Cut(strings.TrimPrefix(v, "-"), ".")
		if strings.Trim(whole+decimals, "0123456789") != "" || whole == "" || hasPoint && decimals == "" {
			return errors.New("is not a number such as 12 or 12.50")
		}
		return nil
	}},
	schema.Digits: {RuleDigits, func(v string, _ Known) error {
		if strings.HasPrefix(v, "+") {
			return errors.New("must be digits alone: leave the + out")
		}
		return checkDigits(v, "must be digits alone")
	}},
	schema.Date: {RuleDate, func(v string, known Known) error {
		if _, err := time.Parse(TicketTimeLayout, v); err == nil && known.Exact && len(v) == len(TicketTimeLayout) {
			return nil
		}
		_, err := desk.ParseDate(v)
		return err
	}},
	schema.Email: {RuleEmail, func(v string, _ Known) error { return desk.CheckEmail(v) }},
	schema.CallbackTime: {RuleCallback, func(v string, known Known) error {
		if known.Zone == nil {
			return nil // a form's, which is interpreted there
		}
		_, err := ParseCallbackTime(v, known.Zone)
		return err
	}},
	schema.Pairs: {RulePairs, func(v string, _ Known) error {
		_, err := parsePairs(v)
		return err
	}},
	schema.TicketID: {RuleOneTicket, func(v string, _ Known) error {
		if strings.ContainsAny(v, ", ") {
			return errors.New("is more than one ticket")
		}
		return nil
	}},
}

func checkDigits(v, otherwise string) error {
	if strings.Trim(v, "0123456789") != "" {
		return errors.New(otherwise)
	}
	return nil
}
