package ui

import (
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	"frontdesk/ui/editor"
	"frontdesk/ui/layout"
	"frontdesk/ui/pane"
)

// actionTable holds every action, and actionsIn those of each scope. They are filled by init, because actions refer to
// them.
var (
	actionTable []action
	actionsIn   = map[keymap.Scope]map[keymap.Action]action{}
)

func init() {
	actionTable = slices.Concat(
		globalActions(),
		scrollActions(),
		inboxActions(),
		ticketActions(),
		customerActions(),
		faqActions(),
		formActions(),
		callActions(),
		boardActions(),
	)
	for _, a := range actionTable {
		for _, s := range a.scopes {
			if actionsIn[s] == nil {
				actionsIn[s] = map[keymap.Action]action{}
			}
			actionsIn[s][a.id] = a
		}
	}
}

// The scopes of actions.
var (
	global         = []keymap.Scope{keymap.Global}
	inbox          = []keymap.Scope{keymap.Inbox}
	ticketPane     = []keymap.Scope{keymap.Ticket}
	customer       = []keymap.Scope{keymap.Customer}
	faq            = []keymap.Scope{keymap.FAQ}
	form           = []keymap.Scope{keymap.Form}
	callScreen     = []keymap.Scope{keymap.Call}
	formAndCall    = []keymap.Scope{keymap.Form, keymap.Call}
	board          = []keymap.Scope{keymap.Board}
	ticketAndFAQ   = []keymap.Scope{keymap.Ticket, keymap.FAQ}
	inboxAndTicket = []keymap.Scope{keymap.Inbox, keymap.Ticket}
	panes          = []keymap.Scope{keymap.Inbox, keymap.Ticket, keymap.Customer, keymap.FAQ, keymap.Board}
	panesAndForm   = append(panes[:len(panes):len(panes)], keymap.Form)
	panesAndCall   = append(panes[:len(panes):len(panes)], keymap.Call)
	anyScreen      = append(panesAndForm, keymap.Call)
)

// globalActions returns the actions that are available everywhere but in forms.
func globalActions() []action {
	return []action{
		row(keymap.ShowFAQ, global, do((*Console).openFAQ), needless((*Console).isInFAQ)),
		row(keymap.FindCustomer, global, do(func(c *Console) tea.Cmd { return c.lookups.findCustomer() })),
		row(keymap.AnswerCall, global, ofCalls((*calls).answer)),
		row(keymap.ShowBoard, global, do(func(c *Console) tea.Cmd { return c.board.show() })),
		row(keymap.ShowInbox, global, ofForms((*forms).showInbox)),
		row(keymap.NewCustomer, global, opens(func(pane.Target) editor.Options {
			return editor.Options{Kind: backend.KindAddCustomer}
		}), writes),
		row(keymap.Focus, global, do((*Console).focusNextPane), onScreen),
		row(keymap.Refresh, global, do(func(c *Console) tea.Cmd { return c.sync.refresh() })),
		row(keymap.Undo, global, ofForms((*forms).undo), unable(undoReason), inForms),
		row(keymap.MyWork, global, do((*Console).showMyWork), inForms),
		row(keymap.Suspend, global, do(func(*Console) tea.Cmd { return tea.Suspend }),
			unable(remoteReason), onScreen, inForms),
		row(keymap.Accounts, global, do((*Console).openAccounts), unable(accountsReason), inForms),
		row(keymap.Zoom, global, do((*Console).toggleZoom), unable(zoomReason), onScreen, inForms, named(zoomName)),
		row(keymap.Palette, global, do((*Console).openPalette), onScreen),
		row(keymap.Help, global, do((*Console).openHelp), onMarks, onScreen),
		row(keymap.Handover, global, do(func(c *Console) tea.Cmd { return c.handover.show() })),
		row(keymap.Mouse, global, do((*Console).toggleMouse)),
		row(keymap.Theme, global, do(func(c *Console) tea.Cmd { return c.colours.openThemes() }),
			unable(themeReason), onScreen),
		row(keymap.Quit, global, do((*Console).quitOrBack), needless((*Console).isNotInList)),
		row(keymap.ForceQuit, global, do((*Console).LeaveAtOnce)),
	}
}

