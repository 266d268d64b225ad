package ui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/backend"
)

// maxDiscarded is how many discarded drafts can be brought back while the console runs.
const maxDiscarded = 20

// leastDiscarded is how many characters of a draft that was emptied are worth keeping.
const leastDiscarded = 10

// discarded is the drafts that were discarded or emptied, the latest last. They can be brought back.
type discarded struct {
	drafts  []backend.Draft
	isLast  bool                               // nothing was handed over to be sent since
	fullest map[backend.DraftKey]backend.Draft // the longest text of each draft that was begun here
}

// note keeps the longest text of a draft: what is wiped line by line comes back as a whole.
func (g *discarded) note(d backend.Draft) {
	if g.fullest == nil {
		g.fullest = map[backend.DraftKey]backend.Draft{}
	}
	if textLength(d) >= textLength(g.fullest[d.Key]) {
		g.fullest[d.Key] = d
	}
}

// keep keeps a draft that is discarded; it reports whether there was something to keep.
func (g *discarded) keep(d backend.Draft) bool {
	if textLength(d) == 0 {
		return false
	}
	delete(g.fullest, d.Key)
	g.isLast = true
	g.drafts = append(g.drafts[max(len(g.drafts)-maxDiscarded+1, 0):], d)
	return true
}

// keepEmptied keeps the longest text of a draft that was emptied, unless it was a word or two.
func (g *discarded) keepEmptied(key backend.DraftKey) {
	d, known := g.fullest[key]
	if delete(g.fullest, key); known && textLength(d) >= leastDiscarded {
		g.keep(d)
	}
}

// canUndo reports whether undo is for what was discarded last, and not for an update that was sent since.
func (g *discarded) canUndo() bool { return g.isLast && len(g.drafts) > 0 }

// last returns what was discarded last.
func (g *discarded) last() backend.Draft { return g.drafts[len(g.drafts)-1] }

// forget forgets a draft that is there again.
func (g *discarded) forget(d backend.Draft) {
	g.drafts = slices.DeleteFunc(g.drafts, func(other backend.Draft) bool { return other.Equal(d) })
}

// textLength returns how many characters were typed into a draft.
func textLength(d backend.Draft) int {
	n := 0
	for field, value := range d.Values {
		if value = strings.TrimSpace(value); value != strings.TrimSpace(d.Original[field]) {
			n += len([]rune(value))
		}
	}
	return n
}

// bringBack opens what was discarded in its form or call, as a copy if the form has another draft by now.
func (f *forms) bringBack(d backend.Draft) tea.Cmd {
	onCall := wordIf(d.Kind == backend.KindCall && f.call.IsOn(), "a call is on: end it or keep it as a draft first")
	if f.refusesWrites() || f.refuses(f.formBusy()) || f.refuses(onCall) {
		return nil
	}
	f.drafts.discarded.forget(d)
	said := "what was discarded is back"
	if _, isTaken := f.drafts.kept[d.Key]; isTaken {
		d.Conflict = fmt.Sprintf("back %d %d", f.cmds.Now().UnixNano(), len(f.drafts.kept))
		said += ", beside the draft that was typed since: " + f.workKey() + " lists both"
	}
	delete(f.drafts.begun, d.Key) // another console may have sent it before it was discarded
	f.drafts.record(&d)
	f.closeLists()
	opened := f.openDraft(d)
	f.notify(levelTransient, said)
	return tea.Batch(opened, f.cmds.SaveDraft(f.drafts.kept[d.Key]))
}
