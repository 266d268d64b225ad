package wire

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/safetext"
)

// listShape says how the records of an operation's list are told from other objects, and where in an answer the list
// may stand (PROTOCOL.md 3).
type listShape struct {
	record    string
	ids       []string               // members that only such a record has
	known     func(name string) bool // any member of such a record
	under     []string               // names of a list beside message, in lower case
	anyObject bool                   // the interface does not show the records: any object may be one
}

// generalLists are the names under which services of all kinds have a list.
var generalLists = []string{"data", "result", "results", "records", "rows", "items", "list", "content", "contents"}

// The lists of the operations.
var (
	ticketList = &listShape{
		record: "ticket", ids: []string{"ticketId", "taskId"}, known: isTicketMember, under: listNames("ticket", "tickets"),
	}
	detailList = &listShape{
		record: "ticket", ids: []string{"task_details", "ticketId", "taskId"}, known: isTicketMember,
		under: listNames("ticket", "tickets"),
	}
	articleList = &listShape{
		record: "article", ids: []string{"id", "title"}, known: isMemberOf(articleMembers),
		under: listNames("article", "articles", "faq", "faqs"),
	}
	categoryList = &listShape{
		record: "category", ids: []string{"id", "name"}, known: isMemberOf(categoryMembers),
		under: listNames("category", "categories"),
	}
	customerList = &listShape{
		record: "customer", ids: []string{"id", "name"}, known: isMemberOf(customerTable.at),
		under: listNames("customer details", "customer", "customers"),
	}
	contactList = &listShape{
		record: "contact", ids: []string{"id", "contactPerson"}, known: isMemberOf(contactTable.at),
		under: listNames("contact", "contacts"), anyObject: true,
	}
	orderList = &listShape{
		record: "order", ids: []string{"order_id", "orderId"}, known: isMemberOf(orderTable.at),
		under: listNames("order", "orders"), anyObject: true,
	}
)

func (s *listShape) one() string {
	if strings.ContainsRune("aeiou", rune(s.record[0])) {
		return "an " + s.record
	}
	return "a " + s.record
}

func (s *listShape) many() string {
	if stem, ok := strings.CutSuffix(s.record, "y"); ok {
		return stem + "ies"
	}
	return s.record + "s"
}

func listNames(own ...string) []string { return append(own, generalLists...) }

func isMemberOf[V any](members map[string]V) func(name string) bool {
	return func(name string) bool { _, known := members[name]; return known }
}

func isTicketMember(name string) bool { _, known := ticketSetters[name]; return known }

// ShapeError is returned for an answer with another value where a list belongs.
type ShapeError struct {
	Path string // such as message.2, empty for the answer itself
	Is   string // such as "is a number, not a list"
}

// Error says where the value stands and what it is.
func (e *ShapeError) Error() string {
	if e.Path == "" {
		return "it " + e.Is
	}
	return "its `" + e.Path + "` " + e.Is
}

// kindNames names the kinds of JSON values.
var kindNames = map[jsontext.Kind]string{
	'0': "a number", '"': "a text", 't': "a truth value", 'f': "a truth value", '{': "an object", '[': "a list", 'n': "null",
}

// odd keeps the first value that stands where another kind belongs: whether the answer is a failure, which needs no
// list, may only be known at its end.
func (d *responseDecoder) odd(v jsontext.Value, wanted string) {
	is := "is " + kindNames[v.Kind()] + ", not " + wanted
	if v.Kind() == '"' {
		is += ": " + quoteStart(scalar(v))
	}
	d.oddShape(is)
}

// longestQuote is how many characters of a text a message quotes.
const longestQuote = 60

func quoteStart(text string) string {
	start := []rune(safetext.LineFromEscaped(text).String())
	if len(start) > longestQuote {
		start = append(start[:longestQuote], '…')
	}
	return strconv.Quote(string(start))
}

// oddShape is like odd, for any other fault of a value.
func (d *responseDecoder) oddShape(is string) {
	if d.shape == nil {
		d.shape = &ShapeError{d.path.String(), is}
	}
}

// valuePath is the place of a value in an answer: the names and numbers on the way to it.
type valuePath []pathStep

type pathStep struct {
	name   string // empty for an element of a list
	number int
}

