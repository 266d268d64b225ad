package form

import "slices"

// HasLong says whether the form has a field of many lines, into which text can be inserted.
func (f *Form) HasLong() bool {
	return slices.ContainsFunc(f.entries, func(e *entry) bool { return e.Kind == Long })
}
