package backend

import tea "charm.land/bubbletea/v2"

// Kept is where an agent's own views or macros are kept: in the configuration, or on a host beside the drafts. Each
// function returns all of them. They are nil if there is no place.
type Kept[T any] struct {
	Save   func(T) ([]T, error)
	Rename func(name, to string) ([]T, error)
	Remove func(name string) ([]T, error)
}

// KeptMsg is the result of a change of what is kept.
type KeptMsg[T any] struct {
	Did  string // such as saved
	Name string // that it has now, or had
	All  []T
	Err  error // nothing was changed
}

// Add saves one more.
func (k Kept[T]) Add(name string, added T) tea.Cmd {
	return func() tea.Msg {
		all, err := k.Save(added)
		return KeptMsg[T]{"saved", name, all, err}
	}
}

// Call gives one another name.
func (k Kept[T]) Call(name, to string) tea.Cmd {
	return func() tea.Msg {
		all, err := k.Rename(name, to)
		return KeptMsg[T]{"renamed", to, all, err}
	}
}

// Drop removes one.
func (k Kept[T]) Drop(name string) tea.Cmd {
	return func() tea.Msg {
		all, err := k.Remove(name)
		return KeptMsg[T]{"removed", name, all, err}
	}
}