// scrollActions returns the actions that move in a pane.
func scrollActions() []action {
	return []action{
		row(keymap.Up, panesAndCall, scroll(keymap.Up), onScreen),
		row(keymap.Down, panesAndCall, scroll(keymap.Down), onScreen),
		row(keymap.HalfPageUp, anyScreen, scroll(keymap.HalfPageUp), unable(scrollReason), onScreen),
		row(keymap.HalfPageDown, anyScreen, scroll(keymap.HalfPageDown), unable(scrollReason), onScreen),
		row(keymap.Top, panes, scroll(keymap.Top), onScreen),
		row(keymap.Bottom, panes, scroll(keymap.Bottom), onScreen),
		row(keymap.NextMatch, ticketAndFAQ, nextMatch(1), unable(matchReason), onScreen),
		row(keymap.PrevMatch, ticketAndFAQ, nextMatch(-1), unable(matchReason), onScreen),
	}
}

// inboxActions returns the actions of the inbox.
func inboxActions() []action {
	return []action{
		row(keymap.Open, inbox, do((*Console).openSelected), unable(listedReason), onRow, openSpoken),
		row(keymap.Dates, inbox, do((*Console).openDates)),
		row(keymap.Filter, inbox, do(func(c *Console) tea.Cmd { return c.inbox.StartFilter() }),
			said("List only the tickets with some words, or conditions such as is:open")),
		row(keymap.SaveView, inbox, do(func(c *Console) tea.Cmd { return c.own.askViewName() }),
			unable(saveViewReason)),
		row(keymap.Sort, inbox, do((*Console).openSort), said("Choose how the list is sorted")),
		row(keymap.Reverse, inbox, do(func(c *Console) tea.Cmd { return c.inbox.ReverseSort() })),
		row(keymap.Views, inbox, do((*Console).openViews)),
		row(keymap.Preview, inbox, call(func(c *Console) { c.inbox.TogglePreview() }),
			unable(previewReason), onScreen),
		row(keymap.Mark, inbox, call(func(c *Console) { c.inbox.ToggleMark() }),
			unable(listedReason), onRow, said("Mark the tickets with these numbers for one update of all, or unmark them")),
		row(keymap.MarkAll, inbox, do(func(c *Console) tea.Cmd { return c.inbox.MarkAll() }), unable(listedReason)),
		row(keymap.InvertMarks, inbox, do(func(c *Console) tea.Cmd { return c.inbox.InvertMarks() }),
			unable(listedReason)),
		row(keymap.Back, inbox, do((*Console).clear), unable(clearReason), named(clearName)),
	}
}

