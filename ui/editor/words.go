package editor

import (
	"strings"

	"frontdesk/ui/accessible"
	"frontdesk/ui/backend"
)

// Describe describes the form: what is to be known, and its fields. What is sent to set a field is the caller's affair.
func (e *Editor) Describe() accessible.Place {
	place := accessible.Place{Name: "form", Title: e.title, Form: accessible.Form{
		Fields: e.Form.Words(), First: e.Form.Focused(), All: e.kind.Creates,
	}}
	values := e.Form.Values()
	for _, name := range e.Form.Names() {
		if e.emptyWarnings[name] != "" && strings.TrimSpace(values[name]) == "" {
			place.Text = append(place.Text, accessible.Sentence(e.emptyWarnings[name]))
		}
	}
	if e.fromDraft {
		place.Text = append(place.Text, "Your draft is back.")
	}
	if e.problem != "" {
		place.Text = append(place.Text, accessible.Sentence(e.problem))
	}
	return place
}

// Waiting says that the form is being sent.
func (e *Editor) Waiting() string { return e.progress }

// Answer sets a field as if it had been typed and left.
func (e *Editor) Answer(name, value string) {
	if e.progress != "" {
		return
	}
	e.problem = ""
	e.Form.Answer(name, value)
	e.listDependent()
	e.fitBlocks()
	e.Form.Echo(backend.FieldSubStatus)
}
