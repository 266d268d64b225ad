package filestore

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// What others must not be able to do with a file that decides about credentials, as permission bits to refuse.
const (
	OthersWrite fs.FileMode = 0o022 // a file that anybody may read
	OthersOpen  fs.FileMode = 0o077 // a file that holds a secret
)

// ErrNotRegular says that a path leads to a directory, a pipe or a device.
var ErrNotRegular = errors.New("it is not a regular file")

// ReadTrusted reads a file of at most limit bytes that CheckTrusted accepts. Content, owner and mode are those of the
// same open file; of what is no regular file it reads only what whoever started this process has opened, such as
// /dev/stdin. The info is also answered when the file was refused, and nil when it could not be opened. Errors do
// not name the file.
func ReadTrusted(path string, refuse fs.FileMode, limit int64) (content []byte, info fs.FileInfo, err error) {
	if found, err := os.Stat(path); err == nil && !found.Mode().IsRegular() && !handedOver(path) {
		return nil, found, ErrNotRegular // opening a pipe would wait for its writer
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, withoutPath(err)
	}
	defer func() { _ = file.Close() }()
	if info, err = file.Stat(); err != nil {
		return nil, nil, withoutPath(err)
	}
	if !info.Mode().IsRegular() && !handedOver(path) {
		return nil, info, ErrNotRegular
	}
	if err := CheckTrusted(path, info, refuse); err != nil {
		return nil, info, err
	}
	content, err = io.ReadAll(io.LimitReader(file, limit+1))
	switch {
	case err != nil:
		return nil, info, withoutPath(err)
	case int64(len(content)) > limit:
		return nil, info, fmt.Errorf("it is larger than %s", size(limit))
	}
	return content, info, nil
}

// handedOver says whether a path is a file that this process has open already: nobody can put another one there.
func handedOver(path string) bool {
	return path == "/dev/stdin" || strings.HasPrefix(path, "/dev/fd/") || strings.HasPrefix(path, "/proc/self/fd/")
}

func size(bytes int64) string {
	if bytes < 1<<20 {
		return fmt.Sprintf("%d KiB", bytes>>10)
	}
	return fmt.Sprintf("%d MiB", bytes>>20)
}

// CheckTrusted refuses an open file that somebody other than root or the user of this process may have written, or can
// put another one in the place of: by its owner, by the permission bits to refuse, and by owner and bits of each
// directory on the way to it, links followed. A group that is its owner's alone may write. Where files have no such
// bits (Windows) everything is accepted. Errors say what to do and do not name the file.
func CheckTrusted(path string, info fs.FileInfo, refuse fs.FileMode) error {
	return currentUser().checkFile(path, info, refuse)
}

// user is who reads files, and how the owner of a file is found out.
type user struct {
	id             int                              // below 0 where files have no owners: nothing is checked
	owner          func(fs.FileInfo) (uid, gid int) // of a file
	passwd, groups func() []byte                    // the machine's users and groups
}

// checkFile is CheckTrusted for this user.
func (u user) checkFile(path string, info fs.FileInfo, refuse fs.FileMode) error {
	if u.id < 0 || handedOver(path) && !info.Mode().IsRegular() {
		return nil
	}
	if !u.trusts(info) {
		uid, _ := u.owner(info)
		return fmt.Errorf("it belongs to another user (uid %d): chown it to root or to who runs frontdesk", uid)
	}
	if found := u.bits(info) & refuse; found != 0 {
		if refuse&^OthersWrite != 0 {
			return fmt.Errorf("others may open it (mode %#o): chmod 600 it", info.Mode().Perm())
		}
		return fmt.Errorf("others can write it (mode %#o): chmod go-w it", info.Mode().Perm())
	}
	if handedOver(path) {
		return nil
	}
	return u.checkWay(path, info)
}

// trusts says whether a file belongs to this user or to root, who can do everything anyway.
func (u user) trusts(info fs.FileInfo) bool {
	uid, _ := u.owner(info)
	return uid == 0 || uid == u.id
}

// bits are the permissions of a file without those that let in nobody else: writing by a group that is the owner's alone,
// as with the umask 002 of many distributions, and reading by a group that root has given its file to, which is how a
// service manager hands over a secret.
func (u user) bits(info fs.FileInfo) fs.FileMode {
	mode := info.Mode().Perm()
	uid, gid := u.owner(info)
	if mode&0o020 != 0 && gid != 0 && privateGroup(u.passwd(), u.groups(), uid, gid) {
		mode &^= 0o020
	}
	if uid == 0 && u.id != 0 {
		mode &^= 0o040
	}
	return mode
}

// maxLinks is how many links may lie on the way to a file.
const maxLinks = 40

// checkWay checks each directory and each link on the way to an open file, and that the way leads to it.
func (u user) checkWay(path string, opened fs.FileInfo) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	const root = string(filepath.Separator)
	dir, rest, links := root, strings.Split(path, root), 0
	for len(rest) > 0 {
		name := rest[0]
		rest = rest[1:]
		switch name {
		case "":
			continue
		case "..":
			dir = filepath.Dir(dir)
			continue
		}
		if err := u.checkDir(dir); err != nil {
			return err
		}
		next := filepath.Join(dir, name)
		info, err := os.Lstat(next)
		switch {
		case err != nil:
			return withoutPath(err)
		case info.Mode()&fs.ModeSymlink != 0:
			target, err := os.Readlink(next)
			if err != nil {
				return withoutPath(err)
			}
			if links++; links > maxLinks {
				return errors.New("too many links lead to it")
			}
			if !u.trusts(info) {
				return fmt.Errorf("the link %s to it belongs to another user: make your own", next)
			}
			if filepath.IsAbs(target) {
				dir = root
			}
			rest = append(strings.Split(target, root), rest...)
		case info.IsDir():
			dir = next
		case !os.SameFile(info, opened):
			return errors.New("it was replaced while it was read: try again")
		}
	}
	return nil
}

// checkDir refuses a directory in which others can put something else under a name.
func (u user) checkDir(dir string) error {
	info, err := os.Stat(dir)
	switch {
	case err != nil:
		return withoutPath(err)
	case !u.trusts(info):
		uid, _ := u.owner(info)
		return fmt.Errorf("the directory %s that it is below belongs to another user (uid %d): chown that to root or to who runs frontdesk", dir, uid)
	case u.bits(info)&OthersWrite != 0 && info.Mode()&fs.ModeSticky == 0 && !readOnly(dir):
		return fmt.Errorf("others can write the directory %s that it is below: chmod go-w that", dir)
	}
	return nil
}

func withoutPath(err error) error {
	var fault *fs.PathError
	if errors.As(err, &fault) {
		return fault.Err
	}
	return err
}
