package pane

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/form"
	"frontdesk/ui/part"
)

// searchView is a window over lines in which words can be looked for.
type searchView struct {
	part.Viewport
	words  *form.Input
	typing bool // the words are being typed
	hits   int  // lines that hold them
}

func newFinder(hint string) searchView { return searchView{words: form.NewInput(hint, 200)} }

// clear begins at the top with nothing looked for.
func (f *searchView) clear() {
	f.words.SetValue("")
	f.hits = 0
	f.SetContentLines(nil)
	f.GotoTop()
}

// show shows lines, and looks for the words in them.
func (f *searchView) show(lines []string) {
	f.SetContentLines(lines)
	f.find()
}

func (f *searchView) find() { f.hits = f.Search(f.words.Value()) }

// searching says whether words are looked for, or are about to be.
func (f *searchView) searching() bool { return f.typing || f.words.Value() != "" }

// found is how many lines hold the words.
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

// input takes what is typed: enter keeps the words, esc takes them away.
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

// actions are those of the window, with the way from hit to hit.
func (f *searchView) actions() []Action {
	hit := unless(f.hits > 0, "nothing was searched for, or nothing found")
	return append(
		navActions(f.Move, f.HalfPage, f.GotoTop, f.GotoBottom),
		Action{ID: keymap.NextMatch, Run: func() tea.Cmd { f.NextMatch(1); return nil }, DisabledReason: hit},
		Action{ID: keymap.PrevMatch, Run: func() tea.Cmd { f.NextMatch(-1); return nil }, DisabledReason: hit},
	)
}

// cursor stands in the words while they are typed, behind a label.
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
