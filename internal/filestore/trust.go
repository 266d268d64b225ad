package filestore

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"frontdesk/internal/safetext"
)

// Permission bits that a file relevant to credentials must not have.
const (
	OthersWrite fs.FileMode = 0o022 // for a file that others may read
	OthersOpen  fs.FileMode = 0o077 // for a file that holds a secret
)

// ErrNotRegular is returned for a directory, a pipe or a device.
var ErrNotRegular = errors.New("it is not a regular file")

// ReadTrusted reads a text file of at most limit bytes that CheckTrusted accepts. Content, owner and mode are read
// from the same open file. A file that is not regular is read only if this process inherited it open, such as
// /dev/stdin. info is also returned when the file is rejected, and nil when it could not be opened. Errors do not
// name the file.
func ReadTrusted(path string, refuse fs.FileMode, limit int64) (content []byte, info fs.FileInfo, err error) {
	content, info, err = ReadTrustedBytes(path, refuse, limit)
	if err == nil {
		content, err = safetext.UTF8(content)
	}
	return content, info, err
}

// ReadTrustedBytes is ReadTrusted for a file whose text the caller checks, such as line by line.
func ReadTrustedBytes(path string, refuse fs.FileMode, limit int64) (content []byte, info fs.FileInfo, err error) {
	if found, err := os.Stat(path); err == nil && !found.Mode().IsRegular() && !isOwnDescriptor(path) {
		return nil, found, ErrNotRegular // opening a pipe would block until it has a writer
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, WithoutPath(err)
	}
	defer func() { _ = file.Close() }()
	if info, err = file.Stat(); err != nil {
		return nil, nil, WithoutPath(err)
	}
	if !info.Mode().IsRegular() && !isOwnDescriptor(path) {
		return nil, info, ErrNotRegular
	}
	if err := CheckTrusted(path, info, refuse); err != nil {
		return nil, info, err
	}
	content, err = io.ReadAll(io.LimitReader(file, limit+1))
	switch {
	case err != nil:
		return nil, info, WithoutPath(err)
	case int64(len(content)) > limit:
		return nil, info, fmt.Errorf("it is larger than %s", formatSize(limit))
	}
	return content, info, nil
}

// ReadText reads a text that need not be trusted, such as a certificate beside its key. Errors do not name the file.
func ReadText(path string, limit int64) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, WithoutPath(err)
	}
	defer func() { _ = file.Close() }()
	content, err := io.ReadAll(io.LimitReader(file, limit+1))
	switch {
	case err != nil:
		return nil, WithoutPath(err)
	case int64(len(content)) > limit:
		return nil, fmt.Errorf("it is larger than %s", formatSize(limit))
	}
	return safetext.UTF8(content)
}

// isOwnDescriptor reports whether a path is a descriptor that this process has open, which others cannot replace.
func isOwnDescriptor(path string) bool {
	return path == "/dev/stdin" || strings.HasPrefix(path, "/dev/fd/") || strings.HasPrefix(path, "/proc/self/fd/")
}

func formatSize(bytes int64) string {
	if bytes < 1<<20 {
		return fmt.Sprintf("%d KiB", bytes>>10)
	}
	return fmt.Sprintf("%d MiB", bytes>>20)
}

// CheckTrusted returns an error if a user other than root or this process's user may have written an open file or can
// replace it. It checks the owner, the permission bits in refuse, and the owner and bits of each directory on the path,
// following links. A group that is private to the owner may have write permission. Where files have no such bits
// (Windows), every file is accepted. Errors say how to fix the permissions and do not name the file.
func CheckTrusted(path string, info fs.FileInfo, refuse fs.FileMode) error {
	return currentUser().checkFile(path, info, refuse)
}

// CheckPrivate is CheckTrusted for a file that a service may own: root, who may read all, is taken for its owner.
func CheckPrivate(path string, info fs.FileInfo, refuse fs.FileMode) error {
	u := currentUser()
	if u.id == 0 {
		u.id, _ = u.owner(info)
	}
	return u.checkFile(path, info, refuse)
}

// KeepOwner gives a file the owner of the one that it will replace, or of its directory if there is none: what root
// writes stays the service's that uses it. For other users it does nothing.
func KeepOwner(file *os.File, replaces string) error {
	u := currentUser()
	if u.id != 0 {
		return nil
	}
	info, err := os.Stat(replaces)
	if errors.Is(err, fs.ErrNotExist) {
		info, err = os.Stat(filepath.Dir(replaces))
	}
	if err != nil {
		return WithoutPath(err)
	}
	uid, gid := u.owner(info)
	return WithoutPath(file.Chown(uid, gid))
}

