package cache_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
	"frontdesk/internal/safetext"
	"frontdesk/internal/safetext/texttest"
	"frontdesk/internal/wire"
)

// filterDesk returns a cache with one ticket for each thing that conditions ask for, at noon of 20 November.
func filterDesk(t testing.TB) *cache.Cache {
	t.Helper()
	line := safetext.LineFromText
	term := func(s string) desk.InternedLine { return desk.NewInternedLine(line(s)) }
	at := func(day, hour int) desk.UnixTime { return desk.NewUnixTime(timeAt(day, hour, 0)) }
	tickets := []desk.Ticket{
		{Title: line("Screen stays black"), Queue: desk.NewCode("HW", line("Hardware")), Priority: term("High"), Created: at(20, 9), Due: at(20, 13), Assignee: term("Asha Rao"), Phone: line("5125550199")},
		{Title: line("Ünder-paid refund"), Queue: desk.NewCode("BL", line("Billing")), Priority: term("Low"), Created: at(19, 9), Due: at(20, 11), Assignee: term("Bo Ek"), Phone: line("+49 (0)30 123 456-7"), CustomerID: 7},
		{Title: line("Refund sent"), Queue: desk.NewCode("BL", line("Billing")), Marks: desk.Closed | desk.FixedAtOnce, Disposition: term("Refund|Card|Sent"), Turnaround: desk.ParseTurnaround("3 Hr 5 Min"), Created: at(10, 9), Due: at(11, 9), Assignee: term("Asha Rao"), Source: term("Phone")},
		{Title: line("Old promise"), Queue: desk.NewCode("SL", line("Second line")), Priority: term("Critical"), Marks: desk.Escalated, Created: at(2, 9), Callback: at(21, 15), OrderID: line("ORD-77"), Source: term("E-mail")},
		{Title: line("Nobody's"), SubStatus: desk.NewCode("P", line("Pending")), Created: at(20, 11), Source: term("Phone")},
	}
	for i := range tickets {
		tickets[i].ID, tickets[i].TaskID = desk.NewID(id(int64(i+1))), int64(i+1)
	}
	c := cache.New(cache.Config{Zone: time.UTC})
	cache.Learn(c, tickets)
	cache.LearnCustomers(c, []desk.Customer{{ID: 7, Name: line("Élodie Rossi"), Contacts: []desk.Contact{{Name: line("Jo"), Phone: line("020 7946 0018"), Email: line("Jo@example.org")}}}})
	cache.LearnText(c, id(5), "the parcel never came\ncalled back")
	return c
}

func filterQuery(text string) cache.Query {
	return cache.Query{
		Text: text, Span: november(1, 30), Now: noon, Agent: "asha RAO", Sort: desk.Sort{Key: desk.SortByTicket},
		Own: cache.Own{
			Key:      "1",
			HasDraft: func(ticket string) bool { return ticket == id(2) },
			IsUnread: func(ticket string, _ int64, _ int32, _ desk.UnixTime) bool { return ticket == id(1) || ticket == id(3) },
		},
	}
}

