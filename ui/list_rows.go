package ui

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/text"
	"frontdesk/ui/command"
	"frontdesk/ui/keymap"
	"frontdesk/ui/overlay"
	"frontdesk/ui/theme"
)

// ago is a moment for a list: the time of today, the day of others.
func (c *Console) ago(at time.Time) string {
	at = c.cmds.Zones.Shown(at)
	if desk.DayOf(at) == desk.DayOf(c.cmds.Now()) {
		return at.Format("15:04")
	}
	return at.Format("2 Jan 15:04")
}

// formName is what people call a kind of form.
func formName(kind string) string {
	k, _ := command.KindOf(kind)
	return k.Title
}

// whose says for whom or what a form is: the number of its record, with what it is about.
func (c *Console) whose(d command.Draft) string {
	kind, _ := command.KindOf(d.Kind)
	about := text.PlainLine(kind.Names(d.Values)).String()
	record := desk.NewKey(d.Record)
	if d.Kind == command.KindUpdate {
		about = c.cmds.Row(record).Title.String()
	}
	return strings.TrimSpace(record.Line().String() + " " + about)
}

func writeOf(d command.Draft) command.Write {
	return command.Write{Kind: d.Kind, Record: desk.NewKey(d.Record), Values: d.Values, Opened: d.Opened}
}

// How much of what is in a form is said in its row, and below the list.
const (
	cellful = 80
	boxful  = 300
)

// draftID names a draft in the list.
func draftID(f command.DraftForm) string { return f.Kind + "\x00" + f.Record + "\x00" + f.Copy }

// draftOf finds a draft by that name.
func (c *Console) draftOf(id string) (command.Draft, bool) {
	for form, d := range c.drafts {
		if draftID(form) == id {
			return d, true
		}
	}
	return command.Draft{}, false
}

func (c *Console) draftRows() []overlay.Row {
	newest := slices.SortedFunc(maps.Values(c.drafts), func(a, b command.Draft) int {
		return cmp.Or(b.Saved.Compare(a.Saved), cmp.Compare(draftID(a.Form), draftID(b.Form)))
	})
	rows := make([]overlay.Row, len(newest))
	for i, d := range newest {
		what, more := c.cmds.Summary(writeOf(d), cellful), c.cmds.Summary(writeOf(d), boxful)
		rows[i] = overlay.Row{ID: draftID(d.Form), Ink: c.th.Muted, More: more, Cells: []string{c.ago(d.Saved), formName(d.Kind), c.whose(d), what}}
		if d.Copy != "" {
			rows[i].More = "Another console of yours had typed into this form: this is what was typed here. " + more
		}
	}
	return rows
}

// inkOf is how an item's state is drawn.
func inkOf(th *theme.Theme, state command.ItemState) theme.Ink {
	return map[command.ItemState]theme.Ink{
		command.ItemWaiting: th.Info, command.ItemSending: th.Strong, command.ItemUnknown: th.Warn, command.ItemRefused: th.Bad,
	}[state]
}

// stateNames are the states for people.
var stateNames = map[command.ItemState]string{
	command.ItemWaiting: "waiting", command.ItemSending: "sending…", command.ItemUnknown: "not known", command.ItemRefused: "refused",
}

func (c *Console) itemRows() []overlay.Row {
	rows := make([]overlay.Row, len(c.outbox.items))
	for i, item := range c.outbox.items {
		state := stateNames[item.State]
		if item.ID == c.outbox.sending {
			item.State, state = command.ItemSending, stateNames[command.ItemSending]
			if c.outbox.looking {
				state = "looking…"
			}
		}
		d := item.Draft
		what, more := c.cmds.Summary(writeOf(d), cellful), c.cmds.Summary(writeOf(d), boxful)
		rows[i] = overlay.Row{
			ID: item.ID, Ink: inkOf(c.th, item.State), More: c.said(item) + more, Not: c.cannot(item),
			Cells: []string{state, c.ago(item.Since()), formName(d.Kind), c.whose(d), what},
		}
	}
	return rows
}

// cannot is why something cannot be done about an item.
func (c *Console) cannot(item command.Item) map[keymap.Action]string {
	not := map[keymap.Action]string{}
	if c.outbox.sending != "" {
		for _, o := range shelves[listOutbox].Offers {
			not[o.Action] = onItsWay
		}
		return not
	}
	if item.State != command.ItemUnknown {
		not[keymap.LookFor] = "it is known that it did not arrive"
	}
	if c.outbox.waiting() == 0 {
		not[keymap.SendAll] = "nothing waits"
	}
	return not
}

// said is why an item is in its state, and what can be done.
func (c *Console) said(item command.Item) string {
	reason := item.Reason
	if reason != "" {
		reason = strings.TrimSuffix(reason, ".") + ". "
	}
	if item.State == command.ItemUnknown && !item.Looked.IsZero() {
		reason += "Looked for at " + c.ago(item.Looked) + ". "
	}
	return reason
}

// noteID names an entry of the journal: a record may be in it several times, at different moments.
func noteID(n command.Note) string {
	return n.Kind + "\x00" + n.Record + "\x00" + n.At.Format(time.RFC3339Nano)
}

func (c *Console) noteRows() []overlay.Row {
	rows := make([]overlay.Row, len(c.notes))
	for i, n := range c.notes {
		more := n.What
		if n.Reason != "" {
			more = n.Reason + ". " + more
		}
		rows[i] = overlay.Row{
			ID: noteID(n), Not: c.cannotOpen(n), Ink: c.inkOfOutcome(n.Outcome), Mark: 1, More: text.PlainLine(more).String(),
			Cells: []string{c.ago(n.At), text.PlainLine(n.Outcome).String(), formName(n.Kind), desk.NewKey(n.Record).Line().String(), text.PlainLine(n.What).String()},
		}
	}
	return rows
}

// cannotOpen is why what was written cannot be opened.
func (c *Console) cannotOpen(n command.Note) map[keymap.Action]string {
	number, err := strconv.ParseInt(n.Record, 10, 64)
	var why string
	switch n.Kind {
	case command.KindAddOrder, command.KindUpdateOrder:
		why = "orders are shown with their customer: " + c.Keys.Key(keymap.Everywhere, keymap.FindCustomer) + " finds one"
	case command.KindAddCustomer, command.KindUpdateCustomer:
		why = unless(err == nil && number > 0, "the customer's number is not known")
	default:
		why = unless(n.Record != "", "the ticket's number is not known")
	}
	return map[keymap.Action]string{keymap.Open: why}
}

func (c *Console) inkOfOutcome(outcome string) theme.Ink {
	switch outcome {
	case command.Stored.String():
		return c.th.Good
	case command.Refused.String():
		return c.th.Bad
	}
	return c.th.Warn
}
