package terminal

import (
	"fmt"
	"strings"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
)

// part is input that arrives at once, after a pause.
type part struct {
	after time.Duration
	bytes string
}

// at has parts arrive one after the other with the same pause between them.
func at(pause time.Duration, parts ...string) (all []part) {
	for _, p := range parts {
		all = append(all, part{pause, p})
	}
	return all
}

// decoded returns the events of parts, in words. What is incomplete at the end is given up.
func decoded(parts ...part) string {
	var d decoder
	var said []string
	now := time.Unix(1000, 0)
	say := func(events []uv.Event) {
		for _, e := range events {
			switch e := e.(type) {
			case uv.KeyPressEvent:
				said = append(said, e.String())
			case uv.PasteEvent:
				said = append(said, fmt.Sprintf("paste %.40q", e.Content))
			default:
				said = append(said, strings.TrimPrefix(fmt.Sprintf("%T", e), "uv."))
			}
		}
	}
	for _, p := range append(parts, part{time.Minute, ""}) {
		for until := now.Add(p.after); d.state != inText && !d.due.After(until); {
			say(d.giveUp(d.due))
		}
		now = now.Add(p.after)
		say(d.feed([]byte(p.bytes), now))
	}
	return strings.Join(said, " ")
}

const (
	blink = 70 * time.Millisecond // longer than an ESC may wait
	stall = 2 * time.Second       // of a network that has lost a packet
)

// wholeSequences are what terminals send, and what each of them means.
var wholeSequences = map[string]string{
	"\x1b[B":                          "down",
	"\x1bOB":                          "down",
	"\x1b[1;5A":                       "ctrl+up",
	"\x1b[5~":                         "pgup",
	"\x1b[[A":                         "f1",
	"\x1b[7$":                         "shift+home",
	"\x1b[27u":                        "esc",
	"\x1b[27;5;105~":                  "ctrl+i",
	"\x1b[99;5u":                      "ctrl+c",
	"\x1b[<0;3;2M":                    "MouseClickEvent",
	"\x1b[M !!":                       "MouseClickEvent",
	"\x1b[I":                          "FocusEvent",
	"\x1bP>|xterm(390)\x1b\\":         "TerminalVersionEvent",
	"\x1bP1+r524742=38\x1b\\":         "CapabilityEvent",
	"\x1b]11;rgb:ffff/eeee/dddd\a":    "BackgroundColorEvent",
	"\x1b]10;rgb:0/0/0\x1b\\":         "ForegroundColorEvent",
	"\x1b]52;c;eA==\x1b\\":            "ClipboardEvent",
	"\x1b_Gi=1;OK\x1b\\":              "KittyGraphicsEvent",
	"\x1b[?2026;2$y":                  "ModeReportEvent",
	"\x1b[?62;c":                      "PrimaryDeviceAttributesEvent",
	"\x1b[200~two\rwords\x1b[201~":    `paste "two\rwords"`,
	"é":                               "é",
	"漢":                               "漢",
	"\x1b[1089::99;5u":                "ctrl+c",
	"\x1b]0;title œ\x1b\\":            "UnknownOscEvent",
	"\x9bA":                           "up",
	"\x1b[200~ends \x1b[20~\x1b[201~": `paste "ends \x1b[20~"`,
}

// TestSequence_ArrivesInPartsAndRunsNoCommand: whatever the part and the pause, the sequence means the same.
func TestSequence_ArrivesInPartsAndRunsNoCommand(t *testing.T) {
	for whole, want := range wholeSequences {
		if got := decoded(part{0, whole}); got != want {
			t.Errorf("%q is %s, want %s", whole, got, want)
		}
		for cut := 1; cut < len(whole); cut++ {
			for _, pause := range []time.Duration{0, 20 * time.Millisecond, blink, 900 * time.Millisecond} {
				got := decoded(at(pause, whole[:cut], whole[cut:])...)
				if whole[:cut] == "\x1b" { // ESC alone may be short, but what follows is still no text
					got = strings.TrimPrefix(got, "esc ")
				}
				if got != want {
					t.Errorf("%q and after %v %q are %s, want %s", whole[:cut], pause, whole[cut:], got, want)
				}
			}
		}
	}
}

// TestSequence_WithoutItsEndIsDroppedWhole: nothing of it is a key, and the keys after it are.
func TestSequence_WithoutItsEndIsDroppedWhole(t *testing.T) {
	for _, begun := range []string{
		"\x1b[", "\x1b[1;", "\x1bO", "\x1bP", "\x1bP>|xte", "\x1b]11;rgb:ff", "\x1b_G", "\x1b^x", "\x1bXy", "\x1b[<0;3", "\x1b[M ",
		"\xc3", "\xe6\xbc", "\x1b]52;c;eA\x1b", "\x1b[[", "\x1b\x1b[", "\x1b[1;2 ",
	} {
		if got := decoded(part{0, begun}, part{time.Minute, "j"}); got != "j" {
			t.Errorf("%q, then j: %s", begun, got)
		}
		if got := decoded(part{0, begun}, part{blink, "\x1b[99;5u"}); !strings.HasSuffix(got, "ctrl+c") {
			t.Errorf("%q, then ctrl+c of the kitty protocol: %s", begun, got)
		}
		if got := decoded(part{0, begun}, part{blink, "\x03"}); got != "ctrl+c" {
			t.Errorf("%q, then ctrl+c: %s", begun, got)
		}
	}
	for sequence, want := range map[string]string{
		"\x1b[" + strings.Repeat("1;", 60) + "mj":                   "j",
		"\x1bP" + strings.Repeat("1;", 60) + "q\x1b\\j":             "j",
		"\x1b]52;c;" + strings.Repeat("A", maxString+9) + "\x1b\\j": "j",
		"\x1b[1;\x18j":   "j",
		"\x1b[1;\x1b[Aj": "up j",
	} {
		if got := decoded(part{0, sequence}); got != want {
			t.Errorf("%.20q: %s, want %s", sequence, got, want)
		}
	}
}

