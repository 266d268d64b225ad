//go:build !unix

package sshd

import "io/fs"

// checksModes says whether the modes of files say who may read and write them.
const checksModes = false

func ours(fs.FileInfo) bool { return true }
