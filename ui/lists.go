package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/ui/command"
	"frontdesk/ui/overlay"
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
				Name: listOutbox, Title: "Outbox", Empty: "Nothing waits here. A form that could not be sent offers to go into the outbox.",
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