func TestEscape_AloneIsTheKey(t *testing.T) {
	for _, tc := range []struct {
		parts []part
		want  string
	}{
		{at(0, "\x1b"), "esc"},
		{at(blink, "\x1b", "j"), "esc j"},
		{at(blink, "\x1b", "Ok"), "esc O k"},
		{at(blink, "\x1b", "[", "B"), "esc [ B"},
		{at(0, "\x1bj"), "alt+j"},
		{at(0, "\x1b\x1b"), "esc esc"},
		{at(0, "\x1b\x1b[A"), "alt+up"},
		{at(0, "\x1b\r"), "alt+enter"},
		{at(0, "\x1bя"), "alt+z"},
	} {
		if got := decoded(tc.parts...); got != tc.want {
			t.Errorf("%v: %s, want %s", tc.parts, got, tc.want)
		}
	}
}

// TestPaste_WithoutItsEndLeavesTheKeysAlive: it is taken as it is when nothing more comes, and what comes late is no
// command.
func TestPaste_WithoutItsEndLeavesTheKeysAlive(t *testing.T) {
	long := strings.Repeat("a", maxPaste+99)
	for name, tc := range map[string]struct {
		parts []part
		want  string
	}{
		"a key after it":           {at(stall, "\x1b[200~abc", "j"), `paste "abc" j`},
		"ctrl+c soon":              {at(blink, "\x1b[200~abc", "\x03", "j"), `paste "abc" ctrl+c j`},
		"ctrl+c of kitty":          {at(blink, "\x1b[200~abc", "\x1b[99;5u"), `paste "abc" ctrl+c`},
		"ctrl+c on a Russian key":  {at(blink, "\x1b[200~abc", "\x1b[1089::99;5u"), `paste "abc" ctrl+c`},
		"escape, then ctrl+c":      {at(stall, "\x1b[200~abc", "\x1b", "\x03"), `paste "abc" esc ctrl+c`},
		"the rest is late":         {at(stall, "\x1b[200~abc", "defghijkl", "mn\x1b[201~", "j"), `paste "abc" paste "defghijkl" paste "mn" j`},
		"the end is late":          {at(stall, "\x1b[200~abc", "\x1b[201~j"), `paste "abc" j`},
		"half of its end is late":  {at(stall, "\x1b[200~abc\x1b[20", "1~j"), `paste "abc" j`},
		"slow, but it goes on":     {at(900*time.Millisecond, "\x1b[200~abc", "d", "e\x1b[201~"), `paste "abcde"`},
		"a line of it is ctrl+c":   {at(0, "\x1b[200~abc\x03d\x1b[201~"), `paste "abc\x03d"`},
		"too long":                 {at(0, "\x1b[200~"+long, "\x1b[201~j"), fmt.Sprintf("paste %.40q j", long)},
		"invalid UTF-8":            {at(0, "\x1b[200~a\xffb\x1b[201~"), `paste "ab"`},
		"cut within a character":   {at(stall, "\x1b[200~ab\xc3", "j"), `paste "ab" j`},
		"two":                      {at(stall, "\x1b[200~ab", "\x1b[200~cd\x1b[201~"), `paste "ab" paste "cd"`},
		"an end without beginning": {at(0, "\x1b[201~j"), "j"},
	} {
		if got := decoded(tc.parts...); got != tc.want {
			t.Errorf("%s: %s, want %s", name, got, tc.want)
		}
	}
}

// TestLayout_ShortcutsOfOtherScripts: the key counts, whatever letter is on it; the letters of Latin layouts count
// themselves.
func TestLayout_ShortcutsOfOtherScripts(t *testing.T) {
	for keys, want := range map[string]string{
		"\x1b[1089::99;5u":      "ctrl+c", // Russian, base reported
		"\x1b[1089;5u":          "ctrl+c", // not reported
		"\x1b[1089:1057:99;6u":  "ctrl+shift+c",
		"\x1b[27;5;1089~":       "ctrl+c", // xterm
		"\x1b[963::115;5u":      "ctrl+s", // Greek
		"\x1b[1491::115;5u":     "ctrl+s", // Hebrew
		"\x1b[1491;5u":          "ctrl+s",
		"\x1b[4304::97;5u":      "ctrl+a", // Georgian, which only the terminal knows
		"\x1b[97::113;5u":       "ctrl+a", // French
		"\x1b[122::121;5u":      "ctrl+z", // German
		"\x1b[1089::99;133u":    "ctrl+c", // with num lock
		"\x1b[99;5u":            "ctrl+c",
		"\x1b[1086::106u":       "о", // a letter is typed as it is
		"\x1b[1086:1054:106;2u": "О",
		"\x1b[97;1:3u":          "KeyReleaseEvent",
		"оО":                    "о О",
		"\x1b[45:95;6u":         "ctrl+_",
		"\x1b[55:47:55;6u":      "ctrl+/", // German
		"\x1b[122:90:121;6u":    "ctrl+shift+z",
		"\x1b[228::39;5u":       "ctrl+ä",
	} {
		if got := decoded(part{0, keys}); got != want {
			t.Errorf("%q: %s, want %s", keys, got, want)
		}
	}
}
