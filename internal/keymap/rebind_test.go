package keymap_test

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext/texttest"
)

// rebindKeys asks for keys, each as "place.action = key key".
func rebindKeys(t *testing.T, wishes ...string) (keymap.Keymap, []string) {
	t.Helper()
	var overrides []keymap.Override
	for _, wish := range wishes {
		name, keys, _ := strings.Cut(wish, "=")
		name = strings.TrimSpace(name)
		place, action, _ := strings.Cut(name, ".")
		i := slices.IndexFunc(keymap.Scopes(), func(p keymap.Scope) bool { return p.Name() == place })
		if i < 0 {
			t.Fatalf("there is no place %s", place)
		}
		overrides = append(overrides, keymap.Override{
			Place: keymap.Scopes()[i], Action: keymap.Action(action), Keys: strings.Fields(keys), Origin: "keys." + name,
		})
	}
	made, problems := keymap.WithOverrides(overrides)
	var lines []string
	for _, p := range problems {
		lines = append(lines, p.Error())
	}
	return made, lines
}

func TestAReboundKeyMeansWhatWasAskedFor(t *testing.T) {
	for name, c := range map[string]struct {
		wishes []string
		place  keymap.Scope
		means  map[string]keymap.Action
	}{
		"another key":                    {[]string{"inbox.update = U"}, keymap.Inbox, map[string]keymap.Action{"U": keymap.Update, "u": ""}},
		"several":                        {[]string{"inbox.update = u e"}, keymap.Inbox, map[string]keymap.Action{"u": keymap.Update, "e": keymap.Update}},
		"in its place only":              {[]string{"inbox.update = U"}, keymap.Ticket, map[string]keymap.Action{"U": "", "u": keymap.Update}},
		"two that swap":                  {[]string{"inbox.update = c", "inbox.comment = u"}, keymap.Inbox, map[string]keymap.Action{"c": keymap.Update, "u": keymap.Comment}},
		"everywhere":                     {[]string{"everywhere.help = f2"}, keymap.FAQ, map[string]keymap.Action{"f2": keymap.Help, "?": "", "f1": ""}},
		"everywhere, in a form too":      {[]string{"everywhere.help = Q f2"}, keymap.Form, map[string]keymap.Action{"f2": keymap.Help, "Q": "", "f1": ""}},
		"everywhere, but no letter":      {[]string{"everywhere.help = Q"}, keymap.Form, map[string]keymap.Action{"Q": "", "f1": keymap.Help}},
		"everywhere, another in a form":  {[]string{"everywhere.help = f2", "form.help = f3"}, keymap.Form, map[string]keymap.Action{"f2": "", "f3": keymap.Help}},
		"a letter of another alphabet":   {[]string{"inbox.update = ы"}, keymap.Inbox, map[string]keymap.Action{"ы": keymap.Update}},
		"a form's":                       {[]string{"form.send = ctrl+enter f5"}, keymap.Form, map[string]keymap.Action{"ctrl+enter": keymap.Send, "ctrl+s": ""}},
		"leaving, which has ctrl+c also": {[]string{"everywhere.leave = Q"}, keymap.Inbox, map[string]keymap.Action{"Q": keymap.ForceQuit, "ctrl+c": keymap.ForceQuit}},
		"a list's":                       {[]string{"list.discard = d", "list.send = f"}, keymap.ListOverlay, map[string]keymap.Action{"d": keymap.Discard, "x": "", "f": keymap.Send, "s": ""}},
		"a question's":                   {[]string{"question.discard = y", "question.back = n esc"}, keymap.ConfirmOverlay, map[string]keymap.Action{"y": keymap.Discard, "n": keymap.Back, "x": ""}},
		"the finder's":                   {[]string{"finder.search-older = f5", "finder.open = enter f6"}, keymap.Finder, map[string]keymap.Action{"f5": keymap.SearchOlder, "ctrl+r": "", "f6": keymap.Open}},
		"everywhere, in lists too":       {[]string{"everywhere.help = Q"}, keymap.ListOverlay, map[string]keymap.Action{"Q": keymap.Help, "?": "", "f": ""}},
		"the FAQ's i":                    {[]string{"faq.insert = i"}, keymap.FAQ, map[string]keymap.Action{"i": keymap.Insert, "ctrl+o": ""}},
	} {
		t.Run(name, func(t *testing.T) {
			m, problems := rebindKeys(t, c.wishes...)
			if len(problems) > 0 {
				t.Fatal(problems)
			}
			for key, want := range c.means {
				if got, _ := m.Resolve(c.place, key); got != want {
					t.Errorf("%s is %q, want %q", key, got, want)
				}
			}
			checkRules(t, m)
		})
	}
}

