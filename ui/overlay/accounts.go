package overlay

import (
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/textedit"
	"frontdesk/ui/theme"
	"frontdesk/ui/widget"
)

// Account is an account that an agent can go to.
type Account struct {
	Name, Address string // sanitised
	State         string // what goes on in it, such as how many tickets are new
	Shown         bool   // it is on the screen
}

// Accounts lists accounts, to go to one by its number or by typing a part of its name or address.
type Accounts struct {
	closes
	edges
	all, listed []Account
	goTo        func(name string) tea.Cmd
	words       *textedit.Input
	list        widget.ListWindow
}

// NewAccounts returns the list with the cursor on the first account that is not on the screen.
func NewAccounts(all []Account, goTo func(name string) tea.Cmd) *Accounts {
	a := &Accounts{all: all, goTo: goTo, words: textedit.NewInput("number, or a part of the name", 100)}
	a.words.Focus()
	a.narrow()
	for i := len(a.listed) - 1; i >= 0; i-- {
		if !a.listed[i].Shown {
			a.list.SetCursor(i)
		}
	}
	return a
}

// narrow lists the accounts that have every typed word in their name or address.
func (a *Accounts) narrow() {
	words := strings.Fields(safetext.Fold(a.words.Value()))
	a.listed = nil
	for _, one := range a.all {
		text, matches := safetext.Fold(one.Name+" "+one.Address), true
		for _, w := range words {
			matches = matches && strings.Contains(text, w)
		}
		if matches {
			a.listed = append(a.listed, one)
		}
	}
	a.list.SetCount(len(a.listed))
	a.list.GotoTop()
}

// Update handles input: a number goes to an account before anything is typed, enter to the one under the cursor.
func (a *Accounts) Update(msg tea.Msg) (*Result, tea.Cmd) {
	if k, ok := msg.(tea.KeyPressMsg); ok {
		switch k.String() {
		case "esc":
			return &Result{}, nil
		case "up", "down":
			a.list.Move(map[string]int{"up": -1, "down": 1}[k.String()])
			return nil, nil
		case "enter":
			return a.choose(a.list.Cursor()), nil
		}
		if n, err := strconv.Atoi(k.Text); err == nil && a.words.Value() == "" {
			return a.choose(n - 1), nil
		}
	}
	before := a.words.Value()
	if a.words.Update(msg); a.words.Value() != before {
		a.narrow()
	}
	return nil, nil
}

// choose goes to a listed account; nil if there is none.
func (a *Accounts) choose(i int) *Result {
	if i < 0 || i >= len(a.listed) {
		return nil
	}
	name := a.listed[i].Name
	return chosen(func() tea.Cmd { return a.goTo(name) })
}

const (
	maxAccountsWidth = 92
	maxNameWidth     = 24
	maxAccountRows   = 14
)

// View draws the list.
func (a *Accounts) View(th *theme.Theme, width, height int) string {
	width = roomy(width, maxAccountsWidth)
	inner := width - 4
	a.words.SetTheme(th)
	a.words.SetWidth(inner)
	a.list.SetSize(max(min(height-4, maxAccountRows), 1))
	names, states := 0, 0
	for _, one := range a.all {
		names = max(names, min(termwidth.Width(one.Name), maxNameWidth))
		states = max(states, termwidth.Width(one.State))
	}
	lines := []string{a.words.View(), ""}
	from, to := a.list.Visible()
	for i := from; i < to; i++ {
		lines = append(lines, a.row(th, i, names, min(states, inner/2), inner))
	}
	if len(a.listed) == 0 {
		lines = append(lines, th.Muted.Render("No matching account."))
	}
	keys := []key.Binding{
		keyHint("⏎", "go there", "enter"), keyHint("↑ ↓", "choose"), keyHint("esc", "close", "esc"),
	}
	return a.frame(th, face{"Accounts", placeIn(&a.list), keys}, lines, width)
}

// row draws an account: its number, name, address and state.
func (a *Accounts) row(th *theme.Theme, i, names, states, width int) string {
	one := a.listed[i]
	number := "   "
	if i < 9 && a.words.Value() == "" {
		number = strconv.Itoa(i+1) + "  "
	}
	name := termwidth.Pad(one.Name, names) + "  "
	state := "  " + termwidth.Pad(one.State, states)
	address := termwidth.Pad(one.Address, max(width-3-names-2-states-2, 0))
	if i == a.list.Cursor() {
		return th.Selected.Render(number + name + address + state)
	}
	return th.Key.Render(number) + th.Emphasis.Render(name) + th.Muted.Render(address) + state
}

// Cursor returns the position in the field.
func (a *Accounts) Cursor() *tea.Cursor {
	return textedit.MoveCursor(a.words.Cursor(), 2, 1)
}