// ticketActions returns the actions on a ticket.
func ticketActions() []action {
	return []action{
		row(keymap.Update, inboxAndTicket, update(backend.FieldSubStatus), doneTo(markedTickets), writes, onMarks),
		row(keymap.Comment, inboxAndTicket, update(backend.FieldComment), doneTo(markedTickets), writes, onMarks),
		row(keymap.CallBack, inboxAndTicket,
			forMarked(onTicket((*Console).openCallBack), updateMany(backend.FieldCallback)),
			doneTo(markedTickets), writes, onMarks),
		row(keymap.Close, inboxAndTicket, forMarked(
			onTicket(func(c *Console, t *desk.Ticket) tea.Cmd { return c.forms.openCloseForm(t) }),
			func(c *Console, of backend.BulkTargets) tea.Cmd { return c.forms.closeMany(of) },
		),
			doneTo(markedTickets), writes, onMarks),
		row(keymap.Macro, inboxAndTicket, forMarked(
			onTicket(func(c *Console, t *desk.Ticket) tea.Cmd { return c.macros.openFor(t, "") }),
			func(c *Console, of backend.BulkTargets) tea.Cmd { return c.macros.openForMany(of) },
		),
			doneTo(markedTickets), writes, onMarks),
		row(keymap.EditCustomer, inboxAndTicket, customerForm(backend.KindUpdateCustomer), doneTo(oneTicket), writes),
		row(keymap.AddOrder, inboxAndTicket, customerForm(backend.KindAddOrder), doneTo(oneTicket), writes),
		row(keymap.ShowCustomer, inboxAndTicket, onTicket((*Console).showCustomer), doneTo(aTicket), customerSpoken),
		row(keymap.Copy, inboxAndTicket, (*Console).copyNumbers, doneTo(markedTickets), copySpoken),
		row(keymap.CopyMore, inboxAndTicket,
			onTicket(func(c *Console, t *desk.Ticket) tea.Cmd { return c.links.openCopyMenu(t) }),
			doneTo(aTicket), said("Print the phone, e-mail, link, text or markdown of the ticket, to be copied")),
		row(keymap.Links, inboxAndTicket,
			onTicket(func(c *Console, t *desk.Ticket) tea.Cmd { return c.links.openLinks(t) }), doneTo(aTicket)),
		row(keymap.New, inboxAndTicket, do((*Console).newTicket), writes),
		row(keymap.TakeNext, inboxAndTicket, do((*Console).takeNext), unable(sharedReason), writes),
		row(keymap.Next, inboxAndTicket, do((*Console).next), doneTo(aTicket), notInList, nextSpoken),
		row(keymap.Previous, inboxAndTicket, do(func(c *Console) tea.Cmd { return c.openNeighbour(-1) }),
			doneTo(aTicket), notInList),
		row(keymap.Repeat, inboxAndTicket,
			onTicket(func(c *Console, t *desk.Ticket) tea.Cmd { return c.repeats.repeat(t) }),
			doneTo(oneTicket), unable(repeatReason), writes, named(repeatName)),
		row(keymap.Search, ticketPane, call(func(c *Console) { c.ticket.StartSearch() }),
			unable(shownReason), onScreen),
		row(keymap.Unfold, ticketPane, call(func(c *Console) { c.ticket.ToggleFolds() }),
			unable(foldsReason), onScreen, named(unfoldName)),
		row(keymap.Back, []keymap.Scope{keymap.Ticket, keymap.Customer}, do((*Console).goBack)),
	}
}

// customerActions returns the actions of the customer pane.
func customerActions() []action {
	return []action{
		row(keymap.Open, customer, do((*Console).openSelectedRow), unable(rowReason), onRow, openSpoken),
		row(keymap.ShowCustomer, customer, call(func(c *Console) { c.goTo(customerRoute) }),
			unable(aloneReason), customerSpoken),
		row(keymap.EditCustomer, customer, opens(func(t pane.Target) editor.Options {
			return customerOptions(t.Customer)
		}), doneTo(aCustomer), writes),
		row(keymap.New, customer, opens(func(t pane.Target) editor.Options {
			return newTicketOptions(callerOf(t.Customer))
		}), doneTo(aCustomer), writes),
		row(keymap.AddOrder, customer, onCustomer((*Console).newOrderOf), doneTo(aCustomer), writes),
		row(keymap.EditOrder, customer,
			opens(func(t pane.Target) editor.Options { return orderOptions(t.Order) }),
			doneTo(anOrder), writes, onRow, said("Edit an order")),
		row(keymap.Copy, customer, do((*Console).copyCustomer), unable(copyReason), copySpoken),
	}
}

// faqActions returns the actions of the FAQ.
func faqActions() []action {
	return []action{
		row(keymap.Search, faq, call(func(c *Console) { c.faq.StartSearch() }), onScreen),
		row(keymap.Open, faq, do((*Console).openFAQRow),
			unable(readingReason), needless((*Console).isChoosingPart), openSpoken),
		row(keymap.Categories, faq, do((*Console).showCategories), said("The categories of the FAQ")),
		row(keymap.Next, faq, call(func(c *Console) { c.faq.Step(1) }), unable(resultsReason), nextSpoken),
		row(keymap.Previous, faq, call(func(c *Console) { c.faq.Step(-1) }), unable(resultsReason)),
		row(keymap.Copy, faq, do((*Console).copyArticle), unable(articleReason), copySpoken),
		row(keymap.Insert, faq, do((*Console).insert),
			unable(insertReason), writes, said("Insert the part of the article that matches into the comment")),
		row(keymap.Choose, faq, call(func(c *Console) { c.faq.Choose() }),
			unable(articleReason), writes, chooseSpoken),
		row(keymap.StepBack, faq, call((*Console).stepBackInFAQ),
			said("Back to the list of articles, or to the categories")),
		row(keymap.Back, faq, do((*Console).leaveFAQ)),
	}
}

