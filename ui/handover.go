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
	"frontdesk/ui/theme"
)

// handoverNote is the note that is shown over the panes.
type handoverNote struct {
	part
	forms   *forms
	overlay *overlay.Box
	since   time.Time
	note    *backend.HandoverNote // nil until it is made
	text    safetext.Markdown     // of the note
	reading bool                  // its tickets are being read again
	lines   []string              // the text as rendered
	look    markdown.Options      // for which the lines are rendered, or are being rendered
	made    backend.Slot          // the latest note; an earlier one may end later
	drawing backend.Slot          // the latest rendering
}

// show shows the note of today: at once as far as it is known, then with its tickets read again.
func (h *handoverNote) show() tea.Cmd {
	now := h.cmds.Now()
	start, _ := desk.DateOf(now).Range(now.Location())
	h.since, h.note, h.lines, h.look = start, nil, nil, markdown.Options{}
	h.overlay = overlay.NewText(overlay.TextSpec{
		Spec: overlay.Spec{
			Name: "document", Title: h.title, Scope: keymap.HandoverOverlay, Width: overlay.DocumentWidth, Acts: h.offers,
		},
		Status: h.status,
		Draw:   func(*theme.Theme, int, int) []string { return h.lines },
		Say:    h.words,
	}, h.Keys)
	h.open(h.overlay)
	return h.fetch(false)
}

// offers returns what can be done with the note. Over SSH no file is written: it would be one of the host.
func (h *handoverNote) offers() []overlay.Act {
	made := unless(h.note != nil, "the note is not ready yet")
	offers := []overlay.Act{
		{Action: keymap.Copy, Run: h.copy, Off: made},
		{Action: keymap.Comment, Run: h.post, Off: h.postDisabledReason()},
		{Action: keymap.SaveFile, Run: h.askFile, Off: made},
		{Action: keymap.Earlier, Run: h.beginEarlier, Off: h.earlierDisabledReason()},
		{Action: keymap.Refresh, Run: func() tea.Cmd { return h.fetch(true) }, Off: made},
	}
	if h.Remote {
		offers = slices.DeleteFunc(offers, func(o overlay.Act) bool { return o.Action == keymap.SaveFile })
	}
	return offers
}

// fetch makes the note, of what is known now or with its tickets read again.
func (h *handoverNote) fetch(read bool) tea.Cmd {
	h.reading = read
	drafts := slices.SortedFunc(maps.Values(h.forms.drafts.kept), func(a, b backend.Draft) int {
		return cmp.Or(b.SavedAt.Compare(a.SavedAt), cmp.Compare(draftID(a.Key), draftID(b.Key)))
	})
	r := backend.HandoverRequest{
		Since: h.since, Days: h.inbox.Span(), Agent: h.Agent,
		Drafts: drafts, Runs: slices.Clone(h.forms.bulk.runs), Read: read,
	}
	return backend.Do(h.made.Begin(h.cmds.Context), func() backend.Then {
		note := h.cmds.MakeHandover(h.cmds.Context, r)
		return func() tea.Cmd { return h.onMade(note) }
	})
}

// onMade takes over the note. One that is made of what was known is made again with its tickets read.
func (h *handoverNote) onMade(note backend.HandoverNote) tea.Cmd {
	if !h.isShown() {
		return nil
	}
	h.note, h.text, h.look = &note, note.Markdown(), markdown.Options{}
	draw, isRead := h.draw(), h.reading
	if h.reading = false; !isRead && note.HasTickets() {
		return tea.Batch(draw, h.fetch(true))
	}
	return draw
}

// isShown reports whether the note is over the panes.
func (h *handoverNote) isShown() bool {
	return h.isOpen(h.overlay)
}

// draw renders the note unless it is rendered for this window and theme.
func (h *handoverNote) draw() tea.Cmd {
	look := markdown.Options{Width: overlay.DocumentColumns(h.width), Theme: h.th}
	if h.note == nil || !h.isShown() || h.look == look {
		return nil
	}
	h.look = look
	text := h.text
	return backend.Do(h.drawing.Begin(h.cmds.Context), func() backend.Then {
		lines := markdown.RenderNote(text, look)
		return func() tea.Cmd { h.lines = lines; return nil }
	})
}

func (h *handoverNote) title() string {
	return "Handover · since " + desk.FormatMoment(h.since, h.cmds.Now())
}

// status says what the note waits for.
func (h *handoverNote) status() string {
	switch {
	case h.note == nil:
		return "preparing the note…"
	case h.reading:
		return "as last loaded; refreshing the tickets…"
	}
	return ""
}

func (h *handoverNote) copy() tea.Cmd {
	return h.copyText(h.text.String(), "the handover as markdown")
}

// postDisabledReason returns why the note cannot become a comment; empty if it can.
func (h *handoverNote) postDisabledReason() string {
	switch {
	case h.note == nil:
		return "the note is not ready yet"
	case h.editor.IsSubmitting():
		return "a form is being sent: wait for the answer"
	}
	return unless(h.currentTicket() != nil, "no ticket is chosen: go to the one that it is for, then make the note")
}

// post opens the update form of the chosen ticket with the note in its comment. Nothing is sent before the form
// is.
func (h *handoverNote) post() tea.Cmd {
	if h.refusesWrites() {
		return nil
	}
	t, text := h.currentTicket(), h.text.String()
	h.overlays = nil
	fetch := h.forms.openUpdate(t, backend.FieldComment, nil)
	if !h.editor.IsOf(backend.KindUpdate, t.ID) {
		return fetch
	}
	h.editor.Insert(text)
	return tea.Batch(fetch, h.forms.saveDraft())
}

// beginEarlier makes the note begin a day earlier.
func (h *handoverNote) beginEarlier() tea.Cmd {
	h.since, _ = desk.DateOf(h.since).Add(-1).Range(h.since.Location())
	return h.fetch(true)
}

// earlierDisabledReason returns why the note cannot begin earlier; empty if it can.
func (h *handoverNote) earlierDisabledReason() string {
	oldest := desk.DateOf(h.cmds.Now()).Add(1 - backend.HistoryDays)
	return unless(desk.DateOf(h.since).Compare(oldest) > 0, "what was sent before is not kept")
}

// askFile asks for the file that the note is saved to.
func (h *handoverNote) askFile() tea.Cmd {
	h.open(overlay.NewTextPrompt(overlay.TextPromptSpec{
		Title:  "Save the handover note",
		Note:   "As markdown. A file that exists is not replaced.",
		Label:  "File",
		Hint:   "~/ is your home directory",
		Value:  "handover-" + desk.DateOf(h.cmds.Now()).String() + ".md",
		Accept: "save",
		Done:   h.save,
	}, h.th))
	return nil
}

// save saves the note to a new file, and says where it is, or why it is not saved.
func (h *handoverNote) save(path string) tea.Cmd {
	text := h.text.String()
	return backend.Do(h.cmds.Context, func() backend.Then {
		path, err := backend.SaveNote(path, text)
		return func() tea.Cmd {
			if err != nil {
				h.notify(levelError, "the note is not saved: "+backend.ErrorText(err))
				return nil
			}
			h.notify(levelSuccess, "saved to "+safetext.LineFromText(path).String())
			return nil
		}
	})
}

// words returns the lines of the note without the marks of markdown.
func (h *handoverNote) words() []string {
	var said []string
	for line := range strings.Lines(h.text.String()) {
		line = strings.ReplaceAll(strings.TrimLeft(strings.TrimSpace(line), "#-* "), "**", "")
		if line != "" {
			said = append(said, accessible.Words(line))
		}
	}
	return said
}
