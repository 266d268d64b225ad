package wire

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"

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
	if g := (desk.FieldGroup{Title: humanise(name), Rows: rows(v, budget)}); len(g.Rows) > 0 {
		r.groups = append(r.groups, g)
	}
}

// noNested is for records whose members are all scalars or blocks.
func noNested(string) (bool, error) { return false, nil }

// maxCustomFields bounds how many members of free-form blocks one record may bring to the screen: a few
// megabytes of [{},…] would otherwise become a hundred of records.
const maxCustomFields = 2000

// decoderOf reads a value that is already in memory.
func decoderOf(v jsontext.Value) *responseDecoder {
	return &responseDecoder{dec: jsontext.NewDecoder(bytes.NewReader(v.Clone()), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))}
}

// groups reads additional_info or Additional_details: objects of objects or of arrays of objects,
// with account-specific keys (PROTOCOL.md 3.8). Members that are no block come first, in one group.
func groups(v jsontext.Value) []desk.FieldGroup {
	var loose desk.FieldGroup
	var blocks []desk.FieldGroup
	budget := maxCustomFields
	a := decoderOf(v)
	_ = a.eachMember(func(name string) error { // the value is valid JSON: it was read as one
		v, err := a.value()
		if err != nil {
			return err
		}
		if k := v.Kind(); k != '{' && k != '[' {
			loose.Rows = appendRow(loose.Rows, fields(name, v, &budget))
			return nil
		}
		if g := (desk.FieldGroup{Title: humanise(name), Rows: rows(v, &budget)}); len(g.Rows) > 0 {
			blocks = append(blocks, g)
		}
		return nil
	})
	if len(loose.Rows) > 0 {
		loose.Rows = [][]desk.LabeledValue{slices.Concat(loose.Rows...)}
		blocks = append([]desk.FieldGroup{loose}, blocks...)
	}
	return blocks
}

// rows reads an object as one row, an array as a row an element.
func rows(v jsontext.Value, budget *int) [][]desk.LabeledValue {
	var all [][]desk.LabeledValue
	a := decoderOf(v)
	_ = a.elements(func() error {
		element, err := a.value()
		if err == nil {
			all = appendRow(all, row(element.Clone(), budget))
		}
		return err
	})
	return all
}

func appendRow(all [][]desk.LabeledValue, row []desk.LabeledValue) [][]desk.LabeledValue {
	if len(row) == 0 {
		return all
	}
	return append(all, row)
}

// row reads one object's members as fields; a bare value is a field without a label.
func row(v jsontext.Value, budget *int) []desk.LabeledValue { return flatten("", v, budget, 0) }

// maxFlattenDepth is how far blocks within blocks are taken apart; what lies deeper is shown as it came.
const maxFlattenDepth = 4

// flatten reads a value as fields, blocks in it member by member behind the block's name.
func flatten(name string, v jsontext.Value, budget *int, depth int) []desk.LabeledValue {
	k := v.Kind()
	if k != '{' && k != '[' || depth == maxFlattenDepth {
		return fields(name, v, budget)
	}
	if plain, ok := plainList(v); ok {
		return fields(name, plain, budget)
	}
	var all []desk.LabeledValue
	a := decoderOf(v)
	take := func(name string) error {
		v, err := a.value()
		if err == nil {
			all = append(all, flatten(name, v.Clone(), budget, depth+1)...)
		}
		return err
	}
	if k == '[' {
		_ = a.elements(func() error { return take(name) }) // the value is valid JSON: it was read as one
		return all
	}
	_ = a.eachMember(func(member string) error { return take(strings.TrimPrefix(name+"_"+member, "_")) })
	return all
}

// plainList is a list of nothing but words and numbers as one text.
func plainList(v jsontext.Value) (jsontext.Value, bool) {
	if v.Kind() != '[' {
		return nil, false
	}
	var bits []string
	isPlain := true
	a := decoderOf(v)
	_ = a.elements(func() error {
		isPlain = isPlain && a.isScalar()
		element, err := a.value()
		if err == nil && isPlain {
			bits = append(bits, scalar(element))
		}
		return err
	})
	if !isPlain {
		return nil, false
	}
	quoted, err := jsontext.AppendQuote(nil, strings.Join(bits, ", "))
	return quoted, err == nil
}

// fields is the one field of a member that holds something, as long as the budget lasts.
func fields(name string, v jsontext.Value, budget *int) []desk.LabeledValue {
	value := safetext.BlockFromHTML(scalar(v))
	if value.IsEmpty() || *budget == 0 {
		return nil
	}
	*budget--
	return []desk.LabeledValue{{Member: plainName(name), Label: humanise(name), Value: value}}
}

// longestName is how long the names of members are that code may look for.
const longestName = 64

// plainName is a member's name when it is one that code can look for: letters, digits and underscores.
func plainName(name string) string {
	isOdd := func(r rune) bool {
		return r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9')
	}
	if len(name) > longestName || strings.ContainsFunc(name, isOdd) {
		return ""
	}
	return name
}

// acronyms are the words of members' names that are not written as they come.
var acronyms = map[string]string{
	"awb": "AWB", "erp": "ERP", "gst": "GST", "otp": "OTP", "pin": "PIN", "sku": "SKU", "substatus": "sub-status", "email": "e-mail",
}

// humanise makes a member's name readable: order_details and orderDetails read Order details, erpOrderId ERP order id.
func humanise(name string) safetext.Line {
	var b strings.Builder
	var before rune
	for _, r := range name {
		switch {
		case r == '_' || r == '-':
			r = ' '
		case unicode.IsUpper(r) && unicode.IsLower(before):
			b.WriteByte(' ')
			r = unicode.ToLower(r)
		}
		b.WriteRune(r)
		before = r
	}
	words := strings.Split(b.String(), " ")
	for i, w := range words {
		words[i] = cmp.Or(acronyms[strings.ToLower(w)], w)
	}
	all := []rune(strings.Join(words, " "))
	if len(all) > 0 {
		all[0] = unicode.ToUpper(all[0])
	}
	return safetext.LineFromText(string(all))
}
