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

// fieldDecoder decodes one field of a record of type T: its name and label, how it is shown and, if T has a struct
// field for it, how that is set.
type fieldDecoder[T any] struct {
	name, label string
	show        func(*value, *time.Location) safetext.Block
	set         fieldSetter[T]
}

// fieldSetter sets a struct field of a record.
type fieldSetter[T any] func(*T, *value, *time.Location)

// recordDecoder holds the fields of a record in display order.
type recordDecoder[T any] struct {
	members []fieldDecoder[T]
	labels  []safetext.Line
	at      map[string]int
	titles  map[string]safetext.Line // of the blocks that requests set
}

// newTable describes a record by its section of fields.txt and the functions that set its struct fields.
func newTable[T any](section string, setters map[string]fieldSetter[T]) recordDecoder[T] {
	shown := readFields(section)
	t := recordDecoder[T]{
		labels: make([]safetext.Line, len(shown)), at: make(map[string]int, len(shown)), titles: blockTitles(section),
	}
	for i, f := range shown {
		t.members = append(t.members, fieldDecoder[T]{f.name, f.label, showFuncs[f.show], setters[f.name]})
		t.labels[i] = safetext.LineFromText(f.label)
		t.at[internName(f.name)] = i
	}
	for name := range setters {
		if _, known := t.at[name]; !known {
			panic("fields.txt: no member of " + section + " is called " + name)
		}
	}
	return t
}

// unknownFields collects the displayed content of a record: labelled fields, and custom fields that are blocks.
type unknownFields struct {
	fields []desk.LabeledValue
	groups []desk.FieldGroup
}

// read decodes a record. nested decodes nested members and returns false for all others. Unknown members are kept,
// up to maxCustomFields.
func (t recordDecoder[T]) read(
	d *responseDecoder,
	into *T,
	nested func(name string) (bool, error),
) (unknownFields, error) {
	shown := make([]safetext.Block, len(t.members))
	times := make([]memberTime, 0, 4)
	var more unknownFields
	var v value
	budget := d.newBudget()
	err := d.eachMember(func(name string) error {
		if taken, err := nested(name); taken || err != nil {
			return err
		}
		raw, err := d.value()
		if err != nil {
			return err
		}
		at, known := t.at[name]
		if !known {
			more.keep(name, cmp.Or(t.titles[name], humanise(name)), raw, budget)
			return nil
		}
		v = value{raw: raw, text: scalar(raw)}
		if saysNoValue(name, raw) {
			return nil
		}
		m := &t.members[at]
		shown[at] = m.show(&v, d.Zone)
		if m.set != nil {
			m.set(into, &v, d.Zone)
		}
		if v.isRead {
			times = append(times, memberTime{at, v.at})
		}
		return nil
	})
	known := t.fields(shown, times, len(more.fields))
	d.allowed.spend(len(known))
	more.fields = append(known, more.fields...)
	return more, err
}

// fields returns the non-empty values with their labels, with capacity for more.
func (t recordDecoder[T]) fields(shown []safetext.Block, times []memberTime, more int) []desk.LabeledValue {
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
			all = append(
				all,
				desk.LabeledValue{Member: t.members[i].name, Label: t.labels[i], Value: value, Time: timeOf(times, i)},
			)
		}
	}
	return all
}

// memberTime is the time parsed from a field. Few fields are times.
type memberTime struct {
	member int
	at     desk.UnixTime
}

// timeOf returns the time of a field. Of a repeated field the last counts, as everywhere.
func timeOf(times []memberTime, member int) desk.UnixTime {
	for _, m := range slices.Backward(times) {
		if m.member == member {
			return m.at
		}
	}
	return 0
}

// keep adds an unknown member; a block gets the title.
func (r *unknownFields) keep(name string, title safetext.Line, v jsontext.Value, budget *fieldBudget) {
	if inner, isJSON := textAsJSON(v); isJSON {
		v = inner
	}
	if k := v.Kind(); k != '{' && k != '[' {
		r.fields = append(r.fields, fields(name, v, budget)...)
		return
	}
	if g := (desk.FieldGroup{Member: plainName(name), Title: title, Rows: rows(v, budget)}); len(g.Rows) > 0 {
		r.groups = append(r.groups, g)
	}
}

// noNested is for records without nested records.
func noNested(string) (bool, error) { return false, nil }

// maxCustomFields limits the custom fields per record: a few megabytes of [{},…] would otherwise take up a hundred
// megabytes.
const maxCustomFields = 2000

// decoderOf returns a decoder for a value in memory.
func decoderOf(v jsontext.Value) *responseDecoder {
	return &responseDecoder{
		dec: jsontext.NewDecoder(
			bytes.NewBuffer(v.Clone()), // which the decoder uses as its own buffer
			lenient...,
		),
	}
}

