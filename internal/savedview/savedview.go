// Package savedview keeps the views that an agent of a host has saved, beside the agent's drafts. On a machine of one's
// own they are in the configuration instead.
package savedview

import (
	"errors"
	"fmt"
	"io/fs"

	"frontdesk/internal/agentstate"
	"frontdesk/internal/desk"
	"frontdesk/internal/filestore"
	"frontdesk/internal/filter"
)

// fileName is the file of the views.
const fileName = "views"

// maxViews bounds the file.
const maxViews = 200

// content is the file's content.
type content struct {
	Views []desk.View `json:"views"`
}

// Views is the saved views of an agent.
type Views struct{ state agentstate.Store }

// In returns the views of an agent's state.
func In(state agentstate.Store) Views { return Views{state} }

// Load returns the saved views in the order in which they were saved, none if there are none. A damaged list is
// quarantined and named in the error.
func (v Views) Load() ([]desk.View, error) {
	there, err := v.state.Get(fileName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the saved views cannot be read: %w", err)
	}
	var kept content
	if err := filestore.DecodeRecord(there.Content, &kept); err != nil {
		return nil, v.state.SetAside(fileName, "the list of saved views", err)
	}
	return kept.Views, nil
}

// Add saves a view after the others and returns all. A name that is taken is an error.
func (v Views) Add(added desk.View) (views []desk.View, err error) {
	if _, err := v.Load(); err != nil {
		return nil, err
	}
	var refused error
	err = agentstate.Change(v.state, fileName, func(old []byte) ([]byte, error) {
		views, refused = with(old, added)
		if refused != nil {
			return nil, refused
		}
		return filestore.EncodeRecord(content{views})
	})
	switch {
	case refused != nil:
		return nil, refused
	case err != nil:
		return nil, fmt.Errorf("the view is not saved: %w", err)
	}
	return views, nil
}

// with returns the views of a document, and one more.
func with(old []byte, added desk.View) ([]desk.View, error) {
	var kept content
	if old != nil {
		if err := filestore.DecodeRecord(old, &kept); err != nil {
			return nil, fmt.Errorf("the view is not saved: %w", err)
		}
	}
	if err := filter.CheckNewView(kept.Views, added); err != nil {
		return nil, err
	}
	if len(kept.Views) >= maxViews {
		return nil, fmt.Errorf("%d views are saved already", len(kept.Views))
	}
	return append(kept.Views, added), nil
}

// Kind is the saved views as a kind of an agent's documents.
var Kind = agentstate.Kind{Suffix: fileName, Merge: merge, IsWhole: filestore.IsRecord}

// merge puts together the views that were saved on this host and on another.
func merge(_ string, here, shared []byte) (stays []byte, beside map[string][]byte) {
	var mine content
	if filestore.DecodeRecord(here, &mine) != nil {
		return shared, nil
	}
	merged := shared
	for _, view := range mine.Views {
		views, err := with(merged, view)
		if err != nil {
			continue // it has that view
		}
		if merged, err = filestore.EncodeRecord(content{views}); err != nil {
			return here, nil
		}
	}
	return merged, nil
}
