package form_test

import (
	"image"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"frontdesk/ui/form"
	"frontdesk/ui/textedit/edittest"
	"frontdesk/ui/theme"
)

// chosenLabel returns the label of the row that is marked as chosen.
func chosenLabel(view string) string {
	for line := range strings.SplitSeq(view, "\n") {
		if _, label, ok := strings.Cut(line, "▸ "); ok {
			return strings.TrimRight(label, " \x1b[m")
		}
	}
	return ""
}

func TestPicker_ChoosesFromAList(t *testing.T) {
	for _, c := range []struct{ name, field, keys, value, mark string }{
		{"as you type", "sub_status", "clo", "CL", "Closed · CL"},
		{"by its key", "sub_status", "us", "US", "Unattended · US"},
		{"the first that fits", "sub_status", "pend", "PS", "Pending · PS"},
		{"the one that is named, not the first that fits", "sub_status", "p", "P", "Pending · P"},
		{"the one that begins so, not the first that fits", "sub_status", "end", "ED", "Ended · ED"},
		{"by several words in any order", "sub_status", "ps pend", "PS", "Pending · PS"},
		{"without accents", "queue", "cafe", "cafe", "Café"},
		{"with accents", "queue", "CAFÉ", "cafe", "Café"},
		{"by the arrows", "queue", "<down><down>", "cafe", "Café"},
		{"not beyond the ends", "queue", "<down><down><down><down><down><up>", "cafe", "Café"},
		{"by the arrows after typing", "sub_status", "pend<down>", "P", "Pending · P"},
		{"after a slip", "sub_status", "pz<backspace>", "P", "Pending · P"},
		{"a free text where one may be sent", "sub_status", "RS", "RS", "“RS”"},
		{"a free text although others fit", "sub_status", "nd<down><down><down><down>", "nd", "“nd”"},
		{"a free text without the blanks around it", "sub_status", " RS ", "RS", "“RS”"},
		{"nothing that fits", "queue", "zzz", "", ""},
		{"nothing at all", "sub_status", "clo<ctrl+u>", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newUpdateForm(t, 68, 20)
			f.FocusField(c.field)
			edittest.Press(t, f, c.keys)
			if got := f.Values()[c.field]; got != c.value {
				t.Errorf("chosen is %q, want %q", got, c.value)
			}
			if got := chosenLabel(f.View()); got != c.mark {
				t.Errorf("marked is %q, want %q", got, c.mark)
			}
			f.FocusNext(1)
			if got := f.Values()[c.field]; got != c.value {
				t.Errorf("after leaving it is %q, want %q", got, c.value)
			}
		})
	}
}

func TestPicker_TypingReplacesTheChoice(t *testing.T) {
	for _, c := range []struct{ name, before, keys, want, shown string }{
		{"no key", "US", "", "US", "Unattended · US▏"},
		{"a letter begins anew", "US", "c", "CL", "c▏"},
		{"backspace empties", "US", "<backspace>", "", "▏"},
		{"moving the cursor changes nothing", "US", "<left><home><ctrl+left><f5>", "US", "Unattended · US▏"},
		{"a key of the console changes nothing", "US", "<ctrl+c><ctrl+v>", "US", "Unattended · US▏"},
		{"the arrows go on from it", "US", "<down>", "CL", "Closed · CL▏"},
		{"a letter begins anew in a free text too", "RS", "c", "CL", "c▏"},
		{"a free text can be mended", "RX later<", "", "RX later<", "RX later<▏"},
		{"a free text can be mended in the middle", "RX", "<left>S<delete>", "RS", "RS▏"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newUpdateForm(t, 68, 20)
			f.SetValues(map[string]string{"sub_status": c.before})
			edittest.Press(t, f, c.keys)
			if got := f.Values()["sub_status"]; got != c.want {
				t.Errorf("chosen is %q, want %q", got, c.want)
			}
			first, _, _ := strings.Cut(checkAndRender(t, f, 68, 20), "\n")
			if _, got, _ := strings.Cut(first, "Sub-status"); strings.TrimSpace(got) != c.shown {
				t.Errorf("shown is %q, want %q", strings.TrimSpace(got), c.shown)
			}
		})
	}
}

