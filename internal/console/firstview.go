package console

import (
	"fmt"
	"strings"

	"frontdesk/internal/config"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/ui"
)

// UnknownViewError is the error of a name that no view has; its text lists the views.
type UnknownViewError string

// Error returns one line.
func (e UnknownViewError) Error() string { return string(e) }

// ViewNames returns the names of the views that a configuration has, the built-in ones first.
func ViewNames(c config.Config) []string { return ui.ViewNames(c.Agent.String(), c.Views) }

// findView returns the name of a view, however it is capitalised, as it is written. An empty name stays empty.
func findView(name, agent string, saved []desk.View) (string, error) {
	if name == "" {
		return "", nil
	}
	var names []string
	for _, known := range ui.ViewNames(agent, saved) {
		if safetext.Fold(known) == safetext.Fold(name) {
			return known, nil
		}
		names = append(names, safetext.LineFromText(known).String())
	}
	return "", UnknownViewError(fmt.Sprintf("there is no view %q; there are %s",
		safetext.LineFromText(name).String(), strings.Join(names, ", ")))
}
