package gallery

import "time"

// hardTitles are tickets whose texts are hard to set.
var hardTitles = []Call{
	{"add-ticket", `[{"title":"配送先の住所を変更したいのですが、どうすればよいですか？"}]`},
	{"add-ticket", `[{"title":"👩‍👩‍👧 family plan 🎉: the third member is missing"}]`},
	{"add-ticket", `[{"title":"Rückerstattungsbestätigungsschreibenübermittlungsverzögerung wegen Feiertag"}]`},
	{"add-ticket", `[{"title":"שלום, החשבונית שלי שגויה"}]`},
	{"add-ticket", `[{"title":"<b>Bold</b> &amp; \u0007bells \u001b[31mand colours"}]`},
}

var inboxScenes = []Scene{
	{Name: "inbox", Description: "the tickets of the last days", WideGolden: true},
	{Name: "inbox-empty", Description: "no ticket in these days", Desk: Empty, WideGolden: true},
	{Name: "inbox-loading", Description: "nothing has arrived yet", Faults: []Fault{hangs("pull-ticket")}, WideGolden: true},
	{
		Name: "inbox-half-loaded", Description: "some days have arrived, one has not", WideGolden: true,
		Faults: []Fault{{Kind: Hang, Op: "pull-ticket", BodyContains: "2026-11-15"}}, Steps: []Step{{WaitFor: "6/7 days"}},
	},
	{
		Name: "inbox-stale", Description: "the service does not answer, and what was pulled stays", WideGolden: true,
		Steps: []Step{{Net: []Fault{down}, Press: []string{"r"}}},
	},
	{Name: "inbox-back", Description: "the service answers again after a while", Steps: []Step{
		{Net: []Fault{down}, Press: []string{"r"}}, {ClearFaults: true, Advance: time.Minute},
	}},
	{Name: "inbox-failed", Description: "nothing could be fetched", Faults: []Fault{down}, WideGolden: true},
	{Name: "inbox-denied", Description: "the service does not accept the key", Faults: []Fault{{Kind: Deny}}},
	{
		Name: "inbox-day-missing", Description: "one day could not be fetched",
		Faults: []Fault{{Kind: Fail, Op: "pull-ticket", BodyContains: "2026-11-18", With: "Something went wrong"}},
	},
	{Name: "inbox-cut-short", Description: "the service gives out only a part of one day", Faults: []Fault{
		{Kind: Refuse, Op: "pull-ticket", BodyContains: `"limit":`, With: "limit is too large"},
		{Kind: Edit, Op: "pull-ticket", BodyContains: "2026-11-19", Replace: `"totalCount":`, With: `"totalCount":40`},
	}},
	{Name: "inbox-filter", Description: "the list is filtered while words are typed", Steps: []Step{press("/"), typed("refu")}},
	{Name: "inbox-filter-kept", Description: "a filter that stays", Steps: []Step{press("/"), typed("refu"), press("enter")}},
	{Name: "inbox-filter-nothing", Description: "nothing fits the filter", Steps: []Step{press("/"), typed("zeppelin")}},
	{Name: "inbox-view", Description: "another view, sorted by another column", Steps: []Step{press("3", "s", "s")}, WideGolden: true},
	{
		Name: "inbox-view-empty", Description: "a view without tickets", Desk: Empty,
		Steps: []Step{{APICalls: hardTitles[:1], Press: []string{"r", "3"}}},
	},
	{Name: "inbox-marked", Description: "some tickets are marked", Steps: []Step{press("space", "j", "space", "j", "j", "space")}},
	{
		Name: "inbox-news", Description: "something has happened on tickets since they were looked at", WideGolden: true,
		Steps: []Step{{Advance: 90 * time.Second}, {APICalls: hardTitles[:3], Advance: 90 * time.Second}},
	},
	{Name: "inbox-drafts", Description: "tickets with drafts", Steps: []Step{
		press("c"), typed("Half a sentence"), press("esc", "j", "j", "c"), typed("Another"), press("esc"),
	}},
	{Name: "inbox-odd-titles", Description: "titles that are hard to set", Steps: []Step{{APICalls: hardTitles, Press: []string{"r"}}}, WideGolden: true},
	{Name: "inbox-copied", Description: "the ticket number was copied", Steps: []Step{press("y")}},
}

