package cache_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// caller is a ticket with what it says about who wrote it, created in the minute of its number.
func caller(number, customer int64, creator, phone, email, order string) desk.Ticket {
	return desk.Ticket{
		ID: desk.NewID(id(number)), TaskID: number, CustomerID: customer, Title: safetext.LineFromText("Refund 5550199 of Zoë"),
		Phone: safetext.LineFromText(phone), Email: safetext.LineFromText(email), OrderID: safetext.LineFromText(order),
		Creator: desk.NewInternedLine(safetext.LineFromText(creator)), Created: desk.NewUnixTime(timeAt(20, 9, int(number%60))),
	}
}

// callers is a cache with customers and tickets of people who call.
func callers() *cache.Cache {
	c := cache.New(cache.Config{})
	line := safetext.LineFromText
	cache.LearnCustomers(c, []desk.Customer{
		{ID: 61001, Name: line("Zoë Ångström"), Code: line("C-1234"), Contacts: []desk.Contact{
			{Name: line("Zoë Ångström"), CountryCode: line("46"), Phone: line("705550142"), Email: line("zoe@example.se")},
			{Name: line("Ravi Ångström"), Phone: line("+91 … 5627"), Email: line("ra•••@example.se")},
		}},
		{ID: 61002, Name: line("Zacharias Holm"), Contacts: []desk.Contact{{Phone: line("98XXXXXX10"), Email: line("holm@example.org")}}},
	})
	cache.Learn(c, []desk.Ticket{
		caller(310519, 61001, "API", "", "", "5244370"),
		caller(310520, 61001, "API", "", "", "ACM-258049"),
		caller(310521, 0, "Wilhelmina Ærø", "0176 5550177", "w@example.de", ""),
		caller(310522, 0, "Wilhelmina Ærø", "0176 5550177", "w@example.de", ""),
		caller(310523, 61003, "Wilhelm Tell", "+1 512 555 9343", "tell@example.ch", ""),
		caller(310524, 0, "API", "", "", ""),
	})
	cache.LearnOrders(c, 61002, []desk.Order{{ID: desk.NewID("900017"), ERPOrder: line("ERP/77-x"), Invoice: line("INV-2026-4711")}})
	return c
}

// shown writes a match as a screen could: whose it is, the field, its text with what matched in brackets.
func shown(f *cache.Match) string {
	name := "stranger"
	if f.ID != 0 {
		name = fmt.Sprint(f.ID)
	}
	fields := map[cache.MatchField]string{
		cache.ByTicket: "ticket", cache.ByPhone: "phone", cache.ByEmail: "email", cache.ByOrder: "order", cache.ByCustomer: "number",
		cache.ByCode: "code", cache.ByName: "name", cache.ByCreator: "creator", cache.ByTitle: "title",
	}
	var b strings.Builder
	at := 0
	for _, r := range f.Ranges {
		b.WriteString(f.Value.String()[at:r.From] + "[" + f.Value.String()[r.From:r.To] + "]")
		at = r.To
	}
	b.WriteString(f.Value.String()[at:])
	text := name + " " + fields[f.By] + " " + b.String()
	if f.Level == desk.PossibleMatch {
		text += " maybe"
	}
	if f.LastDigits {
		text += " by its last digits"
	}
	if f.Ticket != nil {
		text += fmt.Sprintf(" …%d of %d", f.Ticket.TaskID, f.Tickets)
	}
	return text
}

func lookup(t testing.TB, c *cache.Cache, typed string) []string {
	t.Helper()
	found, err := c.Lookup(context.Background(), typed, 10)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for i := range found.Matches {
		all = append(all, shown(&found.Matches[i]))
	}
	return all
}

