package console

import (
	"fmt"
	"slices"
	"strings"

	"frontdesk/internal/config"
	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
	"frontdesk/internal/safetext"
	"frontdesk/internal/savedview"
	"frontdesk/ui"
)

// savedViews are the views of an agent's configuration. Those saved in the console are added to it; over SSH, where it
// is the host's, they are kept beside the agent's drafts instead.
type savedViews struct {
	options *Options
	own     []desk.View // beside the drafts
}

// inConfig reports whether views are saved in the configuration.
func (v *savedViews) inConfig() bool { return !v.options.Hosted && v.options.Config.Path != "" }

// load reads the agent's own views.
func (v *savedViews) load() error {
	if !v.inConfig() {
		own, err := v.kept()
		if err != nil {
			return err
		}
		v.own, err = own.Load()
		return err
	}
	return nil
}

// kept returns the agent's own views as they are kept.
func (v *savedViews) kept() (savedview.Views, error) {
	state, err := v.options.opener().Open(v.options.DraftsDir, v.options.Account.String())
	return savedview.In(state), err
}

// all returns the views in the order of their tabs.
func (v *savedViews) all() []desk.View { return slices.Concat(v.options.Config.Views, v.own) }

// save saves a view and returns all.
func (v *savedViews) save(made desk.View) ([]desk.View, error) {
	if v.inConfig() {
		return config.SaveView(v.options.Config.Path, v.options.Config.Account.String(), made)
	}
	if err := filter.CheckNewView(v.options.Config.Views, made); err != nil {
		return nil, err
	}
	kept, err := v.kept()
	if err != nil {
		return nil, err
	}
	own, err := kept.Add(made)
	if err != nil {
		return nil, err
	}
	return slices.Concat(v.options.Config.Views, own), nil
}

// FindView returns a view of an agent by its name, however it is capitalised: a built-in one, one of the configuration
// or one that was saved. An empty name is the view of all tickets, without a name.
func FindView(o *Options, name string) (desk.View, error) {
	saved := savedViews{options: o}
	if err := saved.load(); err != nil {
		return desk.View{}, err
	}
	agent := o.Config.Agent.String()
	found, err := findView(name, agent, saved.all())
	if err != nil || found == "" {
		return desk.View{}, err
	}
	views := ui.AgentViews(agent, saved.all())
	return views[slices.IndexFunc(views, func(v desk.View) bool { return v.Name == found })], nil
}

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
