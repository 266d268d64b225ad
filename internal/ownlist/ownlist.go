// Package ownlist keeps the views and the macros that an agent of a host has saved, beside the agent's drafts. On a
// machine of one's own they are in the configuration instead.
package ownlist

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/agentstate"
	"frontdesk/internal/desk"
	"frontdesk/internal/filestore"
	"frontdesk/internal/filter"
	"frontdesk/internal/macro"
	"frontdesk/internal/safetext"
)

// maxItems bounds a list.
const maxItems = 200

// List is a list of named things of an agent, in the order in which they were saved.
type List[T any] struct {
	kind[T]
	state agentstate.Store
}

// kind is what a list holds.
type kind[T any] struct {
	file  string // and the member of the document that holds the list
	thing string // such as view
	name  func(*T) *string
	check func(others []T, added T) error // why it cannot be saved beside others
}

var (
	views = kind[desk.View]{
		"views", "view", func(v *desk.View) *string { return &v.Name }, filter.CheckNewView,
	}
	macros = kind[macro.Macro]{
		"macros", "macro", func(m *macro.Macro) *string { return &m.Name }, macro.CheckNew,
	}
)

// Views returns the saved views of an agent's state.
func Views(state agentstate.Store) List[desk.View] { return List[desk.View]{views, state} }

// Macros returns the macros of an agent's state.
func Macros(state agentstate.Store) List[macro.Macro] { return List[macro.Macro]{macros, state} }

// Kinds are the lists as kinds of an agent's documents.
var Kinds = []agentstate.Kind{views.document(), macros.document()}

// Load returns the list, none if nothing was saved. A damaged list is quarantined and named in the error.
func (l List[T]) Load() ([]T, error) {
	there, err := l.state.Get(l.file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the saved %ss cannot be read: %w", l.thing, err)
	}
	kept, err := l.decode(there.Content)
	if err != nil {
		return nil, l.state.SetAside(l.file, "the list of saved "+l.thing+"s", err)
	}
	return kept.items, nil
}

// Add saves one after the others and returns all. A name that is taken is an error.
func (l List[T]) Add(added T) ([]T, error) {
	if _, err := l.Load(); err != nil {
		return nil, err
	}
	return l.change(func(kept *content[T]) error { return l.add(kept, added) })
}

// Rename gives one another name and returns all.
func (l List[T]) Rename(name, to string) ([]T, error) {
	return l.change(func(kept *content[T]) error {
		at, err := l.find(kept.items, name)
		if err != nil {
			return err
		}
		renamed := kept.items[at]
		*l.name(&renamed) = to
		others := slices.Delete(slices.Clone(kept.items), at, at+1)
		if err := l.check(others, renamed); err != nil {
			return err
		}
		l.bury(kept, kept.items[at])
		l.unbury(kept, renamed)
		kept.items[at] = renamed
		return nil
	})
}

// Remove removes one and returns the rest.
func (l List[T]) Remove(name string) ([]T, error) {
	return l.change(func(kept *content[T]) error {
		at, err := l.find(kept.items, name)
		if err != nil {
			return err
		}
		l.bury(kept, kept.items[at])
		kept.items = slices.Delete(kept.items, at, at+1)
		return nil
	})
}

func (l List[T]) find(items []T, name string) (int, error) {
	at := slices.IndexFunc(items, func(item T) bool { return *l.name(&item) == name })
	if at < 0 {
		return 0, fmt.Errorf("there is no saved %s “%s”", l.thing, safetext.LineFromText(name))
	}
	return at, nil
}

// change changes the document and returns the list.
func (l List[T]) change(change func(*content[T]) error) (items []T, err error) {
	var refused error
	err = agentstate.Change(l.state, l.file, func(old []byte) ([]byte, error) {
		kept, err := l.decode(old)
		if err != nil {
			return nil, err
		}
		refused = change(&kept)
		if refused != nil {
			return nil, refused
		}
		items = kept.items
		return l.encode(kept)
	})
	switch {
	case refused != nil:
		return nil, refused
	case err != nil:
		return nil, fmt.Errorf("the %s is not saved: %w", l.thing, err)
	}
	return items, nil
}

// content is a document: the list, and what was removed from it or has had another name, so that another host does not
// bring it back.
type content[T any] struct{ items, removed []T }

// removedMember is the member of a document that holds what was removed.
const removedMember = "removed"

func (k kind[T]) decode(document []byte) (kept content[T], err error) {
	if document == nil {
		return kept, nil
	}
	var members map[string]jsontext.Value
	if err := filestore.DecodeRecord(document, &members); err != nil {
		return kept, err
	}
	for name, into := range map[string]*[]T{k.file: &kept.items, removedMember: &kept.removed} {
		if len(members[name]) > 0 {
			err = errors.Join(err, json.Unmarshal(members[name], into, filestore.JSONOptions))
		}
	}
	return kept, err
}

func (k kind[T]) encode(kept content[T]) ([]byte, error) {
	members := map[string]any{k.file: kept.items}
	if len(kept.removed) > 0 {
		members[removedMember] = kept.removed
	}
	return filestore.EncodeRecord(members)
}

// add adds one that can be saved.
func (k kind[T]) add(kept *content[T], added T) error {
	if err := k.check(kept.items, added); err != nil {
		return err
	}
	if len(kept.items) >= maxItems {
		return fmt.Errorf("%d %ss are saved already", len(kept.items), k.thing)
	}
	k.unbury(kept, added)
	kept.items = append(kept.items, added)
	return nil
}

// bury notes that one was removed.
func (k kind[T]) bury(kept *content[T], removed T) {
	k.unbury(kept, removed)
	kept.removed = append(kept.removed, removed)
	if most := len(kept.removed) - maxItems; most > 0 {
		kept.removed = kept.removed[most:]
	}
}

// unbury forgets that one was removed.
func (k kind[T]) unbury(kept *content[T], added T) {
	kept.removed = slices.DeleteFunc(kept.removed, func(r T) bool { return k.isSame(r, added) })
}

// isSame reports whether two are the same in all that is saved.
func (k kind[T]) isSame(a, b T) bool {
	x, err1 := filestore.EncodeRecord(a)
	y, err2 := filestore.EncodeRecord(b)
	return err1 == nil && err2 == nil && slices.Equal(x, y)
}

// document returns the list as a kind of an agent's documents.
func (k kind[T]) document() agentstate.Kind {
	return agentstate.Kind{Suffix: k.file, Merge: k.merge, IsWhole: filestore.IsRecord}
}

// merge puts together the lists that were saved on this host and on another. What one of them has removed goes.
func (k kind[T]) merge(_ string, here, shared []byte) (stays []byte, beside map[string][]byte) {
	mine, err := k.decode(here)
	if err != nil {
		return shared, nil
	}
	merged, err := k.decode(shared)
	if err != nil {
		merged = content[T]{}
	}
	isIn := func(all []T, item T) bool {
		return slices.ContainsFunc(all, func(other T) bool { return k.isSame(other, item) })
	}
	merged.items = slices.DeleteFunc(merged.items, func(item T) bool { return isIn(mine.removed, item) })
	for _, item := range mine.items {
		if !isIn(merged.removed, item) {
			_ = k.add(&merged, item) // else it has one of that name
		}
	}
	for _, item := range mine.removed {
		k.bury(&merged, item)
	}
	stays, err = k.encode(merged)
	if err != nil {
		return here, nil
	}
	return stays, nil
}
