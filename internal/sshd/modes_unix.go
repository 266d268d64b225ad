//go:build unix

package sshd

import (
	"io/fs"
	"os"
	"syscall"
)

// checksModes says whether the modes of files say who may read and write them.
const checksModes = true

// ours says whether a file belongs to root or to who runs the host.
func ours(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return !ok || stat.Uid == 0 || int(stat.Uid) == os.Geteuid()
}