func TestABindingThatBreaksARuleIsLeftOutAndSaid(t *testing.T) {
	for name, c := range map[string]struct {
		wishes []string
		says   []string
	}{
		"taken in the place":       {[]string{"inbox.update = c"}, []string{"keys.inbox.update: c is comment in inbox already; update stays on u"}},
		"taken everywhere":         {[]string{"inbox.update = q"}, []string{"keys.inbox.update: q is quit everywhere already; update stays on u"}},
		"everywhere, taken":        {[]string{"everywhere.quit = x"}, []string{"keys.everywhere.quit: x is close in inbox already; quit stays on q"}},
		"everywhere, a form's":     {[]string{"everywhere.palette = ctrl+s"}, []string{"keys.everywhere.palette: ctrl+s is save-view in inbox already; palette stays on ctrl+p or :"}},
		"one for two":              {[]string{"inbox.update = U", "inbox.comment = U"}, []string{"keys.inbox.comment: U is update in inbox already; comment stays on c"}},
		"a chain that falls":       {[]string{"inbox.update = x", "inbox.comment = u"}, []string{"keys.inbox.update: x is close in inbox already; update stays on u", "keys.inbox.comment: u is update in inbox already; comment stays on c"}},
		"a letter in a form":       {[]string{"form.send = s"}, []string{"keys.form.send: s is text in a form; send stays on ctrl+s"}},
		"a field's key":            {[]string{"form.send = enter"}, []string{"keys.form.send: enter belongs to the fields of a form; send stays on ctrl+s"}},
		"no key":                   {[]string{"inbox.half-down ="}, []string{"keys.inbox.half-down: it needs a key; half-down stays on ctrl+d or pgdown"}},
		"a view's digit":           {[]string{"inbox.update = 1"}, []string{"keys.inbox.update: 1 goes to a view of the inbox; update stays on u"}},
		"a multiplexer's":          {[]string{"inbox.update = ctrl+b"}, []string{"keys.inbox.update: ctrl+b is left to terminal multiplexers and line editing; update stays on u"}},
		"tab by another name":      {[]string{"inbox.update = ctrl+i"}, []string{"keys.inbox.update: ctrl+i is the same as tab, enter or esc in many terminals; update stays on u"}},
		"the key that leaves":      {[]string{"inbox.copy = ctrl+c"}, []string{"keys.inbox.copy: ctrl+c always leaves; copy stays on y"}},
		"taken in the list":        {[]string{"list.send = x"}, []string{"keys.list.send: x is discard in list already; send stays on s"}},
		"a digit of a list":        {[]string{"list.open = 1"}, []string{"keys.list.open: 1 chooses what it numbers; open stays on enter"}},
		"one for two replies":      {[]string{"question.send-anyway = y", "question.discard = y"}, []string{"keys.question.discard: y is send-anyway in question already; discard stays on x"}},
		"a letter in the finder":   {[]string{"finder.search-older = b"}, []string{"keys.finder.search-older: b is text in the finder; search-older stays on ctrl+r"}},
		"an editing key":           {[]string{"finder.search-older = ctrl+w"}, []string{"keys.finder.search-older: ctrl+w belongs to what is typed; search-older stays on ctrl+r"}},
		"a reply by another name":  {[]string{"question.yes = y"}, []string{"keys.question.yes: nothing is called yes there"}},
		"an action of another one": {[]string{"inbox.send = f5"}, []string{"keys.inbox.send: nothing is called send there"}},
		"each of several, and the rest holds": {
			[]string{"inbox.update = strg+u", "inbox.close = Q", "ticket.copy = nothing"},
			[]string{
				`keys.inbox.update: "strg+u" is not a key, but ctrl+u is; update stays on u`,
				`keys.ticket.copy: "nothing" is not a key; keys are single characters and enter, tab, space, esc, backspace, delete, insert, up, down, left, right, home, end, pgup, pgdown, also after ctrl+, alt+ or shift+; copy stays on y`,
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			m, problems := rebindKeys(t, c.wishes...)
			if !slices.Equal(problems, c.says) {
				t.Errorf("says %s, want %s", strings.Join(problems, "\n"), strings.Join(c.says, "\n"))
			}
			checkRules(t, m)
			if want := len(c.wishes) - len(c.says); len(m.Overridden()) != want {
				t.Errorf("%v are changed, want %d", m.Overridden(), want)
			}
		})
	}
}

