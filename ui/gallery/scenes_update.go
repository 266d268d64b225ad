package gallery

// first is the ticket under the cursor of the sample desk.
const first = "713595179646"

// comment is a step that writes a comment on it.
var comment = []Step{press("c"), typed("Called back, the parcel is at the neighbour's.")}

// then goes on after a comment was written.
func then(steps ...Step) []Step { return append(comment[:2:2], steps...) }

// moves is what a colleague does to that ticket.
var moves = []Call{{"update-ticket", `[{"ticket_id":"` + first + `","sub_status":"CL","comment":"Solved on the phone"}]`}}

var updateScenes = []Scene{
	{Name: "update", Shows: "the form of an update", Way: []Step{press("u")}, Wide: true},
	{Name: "update-choices", Shows: "sub-statuses to choose from", Way: []Step{press("u"), typed("c")}, Wide: true},
	{Name: "update-comment", Shows: "a long comment is written", Wide: true, Way: []Step{
		press("c"),
		{Paste: "Dear customer,\n\nwe have looked into it: the parcel was handed to your neighbour at number 14 on Thursday. " +
			"If they do not have it, answer this message and we send another one the same day.\n\nKind regards\nAsha\n\nPS: the voucher stays valid."},
	}},
	{Name: "update-callback", Shows: "a callback time is typed", Way: []Step{press("b"), typed("mon 9:00")}},
	{Name: "update-callback-wrong", Shows: "a time that cannot be understood", Way: []Step{press("b"), typed("25:00"), press("ctrl+s")}},
	{Name: "update-closing", Shows: "what closing a ticket will send", Way: []Step{press("x")}},
	{Name: "update-nothing-changed", Shows: "there is nothing to send yet", Way: []Step{press("u", "ctrl+s")}},
	{Name: "update-saving", Shows: "it is being sent", Way: then(Step{Net: []Fault{hangs("update-ticket")}, Press: []string{"ctrl+s"}})},
	{Name: "update-saved", Shows: "it was saved", Way: then(press("ctrl+s")), Wide: true},
	{
		Name: "update-refused", Shows: "the service refuses it", Wide: true,
		Way: []Step{press("u"), typed("NOSUCH"), press("tab", "tab", "tab", "tab"), typed("A comment"), press("ctrl+s")},
	},
	{Name: "update-not-sent", Shows: "it could not leave", Way: then(Step{Net: []Fault{down}, Press: []string{"ctrl+s"}}), Wide: true},
	{
		Name: "update-conflict", Shows: "the ticket has moved since the form was opened", Wide: true,
		Way: then(Step{Do: moves, Press: []string{"ctrl+s"}}),
	},
	{
		Name: "update-unknown", Shows: "the answer was lost, and nothing tells whether it was carried out", Wide: true,
		Way: then(Step{Net: []Fault{{Does: Gone, Op: "update-ticket"}}, Press: []string{"ctrl+s"}}),
	},
	{Name: "update-unknown-in-form", Shows: "the form after that question", Way: then(
		Step{Net: []Fault{{Does: Gone, Op: "update-ticket"}}, Press: []string{"ctrl+s", "esc"}})},
	{
		Name: "update-found-out", Shows: "the answer was lost, and the ticket shows the update",
		Way: then(Step{Net: []Fault{{Does: Lost, Op: "update-ticket"}}, Press: []string{"ctrl+s"}}),
	},
	{Name: "update-misunderstood", Shows: "the service has understood another callback time", Way: []Step{
		press("b"), typed("tomorrow 12:30"), {Net: []Fault{{Does: Edit, Op: "update-ticket", Of: "12:30", Says: "00:30"}}, Press: []string{"ctrl+s"}},
	}},
	{Name: "update-restored", Shows: "what was typed before is back after a crash", Way: then(Step{Anew: true, Press: []string{"c"}}), Wide: true},
	{Name: "update-discard", Shows: "a question before typing is thrown away", Way: then(press("ctrl+x"))},
	{Name: "update-article", Shows: "an answer from the FAQ beside the form", Way: then(press("ctrl+f"), typed("refund"), press("enter")), Wide: true},
}
