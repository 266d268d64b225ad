package pane

import (
	"strconv"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/textedit"
	"frontdesk/ui/widget"
)

// searchView is a viewport with a search field.
type searchView struct {
	widget.Viewport
	words  *textedit.Input
	typing bool // the search field has focus
	hits   int  // number of matching lines
}

func newSearchView(hint string) searchView { return searchView{words: textedit.NewInput(hint, 200)} }

// clear removes the lines and the search, and scrolls to the top.
func (f *searchView) clear() {
	f.words.SetValue("")
	f.hits = 0
	f.SetContentLines(nil)
	f.GotoTop()
}

// show sets the lines and searches them.
func (f *searchView) show(lines []string) {
	f.SetContentLines(lines)
	f.find()
}

func (f *searchView) find() { f.hits = f.Search(f.words.Value()) }

// searching reports whether there is a search or one is being typed.
func (f *searchView) searching() bool { return f.typing || f.words.Value() != "" }

// found returns the number of matching lines as text.
func (f *searchView) found() string {
	if f.hits == 1 {
		return "1 line"
	}
	return strconv.Itoa(f.hits) + " lines"
}

func (f *searchView) startTyping() {
	f.typing = true
	f.words.Focus()
}

func (f *searchView) stopTyping() {
	f.typing = false
	f.words.Blur()
}

// input handles a key or a paste for the search field: enter keeps the search, esc clears it.
func (f *searchView) input(msg tea.Msg) {
	k, _ := msg.(tea.KeyPressMsg)
	switch k.String() {
	case "esc":
		f.words.SetValue("")
		f.stopTyping()
	case "enter", "tab":
		f.stopTyping()
	default:
		f.words.Update(msg)
	}
	f.find()
}

// HasMatches reports whether the search has found anything.
func (f *searchView) HasMatches() bool { return f.hits > 0 }

// cursor returns the cursor of the search field, which follows a label; nil if the field does not have focus.
func (f *searchView) cursor(label string) *tea.Cursor {
	if !f.typing {
		return nil
	}
	c := f.words.Cursor()
	if c != nil {
		c.X += len(label)
	}
	return c
}

// searchKeys holds the keys of the search field in a text.
var searchKeys = []key.Binding{hint("⏎", "to the first place"), hint("esc", "stop searching")}
