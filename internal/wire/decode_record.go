package wire

import (
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
	fieldReader
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
	more := unknownFields{fieldReader: d.newFieldReader()}
	var v value
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
			more.keep(name, cmp.Or(t.titles[name], humanise(name)), raw)
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
func (r *unknownFields) keep(name string, title safetext.Line, v jsontext.Value) {
	if v, _ = textAsJSON(v); isScalar(v) {
		r.fields = append(r.fields, r.field(name, v)...)
	} else if g := (desk.FieldGroup{Member: plainName(name), Title: title, Rows: r.rows(v)}); len(g.Rows) > 0 {
		r.groups = append(r.groups, g)
	}
}

// noNested is for records without nested records.
func noNested(string) (bool, error) { return false, nil }

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