func TestFilter_ConditionsFindTheirTickets(t *testing.T) {
	c := filterDesk(t)
	for text, want := range map[string][]int64{
		"is:late":                        {2},
		"is:risk":                        {1},
		"is:late,risk -queue:hardware":   {2},
		"queue:none":                     {5},
		"sub:none":                       {1, 2, 3, 4},
		"disposition:refund":             {3},
		`disposition:"refund|card"`:      {3},
		"disposition:sent":               {3},
		"disposition:none":               {1, 2, 4, 5},
		"ftr:yes":                        {3},
		"ftr:no":                         nil,
		"ftr:none is:open":               {1, 2, 4, 5},
		"tat:>=3h tat:<8h":               {3},
		"tat:<3h":                        nil,
		"tat:none":                       {1, 2, 4, 5},
		"hour:9":                         {1, 2, 3, 4},
		"hour:10..11":                    {5},
		"hour:0..8,12..23":               nil,
		"callback:tomorrow":              {4},
		"callback:today":                 nil,
		"callback:due":                   nil,
		"callback:<2d":                   {4},
		"callback:none":                  {1, 2, 5},
		"queue:billing":                  {2, 3},
		"queue:BL,hw":                    {1, 2, 3},
		`queue:"second LINE"`:            {4},
		"queue:second":                   {4},
		"queue:li":                       {4},
		"queue:nosuch":                   nil,
		"queue:=second":                  nil,
		"queue:=SL,=billing":             {2, 3, 4},
		`-queue:="Second  line" sub:=P`:  {5},
		"assignee:=me,=none":             nil,
		"prio:=high,none":                {1, 3, 5},
		"is:unattended":                  nil,
		"-queue:billing":                 {1, 4, 5},
		"sub:p":                          {5},
		"sub:pend":                       {5},
		"is:open":                        {1, 2, 4, 5},
		"is:closed":                      {3},
		"-is:open":                       {3},
		"is:closed,escalated":            {3, 4},
		"is:unread":                      {1, 3},
		"-is:unread is:open":             {2, 4, 5},
		"has:draft":                      {2},
		"has:callback":                   {4},
		"has:order":                      {4},
		"assignee:me":                    {1, 3},
		"assignee:none":                  {4, 5},
		"assignee:none,bo":               {2, 4, 5},
		"-assignee:me":                   {2, 4, 5},
		"assignee:asha":                  {1, 3},
		"prio:high":                      {1},
		"prio:>=high":                    {1, 4},
		"prio:<high":                     {2},
		"prio:>high,low":                 {2, 4},
		"-prio:low":                      {1, 3, 4, 5},
		"source:phone":                   {3, 5},
		"source:email":                   {4},
		"source:Ema":                     {4},
		`source:"e mail"`:                {4},
		"source:mail":                    {4},
		"queue:secondline":               {4},
		"queue:second-line":              {4},
		"assignee:asharao":               {1, 3},
		"customer:rossi":                 {2},
		"customer:elodie":                {2},
		"customer:7":                     {2},
		"due:<2h":                        {1, 2},
		"due:overdue":                    {2},
		"due:today":                      {1, 2},
		"due:tomorrow":                   {4},
		"due:none":                       {5},
		"due:>1d":                        {4},
		"due:2026-11-21":                 {4},
		"created:today":                  {1, 5},
		"created:yesterday":              {2},
		"created:2026-11-02..2026-11-10": {3, 4},
		"created:<3d":                    {1, 2, 5},
		"age:>2d":                        {3, 4},
		"age:<2h":                        {5},
		"created:>=1h":                   {1, 2, 3, 4, 5},
		"age:<=1h":                       {5},
		"refund -is:closed":              {2},
		"underpaid":                      {2},
		"UNDER-PAID":                     {2},
		"erpai":                          {2},
		"refnud":                         nil, // not for scripts
		"re-fund":                        {2, 3},
		"ACM-5550199":                    nil, // a phone number
		`"refund sent"`:                  {3},
		`"sent refund"`:                  nil,
		"-refund is:open":                {1, 4, 5},
		"is:nosuch":                      nil,
		"refund is:nosuch":               nil,
		"refund queue:":                  {2, 3},
		"refund is:op":                   {2, 3},
		"queue:billing queue:hw":         nil,
		"subject:refund":                 nil,
		"parcel":                         {5},
		`"never came"`:                   {5},
		"came pend":                      {5},
		"rossi":                          {2},
		"jo@example":                     {2},
		"4":                              {2, 4}, // the number of a ticket, and in a phone number
		"+1 (512) 555-01 99":             {1},
		"5125550199":                     {1},
		"555 0199":                       {1},
		"0199":                           {1},
		"+49 30 1234567":                 {2},
		"030 1234567":                    {2},
		"1234567":                        {2},
		"+44 20 7946 0018":               {2},
		"-5125550199 is:open":            {2, 4, 5},
		id(1) + " " + id(2):              nil,
		id(1) + " 999":                   nil,
		"ord-77 2026":                    nil,
	} {
		if got := numbers(list(t, c, filterQuery(text))); !slices.Equal(got, want) {
			t.Errorf("%s finds %v, not %v", text, got, want)
		}
	}
}

// TestFilter_ForgivesATypoInEachWord: only for who sees the list, and only if no ticket has the word.
func TestFilter_ForgivesATypoInEachWord(t *testing.T) {
	c := filterDesk(t)
	for text, want := range map[string][]int64{
		"refnud": {2, 3}, "scren balck": {1}, "snt refudn": {3}, "-refnud is:open": {1, 2, 4, 5}, "refnudd": nil, "xyz": nil, "refund": {2, 3},
	} {
		q := filterQuery(text)
		q.Forgiving = true
		found := list(t, c, q)
		if got := numbers(found); !slices.Equal(got, want) {
			t.Errorf("%s finds %v, not %v", text, got, want)
		}
		if said := strings.Join(found.Notes(), " "); text == "refnud" && said != "no ticket has “refnud”, listed are those with refund" {
			t.Errorf("%s: %q", text, said)
		}
	}
	q := filterQuery("is:open")
	q.View, q.Forgiving = "refnud", true
	if got := numbers(list(t, c, q)); got != nil {
		t.Errorf("a view with a typo finds %v", got)
	}
}

