package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"frontdesk/internal/filestore"
)

// Why a desk is not replaced.
var (
	errInUse       = errors.New("a service, a console or another program has the desk open: end it first")
	errOtherTables = errors.New("it holds another program's data")
)

// Restore puts a backup in the place of the desk in a file, and returns where the old desk is kept, "" if there was
// none. The backup is checked first, and the desk changes only when all of the backup is on disk: at every moment there
// is either the old desk or the new one. A desk in use is not replaced.
func Restore(ctx context.Context, backup, to string) (kept string, err error) {
	if err := checkBackup(ctx, backup); err != nil {
		return "", fmt.Errorf("the backup %s cannot be used: %w", backup, err)
	}
	from, _ := os.Stat(backup)
	if there, err := os.Stat(to); err == nil {
		switch {
		case os.SameFile(from, there):
			return "", fmt.Errorf("%s is the desk itself: name a backup", backup)
		case !there.Mode().IsRegular():
			return "", fmt.Errorf("the desk in %s cannot be replaced: %w", to, errNotFile)
		case errors.Is(checkTables(ctx, to), errForeign):
			return "", fmt.Errorf("the desk in %s cannot be replaced: %w", to, errOtherTables)
		}
	}
	kept, err = replaceDesk(ctx, backup, to, func(string) bool { return true })
	if err != nil {
		return kept, fmt.Errorf("the desk in %s cannot be replaced: %w", to, err)
	}
	return kept, nil
}

// checkBackup returns an error if a file is not a whole desk that this version knows. It only reads.
func checkBackup(ctx context.Context, path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return filestore.WithoutPath(err)
	case !info.Mode().IsRegular():
		return errNotFile
	case !isDatabase(path):
		return errForeign
	}
	if err := checkTables(ctx, path); err != nil {
		return err
	}
	db, err := openReadOnly(path)
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err := checkVersion(ctx, db); err != nil {
		return describeError(err)
	}
	return describeError(checkPages(ctx, db, "integrity_check"))
}

// replaceDesk puts a snapshot of one desk in the place of another, which nobody uses. The old file is kept with its log
// if isKept says so of its path.
func replaceDesk(ctx context.Context, from, to string, isKept func(path string) bool) (kept string, err error) {
	path, err := filePath(to)
	if err != nil {
		return "", err
	}
	source, err := shareSource(ctx, from)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, source.release()) }()
	alone, err := lockAlone(path)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, alone.Remove()) }()
	if err := removeInterrupted(path); err != nil {
		return "", err
	}
	err = filestore.WriteWith(path, func(part *os.File) error {
		if err := copySnapshot(ctx, from, part.Name()); err != nil {
			return fmt.Errorf("the desk in %s cannot be copied: %w", from, describeError(err))
		}
		if err := filestore.KeepOwner(part, path); err != nil {
			return err
		}
		if isKept(path) {
			kept, err = keepOld(path)
		}
		return err
	})
	if err != nil {
		return "", errors.Join(err, removeInterrupted(path)) // not what is kept, if the new file is in place after all
	}
	// A log that is left here by a kill does not follow the new file: the next start moves it aside.
	err = errors.Join(
		removeIfThere(path+logSuffix), removeIfThere(path+sharedSuffix), filestore.SyncDir(filepath.Dir(path)),
	)
	if err != nil {
		err = fmt.Errorf("its new file is in place, but what was beside the old one is not removed: %w", err)
	}
	return kept, err
}

// shareSource keeps the file that is copied from being replaced meanwhile, and checks that its log is its own. A file
// in a directory that nobody may write to is replaced by nobody.
func shareSource(ctx context.Context, path string) (*deskFile, error) {
	path, err := filePath(path)
	if err != nil {
		return nil, err
	}
	source := &deskFile{path: path}
	if err := source.share(ctx); errors.Is(err, errLockedAway) {
		return nil, err
	}
	if err := checkLogOf(path); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), source.release())
	}
	return source, nil
}

// lockAlone locks a desk's file that nobody else uses.
func lockAlone(path string) (*filestore.Lock, error) {
	alone, err := filestore.WaitLock(path + lockSuffix)
	if isLocked(err) {
		return nil, errInUse
	}
	if err != nil {
		return nil, err
	}
	if isOpenElsewhere(path) {
		return nil, errors.Join(errInUse, alone.Remove())
	}
	return alone, nil
}

// keepOld gives the old desk and its log second names, under which they stay when the new desk takes its place. Moving
// them would leave no desk, or one without its log, to a kill in between.
func keepOld(path string) (kept string, err error) {
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) && !hasLog(path) {
		return "", nil
	}
	kept = asidePath(path)
	names := []string{""}
	if hasLog(path) {
		names = []string{logSuffix, ""}
	}
	for _, suffix := range names {
		if err := linkOrCopy(path+suffix, kept+suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", errors.Join(filestore.WithoutPath(err), removeKept(kept))
		}
	}
	return kept, nil
}

// linkOrCopy gives a file a second name, or copies it where the file system knows no second names.
func linkOrCopy(from, to string) error {
	err := os.Link(from, to)
	if err == nil || errors.Is(err, os.ErrNotExist) || errors.Is(err, os.ErrExist) {
		return err
	}
	file, err := os.Open(from)
	if err != nil {
		return err
	}
	defer file.Close()
	return filestore.WriteWith(to, func(part *os.File) error {
		_, err := io.Copy(part, file)
		return err
	})
}

func removeKept(kept string) error {
	if kept == "" {
		return nil
	}
	return errors.Join(removeIfThere(kept), removeIfThere(kept+logSuffix))
}

// removeInterrupted removes the second names of a desk that a kill has left before the new desk was in place: a desk
// that is used under two names gets two logs.
func removeInterrupted(path string) error {
	desk, err := os.Stat(path)
	if err != nil {
		return filestore.Ignore(err, os.ErrNotExist)
	}
	dir, name := filepath.Split(path)
	found, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	prefix := name + asidePrefix
	for _, entry := range found {
		if !strings.HasPrefix(entry.Name(), prefix) {
			continue
		}
		kept := filepath.Join(dir, entry.Name())
		if there, err := os.Stat(kept); err == nil && os.SameFile(there, desk) {
			if err := removeKept(kept); err != nil {
				return err
			}
		}
	}
	return nil
}
