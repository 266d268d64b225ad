package terminal_test

import (
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"
)

func TestKeysAreShown(t *testing.T) {
	for name, tc := range map[string]struct{ input, want string }{
		"nothing typed": {"", "frontdesk\n>"},
		"letters":       {"refund", "frontdesk\n> refund"},
		"umlauts":       {"Größe 漢字", "frontdesk\n> Größe 漢字"},
		"pasted":        {"\x1b[200~two words\x1b[201~", "frontdesk\n> [two words]"},
		"kitty key":     {"\x1b[97;1u", "frontdesk\n> a"},
	} {
		bubble(name, t, func(t *testing.T) {
			w := open(t, &pad{})
			w.typed(tc.input)
			if got := w.text(); got != tc.want {
				t.Errorf("shown:\n%s\nwant:\n%s", got, tc.want)
			}
		})
	}
}

func TestTheTerminalsAnswersAreMessages(t *testing.T) {
	for name, tc := range map[string]struct{ input, want string }{
		"background": {"\x1b]11;rgb:ffff/ffff/ffff\x07", "tea.BackgroundColorMsg"},
		"clipboard":  {"\x1b]52;c;eA==\x07", "tea.ClipboardMsg"},
		"focus":      {"\x1b[I", "tea.FocusMsg"},
		"blur":       {"\x1b[O", "tea.BlurMsg"},
		"click":      {"\x1b[<0;3;2M", "tea.MouseClickMsg"},
		"keyboard":   {"\x1b[?1u", "tea.KeyboardEnhancementsMsg"},
		"escape":     {"\x1b", "tea.KeyPressMsg"},
	} {
		bubble(name, t, func(t *testing.T) {
			p := &pad{}
			w := open(t, p)
			p.seen = nil
			w.typed(tc.input)
			if !slices.Equal(p.seen, []string{tc.want}) {
				t.Errorf("the model saw %v, want %s", p.seen, tc.want)
			}
		})
	}
}

func TestAClickAsksTheViewThatIsShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &pad{view: func(v *tea.View) {
			v.OnMouse = func(tea.MouseMsg) tea.Cmd { return func() tea.Msg { return "clicked" } }
		}}
		w := open(t, p)
		w.typed("\x1b[<0;3;2M")
		if !slices.Contains(p.seen, "string") {
			t.Errorf("the model saw %v", p.seen)
		}
	})
}

// Hazard 1 from the other side: the framework's parser panics at the 33rd parameter of a sequence in the input.
func TestInputCannotEndTheProcess(t *testing.T) {
	long := strings.Repeat("1;", 60)
	for name, input := range map[string]string{
		"CSI": "\x1b[" + long + "m", "CSI with colons": "\x1b[" + strings.ReplaceAll(long, ";", ":") + "u", "DCS": "\x1bP" + long + "q\x1b\\",
		"8-bit CSI": "\x9b" + long + "m", "pasted": "\x1b[200~\x1b[" + long + "m\x1b[201~", "unfinished": "\x1b[" + long,
	} {
		bubble(name, t, func(t *testing.T) {
			w := open(t, &pad{})
			for b := range strings.SplitSeq(input, "1;") { // in pieces, as networks do
				_, _ = io.WriteString(w.keys, b+"1;")
			}
			settle()
			w.typed("m")
			w.typed("still here")
			if got := w.text(); !strings.Contains(got, "still here") {
				t.Errorf("shown:\n%s", got)
			}
		})
	}
}
