package form_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"frontdesk/ui/form"
	"frontdesk/ui/textedit/edittest"
	"frontdesk/ui/theme"
)

// newWideForm returns a form of everything: headings, folded fields, a block that repeats, flags, digits and pairs.
func newWideForm(t testing.TB, w, h int) *form.Form {
	t.Helper()
	digits := func(v string) (string, error) {
		if strings.Trim(v, "0123456789") != "" {
			return "", errors.New("must be digits alone, without blanks or dashes, as the service asks for it in its document")
		}
		return "", nil
	}
	f := form.NewSections([]form.Section{
		{Title: "Customer", Fields: []form.Field{
			{Name: "name", Label: "Name", Required: true},
			{Name: "phone", Label: "Phone", Kind: form.Phone, Validate: digits},
			{Name: "zone", Label: "Zone", Advanced: true},
			{Name: "person", Label: "Person", Kind: form.Checkbox, Advanced: true},
			{Name: "more", Label: "More fields", Kind: form.KeyValue, Advanced: true},
			{Name: "remarks", Label: "Remarks", Kind: form.Multiline},
		}},
		{Title: "Contact", RepeatPath: "contact", NewItemPrefix: "new", AddLabel: "another contact", Fields: []form.Field{
			{Name: "name", Label: "Full name"}, {Name: "phone", Label: "Phone", Kind: form.Phone, Validate: digits}, {Name: "title", Label: "Title", Advanced: true},
		}},
		{Title: "Enquiry", Fields: []form.Field{{Name: "action", Label: "Action", Advanced: true}}},
	}, theme.New(true, true))
	f.EnsureItem("contact", "12")
	f.SetBaseline(false)
	f.SetSize(w, h)
	return f
}

func TestSection_MoreFieldsAreFoldedUntilOpened(t *testing.T) {
	f := newWideForm(t, 60, 40)
	if s := checkAndRender(t, f, 60, 40); strings.Contains(s, "Zone") || strings.Contains(s, "Enquiry") || f.HiddenCount() != 5 {
		t.Errorf("%d fields are folded:\n%s", f.HiddenCount(), s)
	}
	f.ToggleAdvanced()
	if s := checkAndRender(t, f, 60, 40); !strings.Contains(s, "Zone") || !strings.Contains(s, "── Enquiry") || f.HiddenCount() != 0 {
		t.Errorf("%d fields are folded:\n%s", f.HiddenCount(), s)
	}
	f.FocusField("zone")
	edittest.Press(t, f, "North")
	f.ToggleAdvanced()
	f.FocusNext(-1)
	if s := checkAndRender(t, f, 60, 40); !strings.Contains(s, "North") || strings.Contains(s, "Person") {
		t.Errorf("what was said is not there, or what was not is:\n%s", s)
	}
}

func TestSection_InvalidFoldedFieldIsShown(t *testing.T) {
	f := newWideForm(t, 60, 40)
	if !f.SetError("zone", errors.New("no such zone")) || f.Focused() != "zone" {
		t.Fatalf("the keys go to %s", f.Focused())
	}
	if s := checkAndRender(t, f, 60, 40); !strings.Contains(s, "✗ no such zone") {
		t.Errorf("it is not said:\n%s", s)
	}
}

func TestSection_TabGoesThroughEveryVisibleField(t *testing.T) {
	f := newWideForm(t, 60, 40)
	var order []string
	for range 6 {
		order = append(order, f.Focused())
		f.FocusNext(1)
	}
	if want := []string{"name", "phone", "remarks", "contact.12.name", "contact.12.phone", "contact"}; !slices.Equal(order, want) || f.Focused() != "name" {
		t.Errorf("the order is %v, then %s", order, f.Focused())
	}
}

