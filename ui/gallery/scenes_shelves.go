package gallery

import "time"

// aside sends the form while nobody answers and puts it into the outbox; the service answers again then.
var aside = []Step{{Net: []Fault{down}, Press: []string{"ctrl+s"}, Pass: 40 * time.Second}, press("ctrl+o"), {Mend: true}}

// filled is an outbox with an item in each state that lasts.
var filled = steps(
	press("u"), typed("NOSUCH"), press("tab", "tab", "tab", "tab"), typed("Replacement is on its way"), aside, press("O", "S", "esc"),
	press("j", "c"), typed("Called back, no answer. The customer is on the train until six and asks for a mail instead."),
	Step{Net: []Fault{{Does: Gone, Op: "update-ticket"}}, Press: []string{"ctrl+s"}, Pass: time.Minute}, press("o"), Step{Mend: true},
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
	{Name: "drafts", Wide: true, Shows: "what was typed and not sent", Way: steps(twoDrafts, press("D"))},
	{Name: "drafts-none", Shows: "no draft is kept", Way: steps(press("D"))},
	{Name: "drafts-after-crash", Shows: "the console was killed while two forms held something", Way: steps(twoDrafts, Step{Anew: true})},
	{Name: "drafts-discard", Shows: "a draft is to be thrown away", Way: steps(twoDrafts, press("D", "x"))},
	{Name: "form-not-sent", Shows: "a form that could not leave: the outbox is offered", Way: []Step{
		press("c"), typed("A comment"), {Net: []Fault{down}, Press: []string{"ctrl+s"}, Pass: 40 * time.Second},
	}},
	{Name: "outbox", Wide: true, Shows: "forms that could not be sent, each with its state", Way: steps(filled, press("O"))},
	{Name: "outbox-none", Shows: "nothing waits in the outbox", Way: steps(press("O"))},
	{Name: "outbox-header", Shows: "the first line counts what waits", Way: filled},
	{Name: "outbox-sending", Shows: "an item is on its way", Way: steps(filled, Step{Net: []Fault{hangs("get-ticket")}}, press("O", "S"))},
	{Name: "outbox-not-known", Shows: "an item of which nobody knows whether it arrived", Way: steps(filled, press("O", "j"))},
	{Name: "outbox-moved", Shows: "an item whose ticket has changed meanwhile", Way: steps(
		press("c"), typed("Mine"), aside, Step{Do: []Call{{"update-ticket", `[{"ticket_id":"713595179646","sub_status":"CL","comment":"Theirs"}]`}}}, press("O", "s"),
	)},
	{Name: "outbox-not-there", Shows: "what was lost is looked for and not there", Way: steps(
		press("c"), typed("Once"), Step{Net: []Fault{{Does: Gone, Op: "update-ticket"}}, Press: []string{"ctrl+s"}, Pass: time.Minute},
		press("o"), Step{Mend: true}, press("O", "l"),
	)},
	{Name: "outbox-again", Shows: "what may have arrived is to be sent again", Way: steps(
		press("c"), typed("Once"), Step{Net: []Fault{{Does: Gone, Op: "update-ticket"}}, Press: []string{"ctrl+s"}, Pass: time.Minute},
		press("o"), Step{Mend: true}, press("O", "s"),
	)},
	{Name: "outbox-offered", Shows: "the service answers again, and something waits", Way: steps(
		press("c"), typed("A comment"), Step{Net: []Fault{down}, Press: []string{"ctrl+s"}, Pass: 3 * time.Minute}, press("ctrl+o"), Step{Mend: true, Pass: 2 * time.Minute},
	)},
	{Name: "journal", Wide: true, Shows: "what was written today", Way: steps(
		press("c"), typed("Called back"), press("ctrl+s"), press("j", "j", "u"), typed("NOSUCH"), press("ctrl+s", "ctrl+x", "x"),
		press("n"), typed("Voucher does not work"), press("ctrl+s", "L"),
	)},
	{Name: "journal-none", Shows: "nothing was written today", Way: steps(press("L"))},
}
