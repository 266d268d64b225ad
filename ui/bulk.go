package ui

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/macro"
	"frontdesk/internal/phrase"
	"frontdesk/ui/backend"
	"frontdesk/ui/editor"
	"frontdesk/ui/layout"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
)

// bulkUpdates is the updates of many tickets: the one that is being prepared, and those that run or have results that
// were not discarded.
type bulkUpdates struct {
	part
	drafts    *drafts
	hold      *holding
	leaves    func(backend.BulkChange) // an update is given to the backend
	closeForm func() tea.Cmd           // of the update that is sent

	plan    bulkPlan
	runs    []backend.BulkRun              // oldest first
	shown   string                         // the run in the overlay; empty for the preview
	cells   map[string]map[desk.ID]bulkRow // what is shown of the tickets of a run, by its id
	leftOut map[string][]bulkRow           // what was left out when a run began, by its id
	listed  *overlay.Box                   // the last overlay; nil for none
}

// bulkPlan is an update of many tickets before it is sent.
type bulkPlan struct {
	targets   backend.BulkTargets
	verb      string // what it does, such as "Close"
	with      string // what it writes, in short; empty for no comment
	change    backend.BulkChange
	rows      []backend.BulkPreviewRow
	shown     []bulkRow
	isRead    bool
	isLeaving bool // it was given to the backend, which has not answered yet
	err       error
}

// maxBulk is the maximum number of tickets of an action on many.
const maxBulk = 1000

// meansMarked reports whether an action that can take many is done to the marked tickets of the list: unless the only
// one is the ticket under the cursor.
func meansMarked(t pane.Target) bool {
	return t.Marked > 1 || t.Marked == 1 && !t.IsMarked
}

// forMarked returns the run function of an action that can take many.
func forMarked(
	one func(*Console, pane.Target) tea.Cmd,
	many func(*Console, backend.BulkTargets) tea.Cmd,
) func(*Console, pane.Target) tea.Cmd {
	return func(c *Console, t pane.Target) tea.Cmd {
		if meansMarked(t) {
			return many(c, c.bulk.targetsOf(t.Tickets))
		}
		return one(c, t)
	}
}

// targetsOf returns marked tickets as the agent sees them now. Marks that come off before the update is sent are among
// those of the targets, so that its preview leaves out what has changed.
func (b *bulkUpdates) targetsOf(ids []desk.ID) backend.BulkTargets {
	return backend.BulkTargets{Tickets: ids, Marks: b.inbox.Marks.Lend()}
}

// updateMany opens the form for the marked tickets at a field.
func updateMany(field string) func(*Console, backend.BulkTargets) tea.Cmd {
	return func(c *Console, of backend.BulkTargets) tea.Cmd { return c.forms.openManyForm(of, field, nil) }
}

// closeMany opens the form for the marked tickets with the account's sub-status for closed ones.
func (f *forms) closeMany(of backend.BulkTargets) tea.Cmd {
	field, values := f.closing()
	return f.openManyForm(of, field, values)
}

// openManyForm opens the form for many tickets with its draft, then sets values and focuses on field.
func (f *forms) openManyForm(of backend.BulkTargets, field string, values map[string]string) tea.Cmd {
	ids := of.Tickets
	subject := phrase.Count(len(ids), "ticket")
	if _, hidden := f.inbox.Marks.Counts(); hidden > 0 {
		subject += fmt.Sprintf(" · the list does not show %d of them", hidden)
	}
	f.bulk.plan = bulkPlan{targets: of}
	f.openForm(editor.Options{
		Kind:    backend.KindUpdateMany,
		Subject: subject,
		Hints:   map[string]string{backend.FieldCallback: "leave as is, or tomorrow 10:00 · +90m"},
	})
	if values != nil {
		f.editor.SetValues(values)
	}
	f.editor.FocusField(field)
	if t := f.inbox.Selected(); !f.shows(layout.Detail) || t != nil && slices.Contains(ids, t.ID) {
		return nil // none stands beside the form, or one of them does already
	}
	return f.ticket.Show(f.cmds.CachedTicket(ids[0]), false)
}

// closeManyForm closes the form for many tickets, whose update is being sent.
func (f *forms) closeManyForm() tea.Cmd {
	if f.editor == nil || f.editor.Kind != backend.KindUpdateMany {
		return nil
	}
	return f.closeSent(f.editor.DraftKey())
}

