package form

import "frontdesk/ui/textedit"

// TypedAfter returns what was typed after one of the marks in the focused Multiline field.
func (f *Form) TypedAfter(marks ...string) (t textedit.Typed, ok bool) {
	if a, isArea := f.entries[f.at].widget.(*textedit.Area); isArea {
		return a.TypedAfter(marks...)
	}
	return t, false
}

// ReplaceTyped replaces a mark and what was typed after it in the focused Multiline field.
func (f *Form) ReplaceTyped(t textedit.Typed, text string) {
	f.editMultiline(func(a *textedit.Area) { a.ReplaceTyped(t, text) })
}
