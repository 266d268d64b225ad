// Package record makes the records that commands print for scripts. A thing has one name in all of them; texts are
// decoded, and times are RFC 3339 in the time zone of the account.
//
//	fields.txt  the table of fields, from which the documentation has its own
//	record.go   what a field and a record are, records as rows of a table, and the kinds as JSON Schema
//	sources.go  where the values of each kind of record come from
package record

import (
	_ "embed" // for the fields
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/phrase"
	"frontdesk/internal/table"
	"frontdesk/internal/wire"
)

//go:embed fields.txt
var fieldsFile string

// Kind names a kind of records.
type Kind string

// The kinds.
const (
	Ticket      Kind = "ticket"
	TicketWhole Kind = "ticket details"
	SavedTicket Kind = "saved ticket"
	Customer    Kind = "customer"
	contact     Kind = "contact"
	Order       Kind = "order"
	Saved       Kind = "saved"
	Article     Kind = "article"
	Category    Kind = "category"
)

// Kinds are all kinds in the order of the documentation.
var Kinds = []Kind{
	Ticket, TicketWhole, SavedTicket, Customer, contact, Order, Saved, Article, Category,
}

// Type is what the values of a field are, if they are not null.
type Type string

// The types.
const (
	text   Type = "text"
	number Type = "number"
	flag   Type = "flag"
	moment Type = "time"
	list   Type = "list"
	object Type = "object"
)

// Field is a field of a kind of records.
type Field struct {
	Name    string
	Members []string // of the interface's record; none if the value follows from others
	Type    Type
	Meaning string
}

// IsNested reports whether the values of a field hold others, so that they fit into no cell.
func (f Field) IsNested() bool { return f.Type == list || f.Type == object }

// passing are the fields of a ticket whose values time alone changes.
var passing = []string{"sla", "late", "at_risk", "turnaround_seconds"}

// IsPassing reports whether time alone changes the values of a field.
func (f Field) IsPassing() bool { return slices.Contains(passing, f.Name) }

// Flat returns the names of the fields of a kind that fit into cells.
func (k Kind) Flat() []string {
	var all []string
	for _, f := range k.Fields() {
		if !f.IsNested() {
			all = append(all, f.Name)
		}
	}
	return all
}

// section is a section of the table.
type section struct {
	base Kind // whose fields come first; empty for none
	own  []Field
}

// sections are the sections of the table, read when they are first needed.
var sections = sync.OnceValue(func() map[Kind]*section {
	all := map[Kind]*section{}
	for _, row := range table.Read(fieldsFile, 4) {
		name, base, _ := strings.Cut(row.Section, ": ")
		s := all[Kind(name)]
		if s == nil {
			s = &section{base: Kind(base)}
			all[Kind(name)] = s
		}
		f := Field{row.Cells[0], strings.Fields(row.Cells[1]), Type(row.Cells[2]), row.Cells[3]}
		if f.Meaning == "" {
			labelled, _, _ := strings.Cut(name, " ")
			f.Meaning = strings.ToLower(wire.Label(labelled, f.Members[0]))
		}
		s.own = append(s.own, f)
	}
	return all
})

// Fields returns the fields of a kind of records.
func (k Kind) Fields() []Field {
	s := sections()[k]
	if s.base == "" {
		return s.own
	}
	return slices.Concat(s.base.Fields(), s.own)
}

// Base returns the kind whose fields this one has before its own; empty for none.
func (k Kind) Base() Kind { return sections()[k].base }

// Own returns the fields that a kind has after those of its base.
func (k Kind) Own() []Field { return sections()[k].own }

// Choose returns the fields with some names, in that order.
func (k Kind) Choose(names []string) ([]Field, error) {
	all := k.Fields()
	known := make([]string, len(all))
	for i, f := range all {
		known[i] = f.Name
	}
	var chosen []Field
	for _, name := range names {
		at := slices.Index(known, strings.TrimSpace(name))
		if at < 0 {
			return nil, &unknownFieldError{strings.TrimSpace(name), known}
		}
		chosen = append(chosen, all[at])
	}
	return chosen, nil
}

// unknownFieldError is the error of a name that no field has.
type unknownFieldError struct {
	Name  string
	Known []string
}

// Error names the fields that there are, the nearest first.
func (e *unknownFieldError) Error() string {
	hint := ""
	if near := phrase.Nearest(e.Name, e.Known); near != "" {
		hint = "did you mean " + near + "? "
	}
	return "no field is called \"" + e.Name + "\"; " + hint + "known are " + strings.Join(e.Known, ", ")
}

// Member is a value of an object with its name.
type Member struct {
	Name  string
	Value any // nil, string, int64, float64, bool, []any or Object
}

// Object is an object of JSON whose members keep their order.
type Object []Member

// MarshalJSONTo writes the object.
func (o Object) MarshalJSONTo(e *jsontext.Encoder) error {
	if err := e.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for _, m := range o {
		if err := e.WriteToken(jsontext.String(m.Name)); err != nil {
			return err
		}
		if err := json.MarshalEncode(e, m.Value); err != nil {
			return err
		}
	}
	return e.WriteToken(jsontext.EndObject)
}

// Value returns the value of a member; nil if there is none.
func (o Object) Value(name string) any {
	for _, m := range o {
		if m.Name == name {
			return m.Value
		}
	}
	return nil
}

func (o Object) has(name string) bool {
	return slices.ContainsFunc(o, func(m Member) bool { return m.Name == name })
}

// Only returns the members of some fields, in their order.
func (o Object) Only(fields []Field) Object {
	chosen := make(Object, len(fields))
	for i, f := range fields {
		chosen[i] = Member{f.Name, o.Value(f.Name)}
	}
	return chosen
}

// Cells returns the values of an object for a row of a CSV file; null is an empty cell.
func (o Object) Cells() []string {
	cells := make([]string, len(o))
	for i, m := range o {
		cells[i] = Cell(m.Value)
	}
	return cells
}

// Cell returns a value for a cell of a CSV file.
func Cell(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return fmt.Sprint(v)
}

// Differs reports whether a cell of a file says another value than the record has. Times are compared as such, because
// a time has several spellings.
func (o Object) Differs(name, said string) bool {
	now := strings.TrimSpace(Cell(o.Value(name)))
	at, err := time.Parse(time.RFC3339, said)
	if standing, isTime := time.Parse(time.RFC3339, now); err == nil && isTime == nil {
		return !at.Equal(standing)
	}
	return said != now
}

// WriteRow writes a row of a CSV file.
func WriteRow(to io.Writer, cells []string) error {
	w := csv.NewWriter(to)
	if err := w.Write(cells); err != nil {
		return err
	}
	w.Flush()
	return w.Error()
}

// jsonTypes are the types of JSON Schema.
var jsonTypes = map[Type]string{
	text: "string", moment: "string", number: "number", flag: "boolean", list: "array", object: "object",
}

// Schema returns the JSON Schema of a kind of records. All of its fields are there, also those that are null.
func (k Kind) Schema() Object {
	properties, required := Object{}, []any{}
	for _, f := range k.Fields() {
		var types any = []any{jsonTypes[f.Type], "null"}
		if f.IsNested() {
			types = jsonTypes[f.Type]
		}
		s := Object{{"type", types}, {"description", f.Meaning}}
		switch {
		case f.Type == moment:
			s = append(s, Member{"format", "date-time"})
		case f.Name == "contacts":
			s = append(s, Member{"items", contact.Schema()})
		}
		properties, required = append(properties, Member{f.Name, s}), append(required, f.Name)
	}
	return Object{{"type", "object"}, {"properties", properties}, {"required", required}}
}
