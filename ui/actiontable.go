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
)

// globalActions returns the actions that are available everywhere but in forms.
func globalActions() []action {
	return []action{
		{keymap.ShowFAQ, global, nothing, nil, do((*Console).openFAQ)},
		{keymap.FindCustomer, global, nothing, nil, do((*Console).findCustomer)},
		{keymap.AnswerCall, global, nothing, nil, do((*Console).answerCall)},
		{keymap.ShowBoard, global, nothing, nil, do((*Console).showBoard)},
		{keymap.ShowInbox, global, nothing, nil, do((*Console).showInbox)},
		{keymap.NewCustomer, global, nothing, nil, opens(func(pane.Target) editor.Options {
			return editor.Options{Kind: backend.KindAddCustomer}
		})},
		{keymap.Focus, global, nothing, nil, do((*Console).focusNextPane)},
		{keymap.Refresh, global, nothing, nil, do((*Console).refresh)},
		{keymap.Zoom, global, nothing, zoomReason, do((*Console).toggleZoom)},
		{keymap.Palette, global, nothing, nil, do((*Console).openPalette)},
		{keymap.Help, global, nothing, nil, do((*Console).openHelp)},
		{keymap.MyWork, global, nothing, nil, do((*Console).showMyWork)},
		{keymap.Handover, global, nothing, nil, do((*Console).openHandover)},
		{keymap.Undo, global, nothing, undoReason, ofForms((*forms).undo)},
		{keymap.Accounts, global, nothing, accountsReason, do((*Console).openAccounts)},
		{keymap.Mouse, global, nothing, nil, do((*Console).toggleMouse)},
		{keymap.Theme, global, nothing, themeReason, do((*Console).openThemes)},
		{keymap.Suspend, global, nothing, remoteReason, do(func(*Console) tea.Cmd { return tea.Suspend })},
		{keymap.Quit, global, nothing, nil, do((*Console).quitOrBack)},
		{keymap.ForceQuit, global, nothing, nil, do((*Console).LeaveAtOnce)},
	}
}

// scrollActions returns the actions that move in a pane.
func scrollActions() []action {
	return []action{
		{keymap.Up, panes, nothing, nil, scroll(func(s pane.Scroller) { s.Move(-1) })},
		{keymap.Down, panes, nothing, nil, scroll(func(s pane.Scroller) { s.Move(1) })},
		{keymap.HalfPageUp, panesAndForm, nothing, scrollReason, scroll(func(s pane.Scroller) { s.HalfPage(-1) })},
		{keymap.HalfPageDown, panesAndForm, nothing, scrollReason, scroll(func(s pane.Scroller) { s.HalfPage(1) })},
		{keymap.Top, panes, nothing, nil, scroll(pane.Scroller.GotoTop)},
		{keymap.Bottom, panes, nothing, nil, scroll(pane.Scroller.GotoBottom)},
		{keymap.NextMatch, ticketAndFAQ, nothing, matchReason, nextMatch(1)},
		{keymap.PrevMatch, ticketAndFAQ, nothing, matchReason, nextMatch(-1)},
	}
}

// inboxActions returns the actions of the inbox.
func inboxActions() []action {
	return []action{
		{keymap.Open, inbox, nothing, listedReason, do((*Console).openSelected)},
		{keymap.Dates, inbox, nothing, nil, do((*Console).openDates)},
		{keymap.Filter, inbox, nothing, nil, do(func(c *Console) tea.Cmd { return c.inbox.StartFilter() })},
		{keymap.SaveView, inbox, nothing, saveViewReason, do(func(c *Console) tea.Cmd { return c.own.askViewName() })},
		{keymap.Sort, inbox, nothing, nil, do((*Console).openSort)},
		{keymap.Reverse, inbox, nothing, nil, do(func(c *Console) tea.Cmd { return c.inbox.ReverseSort() })},
		{keymap.Views, inbox, nothing, nil, do((*Console).openViews)},
		{keymap.Preview, inbox, nothing, previewReason, call(func(c *Console) { c.inbox.TogglePreview() })},
		{keymap.Mark, inbox, nothing, listedReason, call(func(c *Console) { c.inbox.ToggleMark() })},
		{keymap.MarkAll, inbox, nothing, listedReason, do(func(c *Console) tea.Cmd { return c.inbox.MarkAll() })},
		{
			keymap.InvertMarks, inbox, nothing, listedReason,
			do(func(c *Console) tea.Cmd { return c.inbox.InvertMarks() }),
		},
		{keymap.Back, inbox, nothing, clearReason, do((*Console).clear)},
	}
}