func TestLookup_FindsCallersAndSaysWhy(t *testing.T) {
	c := callers()
	for typed, want := range map[string][]string{
		"z":               {"61001 name [Z]oë Ångström …310520 of 2", "61002 name [Z]acharias Holm"},
		"ångs":            {"61001 name Zoë [Ångs]tröm …310520 of 2"},
		"ANGSTROM ZOE":    {"61001 name [Zoë] [Ångström] …310520 of 2"},
		"holn":            nil, // too short for a typo
		"zacharjas":       {"61002 name [Zacharias] Holm maybe"},
		"+46 70 555 0142": {"61001 phone +[46 705550142] …310520 of 2"},
		"0046-705550142":  {"61001 phone +[46 705550142] …310520 of 2"},
		"070 5550142":     {"61001 phone +46 [705550142] …310520 of 2"},
		"tel:+46705550142": {
			"61001 phone +[46 705550142] …310520 of 2",
		},
		"\u202a070\u00a0555\u20110142\u202c": {"61001 phone +46 [705550142] …310520 of 2"},
		"0142":                               {"61001 phone +46 70555[0142] …310520 of 2"},
		"+91 98765 45627":                    {"61001 phone +91 … [5627] maybe by its last digits …310520 of 2"},
		"…5627":                              {"61001 phone +91 … [5627] maybe by its last digits …310520 of 2"},
		"9876543210":                         {"61002 phone [98]XXXXXX[10] maybe by its last digits"},
		"zoe@":                               {"61001 email [zoe@]example.se …310520 of 2"},
		"ravi@example.se":                    {"61001 email ra•••@example.se maybe …310520 of 2"},
		"c-12":                               {"61001 code [C-12]34 …310520 of 2"},
		"61001":                              {"61001 number [61001] …310520 of 2"},
		"zoe 0142":                           {"61001 phone +46 70555[0142] …310520 of 2"},
		"zoe 070-555-0142":                   {"61001 phone +46 [705550142] …310520 of 2"},
		"310519":                             {"61001 ticket 713500[310519] …310519 of 2"},
		"0519":                               {"61001 ticket 71350031[0519] …310519 of 2"},
		"713500310522":                       {"stranger ticket [713500310522] …310522 of 1"},
		"5244370":                            {"61001 order [5244370] …310519 of 2"},
		"4370":                               {"61001 order 524[4370] …310519 of 2"},
		"acm-2580":                           {"61001 order [ACM-2580]49 …310520 of 2"},
		"258049":                             {"61001 order ACM-[258049] …310520 of 2"},
		"900017":                             {"61002 order [900017]"},
		"4711":                               {"61002 order INV-2026-[4711]"},
		"erp/77-x":                           {"61002 order [ERP/77-x]"},
		"0176 5550177":                       {"stranger phone [0176 5550177] …310522 of 2"},
		"wilh": {
			"61003 creator [Wilh]elm Tell maybe …310523 of 1", "stranger creator [Wilh]elmina Ærø maybe …310522 of 2",
		},
		"aero wilhelmine": {"stranger creator [Wilhelmina] [Ærø] maybe …310522 of 2"},
		"1 512 … 9343":    nil, // what is left out is not guessed
		"9343":            {"61003 phone +1 512 555 [9343] …310523 of 1"},
		"tell@example.ch": {"61003 email [tell@example.ch] …310523 of 1"},
		"refund":          nil, // titles are the filter's
		"5550199": {
			"61001 title Refund [5550199] of Zoë …310520 of 2", "stranger title Refund [5550199] of Zoë …310524 of 1",
			"61003 title Refund [5550199] of Zoë …310523 of 1", "stranger title Refund [5550199] of Zoë …310522 of 2",
		},
		"550199":                      nil, // a part of a number
		"ACM-244370":                  {"61001 order 5[244370] …310519 of 2"},
		"acm 244370":                  {"61001 order 5[244370] …310519 of 2"},
		"#244370":                     {"61001 order 5[244370] …310519 of 2"},
		"ACM 258049":                  {"61001 order ACM-[258049] …310520 of 2"},
		"acm258049":                   {"61001 order ACM-[258049] …310520 of 2"},
		"ACM-999999":                  nil,
		"ACM\u2011258049":             {"61001 order [ACM-258049] …310520 of 2"},
		"\u2068+46 70 555 0142\u2069": {"61001 phone +[46 705550142] …310520 of 2"},
		"tel: 070 5550142":            {"61001 phone +46 [705550142] …310520 of 2"},
		"":                            nil,
		"  ":                          nil,
		"nobody like this":            nil,
	} {
		equalLists(t, fmt.Sprintf("matches of %q", typed), lookup(t, c, typed), want)
	}
}

