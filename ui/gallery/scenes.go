package gallery

import "slices"

// All is every scene, in the order in which they are looked through.
var All = slices.Concat(
	inboxScenes, ticketScenes, updateScenes, newTicketScenes, customerScenes, recordScenes, faqScenes, shelfScenes, overlayScenes, windowScenes,
)

// down is a service that nobody reaches.
var down = Fault{Kind: Down}

// hangs is an operation that is not answered.
func hangs(op string) Fault { return Fault{Kind: Hang, Op: op} }
