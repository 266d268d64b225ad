package ui

import (
	"fmt"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/internal/macro"
	"frontdesk/internal/phrase"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
)

// typedForm is a form that was filled in, such as that of a ticket or the notes of a call.
type typedForm interface {
	Values() map[string]string
	Baseline() map[string]string
	Names() []string
	Labels(names []string) []string
	Cut() []string
}

// ifWhole sends a form, after a question if a text in it is not all of what was pasted, typed or read from a file, or
// has variables that nothing fills in. It stands before every way to send what was typed.
func (s *sending) ifWhole(form typedForm, send func() tea.Cmd) tea.Cmd {
	missing := missingText(form)
	if s.editor == nil || s.editor.Kind != backend.KindUpdateMany {
		missing = append(missing, unfilledVariables(form)...)
	}
	if len(missing) == 0 {
		return send()
	}
	s.confirm("Part of your text is missing",
		overlay.Items(missing, "The rest is in the form. Nothing is sent yet."),
		overlay.Choice{Action: keymap.Overwrite, Label: "Send what is there", Run: send})
	return nil
}

// missingText says what the texts of a form lack; nothing if they are whole.
func missingText(form typedForm) []string {
	var said []string
	values, baseline := form.Values(), form.Baseline()
	cut := form.Cut()
	for i, label := range form.Labels(cut) {
		at := phrase.Count(utf8.RuneCountInString(values[cut[i]]), "character")
		said = append(said, fmt.Sprintf("%s: its end was cut off after %s", label, at))
	}
	var damaged []string
	for _, name := range form.Names() {
		if n := countReplaced(values[name]); n > countReplaced(baseline[name]) {
			damaged = append(damaged, name)
		}
	}
	for _, label := range form.Labels(damaged) {
		said = append(said, label+": "+string(utf8.RuneError)+" stands for what could not be read, as from a terminal without UTF-8")
	}
	return said
}

// unfilledVariables says which variables of macros would be sent as they are written.
func unfilledVariables(form typedForm) []string {
	var said []string
	values, names := form.Values(), form.Names()
	for i, label := range form.Labels(names) {
		if written := macro.Variables(values[names[i]]); len(written) > 0 {
			said = append(said, label+": only macros and updates of many tickets fill in "+strings.Join(written, ", "))
		}
	}
	return said
}

func countReplaced(text string) int { return strings.Count(text, string(utf8.RuneError)) }