var faqScenes = []Scene{
	{Name: "faq-tree", Description: "the categories of the FAQ", Steps: []Step{press("f")}, WideGolden: true},
	{Name: "faq-tree-open", Description: "a category is open", Steps: []Step{press("f", "esc", "j", "j", "enter", "j", "enter")}},
	{Name: "faq-loading", Description: "categories are on their way", Faults: []Fault{hangs("faq-categories")}, Steps: []Step{press("f")}},
	{Name: "faq-failed", Description: "categories could not be fetched", Faults: []Fault{{Kind: Fail, Op: "faq-categories", With: "Something went wrong"}}, Steps: []Step{press("f")}},
	{Name: "faq-hits", Description: "articles that were found", Steps: []Step{press("f"), typed("refund")}, WideGolden: true},
	{Name: "faq-asking", Description: "what is remembered, while the service is asked", Steps: []Step{
		press("f"), typed("refund"), press("esc", "esc", "f"), {Net: []Fault{hangs("search-faq")}, Type: "received"},
	}},
	{Name: "faq-nothing", Description: "nothing was found", Steps: []Step{press("f"), typed("zeppelin")}},
	{Name: "faq-search-failed", Description: "the search has failed", Steps: []Step{press("f"), {Net: []Fault{down}, Type: "refund"}}},
	{Name: "faq-article", Description: "an article", Steps: []Step{press("f"), typed("refund"), press("enter")}, WideGolden: true},
	{Name: "faq-article-search", Description: "a word is looked for inside an article", Steps: []Step{
		press("f"), typed("complete guide"), press("enter", "/"), typed("E18"),
	}, WideGolden: true},
	{Name: "faq-copied", Description: "an article was copied", Steps: []Step{press("f"), typed("refund"), press("enter", "y")}},
}

var overlayScenes = []Scene{
	{Name: "help", Description: "every key of the list", Steps: []Step{press("?")}, WideGolden: true},
	{Name: "help-ticket", Description: "every key of a ticket", Steps: []Step{press("enter", "?")}},
	{Name: "help-form", Description: "every key of a form", Steps: []Step{press("c", "f1")}},
	{Name: "help-faq", Description: "every key of the FAQ", Steps: []Step{press("f", "esc", "?")}},
	{Name: "palette", Description: "everything that can be done here", Steps: []Step{press("ctrl+p")}, WideGolden: true},
	{Name: "palette-search", Description: "something is looked for by name", Steps: []Step{press("ctrl+p"), typed("call")}},
	{Name: "palette-nothing", Description: "nothing is called that", Steps: []Step{press("ctrl+p"), typed("zeppelin")}},
	{Name: "dates", Description: "days to choose", Steps: []Step{press("d")}, WideGolden: true},
	{Name: "dates-wrong", Description: "days that cannot be understood", Steps: []Step{press("d"), typed("next whenever"), press("enter")}},
	{Name: "start-draft-waits", Description: "a draft waits after a crash", Steps: then(Step{Restart: true})},
}

var windowScenes = []Scene{
	{Name: "window-small", Description: "the smallest window", Width: 50, Height: 12},
	{Name: "window-too-small", Description: "a window in which nothing can be worked with", Steps: comment, Width: 40, Height: 10},
	{Name: "no-colours", Description: "nothing is said by colour alone", Steps: []Step{press("3", "enter")}, Plain: true, WideGolden: true},
}

// moveToOutbox sends the form while nobody answers and puts it into the outbox; the service answers again then.
var moveToOutbox = []Step{{Net: []Fault{down}, Press: []string{"ctrl+s"}, Advance: 40 * time.Second}, press("ctrl+o"), {ClearFaults: true}}

// filled is an outbox with an item in each state that lasts.
var filled = steps(
	press("u"), typed("NOSUCH"), press("tab", "tab", "tab", "tab"), typed("Replacement is on its way"), moveToOutbox, press("O", "S", "esc"),
	press("j", "c"), typed("Called back, no answer. The customer is on the train until six and asks for a mail instead."),
	Step{Net: []Fault{{Kind: Gone, Op: "update-ticket"}}, Press: []string{"ctrl+s"}, Advance: time.Minute}, press("o"), Step{ClearFaults: true},
	press("n"), typed("Voucher 8831 does not work"), moveToOutbox, press("j", "b"), typed("tomorrow 10:00"), moveToOutbox,
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
		press("c"), typed("Mine"), moveToOutbox, Step{APICalls: []Call{{"update-ticket", `[{"ticket_id":"713595179646","sub_status":"CL","comment":"Theirs"}]`}}}, press("O", "s"),
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