func TestPicker_PasteReplacesTheChoice(t *testing.T) {
	f := newUpdateForm(t, 68, 20)
	f.SetValues(map[string]string{"sub_status": "US"})
	edittest.Paste(f, "CL\n")
	if got := f.Values()["sub_status"]; got != "CL" {
		t.Errorf("chosen is %q", got)
	}
}

func TestPicker_UnknownServiceKeyIsSentUnchanged(t *testing.T) {
	f := newUpdateForm(t, 68, 20)
	raw := "A\x1b[31m\u202e " // an account's own key, which the agent has not touched
	f.SetValues(map[string]string{"sub_status": raw})
	checkAndRender(t, f, 68, 20)
	f.FocusNext(1)
	if got := f.Values()["sub_status"]; got != raw {
		t.Errorf("it became %q", got)
	}
}

func TestPicker_NoMatchIsReported(t *testing.T) {
	f := newUpdateForm(t, 68, 20)
	f.FocusField("queue")
	edittest.Press(t, f, "zzz")
	if s := checkAndRender(t, f, 68, 20); !strings.Contains(s, "no match") {
		t.Errorf("it says:\n%s", s)
	}
}

// newStatusForm returns a form with two lists side by side, each in a column of 20.
func newStatusForm() *form.Form {
	f := form.New([]form.Field{
		{Name: "sub_status", Label: "Sub-status", Kind: form.Select, Options: []form.Option{
			{Value: "RS", Label: "Resolved, awaiting confirmation · RS"}, {Value: "CL", Label: "Closed · CL"},
		}},
		{Name: "queue", Label: "Queue", Kind: form.Select, Options: []form.Option{{Value: "hw", Label: "Hardware"}}},
	}, theme.New(true, true))
	f.SetSize(72, 10)
	f.SetValues(map[string]string{"sub_status": "RS", "queue": "hw"})
	return f
}

func TestPicker_LongChoicesUseTheRoomBesideThem(t *testing.T) {
	f := newStatusForm()
	if s := checkAndRender(t, f, 72, 10); !strings.Contains(s, "▸ Resolved, awaiting confirmation · RS") {
		t.Errorf("the choice is cut:\n%s", s)
	}
}

func TestPicker_LongValueIsShownFromItsBeginning(t *testing.T) {
	f := newStatusForm()
	for _, focused := range []string{"sub_status", "queue"} {
		f.FocusField(focused)
		first, _, _ := strings.Cut(ansi.Strip(f.View()), "\n")
		if !strings.Contains(first, "Resolved, aw") || !strings.Contains(first, "…") {
			t.Errorf("with the focus on %s the first row is %q", focused, first)
		}
	}
}

func TestPicker_LongChoiceIsClickedBesideItsColumn(t *testing.T) {
	f := newStatusForm()
	spot, ok := f.SpotAt(image.Pt(45, 2)) // below the queue
	if !ok || spot.Select == nil {
		t.Fatal("nothing is there")
	}
	spot.Select()
	if got := f.Values()["sub_status"]; got != "CL" {
		t.Errorf("chosen is %q", got)
	}
}

func TestPicker_SaysWhichOptionsAreVisible(t *testing.T) {
	var sizes []form.Option
	for _, size := range []string{"one", "two", "three", "four", "five", "six", "seven", "eight"} {
		sizes = append(sizes, form.Option{Value: size, Label: size})
	}
	f := form.New([]form.Field{{Name: "size", Label: "Size", Kind: form.Select, Options: sizes}}, theme.New(true, true))
	f.SetSize(68, 20)
	for _, c := range []struct{ keys, want string }{
		{"", "1–6 of 8"}, {"<down><down><down><down><down>", "2–7 of 8"}, {"<down><down><down><down>", "3–8 of 8"},
	} {
		edittest.Press(t, f, c.keys)
		if view := ansi.Strip(f.View()); !strings.Contains(view, c.want) {
			t.Errorf("after %q the form lacks %q:\n%s", c.keys, c.want, view)
		}
	}
	edittest.Press(t, f, "t")
	if view := ansi.Strip(f.View()); strings.Contains(view, " of ") {
		t.Errorf("all options are visible, and the form counts them:\n%s", view)
	}
}
