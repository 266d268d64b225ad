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
