package overlay

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/keymap"
	"frontdesk/ui/accessible"
	"frontdesk/ui/headless"
	"frontdesk/ui/theme"
)

// The overlays that accessible mode reads out; help and palette are its own list of commands.
var _ = []Describer{
	(*Accounts)(nil), (*Confirm)(nil), (*Finder)(nil), (*DateRange)(nil), (*Document)(nil), (*List)(nil),
	(*Macros)(nil), (*Picker)(nil), (*SortMenu)(nil), (*TextPrompt)(nil),
}

// Press gives a key to the overlay on top, as the console does.
type Press func(tea.Msg) tea.Cmd

// Describer is an overlay that accessible mode can read out. What is chosen there goes to the overlay as its own keys.
type Describer interface {
	Describe(th *theme.Theme, press Press) accessible.Place
	Waiting() string // what is being read; empty for nothing
}

// wideEnough is a width at which no line of an overlay is wrapped.
const wideEnough = 4000

// Waiting returns nothing: the overlay has all that it shows.
func (noCursor) Waiting() string { return "" }

// do returns what presses the key of an action.
func (p Press) do(keys keymap.Keymap, scope keymap.Scope, action keymap.Action) func() tea.Cmd {
	return func() tea.Cmd {
		b, ok := keys.Lookup(scope, action)
		if !ok || len(b.Keys()) == 0 {
			return nil
		}
		return p(headless.Key(b.Keys()[0]))
	}
}

