package terminal

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
)

// AlertMsg asks for the attention of somebody who may not be looking: by the terminal's bell, and by a notification of
// the desktop in each form that is chosen. Terminals ignore the forms that they do not support. Run carries it out, and
// over SSH the terminal at the other end does.
type AlertMsg struct {
	Title, Text string // of the notification; sanitised here
	OSC9        bool
	OSC777      bool
}

// Alert returns a command that asks for attention.
func Alert(a AlertMsg) tea.Cmd { return func() tea.Msg { return a } }

// maxNotification is how many columns of a notification's texts are sent: desktops show few lines.
const maxNotification = 200

// sequence returns what is written to the terminal.
func (a AlertMsg) sequence() string {
	title, text := notificationText(a.Title), notificationText(a.Text)
	s := "\a"
	if a.OSC9 { // it has one text, and one that began with a number would be another request
		s += ansi.Notify(title + ": " + text)
	}
	if a.OSC777 {
		s += "\x1b]777;notify;" + title + ";" + text + "\a"
	}
	return s
}

// notificationText sanitises a text of a notification. A semicolon would end it.
func notificationText(s string) string {
	return termwidth.Truncate(strings.ReplaceAll(safetext.WindowTitle(s), ";", ","), maxNotification)
}
