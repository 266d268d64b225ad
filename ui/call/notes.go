package call

import (
	"strings"
	"time"

	"frontdesk/ui/layout"

	"frontdesk/internal/wire"
	"frontdesk/ui/backend"
	"frontdesk/ui/form"
)

// notes is the form that ends the call: notes, sub-status and callback.
type notes struct {
	form    *form.Form
	options []form.Option
}

// unchanged is the option that leaves the sub-status of the ticket as it is.
var unchanged = form.Option{Value: "", Label: "stays as it is"}

func newNotes(p *Pane) notes {
	n := notes{options: []form.Option{unchanged}}
	n.form = form.New([]form.Field{
		{Name: backend.FieldComment, Label: "Notes", Kind: form.Multiline, Hint: "what is said: it becomes a comment"},
		{
			Name: backend.FieldSubStatus, Label: wire.Label("ticket", "substatus"), Kind: form.Select, AllowCustom: true,
			Hint: unchanged.Label, Options: n.options,
			Validate: func(typed string) (string, error) { return "", form.CheckKey(p.notes.options, typed) },
		},
		{
			Name: backend.FieldCallback, Label: wire.Label("ticket", "nextFollowUp"), Hint: "tomorrow 10:00 · +90m · fri 9:00",
			Validate: p.callback, Live: true,
		},
	}, p.th)
	n.form.SetBaseline(false)
	n.form.Rest(true)
	return n
}

// callback reads a callback time and says which it is.
func (p *Pane) callback(typed string) (string, error) {
	if strings.TrimSpace(typed) == "" {
		return "", nil
	}
	return backend.ReadBackCallback(typed, p.cmds.Now(), p.cmds.Zones)
}

func (n *notes) setVocabulary(v backend.Vocabulary) {
	n.options = []form.Option{unchanged}
	for _, c := range v.SubStatuses {
		n.options = append(n.options, form.Option{Value: c.Key().Raw(), Label: c.Label()})
	}
	n.form.SetOptions(backend.FieldSubStatus, n.options)
}

// offersOptions reports whether the options of the sub-status are shown.
func (n *notes) offersOptions() bool { return n.form.Focused() == backend.FieldSubStatus }

func (n *notes) text() string { return n.form.Values()[backend.FieldComment] }

// step moves to the next field; false at the last one, or at the first if by is -1.
func (n *notes) step(by int) bool {
	names := n.form.Names()
	if end := map[int]string{1: names[len(names)-1], -1: names[0]}[by]; n.form.Focused() == end {
		return false
	}
	n.form.FocusNext(by)
	return true
}

// enter moves to the field to begin with: the notes, or the last field for who comes from behind.
func (n *notes) enter(by int) {
	field := backend.FieldComment
	if by < 0 {
		field = backend.FieldCallback
	}
	n.form.FocusField(field)
}

// Values returns what the call ends with: the notes as a comment with the duration, and the sub-status and the callback
// if they were chosen.
func (p *Pane) Values() map[string]string {
	typed := p.notes.form.Values()
	out := map[string]string{backend.FieldComment: comment(p.elapsed(), typed[backend.FieldComment])}
	for _, field := range []string{backend.FieldSubStatus, backend.FieldCallback} {
		if v := strings.TrimSpace(typed[field]); v != "" {
			out[field] = v
		}
	}
	return out
}

// comment returns the notes of a call as a comment.
func comment(took time.Duration, notes string) string {
	head := callOf + formatDuration(took)
	if notes = strings.TrimSpace(notes); notes == "" {
		return head + "."
	}
	if strings.Contains(notes, "\n") {
		return head + ":\n" + notes
	}
	return head + ": " + notes
}

// Notes returns the form that ends the call.
func (p *Pane) Notes() *form.Form { return p.notes.form }

// IsNoted reports whether there is something to send: notes, a sub-status or a callback.
func (p *Pane) IsNoted() bool {
	for _, value := range p.notes.form.Values() {
		if strings.TrimSpace(value) != "" {
			return true
		}
	}
	return false
}

// NotesOf returns the notes in the comment of a call, without the duration before them; another comment as it is.
func NotesOf(comment string) string {
	head, notes, found := strings.Cut(comment, ":")
	if !found || !strings.HasPrefix(head, callOf) {
		return comment
	}
	return strings.TrimSpace(notes)
}

// callOf begins the comment of a call.
const callOf = "Call of "

// Validate reports whether the notes can be sent, and shows what is wrong at its field.
func (p *Pane) Validate() bool {
	if p.notes.form.Validate() {
		return true
	}
	p.focus(layout.Notes)
	return false
}
