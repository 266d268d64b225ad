// Package ui implements the console as a Bubble Tea model, which package terminal runs. It lays out the panes, sends
// input to the focused one and every other message to all, and acts on the results of panes and overlays.
//
// From a key to the screen:
//
//	console.go         Console, Init and Update
//	shell.go           what every part may use, and the parts of the console
//	routing.go         which part handles a key
//	mouse.go           the mouse: its reports and the wheel
//	click.go           what stands under the pointer, and what clicks there do
//	actions.go         running an action on its target
//	missing.go         what to say of a command that does not exist
//	actiontable.go     the table of actions, a row for each
//	actionrow.go       what a row says of an action
//	sync.go            pulls, refreshes and retries
//	connection.go      what is known of the service: away, failed days, as of when
//	cluster.go         the servers that hosts share, away and back
//	layout.go          the window: the regions of panes and form
//	zoom.go            one region over the whole window
//	render.go          drawing and validating the frame
//	statusbar.go       first and last line: figures, connection, keys
//	notice.go          the notice at the end of the footer
//	themes.go          the colours of the console, and the list of themes
//	accessible.go      what accessible mode reads out, and its commands
//
// Moving around:
//
//	screens.go         what can have the focus, and what each does in a way of its own
//	navigation.go      the panes and the form, where the agent is, and the way back
//	views.go           the views and sort orders of the inbox
//	ownlists.go        saving, renaming and removing views and macros of one's own
//	remembered.go      how the inbox was left, and the welcome at the first start
//	doors.go           what a typed number opens: a ticket, the orders of a code
//	pasted_number.go   what a pasted number opens
//	accounts.go        the list of accounts, and what others need to know of a console
//	quit.go            quitting, and the questions before it
//
// Tickets and answers:
//
//	worklist.go        going on to the next ticket, the figures of the work, its end
//	claims.go          tickets that agents of one host have taken
//	presence.go        other consoles that edit the same record
//	links.go           a ticket's page and attachments
//	copying.go         what is copied, and the list of what can be copied of a ticket
//	answers.go         looking up answers in the FAQ and inserting them
//	callback.go        the times that are offered for a callback
//	reminders.go       reminders of callbacks, and the minutes that clocks count
//	call.go            a telephone call: answering, leaving, keeping and ending it
//	board.go           the board, and the tickets of its bars in the inbox
//
// Forms:
//
//	forms.go           opening and closing forms
//	new_ticket.go      the form of a new ticket
//	externaleditor.go  a text of a form in the external editor
//	completion.go      what is offered while a comment is typed
//	macros.go          the list of macros, and sending one
//	repeat.go          repeating the last action
//	drafts.go          drafts of forms
//	typing.go          undo and redo of what is typed, also in a form that was closed meanwhile
//	discarded.go       drafts that were discarded or emptied, and bringing them back
//	readonly.go        what is off in a console that is read only
//
// After a form. What is typed goes from forms, which have it as drafts, to sending: send asks what is to be asked, and
// submitUpdate gives an update to holding. Its sendDue sends it, and onResult of holding or of sending says what became
// of it; what is not saved is in the outbox.
//
//	submit.go          submitting forms, their results and conflicts
//	whole.go           the question before a text is sent that lacks its end
//	hold.go            updates that are held back before they are sent
//	holdview.go        how held updates are shown, and sending one now
//	undo.go            taking held updates back
//	their_changes.go   what others change while a form is open
//	unsent.go          a form that could not be sent, and its way into the outbox
//	outbox.go          forms that could not be sent: sending, checking and opening them
//	mywork.go          the list of all that is unsent or was sent today
//	history.go         opening what was sent today
//	handover.go        the handover note
//	lists.go           the list overlays: their rows, and messages about drafts, outbox and history
//
// Many tickets:
//
//	bulk.go            updates of many tickets: their form and preview
//	bulk_overlay.go    the overlay of a preview or a run
//	bulk_keys.go       what the keys of that overlay do
//	bulk_run.go        runs, their progress and results
package ui
