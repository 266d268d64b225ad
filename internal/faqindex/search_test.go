package faqindex_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/faqindex"
	"frontdesk/internal/safetext"
)

var noon = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)

// article returns an enabled article.
func article(id int64, title, body string) desk.Article {
	return desk.Article{ID: id, Title: safetext.LineFromEscaped(title), Body: safetext.NewHTML(body), Enabled: true}
}

// open returns an index in memory that holds some articles.
func open(t testing.TB, articles ...desk.Article) *faqindex.Index {
	t.Helper()
	x := faqindex.Open(nil)
	put(t, x, noon, articles...)
	return x
}

func put(t testing.TB, x *faqindex.Index, asked time.Time, articles ...desk.Article) {
	t.Helper()
	if err := x.Put(articles, asked); err != nil {
		t.Fatal(err)
	}
}

func titles(hits []faqindex.Hit) []string {
	var all []string
	for _, h := range hits {
		all = append(all, h.Title.String())
	}
	return all
}

func equal(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

// marked returns a text with its marks in brackets.
func marked(text string, marks []faqindex.Range) string {
	for i := len(marks) - 1; i >= 0; i-- {
		m := marks[i]
		text = text[:m.From] + "[" + text[m.From:m.To] + "]" + text[m.To:]
	}
	return text
}

func shop(t testing.TB) *faqindex.Index {
	return open(t,
		article(1, "Refund not received", "<p>Wait five days. Then ask the <b>bank</b> for the receipt.</p>"),
		article(2, "Return a parcel", "<p>Print the label, and you get a refund.</p>"),
		article(3, "Refund", "Money goes back to the card."),
		article(4, "Café vouchers", "<p>Vouchers of the café are valid for a year after the purchase.</p>"),
		article(5, "返金の方法", "注文の返金は五日かかります。"),
	)
}

func TestSearch_TitlesComeBeforeBodies(t *testing.T) {
	equal(t, "refund", titles(shop(t).Search("refund", 10, nil)), "Refund", "Refund not received", "Return a parcel")
	equal(t, "the beginning of a word", titles(shop(t).Search("refu rec", 10, nil)), "Refund not received")
	equal(t, "a limit", titles(shop(t).Search("refund", 1, nil)), "Refund")
	equal(t, "nothing typed", titles(shop(t).Search(" ,", 10, nil)))
}

func TestSearch_MisspeltWordInABody(t *testing.T) {
	for _, typed := range []string{"reciept", "receit", "receeipt", "rexeipt", "eceipt", "recieptt"[:7]} {
		hits := shop(t).Search(typed, 10, nil)
		equal(t, typed, titles(hits), "Refund not received")
		if got := marked(hits[0].Snippet.String(), hits[0].SnippetMarks); got != "Wait five days. Then ask the bank for the [receipt]." {
			t.Errorf("%s: the snippet is %q", typed, got)
		}
	}
	equal(t, "two typos", titles(shop(t).Search("rexxipt", 10, nil)))
	equal(t, "a short word", titles(shop(t).Search("bnk", 10, nil)), "Refund not received")
	equal(t, "another short word", titles(shop(t).Search("bxk", 10, nil)))
}

func TestSearch_WholeWordsComeBeforeLongerOnes(t *testing.T) {
	x := open(t, article(1, "Delivery", "Ask at the reception."), article(2, "Returns", "Ask for the receipt."))
	equal(t, "misspelt", titles(x.Search("receit", 10, nil)), "Returns", "Delivery")
	x = open(t, article(1, "Cards", "Ask at the cardholder."), article(2, "Letters", "Send a card."))
	equal(t, "typed in full", titles(x.Search("send card", 10, nil)), "Letters")
}

func TestSearch_AccentsAndOtherScripts(t *testing.T) {
	for _, typed := range []string{"cafe", "CAFÉ", "cafe\u0301 vouch"} {
		hits := shop(t).Search(typed, 10, nil)
		equal(t, typed, titles(hits), "Café vouchers")
	}
	hit := shop(t).Search("cafe", 1, nil)[0]
	if got := marked(hit.Title.String(), hit.TitleMarks); got != "[Café] vouchers" {
		t.Errorf("marked %q", got)
	}
	hit = shop(t).Search("方法", 1, nil)[0]
	if got := marked(hit.Title.String(), hit.TitleMarks); got != "返金の[方法]" {
		t.Errorf("marked %q", got)
	}
}

func TestSearch_WordsAreDroppedUntilSomethingFits(t *testing.T) {
	hits := shop(t).Search("refund parcel spaceship", 10, nil)
	equal(t, "found", titles(hits), "Return a parcel")
	equal(t, "missing", hits[0].Missing, "spaceship")
}

func TestSuggest_RareWordsSayMore(t *testing.T) {
	hits := shop(t).Suggest([]faqindex.Part{{Text: "Hello, the customer at the café says that the voucher 12345 is not valid", Weight: 1}}, 5)
	if len(hits) == 0 || hits[0].ID != 4 {
		t.Errorf("suggested %q", titles(hits))
	}
	equal(t, "a text about nothing known", titles(shop(t).Suggest([]faqindex.Part{{Text: "my spaceship has landed", Weight: 1}}, 5)))
}

// TestSuggest_LongArticleDoesNotAnswerEverything: an article that has nearly every word says less about each.
func TestSuggest_LongArticleDoesNotAnswerEverything(t *testing.T) {
	x := shop(t)
	long := strings.Repeat("Codes of washers, ovens, laptops, phones, dryers, fridges. ", 200)
	put(t, x, noon, article(50, "Complete guide", "<p>dispute bank charge twice card notice "+long+"</p>"))
	put(t, x, noon, article(51, "Chargebacks", "<p>When the bank opens a dispute about a card, send the notice.</p>"))
	hits := x.Suggest([]faqindex.Part{{Text: "The bank has opened a dispute over the charge on my card, see the notice", Weight: 1}}, 5)
	if len(hits) == 0 || hits[0].ID != 51 {
		t.Errorf("suggested %q", titles(hits))
	}
	for _, h := range hits {
		if len(h.Words)+len(h.TitleMarks)+len(h.SnippetMarks) > 0 {
			t.Errorf("%q is marked with words that nobody typed", h.Title)
		}
	}
}

// TestSuggest_FormsOfAWordAreOne: people write of their delivery, and articles of what is delivered.
func TestSuggest_FormsOfAWordAreOne(t *testing.T) {
	x := shop(t)
	put(t, x, noon, article(60, "Cancelling an order", "<p>How to cancel.</p>"), article(61, "Deliveries abroad", "<p>What is delivered.</p>"))
	for text, want := range map[string]int64{
		"Cancellation please": 60, "I cancelled it": 60, "they cancel my orders": 60, "no delivery yet": 61, "it was delivered late": 61,
	} {
		hits := x.Suggest([]faqindex.Part{{Text: text, Weight: 1}}, 3)
		if len(hits) == 0 || hits[0].ID != want {
			t.Errorf("%s: suggested %q", text, titles(hits))
		}
	}
}

// TestSuggest_WordsOfOneStemAreOneAndOthersAreNot judges the stems on pairs that were made by hand.
func TestSuggest_WordsOfOneStemAreOneAndOthersAreNot(t *testing.T) {
	pairs, err := os.ReadFile("../../testdata/words.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(pairs)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(strings.TrimSpace(line), " | ")
		one, others, isOne := parts[0], strings.Fields(parts[1]), parts[2] == "="
		for _, other := range others {
			for article, ticket := range map[string]string{one: other, other: one} {
				x := open(t, desk.Article{ID: 7, Title: safetext.LineFromEscaped(article), Enabled: true})
				if hits := x.Suggest([]faqindex.Part{{Text: ticket, Weight: 1}}, 3); (len(hits) > 0) != isOne {
					t.Errorf("an article on %q is suggested for a ticket on %q: %v", article, ticket, !isOne)
				}
			}
		}
	}
}

// TestSuggest_ACodeSaysMost, wherever it is: in the title of a ticket or in its last message.
func TestSuggest_ACodeSaysMost(t *testing.T) {
	x := shop(t)
	var many []desk.Article
	for i := range int64(40) {
		many = append(many, article(100+i, "Washing machine, part "+strings.Repeat("x", int(i)+1), "<p>water drum door pump</p>"))
	}
	put(t, x, noon, append(many, article(90, "Does not drain", "<p>E18 says that the filter is full.</p>"))...)
	for _, about := range [][]faqindex.Part{
		{{Text: "Tarn 8 kg: E18", Weight: 4}},
		{{Text: "Water stays in the drum of the machine", Weight: 4}, {Text: "it shows E-18", Weight: 1}},
		{{Text: "e18", Weight: 4}},
	} {
		hits := x.Suggest(about, 3)
		if len(hits) == 0 || hits[0].ID != 90 {
			t.Errorf("%v: suggested %q", about, titles(hits))
		}
	}
	if hits := x.Suggest([]faqindex.Part{{Text: "My spaceship has no pump and no door", Weight: 4}}, 3); len(hits) > 0 {
		t.Errorf("suggested %q for what no article answers", titles(hits))
	}
}

func TestPut_NewerAnswerWins(t *testing.T) {
	x := shop(t)
	put(t, x, noon.Add(time.Minute), article(3, "Refunds in a day", ""))
	put(t, x, noon.Add(-time.Minute), article(3, "Refunds in a week", ""))
	a, _ := x.Article(3)
	if a.Title.String() != "Refunds in a day" || x.Len() != 5 {
		t.Errorf("article 3 of %d is %q", x.Len(), a.Title)
	}
	withdrawn := article(3, "Refunds in a day", "")
	withdrawn.Enabled = false
	put(t, x, noon.Add(2*time.Minute), withdrawn)
	if _, known := x.Article(3); known || x.Len() != 4 {
		t.Error("a withdrawn article is still known")
	}
	equal(t, "found", titles(x.Search("refunds", 10, nil)))
}

func TestSearch_WhatWasInsertedLastAndMostOftenComesFirst(t *testing.T) {
	x, used := shop(t), map[int64]float64{2: 1, 1: 3, 4: 2}
	equal(t, "nothing inserted", titles(x.Search("", 10, nil)))
	equal(t, "nothing typed", titles(x.Search("", 10, used)), "Refund not received", "Café vouchers", "Return a parcel")
	equal(t, "in titles first", titles(x.Search("refund", 10, used)), "Refund not received", "Refund", "Return a parcel")
}

// TestSearch_WordsWithAHyphenAreOneAsWell: people write wifi, Wi-Fi and WiFi, log-in and login, and mean the same.
func TestSearch_WordsWithAHyphenAreOneAsWell(t *testing.T) {
	x := open(t,
		article(1, "Set up Wi‑Fi", "The log-in page opens in the browser."),
		article(2, "WiFi is slow", "Move the router. Then login again."),
		article(3, "All-in-one printer", "Fill in a log of the ink."),
	)
	for query, want := range map[string][]string{
		"wifi":       {"Set up Wi‑Fi", "WiFi is slow"},
		"Wi-Fi":      {"Set up Wi‑Fi", "WiFi is slow"},
		"wi-f":       {"Set up Wi‑Fi", "WiFi is slow"},
		"login":      {"WiFi is slow", "Set up Wi‑Fi"},
		"log-in":     {"WiFi is slow", "Set up Wi‑Fi"},
		"log in":     {"All-in-one printer", "Set up Wi‑Fi"},
		"allinone":   {"All-in-one printer"},
		"all-in-one": {"All-in-one printer"},
		"wify":       {"Set up Wi‑Fi", "WiFi is slow"},
	} {
		got := titles(x.Search(query, 10, nil))
		slices.Sort(got)
		slices.Sort(want)
		equal(t, query, got, want...)
	}
	hit := x.Search("wifi", 10, nil)
	for _, h := range hit {
		if h.ID == 1 {
			equal(t, "the mark", []string{marked(h.Title.String(), h.TitleMarks)}, "Set up [Wi‑Fi]")
		}
	}
}

// TestSearch_TwoTyposInTwoWords: each word may have its own, a short one too.
func TestSearch_TwoTyposInTwoWords(t *testing.T) {
	x := open(t, article(1, "Drainage pump blocked", "Clean it."), article(2, "Pop music", "Drain the glass."))
	for _, query := range []string{"dranage pmp", "drianage pupm", "drainge pump", "drainage bump"} {
		equal(t, query, titles(x.Search(query, 10, nil))[:1], "Drainage pump blocked")
	}
}
