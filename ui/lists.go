package ui

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/text"
	"frontdesk/ui/command"
	"frontdesk/ui/overlay"
	"frontdesk/ui/theme"
)

// shelf is a list of what an agent has typed, put aside or written.
type shelf struct {
	overlay.Laid
	rows  func(*Console) []overlay.Row
	read  func(*Console) tea.Cmd // reads it from disk
	asked map[string]func(c *Console, id string) tea.Cmd
}

// The names of the lists.
const (
	listDrafts  = "drafts"
	listOutbox  = "outbox"
	listJournal = "journal"
)

// What can be asked for in a list.
const (
	pickOpen   = "open"
	pickRemove = "remove"
	pickSend   = "send"
	pickAll    = "send all"
	pickLook   = "look"
)

// shelves is the table of the lists.
var shelves map[string]*shelf

func init() {
	shelves = map[string]*shelf{
		listDrafts: {
			Laid: overlay.Laid{
				Name: listDrafts, Title: "Drafts", Empty: "No draft is kept. What you type into a form is kept as one until the service has it.",
				Columns: []overlay.Column{{Title: "Typed", Width: 12}, {Title: "Form", Width: 13}, {Title: "For", Width: 40}, {Title: "What", From: 100}},
				Keys:    []overlay.ListKey{{Key: "enter", Label: "open", What: pickOpen}, {Key: "x", Label: "throw away", What: pickRemove}},
			},
			rows: (*Console).draftRows, read: func(c *Console) tea.Cmd { return c.cmds.Drafts },
			asked: map[string]func(*Console, string) tea.Cmd{pickOpen: (*Console).openPickedDraft, pickRemove: (*Console).askThrowAway},
		},
		listOutbox: {
			Laid: overlay.Laid{
				Name: listOutbox, Title: "Outbox", Empty: "Nothing waits here. A form that could not be sent goes into the outbox on ctrl+o.",
				Columns: []overlay.Column{{Title: "State", Width: 9}, {Title: "Since", Width: 12}, {Title: "Form", Width: 13}, {Title: "For", Width: 36}, {Title: "What", From: 100}},
				Keys: []overlay.ListKey{
					{Key: "s", Label: "send", What: pickSend},
					{Key: "S", Label: "send all", What: pickAll},
					{Key: "l", Label: "look", What: pickLook},
					{Key: "enter", Label: "open", What: pickOpen},
					{Key: "x", Label: "throw away", What: pickRemove},
				},
			},
			rows: (*Console).itemRows, read: func(c *Console) tea.Cmd { return c.cmds.Outbox },
			asked: map[string]func(*Console, string) tea.Cmd{
				pickSend: (*Console).sendPicked, pickAll: (*Console).sendAll, pickLook: (*Console).lookPicked,
				pickOpen: (*Console).takeBack, pickRemove: (*Console).askRemove,
			},
		},
		listJournal: {
			Laid: overlay.Laid{
				Name: listJournal, Title: "What you wrote today", Empty: "Nothing was written today.",
				Columns: []overlay.Column{{Title: "Time", Width: 5}, {Title: "Outcome", Width: 9}, {Title: "Form", Width: 13}, {Title: "Record", Width: 12}, {Title: "What", From: 64}},
				Keys:    []overlay.ListKey{{Key: "enter", Label: "open the ticket", What: pickOpen}},
			},
			rows: (*Console).noteRows, read: func(c *Console) tea.Cmd { return c.cmds.Journal },
			asked: map[string]func(*Console, string) tea.Cmd{pickOpen: (*Console).openNoted},
		},
	}
}

// showList opens a list with what is known, and reads it anew.
func (c *Console) showList(name string) tea.Cmd {
	s := shelves[name]
	c.list = overlay.NewList(s.Laid)
	c.list.SetRows(s.rows(c))
	c.open(c.list)
	return s.read(c)
}

// relist shows what has changed in the list that is open.
func (c *Console) relist() {
	if c.list != nil {
		c.list.SetRows(shelves[c.list.Name].rows(c))
	}
}

// asked does what was asked for in a list, which stays open under what follows.
func (c *Console) asked(a overlay.Asked) tea.Cmd {
	c.open(c.list)
	return shelves[a.List].asked[a.What](c, a.ID)
}

// closeLists closes every overlay: what was picked is on screen now.
func (c *Console) closeLists() { c.stack, c.list = nil, nil }

// ago is a moment for a list: the time of today, the day of others.
func (c *Console) ago(at time.Time) string {
	at = at.In(c.cmds.Zone)
	if desk.DayOf(at) == c.cmds.Today() {
		return at.Format("15:04")
	}
	return at.Format("2 Jan 15:04")
}

// formName is what people call a kind of form.
func formName(kind string) string {
	k, _ := command.KindOf(kind)
	return k.Title
}

// whose says for whom or what a form is: the number of its record, with what it is about.
func (c *Console) whose(d command.Draft) string {
	kind, _ := command.KindOf(d.Kind)
	about := text.PlainLine(kind.Names(d.Values)).String()
	record := desk.NewKey(d.Record)
	if d.Kind == command.KindUpdate {
		about = c.cmds.Row(record).Title.String()
	}
	return strings.TrimSpace(record.Line().String() + " " + about)
}

