package form

import "slices"

// HasMultiline says whether the form has a field of many lines, into which text can be inserted.
func (f *Form) HasMultiline() bool {
	return slices.ContainsFunc(f.entries, func(e *fieldState) bool { return e.Kind == Multiline })
}
