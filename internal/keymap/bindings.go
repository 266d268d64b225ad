package keymap

// The actions. The first group moves the cursor and is shared by all lists and documents.
const (
	Up           Action = "up"
	Down         Action = "down"
	HalfPageUp   Action = "half-up"
	HalfPageDown Action = "half-down"
	Top          Action = "top"
	Bottom       Action = "bottom"
	Open         Action = "open"
	Back         Action = "back"
	Next         Action = "next"
	Previous     Action = "previous"

	Focus     Action = "focus"
	ShowInbox Action = "inbox"
	ShowFAQ   Action = "faq"
	Help      Action = "help"
	Palette   Action = "palette"
	Quit      Action = "quit"
	ForceQuit Action = "leave"
	Suspend   Action = "suspend"
	Drafts    Action = "drafts"
	Outbox    Action = "outbox"
	Journal   Action = "journal"
	ToOutbox  Action = "put-aside"

	Filter   Action = "filter"
	Sort     Action = "sort"
	Reverse  Action = "reverse"
	View     Action = "view"
	PrevView Action = "previous-view"
	Dates    Action = "dates"
	Refresh  Action = "refresh"
	Mark     Action = "mark"

	Update   Action = "update"
	Comment  Action = "comment"
	CallBack Action = "call-back"
	Close    Action = "close"
	New      Action = "new"

	NewCustomer  Action = "new-customer"
	EditCustomer Action = "edit-customer"
	AddOrder     Action = "add-order"
	EditOrder    Action = "edit-order"

	Copy      Action = "copy"
	Search    Action = "search"
	NextMatch Action = "next-hit"
	PrevMatch Action = "previous-hit"

	Send           Action = "send"
	SendAll        Action = "send-all"
	Verify         Action = "look-for"
	SearchOlder    Action = "look-back"
	NextField      Action = "next-field"
	PrevField      Action = "previous-field"
	ToggleAdvanced Action = "all-fields"
	Insert         Action = "insert"
	InsertFromFAQ  Action = "look-up"
	Discard        Action = "discard"
	Categories     Action = "categories"

	Accept      Action = "accept"
	Overwrite   Action = "send-anyway"
	UseTheirs   Action = "take-theirs"
	CommentOnly Action = "comment-only"

	ShowCustomer Action = "customer"
	FindCustomer Action = "find-customer"
)