// TestFilter_FindsAnOrderHoweverItsCodeIsWritten: a caller reads the code out, and the ticket holds its number.
func TestFilter_FindsAnOrderHoweverItsCodeIsWritten(t *testing.T) {
	c := cache.New(cache.Config{Zone: time.UTC})
	cache.Learn(c, []desk.Ticket{
		{ID: desk.NewID(id(1)), TaskID: 1, Title: safetext.LineFromText("Screen"), OrderID: safetext.LineFromText("5258048"), Created: desk.NewUnixTime(timeAt(20, 9, 0))},
		{ID: desk.NewID(id(2)), TaskID: 2, Title: safetext.LineFromText("Where is ACM-258048?"), Created: desk.NewUnixTime(timeAt(20, 9, 0))},
		{ID: desk.NewID(id(3)), TaskID: 3, Title: safetext.LineFromText("Invoice 12580489"), Created: desk.NewUnixTime(timeAt(20, 9, 0))},
	})
	for text, want := range map[string][]int64{
		"ACM-258048": {1, 2}, "acm258048": {1, 2}, "ACM/258048": {1, 2}, "ACM-258049": nil, "-ACM-258048": {3},
	} {
		if got := numbers(list(t, c, filterQuery(text))); !slices.Equal(got, want) {
			t.Errorf("%s finds %v, not %v", text, got, want)
		}
	}
}

func TestFilter_OfAViewAndWhatIsTypedMeanAnd(t *testing.T) {
	c := filterDesk(t)
	const view = "queue:billing -is:closed under"
	q := filterQuery("assignee:bo")
	q.View, q.CountViews = view, []string{view, "", "is:closed", "is:x"}
	l := list(t, c, q)
	if got := numbers(l); !slices.Equal(got, []int64{2}) {
		t.Error(got)
	}
	if !slices.Equal(l.Counts(), []int{1, 5, 1, 0}) {
		t.Error(l.Counts())
	}
}

func TestFilter_SaysWhatCannotBeFoundAndWhatWasSearched(t *testing.T) {
	c := filterDesk(t)
	for text, want := range map[string]string{
		"queue:nosuch,hw": "no ticket has the queue “nosuch”",
		"-sub:x":          "no ticket has the sub-status “x”",
		"customer:nobody": "no known customer is called “nobody”",
		"queue:hw":        "",
		"queue:=hardw":    "no ticket has the queue “hardw”",
		"is:unattended":   "",
	} {
		if got := strings.Join(list(t, c, filterQuery(text)).Notes(), "; "); got != want {
			t.Errorf("%s: %q", text, got)
		}
	}
	if l := list(t, c, filterQuery("refund")); l.SearchedTexts() != 1 || l.Searched() != 5 {
		t.Error(l.SearchedTexts(), l.Searched())
	}
	closed := filterQuery("refund")
	closed.View = "is:closed"
	if l := list(t, c, closed); l.SearchedTexts() != 0 || l.Searched() != 1 {
		t.Error("of a view with one ticket, which nobody has read:", l.SearchedTexts(), l.Searched())
	}
	if l := list(t, c, cache.Query{Text: "assignee:me is:unread", Span: november(1, 30)}); len(l.Notes()) != 2 || l.Len() != 0 {
		t.Error(l.Notes())
	}
}

func TestFilter_ListingsAreSharedUnlessTheFilterIsPersonal(t *testing.T) {
	c := filterDesk(t)
	other := func(q cache.Query) cache.Query {
		q.Agent, q.Own.Key, q.Now = "Bo Ek", "2", q.Now.Add(time.Minute)
		return q
	}
	for text, shared := range map[string]bool{
		"": true, "refund": true, "queue:hw": true, "assignee:none": true, "is:open has:order": true,
		"assignee:me": false, "is:unread": false, "-has:draft": false, "due:<2h": false, "created:today": false, "age:>1h": false,
	} {
		q := filterQuery(text)
		if same := list(t, c, q) == list(t, c, other(q)); same != shared {
			t.Errorf("%s: shared is %v", text, same)
		}
		q.Now = q.Now.Add(59 * time.Second)
		if list(t, c, q) != list(t, c, filterQuery(text)) {
			t.Errorf("%s: another list within the minute", text)
		}
	}
	before := list(t, c, filterQuery("tomato"))
	cache.LearnText(c, id(1), "tomato")
	if after := list(t, c, filterQuery("tomato")); before.Len() != 0 || after.Len() != 1 {
		t.Error("a text that was read later is not searched")
	}
}

