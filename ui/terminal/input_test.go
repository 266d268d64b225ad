package terminal_test

import (
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
)

func TestInput_KeysAreShown(t *testing.T) {
	for name, tc := range map[string]struct{ input, want string }{
		"nothing typed": {"", "frontdesk\n>"},
		"letters":       {"refund", "frontdesk\n> refund"},
		"umlauts":       {"Größe 漢字", "frontdesk\n> Größe 漢字"},
		"pasted":        {"\x1b[200~two words\x1b[201~", "frontdesk\n> [two words]"},
		"kitty key":     {"\x1b[97;1u", "frontdesk\n> a"},
	} {
		runWithVirtualTime(name, t, func(t *testing.T) {
			w := openTerminal(t, &testModel{})
			w.typeKeys(tc.input)
			if got := w.text(); got != tc.want {
				t.Errorf("shown:\n%s\nwant:\n%s", got, tc.want)
			}
		})
	}
}

func TestInput_AnswersOfTheTerminalAreMessages(t *testing.T) {
	for name, tc := range map[string]struct{ input, want string }{
		"background": {"\x1b]11;rgb:ffff/ffff/ffff\x07", "tea.BackgroundColorMsg"},
		"clipboard":  {"\x1b]52;c;eA==\x07", "tea.ClipboardMsg"},
		"focus":      {"\x1b[I", "tea.FocusMsg"},
		"blur":       {"\x1b[O", "tea.BlurMsg"},
		"click":      {"\x1b[<0;3;2M", "tea.MouseClickMsg"},
		"keyboard":   {"\x1b[?1u", "tea.KeyboardEnhancementsMsg"},
		"escape":     {"\x1b", "tea.KeyPressMsg"},
	} {
		runWithVirtualTime(name, t, func(t *testing.T) {
			p := &testModel{}
			w := openTerminal(t, p)
			p.seen = nil
			w.typeKeys(tc.input)
			if !slices.Equal(p.seen, []string{tc.want}) {
				t.Errorf("the model saw %v, want %s", p.seen, tc.want)
			}
		})
	}
}

// TestInput_ArrivesInPartsOverASlowConnection: an arrow is one key, an answer of the terminal is none, and a paste whose
// end was lost leaves the keys alive.
func TestInput_ArrivesInPartsOverASlowConnection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &testModel{}
		w := openTerminal(t, p)
		p.seen = nil
		for _, part := range []string{"\x1b[", "B", "\x1bP>|", "xterm(390)", "\x1b\\", "\xc3", "\xa9"} {
			_, _ = io.WriteString(w.keys, part)
			<-time.After(900 * time.Millisecond)
		}
		want := []string{"tea.KeyPressMsg", "tea.TerminalVersionMsg", "tea.KeyPressMsg"}
		if synctest.Wait(); !slices.Equal(p.seen, want) || p.text != "é" {
			t.Errorf("the model saw %v and %q, want %v and é", p.seen, p.text, want)
		}
		_, _ = io.WriteString(w.keys, "\x1b[200~abc")
		<-time.After(2 * time.Second)
		w.typeKeys("\x1b[99;1ud")
		if got := w.text(); got != "frontdesk\n> é[abc]cd" {
			t.Errorf("shown:\n%s", got)
		}
		_, _ = io.WriteString(w.keys, "\x1b[200~abc\x1b[")
		<-time.After(300 * time.Millisecond)
		w.typeKeys("\x03")
		if err := w.waitForExit(); err != nil {
			t.Errorf("ctrl+c after half of a paste: %v", err)
		}
	})
}

func TestInput_ClickGoesToTheShownView(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &testModel{view: func(v *tea.View) {
			v.OnMouse = func(tea.MouseMsg) tea.Cmd { return func() tea.Msg { return "clicked" } }
		}}
		w := openTerminal(t, p)
		w.typeKeys("\x1b[<0;3;2M")
		if !slices.Contains(p.seen, "string") {
			t.Errorf("the model saw %v", p.seen)
		}
	})
}

// TestInput_CannotEndTheProcess: the framework's parser panics at the 33rd parameter of a sequence in the input.
func TestInput_CannotEndTheProcess(t *testing.T) {
	long := strings.Repeat("1;", 60)
	for name, input := range map[string]string{
		"CSI": "\x1b[" + long + "m", "CSI with colons": "\x1b[" + strings.ReplaceAll(long, ";", ":") + "u", "DCS": "\x1bP" + long + "q\x1b\\",
		"8-bit CSI": "\x9b" + long + "m", "pasted": "\x1b[200~\x1b[" + long + "m\x1b[201~", "unfinished": "\x1b[" + long,
	} {
		runWithVirtualTime(name, t, func(t *testing.T) {
			model := &testModel{}
			w := openTerminal(t, model)
			for b := range strings.SplitSeq(input, "1;") { // in pieces, as networks do
				_, _ = io.WriteString(w.keys, b+"1;")
			}
			waitUntilIdle()
			w.typeKeys("m")
			w.typeKeys("still here")
			if !strings.HasSuffix(model.text, "still here") || w.text() == "" {
				t.Errorf("typed: %q, shown:\n%s", model.text, w.text())
			}
		})
	}
}