func writeOf(d command.Draft) command.Write {
	return command.Write{Kind: d.Kind, Record: desk.NewKey(d.Record), Values: d.Values, Opened: d.Opened}
}

// How much of what is in a form is said in its row, and below the list.
const (
	cellful = 80
	boxful  = 300
)

// draftID names a draft in the list.
func draftID(f command.DraftForm) string { return f.Kind + "\x00" + f.Record + "\x00" + f.Copy }

// draftOf finds a draft by that name.
func (c *Console) draftOf(id string) (command.Draft, bool) {
	for form, d := range c.drafts {
		if draftID(form) == id {
			return d, true
		}
	}
	return command.Draft{}, false
}

func (c *Console) draftRows() []overlay.Row {
	newest := slices.SortedFunc(maps.Values(c.drafts), func(a, b command.Draft) int {
		return cmp.Or(b.Saved.Compare(a.Saved), cmp.Compare(draftID(a.Form), draftID(b.Form)))
	})
	rows := make([]overlay.Row, len(newest))
	for i, d := range newest {
		what, more := c.cmds.Summary(writeOf(d), cellful), c.cmds.Summary(writeOf(d), boxful)
		rows[i] = overlay.Row{ID: draftID(d.Form), Ink: c.th.Muted, More: more, Cells: []string{c.ago(d.Saved), formName(d.Kind), c.whose(d), what}}
		if d.Copy != "" {
			rows[i].More = "Another console of yours had typed into this form: this is what was typed here. " + more
		}
	}
	return rows
}

// inkOf is how an item's state is drawn.
func inkOf(th *theme.Theme, state command.ItemState) theme.Ink {
	return map[command.ItemState]theme.Ink{
		command.ItemWaiting: th.Info, command.ItemSending: th.Strong, command.ItemUnknown: th.Warn, command.ItemRefused: th.Bad,
	}[state]
}

// stateNames are the states for people.
var stateNames = map[command.ItemState]string{
	command.ItemWaiting: "waiting", command.ItemSending: "sending…", command.ItemUnknown: "not known", command.ItemRefused: "refused",
}

func (c *Console) itemRows() []overlay.Row {
	rows := make([]overlay.Row, len(c.outbox.items))
	for i, item := range c.outbox.items {
		if item.ID == c.outbox.sending {
			item.State = command.ItemSending
		}
		d := item.Draft
		what, more := c.cmds.Summary(writeOf(d), cellful), c.cmds.Summary(writeOf(d), boxful)
		rows[i] = overlay.Row{
			ID: item.ID, Ink: inkOf(c.th, item.State), More: c.said(item) + more, Not: c.cannot(item),
			Cells: []string{stateNames[item.State], c.ago(item.Since()), formName(d.Kind), c.whose(d), what},
		}
	}
	return rows
}

// cannot is what makes no sense for an item.
func (c *Console) cannot(item command.Item) []string {
	if c.outbox.sending != "" {
		return []string{pickSend, pickAll, pickLook, pickOpen, pickRemove}
	}
	var not []string
	if item.State != command.ItemUnknown {
		not = append(not, pickLook)
	}
	if c.outbox.waiting() == 0 {
		not = append(not, pickAll)
	}
	return not
}

// said is why an item is in its state, and what can be done.
func (c *Console) said(item command.Item) string {
	reason := item.Reason
	if reason != "" {
		reason = strings.TrimSuffix(reason, ".") + ". "
	}
	if item.State == command.ItemUnknown && !item.Looked.IsZero() {
		reason += "Looked for at " + c.ago(item.Looked) + ". "
	}
	return reason
}

func (c *Console) noteRows() []overlay.Row {
	rows := make([]overlay.Row, len(c.notes))
	for i, n := range c.notes {
		more := n.What
		if n.Reason != "" {
			more = n.Reason + ". " + more
		}
		rows[i] = overlay.Row{
			ID: n.Kind + "\x00" + n.Record, Ink: c.inkOfOutcome(n.Outcome), Mark: 1, More: text.PlainLine(more).String(),
			Cells: []string{c.ago(n.At), text.PlainLine(n.Outcome).String(), formName(n.Kind), desk.NewKey(n.Record).Line().String(), text.PlainLine(n.What).String()},
		}
	}
	return rows
}

func (c *Console) inkOfOutcome(outcome string) theme.Ink {
	switch outcome {
	case command.Stored.String():
		return c.th.Good
	case command.Refused.String():
		return c.th.Bad
	}
	return c.th.Warn
}

// openNoted shows the ticket that was written.
func (c *Console) openNoted(id string) tea.Cmd {
	kind, record, _ := strings.Cut(id, "\x00")
	if kind != command.KindUpdate && kind != command.KindAdd || record == "" {
		c.say(noted, "only tickets can be opened from here")
		return nil
	}
	c.closeLists()
	c.focus = c.ticket
	c.inbox.Hold()
	return c.ticket.Show(c.cmds.Row(desk.NewKey(record)), true)
}
