package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"frontdesk/internal/agent"
	"frontdesk/internal/cache"
	"frontdesk/internal/config"
	"frontdesk/internal/filestore"
	"frontdesk/internal/store"
)

// data checks the directory of the drafts and the embedded desk.
func (d *doctor) data(c *config.Config) {
	if c.DataDir == "" {
		d.add("data", StatusFail, "there is no directory for drafts: set HOME or XDG_DATA_HOME")
		return
	}
	existing, err := nearestExistingDir(c.DataDir)
	if err == nil {
		err = writable(existing)
	}
	switch {
	case err != nil:
		d.add("data", StatusFail, "%s cannot be written to: %v", c.DataDir, err)
		return
	case existing != c.DataDir:
		d.add("data", statusNote, "%s does not exist yet; it is created when needed", c.DataDir)
		return
	}
	drafts, damaged := countDrafts(filepath.Join(c.DataDir, agent.Folder))
	d.add("data", statusOK, "%s; drafts: %d", c.DataDir, drafts)
	if agent.IsOnNetwork(c.DataDir) {
		d.add("data", statusNote, "it is on a network directory: drafts are kept in a way that several machines can share, which is slower")
	}
	if len(damaged) > 0 {
		d.add("data", statusNote, "damaged files set aside: %d, the first is %s", len(damaged), damaged[0])
	}
}

// served checks the file of the desk that frontdesk serve answers from, if the configuration names one.
func (d *doctor) served(ctx context.Context, path string) {
	const check = "served desk"
	if path == "" || store.IsPostgres(path) {
		return
	}
	soon, stop := context.WithTimeout(ctx, d.Timeout)
	defer stop()
	switch err := store.CheckFile(soon, path); {
	case errors.Is(err, fs.ErrNotExist):
		d.add(check, statusNote, "%s does not exist yet; frontdesk serve creates it", path)
	case errors.Is(err, fs.ErrPermission):
		d.add(check, statusNote, "not checked: %s cannot be read by this user", path)
	case err != nil && soon.Err() != nil:
		d.add(check, statusNote, "%s was not looked through within %s; the log of the service says whether it is whole", path, d.Timeout)
	case err != nil:
		d.add(check, StatusFail, "%v", err)
	default:
		d.add(check, statusOK, "%s", path)
	}
}

// cache checks the directory of the caches.
func (d *doctor) cache(c *config.Config) {
	switch {
	case c.CacheMode == "off":
		d.add("cache", statusNote, "off: every start loads everything from the service")
		return
	case c.CacheDir == "":
		d.add("cache", statusNote, "there is no directory for the cache: set HOME or XDG_CACHE_HOME")
		return
	}
	existing, err := nearestExistingDir(c.CacheDir)
	if err == nil {
		err = writable(existing)
	}
	if err != nil {
		d.add("cache", statusNote, "%s cannot be written to: %v", c.CacheDir, err)
		return
	}
	files, err := cache.StoredFiles(c.CacheDir)
	if err != nil {
		d.add("cache", statusNote, "%s cannot be read: %v", c.CacheDir, filestore.WithoutPath(err))
		return
	}
	d.add("cache", statusOK, "%s", c.CacheDir)
	for _, f := range files {
		if f.Damaged {
			d.add("cache", statusNote, "a damaged file was set aside; frontdesk cache clear deletes it: %s", f.Path)
			return
		}
		if f.Foreign {
			d.add("cache", statusNote, "a file of another build is not read; frontdesk cache clear deletes it: %s", f.Path)
			return
		}
	}
}

// nearestExistingDir returns path, or its nearest ancestor that exists.
func nearestExistingDir(path string) (string, error) {
	_, err := os.Stat(path)
	if above := filepath.Dir(path); errors.Is(err, fs.ErrNotExist) && above != path {
		return nearestExistingDir(above)
	}
	return path, filestore.WithoutPath(err)
}

// writable checks that a file can be created in dir, and removes it again.
func writable(dir string) error {
	probe, err := os.CreateTemp(dir, ".doctor-*")
	if err != nil {
		return fmt.Errorf("%s: %w", dir, filestore.WithoutPath(err))
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// countDrafts counts the drafts of all accounts, and lists the files that were set aside as damaged.
func countDrafts(dir string) (drafts int, damaged []string) {
	_ = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error { // skips unreadable directories
		if err != nil || entry.IsDir() {
			return nil //nolint:nilerr // the others are counted all the same
		}
		switch {
		case filepath.Base(path) == agent.FileName:
			drafts += agent.CountDrafts(path)
		case filepath.Ext(path) == filestore.QuarantineSuffix:
			damaged = append(damaged, path)
		}
		return nil
	})
	return drafts, damaged
}