// groups decodes additional_info or Additional_details: objects of objects or of arrays of objects, with custom keys
// (PROTOCOL.md 3.8). Scalar members come first, in one group.
func (d *responseDecoder) groups(v jsontext.Value) []desk.FieldGroup {
	var loose desk.FieldGroup
	var blocks []desk.FieldGroup
	budget := d.newBudget()
	in := budget.decoderOf(v)
	_ = in.eachMember(func(name string) error { // an error is that of the allowance
		v, err := in.value()
		if err != nil {
			return err
		}
		v, _ = textAsJSON(v)
		if k := v.Kind(); k != '{' && k != '[' {
			loose.Rows = appendRow(loose.Rows, fields(name, v, budget))
			return nil
		}
		g := desk.FieldGroup{Member: plainName(name), Title: humanise(name)}
		if g.Member != "" && len(v) <= MaxText {
			g.Raw = string(v)
		}
		if g.Rows = rows(v.Clone(), budget); len(g.Rows) > 0 {
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

// rows decodes an object as one row and an array as one row per element.
func rows(v jsontext.Value, budget *fieldBudget) [][]desk.LabeledValue {
	var all [][]desk.LabeledValue
	d := budget.decoderOf(v)
	_ = d.elements(func() error {
		element, err := d.value()
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

// row decodes the members of an object as fields. A scalar is a field without a label.
func row(v jsontext.Value, budget *fieldBudget) []desk.LabeledValue { return flatten("", v, budget, 0) }

// maxFlattenDepth is the depth to which nested blocks are flattened; deeper ones are shown as JSON.
const maxFlattenDepth = 4

// flatten decodes a value as fields. Members of nested blocks are prefixed with the name of the block.
func flatten(name string, v jsontext.Value, budget *fieldBudget, depth int) []desk.LabeledValue {
	k := v.Kind()
	if k != '{' && k != '[' || depth == maxFlattenDepth {
		return fields(name, v, budget)
	}
	if plain, ok := plainList(v, budget); ok {
		return fields(name, plain, budget)
	}
	var all []desk.LabeledValue
	d := budget.decoderOf(v)
	isList := k == '[' || isNumbered(namesOf(membersOf(v)))
	take := func(name string) error {
		v, err := d.value()
		if err == nil {
			all = append(all, flatten(name, v.Clone(), budget, depth+1)...)
		}
		return err
	}
	if isList {
		_ = d.elements(func() error { return take(name) })
		return all
	}
	_ = d.eachMember(func(member string) error { return take(strings.TrimPrefix(name+"_"+member, "_")) })
	return all
}

// maxListText is the length, in bytes, after which no more of a list is joined: a block shows fewer.
const maxListText = 1 << 20

// plainList joins a list of scalars as one text, no longer than is shown of one.
func plainList(v jsontext.Value, budget *fieldBudget) (jsontext.Value, bool) {
	if v.Kind() != '[' && !isNumbered(namesOf(membersOf(v))) {
		return nil, false
	}
	var bits []string
	isPlain, length := true, 0
	d := budget.decoderOf(v)
	_ = d.elements(func() error {
		isPlain = isPlain && d.isScalar()
		element, err := d.value()
		if err == nil && isPlain && length <= maxListText {
			bits = append(bits, scalar(element))
			length += len(element)
		}
		return err
	})
	if !isPlain {
		return nil, false
	}
	quoted, err := jsontext.AppendQuote(nil, strings.Join(bits, ", "))
	return quoted, err == nil
}

// fields returns a member as a field, unless it is empty or the budget is used up.
func fields(name string, v jsontext.Value, budget *fieldBudget) []desk.LabeledValue {
	value := safetext.BlockFromHTML(scalar(v))
	if value.IsEmpty() || !budget.take() {
		return nil
	}
	return []desk.LabeledValue{{Member: plainName(name), Label: humanise(name), Value: value}}
}

// longestName is the maximum length of a name that plainName keeps.
const longestName = 64

// plainName returns a name of only letters, digits and underscores, which code can look up, or "" for any other.
func plainName(name string) string {
	isOdd := func(r rune) bool {
		return r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9')
	}
	if len(name) > longestName || strings.ContainsFunc(name, isOdd) {
		return ""
	}
	return name
}

// acronyms maps words of member names to their display form.
var acronyms = map[string]string{
	"awb":       "AWB",
	"erp":       "ERP",
	"gst":       "GST",
	"otp":       "OTP",
	"pin":       "PIN",
	"sku":       "SKU",
	"substatus": "sub-status",
	"email":     "e-mail",
}

// humanise turns a member name into a label: order_details and orderDetails become Order details, erpOrderId becomes
// ERP order id.
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
