package overlay

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/ui/command"
	"frontdesk/ui/form"
	"frontdesk/ui/keymap"
	"frontdesk/ui/part"
)

// FoundCustomer is the customer that was chosen: by id, or the one of a ticket that does not name them in the list.
type FoundCustomer struct {
	ID     int64
	Ticket *desk.Ticket
}

// Find finds a customer: among everything that is known here with every key, then by asking the service, for a number
// at once and for anything else day by day.
type Find struct {
	cmds  *command.Commands
	keys  keymap.Map
	words *form.Line
	typed string // what was looked for last
	known command.FoundCustomersMsg
	asked asked
	back  lookBack
	rows  []findRow
	list  part.List

	opening bool // enter was pressed before it was known who fits
}

// asked is what came of asking for a customer by number.
type asked struct {
	id   int64
	busy bool
	err  error
}

// lookBack is how far the days have been looked through.
type lookBack struct {
	next  desk.Day // where to go on
	days  int      // looked through
	busy  bool
	found []command.FoundCustomer
	err   error
	until int // days after which the agent is asked whether to go on
}

// findRow is a row that can be chosen: somebody found, or a way to ask the service.
type findRow struct {
	found *command.FoundCustomer
	ask   int64 // the number to ask for
	back  bool  // look through more days
}

// longestBack is after how many days without a match the agent is asked whether to go on.
const longestBack = 366

// longestID is how many digits are more likely a customer's number than a phone's.
const longestID = 6

// NewFind makes the finder; typed is what Search looks for at once, if anything.
func NewFind(cmds *command.Commands, keys keymap.Map, typed string) *Find {
	f := &Find{cmds: cmds, keys: keys, words: form.NewLine("phone, e-mail, name, code or number of a customer", 200)}
	f.words.Focus()
	f.words.SetValue(typed)
	return f
}

// Update takes keys and what was found.
func (f *Find) Update(msg tea.Msg) (Answer, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return f.press(msg)
	case tea.PasteMsg:
		return nil, f.retype(msg)
	case command.FoundCustomersMsg:
		if msg.Typed == f.typed {
			f.known = msg
			f.arrange()
			if f.opening {
				f.opening = false
				return f.choose()
			}
		}
	case command.LookedBackMsg:
		if msg.Typed == f.typed && f.back.busy {
			return nil, f.lookedBack(msg)
		}
	case command.AskedCustomerMsg:
		return f.answered(msg), nil
	}
	return nil, nil
}

func (f *Find) press(k tea.KeyPressMsg) (Answer, tea.Cmd) {
	switch action, _ := f.keys.Find(keymap.Finder, k.String()); action {
	case keymap.Back:
		if f.back.busy || f.asked.busy {
			f.cmds.StopFinding()
			f.back.busy, f.asked.busy = false, false
			f.arrange()
			return nil, nil
		}
		f.cmds.StopFinding()
		return Closed{}, nil
	case keymap.Up:
		f.list.Move(-1)
	case keymap.Down:
		f.list.Move(1)
	case keymap.Open:
		return f.choose()
	case keymap.Help:
		return Explained{f, helpOf(keymap.Finder, f.keys, f.offered)}, nil
	case keymap.LookBack:
		return nil, f.goBack()
	default:
		return nil, f.retype(k)
	}
	return nil, nil
}

func (f *Find) retype(msg tea.Msg) tea.Cmd {
	cmd := f.words.Update(msg)
	if strings.TrimSpace(f.words.Value()) == f.typed {
		return cmd
	}
	return tea.Batch(cmd, f.Search())
}

// Search looks for what is typed now in what is known here; what was asked for something else is dropped.
func (f *Find) Search() tea.Cmd {
	f.cmds.StopFinding()
	f.typed = strings.TrimSpace(f.words.Value())
	f.opening = false
	f.asked, f.back = asked{}, lookBack{next: f.cmds.Today()}
	f.list.Top()
	if f.typed == "" {
		f.known = command.FoundCustomersMsg{}
	}
	f.arrange()
	return f.cmds.FindCustomers(f.typed)
}

// arrange puts the rows together: who was found first, then the ways to ask the service. Asking for a customer's number
// comes before looking back, unless what was typed is as long as a phone number.
func (f *Find) arrange() {
	f.rows = nil
	for i := range f.known.Found {
		if known := &f.known.Found[i]; known.Record != nil || !f.cameBack(known.ID) {
			f.rows = append(f.rows, findRow{found: known})
		}
	}
	for i := range f.back.found {
		if !f.has(f.back.found[i].ID) {
			f.rows = append(f.rows, findRow{found: &f.back.found[i]})
		}
	}
	var ways []findRow
	if id, _ := strconv.ParseInt(f.typed, 10, 64); id > 0 && !f.has(id) {
		ways = append(ways, findRow{ask: id})
	}
	if f.isWorthAsking() && !f.back.busy {
		ways = append(ways, findRow{back: true})
	}
	if len(f.typed) > longestID {
		slices.Reverse(ways)
	}
	f.rows = append(f.rows, ways...)
	f.list.SetLen(len(f.rows))
}

// cameBack says whether looking back has found a customer.
func (f *Find) cameBack(id int64) bool {
	return slices.ContainsFunc(f.back.found, func(c command.FoundCustomer) bool { return c.ID == id })
}

// has says whether a customer is found already whose record is known.
func (f *Find) has(id int64) bool {
	for _, found := range f.known.Found {
		if found.ID == id && found.Record != nil {
			return true
		}
	}
	return false
}

// leastAsked is how many characters are worth asking every day's customers for.
const leastAsked = 3

func (f *Find) isWorthAsking() bool { return len(f.typed) >= leastAsked }

// choose does what the row under the cursor stands for.
func (f *Find) choose() (Answer, tea.Cmd) {
	if f.opening = f.known.Typed != f.typed && f.known.Err == nil; f.opening || f.list.Cursor() >= len(f.rows) {
		return nil, nil
	}
	switch row := f.rows[f.list.Cursor()]; {
	case row.back:
		return nil, f.goBack()
	case row.ask != 0:
		f.asked = asked{id: row.ask, busy: true}
		return nil, f.cmds.AskCustomer(row.ask)
	default:
		f.cmds.StopFinding()
		return FoundCustomer{ID: row.found.ID, Ticket: row.found.Ticket}, nil
	}
}

// answered opens the customer who was asked for by number, or says that there is none.
func (f *Find) answered(msg command.AskedCustomerMsg) Answer {
	if msg.ID != f.asked.id || !f.asked.busy {
		return nil
	}
	f.asked.busy, f.asked.err = false, msg.Err
	if msg.Err != nil {
		return nil
	}
	return FoundCustomer{ID: msg.ID}
}

// Cursor stands in what is typed.
func (f *Find) Cursor() *tea.Cursor {
	c := f.words.Cursor()
	if c != nil {
		c.X, c.Y = c.X+2, c.Y+1
	}
	return c
}