// String returns the path as it is written in messages, such as message.2.
func (p valuePath) String() string {
	steps := make([]string, len(p))
	for i, step := range p {
		if steps[i] = safetext.LineFromText(step.name).String(); step.name == "" {
			steps[i] = strconv.Itoa(step.number)
		}
	}
	return strings.Join(steps, ".")
}

// at reads a value whose place in the answer has a name.
func (d *responseDecoder) at(name string, read func() error) error {
	return d.atStep(pathStep{name: name}, read)
}

func (d *responseDecoder) atStep(step pathStep, read func() error) error {
	d.path = append(d.path, step)
	err := read()
	d.path = d.path[:len(d.path)-1]
	return err
}

// within reads from a value in memory that is a part of the answer.
func (d *responseDecoder) within(v jsontext.Value, read func() error) error {
	outer := d.dec
	d.dec = jsontext.NewDecoder(bytes.NewBuffer(v), lenient...) // without a copy; it only reads
	err := read()
	d.dec = outer
	return err
}

// textAsJSON returns the list or object that a text contains as JSON.
func textAsJSON(v jsontext.Value) (jsontext.Value, bool) {
	if v.Kind() != '"' {
		return v, false
	}
	text := jsontext.Value(strings.TrimSpace(scalar(v)))
	if k := text.Kind(); k != '[' && k != '{' || !text.IsValid(lenient...) {
		return v, false
	}
	return text, true
}

// noneNouns are what services say that there is none of.
var noneNouns = nameSet(
	"data", "record", "records", "row", "rows", "result", "results", "item", "items", "match", "matches", "ticket",
	"tickets", "order", "orders", "customer", "customers", "article", "articles", "content", "contents", "category",
	"categories", "faq", "faqs",
)

// saysNone reports whether a text in the place of a list says that there is nothing, such as "No tickets found".
func saysNone(text string) bool {
	words := strings.Fields(strings.ToLower(strings.Trim(text, " \t\r\n.!-")))
	switch {
	case len(words) == 0:
		return true
	case len(words) == 1:
		return nameSet("null", "none", "nil", "empty", "n/a")[words[0]]
	case words[0] != "no" || !noneNouns[words[1]]:
		return false
	}
	return !slices.ContainsFunc(words[2:], func(word string) bool {
		return !nameSet("found", "available", "exist", "exists", "present", "is", "are", "was", "were")[word]
	})
}

// isNumbered reports whether an object is a list with numbered keys.
func isNumbered(names []string) bool {
	return len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool { return !isNumber(name) })
}

func isNumber(name string) bool { return name != "" && strings.Trim(name, "0123456789") == "" }

// objectMember is a member of an object in memory.
type objectMember struct {
	name  string
	value jsontext.Value
}

// membersOf returns the members of an object, which share its memory.
func membersOf(object jsontext.Value) (all []objectMember) {
	for name, v := range members(object) {
		all = append(all, objectMember{name, v})
	}
	return all
}

func namesOf(members []objectMember) []string {
	names := make([]string, len(members))
	for i, m := range members {
		names[i] = m.name
	}
	return names
}

// parts takes an object apart that stands where a list belongs: one record, records by number or by id, or an object
// that has the list in a member. It returns nil for any other object.
func (s *listShape) parts(object jsontext.Value) (found []objectMember, areRecords bool) {
	members := membersOf(object)
	names := namesOf(members)
	those := func(is func(objectMember) bool) (some []objectMember) {
		for _, m := range members {
			if is(m) {
				some = append(some, m)
			}
		}
		return some
	}
	record := []objectMember{{"", object}}
	if isNumbered(names) {
		return members, false
	}
	if s.isRecord(names) {
		return record, true
	}
	if lists := those(func(m objectMember) bool { return s.hasList(m.name) }); len(lists) > 0 {
		return lists, false
	}
	isKnown := slices.ContainsFunc(names, s.known)
	lists := those(func(m objectMember) bool { return m.value.Kind() == '[' })
	if s.anyObject && !isKnown && len(lists) > 0 {
		return lists, false
	}
	byID := those(func(m objectMember) bool { return m.value.Kind() == '{' && s.isRecord(namesOf(membersOf(m.value))) })
	switch {
	case len(members) > 0 && len(byID) == len(members):
		return byID, true
	case s.anyObject, isKnown:
		return record, true
	}
	return nil, false
}

func (s *listShape) isRecord(names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return slices.Contains(s.ids, name) })
}

func (s *listShape) hasList(name string) bool { return slices.Contains(s.under, strings.ToLower(name)) }
