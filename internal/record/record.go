// Package record makes the records that commands print for scripts. A thing has one name in all of them; texts are
// decoded, and times are RFC 3339 in the time zone of the account.
//
//	fields.txt  the table of fields, from which the documentation has its own
//	record.go   what a field and a record are
//	csv.go      records as rows of a table
//	schema.go   the kinds as JSON Schema
//	sources.go  where the values of each kind of record come from
package record

import (
	_ "embed" // for the fields
	"slices"
	"strings"
	"sync"

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
