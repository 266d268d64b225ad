package textedit

import (
	"strings"
	"unicode/utf8"
)

// The bounds of a history. The newest step is kept whatever its size, so that a wiped text can always be brought back.
const (
	maxSteps       = 300
	maxHistorySize = 256 << 10 // bytes of text
	maxStepCells   = 40        // of typing: a script without blanks has no words
)

// history is the steps by which the text of a buffer came about, and those that were undone. Each buffer has its own.
type history struct {
	done, undone []step
	size         int      // bytes in done
	kind         editKind // of the newest step
	isOpen       bool     // the next edit may continue the newest step
	at           int      // where the cursor was before the edit
	wasCut       bool     // IsCut before the edit
	killed       string   // what was wiped last, for yank
	isKilling    bool     // the last edit wiped it
	wasKilling   bool     // the edit before the current one did: the current one may add to it
}

// editKind is how an edit becomes a step. Edits of one kind are one step up to the end of a word.
type editKind uint8

const (
	whole       editKind = iota // a step of its own, such as a paste
	typing                      // of letters
	erasing                     // of letters before the cursor
	erasingNext                 // of letters after it
)

// step is what undo takes back at once.
type step struct {
	changes []change
	at      int  // the cursor before it
	wasCut  bool // IsCut before it, and after it
	isCut   bool
}

// change is one range of cells that was replaced by another.
type change struct {
	from       int
	gone, came span
}

// span is cells in one string, as they were: beside each other some would be others, such as the halves of a flag.
type span struct {
	text  string
	cells int
}

// between separates the cells of a span. No text of a buffer contains it.
const between = "\x00"

func spanOf(cells []string) span { return span{strings.Join(cells, between), len(cells)} }

func (s span) plus(t span) span {
	if s.cells == 0 || t.cells == 0 {
		return span{s.text + t.text, s.cells + t.cells}
	}
	return span{s.text + between + t.text, s.cells + t.cells}
}

// split returns the cells.
func (s span) split() []string {
	if s.cells == 0 {
		return nil
	}
	return strings.Split(s.text, between)
}

// extend adds a change to the one before it, if they are of one place and kind; it reports whether they are.
func (c *change) extend(by change) bool {
	switch {
	case by.gone.cells == 0 && by.from == c.from+c.came.cells:
		c.came = c.came.plus(by.came)
	case by.came.cells > 0 || c.came.cells > 0:
		return false
	case by.from == c.from:
		c.gone = c.gone.plus(by.gone)
	case by.from+by.gone.cells == c.from:
		c.from, c.gone = by.from, by.gone.plus(c.gone)
	default:
		return false
	}
	return true
}

func (s *step) size() int {
	n := 0
	for _, c := range s.changes {
		n += len(c.gone.text) + len(c.came.text)
	}
	return n
}

// beginStep notes that an edit of a kind begins. It continues the step before it if that ended here and within a word.
func (b *buffer) beginStep(kind editKind) {
	h := &b.history
	h.isOpen = h.isOpen && kind == h.kind && kind != whole && b.isInWord(kind)
	h.kind, h.at, h.wasCut = kind, b.at, b.cut
	h.wasKilling, h.isKilling = h.isKilling, false
}

// isInWord reports whether an edit belongs to the word of the edit before it.
func (b *buffer) isInWord(kind editKind) bool {
	changes := b.history.done[len(b.history.done)-1].changes
	last := changes[len(changes)-1]
	before := func(at int) bool { return at > 0 && !isBlank(b.cells[at-1]) }
	switch kind {
	case typing:
		return last.came.cells < maxStepCells && !strings.HasSuffix(last.came.text, " ")
	case erasing:
		return last.gone.cells < maxStepCells && (!strings.HasPrefix(last.gone.text, " ") || !before(b.at))
	}
	return last.gone.cells < maxStepCells && (!strings.HasSuffix(last.gone.text, " ") || !before(b.at+1))
}

// endStep ends the step: the next edit begins one of its own.
func (b *buffer) endStep() { b.history.isOpen, b.history.isKilling = false, false }

