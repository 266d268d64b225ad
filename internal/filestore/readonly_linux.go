package filestore

import "syscall"

// readOnly says whether a directory is mounted so that nobody can write to it, as the configuration of a container is
// whatever its permissions say.
func readOnly(dir string) bool {
	const mountedReadOnly = 1 // ST_RDONLY
	var mount syscall.Statfs_t
	return syscall.Statfs(dir, &mount) == nil && mount.Flags&mountedReadOnly != 0
}
