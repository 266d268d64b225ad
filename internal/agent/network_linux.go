package agent

import (
	"slices"
	"syscall"
)

// networks are the kinds of file systems that machines share: NFS, CIFS and SMB, AFS, Coda, Ceph, Lustre, GPFS, 9P.
var networks = []uint32{
	0x6969, 0xff534d42, 0xfe534d42, 0x517b, 0x5346414f, 0x6b414653, 0x73757245, 0x00c36400, 0x0bd00bd0, 0x47504653,
	0x01021997,
}

// IsOnNetwork reports whether a directory is on a file system that machines share.
func IsOnNetwork(dir string) bool {
	var about syscall.Statfs_t
	return syscall.Statfs(dir, &about) == nil && slices.Contains(networks, uint32(about.Type)) //nolint:gosec // a code
}
