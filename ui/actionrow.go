package ui

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/editor"
	"frontdesk/ui/pane"
)

// action is what an agent can do in some scopes. Its keys, its footer label and its help are in internal/keymap; key,
// footer, help, palette and accessible mode use its row.
type action struct {
	id       keymap.Action
	scopes   []keymap.Scope
	run      func(*Console, pane.Target) tea.Cmd
	takes    takes
	off      func(*Console, pane.Target) string  // why it is disabled, in addition to a missing target; nil for never
	writes   bool                                // it writes, or opens a form for it
	onMarks  bool                                // it is in the footer while tickets are marked
	inForms  bool                                // forms and calls offer it by name, because its key is a letter
	needless func(*Console) bool                 // whether the footer leaves it out now; nil for never
	name     func(*Console) (label, help string) // of what it does now, empty for the usual ones; nil for always

	onScreen  bool   // accessible mode, which has no screen, no cursor and nothing beside anything, does not offer it
	notInList bool   // accessible mode does not offer it in the list, where tickets are chosen by their numbers
	onRow     bool   // it is done to a row, whose number is typed with it
	said      string // its help in accessible mode where its own is about the screen
}

// takes is what an action is done to.
type takes uint8

const (
	nothing       takes = iota
	aTicket             // the ticket under the cursor or shown, whatever is marked
	oneTicket           // that ticket, unless others are marked
	markedTickets       // the marked tickets, or else that ticket
	aCustomer
	anOrder
)

// trait completes the row of an action that differs from most: one without a target that is always enabled, does not
// write and is read out as its help says.
type trait func(*action)

func row(id keymap.Action, in []keymap.Scope, run func(*Console, pane.Target) tea.Cmd, traits ...trait) action {
	a := action{id: id, scopes: in, run: run}
	for _, t := range traits {
		t(&a)
	}
	return a
}

func writes(a *action)    { a.writes = true }
func onMarks(a *action)   { a.onMarks = true }
func inForms(a *action)   { a.inForms = true }
func onScreen(a *action)  { a.onScreen = true }
func notInList(a *action) { a.notInList = true }
func onRow(a *action)     { a.onRow = true }

func doneTo(t takes) trait { return func(a *action) { a.takes = t } }

func unable(why func(*Console, pane.Target) string) trait { return func(a *action) { a.off = why } }

func needless(now func(*Console) bool) trait { return func(a *action) { a.needless = now } }

func said(help string) trait { return func(a *action) { a.said = help } }

func named(now func(*Console) (label, help string)) trait { return func(a *action) { a.name = now } }

// What several rows say in accessible mode.
var (
	openSpoken     = said("Open it; its number alone does the same")
	customerSpoken = said("The ticket's customer")
	nextSpoken     = said("The next ticket")
	copySpoken     = said("Print it as lines to be copied")
	chooseSpoken   = said("List the article, its sections, its lines and its link, to insert some of it")
	searchSpoken   = said("Search the FAQ and insert an answer")
)

// do returns the run function of an action without a target.
func do(f func(*Console) tea.Cmd) func(*Console, pane.Target) tea.Cmd {
	return func(c *Console, _ pane.Target) tea.Cmd { return f(c) }
}

// call returns the run function of an action without a target and without a command.
func call(f func(*Console)) func(*Console, pane.Target) tea.Cmd {
	return func(c *Console, _ pane.Target) tea.Cmd { f(c); return nil }
}

func onTicket(f func(*Console, *desk.Ticket) tea.Cmd) func(*Console, pane.Target) tea.Cmd {
	return func(c *Console, t pane.Target) tea.Cmd { return f(c, t.Ticket) }
}

func onCustomer(f func(*Console, *desk.Customer) tea.Cmd) func(*Console, pane.Target) tea.Cmd {
	return func(c *Console, t pane.Target) tea.Cmd { return f(c, t.Customer) }
}

// inForm returns the run function of an action on the open form.
func inForm(f func(*editor.Editor)) func(*Console, pane.Target) tea.Cmd {
	return func(c *Console, _ pane.Target) tea.Cmd { f(c.editor); return nil }
}

// unless returns why unless the condition holds.
func unless(holds bool, why string) string {
	if holds {
		return ""
	}
	return why
}

// off returns the reason of an action that is enabled while a condition holds.
func off(enabled func(*Console, pane.Target) bool, why string) func(*Console, pane.Target) string {
	return func(c *Console, t pane.Target) string { return unless(enabled(c, t), why) }
}
