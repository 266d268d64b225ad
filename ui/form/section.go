package form

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"frontdesk/ui/theme"
)

// NewSections makes an empty form of sections whose first field has the keys. Of a section that can be there several
// times there is nothing yet but the field that adds one: see Ensure.
func NewSections(sections []Section, th *theme.Theme) *Form {
	f := &Form{th: th, sections: sections}
	for i, s := range sections {
		for _, field := range s.Fields {
			if s.Many == "" {
				f.entries = append(f.entries, newEntry(i, "", field, th))
			}
		}
		if s.Many != "" {
			adder := newEntry(i, "", Field{Name: s.Many, Tail: !slices.ContainsFunc(s.Fields, func(x Field) bool { return !x.Tail })}, th)
			adder.widget = &button{label: s.More, th: th}
			f.entries = append(f.entries, adder)
		}
	}
	f.entries[0].Focus()
	return f
}

func newEntry(section int, element string, field Field, th *theme.Theme) *entry {
	e := &entry{Field: field, widget: newWidget(field, th), section: section, element: element}
	e.wear(th)
	return e
}

// Ensure adds an element to the section of many, last of all, unless it is there already.
func (f *Form) Ensure(many, element string) {
	at := f.adderOf(many)
	if at < 0 || slices.ContainsFunc(f.entries, func(e *entry) bool { return e.element == element && f.sections[e.section].Many == many }) {
		return
	}
	section := f.entries[at].section
	var added []*entry
	for _, field := range f.sections[section].Fields {
		field.Name = many + "." + element + "." + field.Name
		added = append(added, newEntry(section, element, field, f.th))
	}
	f.entries = slices.Insert(f.entries, at, added...)
	if f.at >= at {
		f.at += len(added)
	}
	f.lay()
}

// adderOf is the place of the field that adds to a section; -1 when there is none.
func (f *Form) adderOf(many string) int {
	return slices.IndexFunc(f.entries, func(e *entry) bool { _, is := e.widget.(*button); return is && e.Name == many })
}

// another adds an element under a name that is not taken, and goes to its first field.
func (f *Form) another(section int) {
	s := f.sections[section]
	n := 1
	for slices.ContainsFunc(f.entries, func(e *entry) bool { return e.section == section && e.element == s.Fresh+strconv.Itoa(n) }) {
		n++
	}
	element := s.Fresh + strconv.Itoa(n)
	f.Ensure(s.Many, element)
	f.FocusOn(s.Many + "." + element + "." + s.Fields[0].Name)
}

// heading is what stands over an entry when it is the first of its section, or of its element, that is seen.
func (f *Form) heading(e *entry) string {
	s := f.sections[e.section]
	if s.Many == "" || e.element == "" {
		return s.Title
	}
	if strings.HasPrefix(e.element, s.Fresh) {
		return "New " + strings.ToLower(s.Title)
	}
	n, seen := 0, ""
	for _, other := range f.entries {
		if other.section == e.section && other.element != "" && other.element != seen {
			n, seen = n+1, other.element
		}
		if other == e {
			break
		}
	}
	return fmt.Sprintf("%s %d", s.Title, n)
}
