package gallery

import "time"

// odd are tickets whose texts are hard to set.
var odd = []Call{
	{"add-ticket", `[{"title":"配送先の住所を変更したいのですが、どうすればよいですか？"}]`},
	{"add-ticket", `[{"title":"👩‍👩‍👧 family plan 🎉: the third member is missing"}]`},
	{"add-ticket", `[{"title":"Rückerstattungsbestätigungsschreibenübermittlungsverzögerung wegen Feiertag"}]`},
	{"add-ticket", `[{"title":"שלום, החשבונית שלי שגויה"}]`},
	{"add-ticket", `[{"title":"<b>Bold</b> &amp; \u0007bells \u001b[31mand colours"}]`},
}

var inboxScenes = []Scene{
	{Name: "inbox", Shows: "the tickets of the last days", Wide: true},
	{Name: "inbox-empty", Shows: "no ticket in these days", Desk: Bare, Wide: true},
	{Name: "inbox-loading", Shows: "nothing has arrived yet", Net: []Fault{hangs("pull-ticket")}, Wide: true},
	{
		Name: "inbox-half-loaded", Shows: "some days have arrived, one has not", Wide: true,
		Net: []Fault{{Does: Hang, Op: "pull-ticket", Holds: "2026-11-15"}}, Way: []Step{{Await: "6/7 days"}},
	},
	{
		Name: "inbox-stale", Shows: "the service does not answer, and what was pulled stays", Wide: true,
		Way: []Step{{Net: []Fault{down}, Press: []string{"r"}}},
	},
	{Name: "inbox-back", Shows: "the service answers again after a while", Way: []Step{
		{Net: []Fault{down}, Press: []string{"r"}}, {Mend: true, Pass: time.Minute},
	}},
	{Name: "inbox-failed", Shows: "nothing could be fetched", Net: []Fault{down}, Wide: true},
	{Name: "inbox-denied", Shows: "the service does not accept the key", Net: []Fault{{Does: Deny}}},
	{
		Name: "inbox-day-missing", Shows: "one day could not be fetched",
		Net: []Fault{{Does: Fail, Op: "pull-ticket", Holds: "2026-11-18", Says: "Something went wrong"}},
	},
	{Name: "inbox-cut-short", Shows: "the service gives out only a part of one day", Net: []Fault{
		{Does: Refuse, Op: "pull-ticket", Holds: `"limit":`, Says: "limit is too large"},
		{Does: Edit, Op: "pull-ticket", Holds: "2026-11-19", Of: `"totalCount":`, Says: `"totalCount":40`},
	}},
	{Name: "inbox-filter", Shows: "the list is filtered while words are typed", Way: []Step{press("/"), typed("refu")}},
	{Name: "inbox-filter-kept", Shows: "a filter that stays", Way: []Step{press("/"), typed("refu"), press("enter")}},
	{Name: "inbox-filter-nothing", Shows: "nothing fits the filter", Way: []Step{press("/"), typed("zeppelin")}},
	{Name: "inbox-view", Shows: "another view, sorted by another column", Way: []Step{press("3", "s", "s")}, Wide: true},
	{
		Name: "inbox-view-empty", Shows: "a view without tickets", Desk: Bare,
		Way: []Step{{Do: odd[:1], Press: []string{"r", "3"}}},
	},
	{Name: "inbox-marked", Shows: "some tickets are marked", Way: []Step{press("space", "j", "space", "j", "j", "space")}},
	{
		Name: "inbox-news", Shows: "something has happened on tickets since they were looked at", Wide: true,
		Way: []Step{{Pass: 90 * time.Second}, {Do: odd[:3], Pass: 90 * time.Second}},
	},
	{Name: "inbox-drafts", Shows: "tickets with drafts", Way: []Step{
		press("c"), typed("Half a sentence"), press("esc", "j", "j", "c"), typed("Another"), press("esc"),
	}},
	{Name: "inbox-odd-titles", Shows: "titles that are hard to set", Way: []Step{{Do: odd, Press: []string{"r"}}}, Wide: true},
	{Name: "inbox-copied", Shows: "the ticket number was copied", Way: []Step{press("y")}},
}
