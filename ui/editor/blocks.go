package editor

import (
	"maps"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
	"frontdesk/ui/backend"
	"frontdesk/ui/form"
)

// SetValues sets the values of the fields named in values, and what can be chosen beside them.
func (e *Editor) SetValues(values map[string]string) {
	e.Form.SetValues(values)
	e.listDependent()
	e.hintCallback()
}

// valuesNow returns the values of the form; nil while it is built.
func (e *Editor) valuesNow() map[string]string {
	if e.Form == nil || len(e.blocks) == 0 {
		return nil
	}
	return e.Form.Values()
}

// listDependent lists the options of the account's own fields, which may depend on the value of another one.
func (e *Editor) listDependent() {
	values := e.valuesNow()
	for _, path := range e.blocks.Paths() {
		if f, _ := e.blocks.FieldAt(path); len(f.Options)+len(f.OptionsBy) > 0 {
			var options []form.Option
			for _, option := range f.OptionsAmong(values) {
				options = append(options, form.Option{Value: option, Label: safetext.LineFromText(option).String()})
			}
			e.setOptions(path, options)
		}
	}
}

// fitBlocks empties the values that do not go with a value that the agent has changed.
func (e *Editor) fitBlocks() {
	values := e.valuesNow()
	for _, path := range wire.FitBlocks(e.blocks, values, e.Form.Baseline(), nil) {
		e.SetValues(map[string]string{path: ""})
	}
}

// fillBlocks fills in what the ticket has in the account's own fields, where nothing was typed.
func (e *Editor) fillBlocks(opened map[string]string) {
	untouched, values, baseline := map[string]string{}, e.Form.Values(), e.Form.Baseline()
	for _, path := range e.blocks.Paths() {
		if values[path] == baseline[path] {
			untouched[path] = opened[path]
		}
	}
	e.Form.UpdateBaseline(untouched)
	e.listDependent()
}

// known returns what the form is checked against besides the rules of the interface. What closing needs is not known
// before the ticket has been read; it is checked again before the form is sent.
func (e *Editor) known() wire.Known {
	known := wire.Known{Blocks: e.blocks}
	if e.Kind == backend.KindUpdate && e.original != nil {
		known.Closes = func(to string) bool {
			return to != e.original[backend.FieldSubStatus] && e.vocabulary.IsClosing(to)
		}
	}
	return known
}

// Answers reports whether the form is an update of a ticket that needs little room.
func (e *Editor) Answers(ticket desk.ID) bool {
	return e.Kind == backend.KindUpdate && e.Record == ticket && !e.ShowsAdvanced() &&
		!e.completion.open && len(e.blocks) == 0
}

// Filled returns the values that an update of many tickets sends: an empty field leaves each ticket's value as it is.
func Filled(values map[string]string) map[string]string {
	values = maps.Clone(values)
	maps.DeleteFunc(values, func(_, value string) bool { return strings.TrimSpace(value) == "" })
	return values
}
