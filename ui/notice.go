package ui

import (
	"cmp"

	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
	"frontdesk/ui/theme"
)

// level is the severity of a notice.
type level uint8

const (
	levelTransient level = iota // cleared by the next key
	levelSuccess                // stays until the next notice
	levelWarning                // stays
	levelError                  // stays
)

// notice is the message at the end of the footer.
type notice struct {
	level level
	text  string
	short string // said instead of text where that does not fit; empty for none
	key   string // what to press, kept when the text is shortened

	isOfWork bool // it refers to the list of the agent's work; opening that clears it
}

func (s *shell) notify(m level, what string) { s.notifyWithKey(notice{level: m, text: what}) }

// notifyOfWork shows a notice that refers to the list of the agent's work.
func (s *shell) notifyOfWork(m level, what, key string) {
	s.notifyWithKey(notice{level: m, text: what, key: key, isOfWork: true})
}

// notifyWithKey shows a notice that may have a short text and a key.
func (s *shell) notifyWithKey(n notice) {
	s.notification = n
	s.sayNotice(n.text + n.key)
}

// clearTransient clears a transient notice.
func (n *notice) clearTransient() {
	if n.level == levelTransient {
		n.text = ""
	}
}

// clearSuccess clears the notice of a success. The agent begins something else, to which it would seem to refer, and
// whose keys it would hide.
func (n *notice) clearSuccess() {
	if n.level == levelSuccess {
		*n = notice{}
	}
}

func (n notice) view(th *theme.Theme, width int) (string, int) {
	if n.text == "" {
		return "", 0
	}
	s := n.fit(width)
	ink := [...]theme.Style{th.Info, th.Success, th.Warning, th.Error}[n.level]
	return ink.Render(s), termwidth.Width(s)
}

// fit returns the text and the key in a number of columns: in the short words if need be, and cut before the key.
func (n notice) fit(width int) string {
	text := n.text
	room := width - termwidth.Width(n.key)
	if termwidth.Width(text) > room {
		text = cmp.Or(n.short, text)
	}
	if room > 0 {
		text = termwidth.Truncate(text, room)
	}
	return termwidth.Truncate(text+n.key, width)
}

// notifyError shows an error, if there is one.
func (s *shell) notifyError(err error) {
	if err != nil {
		s.notify(levelError, backend.ErrorText(err))
	}
}

// onServerNotice shows a notice from the host; an empty one clears the previous notice if it is still shown.
func (s *shell) onServerNotice(text string) {
	if text != "" || s.notification == s.serverNotice {
		s.notify(levelWarning, text)
		s.serverNotice = s.notification
	}
}
