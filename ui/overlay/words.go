package overlay

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/accessible"
	"frontdesk/ui/headless"
	"frontdesk/ui/theme"
)

// Press gives a key to the overlay on top, as the console does.
type Press func(tea.Msg) tea.Cmd

// wideEnough is a width at which no line of an overlay is wrapped.
const wideEnough = 4000

// IsSaid reports whether accessible mode reads the box out; help and palette are its own list of commands.
func (b *Box) IsSaid() bool { return b.Name != "" }

// IsReading returns what is being read; empty for nothing.
func (b *Box) IsReading() string {
	if b.Waiting == nil {
		return ""
	}
	return b.Waiting()
}

// Describe describes the box for accessible mode: its body, and its actions as commands. What is chosen there goes to
// the box as its own keys.
func (b *Box) Describe(th *theme.Theme, press Press) accessible.Place {
	place := b.body.spoken(th, b, press)
	place.Name = b.Name
	place.Title = cmp.Or(b.Said, place.Title, b.Title())
	if b.Acts != nil {
		for _, a := range b.Acts() {
			a.Said = cmp.Or(a.Said, b.label(a))
			place.Commands = append(place.Commands, b.command(press, a))
		}
	}
	back := Act{Action: keymap.Back}
	if b.Leave != nil {
		back.Said, _ = b.Leave()
	}
	place.Commands = append(place.Commands, b.command(press, back))
	return place
}

// command returns an action as a command; its letter is the key that it has, if that can be typed.
func (b *Box) command(press Press, a Act) accessible.Command {
	binding, _ := b.keys.Lookup(b.Scope, a.Action)
	c := accessible.Command{
		Action: a.Action, Name: a.Said, Key: LetterOf(binding), Off: a.Off,
		Help: cmp.Or(a.Help, SpokenHelp(binding.Description)),
		Run:  func() tea.Cmd { return b.press(press, a.Action) },
	}
	if b.hasFixedKeys() {
		c.Help = "Go back"
	}
	return c
}

// press presses the key of an action.
func (b *Box) press(press Press, action keymap.Action) tea.Cmd {
	key := b.keyOf(action)
	if key == "" {
		return nil
	}
	return press(headless.Key(key))
}

// SpokenHelp returns the help of an action without the cursor, which accessible mode does not have.
func SpokenHelp(help string) string {
	return strings.ReplaceAll(help, "under the cursor", "with that number")
}

// LetterOf returns the first key of a binding that is typed as one character; empty if there is none.
func LetterOf(b keymap.Binding) string {
	for _, k := range b.Keys() {
		if len([]rune(k)) == 1 {
			return k
		}
	}
	return ""
}

// spoken describes the list: its rows with their actions.
func (l *List) spoken(th *theme.Theme, b *Box, press Press) accessible.Place {
	var place accessible.Place
	if l.titles() != nil && l.Head == nil { // which counts them
		place.Title = accessible.Join(b.Title(), strconv.Itoa(len(l.rows)))
	}
	place.Text = l.textWords(th)
	if l.Typed != nil {
		place.Ask = accessible.Ask{Label: "Find", Done: func(typed string) tea.Cmd {
			l.words.SetValue("")
			return press(tea.PasteMsg{Content: typed})
		}}
	}
	place.Items = accessible.Items{Len: len(l.rows), At: l.rowWords, Select: func(id string) { l.choose(id) }}
	if l.Careful {
		place.Items.Choose = l.choose
	}
	known := map[keymap.Action]bool{}
	for i := range l.rows {
		for _, a := range l.rows[i].Does {
			if known[a.Action] {
				continue
			}
			known[a.Action] = true
			if a.Action == keymap.Open {
				place.Items.Choose = func(id string) tea.Cmd {
					return tea.Batch(l.choose(id), b.press(press, keymap.Open))
				}
			}
			if !b.hasFixedKeys() {
				c := b.command(press, Act{Action: a.Action, Said: b.label(Act{Action: a.Action})})
				c.OnItem = true // the row decides, which is named with it
				place.Commands = append(place.Commands, c)
			}
		}
	}
	return place
}

// textWords returns what is read before the rows.
func (l *List) textWords(th *theme.Theme) []string {
	lines := strings.Split(l.Empty, "\n")
	switch {
	case l.Say != nil:
		return l.Say()
	case l.Head != nil:
		return accessible.Sentences(l.Head(th, wideEnough)...)
	case len(l.rows) > 0 || l.Empty == "":
		return nil
	case len(lines) == 1:
		return []string{accessible.Sentence(l.Empty)}
	}
	return lines
}

// isCutOf reports whether a cell is the beginning of a text.
func isCutOf(cell, whole string) bool {
	start, isCut := strings.CutSuffix(cell, "…")
	return isCut && strings.HasPrefix(whole, start)
}

// rowWords reads a row with its columns and what stands below the list while the cursor is on it.
func (l *List) rowWords(i int) accessible.Item {
	r := &l.rows[i]
	if said := cmp.Or(r.Said, r.Across); said != "" {
		return accessible.Item{ID: r.ID, Text: said}
	}
	cells := slices.Clone(r.Cells)
	if n := len(cells); r.Detail != "" && n > 0 && strings.Contains(r.Detail, strings.TrimSuffix(cells[n-1], "…")) {
		cells = cells[:n-1] // the detail says it in full
	}
	if at := slices.IndexFunc(cells, func(cell string) bool { return isCutOf(cell, r.Whole) }); at >= 0 {
		cells[at] = r.Whole
	}
	return accessible.Item{ID: r.ID, Text: accessible.Join(append(cells, r.Detail)...)}
}

// spoken describes the text, and a question's answers as numbers.
func (t *text) spoken(_ *theme.Theme, b *Box, press Press) accessible.Place {
	place := accessible.Place{Text: t.Say()}
	if t.Status != nil && t.Status() != "" {
		place.Text = append([]string{accessible.Sentence(t.Status())}, place.Text...)
	}
	if !t.Asks {
		return place
	}
	answers := b.Acts()
	place.Items = accessible.Items{
		Len: len(answers),
		At: func(i int) accessible.Item {
			return accessible.Item{ID: strconv.Itoa(i), Text: accessible.Sentence(answers[i].Label)}
		},
		Select: func(string) {},
		Choose: func(id string) tea.Cmd {
			i, _ := strconv.Atoi(id) // written above
			return b.press(press, answers[i].Action)
		},
	}
	return place
}

// spoken describes the question that the form asks: a line of text, or a number of what can be chosen.
func (p *prompt) spoken(_ *theme.Theme, _ *Box, press Press) accessible.Place {
	field := p.form.Words()[0]
	var text []string
	say := func(what, said string) {
		if said != "" {
			text = append(text, accessible.Sentence(what+said))
		}
	}
	answer := func(typed string) tea.Cmd {
		p.form.SetValues(map[string]string{field.Name: typed})
		return press(headless.Key("enter"))
	}
	say("", p.note)
	hint := ""
	if len(field.Choices) > 0 {
		hint = "Type a number, or " + strings.ToLower(field.Label) + " such as "
	}
	say(hint, field.Hint)
	if field.Value != "" {
		text = append(text, "Enter takes "+field.Value+".")
	}
	say("not accepted: ", field.Err)
	return accessible.Place{
		Text: text,
		Ask:  accessible.Ask{Label: field.Label, Value: field.Value, Done: answer},
		Items: accessible.Items{
			Len: len(field.Choices),
			At: func(i int) accessible.Item {
				return accessible.Item{ID: field.Choices[i].Value, Text: field.Choices[i].Label}
			},
			Select: func(string) {}, Choose: answer,
		},
	}
}
