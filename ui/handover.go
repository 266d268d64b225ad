package ui

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
	"frontdesk/ui/accessible"
	"frontdesk/ui/backend"
	"frontdesk/ui/markdown"
	"frontdesk/ui/overlay"
)

// handoverState is the note that is shown over the panes.
type handoverState struct {
	overlay *overlay.Document
	since   time.Time
	seq     int
	note    *backend.HandoverNote // nil until it is made
	text    safetext.Markdown     // of the note
	reading bool                  // its tickets are being read again
	lines   []string              // the text as rendered
	look    markdown.Options      // for which the lines are rendered, or are being rendered
	drawing int                   // the latest rendering; an earlier one may end later
}

// handoverDrawnMsg holds the rendered note.
type handoverDrawnMsg struct {
	drawing int
	lines   []string
}

// openHandover shows the note of today: at once as far as it is known, then with its tickets read again.
func (c *Console) openHandover() tea.Cmd {
	now := c.cmds.Now()
	start, _ := desk.DateOf(now).Range(now.Location())
	c.handover = handoverState{since: start, seq: c.handover.seq, drawing: c.handover.drawing}
	c.handover.overlay = overlay.NewDocument(overlay.DocumentSpec{
		Scope:  keymap.HandoverOverlay,
		Title:  c.handoverTitle,
		Status: c.handoverStatus,
		Lines:  func() []string { return c.handover.lines },
		Plain:  c.handoverWords,
		Offers: c.handoverOffers(),
	}, c.Keys)
	c.open(c.handover.overlay)
	return c.makeHandover(false)
}

// handoverOffers returns what can be done with the note. Over SSH no file is written: it would be one of the host.
func (c *Console) handoverOffers() []overlay.DocumentAction {
	made := func() string { return unless(c.handover.note != nil, "the note is not ready yet") }
	offers := []overlay.DocumentAction{
		{Action: keymap.Copy, Run: c.copyHandover, Off: made},
		{Action: keymap.Comment, Run: c.postHandover, Off: c.postDisabledReason},
		{Action: keymap.SaveFile, Run: c.askHandoverFile, Off: made},
		{Action: keymap.Earlier, Run: c.beginHandoverEarlier, Off: c.earlierDisabledReason},
		{Action: keymap.Refresh, Run: func() tea.Cmd { return c.makeHandover(true) }, Off: made},
	}
	if c.Remote {
		offers = slices.DeleteFunc(offers, func(o overlay.DocumentAction) bool { return o.Action == keymap.SaveFile })
	}
	return offers
}

// makeHandover makes the note, of what is known now or with its tickets read again.
func (c *Console) makeHandover(read bool) tea.Cmd {
	c.handover.seq++
	c.handover.reading = read
	drafts := slices.SortedFunc(maps.Values(c.drafts.kept), func(a, b backend.Draft) int {
		return cmp.Or(b.SavedAt.Compare(a.SavedAt), cmp.Compare(draftID(a.Key), draftID(b.Key)))
	})
	return c.cmds.Handover(backend.HandoverRequest{
		Since: c.handover.since, Days: c.inbox.Span(), Agent: c.Agent,
		Drafts: drafts, Runs: slices.Clone(c.bulk.runs), Read: read, Seq: c.handover.seq,
	})
}

// onHandover takes over the note. One that is made of what was known is made again with its tickets read.
func (c *Console) onHandover(msg backend.HandoverMsg) tea.Cmd {
	if msg.Request.Seq != c.handover.seq || !c.showsHandover() {
		return nil
	}
	c.handover.note, c.handover.text, c.handover.look = &msg.Note, msg.Note.Markdown(), markdown.Options{}
	c.handover.reading = false
	draw := c.drawHandover()
	if !msg.Request.Read && msg.Note.HasTickets() {
		return tea.Batch(draw, c.makeHandover(true))
	}
	return draw
}

// showsHandover reports whether the note is over the panes.
func (c *Console) showsHandover() bool {
	return slices.ContainsFunc(c.overlays, func(o overlay.Overlay) bool { return o == c.handover.overlay })
}

