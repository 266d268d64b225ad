package pane

import (
	"strconv"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/textedit"
	"frontdesk/ui/widget"
)

// searchView is a viewport with a search field.
type searchView struct {
	widget.Viewport
	words *textedit.Input
	hits  int // number of matching lines
}

func newSearchView(hint string) searchView { return searchView{words: textedit.NewSearch(hint, 200)} }

// end ends the search.
func (f *searchView) end() {
	f.words.SetValue("")
	f.hits = 0
}

// clear removes the lines and the search, and scrolls to the top.
func (f *searchView) clear() {
	f.end()
	f.SetContentLines(nil)
	f.GotoTop()
}

// show sets the lines and searches them.
func (f *searchView) show(lines []string) {
	f.SetContentLines(lines)
	f.find()
}

func (f *searchView) find() { f.hits = f.Search(f.words.Value()) }

// StartSearch moves the focus to the search field.
func (f *searchView) StartSearch() { f.words.Focus() }

// CapturesText reports whether the search field has focus.
func (f *searchView) CapturesText() bool { return f.words.IsFocused() }

// searching reports whether there is a search or one is being typed.
func (f *searchView) searching() bool { return f.CapturesText() || f.words.Value() != "" }

// found returns in words how many lines match; empty while nothing is typed.
func (f *searchView) found() string {
	switch {
	case f.words.Value() == "":
		return ""
	case f.hits == 0:
		return "nothing found"
	case f.hits == 1:
		return "1 line found"
	}
	return strconv.Itoa(f.hits) + " lines found"
}

// input handles a key or a paste for the search field: enter keeps the search, esc clears it.
func (f *searchView) input(msg tea.Msg) {
	k, _ := msg.(tea.KeyPressMsg)
	switch k.String() {
	case "esc":
		f.words.SetValue("")
		f.words.Blur()
	case "enter", "tab":
		f.words.Blur()
	default:
		f.words.Update(msg)
	}
	f.find()
}

// HasMatches reports whether the search has found anything.
func (f *searchView) HasMatches() bool { return f.hits > 0 }

// NextMatch scrolls to another match.
func (f *searchView) NextMatch(by int) { f.Viewport.NextMatch(by) }

// cursor returns the cursor of the search field, which follows a label; nil if the field does not have focus.
func (f *searchView) cursor(label string) *tea.Cursor {
	return textedit.MoveCursor(f.words.Cursor(), len(label), 0)
}

// keysOf returns the keys of the search field in a text.
func (f *searchView) keysOf(keys keymap.Keymap, scope keymap.Scope, leave key.Binding) []key.Binding {
	all := []key.Binding{leave, typedHint(keys, scope, keymap.Help, "help")}
	if f.HasMatches() {
		all = append([]key.Binding{hint("⏎", "go to the first match", "enter")}, all...)
	}
	return all
}