// resumeManyForm opens the draft of the form for many on the tickets that are marked now.
func (f *forms) resumeManyForm() tea.Cmd {
	switch marked, _ := f.inbox.Marks.Counts(); {
	case marked == 0:
		f.notify(levelTransient, "mark tickets first")
		return nil
	case marked > maxBulk:
		f.notify(levelTransient, tooManyMarked(marked))
		return nil
	}
	return f.openManyForm(f.bulk.targetsOf(f.inbox.Marked()), backend.FieldComment, nil)
}

func tooManyMarked(n int) string {
	return fmt.Sprintf("%d are marked: at most %d at a time", n, maxBulk)
}

// previewForm shows what the form for many would send.
func (s *sending) previewForm() tea.Cmd {
	values := s.editor.Values()
	plan := bulkPlan{targets: s.bulk.plan.targets, verb: "Update", with: values[backend.FieldComment]}
	if s.inbox.IsClosing(values[backend.FieldSubStatus]) {
		plan.verb = "Close"
	}
	plan.change.Values = editor.Filled(values)
	if typed := s.cmds.MacroOf(values); strings.Contains(typed.Comment, "{{") {
		if err := typed.Check(); err != nil {
			s.editor.SetFieldError(backend.FieldComment, err.Error())
			return nil
		}
		plan.change = backend.BulkChange{Macro: &typed, Agent: s.Agent}
	}
	return s.bulk.preview(plan)
}

// valuesOf returns the values of a macro as they stand in the form for many.
func valuesOf(m macro.Macro) map[string]string {
	values := map[string]string{
		backend.FieldSubStatus:   m.SubStatus,
		backend.FieldQueue:       m.Queue,
		backend.FieldDisposition: m.Disposition,
		backend.FieldCallback:    m.Callback,
		backend.FieldComment:     m.Comment,
	}
	maps.Copy(values, m.Blocks)
	return values
}

// previewMacro shows what a macro would send to tickets.
func (b *bulkUpdates) previewMacro(m macro.Macro, of backend.BulkTargets) tea.Cmd {
	return b.preview(bulkPlan{
		targets: of, verb: "Send “" + m.Name + "” to", change: backend.BulkChange{Macro: &m, Agent: b.Agent},
	})
}

// preview opens the preview of an update of many tickets, which reads them again.
func (b *bulkUpdates) preview(plan bulkPlan) tea.Cmd {
	known := b.inbox.Snapshot().Vocabulary
	plan.change.Opens = func(subStatus string) bool { return !known.IsClosing(subStatus) }
	b.plan, b.shown = plan, ""
	b.showList()
	of := plan.targets
	of.Listing, of.Drafts, of.Held = b.inbox.Snapshot().Listing, b.drafts.tickets(), b.hold.tickets()
	return b.cmds.Bulk.Preview(of, plan.change, b.onPreview)
}

// sendPlan begins to send what the preview shows.
func (b *bulkUpdates) sendPlan(onlyFirst bool) tea.Cmd {
	p := &b.plan
	if _, active := b.active(); active {
		b.notify(levelTransient, "another update of many tickets is being sent: "+
			b.workKey()+" lists it")
		return nil
	}
	var updates []backend.BulkUpdate
	for _, row := range p.rows {
		if row.LeftOut == "" {
			updates = append(updates, row.BulkUpdate)
		}
	}
	p.isLeaving = true
	b.leaves(p.change)
	return b.cmds.Bulk.Start(p.title(len(updates)), updates, backend.BulkOptions{OnlyFirst: onlyFirst})
}

// handle handles messages about updates of many tickets.
func (b *bulkUpdates) handle(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case backend.BulkMsg:
		return b.onAnswer(msg)
	case backend.BulkRuns:
		return b.onRuns(msg)
	}
	return nil
}

// onPreview shows a preview.
func (b *bulkUpdates) onPreview(rows []backend.BulkPreviewRow, err error) {
	p := &b.plan
	p.rows, p.err, p.isRead = rows, err, true
	p.shown = make([]bulkRow, len(p.rows))
	for i, row := range p.rows {
		p.shown[i] = b.previewedRow(row)
	}
	b.refreshLists()
}
