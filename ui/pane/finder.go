package pane

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/form"
	"frontdesk/ui/keymap"
	"frontdesk/ui/part"
)

// finder is a window over lines in which words can be looked for.
type finder struct {
	part.Scroll
	words  *form.Line
	typing bool // the words are being typed
	hits   int  // lines that hold them
}

func newFinder(hint string) finder { return finder{words: form.NewLine(hint, 200)} }

// clear begins at the top with nothing looked for.
func (f *finder) clear() {
	f.words.SetValue("")
	f.hits = 0
	f.SetLines(nil)
	f.Top()
}

// show shows lines, and looks for the words in them.
func (f *finder) show(lines []string) {
	f.SetLines(lines)
	f.find()
}

func (f *finder) find() { f.hits = f.Find(f.words.Value()) }

// searching says whether words are looked for, or are about to be.
func (f *finder) searching() bool { return f.typing || f.words.Value() != "" }

// found is how many lines hold the words.
func (f *finder) found() string {
	if f.hits == 1 {
		return "1 line"
	}
	return strconv.Itoa(f.hits) + " lines"
}

func (f *finder) startTyping() {
	f.typing = true
	f.words.Focus()
}

func (f *finder) stopTyping() {
	f.typing = false
	f.words.Blur()
}

// input takes what is typed: enter keeps the words, esc takes them away.
func (f *finder) input(msg tea.Msg) {
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
func (f *finder) actions() []Action {
	hit := unless(f.hits > 0, "nothing was searched for, or nothing found")
	return append(
		moves(f.Move, f.Half, f.Top, f.Bottom),
		Action{ID: keymap.NextHit, Do: func() tea.Cmd { f.Next(1); return nil }, Off: hit},
		Action{ID: keymap.PrevHit, Do: func() tea.Cmd { f.Next(-1); return nil }, Off: hit},
	)
}

// cursor stands in the words while they are typed, behind a label.
func (f *finder) cursor(label string) *tea.Cursor {
	if !f.typing {
		return nil
	}
	c := f.words.Cursor()
	if c != nil {
		c.X += len(label)
	}
	return c
}