// ticketActions returns the actions on a ticket.
func ticketActions() []action {
	return []action{
		{keymap.Update, inboxAndTicket, markedTickets, nil, update(backend.FieldSubStatus)},
		{keymap.Comment, inboxAndTicket, markedTickets, nil, update(backend.FieldComment)},
		{
			keymap.CallBack,
			inboxAndTicket,
			markedTickets,
			nil,
			forMarked(onTicket((*Console).openCallBack), updateMany(backend.FieldCallback)),
		},
		{
			keymap.Close,
			inboxAndTicket,
			markedTickets,
			nil,
			forMarked(onTicket(func(c *Console, t *desk.Ticket) tea.Cmd { return c.forms.openCloseForm(t) }),
				func(c *Console, of backend.BulkTargets) tea.Cmd { return c.forms.closeMany(of) },
			),
		},
		{
			keymap.Macro,
			inboxAndTicket,
			markedTickets,
			nil,
			forMarked(
				onTicket(func(c *Console, t *desk.Ticket) tea.Cmd { return c.macros.openFor(t, "") }),
				func(c *Console, of backend.BulkTargets) tea.Cmd { return c.macros.openForMany(of) },
			),
		},
		{keymap.EditCustomer, inboxAndTicket, oneTicket, nil, customerForm(backend.KindUpdateCustomer)},
		{keymap.AddOrder, inboxAndTicket, oneTicket, nil, customerForm(backend.KindAddOrder)},
		{keymap.ShowCustomer, inboxAndTicket, aTicket, nil, onTicket((*Console).showCustomer)},
		{keymap.Copy, inboxAndTicket, markedTickets, nil, (*Console).copyNumbers},
		{keymap.CopyMore, inboxAndTicket, aTicket, nil, onTicket((*Console).openCopyMenu)},
		{keymap.Links, inboxAndTicket, aTicket, nil, onTicket((*Console).openLinks)},
		{keymap.New, inboxAndTicket, nothing, nil, do((*Console).newTicket)},
		{keymap.TakeNext, inboxAndTicket, nothing, sharedReason, do((*Console).takeNext)},
		{keymap.Next, inboxAndTicket, aTicket, nil, do((*Console).next)},
		{keymap.Previous, inboxAndTicket, aTicket, nil, do(func(c *Console) tea.Cmd { return c.openNeighbour(-1) })},
		{
			keymap.Repeat, inboxAndTicket, oneTicket, repeatReason,
			onTicket(func(c *Console, t *desk.Ticket) tea.Cmd { return c.repeats.repeat(t) }),
		},
		{keymap.Search, ticketPane, nothing, shownReason, call(func(c *Console) { c.ticket.StartSearch() })},
		{keymap.Unfold, ticketPane, nothing, foldsReason, call(func(c *Console) { c.ticket.ToggleFolds() })},
		{keymap.Back, []keymap.Scope{keymap.Ticket, keymap.Customer}, nothing, nil, do((*Console).goBack)},
	}
}

// customerActions returns the actions of the customer pane.
func customerActions() []action {
	return []action{
		{keymap.Open, customer, nothing, rowReason, do((*Console).openSelectedRow)},
		{keymap.ShowCustomer, customer, nothing, aloneReason, onTicket((*Console).showCustomer)},
		{keymap.EditCustomer, customer, aCustomer, nil, opens(func(t pane.Target) editor.Options {
			return customerOptions(t.Customer)
		})},
		{keymap.New, customer, aCustomer, nil, opens(func(t pane.Target) editor.Options {
			return newTicketOptions(callerOf(t.Customer))
		})},
		{keymap.AddOrder, customer, aCustomer, nil, onCustomer((*Console).newOrderOf)},
		{
			keymap.EditOrder,
			customer,
			anOrder,
			nil,
			opens(func(t pane.Target) editor.Options { return orderOptions(t.Order) }),
		},
		{keymap.Copy, customer, nothing, copyReason, do((*Console).copyCustomer)},
	}
}

// faqActions returns the actions of the FAQ.
func faqActions() []action {
	return []action{
		{keymap.Search, faq, nothing, nil, call(func(c *Console) { c.faq.StartSearch() })},
		{keymap.Open, faq, nothing, readingReason, do((*Console).openFAQRow)},
		{keymap.Categories, faq, nothing, nil, do((*Console).showCategories)},
		{keymap.Next, faq, nothing, resultsReason, call(func(c *Console) { c.faq.Step(1) })},
		{keymap.Previous, faq, nothing, resultsReason, call(func(c *Console) { c.faq.Step(-1) })},
		{keymap.Copy, faq, nothing, articleReason, do((*Console).copyArticle)},
		{keymap.Insert, faq, nothing, insertReason, do((*Console).insert)},
		{keymap.Choose, faq, nothing, articleReason, call(func(c *Console) { c.faq.Choose() })},
		{keymap.StepBack, faq, nothing, nil, call((*Console).stepBackInFAQ)},
		{keymap.Back, faq, nothing, nil, do((*Console).leaveFAQ)},
	}
}