// drawHandover renders the note unless it is rendered for this window and theme.
func (c *Console) drawHandover() tea.Cmd {
	look := markdown.Options{Width: overlay.DocumentWidth(c.width), Theme: c.th}
	if c.handover.note == nil || !c.showsHandover() || c.handover.look == look {
		return nil
	}
	c.handover.look = look
	c.handover.drawing++
	drawing, text := c.handover.drawing, c.handover.text
	return func() tea.Msg { return handoverDrawnMsg{drawing, markdown.RenderNote(text, look)} }
}

func (c *Console) onHandoverDrawn(msg handoverDrawnMsg) {
	if msg.drawing == c.handover.drawing {
		c.handover.lines = msg.lines
	}
}

func (c *Console) handoverTitle() string {
	return "Handover · since " + desk.FormatMoment(c.handover.since, c.cmds.Now())
}

// handoverStatus says what the note waits for.
func (c *Console) handoverStatus() string {
	switch {
	case c.handover.note == nil:
		return "preparing the note…"
	case c.handover.reading:
		return "as last loaded; refreshing the tickets…"
	}
	return ""
}

func (c *Console) copyHandover() tea.Cmd {
	return c.copyText(c.handover.text.String(), "the handover as markdown")
}

// postDisabledReason returns why the note cannot become a comment; empty if it can.
func (c *Console) postDisabledReason() string {
	switch {
	case c.handover.note == nil:
		return "the note is not ready yet"
	case c.editor.IsSubmitting():
		return "a form is being sent: wait for the answer"
	}
	return unless(c.currentTicket() != nil, "no ticket is chosen: go to the one that it is for, then make the note")
}

// postHandover opens the update form of the chosen ticket with the note in its comment. Nothing is sent before the form
// is.
func (c *Console) postHandover() tea.Cmd {
	if c.refusesWrites() {
		return nil
	}
	t, text := c.currentTicket(), c.handover.text.String()
	c.overlays = nil
	fetch := c.forms.openUpdate(t, backend.FieldComment, nil)
	if !c.editor.IsOf(backend.KindUpdate, t.ID) {
		return fetch
	}
	c.editor.Insert(text)
	return tea.Batch(fetch, c.forms.saveDraft())
}

// beginHandoverEarlier makes the note begin a day earlier.
func (c *Console) beginHandoverEarlier() tea.Cmd {
	c.handover.since, _ = desk.DateOf(c.handover.since).Add(-1).Range(c.handover.since.Location())
	return c.makeHandover(true)
}

// earlierDisabledReason returns why the note cannot begin earlier; empty if it can.
func (c *Console) earlierDisabledReason() string {
	oldest := desk.DateOf(c.cmds.Now()).Add(1 - backend.HistoryDays)
	return unless(desk.DateOf(c.handover.since).Compare(oldest) > 0, "what was sent before is not kept")
}

// askHandoverFile asks for the file that the note is saved to.
func (c *Console) askHandoverFile() tea.Cmd {
	c.open(overlay.NewTextPrompt(overlay.TextPromptSpec{
		Title:  "Save the handover note",
		Note:   "As markdown. A file that exists is not replaced.",
		Label:  "File",
		Hint:   "~/ is your home directory",
		Value:  "handover-" + desk.DateOf(c.cmds.Now()).String() + ".md",
		Accept: "save",
		Done:   func(path string) tea.Cmd { return c.cmds.SaveNote(path, c.handover.text.String()) },
	}, c.th))
	return nil
}

// onNoteSaved says where the note is, or why it is not saved.
func (s *shell) onNoteSaved(msg backend.NoteSavedMsg) {
	if msg.Err != nil {
		s.notify(levelError, "the note is not saved: "+backend.ErrorText(msg.Err))
		return
	}
	s.notify(levelSuccess, "saved to "+safetext.LineFromText(msg.Path).String())
}

// handoverWords returns the lines of the note without the marks of markdown.
func (c *Console) handoverWords() []string {
	var said []string
	for line := range strings.Lines(c.handover.text.String()) {
		line = strings.ReplaceAll(strings.TrimLeft(strings.TrimSpace(line), "#-* "), "**", "")
		if line != "" {
			said = append(said, accessible.Words(line))
		}
	}
	return said
}
