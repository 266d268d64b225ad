package ui

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/ui/command"
	"frontdesk/ui/keymap"
	"frontdesk/ui/overlay"
)

// shelf is a list of what an agent has typed, put aside or written.
type shelf struct {
	overlay.Laid
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

// shelves is the table of the lists.
var shelves map[string]*shelf

func init() {
	shelves = map[string]*shelf{
		listDrafts: {
			Laid: overlay.Laid{
				Name: listDrafts, Title: "Drafts", Empty: "No draft is kept. What you type into a form is kept as one until the service has it.",
				Columns: []overlay.Column{{Title: "Typed", Width: 12}, {Title: "Form", Width: 13}, {Title: "For", Width: 40}, {Title: "What", From: 100}},
				Offers:  []overlay.Offer{{Action: keymap.Open}, {Action: keymap.Discard}},
			},
			rows: (*Console).draftRows, read: func(c *Console) tea.Cmd { return c.cmds.Drafts },
			asked: map[keymap.Action]func(*Console, string) tea.Cmd{keymap.Open: (*Console).openPickedDraft, keymap.Discard: (*Console).askThrowAway},
		},
		listOutbox: {
			Laid: overlay.Laid{
				Name: listOutbox, Title: "Outbox", Empty: "Nothing waits here. A form that could not be sent offers to go into the outbox.",
				Columns: []overlay.Column{{Title: "State", Width: 9}, {Title: "Since", Width: 12}, {Title: "Form", Width: 13}, {Title: "For", Width: 36}, {Title: "What", From: 100}},
				Offers:  []overlay.Offer{{Action: keymap.Send}, {Action: keymap.SendAll}, {Action: keymap.LookFor}, {Action: keymap.Open}, {Action: keymap.Discard}},
			},
			rows: (*Console).itemRows, read: func(c *Console) tea.Cmd { return c.cmds.Outbox },
			asked: map[keymap.Action]func(*Console, string) tea.Cmd{
				keymap.Send: (*Console).sendPicked, keymap.SendAll: (*Console).sendAll, keymap.LookFor: (*Console).lookPicked,
				keymap.Open: (*Console).takeBack, keymap.Discard: (*Console).askRemove,
			},
		},
		listJournal: {
			Laid: overlay.Laid{
				Name: listJournal, Title: "What you wrote today", Empty: "Nothing was written today.",
				Columns: []overlay.Column{{Title: "Time", Width: 5}, {Title: "Outcome", Width: 9}, {Title: "Form", Width: 13}, {Title: "Record", Width: 12}, {Title: "What", From: 64}},
				Offers:  []overlay.Offer{{Action: keymap.Open}},
			},
			rows: (*Console).noteRows, read: func(c *Console) tea.Cmd { return c.cmds.Journal },
			asked: map[keymap.Action]func(*Console, string) tea.Cmd{keymap.Open: (*Console).openNoted},
		},
	}
}

// showList opens a list with what is known, and reads it anew.
func (c *Console) showList(name string) tea.Cmd {
	s := shelves[name]
	if c.notice.list == name {
		c.notice = notice{}
	}
	c.list = overlay.NewList(s.Laid, c.Keys)
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
	if a.Off != "" {
		c.say(noted, a.Off)
		return nil
	}
	return shelves[a.List].asked[a.Action](c, a.ID)
}

// closeLists closes every overlay: what was picked is on screen now.
func (c *Console) closeLists() { c.stack, c.list = nil, nil }

// openNoted shows the ticket or the customer that was written.
func (c *Console) openNoted(id string) tea.Cmd {
	kind, rest, _ := strings.Cut(id, "\x00")
	record, _, _ := strings.Cut(rest, "\x00")
	c.closeLists()
	if kind == command.KindAddCustomer || kind == command.KindUpdateCustomer {
		customer, _ := strconv.ParseInt(record, 10, 64)
		return c.openCustomer(customer, nil)
	}
	return c.openFrom(source{"what you wrote today", c.notedTickets()}, desk.NewKey(record))
}

// notedTickets are the tickets of the journal in its order, each once.
func (c *Console) notedTickets() []desk.Key {
	keys := []desk.Key{}
	for _, n := range c.notes {
		id := desk.NewKey(n.Record)
		isTicket := n.Kind == command.KindUpdate || n.Kind == command.KindAdd
		if isTicket && n.Record != "" && !slices.Contains(keys, id) {
			keys = append(keys, id)
		}
	}
	return keys
}