// command returns an action of an overlay as a command; its letter is the key that it has, if that can be typed.
func (p Press) command(
	keys keymap.Keymap,
	scope keymap.Scope,
	action keymap.Action,
	name, off string,
) accessible.Command {
	b, _ := keys.Lookup(scope, action)
	return accessible.Command{
		Action: action, Name: name, Key: LetterOf(b), Help: SpokenHelp(b.Description), Off: off,
		Run: p.do(keys, scope, action),
	}
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

func (p Press) back(keys keymap.Keymap, scope keymap.Scope, name string) accessible.Command {
	return p.command(keys, scope, keymap.Back, name, "")
}

// leave is the command that closes an overlay whose way out is the escape key.
func (p Press) leave() accessible.Command {
	return accessible.Command{
		Action: keymap.Back, Help: "Go back", Run: func() tea.Cmd { return p(headless.Key("esc")) },
	}
}

// Waiting says that nothing is read: the rows are there.
func (l *List) Waiting() string { return "" }

// Describe describes the list: its rows with their actions.
func (l *List) Describe(th *theme.Theme, press Press) accessible.Place {
	place := accessible.Place{Name: "list", Title: accessible.Join(l.title(), strconv.Itoa(len(l.rows)))}
	if l.Scope == keymap.BulkOverlay { // its title counts the tickets
		place.Title = l.title()
	}
	if l.Head != nil {
		place.Text = wordLines(l.Head(th, wideEnough, len(l.rows)))
	}
	if len(l.rows) == 0 && l.Empty != "" {
		place.Text = append(place.Text, accessible.Sentence(l.Empty))
	}
	put := func(id string) {
		l.put(id)
		l.touched, l.moved = true, true
	}
	place.Items = accessible.Items{Len: len(l.rows), At: l.rowWords, Select: put}
	for _, o := range l.commands() {
		c := press.command(l.keys, l.scope(), o.Action, l.label(o), "")
		if c.OnItem = l.isOnRow(o.Action); !c.OnItem { // else the row decides, which is named with it
			c.Off = l.disabled(o)
		}
		place.Commands = append(place.Commands, c)
		if o.Action == keymap.Open && c.OnItem {
			place.Items.Choose = func(id string) tea.Cmd { put(id); return c.Run() }
		}
	}
	back, _ := l.leave()
	place.Commands = append(place.Commands, press.back(l.keys, l.scope(), back))
	return place
}

// isOnRow reports whether an action is done to a row rather than to the whole list.
func (l *List) isOnRow(action keymap.Action) bool {
	switch action {
	case keymap.SendAll, keymap.Pause, keymap.Retry, keymap.CancelBulk:
		return false
	case keymap.Open:
		return l.Scope != keymap.BulkOverlay || strings.HasPrefix(l.openLabel(), "open")
	case keymap.Overwrite:
		return l.Scope != keymap.BulkOverlay
	}
	return true
}

func (l *List) openLabel() string {
	if o, ok := l.offer(keymap.Open); ok {
		return l.label(o)
	}
	return ""
}

// commands returns each action that a row or the list has, once. An action that rows word each in their own way has
// the label of its binding.
func (l *List) commands() []RowAction {
	var all []RowAction
	isKnown := map[keymap.Action]bool{}
	for i := range l.rows {
		for _, o := range l.rows[i].Does {
			if !isKnown[o.Action] {
				isKnown[o.Action] = true
				all = append(all, RowAction{Action: o.Action})
			}
		}
	}
	for _, o := range l.Offers {
		if !isKnown[o.Action] && l.label(o) != "" {
			all = append(all, o)
		}
	}
	return all
}

// isCutOf reports whether a cell is the beginning of a text.
func isCutOf(cell, whole string) bool {
	start, isCut := strings.CutSuffix(cell, "…")
	return isCut && strings.HasPrefix(whole, start)
}

// bulkValues is the column from which the rows of an update of many tickets hold values.
const bulkValues = 3

// rowWords reads a row with its columns and what stands below the list while the cursor is on it.
func (l *List) rowWords(i int) accessible.Item {
	r := &l.rows[i]
	cells := slices.Clone(r.Cells)
	if l.Scope == keymap.BulkOverlay && len(cells) > bulkValues { // the detail names the values that change
		cells = append(cells[:bulkValues], cells[len(cells)-1])
	}
	if l.Scope == keymap.BulkOverlay && r.Detail != "" { // it begins with the ticket
		cells = slices.DeleteFunc(cells, func(cell string) bool { return strings.Contains(r.Detail, strings.Trim(cell, "…")) })
		return accessible.Item{ID: r.ID, Text: accessible.Join(append([]string{r.Detail}, cells...)...)}
	}
	if n := len(cells); r.Detail != "" && n > 0 && strings.Contains(r.Detail, strings.TrimSuffix(cells[n-1], "…")) {
		cells = cells[:n-1] // the detail says it in full
	}
	if at := slices.IndexFunc(cells, func(cell string) bool { return isCutOf(cell, r.Whole) }); at >= 0 {
		cells[at] = r.Whole
	}
	return accessible.Item{ID: r.ID, Text: accessible.Join(append(cells, r.Detail)...)}
}

// wordLines returns drawn lines as words.
func wordLines(drawn []string) []string {
	var said []string
	for _, l := range drawn {
		if s := accessible.Sentence(ansi.Strip(l)); s != "" {
			said = append(said, s)
		}
	}
	return said
}

// Describe describes the question with its choices as numbers.
func (q *Confirm) Describe(_ *theme.Theme, press Press) accessible.Place {
	place := accessible.Place{Name: "question", Title: q.title, Text: q.body.Say}
	place.Items = accessible.Items{
		Len: len(q.replies),
		At: func(i int) accessible.Item {
			return accessible.Item{ID: strconv.Itoa(i), Text: accessible.Sentence(q.replies[i].Label)}
		},
		Select: func(string) {},
		Choose: func(id string) tea.Cmd {
			i, _ := strconv.Atoi(id) // written above
			return press.do(q.keys, keymap.ConfirmOverlay, q.replies[i].Action)()
		},
	}
	for _, r := range q.replies {
		place.Commands = append(place.Commands, press.command(q.keys, keymap.ConfirmOverlay, r.Action, "", ""))
	}
	place.Commands = append(place.Commands, press.back(q.keys, keymap.ConfirmOverlay, ""))
	return place
}

// Describe describes the document.
func (d *Document) Describe(_ *theme.Theme, press Press) accessible.Place {
	place := accessible.Place{Name: "document", Title: d.Title(), Text: d.Plain()}
	if d.Status != nil {
		if s := d.Status(); s != "" {
			place.Text = append([]string{accessible.Sentence(s)}, place.Text...)
		}
	}
	for _, o := range d.Offers {
		place.Commands = append(place.Commands, press.command(d.keys, d.Scope, o.Action, "", d.off(o.Action)))
	}
	place.Commands = append(place.Commands, press.back(d.keys, d.Scope, ""))
	return place
}

// Describe describes what can be picked.
func (p *Picker) Describe(_ *theme.Theme, press Press) accessible.Place {
	put := func(id string) {
		i, _ := strconv.Atoi(id) // written below
		p.MoveTo(i)
	}
	return accessible.Place{
		Name: "choice", Title: p.title, Text: p.About,
		Items: accessible.Items{
			Len: len(p.things),
			At: func(i int) accessible.Item {
				return accessible.Item{ID: strconv.Itoa(i), Text: accessible.Join(p.things[i].Label, p.things[i].Value)}
			},
			Select: put,
			Choose: func(id string) tea.Cmd {
				put(id)
				return press.do(p.keys, keymap.ListOverlay, keymap.Open)()
			},
		},
		Commands: []accessible.Command{press.back(p.keys, keymap.ListOverlay, "")},
	}
}

// Describe describes the orders that a list can have.
func (m *SortMenu) Describe(_ *theme.Theme, press Press) accessible.Place {
	choices := m.Choices()
	return accessible.Place{
		Name: "sort by", Title: "Sort by",
		Items: accessible.Items{
			Len: len(choices),
			At: func(i int) accessible.Item {
				now := ""
				if choices[i].Arrow != "" {
					now = "now"
				}
				text := accessible.Join(choices[i].Name, choices[i].Order, now)
				return accessible.Item{ID: strconv.Itoa(i), Text: text}
			},
			Select: func(string) {},
			Choose: func(id string) tea.Cmd {
				i, _ := strconv.Atoi(id) // written above
				m.list.SetCursor(i)
				return press(headless.Key("enter"))
			},
		},
		Commands: []accessible.Command{press.leave()},
	}
}

// Describe describes the question for a line of text.
func (d *TextPrompt) Describe(_ *theme.Theme, press Press) accessible.Place {
	var text []string
	if d.Note != "" {
		text = append(text, accessible.Sentence(d.Note))
	}
	if d.Hint != "" {
		text = append(text, accessible.Sentence(d.Hint))
	}
	value := d.form.Values()[promptField]
	if value != "" {
		text = append(text, "Enter takes "+value+".")
	}
	for _, f := range d.form.Words() {
		if f.Err != "" {
			text = append(text, accessible.Sentence("not accepted: "+f.Err))
		}
	}
	return accessible.Place{
		Name: d.Label, Title: d.Title, Text: text,
		Ask: accessible.Ask{Label: d.Label, Value: value, Done: func(typed string) tea.Cmd {
			d.form.SetValues(map[string]string{promptField: typed})
			return press(headless.Key("enter"))
		}},
		Commands: []accessible.Command{press.leave()},
	}
}

// Waiting returns nothing: an answer is awaited from the agent alone.
func (d *TextPrompt) Waiting() string { return "" }

// Describe describes the question for the days that are shown.
func (d *DateRange) Describe(_ *theme.Theme, press Press) accessible.Place {
	field := d.form.Words()[0]
	show := func(typed string) tea.Cmd {
		d.form.SetValues(map[string]string{field.Name: typed})
		return press(headless.Key("enter"))
	}
	text := []string{accessible.Sentence("Type a number, or days such as " + field.Hint)}
	if d.note != "" {
		text = append(text, accessible.Sentence(d.note))
	}
	if field.Err != "" {
		text = append(text, accessible.Sentence("not accepted: "+field.Err))
	}
	return accessible.Place{
		Name: "days", Title: "Days to show", Text: text,
		Items: accessible.Items{
			Len: len(field.Choices),
			At: func(i int) accessible.Item {
				return accessible.Item{ID: field.Choices[i].Value, Text: field.Choices[i].Label}
			},
			Select: func(string) {}, Choose: show,
		},
		Ask:      accessible.Ask{Label: "Days", Done: show},
		Commands: []accessible.Command{press.leave()},
	}
}

// Waiting returns nothing: an answer is awaited from the agent alone.
func (d *DateRange) Waiting() string { return "" }
