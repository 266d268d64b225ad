// Package savedview keeps the views that an agent of a host has saved, beside the agent's drafts. On a machine of one's
// own they are in the configuration instead.
package savedview

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

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

// Load returns the saved views in the order in which they were saved, none if there is no file. A damaged file is
// quarantined and named in the error.
func Load(dir string) ([]desk.View, error) {
	path := filepath.Join(dir, fileName)
	written, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the saved views cannot be read: %w", err)
	}
	var kept content
	if err := filestore.DecodeRecord(written, &kept); err != nil {
		return nil, filestore.Quarantine(path, "the list of saved views", err)
	}
	return kept.Views, nil
}

// Add saves a view after the others and returns all. A name that is taken is an error.
func Add(dir string, v desk.View) (views []desk.View, err error) {
	if err := filestore.MakePrivateDir(dir); err != nil {
		return nil, fmt.Errorf("the view is not saved: %w", err)
	}
	lock, err := filestore.WaitLock(filepath.Join(dir, fileName+".lock"))
	if err != nil {
		return nil, fmt.Errorf("the view is not saved: %w", err)
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	if views, err = Load(dir); err != nil {
		return nil, err
	}
	if err := filter.CheckNewView(views, v); err != nil {
		return nil, err
	}
	if len(views) >= maxViews {
		return nil, fmt.Errorf("%d views are saved already", len(views))
	}
	views = append(views, v)
	written, err := filestore.EncodeRecord(content{views})
	if err == nil {
		err = filestore.WriteFile(filepath.Join(dir, fileName), written)
	}
	if err != nil {
		return nil, fmt.Errorf("the view is not saved: %w", err)
	}
	return views, nil
}
