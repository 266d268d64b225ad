package form

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"frontdesk/ui/theme"
)

// NewSections returns an empty form with the given sections and the first field focused. A repeatable section
// initially contains only the button that adds an item; see EnsureItem.
func NewSections(sections []Section, th *theme.Theme) *Form {
	f := &Form{th: th, sections: sections}
	for i, s := range sections {
		for _, field := range s.Fields {
			if s.RepeatPath == "" {
				f.entries = append(f.entries, newFieldState(i, "", field, th))
			}
		}
		if s.RepeatPath != "" {
			adder := newFieldState(
				i,
				"",
				Field{
					Name:     s.RepeatPath,
					Advanced: !slices.ContainsFunc(s.Fields, func(x Field) bool { return !x.Advanced }),
				},
				th,
			)
			adder.widget = &addButton{control{th: th}, s.AddLabel}
			f.entries = append(f.entries, adder)
		}
	}
	f.entries[0].Focus()
	f.SetSize(0, 0) // keys may come before the form is shown, in a window that is too small for it
	return f
}

func newFieldState(section int, element string, field Field, th *theme.Theme) *fieldState {
	e := &fieldState{Field: field, widget: newWidget(field, th), section: section, element: element}
	e.setTheme(th)
	return e
}

// EnsureItem appends an item to the repeatable section many, unless it exists already.
func (f *Form) EnsureItem(many, element string) {
	at := f.addButtonIndex(many)
	if at < 0 ||
		slices.ContainsFunc(
			f.entries,
			func(e *fieldState) bool { return e.element == element && f.sections[e.section].RepeatPath == many },
		) {
		return
	}
	section := f.entries[at].section
	var added []*fieldState
	for _, field := range f.sections[section].Fields {
		field.Name = many + "." + element + "." + field.Name
		added = append(added, newFieldState(section, element, field, f.th))
	}
	f.entries = slices.Insert(f.entries, at, added...)
	if f.at >= at {
		f.at += len(added)
	}
	f.relayout()
}

// addButtonIndex returns the index of a repeatable section's add button; -1 if there is none.
func (f *Form) addButtonIndex(many string) int {
	return slices.IndexFunc(f.entries, func(e *fieldState) bool { return e.isAdder() && e.Name == many })
}

// addItem appends an item with an unused name and focuses its first field.
func (f *Form) addItem(section int) {
	s := f.sections[section]
	n := 1
	for slices.ContainsFunc(f.entries, func(e *fieldState) bool {
		return e.section == section && e.element == s.NewItemPrefix+strconv.Itoa(n)
	}) {
		n++
	}
	element := s.NewItemPrefix + strconv.Itoa(n)
	f.EnsureItem(s.RepeatPath, element)
	f.FocusField(s.RepeatPath + "." + element + "." + s.Fields[0].Name)
}

// heading returns the title above a field, if the field is the first visible one of its section or item.
func (f *Form) heading(e *fieldState) string {
	s := f.sections[e.section]
	if s.RepeatPath == "" || e.element == "" {
		return s.Title
	}
	if strings.HasPrefix(e.element, s.NewItemPrefix) {
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
