package textedit

import "slices"

// maxTyped is how many characters before the cursor are searched for a mark.
const maxTyped = 60

// Typed is what was typed between a mark, such as "::", and the cursor.
type Typed struct {
	Mark string
	Text string
	at   int // the first cell of the mark
}

// Position returns where the mark begins, in characters.
func (t Typed) Position() int { return t.at }

// TypedAfter returns what was typed after the last of the marks in the cursor's line. A mark of two equal characters
// counts at the start of a line or after a blank, so that "What??" and "std::map" are text, and what follows it does
// not begin with a blank.
func (a *Area) TypedAfter(marks ...string) (t Typed, ok bool) {
	least := max(a.at-maxTyped, 0)
	for i := a.at - 2; i >= least; i-- {
		if a.cells[i] == newline || a.cells[i+1] == newline {
			return t, false
		}
		mark := a.cells[i] + a.cells[i+1]
		if !slices.Contains(marks, mark) || i > 0 && !isBlank(a.cells[i-1]) {
			continue
		}
		if i+2 < a.at && a.cells[i+2] == " " {
			return t, false
		}
		typed := ""
		for _, c := range a.cells[i+2 : a.at] {
			typed += c
		}
		return Typed{Mark: mark, Text: typed, at: i}, true
	}
	return t, false
}

// ReplaceTyped replaces a mark and what was typed after it, up to the cursor, by a text.
func (a *Area) ReplaceTyped(t Typed, text string) {
	if t.at > a.at {
		return
	}
	a.remove(t.at, a.at)
	a.Insert(text)
}
