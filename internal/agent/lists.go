package agent

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
	"frontdesk/internal/macro"
	"frontdesk/internal/safetext"
)

// maxItems bounds a list.
const maxItems = 200

// List is a list of named things that an agent of a host has saved, in the order in which they were saved: a row each.
// On a machine of one's own they are in the configuration instead.
type List[T any] struct {
	state *State
	kind  string // and the word for one of them
	name  func(*T) *string
	check func(others []T, added T) error // why it cannot be saved beside others
}

// item is the content of a row.
type item[T any] struct {
	At   time.Time `json:"at"` // when it was saved first
	Item T         `json:"item"`
	row  row
}

// Views returns the views that the agent has saved.
func (s *State) Views() List[desk.View] {
	name := func(v *desk.View) *string { return &v.Name }
	return List[desk.View]{s, kindView, name, filter.CheckNewView}
}

// Macros returns the macros that the agent has saved.
func (s *State) Macros() List[macro.Macro] {
	return List[macro.Macro]{s, kindMacro, func(m *macro.Macro) *string { return &m.Name }, macro.CheckNew}
}

// Load returns the list.
func (l List[T]) Load() ([]T, error) {
	found, err := l.state.read(l.kind)
	if err != nil {
		return nil, fmt.Errorf("the saved %ss cannot be read: %w", l.kind, err)
	}
	items, err := l.decode(found)
	return l.things(items), errors.Join(err, l.state.fault())
}

// decode decodes rows, in the order in which they were saved. Of two with one name, which two hosts have saved, the
// first counts.
func (l List[T]) decode(found []row) (items []item[T], err error) {
	for _, r := range found {
		one := item[T]{row: r}
		if err := r.decode(&one); err != nil {
			return nil, err
		}
		items = append(items, one)
	}
	slices.SortFunc(items, func(a, b item[T]) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.row.id, b.row.id))
	})
	names := map[string]bool{}
	return slices.DeleteFunc(items, func(one item[T]) bool {
		name := safetext.Fold(*l.name(&one.Item))
		defer func() { names[name] = true }()
		return names[name]
	}), nil
}

func (l List[T]) things(items []item[T]) (all []T) {
	for _, one := range items {
		all = append(all, one.Item)
	}
	return all
}

// Add saves one after the others and returns all. A name that is taken is an error.
func (l List[T]) Add(added T) ([]T, error) {
	return l.change(func(tx *sql.Tx, items []item[T]) (row, error) {
		if err := l.check(l.things(items), added); err != nil {
			return row{}, err
		}
		if len(items) >= maxItems {
			return row{}, fmt.Errorf("%d %ss are saved already", len(items), l.kind)
		}
		at := time.Now()
		if len(items) > 0 && !at.After(items[len(items)-1].At) {
			at = items[len(items)-1].At.Add(1)
		}
		r := row{kind: l.kind, id: newName()}
		body, err := encode(item[T]{At: at, Item: added})
		if err != nil {
			return r, err
		}
		l.state.changeTo(&r, body)
		return r, l.state.insert(tx, r)
	})
}

// Rename gives one another name and returns all.
func (l List[T]) Rename(name, to string) ([]T, error) {
	return l.change(func(tx *sql.Tx, items []item[T]) (row, error) {
		at, err := l.find(items, name)
		if err != nil {
			return row{}, err
		}
		renamed := items[at]
		*l.name(&renamed.Item) = to
		if err := l.check(l.things(slices.Delete(slices.Clone(items), at, at+1)), renamed.Item); err != nil {
			return row{}, err
		}
		body, err := encode(renamed)
		if err != nil {
			return row{}, err
		}
		r, rev := renamed.row, renamed.row.rev
		l.state.changeTo(&r, body)
		_, err = l.state.replace(tx, r, rev)
		return r, err
	})
}

// Remove removes one and returns the rest.
func (l List[T]) Remove(name string) ([]T, error) {
	return l.change(func(tx *sql.Tx, items []item[T]) (row, error) {
		at, err := l.find(items, name)
		if err != nil {
			return row{}, err
		}
		return items[at].row, l.state.remove(tx, items[at].row)
	})
}

func (l List[T]) find(items []item[T], name string) (int, error) {
	at := slices.IndexFunc(items, func(one item[T]) bool { return *l.name(&one.Item) == name })
	if at < 0 {
		return 0, fmt.Errorf("there is no saved %s “%s”", l.kind, safetext.LineFromText(name))
	}
	return at, nil
}

// change changes the row of one item and returns the list.
func (l List[T]) change(change func(*sql.Tx, []item[T]) (row, error)) ([]T, error) {
	if _, err := l.state.read(l.kind); err != nil {
		return nil, fmt.Errorf("the saved %ss cannot be read: %w", l.kind, err)
	}
	var changed row
	var refused error
	err := l.state.change(func(tx *sql.Tx) error {
		found, err := l.state.of(tx, l.kind)
		if err != nil {
			return err
		}
		items, err := l.decode(found)
		if err != nil {
			return err
		}
		changed, refused = change(tx, items)
		return refused
	})
	switch {
	case err != nil && refused != nil:
		return nil, refused
	case err != nil:
		return nil, fmt.Errorf("the %s is not saved: %w", l.kind, err)
	}
	if err := l.state.pushLocked(l.kind, changed.id); err != nil {
		return nil, fmt.Errorf("the %s is not saved: %w", l.kind, err)
	}
	return l.Load()
}