// formActions returns the actions of a form.
func formActions() []action {
	return []action{
		row(keymap.Send, form, do(func(c *Console) tea.Cmd { return c.sending.send() }),
			unable(submittingReason), writes, named(sendName)),
		row(keymap.NextField, form, inForm(func(e *editor.Editor) { e.FocusNext(1) }), onScreen),
		row(keymap.PrevField, form, inForm(func(e *editor.Editor) { e.FocusNext(-1) }), onScreen),
		row(keymap.SearchFAQ, form, do((*Console).openFAQ), unable(submittingReason), searchSpoken),
		row(keymap.ExternalEditor, form, ofForms((*forms).openExternalEditor),
			unable(externalEditorReason), onScreen),
		row(keymap.ToggleAdvanced, form, inForm((*editor.Editor).ToggleAdvanced),
			unable(advancedReason), onScreen),
		row(keymap.UndoTyping, formAndCall, do((*Console).undoTyping)),
		row(keymap.RedoTyping, formAndCall, do((*Console).redoTyping)),
		row(keymap.Yank, formAndCall, do((*Console).yank), onScreen),
		row(keymap.TheirChanges, form, call(func(c *Console) { c.sending.showTheirChanges() }),
			unable(theirChangesReason)),
		row(keymap.MoveToOutbox, form, ofForms((*forms).moveToOutbox), unable(outboxReason)),
		row(keymap.Discard, form, ofForms((*forms).askDiscard), unable(submittingReason)),
		row(keymap.Back, form, ofForms((*forms).keepDraft), unable(submittingReason)),
	}
}

// callActions returns the actions of the screen of a call.
func callActions() []action {
	return []action{
		row(keymap.Send, callScreen, ofCalls((*calls).end), writes),
		row(keymap.Open, callScreen, do(func(c *Console) tea.Cmd { return c.call.Open() }), openSpoken),
		row(keymap.NextField, callScreen, do(func(c *Console) tea.Cmd { return c.call.FocusNext(1) }), onScreen),
		row(keymap.PrevField, callScreen, do(func(c *Console) tea.Cmd { return c.call.FocusNext(-1) }), onScreen),
		row(keymap.New, callScreen, ofCalls((*calls).newTicket), writes),
		row(keymap.SearchFAQ, callScreen, do(func(c *Console) tea.Cmd { return c.call.FocusAnswers() }),
			searchSpoken),
		row(keymap.Choose, callScreen, call(func(c *Console) { c.call.ChooseFromArticle() }),
			unable(chooseReason), writes, chooseSpoken),
		row(keymap.SearchOlder, callScreen, do(func(c *Console) tea.Cmd { return c.call.SearchOlder() }),
			unable(olderReason)),
		row(keymap.NewCustomer, callScreen, ofCalls((*calls).addCaller), unable(addCallerReason), writes),
		row(keymap.KeepDraft, callScreen, ofCalls((*calls).keepAsDraft)),
		row(keymap.Discard, callScreen, ofCalls((*calls).askDiscard)),
		row(keymap.Back, callScreen, ofCalls((*calls).leave)),
	}
}

// boardActions returns the actions of the board.
func boardActions() []action {
	return []action{
		row(keymap.Open, board, do(func(c *Console) tea.Cmd { return c.board.openBar() }),
			unable(barReason), openSpoken),
		row(keymap.NextField, board, call(func(c *Console) { c.figures.NextChart(1) }),
			unable(figuresReason), onScreen),
		row(keymap.PrevField, board, call(func(c *Console) { c.figures.NextChart(-1) }),
			unable(figuresReason), onScreen),
		row(keymap.Dates, board, do((*Console).openDates)),
		row(keymap.Back, board, do((*Console).goBack)),
	}
}

// scroll moves the focused pane, or the one beside the form, so that it can be read while a comment is written.
func scroll(by keymap.Action) func(*Console, pane.Target) tea.Cmd {
	return call(func(c *Console) {
		p := c.focusedPane()
		if p == nil {
			p = c.paneBesideForm()
		}
		if s, ok := p.(pane.Scroller); ok {
			pane.Moves[by](s)
		}
	})
}

