package gallery

import "time"

// aside sends the form while nobody answers and puts it into the outbox; the service answers again then.
var aside = []Step{{Net: []Fault{down}, Press: []string{"ctrl+s"}, Advance: 40 * time.Second}, press("ctrl+o"), {ClearFaults: true}}

// filled is an outbox with an item in each state that lasts.
var filled = steps(
	press("u"), typed("NOSUCH"), press("tab", "tab", "tab", "tab"), typed("Replacement is on its way"), aside, press("O", "S", "esc"),
	press("j", "c"), typed("Called back, no answer. The customer is on the train until six and asks for a mail instead."),
	Step{Net: []Fault{{Kind: Gone, Op: "update-ticket"}}, Press: []string{"ctrl+s"}, Advance: time.Minute}, press("o"), Step{ClearFaults: true},
	press("n"), typed("Voucher 8831 does not work"), aside, press("j", "b"), typed("tomorrow 10:00"), aside,
)

// steps joins steps and ways.
func steps(all ...any) []Step {
	var way []Step
	for _, one := range all {
		switch one := one.(type) {
		case Step:
			way = append(way, one)
		case []Step:
			way = append(way, one...)
		}
	}
	return way
}

// twoDrafts are typed and left.
var twoDrafts = steps(press("c"), typed("Half a sentence"), press("esc", "j", "j", "n"), typed("Voucher does not work"), press("esc"))

var shelfScenes = []Scene{
	{Name: "drafts", WideGolden: true, Description: "what was typed and not sent", Steps: steps(twoDrafts, press("D"))},
	{Name: "drafts-none", Description: "no draft is kept", Steps: steps(press("D"))},
	{Name: "drafts-after-crash", Description: "the console was killed while two forms held something", Steps: steps(twoDrafts, Step{Restart: true})},
	{Name: "drafts-discard", Description: "a draft is to be thrown away", Steps: steps(twoDrafts, press("D", "x"))},
	{Name: "form-not-sent", Description: "a form that could not leave: the outbox is offered", Steps: []Step{
		press("c"), typed("A comment"), {Net: []Fault{down}, Press: []string{"ctrl+s"}, Advance: 40 * time.Second},
	}},
	{Name: "outbox", WideGolden: true, Description: "forms that could not be sent, each with its state", Steps: steps(filled, press("O"))},
	{Name: "outbox-none", Description: "nothing waits in the outbox", Steps: steps(press("O"))},
	{Name: "outbox-header", Description: "the first line counts what waits", Steps: filled},
	{Name: "outbox-sending", Description: "an item is on its way", Steps: steps(filled, Step{Net: []Fault{hangs("get-ticket")}}, press("O", "S"))},
	{Name: "outbox-not-known", Description: "an item of which nobody knows whether it arrived", Steps: steps(filled, press("O", "j"))},
	{Name: "outbox-moved", Description: "an item whose ticket has changed meanwhile", Steps: steps(
		press("c"), typed("Mine"), aside, Step{APICalls: []Call{{"update-ticket", `[{"ticket_id":"713595179646","sub_status":"CL","comment":"Theirs"}]`}}}, press("O", "s"),
	)},
	{Name: "outbox-not-there", Description: "what was lost is looked for and not there", Steps: steps(
		press("c"), typed("Once"), Step{Net: []Fault{{Kind: Gone, Op: "update-ticket"}}, Press: []string{"ctrl+s"}, Advance: time.Minute},
		press("o"), Step{ClearFaults: true}, press("O", "l"),
	)},
	{Name: "outbox-again", Description: "what may have arrived is to be sent again", Steps: steps(
		press("c"), typed("Once"), Step{Net: []Fault{{Kind: Gone, Op: "update-ticket"}}, Press: []string{"ctrl+s"}, Advance: time.Minute},
		press("o"), Step{ClearFaults: true}, press("O", "s"),
	)},
	{Name: "outbox-offered", Description: "the service answers again, and something waits", Steps: steps(
		press("c"), typed("A comment"), Step{Net: []Fault{down}, Press: []string{"ctrl+s"}, Advance: 3 * time.Minute}, press("ctrl+o"), Step{ClearFaults: true, Advance: 2 * time.Minute},
	)},
	{Name: "journal", WideGolden: true, Description: "what was written today", Steps: steps(
		press("c"), typed("Called back"), press("ctrl+s"), press("j", "j", "u"), typed("NOSUCH"), press("ctrl+s", "ctrl+x", "x"),
		press("n"), typed("Voucher does not work"), press("ctrl+s", "L"),
	)},
	{Name: "journal-none", Description: "nothing was written today", Steps: steps(press("L"))},
}
