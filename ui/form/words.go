package form

import (
	"slices"
	"strings"

	"frontdesk/ui/accessible"
)

var wordKinds = map[Kind]accessible.FieldKind{
	Multiline: accessible.Lines, Checkbox: accessible.YesNo, KeyValue: accessible.Pairs,
}

// Words returns all fields in order as they are read out in accessible mode.
func (f *Form) Words() []accessible.Field {
	var fields []accessible.Field
	heading, section, element := "", -1, ""
	for _, e := range f.entries {
		if e.section != section || e.element != element {
			section, element, heading = e.section, e.element, f.heading(e)
		}
		x := accessible.Field{
			Name: e.Name, Label: e.Label, Heading: heading, Kind: wordKinds[e.Kind],
			Value: e.Value(), Shown: e.shownWords(), Hint: accessible.Words(e.Hint), Echo: e.echo,
			Free: e.AllowCustom, Required: e.Required, Advanced: e.Advanced,
		}
		if e.err != nil {
			x.Err = e.err.Error()
		}
		switch w := e.widget.(type) {
		case *selectField:
			for _, o := range w.options {
				x.Choices = append(x.Choices, accessible.Choice{Value: o.Value, Label: w.spoken(o)})
			}
		case *addButton:
			x.Kind, x.Label = accessible.List, w.label
		}
		fields = append(fields, x)
	}
	return fields
}

// name returns the label of an option without its key, so that a screen reader reads less.
func (o Option) name() string {
	name, _ := strings.CutSuffix(o.Label, KeySeparator+o.Value)
	return name
}

// spoken returns an option as it is read out: with its key only if another option has the same name.
func (p *selectField) spoken(o Option) string {
	for _, other := range p.options {
		if other.Value != o.Value && other.name() == o.name() {
			return accessible.Words(o.Label)
		}
	}
	return accessible.Words(o.name())
}

// shownWords returns the value of a field as it is read out.
func (e *fieldState) shownWords() string {
	switch w := e.widget.(type) {
	case *checkbox:
		return map[bool]string{true: "yes", false: "no"}[w.set]
	case *selectField:
		if i := slices.IndexFunc(w.options, func(o Option) bool { return o.Value == w.value }); i >= 0 {
			return w.spoken(w.options[i])
		}
		return accessible.Words(w.label(w.value))
	case *keyValue:
		return strings.NewReplacer("\t", " = ", "\n", "; ").Replace(w.Value())
	}
	return accessible.Words(e.Value())
}

// Answer sets a field as if its value had been typed and the field left.
func (f *Form) Answer(name, value string) {
	f.FocusField(name)
	for _, e := range f.entries {
		if e.Name == name {
			e.SetValue(value)
			e.validate()
		}
	}
	f.relayout()
}

// AddElement adds an element to the repeatable section of a name.
func (f *Form) AddElement(many string) {
	if at := f.addButtonIndex(many); at >= 0 {
		f.addItem(f.entries[at].section)
	}
}
