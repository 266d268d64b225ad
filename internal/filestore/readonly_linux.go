package filestore

import "syscall"

// readOnly reports whether a directory is on a file system mounted read-only, such as a container's configuration,
// where permission bits do not matter.
func readOnly(dir string) bool {
	const mountedReadOnly = 1 // ST_RDONLY
	var mount syscall.Statfs_t
	return syscall.Statfs(dir, &mount) == nil && mount.Flags&mountedReadOnly != 0
}
