package ui

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/ui/backend"
)

// company is who else works on what is worked on here.
type company struct {
	at     backend.DraftKey // the form that the others were told of
	others string           // what is said about them, empty when there are none
}

// updatePresence tells the others which form is filled in here, and looks who else fills in that one, or the one of the ticket
// that is read.
func (c *Console) updatePresence() {
	at := backend.DraftKey{}
	if c.editor != nil {
		at = backend.DraftKey{Kind: c.editor.Kind, Record: c.editor.Record.Raw()}
	}
	if at != c.presence.at {
		c.presence.at = at
		c.cmds.SetEditing(at)
	}
	if t := c.ticket.Summary(); c.editor == nil && t != nil {
		at = backend.DraftKey{Kind: backend.KindUpdate, Record: t.ID.Raw()}
	}
	c.presence.others = c.editorsLabel(at)
}

// maxNamed is how many of the others are named.
const maxNamed = 3

// editorsLabel names who else fills in a form.
func (c *Console) editorsLabel(at backend.DraftKey) string {
	others := c.cmds.OtherEditors(at)
	if len(others) == 0 {
		return ""
	}
	names := make([]string, len(others))
	for i, name := range others {
		names[i] = name.String()
		if names[i] == c.Agent {
			names[i] = "your other console"
		}
	}
	if more := len(names) - maxNamed; more > 1 {
		names = append(names[:maxNamed], strconv.Itoa(more)+" others")
	}
	is := " is"
	if len(names) > 1 {
		is = " are"
	}
	return "✎ " + strings.Join(names, ", ") + is + " editing " + desk.NewKey(at.Record).Display().String()
}

// onPresenceChanged looks who has come or gone, and waits for the next.
func (c *Console) onPresenceChanged() tea.Cmd { return c.cmds.WatchPresence }

// statusMessage is what the last line says: who else works here, and what there is to say besides.
func (c *Console) statusMessage() notice {
	n := c.notification
	switch {
	case c.presence.others == "":
	case n.says == "":
		n = notice{mood: levelWarning, says: c.presence.others}
	case n.mood == levelError:
		n.says += " · " + c.presence.others
	default:
		n = notice{mood: levelWarning, says: c.presence.others + " · " + n.says}
	}
	return n
}
