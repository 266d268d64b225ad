package ui

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
)

// listSpec is a list of what an agent has typed, put aside or written.
type listSpec struct {
	overlay.ListSpec
	rows  func(*Console) []overlay.Row
	read  func(*Console) tea.Cmd // reads it from disk
	asked map[keymap.Action]func(c *Console, id string) tea.Cmd
}

// The names of the lists.
const (
	listDrafts  = "drafts"
	listOutbox  = "outbox"
	listJournal = "journal"
)

// listSpecs is the table of the lists.
var listSpecs map[string]*listSpec

func init() {
	listSpecs = map[string]*listSpec{
		listDrafts: {
			ListSpec: overlay.ListSpec{
				Name: listDrafts, Title: "Drafts", Empty: "No draft is kept. What you type into a form is kept as one until the service has it.",
				Columns: []overlay.Column{{Title: "Typed", Width: 12}, {Title: "Form", Width: 13}, {Title: "For", Width: 40}, {Title: "What", MinWidth: 100}},
				Offers:  []overlay.RowAction{{Action: keymap.Open}, {Action: keymap.Discard}},
			},
			rows: (*Console).draftRows, read: func(c *Console) tea.Cmd { return c.cmds.LoadDrafts },
			asked: map[keymap.Action]func(*Console, string) tea.Cmd{keymap.Open: (*Console).resumeDraft, keymap.Discard: (*Console).confirmDeleteDraft},
		},
		listOutbox: {
			ListSpec: overlay.ListSpec{
				Name: listOutbox, Title: "Outbox", Empty: "Nothing waits here. A form that could not be sent offers to go into the outbox.",
				Columns: []overlay.Column{{Title: "State", Width: 9}, {Title: "Since", Width: 12}, {Title: "Form", Width: 13}, {Title: "For", Width: 36}, {Title: "What", MinWidth: 100}},
				Offers:  []overlay.RowAction{{Action: keymap.Send}, {Action: keymap.SendAll}, {Action: keymap.Verify}, {Action: keymap.Open}, {Action: keymap.Discard}},
			},
			rows: (*Console).itemRows, read: func(c *Console) tea.Cmd { return c.cmds.LoadOutbox },
			asked: map[keymap.Action]func(*Console, string) tea.Cmd{
				keymap.Send: (*Console).sendSelected, keymap.SendAll: (*Console).sendAll, keymap.Verify: (*Console).verifySelected,
				keymap.Open: (*Console).reopenItem, keymap.Discard: (*Console).askRemove,
			},
		},
		listJournal: {
			ListSpec: overlay.ListSpec{
				Name: listJournal, Title: "What you wrote today", Empty: "Nothing was written today.",
				Columns: []overlay.Column{{Title: "Time", Width: 5}, {Title: "Outcome", Width: 9}, {Title: "Form", Width: 13}, {Title: "Record", Width: 12}, {Title: "What", MinWidth: 64}},
				Offers:  []overlay.RowAction{{Action: keymap.Open}},
			},
			rows: (*Console).historyRows, read: func(c *Console) tea.Cmd { return c.cmds.LoadHistory },
			asked: map[keymap.Action]func(*Console, string) tea.Cmd{keymap.Open: (*Console).openHistoryEntry},
		},
	}
}

// showList opens a list with what is known, and reads it anew.
func (c *Console) showList(name string) tea.Cmd {
	s := listSpecs[name]
	if c.notification.list == name {
		c.notification = notice{}
	}
	c.openList = overlay.NewList(s.ListSpec, c.Keys)
	c.openList.SetRows(s.rows(c))
	c.open(c.openList)
	return s.read(c)
}

// refreshOpenList shows what has changed in the list that is open.
func (c *Console) refreshOpenList() {
	if c.openList != nil {
		c.openList.SetRows(listSpecs[c.openList.Name].rows(c))
	}
}

// onListAction does what was asked for in a list, which stays open under what follows.
func (c *Console) onListAction(a overlay.ListAction) tea.Cmd {
	c.open(c.openList)
	if a.Off != "" {
		c.notify(levelTransient, a.Off)
		return nil
	}
	return listSpecs[a.List].asked[a.Action](c, a.ID)
}

// closeLists closes every overlay: what was picked is on screen now.
func (c *Console) closeLists() { c.overlays, c.openList = nil, nil }

// openHistoryEntry shows the ticket or the customer that was written.
func (c *Console) openHistoryEntry(id string) tea.Cmd {
	kind, rest, _ := strings.Cut(id, "\x00")
	record, _, _ := strings.Cut(rest, "\x00")
	c.closeLists()
	if kind == backend.KindAddCustomer || kind == backend.KindUpdateCustomer {
		customer, _ := strconv.ParseInt(record, 10, 64)
		return c.openCustomer(customer, nil)
	}
	return c.openFrom(source{"what you wrote today", c.notedTickets()}, desk.NewKey(record))
}

// notedTickets are the tickets of the journal in its order, each once.
func (c *Console) notedTickets() []desk.ID {
	keys := []desk.ID{}
	for _, n := range c.history {
		id := desk.NewKey(n.Record)
		isTicket := n.Kind == backend.KindUpdate || n.Kind == backend.KindAdd
		if isTicket && n.Record != "" && !slices.Contains(keys, id) {
			keys = append(keys, id)
		}
	}
	return keys
}
