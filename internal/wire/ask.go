package wire

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"frontdesk/internal/desk"
)

// Kind is what can be said in a member of a write request.
type Kind uint8

// The kinds of ask. Dates to which the document gives no form are texts.
const (
	KindText         Kind = iota // one line
	KindMultiline                // many lines
	KindInteger                  // a whole number, such as an id
	KindBool                     // "true", or empty
	KindDate                     // YYYY-MM-DD
	KindCallbackTime             // yyyy-MM-dd HH:mm:ss; people type it in other ways
	KindDigits                   // a phone number
	KindEmail                    // one address
	KindPairs                    // names with values: a line each, parted by a tab
)

// Field describes one member of a write request, so that forms, checks and requests are made from the same words.
type Field struct {
	Key      string // of the member within its block: customer_name
	Label    string // for people
	Hint     string // what to write, where the label does not say it
	Kind     Kind
	Required bool
	Common   bool // wanted often; what is neither common nor required is the long tail
}

// Record is a block of a write request (PROTOCOL.md 2) with what can be said in it.
type Record struct {
	Path      string // customer_info; empty where members stand at the top of the request
	Title     string // for people; empty for the request's own members
	Repeated  bool   // an array of objects: see Element
	Collapsed bool   // not what the request is about: all but what is required is the long tail
	Asks      []Field
}

// ElementPath is the path of one object of a block that is an array: by its id, or a name that begins with NewElement for
// one that is to be added.
func (b Record) ElementPath(name string) string { return b.Path + "." + name }

// NewElementPrefix begins the name of an object that is to be added to a block.
const NewElementPrefix = "new"

// maxText is the most bytes of a text (PROTOCOL.md 6.2).
const maxText = 64 << 10

// rules are what the document says of each kind of value that is not empty.
var rules = map[Kind]func(string) error{
	KindInteger: isDigits("is no number"),
	KindDigits: func(v string) error {
		if strings.HasPrefix(v, "+") {
			return errors.New("must be digits alone: leave the + out")
		}
		return isDigits("must be digits alone")(v)
	},
	KindDate: func(v string) error {
		_, err := desk.ParseDate(v)
		return err
	},
	KindEmail: func(v string) error {
		name, host, ok := strings.Cut(v, "@")
		if !ok || name == "" || host == "" || strings.ContainsAny(v, " ,;") || strings.Contains(host, "@") {
			return errors.New("is no e-mail address, such as asha@example.com")
		}
		return nil
	},
	KindPairs: func(v string) error {
		_, err := parsePairs(v)
		return err
	},
}

func isDigits(otherwise string) func(string) error {
	return func(v string) error {
		if strings.Trim(v, "0123456789") != "" {
			return errors.New(otherwise)
		}
		return nil
	}
}

// Check holds a value to the interface's rules for its member (PROTOCOL.md 2 and 6.2).
func (a Field) Check(value string) error {
	trimmed := strings.TrimSpace(value)
	switch rule := rules[a.Kind]; {
	case trimmed == "" && a.Required:
		return errors.New("is needed")
	case len(value) > maxText:
		return fmt.Errorf("is longer than %d KiB", maxText>>10)
	case trimmed != "" && rule != nil && a.Kind != KindPairs:
		return rule(trimmed)
	case rule != nil && a.Kind == KindPairs:
		return rule(value)
	}
	return nil
}

// IsAdvanced says whether an ask of the block is part of the long tail, which is shown on demand.
func (b Record) IsAdvanced(a Field) bool { return !a.Required && (b.Collapsed || !a.Common) }

// Together are the rules of a write operation that speak of several members (PROTOCOL.md 4.1 and 4.2): the
// path at which something is missing, with what it is; no error when nothing is.
func Together(operation string, values Values) (path string, err error) {
	said := func(paths ...string) bool {
		return slices.ContainsFunc(paths, func(path string) bool { return strings.TrimSpace(values[path]) != "" })
	}
	switch operation {
	case AddCustomer.Name:
		reach := []string{customerBlock + ".phone", customerBlock + ".email_id"}
		for _, name := range eachElement(contactBlock, values) {
			under := contactBlock + "." + name
			reach = append(reach, under+".contact_person_phone", under+".contact_person_email")
		}
		if !said(reach...) {
			return reach[0], errors.New("a phone number or an e-mail is needed, of the customer or of a contact")
		}
	case UpdateCustomer.Name:
		if !said(customerBlock+".individual", customerBlock+".organization", customerBlock+".channel_partner") {
			return customerBlock + ".individual", errors.New("say what the customer is: the service leaves it as it was when nothing is said")
		}
	}
	return "", nil
}
