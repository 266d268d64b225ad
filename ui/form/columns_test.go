package form_test

import (
	"errors"
	"strings"
	"testing"

	"frontdesk/internal/termwidth"
	"frontdesk/ui/form"
	"frontdesk/ui/textedit/edittest"
	"frontdesk/ui/theme"
)

// newCustomerForm returns a form of short fields, one that needs a row, and a text.
func newCustomerForm(w, h int) *form.Form {
	f := form.NewSections([]form.Section{
		{Title: "Customer", Fields: []form.Field{
			{Name: "name", Label: "Name"},
			{Name: "phone", Label: "Phone", Kind: form.Phone},
			{Name: "code", Label: "Code"},
			{Name: "address", Label: "Address", Wide: true},
			{Name: "city", Label: "City"},
			{Name: "country", Label: "Country"},
			{Name: "remarks", Label: "Remarks", Kind: form.Multiline},
		}},
		{Title: "Contact", Fields: []form.Field{
			{Name: "whole", Label: "Full name"}, {Name: "mail", Label: "E-mail", Kind: form.Email},
		}},
	}, theme.New(true, true))
	f.SetSize(w, h)
	return f
}

// rowsOf returns the labels of each line that has some.
func rowsOf(view string) string {
	var rows []string
	for line := range strings.SplitSeq(view, "\n") {
		if fields := strings.Fields(strings.ReplaceAll(line, "▌", " ")); len(fields) > 0 && !strings.Contains(line, "──") {
			rows = append(rows, strings.Join(fields, " "))
		}
	}
	return strings.Join(rows, " / ")
}

func TestForm_TwoColumnsOfShortFieldsWhereThereIsRoom(t *testing.T) {
	for width, want := range map[int]string{
		60:  "Name / Phone / Code / Address / City / Country / Remarks / Full name / E-mail",
		100: "Name Phone / Code / Address / City Country / Remarks / Full name E-mail",
	} {
		f := newCustomerForm(width, 40)
		view := checkAndRender(t, f, width, 40)
		if got := rowsOf(strings.ReplaceAll(view, "▏", "")); got != want {
			t.Errorf("%d columns: %s, want %s:\n%s", width, got, want, view)
		}
	}
}

func TestForm_FieldThatOthersContinueBeginsARow(t *testing.T) {
	f := form.New([]form.Field{
		{Name: "partner", Label: "Partner"},
		{Name: "name", Label: "Assignee"},
		{Name: "code", Label: "Assignee code", Short: "– code"},
		{Name: "mail", Label: "Assignee e-mail", Short: "– e-mail"},
		{Name: "source", Label: "Source"},
	}, theme.New(true, true))
	f.SetSize(100, 20)
	const want = "Partner / Assignee – code / – e-mail Source"
	if got := rowsOf(strings.ReplaceAll(checkAndRender(t, f, 100, 20), "▏", "")); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if label := f.Words()[2].Label; label != "Assignee code" {
		t.Errorf("the code is read out as %q", label)
	}
}

func TestForm_LabelsOfTheSecondColumnAreAligned(t *testing.T) {
	at := map[int]bool{}
	for line := range strings.SplitSeq(newCustomerForm(120, 40).View(), "\n") {
		for _, label := range []string{"Phone", "Country", "E-mail"} {
			if before, _, found := strings.Cut(line, label); found {
				at[termwidth.Width(before)] = true
			}
		}
	}
	if len(at) != 1 {
		t.Errorf("they begin in the columns %v", at)
	}
}

