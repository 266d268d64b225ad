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
	{Open, Inbox, []string{"enter", "right", "l"}, "open", "Open the ticket under the cursor"},
	{Update, Inbox, []string{"u"}, "update", "Update sub-status, queue, comment, callback and disposition"},
	{Comment, Inbox, []string{"c"}, "comment", "Write a comment"},
	{CallBack, Inbox, []string{"b"}, "call back", "Set a callback time"},
	{Close, Inbox, []string{"x"}, "close", "Close the ticket, after a look at what will be sent"},
	{ShowCustomer, Inbox, []string{"C"}, "customer", "The ticket's customer beside the list; once more: alone"},
	{New, Inbox, []string{"n"}, "new", "Open a new ticket"},
	{EditCustomer, Inbox, []string{"E"}, "", "Edit the ticket's customer"},
	{AddOrder, Inbox, []string{"A"}, "", "Add an order of the ticket's customer"},
	{Filter, Inbox, []string{"/"}, "filter", "Filter everything loaded: search while you type"},
	{Dates, Inbox, []string{"d"}, "dates", "Choose the days to show: today, the last 7 days, from–to"},
	{Sort, Inbox, []string{"s"}, "sort", "Sort by the next column; the first is risk, due soonest on top"},
	{Reverse, Inbox, []string{"S"}, "", "Turn the order round"},
	{View, Inbox, []string{"v", "]"}, "view", "Next view; 1–9 go to one directly"},
	{PrevView, Inbox, []string{"V", "["}, "", "Previous view"},
	{Mark, Inbox, []string{"space"}, "", "Mark the ticket, or take the mark off"},
	{Copy, Inbox, []string{"y"}, "", "Copy the ticket number"},
	{Up, Inbox, []string{"up", "k"}, "", "One ticket up"},
	{Down, Inbox, []string{"down", "j"}, "", "One ticket down"},
	{HalfPageUp, Inbox, []string{"ctrl+u", "pgup"}, "", "Half a screen up"},
	{HalfPageDown, Inbox, []string{"ctrl+d", "pgdown"}, "", "Half a screen down"},
	{Top, Inbox, []string{"g", "home"}, "", "First ticket"},
	{Bottom, Inbox, []string{"G", "end"}, "", "Last ticket"},
	{Back, Inbox, []string{"esc"}, "", "Take the filter away, then the marks or the customer"},

	{Update, Ticket, []string{"u"}, "update", "Update sub-status, queue, comment, callback and disposition"},
	{Comment, Ticket, []string{"c"}, "comment", "Write a comment"},
	{CallBack, Ticket, []string{"b"}, "call back", "Set a callback time"},
	{Close, Ticket, []string{"x"}, "close", "Close the ticket, after a look at what will be sent"},
	{ShowCustomer, Ticket, []string{"C"}, "customer", "The ticket's customer in its place; once more: alone"},
	{New, Ticket, []string{"n"}, "", "Open a new ticket"},
	{EditCustomer, Ticket, []string{"E"}, "", "Edit the ticket's customer"},
	{AddOrder, Ticket, []string{"A"}, "", "Add an order of the ticket's customer"},
	{Next, Ticket, []string{"J"}, "next", "Next ticket without leaving this one's place"},
	{Previous, Ticket, []string{"K"}, "previous", "Previous ticket"},
	{Search, Ticket, []string{"/"}, "search", "Search inside the ticket"},
	{NextMatch, Ticket, []string{"]"}, "", "Next place that was searched for"},
	{PrevMatch, Ticket, []string{"["}, "", "Previous place that was searched for"},
	{Copy, Ticket, []string{"y"}, "copy", "Copy the ticket number"},
	{Up, Ticket, []string{"up", "k"}, "", "One line up"},
	{Down, Ticket, []string{"down", "j"}, "", "One line down"},
	{HalfPageUp, Ticket, []string{"ctrl+u", "pgup"}, "", "Half a screen up"},
	{HalfPageDown, Ticket, []string{"ctrl+d", "pgdown", "space"}, "", "Half a screen down"},
	{Top, Ticket, []string{"g", "home"}, "", "Start of the ticket"},
	{Bottom, Ticket, []string{"G", "end"}, "", "Newest message; once more: the end of the record"},
	{Back, Ticket, []string{"esc", "left", "h"}, "back", "Back to the list"},

	{Open, Customer, []string{"enter", "right", "l"}, "open", "Open the ticket under the cursor, or unfold the order"},
	{ShowCustomer, Customer, []string{"C"}, "alone", "The customer alone on the whole screen"},
	{EditCustomer, Customer, []string{"e"}, "edit", "Edit the customer"},
	{New, Customer, []string{"n"}, "ticket", "Open a new ticket for the customer"},
	{AddOrder, Customer, []string{"a"}, "order", "Add an order of the customer"},
	{EditOrder, Customer, []string{"u"}, "", "Edit the order under the cursor"},
	{Copy, Customer, []string{"y"}, "copy", "Copy a phone number, an e-mail or the customer's number"},
	{Up, Customer, []string{"up", "k"}, "", "One ticket, order or line up"},
	{Down, Customer, []string{"down", "j"}, "", "One ticket, order or line down"},
	{HalfPageUp, Customer, []string{"ctrl+u", "pgup"}, "", "Half a screen up"},
	{HalfPageDown, Customer, []string{"ctrl+d", "pgdown", "space"}, "", "Half a screen down"},
	{Top, Customer, []string{"g", "home"}, "", "Start of the record"},
	{Bottom, Customer, []string{"G", "end"}, "", "End of the record"},
	{Back, Customer, []string{"esc", "left", "h"}, "back", "Back to where you came from"},

	{Search, FAQ, []string{"/"}, "search", "Type words of a title, or words in the article that is read"},
	{Open, FAQ, []string{"enter", "right", "l"}, "open", "Read the article, open or fold the category"},
	{Categories, FAQ, []string{"t"}, "categories", "The tree of categories"},
	{Copy, FAQ, []string{"y"}, "copy", "Copy the article as plain text"},
	{Insert, FAQ, []string{"i", "ctrl+o"}, "insert", "Insert the article into the comment that is being written"},
	{Next, FAQ, []string{"J"}, "", "Next article"},
	{Previous, FAQ, []string{"K"}, "", "Previous article"},
	{NextMatch, FAQ, []string{"]"}, "", "Next place in the article that was searched for"},
	{PrevMatch, FAQ, []string{"["}, "", "Previous place in the article that was searched for"},
	{Up, FAQ, []string{"up", "k"}, "", "One line up"},
	{Down, FAQ, []string{"down", "j"}, "", "One line down"},
	{HalfPageUp, FAQ, []string{"ctrl+u", "pgup"}, "", "Half a screen up"},
	{HalfPageDown, FAQ, []string{"ctrl+d", "pgdown"}, "", "Half a screen down"},
	{Top, FAQ, []string{"g", "home"}, "", "First line"},
	{Bottom, FAQ, []string{"G", "end"}, "", "Last line"},
	{Back, FAQ, []string{"esc", "left", "h"}, "back", "Back to the hits, then to where you came from"},

	{Send, Form, []string{"ctrl+s"}, "send", "Check the form and send it"},
	{NextField, Form, []string{"tab"}, "next field", "Next field"},
	{PrevField, Form, []string{"shift+tab"}, "", "Previous field"},
	{ToOutbox, Form, []string{"ctrl+o"}, "outbox", "Put a form that could not be sent into the outbox"},
	{ToggleAdvanced, Form, []string{"ctrl+t"}, "", "Show the fields that are wanted less often, or hide them"},
	{InsertFromFAQ, Form, []string{"ctrl+f"}, "FAQ", "Look something up in the FAQ and insert it at the cursor"},
	{Discard, Form, []string{"ctrl+x"}, "discard", "Throw away what was typed, after asking"},
	{HalfPageUp, Form, []string{"pgup"}, "", "Scroll what stands beside the form up"},
	{HalfPageDown, Form, []string{"pgdown"}, "", "Scroll what stands beside the form down"},
	{Palette, Form, []string{"ctrl+p"}, "", "Everything that can be done here, by name"},
	{Help, Form, []string{"f1"}, "help", "Every key that works here"},
	{Suspend, Form, []string{"ctrl+z"}, "", "Put frontdesk into the background; fg brings it back"},
	{ForceQuit, Form, []string{"ctrl+c"}, "", "Leave frontdesk at once; what was typed is kept as a draft"},
	{Back, Form, []string{"esc"}, "leave", "Leave the form; what was typed is kept as a draft"},

	{ShowFAQ, Global, []string{"f"}, "FAQ", "Look up an answer in the knowledge base"},
	{FindCustomer, Global, []string{"F"}, "find", "Find a customer by phone, e-mail, name, code or number"},
	{ShowInbox, Global, []string{"i"}, "", "Back to the inbox"},
	{NewCustomer, Global, []string{"N"}, "", "Add a customer"},
	{Focus, Global, []string{"tab"}, "", "To the other pane"},
	{Refresh, Global, []string{"r"}, "refresh", "Ask the service again"},
	{Palette, Global, []string{"ctrl+p", ":"}, "", "Everything that can be done here, by name"},
	{Help, Global, []string{"?", "f1"}, "help", "Every key that works here"},
	{Drafts, Global, []string{"D"}, "", "List what was typed and not sent, to go on or throw away"},
	{Outbox, Global, []string{"O"}, "", "List the outbox: what could not be sent, to look at and send"},
	{Journal, Global, []string{"L"}, "", "List what you wrote today, with the outcome"},
	{Suspend, Global, []string{"ctrl+z"}, "", "Put frontdesk into the background; fg brings it back"},
	{Quit, Global, []string{"q"}, "quit", "Leave frontdesk from the list; elsewhere back"},
	{ForceQuit, Global, []string{"ctrl+c"}, "", "Leave at once; what was typed is kept as a draft"},

	{Open, ListOverlay, []string{"enter"}, "open", "Open what is under the cursor, or choose it"},
	{Send, ListOverlay, []string{"s"}, "send", "Send what is under the cursor, of the outbox"},
	{SendAll, ListOverlay, []string{"S"}, "send all", "Send all that waits in the outbox, in order, until one fails"},
	{Verify, ListOverlay, []string{"l"}, "look", "Look on the service for what may have arrived"},
	{Discard, ListOverlay, []string{"x"}, "throw away", "Throw away what is under the cursor, after asking"},
	{Up, ListOverlay, []string{"up", "k"}, "", "One line up"},
	{Down, ListOverlay, []string{"down", "j"}, "", "One line down"},
	{HalfPageUp, ListOverlay, []string{"ctrl+u", "pgup"}, "", "Half a screen up"},
	{HalfPageDown, ListOverlay, []string{"ctrl+d", "pgdown", "space"}, "", "Half a screen down"},
	{Top, ListOverlay, []string{"g", "home"}, "", "First line"},
	{Bottom, ListOverlay, []string{"G", "end"}, "", "Last line"},
	{Help, ListOverlay, []string{"?", "f1"}, "help", "Every key that works here"},
	{Back, ListOverlay, []string{"esc", "q"}, "back", "Close the list"},

	{Accept, ConfirmOverlay, []string{"enter"}, "go on", "Send what was looked at, or go on after what was said"},
	{Overwrite, ConfirmOverlay, []string{"s"}, "send", "Send all the same, or once more"},
	{UseTheirs, ConfirmOverlay, []string{"t"}, "take theirs", "Take what somebody else has changed into the form"},
	{CommentOnly, ConfirmOverlay, []string{"c"}, "comment", "Send the comment only, the rest as it is now"},
	{ToOutbox, ConfirmOverlay, []string{"o"}, "outbox", "Put the form into the outbox"},
	{Discard, ConfirmOverlay, []string{"x"}, "throw away", "Throw it away"},
	{Quit, ConfirmOverlay, []string{"q"}, "leave", "Leave frontdesk although what was typed is not saved"},
	{Up, ConfirmOverlay, []string{"up", "k"}, "", "One line up"},
	{Down, ConfirmOverlay, []string{"down", "j"}, "", "One line down"},
	{HalfPageUp, ConfirmOverlay, []string{"ctrl+u", "pgup"}, "", "Half a screen up"},
	{HalfPageDown, ConfirmOverlay, []string{"ctrl+d", "pgdown"}, "", "Half a screen down"},
	{Help, ConfirmOverlay, []string{"?", "f1"}, "help", "Every key that works here"},
	{Back, ConfirmOverlay, []string{"esc"}, "back", "Answer nothing: everything stays as it is"},

	{Open, CustomerSearch, []string{"enter"}, "open", "Open the customer under the cursor, or ask the service as it says"},
	{SearchOlder, CustomerSearch, []string{"ctrl+r"}, "look back", "Ask the service for the customers of each day, back in time"},
	{Up, CustomerSearch, []string{"up"}, "", "One row up"},
	{Down, CustomerSearch, []string{"down"}, "", "One row down"},
	{Help, CustomerSearch, []string{"f1"}, "help", "Every key that works here"},
	{Back, CustomerSearch, []string{"esc"}, "close", "Stop asking, or close the finder"},
}