func TestLookup_AStrangerWithoutPhoneAndAddressIsNobodyElse(t *testing.T) {
	c := callers()
	cache.Learn(c, []desk.Ticket{caller(310525, 0, "API", "", "", "")})
	equalLists(t, "matches", lookup(t, c, "api"), []string{
		"61001 creator [API] maybe …310520 of 2", "stranger creator [API] maybe …310525 of 1", "stranger creator [API] maybe …310524 of 1",
	})
}

// TestLookup_FollowsEveryChange compares the index that grew with one made at once.
func TestLookup_FollowsEveryChange(t *testing.T) {
	tickets := largeDesk(3_000)
	grown, fresh := cache.New(cache.Config{}), cache.New(cache.Config{})
	for i := 0; i < len(tickets); i += 70 {
		cache.Learn(grown, tickets[i:min(len(tickets), i+70)])
		lookup(t, grown, "555")
	}
	changed := tickets[100]
	changed.Phone, changed.Email = safetext.LineFromText("4677 0001"), safetext.LineFromText("new@example.net")
	cache.Learn(grown, []desk.Ticket{changed})
	tickets[100] = changed
	cache.Learn(fresh, tickets)
	for _, typed := range []string{"46770001", "new@example", "customer.77@", "5550100077", "000077", changed.ID.Raw()} {
		if got, want := lookup(t, grown, typed), lookup(t, fresh, typed); len(want) == 0 {
			t.Errorf("%q finds nothing", typed)
		} else {
			equalLists(t, "matches of "+typed, got, want)
		}
	}
	cache.Rebuild(grown) // every other row leaves, the others get new numbers
	cache.Learn(grown, tickets[2_000:])
	equalLists(t, "after an eviction", lookup(t, grown, tickets[2_999].ID.Raw()), lookup(t, fresh, tickets[2_999].ID.Raw()))
	equalLists(t, "of an evicted ticket", lookup(t, grown, tickets[1_001].ID.Raw()), nil)
	equalLists(t, "of a kept ticket", lookup(t, grown, tickets[1_000].ID.Raw())[:1], []string{
		fmt.Sprintf("%d ticket [%s] …%d of 1", tickets[1_000].CustomerID, tickets[1_000].ID.Raw(), tickets[1_000].TaskID),
	})
}

func TestLookup_FindsTheNumbersOfTicketsThatWereKeptOnDisk(t *testing.T) {
	dir := t.TempDir()
	first := startCache(t, []row{ticket(1, 20, func(t *row) { t.Phone = "+49 176 555-0177" })}, keptIn(dir, 0))
	pull(t, first.Cache, november(20, 20))
	first.Close()
	again := startOffline(t, keptIn(dir, 60))
	if found := lookup(t, again.Cache, "0176 5550177"); len(found) != 1 || !strings.Contains(found[0], "phone +49 [176 555-0177]") {
		t.Errorf("%q", found)
	}
}

func TestLookup_CreatorsAreThoseOfTheTicketsThatStayAfterAnEviction(t *testing.T) {
	c := cache.New(cache.Config{})
	cache.Learn(c, []desk.Ticket{
		caller(1, 61001, "Ida Kept", "", "", ""), caller(2, 61002, "Olga Gone", "", "", ""), caller(3, 61003, "Jo Kept", "", "", ""),
	})
	lookup(t, c, "gone")
	cache.Rebuild(c) // every other row leaves, the others and their creators get new numbers
	equalLists(t, "matches", lookup(t, c, "kept"), []string{
		"61003 creator Jo [Kept] maybe …3 of 1", "61001 creator Ida [Kept] maybe …1 of 1",
	})
	equalLists(t, "of an evicted creator", lookup(t, c, "gone"), nil)
}