// table holds the default bindings. ctrl+a, ctrl+b and ctrl+h, j, k, l are left to terminal multiplexers.
var table = []Binding{
	{bind("open", "enter", "right", "l"), Open, Inbox, "Open the ticket under the cursor"},
	{bind("update", "u"), Update, Inbox, "Update sub-status, queue, comment, callback and disposition"},
	{bind("comment", "c"), Comment, Inbox, "Write a comment"},
	{bind("call back", "b"), CallBack, Inbox, "Set a callback time"},
	{bind("close", "x"), Close, Inbox, "Close the ticket, after a look at what will be sent"},
	{bind("customer", "C"), ShowCustomer, Inbox, "The ticket's customer beside the list; once more: alone"},
	{bind("new", "n"), New, Inbox, "Open a new ticket"},
	{bind("", "E"), EditCustomer, Inbox, "Edit the ticket's customer"},
	{bind("", "A"), AddOrder, Inbox, "Add an order of the ticket's customer"},
	{bind("filter", "/"), Filter, Inbox, "Filter everything loaded: search while you type"},
	{bind("dates", "d"), Dates, Inbox, "Choose the days to show: today, the last 7 days, from–to"},
	{bind("sort", "s"), Sort, Inbox, "Sort by the next column; the first is risk, due soonest on top"},
	{bind("", "S"), Reverse, Inbox, "Turn the order round"},
	{bind("view", "v", "]"), View, Inbox, "Next view; 1–9 go to one directly"},
	{bind("", "V", "["), PrevView, Inbox, "Previous view"},
	{bind("", "space"), Mark, Inbox, "Mark the ticket, or take the mark off"},
	{bind("", "y"), Copy, Inbox, "Copy the ticket number"},
	{bind("", "up", "k"), Up, Inbox, "One ticket up"},
	{bind("", "down", "j"), Down, Inbox, "One ticket down"},
	{bind("", "ctrl+u", "pgup"), HalfPageUp, Inbox, "Half a screen up"},
	{bind("", "ctrl+d", "pgdown"), HalfPageDown, Inbox, "Half a screen down"},
	{bind("", "g", "home"), Top, Inbox, "First ticket"},
	{bind("", "G", "end"), Bottom, Inbox, "Last ticket"},
	{bind("", "esc"), Back, Inbox, "Take the filter away, then the marks or the customer"},

	{bind("update", "u"), Update, Ticket, "Update sub-status, queue, comment, callback and disposition"},
	{bind("comment", "c"), Comment, Ticket, "Write a comment"},
	{bind("call back", "b"), CallBack, Ticket, "Set a callback time"},
	{bind("close", "x"), Close, Ticket, "Close the ticket, after a look at what will be sent"},
	{bind("customer", "C"), ShowCustomer, Ticket, "The ticket's customer in its place; once more: alone"},
	{bind("", "n"), New, Ticket, "Open a new ticket"},
	{bind("", "E"), EditCustomer, Ticket, "Edit the ticket's customer"},
	{bind("", "A"), AddOrder, Ticket, "Add an order of the ticket's customer"},
	{bind("next", "J"), Next, Ticket, "Next ticket without leaving this one's place"},
	{bind("previous", "K"), Previous, Ticket, "Previous ticket"},
	{bind("search", "/"), Search, Ticket, "Search inside the ticket"},
	{bind("", "]"), NextMatch, Ticket, "Next place that was searched for"},
	{bind("", "["), PrevMatch, Ticket, "Previous place that was searched for"},
	{bind("copy", "y"), Copy, Ticket, "Copy the ticket number"},
	{bind("", "up", "k"), Up, Ticket, "One line up"},
	{bind("", "down", "j"), Down, Ticket, "One line down"},
	{bind("", "ctrl+u", "pgup"), HalfPageUp, Ticket, "Half a screen up"},
	{bind("", "ctrl+d", "pgdown", "space"), HalfPageDown, Ticket, "Half a screen down"},
	{bind("", "g", "home"), Top, Ticket, "Start of the ticket"},
	{bind("", "G", "end"), Bottom, Ticket, "Newest message; once more: the end of the record"},
	{bind("back", "esc", "left", "h"), Back, Ticket, "Back to the list"},

	{bind("open", "enter", "right", "l"), Open, Customer, "Open the ticket under the cursor, or unfold the order"},
	{bind("alone", "C"), ShowCustomer, Customer, "The customer alone on the whole screen"},
	{bind("edit", "e"), EditCustomer, Customer, "Edit the customer"},
	{bind("ticket", "n"), New, Customer, "Open a new ticket for the customer"},
	{bind("order", "a"), AddOrder, Customer, "Add an order of the customer"},
	{bind("", "u"), EditOrder, Customer, "Edit the order under the cursor"},
	{bind("copy", "y"), Copy, Customer, "Copy a phone number, an e-mail or the customer's number"},
	{bind("", "up", "k"), Up, Customer, "One ticket, order or line up"},
	{bind("", "down", "j"), Down, Customer, "One ticket, order or line down"},
	{bind("", "ctrl+u", "pgup"), HalfPageUp, Customer, "Half a screen up"},
	{bind("", "ctrl+d", "pgdown", "space"), HalfPageDown, Customer, "Half a screen down"},
	{bind("", "g", "home"), Top, Customer, "Start of the record"},
	{bind("", "G", "end"), Bottom, Customer, "End of the record"},
	{bind("back", "esc", "left", "h"), Back, Customer, "Back to where you came from"},

	{bind("search", "/"), Search, FAQ, "Type words of a title, or words in the article that is read"},
	{bind("open", "enter", "right", "l"), Open, FAQ, "Read the article, open or fold the category"},
	{bind("categories", "t"), Categories, FAQ, "The tree of categories"},
	{bind("copy", "y"), Copy, FAQ, "Copy the article as plain text"},
	{bind("insert", "i", "ctrl+o"), Insert, FAQ, "Insert the article into the comment that is being written"},
	{bind("", "J"), Next, FAQ, "Next article"},
	{bind("", "K"), Previous, FAQ, "Previous article"},
	{bind("", "]"), NextMatch, FAQ, "Next place in the article that was searched for"},
	{bind("", "["), PrevMatch, FAQ, "Previous place in the article that was searched for"},
	{bind("", "up", "k"), Up, FAQ, "One line up"},
	{bind("", "down", "j"), Down, FAQ, "One line down"},
	{bind("", "ctrl+u", "pgup"), HalfPageUp, FAQ, "Half a screen up"},
	{bind("", "ctrl+d", "pgdown"), HalfPageDown, FAQ, "Half a screen down"},
	{bind("", "g", "home"), Top, FAQ, "First line"},
	{bind("", "G", "end"), Bottom, FAQ, "Last line"},
	{bind("back", "esc", "left", "h"), Back, FAQ, "Back to the hits, then to where you came from"},

	{bind("send", "ctrl+s"), Send, Form, "Check the form and send it"},
	{bind("next field", "tab"), NextField, Form, "Next field"},
	{bind("", "shift+tab"), PrevField, Form, "Previous field"},
	{bind("outbox", "ctrl+o"), ToOutbox, Form, "Put a form that could not be sent into the outbox"},
	{bind("", "ctrl+t"), ToggleAdvanced, Form, "Show the fields that are wanted less often, or hide them"},
	{bind("FAQ", "ctrl+f"), InsertFromFAQ, Form, "Look something up in the FAQ and insert it at the cursor"},
	{bind("discard", "ctrl+x"), Discard, Form, "Throw away what was typed, after asking"},
	{bind("", "pgup"), HalfPageUp, Form, "Scroll what stands beside the form up"},
	{bind("", "pgdown"), HalfPageDown, Form, "Scroll what stands beside the form down"},
	{bind("", "ctrl+p"), Palette, Form, "Everything that can be done here, by name"},
	{bind("help", "f1"), Help, Form, "Every key that works here"},
	{bind("", "ctrl+z"), Suspend, Form, "Put frontdesk into the background; fg brings it back"},
	{bind("", "ctrl+c"), ForceQuit, Form, "Leave frontdesk at once; what was typed is kept as a draft"},
	{bind("leave", "esc"), Back, Form, "Leave the form; what was typed is kept as a draft"},

	{bind("FAQ", "f"), ShowFAQ, Global, "Look up an answer in the knowledge base"},
	{bind("find", "F"), FindCustomer, Global, "Find a customer by phone, e-mail, name, code or number"},
	{bind("", "i"), ShowInbox, Global, "Back to the inbox"},
	{bind("", "N"), NewCustomer, Global, "Add a customer"},
	{bind("", "tab"), Focus, Global, "To the other pane"},
	{bind("refresh", "r"), Refresh, Global, "Ask the service again"},
	{bind("", "ctrl+p", ":"), Palette, Global, "Everything that can be done here, by name"},
	{bind("help", "?", "f1"), Help, Global, "Every key that works here"},
	{bind("", "D"), Drafts, Global, "List what was typed and not sent, to go on or throw away"},
	{bind("", "O"), Outbox, Global, "List the outbox: what could not be sent, to look at and send"},
	{bind("", "L"), Journal, Global, "List what you wrote today, with the outcome"},
	{bind("", "ctrl+z"), Suspend, Global, "Put frontdesk into the background; fg brings it back"},
	{bind("quit", "q"), Quit, Global, "Leave frontdesk from the list; elsewhere back"},
	{bind("", "ctrl+c"), ForceQuit, Global, "Leave at once; what was typed is kept as a draft"},

	{bind("open", "enter"), Open, ListOverlay, "Open what is under the cursor, or choose it"},
	{bind("send", "s"), Send, ListOverlay, "Send what is under the cursor, of the outbox"},
	{bind("send all", "S"), SendAll, ListOverlay, "Send all that waits in the outbox, in order, until one fails"},
	{bind("look", "l"), Verify, ListOverlay, "Look on the service for what may have arrived"},
	{bind("throw away", "x"), Discard, ListOverlay, "Throw away what is under the cursor, after asking"},
	{bind("", "up", "k"), Up, ListOverlay, "One line up"},
	{bind("", "down", "j"), Down, ListOverlay, "One line down"},
	{bind("", "ctrl+u", "pgup"), HalfPageUp, ListOverlay, "Half a screen up"},
	{bind("", "ctrl+d", "pgdown", "space"), HalfPageDown, ListOverlay, "Half a screen down"},
	{bind("", "g", "home"), Top, ListOverlay, "First line"},
	{bind("", "G", "end"), Bottom, ListOverlay, "Last line"},
	{bind("help", "?", "f1"), Help, ListOverlay, "Every key that works here"},
	{bind("back", "esc", "q"), Back, ListOverlay, "Close the list"},

	{bind("go on", "enter"), Accept, ConfirmOverlay, "Send what was looked at, or go on after what was said"},
	{bind("send", "s"), Overwrite, ConfirmOverlay, "Send all the same, or once more"},
	{bind("take theirs", "t"), UseTheirs, ConfirmOverlay, "Take what somebody else has changed into the form"},
	{bind("comment", "c"), CommentOnly, ConfirmOverlay, "Send the comment only, the rest as it is now"},
	{bind("outbox", "o"), ToOutbox, ConfirmOverlay, "Put the form into the outbox"},
	{bind("throw away", "x"), Discard, ConfirmOverlay, "Throw it away"},
	{bind("leave", "q"), Quit, ConfirmOverlay, "Leave frontdesk although what was typed is not saved"},
	{bind("", "up", "k"), Up, ConfirmOverlay, "One line up"},
	{bind("", "down", "j"), Down, ConfirmOverlay, "One line down"},
	{bind("", "ctrl+u", "pgup"), HalfPageUp, ConfirmOverlay, "Half a screen up"},
	{bind("", "ctrl+d", "pgdown"), HalfPageDown, ConfirmOverlay, "Half a screen down"},
	{bind("help", "?", "f1"), Help, ConfirmOverlay, "Every key that works here"},
	{bind("back", "esc"), Back, ConfirmOverlay, "Answer nothing: everything stays as it is"},

	{bind("open", "enter"), Open, CustomerSearch, "Open the customer under the cursor, or ask the service as it says"},
	{bind("look back", "ctrl+r"), SearchOlder, CustomerSearch, "Ask the service for the customers of each day, back in time"},
	{bind("", "up"), Up, CustomerSearch, "One row up"},
	{bind("", "down"), Down, CustomerSearch, "One row down"},
	{bind("help", "f1"), Help, CustomerSearch, "Every key that works here"},
	{bind("close", "esc"), Back, CustomerSearch, "Stop asking, or close the finder"},
}
