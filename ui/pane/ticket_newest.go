package pane

import (
	"cmp"
	"strings"

	"frontdesk/internal/termwidth"
	"frontdesk/ui/accessible"
)

// mostRead is how much of a message is read out where it is one line of several.
const mostRead = 2 << 10

// NewestWords reads the newest message of the shown ticket that has a text; empty if there is none.
func (p *Ticket) NewestWords() string {
	d := p.Detail()
	if d == nil {
		return ""
	}
	all := people{isAgent: p.cmds.Cache.Snapshot().IsAssignee}.messages(d)
	order := (&ticketRenderer{newestFirst: true}).readingOrder(all, newestMessage(all))
	for _, i := range order {
		if text := strings.Join(strings.Fields(all[i].body.Text().String()), " "); text != "" {
			return accessible.Sentence("Newest message, of " + cmp.Or(all[i].who, "someone") + ": " + termwidth.Truncate(text, mostRead))
		}
	}
	return ""
}
