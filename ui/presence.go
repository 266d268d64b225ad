package ui

import (
	"strconv"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/ui/backend"
	"frontdesk/ui/layout"
)

// presenceState is the state of the presence of other agents.
type presenceState struct {
	at     backend.DraftKey // the form that was last reported to the other consoles
	others string           // notice about the other agents; empty when there are none
	claims backend.Claims   // on tickets, of every agent of the host
}

// updatePresence reports the open form to the other consoles, and looks up which agents edit the same record or the
// ticket that is shown.
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
	c.updateClaims()
	c.presence.others = c.editorsLabel(at)
	if c.editor != nil {
		c.editor.SetOthers(c.presence.others)
	}
}

// maxNamed is the maximum number of other agents listed by name.
const maxNamed = 3

// editorsLabel lists the other agents that edit a form.
func (s *shell) editorsLabel(at backend.DraftKey) string {
	others := s.cmds.OtherEditors(at)
	if len(others) == 0 {
		return ""
	}
	names := make([]string, len(others))
	for i, name := range others {
		names[i] = s.agentName(name)
	}
	if more := len(names) - maxNamed; more > 1 {
		names = append(names[:maxNamed], strconv.Itoa(more)+" others")
	}
	is := " is"
	if len(names) > 1 {
		is = " are"
	}
	return "◇ " + strings.Join(names, ", ") + is + " editing " + desk.NewID(at.Record).Display().String()
}

// statusMessage returns the notice of the footer, combined with the one about other agents.
func (c *Console) statusMessage() notice {
	n, others := c.notification, c.presence.others
	if n.isOfWork && c.typesLetters() {
		n.key = "" // it would be typed
	}
	if c.shows(layout.Editor) {
		others = "" // the form says so
	}
	switch {
	case others == "" && n.text == "":
		n = notice{level: levelWarning, text: c.claimLabel()}
	case others == "":
	case n.text == "":
		n = notice{level: levelWarning, text: others}
	case n.level == levelError:
		n.text += " · " + others
	default:
		n = notice{level: levelWarning, text: others + " · " + n.text + n.key}
	}
	return n
}