// formActions returns the actions of a form.
func formActions() []action {
	return []action{
		{keymap.Send, form, nothing, submittingReason, do(func(c *Console) tea.Cmd { return c.sending.send() })},
		{keymap.NextField, form, nothing, nil, call(func(c *Console) { c.forms.editor.FocusNext(1) })},
		{keymap.PrevField, form, nothing, nil, call(func(c *Console) { c.forms.editor.FocusNext(-1) })},
		{keymap.SearchFAQ, form, nothing, submittingReason, do((*Console).openFAQ)},
		{keymap.ExternalEditor, form, nothing, externalEditorReason, ofForms((*forms).openExternalEditor)},
		{
			keymap.ToggleAdvanced, form, nothing, advancedReason,
			call(func(c *Console) { c.forms.editor.ToggleAdvanced() }),
		},
		{keymap.UndoTyping, formAndCall, nothing, nil, do((*Console).undoTyping)},
		{keymap.RedoTyping, formAndCall, nothing, nil, do((*Console).redoTyping)},
		{keymap.Yank, formAndCall, nothing, nil, do((*Console).yank)},
		{
			keymap.TheirChanges, form, nothing, theirChangesReason,
			call(func(c *Console) { c.sending.showTheirChanges() }),
		},
		{keymap.MoveToOutbox, form, nothing, outboxReason, ofForms((*forms).moveToOutbox)},
		{keymap.Discard, form, nothing, submittingReason, ofForms((*forms).askDiscard)},
		{keymap.Back, form, nothing, submittingReason, ofForms((*forms).keepDraft)},
	}
}

// callActions returns the actions of the screen of a call.
func callActions() []action {
	return []action{
		{keymap.Send, callScreen, nothing, nil, do((*Console).endCall)},
		{keymap.Open, callScreen, nothing, nil, do((*Console).openCallRow)},
		{keymap.NextField, callScreen, nothing, nil, do(func(c *Console) tea.Cmd { return c.call.FocusNext(1) })},
		{keymap.PrevField, callScreen, nothing, nil, do(func(c *Console) tea.Cmd { return c.call.FocusNext(-1) })},
		{keymap.New, callScreen, nothing, nil, do((*Console).newTicketOfCaller)},
		{keymap.SearchFAQ, callScreen, nothing, nil, do(func(c *Console) tea.Cmd { return c.call.FocusAnswers() })},
		{keymap.Choose, callScreen, nothing, chooseReason, call((*Console).chooseForCall)},
		{keymap.SearchOlder, callScreen, nothing, olderReason, do((*Console).searchOlderForCall)},
		{keymap.NewCustomer, callScreen, nothing, addCallerReason, do((*Console).addCaller)},
		{keymap.KeepDraft, callScreen, nothing, nil, do((*Console).keepCallAsDraft)},
		{keymap.Discard, callScreen, nothing, nil, do((*Console).askDiscardCall)},
		{keymap.Up, callScreen, nothing, nil, moveInCall(func(s pane.Scroller) { s.Move(-1) })},
		{keymap.Down, callScreen, nothing, nil, moveInCall(func(s pane.Scroller) { s.Move(1) })},
		{keymap.HalfPageUp, callScreen, nothing, nil, moveInCall(func(s pane.Scroller) { s.HalfPage(-1) })},
		{keymap.HalfPageDown, callScreen, nothing, nil, moveInCall(func(s pane.Scroller) { s.HalfPage(1) })},
		{keymap.Back, callScreen, nothing, nil, do((*Console).leaveCall)},
	}
}

// boardActions returns the actions of the board.
func boardActions() []action {
	return []action{
		{keymap.Open, board, nothing, barReason, do((*Console).openBar)},
		{keymap.NextField, board, nothing, figuresReason, call(func(c *Console) { c.figures.NextChart(1) })},
		{keymap.PrevField, board, nothing, figuresReason, call(func(c *Console) { c.figures.NextChart(-1) })},
		{keymap.Dates, board, nothing, nil, do((*Console).openDates)},
		{keymap.Back, board, nothing, nil, do((*Console).goBack)},
	}
}

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

// scroll moves the focused pane, or the one beside the form, so that it can be read while a comment is written.
func scroll(move func(pane.Scroller)) func(*Console, pane.Target) tea.Cmd {
	return call(func(c *Console) {
		p := c.focusedPane()
		if p == nil {
			p = c.paneBesideForm()
		}
		if s, ok := p.(pane.Scroller); ok {
			move(s)
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

var (
	remoteReason = off(
		func(c *Console, _ pane.Target) bool { return !c.Remote },
		"not available over SSH",
	)
	listedReason = off(func(_ *Console, t pane.Target) bool { return t.Ticket != nil }, "no ticket is listed")
	clearReason  = off(
		func(c *Console, _ pane.Target) bool {
			return c.inbox.CanClear() || c.at.detail == keymap.Customer || c.zoomHides() || c.listsBar() || c.at.answers
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
		func(c *Console, _ pane.Target) bool { return !c.forms.editor.IsSubmitting() },
		"the form is being sent: wait for the answer",
	)
	advancedReason = off(
		func(c *Console, _ pane.Target) bool { return c.forms.editor.HasAdvanced() },
		"every field of this form is shown",
	)
)

func scrollReason(c *Console, _ pane.Target) string {
	return unless(
		c.scope() != keymap.Form || len(c.regions) > 1,
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