func TestFilter_TextsOfReadTicketsAreSearchedAndTakeLittleRoom(t *testing.T) {
	d := newTestCache(t, []row{ticket(1, 20, func(r *row) { r.Detail = "It <b>beeps</b> &amp; hums" }), ticket(2, 20)})
	pull(t, d.Cache, november(20, 20))
	subscription := d.Subscribe()
	defer subscription.Close()
	q := cache.Query{Text: "beeps", Span: november(20, 20)}
	if l := list(t, d.Cache, q); l.Len() != 0 || l.SearchedTexts() != 0 {
		t.Error("a ticket that was not read is found by its text")
	}
	if _, _, err := d.GetTickets(t.Context(), ticketIDs(1, 2)); err != nil {
		t.Fatal(err)
	}
	if l := list(t, d.Cache, q); l.Len() != 1 || l.SearchedTexts() != 2 {
		t.Error(l.Len(), l.SearchedTexts())
	}
	for i := range 200 {
		cache.LearnText(d.Cache, strconv.Itoa(i), strings.Repeat("x", 60_000))
	}
	if n := cache.TextBytes(d.Cache); n > 2<<20 || n < 1<<20 {
		t.Errorf("%d bytes of texts are kept", n)
	}
}

func TestFilter_TextsAreSearchedAfterARefreshWithoutThem(t *testing.T) {
	d := newTestCache(t, []row{ticket(1, 5)})
	subscription := d.Subscribe()
	defer subscription.Close()
	pull(t, d.Cache, november(5, 20))
	update(t, d.Cache, wire.UpdateTicketRequest{TicketID: id(1), SubStatus: "P", Comment: "Now it beeps"})
	if _, _, err := d.GetTickets(t.Context(), ticketIDs(1)); err != nil {
		t.Fatal(err)
	}
	pull(t, d.Cache, november(20, 20))
	d.intercept(answerWith("get-ticket", `[{"ticketId":"`+id(1)+`","taskId":1,"title":"Ticket 1","date":"05-11-2026 09:00"}]`))
	d.calls()
	refreshWatched(t, d.Cache)
	equalLists(t, "calls", d.calls(), []string{getTicketCall(1)})
	if l := list(t, d.Cache, cache.Query{Text: "beeps", Span: november(5, 20)}); l.Len() != 1 {
		t.Errorf("%d tickets are found by their texts", l.Len())
	}
}

func TestFilter_HostileTextsFindNothingAndHarmNothing(t *testing.T) {
	c := filterDesk(t)
	for _, hostile := range texttest.Some(t, 300, 3000) {
		for _, text := range []string{hostile.Text, "queue:" + filter.Quote(hostile.Text), "customer:" + hostile.Text} {
			for _, note := range list(t, c, filterQuery(text)).Notes() {
				if err := texttest.Forbidden(note); err != nil {
					t.Errorf("%s: %v", hostile.Name, err)
				}
			}
		}
	}
}

// TestFilter_OffersANameOnceHoweverItIsWritten: with the tickets that it finds.
func TestFilter_OffersANameOnceHoweverItIsWritten(t *testing.T) {
	c := cache.New(cache.Config{Zone: time.UTC})
	var tickets []desk.Ticket
	for i, name := range []string{"Asha Rao", "asha rao", "ASHA RAO", "Bo Ek"} {
		tickets = append(tickets, desk.Ticket{
			ID: desk.NewID(id(int64(i + 1))), TaskID: int64(i + 1), Created: desk.NewUnixTime(timeAt(20, 9, 0)),
			Assignee: desk.NewInternedLine(safetext.LineFromText(name)),
		})
	}
	cache.Learn(c, tickets)
	got := c.Snapshot().FilterChoices(cache.Query{Span: november(19, 20), Now: noon})["assignee"]
	if len(got) != 2 || got[0].Text != "ASHA RAO" || got[0].Count != 3 || got[1].Text != "Bo Ek" || got[1].Count != 1 {
		t.Errorf("offered are %v", got)
	}
}