func nextMatch(by int) func(*Console, pane.Target) tea.Cmd {
	return call(func(c *Console) {
		if s, ok := c.focusedPane().(pane.Searcher); ok {
			s.NextMatch(by)
		}
	})
}

func (s *screens) isInFAQ() bool        { return s.at.focus == layout.Answers }
func (s *screens) isNotInList() bool    { return !s.screen().isList } // q does the same as esc
func (s *screens) isChoosingPart() bool { return s.faq.IsChoosing() }

func zoomName(c *Console) (label, help string) { return wordIf(c.zoomHides(), "show all"), "" }

func unfoldName(c *Console) (label, help string) { return wordIf(c.ticket.IsUnfolded(), "fold"), "" }

func clearName(c *Console) (label, help string) {
	if !c.board.listsBar() {
		return "", ""
	}
	return "board", "Back to the board, at the same bar"
}

func sendName(c *Console) (label, help string) {
	if c.editor.Kind != backend.KindUpdateMany {
		return "", ""
	}
	return "preview", "Check the form and look at what changes of each ticket; nothing is sent yet"
}

func repeatName(c *Console) (label, help string) {
	if c.repeats.last == nil {
		return "", ""
	}
	return "", "Repeat on this ticket · " + c.repeats.last.label
}

var (
	remoteReason = off(
		func(c *Console, _ pane.Target) bool { return !c.Remote },
		"not available over SSH",
	)
	listedReason = off(func(_ *Console, t pane.Target) bool { return t.Ticket != nil }, "no ticket is listed")
	clearReason  = off(
		func(c *Console, _ pane.Target) bool {
			return c.inbox.CanClear() || c.at.detail == keymap.Customer || c.zoomHides() ||
				c.board.listsBar() || c.at.answers
		},
		"there is no filter to clear",
	)
	shownReason = off(func(_ *Console, t pane.Target) bool { return t.Ticket != nil }, "no ticket is shown")
	foldsReason = off(func(c *Console, _ pane.Target) bool { return c.ticket.HasFolds() }, "nothing is folded here")
	copyReason  = off(
		func(c *Console, _ pane.Target) bool { return len(c.customer.CopyTargets()) > 0 },
		"there is nothing to copy",
	)
	readingReason = off(
		func(c *Console, _ pane.Target) bool { return !c.faq.IsReading() || c.faq.IsChoosing() },
		"the article is open",
	)
	resultsReason = off(
		func(c *Console, _ pane.Target) bool { return c.faq.HasArticles() },
		"no article is listed",
	)
	submittingReason = off(
		func(c *Console, _ pane.Target) bool { return !c.editor.IsSubmitting() },
		"the form is being sent: wait for the answer",
	)
	advancedReason = off(
		func(c *Console, _ pane.Target) bool { return c.editor.HasAdvanced() },
		"every field of this form is shown",
	)
)

func scrollReason(c *Console, _ pane.Target) string {
	return unless(
		c.focusedPane() != nil || len(c.regions) > 1,
		"only in a window of "+strconv.Itoa(layout.SplitWidth)+" columns or more",
	)
}

func matchReason(c *Console, _ pane.Target) string {
	if c.scope() == keymap.FAQ && !c.faq.IsReading() {
		return reasonAbsent
	}
	s, ok := c.focusedPane().(pane.Searcher)
	return unless(ok && s.HasMatches(), "there is no match to go to")
}

func rowReason(c *Console, _ pane.Target) string {
	down := c.Keys.KeyLabel(keymap.Customer, keymap.Down)
	return unless(
		c.customer.HasOpenable(),
		"no ticket or order is under the cursor: "+down+" goes to one",
	)
}

func aloneReason(c *Console, _ pane.Target) string {
	return unless(
		!c.at.zoom,
		"nothing else is on the screen: "+c.Keys.KeyLabel(keymap.Customer, keymap.Back)+" goes back",
	)
}

func articleReason(c *Console, _ pane.Target) string {
	return unless(c.faq.Article() != nil, "no article is chosen")
}
