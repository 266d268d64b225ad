package form

import (
	"slices"

	"frontdesk/ui/textedit"
)

// rewinder is implemented by widgets whose text undo can bring back after the form was closed.
type rewinder interface {
	History() (textedit.History, bool)
	SetHistory(textedit.History)
	ForgetHistory()
	WipedCells() int
}

// History returns what undo can bring back, by field name.
func (f *Form) History() map[string]textedit.History {
	kept := map[string]textedit.History{}
	for _, e := range f.entries {
		if w, ok := e.widget.(rewinder); ok {
			if h, has := w.History(); has {
				kept[e.Name] = h
			}
		}
	}
	return kept
}

// SetHistory lets undo bring back what it could in a form that was closed, in the fields whose text is the same.
func (f *Form) SetHistory(kept map[string]textedit.History) {
	for _, e := range f.entries {
		if w, ok := e.widget.(rewinder); ok {
			if h, has := kept[e.Name]; has {
				w.SetHistory(h)
			}
		}
	}
}

// ForgetHistory makes the values those with which undo ends.
func (f *Form) ForgetHistory() {
	for _, e := range f.entries {
		if w, ok := e.widget.(interface{ ForgetHistory() }); ok {
			w.ForgetHistory()
		}
	}
}

// muchText is how many characters are worth a word about how they come back.
const muchText = 20

// HasWiped reports whether the last key has wiped much of the focused field, or all of it.
func (f *Form) HasWiped() bool {
	e := f.entries[f.at]
	w, ok := e.widget.(rewinder)
	return ok && w.WipedCells() > 0 && (w.WipedCells() >= muchText || e.Value() == "")
}

// Cut returns the names of the fields whose text lacks its end, because it was longer than the field.
func (f *Form) Cut() []string {
	var names []string
	for _, e := range f.entries {
		if e.IsCut() {
			names = append(names, e.Name)
		}
	}
	return names
}

// SetCut says which fields lack the end of their text, because it was cut off before it was stored.
func (f *Form) SetCut(names []string) {
	for _, e := range f.entries {
		if w, ok := e.widget.(interface{ SetCut() }); ok && slices.Contains(names, e.Name) {
			w.SetCut()
		}
	}
	f.relayout()
}

// Labels returns the labels of fields.
func (f *Form) Labels(names []string) []string {
	var labels []string
	for _, e := range f.entries {
		if slices.Contains(names, e.Name) {
			labels = append(labels, e.Label)
		}
	}
	return labels
}