func TestSection_ElementIsAddedAndNumbered(t *testing.T) {
	f := newWideForm(t, 60, 40)
	f.FocusField("contact")
	edittest.Press(t, f, "<enter>Rob<down>5550188")
	f.FocusField("contact")
	edittest.Press(t, f, "<space>Ann")
	s := checkAndRender(t, f, 60, 40)
	if !strings.Contains(s, "── Contact 1") || strings.Count(s, "── New contact") != 2 {
		t.Errorf("it shows:\n%s", s)
	}
	if v := f.Values(); v["contact.new1.name"] != "Rob" || v["contact.new1.phone"] != "5550188" || v["contact.new2.name"] != "Ann" {
		t.Errorf("the values are %v", v)
	}
	if _, there := f.Values()["contact"]; there {
		t.Error("what adds a contact is taken for a value")
	}
}

func TestSection_FlagIsToggledAndSetByItsLetters(t *testing.T) {
	f := newWideForm(t, 60, 40)
	f.FocusField("person")
	for _, c := range []struct{ keys, want string }{{"<space>", "true"}, {"<enter>", ""}, {"y", "true"}, {"y", "true"}, {"n", ""}, {"x", ""}} {
		edittest.Press(t, f, c.keys)
		if got := f.Values()["person"]; got != c.want || f.Focused() != "person" {
			t.Errorf("after %s it is %q, the keys go to %s", c.keys, got, f.Focused())
		}
	}
}

func TestSection_PastedDigitsAreCleaned(t *testing.T) {
	f := newWideForm(t, 60, 40)
	f.FocusField("phone")
	edittest.Paste(f, "(555) 01-00 / 12.3")
	edittest.Press(t, f, " 4")
	if got := f.Values()["phone"]; got != "55501001234" {
		t.Errorf("it is %q", got)
	}
}

func TestSection_PairsAreAddedChangedAndRemoved(t *testing.T) {
	f := newWideForm(t, 60, 40)
	f.FocusField("more")
	edittest.Press(t, f, "shoe size<enter>42<enter>colour<enter>blue")
	if got := f.Values()["more"]; got != "shoe size\t42\ncolour\tblue" {
		t.Fatalf("it is %q", got)
	}
	if s := checkAndRender(t, f, 60, 40); !strings.Contains(s, "blue▏") {
		t.Errorf("the cursor is elsewhere:\n%s", s)
	}
	edittest.Press(t, f, "<up>") // the value of the first
	edittest.Press(t, f, "<backspace><backspace><backspace>")
	for range len("shoe size") {
		edittest.Press(t, f, "<backspace>")
	}
	edittest.Press(t, f, "<backspace>")
	if got := f.Values()["more"]; got != "colour\tblue" {
		t.Errorf("it is %q", got)
	}
	for steps := 0; f.Focused() == "more"; steps++ {
		if f.FocusNext(1); steps > 5 {
			t.Fatal("tab does not leave the pairs")
		}
	}
	if s := checkAndRender(t, f, 60, 40); strings.Count(s, "│") != 1 {
		t.Errorf("empty rows stay:\n%s", s)
	}
}

func TestSection_FocusedFieldAndItsMessageAreVisibleAtEverySize(t *testing.T) {
	for _, size := range [][2]int{{22, 4}, {40, 6}, {50, 9}, {60, 12}, {92, 30}} {
		w, h := size[0], size[1]
		f := newWideForm(t, w, h)
		f.ToggleAdvanced()
		f.SetValues(map[string]string{"remarks": strings.Repeat("blocked\n", 40), "more": "a\t1\nb\t2\nc\t3"})
		for range 2 {
			for range f.Names() {
				checkAndRender(t, f, w, h)
				if f.Focused() == "phone" || f.Focused() == "contact.12.phone" {
					edittest.Press(t, f, "x")
					f.Validate()
					if s := f.View(); !strings.Contains(s, "✗ must") {
						t.Errorf("%d×%d: the message is out of sight:\n%s", w, h, s)
					}
					edittest.Press(t, f, "<backspace>")
				}
				f.FocusNext(1)
			}
		}
	}
}