func TestForm_TabGoesAlongTheRowsAndArrowsAcrossThem(t *testing.T) {
	f := newCustomerForm(100, 40)
	for _, want := range []string{"phone", "code", "address", "city", "country", "remarks", "whole", "mail", "name"} {
		if f.FocusNext(1); f.Focused() != want {
			t.Fatalf("tab goes to %s, want %s", f.Focused(), want)
		}
		checkAndRender(t, f, 100, 40)
	}
	for _, step := range []struct{ key, want string }{
		{"<down>", "code"},
		{"<down>", "address"},
		{"<down>", "city"},
		{"<enter>", "country"},
		{"<up>", "address"},
		{"<up>", "code"},
		{"<up>", "name"},
		{"<up>", "whole"},
		{"<enter>", "mail"},
		{"<up>", "remarks"},
	} {
		if edittest.Press(t, f, step.key); f.Focused() != step.want {
			t.Fatalf("%s goes to %s, want %s", step.key, f.Focused(), step.want)
		}
	}
}

// areaLines returns how many lines of a form are below the label of its text and above the next heading.
func areaLines(view string, label string) int {
	n, inside := 0, false
	for line := range strings.SplitSeq(view, "\n") {
		switch {
		case strings.Contains(line, label):
			inside = true
		case strings.Contains(line, "──"):
			inside = false
		case inside:
			n++
		}
	}
	return n
}

func TestForm_CommentTakesTheRoomThatIsLeft(t *testing.T) {
	sections := func(comment form.Field) []form.Section {
		return []form.Section{
			{Fields: []form.Field{{Name: "status", Label: "Status"}, {Name: "queue", Label: "Queue"}, comment}},
			{Title: "Refund", Fields: []form.Field{{Name: "amount", Label: "Amount"}, {Name: "why", Label: "Why"}}},
		}
	}
	comment := form.Field{Name: "comment", Label: "Comment", Kind: form.Multiline, Fills: true}
	for height, want := range map[int]int{18: 10, 30: 22} { // two fields, a box, a blank line, a heading and two fields
		f := form.NewSections(sections(comment), theme.New(true, true))
		f.SetSize(60, height)
		f.FocusField("comment")
		for range 2 {
			view := checkAndRender(t, f, 60, height)
			if got := areaLines(view, "Comment"); got != want {
				t.Errorf("%d rows: the comment has %d lines, want %d:\n%s", height, got, want+1, view)
			}
			edittest.Press(t, f, "one<enter>two<enter>three")
		}
	}
}

func TestForm_CommentOfALongFormFillsTheWindowWhileItIsWritten(t *testing.T) {
	long := form.Section{Title: "Block"}
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"} {
		long.Fields = append(long.Fields, form.Field{Name: name, Label: name})
	}
	f := form.NewSections([]form.Section{
		{Fields: []form.Field{
			{Name: "status", Label: "Status"}, {Name: "comment", Label: "Comment", Kind: form.Multiline, Fills: true},
		}}, long,
	}, theme.New(true, true))
	f.SetSize(60, 18)
	f.FocusField("comment")
	view := checkAndRender(t, f, 60, 18)
	if got := areaLines(view, "Comment"); got != 15 || !strings.Contains(view, "Status") {
		t.Errorf("the comment has %d lines below the first field, want 15:\n%s", got, view)
	}
	edittest.Press(t, f, strings.Repeat("line<enter>", 30)+"last")
	if view := checkAndRender(t, f, 60, 18); !strings.Contains(view, "last") {
		t.Errorf("the comment does not scroll to what is typed:\n%s", view)
	}
	f.FocusNext(1)
	checkAndRender(t, f, 60, 18)
}

func TestForm_ErrorInTheNarrowColumnIsReadToItsEnd(t *testing.T) {
	f := newCustomerForm(74, 40)
	f.SetError("phone", errors.New("a phone number or an e-mail is needed, of the customer or of a contact"))
	view := checkAndRender(t, f, 74, 40)
	if !strings.Contains(view, " contact") {
		t.Errorf("the end of the error is missing:\n%s", view)
	}
	f.SetError("phone", errors.New(strings.Repeat("very ", 60)+"long"))
	if view = checkAndRender(t, f, 74, 40); !strings.Contains(view, "…") {
		t.Errorf("a longer error does not say that it goes on:\n%s", view)
	}
}
