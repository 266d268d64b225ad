package gallery

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
