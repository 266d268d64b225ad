package submit

import (
	"cmp"
	"errors"
	"strings"
	"unicode"

	"frontdesk/internal/safetext"
	"frontdesk/internal/schema"
	"frontdesk/internal/wire"
)

// withName returns the changes with the customer's name, which the interface requires (PROTOCOL.md 2.1).
func withName(f Form, current wire.Values) wire.Values {
	out := changesOf(f.Values, current)
	out[FieldCustomerName] = cmp.Or(strings.TrimSpace(f.Values[FieldCustomerName]), current[FieldCustomerName])
	return out
}

// withFlags adds the customer's flags as set in the form, because they cannot be left out.
func withFlags(requested, values wire.Values) wire.Values {
	for _, f := range schema.Customer.Fields {
		if path := schema.Join(schema.Customer.Path, f.Key); f.Kind == schema.Bool && values[path] != "" {
			requested[path] = values[path]
		}
	}
	return requested
}

// CustomerID returns the id of the customer of an order: as known to the form, otherwise the record of a new order.
func (f Form) CustomerID() string {
	id := f.Original[FieldCustomerID]
	if id == "" && f.Kind == wire.AddOrder.Name {
		id = f.Record.Raw()
	}
	return id
}

// RefLabel is the prefix of a ticket's last details line, which marks the ticket as the caller's own.
const RefLabel = "ref: "

// WithRef returns a ticket's details with the reference appended as the last line; an empty reference changes nothing.
func WithRef(details, ref string) string {
	switch {
	case ref == "":
		return details
	case strings.TrimSpace(details) == "":
		return RefLabel + ref
	}
	return strings.TrimRight(details, "\r\n") + "\n\n" + RefLabel + ref
}

// Ref returns the reference in the last line of a ticket's details, or "" when there is none.
func Ref(details string) string {
	details = strings.TrimRight(details, "\r\n ")
	last := details[strings.LastIndexByte(details, '\n')+1:]
	ref, found := strings.CutPrefix(strings.TrimSpace(last), RefLabel)
	if !found {
		return ""
	}
	return strings.TrimSpace(ref)
}

// hasRef reports whether details contain the reference as a whole word. It searches the entire text because services
// may fold the last line into the one before.
func hasRef(details, ref string) bool {
	for {
		_, rest, found := strings.Cut(details, RefLabel+ref)
		if !found {
			return false
		}
		if rest == "" || !IsRefLetter(rune(rest[0])) {
			return true
		}
		details = rest
	}
}

// IsRefLetter reports whether r may appear in a reference: services pass these characters through unchanged.
func IsRefLetter(r rune) bool {
	return r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_.:/#", r))
}

// Sign returns a comment with a name in its last line, or before a reference, which stays the last. What has the name
// there already, and an empty comment, stay as they are.
func Sign(comment string, name safetext.Line) string {
	text, ref := comment, Ref(comment)
	if ref != "" {
		text = text[:strings.LastIndex(text, RefLabel)]
	}
	text = strings.TrimRight(text, "\r\n \t")
	signature := "— " + name.String()
	if name.IsEmpty() || text == "" || strings.HasSuffix("\n"+text, "\n"+signature) {
		return comment
	}
	return WithRef(text+"\n\n"+signature, ref)
}

// errNoAuthor is returned by an account whose comments are signed, for an agent without a name.
var errNoAuthor = errors.New("comments are signed with your name (sign_comments), so agent must be set to it")

// sign signs a comment that this agent writes, if the account has its comments signed.
func (s *Sender) sign(comment string) string {
	if !s.Signs {
		return comment
	}
	return Sign(comment, s.Author)
}