// note adds a change to the history.
func (b *buffer) note(from int, gone, came []string) {
	for len(gone) > 0 && len(came) > 0 && gone[0] == came[0] {
		from, gone, came = from+1, gone[1:], came[1:]
	}
	for len(gone) > 0 && len(came) > 0 && gone[len(gone)-1] == came[len(came)-1] {
		gone, came = gone[:len(gone)-1], came[:len(came)-1]
	}
	if len(gone)+len(came) == 0 {
		return
	}
	h := &b.history
	h.undone = nil
	if !h.isOpen {
		h.done, h.isOpen = append(h.done, step{at: h.at, wasCut: h.wasCut}), true
	}
	c := change{from, spanOf(gone), spanOf(came)}
	h.size += len(c.gone.text) + len(c.came.text)
	s := &h.done[len(h.done)-1]
	if n := len(s.changes); n == 0 || !s.changes[n-1].extend(c) {
		s.changes = append(s.changes, c)
	}
	h.trim()
}

// trim forgets the oldest steps beyond the bounds.
func (h *history) trim() {
	for len(h.done) > 1 && (len(h.done) > maxSteps || h.size > maxHistorySize) {
		h.size -= h.done[0].size()
		h.done[0] = step{}
		h.done = h.done[1:]
	}
}

// undo takes the latest step back; it returns false if there is none.
func (b *buffer) undo() bool {
	h := &b.history
	if len(h.done) == 0 {
		return false
	}
	s := h.done[len(h.done)-1]
	h.done, h.size, h.isOpen = h.done[:len(h.done)-1], h.size-s.size(), false
	s.isCut = b.cut
	for i := len(s.changes) - 1; i >= 0; i-- {
		b.put(s.changes[i].from, s.changes[i].came, s.changes[i].gone)
	}
	b.at, b.cut, b.full = s.at, s.wasCut, false
	h.undone = append(h.undone, s)
	return true
}

// redo does the step again that was undone last; it returns false if there is none.
func (b *buffer) redo() bool {
	h := &b.history
	if len(h.undone) == 0 {
		return false
	}
	s := h.undone[len(h.undone)-1]
	h.undone, h.done, h.size, h.isOpen = h.undone[:len(h.undone)-1], append(h.done, s), h.size+s.size(), false
	for _, c := range s.changes {
		b.put(c.from, c.gone, c.came)
	}
	b.cut = s.isCut
	return true
}

// put replaces a span of the text by another, without a note of it.
func (b *buffer) put(from int, gone, came span) {
	b.swap(from, from+gone.cells, came.split())
}

// kill deletes the text between two positions and keeps it for yank, together with what was wiped right before it.
func (b *buffer) kill(from, to int) {
	h := &b.history
	text := strings.Join(b.cells[from:to], "")
	switch isLeft := to == h.at && from < to; {
	case text == "":
	case !h.wasKilling:
		h.killed = text
	case isLeft:
		h.killed = text + h.killed
	default:
		h.killed += text
	}
	b.remove(from, to)
	h.isKilling = true
}

// yank inserts what was wiped last.
func (b *buffer) yank() { b.insert(b.history.killed) }

// History is what undo can bring back of an input, and the text to which that leads.
type History struct {
	text    string
	history history
}

// History returns what undo can bring back; false for nothing.
func (b *buffer) History() (History, bool) {
	b.endStep()
	return History{b.Value(), b.history}, len(b.history.done)+len(b.history.undone) > 0 || b.history.killed != ""
}

// SetHistory lets undo bring back what it could in an input that had the same text. With another text it does nothing.
func (b *buffer) SetHistory(h History) {
	if h.text == b.Value() {
		b.history = h.history
	}
}

// ForgetHistory makes the text the one with which undo ends.
func (b *buffer) ForgetHistory() { b.history = history{killed: b.history.killed} }

// WipedCells returns how many characters were wiped, if the last edit did that.
func (b *buffer) WipedCells() int {
	if !b.history.isKilling {
		return 0
	}
	return utf8.RuneCountInString(b.history.killed)
}

// CanYank reports whether there is something to yank.
func (b *buffer) CanYank() bool { return b.history.killed != "" }

// CanUndo reports whether undo would change the text.
func (b *buffer) CanUndo() bool { return len(b.history.done) > 0 }

// CanRedo reports whether redo would change the text.
func (b *buffer) CanRedo() bool { return len(b.history.undone) > 0 }