func TestAKeyThatDoesNotExistIsNamedAsItShouldBe(t *testing.T) {
	for key, meant := range map[string]string{
		"Ctrl+U": "ctrl+u", "control+u": "ctrl+u", "C-u": "ctrl+u", "shift+u": "U", "return": "enter", "escape": "esc", "PageDown": "pgdown",
		"alt+Return": "alt+enter", "F5": "f5", "M-x": "alt+x",
	} {
		_, problems := rebindKeys(t, "inbox.update = "+key)
		want := `keys.inbox.update: "` + key + `" is not a key, but ` + meant + " is; update stays on u"
		if len(problems) != 1 || problems[0] != want {
			t.Errorf("%s: %q, want %q", key, problems, want)
		}
	}
}

func TestNothingThatIsAskedForBreaksTheRules(t *testing.T) {
	var keys []string
	for _, b := range keymap.Default().All() {
		keys = append(keys, b.Keys()...)
	}
	rows := keymap.Default().All()
	step := 31
	if texttest.Long() {
		step = 7
	}
	for shift := 1; shift < len(rows); shift += step {
		overrides := make([]keymap.Override, len(rows))
		for i, b := range rows {
			overrides[i] = keymap.Override{Place: b.Place, Action: b.Action, Keys: []string{keys[(i+shift)%len(keys)]}, Origin: b.Place.Name()}
		}
		m, _ := keymap.WithOverrides(overrides)
		checkRules(t, m)
	}
}

func TestTwoConsolesHaveKeysOfTheirOwn(t *testing.T) {
	one, _ := rebindKeys(t, "inbox.update = U")
	other, _ := rebindKeys(t, "inbox.update = e")
	for _, c := range []struct {
		of   keymap.Keymap
		want string
	}{{one, "U"}, {other, "e"}, {keymap.Default(), "u"}, {keymap.Keymap{}, "u"}} {
		if got := c.of.KeyLabel(keymap.Inbox, keymap.Update); got != c.want {
			t.Errorf("update is on %s, want %s", got, c.want)
		}
	}
}

func TestTheTerminalLibraryCallsKeysTheSame(t *testing.T) {
	for code, name := range map[rune]string{
		tea.KeyEnter: "enter", tea.KeyTab: "tab", tea.KeySpace: "space", tea.KeyEscape: "esc", tea.KeyBackspace: "backspace", tea.KeyDelete: "delete",
		tea.KeyInsert: "insert", tea.KeyUp: "up", tea.KeyPgUp: "pgup", tea.KeyPgDown: "pgdown", tea.KeyHome: "home", tea.KeyEnd: "end", tea.KeyF12: "f12",
	} {
		for mod, before := range map[tea.KeyMod]string{0: "", tea.ModAlt: "alt+", tea.ModCtrl | tea.ModShift: "ctrl+shift+"} {
			key := before + name
			if sent := (tea.KeyPressMsg{Code: code, Mod: mod}).String(); sent != key {
				t.Errorf("the terminal library calls it %s, not %s", sent, key)
			}
			if _, problems := rebindKeys(t, "faq.categories = "+key); len(problems) > 0 && !strings.Contains(problems[0], "already") {
				t.Error(problems)
			}
		}
	}
}