// user is the user who reads files, with functions to look up owners and groups.
type user struct {
	id             int                              // below 0 where files have no owners: checks are skipped
	owner          func(fs.FileInfo) (uid, gid int) // returns a file's owner
	passwd, groups func() []byte                    // return the contents of /etc/passwd and /etc/group
}

// checkFile implements CheckTrusted for this user.
func (u user) checkFile(path string, info fs.FileInfo, refuse fs.FileMode) error {
	if u.id < 0 || isOwnDescriptor(path) && !info.Mode().IsRegular() {
		return nil
	}
	if !u.trusts(info) {
		uid, _ := u.owner(info)
		return fmt.Errorf("it belongs to another user (uid %d): chown it to root or to who runs frontdesk", uid)
	}
	if found := u.othersAccess(info) & refuse; found != 0 {
		if refuse&^OthersWrite != 0 {
			return fmt.Errorf("others may open it (mode %#o): chmod 600 it", info.Mode().Perm())
		}
		return fmt.Errorf("others can write it (mode %#o): chmod go-w it", info.Mode().Perm())
	}
	if isOwnDescriptor(path) {
		return nil
	}
	return u.checkPath(path, info)
}

// trusts reports whether a file belongs to this user or to root.
func (u user) trusts(info fs.FileInfo) bool {
	uid, _ := u.owner(info)
	return uid == 0 || uid == u.id
}

// othersAccess returns a file's permissions without those that give no other user access: write permission of the
// owner's private group, as with the umask 002 of many distributions, and read permission of a group on a file owned
// by root, which is how a service manager passes a secret.
func (u user) othersAccess(info fs.FileInfo) fs.FileMode {
	mode := info.Mode().Perm()
	uid, gid := u.owner(info)
	if mode&0o020 != 0 && gid != 0 && privateGroup(u.passwd(), u.groups(), uid, gid) {
		mode &^= 0o020
	}
	if uid == 0 && u.id != 0 {
		mode &^= 0o040
	}
	if uid == 0 && mode&0o222 == 0 {
		mode &^= 0o044 // as container and service managers pass a secret
	}
	return mode
}

// maxLinks is the maximum number of links on the path to a file.
const maxLinks = 40

// checkPath checks each directory and link on the path to an open file, and that the path leads to that file.
func (u user) checkPath(path string, opened fs.FileInfo) error {
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
			return WithoutPath(err)
		case info.Mode()&fs.ModeSymlink != 0:
			target, err := os.Readlink(next)
			if err != nil {
				return WithoutPath(err)
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

// checkDir returns an error if others can replace files in a directory.
func (u user) checkDir(dir string) error {
	info, err := os.Stat(dir)
	switch {
	case err != nil:
		return WithoutPath(err)
	case !u.trusts(info):
		uid, _ := u.owner(info)
		return fmt.Errorf(
			"the directory %s that it is below belongs to another user (uid %d): chown that to root or to who runs frontdesk",
			dir,
			uid,
		)
	case u.othersAccess(info)&OthersWrite != 0 && info.Mode()&fs.ModeSticky == 0 && !readOnly(dir):
		return fmt.Errorf("others can write the directory %s that it is below: chmod go-w that", dir)
	}
	return nil
}

// WithoutPath returns a file system error without its path, for messages that name the path already.
func WithoutPath(err error) error {
	var fault *fs.PathError
	if errors.As(err, &fault) {
		return fault.Err
	}
	return err
}

// privateGroup reports whether a group belongs to one user alone: it has the user's name, is the user's primary group
// and has no other members. passwd and groups are the contents of /etc/passwd and /etc/group; groups of users stored
// elsewhere, such as in LDAP, are not considered private.
func privateGroup(passwd, groups []byte, uid, gid int) bool {
	name := ""
	for line := range strings.Lines(string(passwd)) { // name:password:uid:gid:…
		fields := strings.Split(strings.TrimSpace(line), ":")
		if len(fields) < 4 || fields[3] != strconv.Itoa(gid) {
			continue
		}
		if fields[2] != strconv.Itoa(uid) {
			return false
		}
		name = fields[0]
	}
	found := false
	for line := range strings.Lines(string(groups)) { // name:password:gid:members
		fields := strings.Split(strings.TrimSpace(line), ":")
		if len(fields) < 4 || fields[2] != strconv.Itoa(gid) {
			continue
		}
		if fields[0] != name || fields[3] != "" && fields[3] != name {
			return false
		}
		found = true
	}
	return found && name != ""
}
