package console

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"frontdesk/internal/agent"
	"frontdesk/internal/config"
	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
	"frontdesk/internal/macro"
	"frontdesk/internal/safetext"
	"frontdesk/ui"
	"frontdesk/ui/backend"
)

// saved are the views or the macros of an agent: those of the configuration, and on a host the agent's own. Those saved
// in the console are added to the configuration; over SSH, where it is the host's, they are kept beside the agent's
// drafts instead.
type saved[T any] struct {
	options *Options
	thing   string
	given   []T // of the configuration
	own     []T // beside the drafts
	list    func(*agent.State) agent.List[T]
	file    func(path, account string) config.Entries[T]
	join    func(own, given []T) []T // in the order in which they are shown
	name    func(T) string
	check   func(others []T, added T) error
}

func savedViews(o *Options) *saved[desk.View] {
	return &saved[desk.View]{
		options: o, thing: "view", given: o.Config.Views, list: (*agent.State).Views, file: config.ViewsIn,
		join:  func(own, given []desk.View) []desk.View { return slices.Concat(given, own) },
		name:  func(v desk.View) string { return v.Name },
		check: filter.CheckNewView,
	}
}

func savedMacros(o *Options) *saved[macro.Macro] {
	return &saved[macro.Macro]{
		options: o, thing: "macro", given: o.Config.Macros, list: (*agent.State).Macros, file: config.MacrosIn,
		join: macro.OnTop, name: func(m macro.Macro) string { return m.Name }, check: macro.CheckNew,
	}
}

// inConfig reports whether things are saved in the configuration.
func (s *saved[T]) inConfig() bool { return !s.options.Hosted && s.options.Config.Path != "" }

// load reads the agent's own things.
func (s *saved[T]) load() error {
	if s.inConfig() {
		return nil
	}
	return s.use(func(kept agent.List[T]) (err error) {
		s.own, err = kept.Load()
		return err
	})
}

// use gives do the agent's own things as they are kept.
func (s *saved[T]) use(do func(agent.List[T]) error) error {
	state, err := s.options.opener().Open(s.options.DraftsDir, s.options.Account.String())
	if err != nil {
		return err
	}
	return errors.Join(do(s.list(state)), state.Close())
}

// inFile returns the things of the configuration.
func (s *saved[T]) inFile() config.Entries[T] {
	return s.file(s.options.Config.Path, s.options.Config.Account.String())
}

// all returns all things.
func (s *saved[T]) all() []T { return s.join(s.own, s.given) }

// changes returns what the console does with the things.
func (s *saved[T]) changes() backend.Kept[T] {
	return backend.Kept[T]{
		Save: func(made T) ([]T, error) {
			if s.inConfig() {
				return s.inFile().Add(made)
			}
			if err := s.check(s.given, made); err != nil {
				return nil, err
			}
			return s.change(func(kept agent.List[T]) ([]T, error) { return kept.Add(made) })
		},
		Rename: func(name, to string) ([]T, error) {
			if s.inConfig() {
				return s.inFile().Rename(name, to)
			}
			return s.changeOwn(name, func(kept agent.List[T]) ([]T, error) { return kept.Rename(name, to) })
		},
		Remove: func(name string) ([]T, error) {
			if s.inConfig() {
				return s.inFile().Remove(name)
			}
			return s.changeOwn(name, func(kept agent.List[T]) ([]T, error) { return kept.Remove(name) })
		},
	}
}

// change changes the own things and returns all.
func (s *saved[T]) change(change func(agent.List[T]) ([]T, error)) ([]T, error) {
	var own []T
	if err := s.use(func(kept agent.List[T]) (err error) {
		own, err = change(kept)
		return err
	}); err != nil {
		return nil, err
	}
	return s.join(own, s.given), nil
}

// changeOwn is change for one that the agent has saved.
func (s *saved[T]) changeOwn(name string, change func(agent.List[T]) ([]T, error)) ([]T, error) {
	return s.change(func(kept agent.List[T]) ([]T, error) {
		own, err := kept.Load()
		isNamed := func(item T) bool { return s.name(item) == name }
		if err == nil && !slices.ContainsFunc(own, isNamed) && slices.ContainsFunc(s.given, isNamed) {
			return nil, fmt.Errorf("the %s is in the configuration of this host: who runs it can change it there", s.thing)
		}
		if err != nil {
			return nil, err
		}
		return change(kept)
	})
}

// Macros returns the macros of an agent: those that the agent has saved on a host, then those of the configuration.
func Macros(o *Options) ([]macro.Macro, error) {
	saved := savedMacros(o)
	err := saved.load()
	return saved.all(), err
}

// FindView returns a view of an agent by its name, however it is capitalised: a built-in one, one of the configuration
// or one that was saved. An empty name is the view of all tickets, without a name.
func FindView(o *Options, name string) (desk.View, error) {
	saved := savedViews(o)
	if err := saved.load(); err != nil {
		return desk.View{}, err
	}
	return findView(name, o.Config, saved.all())
}

// nameFirstView writes the name of the view that is shown first as the view does.
func (s *Options) nameFirstView(saved []desk.View) error {
	v, err := findView(s.View, s.Config, saved)
	s.View = v.Name
	return err
}

// UnknownViewError is the error of a name that no view has; its text lists the views.
type UnknownViewError string

// Error returns one line.
func (e UnknownViewError) Error() string { return string(e) }

// agentViews returns the views of the agent of a configuration, the built-in ones first.
func agentViews(c config.Config, saved []desk.View) []desk.View {
	return ui.AgentViews(c.Agent.String(), c.OpenSince > 0, saved)
}

// ViewNames returns the names of the views that a configuration has, the built-in ones first.
func ViewNames(c config.Config) (names []string) {
	for _, v := range agentViews(c, c.Views) {
		names = append(names, v.Name)
	}
	return names
}

// findView is FindView among the saved views.
func findView(name string, c config.Config, saved []desk.View) (desk.View, error) {
	if name == "" {
		return desk.View{}, nil
	}
	var names []string
	for _, v := range agentViews(c, saved) {
		if safetext.Fold(v.Name) == safetext.Fold(name) {
			return v, nil
		}
		names = append(names, safetext.LineFromText(v.Name).String())
	}
	return desk.View{}, UnknownViewError(fmt.Sprintf("there is no view %q; there are %s",
		safetext.LineFromText(name).String(), strings.Join(names, ", ")))
}
