package wire

import (
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// fieldDecoder is one member of a record of type T: the words for it, how it is shown and, where the noun
// has a place of its own for it, how it is kept.
type fieldDecoder[T any] struct {
	name, label string
	show        func(*value, *time.Location) safetext.Block
	set         func(*T, *value, *time.Location)
}

// recordDecoder is a record's members in the order in which they are shown.
type recordDecoder[T any] struct {
	members []fieldDecoder[T]
	labels  []safetext.Line
	at      map[string]int
}

func newTable[T any](members []fieldDecoder[T]) recordDecoder[T] {
	t := recordDecoder[T]{members, make([]safetext.Line, len(members)), make(map[string]int, len(members))}
	for i, m := range members {
		t.labels[i] = safetext.LineFromText(m.label)
		t.at[internName(m.name)] = i
	}
	return t
}

// unknownFields is what a record holds to be shown: fields, and blocks of the account's own.
type unknownFields struct {
	fields []desk.LabeledValue
	groups []desk.FieldGroup
}

// read reads a record whose nested members are read by nested, which returns false for all others.
// Members that the document does not name are kept, up to maxFree of them.
func (t recordDecoder[T]) read(a *responseDecoder, into *T, nested func(name string) (bool, error)) (unknownFields, error) {
	shown := make([]safetext.Block, len(t.members))
	moments := make([]dated, 0, 4)
	var more unknownFields
	var v value
	budget := maxCustomFields
	err := a.eachMember(func(name string) error {
		if taken, err := nested(name); taken || err != nil {
			return err
		}
		raw, err := a.value()
		if err != nil {
			return err
		}
		at, known := t.at[name]
		if !known {
			more.keep(name, raw, &budget)
			return nil
		}
		v = value{raw: raw, text: scalar(raw)}
		m := &t.members[at]
		shown[at] = m.show(&v, a.Zone)
		if m.set != nil {
			m.set(into, &v, a.Zone)
		}
		if v.isRead {
			moments = append(moments, dated{at, v.at})
		}
		return nil
	})
	more.fields = append(t.fields(shown, moments, len(more.fields)), more.fields...)
	return more, err
}

// fields labels the members that hold something, with room for more.
func (t recordDecoder[T]) fields(shown []safetext.Block, moments []dated, more int) []desk.LabeledValue {
	for _, value := range shown {
		if !value.IsEmpty() {
			more++
		}
	}
	if more == 0 {
		return nil
	}
	all := make([]desk.LabeledValue, 0, more)
	for i, value := range shown {
		if !value.IsEmpty() {
			all = append(all, desk.LabeledValue{Member: t.members[i].name, Label: t.labels[i], Value: value, Time: stampOf(moments, i)})
		}
	}
	return all
}

// dated is the moment that a member was read as, of the few that are.
type dated struct {
	member int
	at     desk.UnixTime
}

// stampOf is the moment of a member; of one that came twice the last counts, as everywhere.
func stampOf(moments []dated, member int) desk.UnixTime {
	for _, m := range slices.Backward(moments) {
		if m.member == member {
			return m.at
		}
	}
	return 0
}

// keep keeps a member that the document does not name.
func (r *unknownFields) keep(name string, v jsontext.Value, budget *int) {
	if k := v.Kind(); k != '{' && k != '[' {
		r.fields = append(r.fields, fields(name, v, budget)...)
		return
	}
	if g := (desk.FieldGroup{Title: humanize(name), Rows: rows(v, budget)}); len(g.Rows) > 0 {
		r.groups = append(r.groups, g)
	}
}

// noNested is for records whose members are all scalars or blocks.
func noNested(string) (bool, error) { return false, nil }
