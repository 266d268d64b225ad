package pane

import (
	"strconv"
	"strings"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
	"frontdesk/ui/part"
	"frontdesk/ui/theme"
)

// freshness is how far something that was fetched is read, and how fresh it is: a pane's last line.
type freshness struct {
	found string // what is searched for in it; empty when nothing is
	over  *part.Viewport
	busy  bool
	err   error     // why it could not be fetched again
	at    time.Time // when it was; zero when the service was not asked for it yet
}

func (r freshness) line(th *theme.Theme, zones desk.TimeZones, width int) string {
	since := "not asked yet"
	if !r.at.IsZero() {
		since = "as of " + zones.Local(r.at).Format("15:04")
	}
	if r.err != nil {
		return th.Error.Render(safetext.Pad("✗ "+since+"; "+backend.ErrorText(r.err), width))
	}
	seen := ""
	if !r.over.AtBottom() || r.over.Offset() > 0 {
		seen = strconv.Itoa(r.over.Percent()) + "%"
	}
	switch {
	case r.busy:
		since = "refreshing…"
	case r.at.IsZero():
		since = ""
	}
	return th.Muted.Render(safetext.Pad(joined(r.found, seen, since), width))
}

// joined sets what is there beside one another.
func joined(bits ...string) string {
	kept := bits[:0]
	for _, b := range bits {
		if b != "" {
			kept = append(kept, b)
		}
	}
	return strings.Join(kept, " · ")
}
