package sampledata

import (
	"html"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"
)

// smallTalk are the sentences around what a ticket is about, each used once before one is used again.
type smallTalk struct {
	texts map[string][]string // by kind: open and close of people who write, call of agents who note down a call
	bags  map[string]*bag
	rng   rng
}

// newSmallTalk reads the sentences from asides.txt.
func (b *builder) newSmallTalk() smallTalk {
	a := smallTalk{texts: map[string][]string{}, bags: map[string]*bag{}, rng: newRNG(b.seed, "asides", 0)}
	for _, r := range readRows("asides.txt") {
		a.texts[r[0]] = append(a.texts[r[0]], r[1])
	}
	for kind, texts := range a.texts {
		a.bags[kind] = newBag(newRNG(b.seed, kind, 0), len(texts))
	}
	return a
}

// next returns the next sentence of a kind.
func (a *smallTalk) next(kind string) string { return a.texts[kind][a.bags[kind].next()] }

// around adds an opening, a closing or both to a message, and both when the message is used again, so that texts
// differ. Companies come to the point.
func (a *smallTalk) around(body, channel string, c *Customer, again bool) string {
	both := a.rng.IntN(3)
	if again {
		both = 0
	}
	if channel == "Phone" {
		return body + "\n\n(" + a.next("call") + ")"
	}
	if both != 1 && !c.Organization {
		body = a.next("open") + " " + body
	}
	if both != 2 || c.Organization {
		body += "\n\n" + a.next("close")
	}
	return body
}

// channelForm is the text of a channel around a customer's message.
type channelForm struct {
	source, form string
	html, order  bool // order: only for tickets about an order
	escape       int  // how often the upstream escaped it
}

// readChannelForms reads letters.txt and returns each form as often as its weight.
func readChannelForms() []channelForm {
	var out []channelForm
	for _, r := range readRecords("letters.txt") {
		l := channelForm{
			source: r.get("source"), form: r.text, html: r.get("kind") == "html", order: r.get("needs") == "order",
			escape: int(number(r.get("escape"))),
		}
		out = append(out, slices.Repeat([]channelForm{l}, int(number(r.get("weight"))))...)
	}
	return out
}

// suits reports whether a ticket can have come this way: nobody calls at night, and a call brings no files.
func (l *channelForm) suits(t *ticketBuilder) bool {
	p := t.problem
	if l.source == "Phone" && (len(p.attach) > 0 || !isOpen(t.Date)) {
		return false
	}
	return (!l.order || t.order != nil) && (len(p.sources) == 0 || slices.Contains(p.sources, l.source))
}

// write returns the form with a message, escaped as the service returns it.
func (l *channelForm) write(message string, value func(string) (string, bool)) string {
	if l.html {
		message = paragraphs(message)
	}
	text := fill(l.form, func(name string) (string, bool) {
		if name == "body" {
			return message, true
		}
		return value(name)
	})
	return escape(text, l.escape)
}

// paragraphs is a message as an e-mail client's HTML: lines that open with "- " are a list.
func paragraphs(message string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(escape(message, 1), "\n\n") {
		if strings.HasPrefix(part, "- ") {
			b.WriteString("<ul><li>" + strings.ReplaceAll(part[2:], "\n- ", "</li><li>") + "</li></ul>")
			continue
		}
		b.WriteString("<p>" + strings.ReplaceAll(part, "\n", "<br>") + "</p>")
	}
	return b.String()
}

// escape escapes HTML so many times, with the entity names of the upstream.
func escape(s string, times int) string {
	for range times {
		s = strings.ReplaceAll(html.EscapeString(s), "&#34;", "&quot;")
	}
	return s
}

// values give the words that fill the {names} of a ticket's texts; {money:30} is thirty euro in the
// customer's currency.
func (t *ticketBuilder) values() func(string) (string, bool) {
	return func(name string) (string, bool) {
		if euro, ok := strings.CutPrefix(name, "money:"); ok {
			return price(int(number(euro)), t.customer.currency), true
		}
		if v, ok := t.ofCustomer(name); ok || t.order == nil {
			return v, ok
		}
		return t.order.word(name)
	}
}

// ofCustomer is a word of the customer.
func (t *ticketBuilder) ofCustomer(name string) (string, bool) {
	switch person := t.customer.Contacts[0].Name; name {
	case "name":
		return person, true
	case "first":
		first, _, _ := strings.Cut(person, " ")
		return first, true
	case "city":
		return t.customer.City, true
	case "company":
		return t.customer.Name, true
	case "day":
		return nextDay(t.Date, -1).Format("Monday"), true
	}
	return "", false
}

// word is a word of an order.
func (o *Order) word(name string) (string, bool) {
	switch name {
	case "product":
		return o.product.name, true
	case "sku":
		return o.product.sku, true
	case "order":
		return o.ERPOrderID, true
	case "awb":
		return o.AWB, true
	case "amount":
		return o.Amount, true
	case "serial":
		return o.Serial, true
	case "date":
		return o.Created.Format("2 January"), true
	case "invoice":
		return o.InvoiceNo, true
	case "courier":
		return o.Courier, true
	case "pay":
		return strings.ToLower(o.PaymentMode), true
	}
	return "", false
}

// readCategories reads categories.txt; a parent stands above its children there.
func readCategories() []Category {
	var out []Category
	for _, r := range readRows("categories.txt") {
		c := Category{ID: number(r[0]), Name: r[1], Parent: r[2], Detail: r[3]}
		if i := named(out, c.Parent); i >= 0 {
			c.Path = out[i].Path + strconv.FormatInt(out[i].ID, 10) + "/"
		}
		out = append(out, c)
	}
	return out
}

// named is the place of a category's name, -1 when there is none.
func named(categories []Category, name string) int {
	return slices.IndexFunc(categories, func(c Category) bool { return c.Name == name })
}

// readArticles reads articles/*.html, by name; a category that does not exist leaves CategoryID 0.
func readArticles(now time.Time, categories []Category) []Article {
	names, err := fs.Glob(files, "articles/*.html")
	if err != nil {
		panic(err)
	}
	out := make([]Article, len(names))
	for i, name := range names {
		out[i] = readArticle(name, now, categories)
		out[i].ID = int64(9001 + i)
	}
	return out
}

// readArticle reads one file: what the editor stored, escaped as often as `escape` says.
func readArticle(name string, now time.Time, categories []Category) Article {
	r := parseRecord(name, readFile(name))
	times, age := int(number(r.get("escape"))), int(number(r.get("age")))
	a := Article{
		Title: escape(
			r.get("title"),
			times,
		),
		Detail:       escape(r.text, times),
		Type:         "FAQ",
		CategoryName: r.get("category"),
		Enabled:      r.get("enabled") != "No",
		Attachment:   r.get("attachment"),
		Created:      atHour(nextDay(now, -age), 9+age%9, age*7%60),
	}
	if i := named(categories, a.CategoryName); i >= 0 {
		a.CategoryID, a.ParentCategory = categories[i].ID, categories[i].Parent
	}
	return a
}
