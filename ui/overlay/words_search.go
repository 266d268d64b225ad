package overlay

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/internal/phrase"
	"frontdesk/ui/accessible"
	"frontdesk/ui/backend"
	"frontdesk/ui/headless"
	"frontdesk/ui/theme"
)

// Describe describes the macros, and what the chosen one would send. Its number only chooses it.
func (m *Macros) Describe(_ *theme.Theme, press Press) accessible.Place {
	place := accessible.Place{
		Name: "macro", Title: m.Title,
		Commands: []accessible.Command{
			press.command(m.keys, keymap.Macros, keymap.Open, "send", ""),
			press.command(m.keys, keymap.Macros, keymap.FillForm, "form", ""),
			press.back(m.keys, keymap.Macros, ""),
		},
	}
	place.Commands[0].Help = "Send it; one that asks first shows its form"
	if len(m.Macros) == 0 {
		place.Commands = place.Commands[2:]
		place.Text = strings.Split(m.Empty, "\n")
		return place
	}
	place.Text = m.previewWords()
	choose := func(id string) {
		i, _ := strconv.Atoi(id) // written below
		m.list.SetCursor(i)
		m.look()
	}
	place.Items = accessible.Items{
		Len: len(m.Macros),
		At: func(i int) accessible.Item {
			asks := ""
			if m.Macros[i].Confirm {
				asks = "asks first"
			}
			return accessible.Item{ID: strconv.Itoa(i), Text: accessible.Join(m.Macros[i].Name, asks)}
		},
		Select: choose,
		Choose: func(id string) tea.Cmd { choose(id); return nil },
	}
	return place
}

// Waiting returns what the preview of the chosen macro waits for; empty for nothing.
func (m *Macros) Waiting() string {
	if m.preview.Waiting != "" {
		return "reading " + m.preview.Waiting
	}
	return ""
}

// previewWords describes what the chosen macro would send.
func (m *Macros) previewWords() []string {
	said := []string{accessible.Sentence(`"` + m.under().Name + `" would send`)}
	for _, c := range m.preview.Changes {
		switch {
		case c.Mine == "":
		case c.Original == "":
			said = append(said, accessible.Sentence(c.Label+": "+c.Mine))
		default:
			said = append(said, accessible.Sentence(c.Label+": "+c.Original+" becomes "+c.Mine))
		}
	}
	if len(m.preview.Problems) > 0 {
		said = append(said, accessible.Sentence("it cannot be sent: "+strings.Join(m.preview.Problems, "; ")))
	}
	if m.preview.Note != "" {
		said = append(said, accessible.Sentence(m.preview.Note))
	}
	return append(said, "send sends it, form opens the form with it, a number chooses another macro.")
}

// Describe describes the search for a customer: who was found, and the ways to ask the service.
func (f *Finder) Describe(_ *theme.Theme, press Press) accessible.Place {
	put := func(id string) {
		i, _ := strconv.Atoi(id) // written below
		f.list.SetCursor(i)
	}
	place := accessible.Place{
		Name: "find", Title: "Find a customer by phone, e-mail, name, code or number",
		Ask: accessible.Ask{Label: "Find", Done: func(typed string) tea.Cmd {
			f.words.SetValue("")
			return press(tea.PasteMsg{Content: typed})
		}},
		Items: accessible.Items{
			Len:    len(f.rows),
			At:     func(i int) accessible.Item { return accessible.Item{ID: strconv.Itoa(i), Text: f.rowWords(i)} },
			Select: put,
			Choose: func(id string) tea.Cmd {
				put(id)
				return press.do(f.keys, keymap.Finder, keymap.Open)()
			},
		},
	}
	if f.search.Typed != "" {
		place.Text = f.stateWords()
	}
	_, off := f.offered(keymap.SearchOlder)
	place.Commands = []accessible.Command{
		press.command(f.keys, keymap.Finder, keymap.SearchOlder, "", off),
		press.back(f.keys, keymap.Finder, ""),
	}
	return place
}

// Waiting returns what the search waits for; empty for nothing.
func (f *Finder) Waiting() string {
	switch {
	case f.asked.busy:
		return fmt.Sprintf("loading customer %d", f.asked.id)
	case f.search.Typed != "" && f.search.IsWaiting():
		return "searching the loaded customers"
	}
	return ""
}

func (f *Finder) rowWords(i int) string {
	r := f.rows[i]
	if r.Match != nil {
		return personWords(r.Match)
	}
	return f.search.Words(r)
}

// personWords describes a match.
func personWords(found *backend.Match) string {
	p := backend.PersonOf(found)
	return accessible.Join(p.Doubt(), cmp.Or(p.Name, "without a name"), p.Phone, p.Email, p.Number, p.Tickets)
}

// stateWords describes the state of the search.
func (f *Finder) stateWords() []string {
	var said []string
	people := 0
	for _, r := range f.rows {
		if r.Match != nil {
			people++
		}
	}
	said = append(said, accessible.Sentence(phrase.CountOf(people, "match", "matches")+` for "`+f.search.Typed+`"`))
	switch {
	case f.search.Known.Err != nil:
		said = append(said, accessible.Sentence(backend.ErrorText(f.search.Known.Err)))
	case f.search.Known.Found.More:
		said = append(said, "More customers match: type more.")
	}
	switch {
	case backend.IsNotFound(f.asked.err):
		said = append(said, fmt.Sprintf("The service has no customer %d.", f.asked.id))
	case f.asked.err != nil:
		said = append(said, accessible.Sentence(backend.ErrorText(f.asked.err)))
	}
	if progress := f.search.Older.Progress(f.cmds.Today()); progress != "" {
		said = append(said, accessible.Sentence(progress))
	}
	if err := f.search.Older.Err(); err != nil {
		said = append(said, accessible.Sentence("not asked: "+backend.ErrorText(err)))
	}
	return said
}

// Describe describes the accounts.
func (a *Accounts) Describe(_ *theme.Theme, press Press) accessible.Place {
	return accessible.Place{
		Name: "account", Title: "Accounts",
		Items: accessible.Items{
			Len: len(a.listed),
			At: func(i int) accessible.Item {
				one := a.listed[i]
				text := accessible.Join(one.Name, one.Address, one.State)
				return accessible.Item{ID: strconv.Itoa(i), Text: text}
			},
			Select: func(string) {},
			Choose: func(id string) tea.Cmd {
				i, _ := strconv.Atoi(id) // written above
				a.list.SetCursor(i)
				return press(headless.Key("enter"))
			},
		},
		Commands: []accessible.Command{press.leave()},
	}
}

// Waiting returns nothing: all accounts are known.
func (a *Accounts) Waiting() string { return "" }
