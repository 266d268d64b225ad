package gallery

var faqScenes = []Scene{
	{Name: "faq-tree", Shows: "the categories of the FAQ", Way: []Step{press("f")}, Wide: true},
	{Name: "faq-tree-open", Shows: "a category is open", Way: []Step{press("f", "esc", "j", "j", "enter", "j", "enter")}},
	{Name: "faq-loading", Shows: "categories are on their way", Net: []Fault{hangs("faq-categories")}, Way: []Step{press("f")}},
	{Name: "faq-failed", Shows: "categories could not be fetched", Net: []Fault{{Does: Fail, Op: "faq-categories", Says: "Something went wrong"}}, Way: []Step{press("f")}},
	{Name: "faq-hits", Shows: "articles that were found", Way: []Step{press("f"), typed("refund")}, Wide: true},
	{Name: "faq-asking", Shows: "what is remembered, while the service is asked", Way: []Step{
		press("f"), typed("refund"), press("esc", "esc", "f"), {Net: []Fault{hangs("search-faq")}, Type: "received"},
	}},
	{Name: "faq-nothing", Shows: "nothing was found", Way: []Step{press("f"), typed("zeppelin")}},
	{Name: "faq-search-failed", Shows: "the search has failed", Way: []Step{press("f"), {Net: []Fault{down}, Type: "refund"}}},
	{Name: "faq-article", Shows: "an article", Way: []Step{press("f"), typed("refund"), press("enter")}, Wide: true},
	{Name: "faq-article-search", Shows: "a word is looked for inside an article", Way: []Step{
		press("f"), typed("complete guide"), press("enter", "/"), typed("E18"),
	}, Wide: true},
	{Name: "faq-copied", Shows: "an article was copied", Way: []Step{press("f"), typed("refund"), press("enter", "y")}},
}
