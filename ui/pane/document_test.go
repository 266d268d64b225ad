package pane

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
	"frontdesk/ui/markdown"
	"frontdesk/ui/theme"
)

// newDocument returns an empty document of a width.
func newDocument(width int) *ticketRenderer {
	return &ticketRenderer{th: theme.New(true, true), look: markdown.Options{Width: width}, at: noon}
}

func (doc *ticketRenderer) said() []string {
	var all []string
	for _, l := range doc.lines {
		all = append(all, strings.TrimRight(ansi.Strip(l), " "))
	}
	return all
}

func TestDocument_ShortFieldsAreSideBySide(t *testing.T) {
	for name, c := range map[string]struct {
		width int
		pairs []field
		want  []string
	}{
		"side by side":                 {80, []field{{"City", "Lagos"}, {"Zone", "4"}}, []string{"City               Lagos                 Zone               4"}},
		"too narrow":                   {60, []field{{"City", "Lagos"}, {"Zone", "4"}}, []string{"City               Lagos", "Zone               4"}},
		"one is long":                  {80, []field{{"City", strings.Repeat("x", 30)}, {"Zone", "4"}}, []string{"City               " + strings.Repeat("x", 30), "Zone               4"}},
		"one of two lines":             {80, []field{{"City", "a\nb"}, {"Zone", "4"}}, []string{"City               a", "                   b", "Zone               4"}},
		"a long label":                 {40, []field{{"Delivery status", "Delivered"}}, []string{"Delivery status Delivered"}},
		"a long label of a long value": {30, []field{{"Delivery status", "left with the neighbour"}}, []string{"Delivery sta… left with the", "              neighbour"}},
	} {
		doc := newDocument(c.width)
		doc.pairs(c.pairs, "")
		if got := doc.said(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestConversation_EntryLeavesOutTheKeyOfWhatItNames(t *testing.T) {
	fact := func(member, label, value string) desk.LabeledValue {
		return desk.LabeledValue{Member: member, Label: safetext.LineFromText(label), Value: safetext.BlockFromHTML(value)}
	}
	for _, c := range []struct {
		want  string
		facts []desk.LabeledValue
	}{
		{"Sub-status: Closed · Queue: changed · Disposition: A › B", []desk.LabeledValue{
			fact("substatus", "Sub-status", "Closed"), fact("substatusKey", "Sub-status key", "CL"),
			fact("queueKey", "Queue key", "HW_Q"), fact("disposition", "Disposition", "A|B"),
		}},
		{"Queue name: Hardware", []desk.LabeledValue{fact("queue_key", "Queue key", "HW_Q"), fact("queue_name", "Queue name", "Hardware")}},
		{"State: Closed", []desk.LabeledValue{fact("substatus", "State", "Closed"), fact("substatusKey", "Code", "CL")}},
		{"Product: Phone · Product key: 4711", []desk.LabeledValue{fact("article", "Product", "Phone"), fact("serial", "Product key", "4711")}},
	} {
		doc := newDocument(80)
		doc.entryFacts(c.facts)
		if got := doc.said(); !slices.Equal(got, []string{"→ " + c.want}) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	doc := newDocument(80)
	doc.known.Queues = []desk.Code{desk.NewCode("HW_Q", safetext.LineFromText("Hardware"))}
	doc.entryFacts([]desk.LabeledValue{fact("queueKey", "Queue key", "HW_Q"), fact("old_queue_key", "Old queue key", "DEL_Q")})
	if got := doc.said(); !slices.Equal(got, []string{"→ Queue: Hardware · Old queue key: DEL_Q"}) {
		t.Errorf("a queue that the account is known to have: %q", got)
	}
	doc = newDocument(80)
	doc.known.SubStatuses = []desk.Code{desk.NewCode("P", safetext.LineFromText("Pending")), desk.NewCode("ZZ", safetext.Line{})}
	doc.entryFacts([]desk.LabeledValue{fact("substatusKey", "Sub-status key", "P")})
	doc.entryFacts([]desk.LabeledValue{fact("sub_status_key", "Sub-status key", "ZZ")})
	if got := doc.said(); !slices.Equal(got, []string{"→ Sub-status: Pending", "→ Sub-status: changed"}) {
		t.Errorf("a sub-status of which the entry says only the key: %q", got)
	}
	doc = newDocument(80)
	if doc.entryFacts(nil); len(doc.lines) > 0 {
		t.Errorf("nothing else is said as %q", doc.said())
	}
}

func TestDocument_LinkWithoutANameIsItsAddressOnce(t *testing.T) {
	const at = "https://files.example.com/a.png"
	doc := newDocument(80)
	doc.pageAndAttachments(&desk.TicketDetails{Attachments: []desk.Link{
		{URL: safetext.AddressFromHTML(at)}, {Name: safetext.LineFromText("photo"), URL: safetext.AddressFromHTML(at)},
	}})
	if got, want := doc.said()[2:], []string{"• " + at, "• photo · leads to files.example.com", "  " + at}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestFAQPane_CategoriesUnfoldBelowTheirParent(t *testing.T) {
	category := func(id int64, name string, path ...int64) desk.Category {
		return desk.Category{ID: id, Name: safetext.LineFromText(name), Path: path}
	}
	shown := func(tr *tree) (names []string) {
		for _, r := range tr.rows {
			name := r.category.Name.String()
			if r.articles {
				name = "articles of " + name
			}
			names = append(names, strings.Repeat(">", r.depth)+name)
		}
		return names
	}
	var tr tree
	tr.take(backend.CategoriesLoaded{Value: []desk.Category{category(3, "Payments"), category(2, "Ovens", 1), category(1, "Hardware"), category(5, "Lost", 99)}})
	folded := []string{">Lost", "Hardware", "Payments"}
	opened := []string{">Lost", "Hardware", ">Ovens", ">articles of Hardware", "Payments"}
	for i, want := range [][]string{folded, opened, folded, opened} {
		if i > 0 && !tr.expand(tr.rows[1]) {
			t.Error("Hardware has nothing to unfold")
		}
		if got := shown(&tr); !slices.Equal(got, want) {
			t.Errorf("after %d steps: %q, want %q", i, got, want)
		}
	}
	if tr.expand(tr.rows[2]) || tr.expand(tr.rows[3]) {
		t.Error("what has no children is unfolded instead of listing its articles")
	}
}
